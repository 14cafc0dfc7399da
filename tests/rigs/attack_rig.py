"""Attacks on a server, and a well-behaved bot that plays while they last.

`python attack_rig.py NAME HTTP_PORT POKER_PORT SECONDS` attacks, from a process of its own.
"""

import asyncio
import base64
import contextlib
import http.client
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HOST = "127.0.0.1"
Attack = Callable[[int, int], Awaitable[None]]

# The well-behaved bot.


@dataclass
class Victim:
    """A bot that plays a room over HTTP; every few requests on a new connection, as many do."""

    port: int
    # Seconds that each request took, and what was not answered as it should be.
    took: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    _line: http.client.HTTPConnection | None = None
    _rooms: int = 0
    _path: str = ""
    _token: dict[str, str] = field(default_factory=dict)

    def play(self, seconds: float) -> None:
        """Play for a while."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if not self._path:
                self._open_room()
                continue
            state = self._ask("GET", f"{self._path}/state")
            if state is None:
                continue
            if not state["gameState"]["botContext"]["isMyTurn"]:
                # Against a bot of the house: it is over.
                self._path = ""
                continue
            cards = state["gameState"]["player2"]["playableCards"]
            action: dict[str, Any] = {"action": "draw"}
            if cards:
                action = {"action": "play", "card": cards[0]["code"], "color": "R"}
            self._ask("POST", f"{self._path}/action", action)
            time.sleep(0.01)
        if self._line is not None:
            self._line.close()
            self._line = None

    @property
    def p99(self) -> float:
        """The time that one request in a hundred exceeded."""
        return sorted(self.took)[int(0.99 * (len(self.took) - 1))]

    def _open_room(self) -> None:
        self._rooms += 1
        order = {"player1": "simple", "room": f"victim-{os.getpid()}-{time.monotonic_ns()}"}
        made = self._ask("POST", "/api/rooms", order, status=201)
        if made is not None:
            self._path = f"/api/game/{made['room']['roomCode']}"
            self._token = {"Authorization": f"Bearer {made['tokens']['Player 2']}"}

    def _ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        began = time.perf_counter()
        try:
            if self._line is None or len(self.took) % 5 == 0:
                if self._line is not None:
                    self._line.close()
                self._line = http.client.HTTPConnection(HOST, self.port, timeout=10)
            content = None if body is None else json.dumps(body)
            headers = self._token | ({"Content-Type": "application/json"} if content else {})
            self._line.request(method, path, content, headers)
            answer = self._line.getresponse()
            text = answer.read()
        except OSError as error:
            self._line = None
            self.lost.append(f"{method} {path}: {error!r}")
            return None
        finally:
            self.took.append(time.perf_counter() - began)
        if answer.status != status:
            self.lost.append(f"{method} {path}: {answer.status} {text[:200]!r}")
            return None
        return json.loads(text)


@contextmanager
def attacking(name: str, http_port: int, poker_port: int, seconds: float) -> Iterator[None]:
    """An attack in another process, from its first moment on; it is over at the end."""
    words = [sys.executable, "-P", __file__, name, str(http_port), str(poker_port), str(seconds)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        yield
        assert process.wait(120) == 0
    finally:
        process.kill()
        process.communicate()


# The attacks. Each goes on until it is cancelled.


async def _open(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(HOST, port)


async def _for_ever(one: Callable[[], Awaitable[None]], at_once: int) -> None:
    """So many at once, each again as soon as it has ended, however it did."""

    async def again() -> None:
        while True:
            with contextlib.suppress(OSError, EOFError, asyncio.IncompleteReadError):
                await one()
            await asyncio.sleep(0)

    await asyncio.gather(*(again() for _ in range(at_once)))


async def silent(http_port: int, poker_port: int) -> None:
    """A thousand connections that never say a word, to each port."""
    lines = []
    for _ in range(1000):
        for port in (http_port, poker_port):
            with contextlib.suppress(OSError):
                lines.append(await _open(port))
    await asyncio.sleep(60)


async def slow_headers(http_port: int, poker_port: int) -> None:
    """Hundreds of requests that come a byte at a time."""

    async def one() -> None:
        _, writer = await _open(http_port)
        writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: ")
        while True:
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.1)

    del poker_port
    await _for_ever(one, 400)


async def endless_headers(http_port: int, poker_port: int) -> None:
    """Headers without end."""

    async def one() -> None:
        reader, writer = await _open(http_port)
        writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\n")
        while not reader.at_eof():
            writer.write(b"X: " + b"x" * 60_000 + b"\r\n")
            await writer.drain()

    del poker_port
    await _for_ever(one, 4)


async def missing_bodies(http_port: int, poker_port: int) -> None:
    """Orders whose bodies are announced, begun and never sent; half of them hang up."""
    hangs_up = False

    async def one() -> None:
        nonlocal hangs_up
        hangs_up = not hangs_up
        _, writer = await _open(http_port)
        writer.write(
            b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b'Content-Length: 500\r\n\r\n{"player1": '
        )
        await writer.drain()
        if hangs_up:
            writer.close()
        else:
            await asyncio.sleep(60)

    del poker_port
    await _for_ever(one, 400)


async def eager_pollers(http_port: int, poker_port: int) -> None:
    """Bots that ask for their state again and again, as fast as they can."""
    line = http.client.HTTPConnection(HOST, http_port)
    line.request(
        "POST", "/api/rooms", '{"player1": "simple"}', {"Content-Type": "application/json"}
    )
    room = json.loads(line.getresponse().read())["room"]["roomCode"]
    question = f"GET /api/game/{room}/state HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()

    async def one() -> None:
        reader, writer = await _open(http_port)
        while not reader.at_eof():
            writer.write(question)
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(head.lower().split(b"content-length: ")[1].split()[0]))

    del poker_port
    await _for_ever(one, 16)


async def pipelines(http_port: int, poker_port: int) -> None:
    """Thousands of requests in one go, whose answers nobody reads."""

    async def one() -> None:
        _, writer = await _open(http_port)
        while True:
            writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5000)
            await writer.drain()

    del poker_port
    await _for_ever(one, 4)


async def unread_answers(http_port: int, poker_port: int) -> None:
    """Large answers that nobody reads."""

    async def one() -> None:
        reader, writer = await _open(http_port)
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        for _ in range(100):
            writer.write(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await writer.drain()
            await asyncio.sleep(0.02)

    del poker_port
    await _for_ever(one, 50)


async def sessions(http_port: int, poker_port: int) -> None:
    """Socket.IO sessions that are opened and left alone."""

    async def one() -> None:
        reader, writer = await _open(http_port)
        for _ in range(100):
            writer.write(
                b"GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: localhost\r\n\r\n"
            )
            await reader.read(4096)

    del poker_port
    await _for_ever(one, 4)


async def _websocket(port: int, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await _open(port)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def frame(text: str, kind: int = 0x81) -> bytes:
    """A frame from a client, masked with nothing."""
    data = text.encode()
    size = bytes((0x80 | len(data),)) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes((kind,)) + size + b"\0\0\0\0" + data


async def chat(http_port: int, poker_port: int) -> None:
    """A hundred spectators of a room who say something as often as they can."""

    async def one() -> None:
        reader, writer = await _websocket(http_port, "/socket.io/?EIO=4&transport=websocket")
        join = '42["join",{"room":"chat","watch":true}]'
        writer.write(frame("40") + frame('42["join",{"room":"chat"}]') + frame(join))
        say = frame('42["sendMessage",{"message":"' + "x" * 400 + '"}]')
        while not reader.at_eof():
            writer.write(say * 20)
            await writer.drain()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reader.read(65536), 0.01)

    del poker_port
    await _for_ever(one, 100)


async def poker_frames(http_port: int, poker_port: int) -> None:
    """Nonsense over the poker port."""

    async def one() -> None:
        reader, writer = await _websocket(poker_port, f"/{os.urandom(4).hex()}")
        writer.write(frame(json.dumps({"type": "join", "name": "x"})))
        while not reader.at_eof():
            writer.write(frame('{"type":"action","action":{"type":"nonsense"}}') * 100)
            await writer.drain()
            await asyncio.sleep(0)

    del http_port
    await _for_ever(one, 20)


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        silent,
        slow_headers,
        endless_headers,
        missing_bodies,
        eager_pollers,
        pipelines,
        unread_answers,
        sessions,
        chat,
        poker_frames,
    )
}


def main() -> None:
    """Attack for so many seconds."""
    name, http_port, poker_port, seconds = sys.argv[1:]
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))

    async def attack() -> None:
        print("begun", flush=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(float(seconds)):
                await ATTACKS[name](int(http_port), int(poker_port))

    asyncio.run(attack())
    os._exit(0)


def memory(pid: int) -> float:
    """Megabytes that a process has in use."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return float(status.split("VmRSS:")[1].split()[0]) / 1024


if __name__ == "__main__":
    main()
