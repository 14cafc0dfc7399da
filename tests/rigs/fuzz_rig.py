"""Frames, lines and requests that are almost right, from a seed; and a server that hears them all.

A batch is all that one seed and number give: it can be repeated, and a run can go on where another
ended.
"""

import asyncio
import base64
import contextlib
import json
import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import httpx
from attack_rig import HOST, Victim, memory
from serve_rig import Running

from pitboss.games.game import Game
from pitboss.games.registry import find
from pitboss.play.answer import Answer, Unusable
from pitboss.play.time_control import TimeControl
from pitboss.wires.registry import wires
from pitboss.wires.wire import Setting

# So many cases at a time over one connection.
BATCH = 100
# Options with which the server hears everything, however fast it comes.
OPTIONS = (
    *("--max-rate", "1000000", "--max-requests", "1000000", "--lobby-wait", "0.02"),
    *("--request-timeout", "5", "--seat", "simple", "--seat", "random", "--idle-timeout", "5"),
    *("--reconnect-grace", "0.1", "--action-timeout", "5", "--log", "json"),
)

_POKER = (
    {"type": "action", "action": {"type": "call"}},
    {"type": "action", "action": {"type": "raise", "amount": 400}},
    {"type": "action", "action": {"type": "fold"}},
    {"type": "join", "name": "fuzz", "token": "x"},
    {"type": "spectate"},
    {"type": "start", "token": "x"},
)
_NATIVE = (
    {"type": "action", "turn": 1, "action": "draw"},
    {"type": "action", "turn": 3, "action": "r5"},
    {"type": "join", "name": "fuzz", "game": "jedna", "seats": 2, "house": ["simple"]},
    {"type": "watch", "since": 3, "display": True},
)
_UNO = (
    {"action": "draw"},
    {"action": "play", "card": "5R", "color": "R", "callUno": True, "turnNumber": 1},
    {"action": "pass"},
    {"action": "uno"},
)
_LINES = ('{"action":"play","card":"r5"}', '{"action":"draw"}', '{"action":"double_play"}', "r5")
_ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 1e308, 2**63, -(2**70), "", "\x00", "\u202e", "\ud800"),
    *([], {}, [[]], "x" * 5000, {"a": {"b": {}}}, "NaN"),
)
_TOKENS = (
    *(b"{", b"}", b"[", b'"', b":", b",", b"null", b"\xff", b"\x00", b"1e999", b"\\ud800"),
    b"[" * 2000,
)
_REQUESTS = tuple(
    "\r\n".join(lines).encode()
    for lines in (
        ("GET /health HTTP/1.1", "Host: localhost", "", ""),
        (
            *("POST /api/rooms HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked"),
            *("Content-Type: application/json", "", "1", "{", "0", "", ""),
        ),
        (
            *("GET /socket.io/?EIO=4&transport=polling&sid=x HTTP/1.1", "Host: localhost"),
            *("", ""),
        ),
        (
            *("GET /ws/x HTTP/1.1", "Host: localhost", "Upgrade: websocket"),
            *("Connection: Upgrade", "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg=="),
            *("Sec-WebSocket-Version: 13", "", ""),
        ),
    )
)


def mutated(rng: random.Random, sample: Any) -> Any:
    """A value with something else somewhere in it."""
    if isinstance(sample, dict) and sample and rng.random() < 0.8:
        key = rng.choice(list(sample))
        changed = dict(sample)
        match rng.randrange(4):
            case 0:
                del changed[key]
            case 1:
                changed[str(rng.choice(_ODD))[:50]] = changed[key]
            case _:
                changed[key] = mutated(rng, sample[key])
        return changed
    return rng.choice(_ODD)


def garbled(rng: random.Random, text: bytes) -> bytes:
    """Bytes of which some are others."""
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(4):
            case 0:
                text = text[:at] + rng.choice(_TOKENS) + text[at:]
            case 1:
                text = text[:at] + text[at + rng.randrange(1, 9) :]
            case 2:
                text = text[:at] + rng.randbytes(rng.randrange(1, 6)) + text[at:]
            case _:
                text = text[:at]
    return text


def message(rng: random.Random, samples: tuple[Any, ...]) -> bytes:
    """A message that is right, wrong in a value, or no JSON at all."""
    sample = rng.choice(samples)
    if rng.random() < 0.5:
        sample = mutated(rng, sample)
    text = sample if isinstance(sample, str) else json.dumps(sample)
    data = text.encode(errors="surrogatepass")
    return garbled(rng, data) if rng.random() < 0.4 else data


def framed(rng: random.Random, data: bytes) -> bytes:
    """A frame from a client: mostly as it should be."""
    first = 0x81 if rng.random() < 0.97 else rng.randrange(256)
    if len(data) < 126:
        size = bytes((0x80 | len(data),))
    elif len(data) < 65536:
        size = b"\xfe" + len(data).to_bytes(2, "big")
    else:
        size = b"\xff" + len(data).to_bytes(8, "big")
    if rng.random() < 0.005:
        size = rng.randbytes(rng.randrange(1, 10))
    return bytes((first,)) + size + b"\0\0\0\0" + data


@dataclass
class Fuzz:
    """One server, and what it is sent."""

    server: Running

    def __post_init__(self) -> None:
        self.http_port, self.poker_port = (
            int(url.rsplit(":", 1)[1]) for url in (self.server.http, self.server.poker)
        )
        self._kinds: tuple[Callable[[random.Random], Awaitable[None]], ...] = (
            self._poker,
            self._native,
            self._socketio,
            self._requests,
            self._raw,
            self._lines,
        )

    async def batch(self, seed: str, number: int) -> str:
        """Send one batch; the name of what it was."""
        rng = random.Random(f"{seed}/{number}")
        kind = self._kinds[number % len(self._kinds)]
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            async with asyncio.timeout(20):
                await kind(rng)
        return kind.__name__.strip("_")

    # WebSockets

    async def _talk(self, port: int, path: str, first: list[bytes], rest: list[bytes]) -> None:
        reader, writer = await asyncio.open_connection(HOST, port)
        listening = asyncio.create_task(_drain(reader))
        try:
            key = base64.b64encode(b"0123456789abcdef").decode()
            writer.write(
                f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                "Sec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            await asyncio.sleep(0.01)
            writer.write(b"".join(first))
            await asyncio.sleep(0.05)
            for at in range(0, len(rest), 10):
                writer.write(b"".join(rest[at : at + 10]))
                await writer.drain()
                await asyncio.sleep(0)
            await asyncio.sleep(0.01)
        finally:
            listening.cancel()
            writer.transport.abort()

    async def _poker(self, rng: random.Random) -> None:
        name = f"fuzz{rng.randrange(10**9)}"
        join = framed(random.Random(0), json.dumps({"type": "join", "name": name}).encode())
        frames = [framed(rng, message(rng, _POKER)) for _ in range(BATCH)]
        await self._talk(self.poker_port, f"/{name}", [join], frames)

    async def _native(self, rng: random.Random) -> None:
        name = f"fuzz{rng.randrange(10**9)}"
        join = framed(random.Random(0), json.dumps(_NATIVE[2]).encode())
        frames = [framed(rng, message(rng, _NATIVE)) for _ in range(BATCH)]
        await self._talk(self.http_port, f"/ws/{name}", [join], frames)

    async def _socketio(self, rng: random.Random) -> None:
        good = random.Random(0)
        room = f"fuzz{rng.randrange(10**9)}"
        join = f'42["join",{{"room":"{room}","player":1}}]'
        first = [framed(good, text.encode()) for text in ("40", join)]
        names = ("botAction", "join", "sendMessage", "updateGameState", "initGameState", "other")
        frames = []
        for _ in range(BATCH):
            packet = b"42" + json.dumps([rng.choice(names)]).encode()[:-1] + b","
            packet += message(rng, (*_UNO, {"message": "hello"}, {"room": room})) + b"]"
            if rng.random() < 0.3:
                packet = garbled(rng, packet)
            frames.append(framed(rng, packet))
        await self._talk(self.http_port, "/socket.io/?EIO=4&transport=websocket", first, frames)

    # Requests

    async def _requests(self, rng: random.Random) -> None:
        async with httpx.AsyncClient(base_url=self.server.http, timeout=20) as client:
            made = await client.post("/api/rooms", json={"player1": "simple"})
            code = made.json()["room"]["roomCode"] if made.status_code == 201 else "none"
            room = f"/api/game/{code}"
            paths = (f"{room}/action", f"{room}/rematch", "/api/rooms", "/api/tables")
            kind = {"content-type": "application/json"}
            for _ in range(BATCH - 1):
                path = rng.choice(paths)
                if rng.random() < 0.2:
                    odd = quote(str(rng.choice(_ODD))[:20], errors="replace")
                    path = f"{room}/state?after={odd}&wait=0"
                with contextlib.suppress(httpx.InvalidURL, httpx.RemoteProtocolError):
                    if "?" in path:
                        await client.get(path)
                    else:
                        await client.post(path, content=message(rng, _UNO), headers=kind)

    async def _raw(self, rng: random.Random) -> None:
        async def one(port: int, request: bytes) -> None:
            with contextlib.suppress(OSError, TimeoutError):
                reader, writer = await asyncio.open_connection(HOST, port)
                try:
                    writer.write(request)
                    await asyncio.wait_for(reader.read(500), 0.02)
                finally:
                    writer.transport.abort()

        requests = [garbled(rng, rng.choice(_REQUESTS)) for _ in range(BATCH)]
        for at in range(0, BATCH, 10):
            ports = [self.http_port, self.poker_port] * 5
            await asyncio.gather(*map(one, ports, requests[at : at + 10]))

    # Lines

    async def _lines(self, rng: random.Random) -> None:
        for game, wire in (("jedna", "jedna"), ("algopoker", "algopoker"), ("jedna", "native")):
            session, table = _seat(game, wire, rng.randrange(10**6))
            samples = {"jedna": _LINES, "algopoker": _POKER, "native": _NATIVE}[wire]
            for _ in range(BATCH // 3):
                answer = session.decode(message(rng, samples), table)
                assert isinstance(answer, (Answer, Unusable))

    # How it stands

    def check(self) -> None:
        """Raise `AssertionError` unless the server plays on as if nothing had been."""
        assert self.server.process.poll() is None
        metrics = httpx.get(f"{self.server.http}/metrics", timeout=20).text
        assert re.search(r"^pitboss_table_failures_total 0\.0$", metrics, re.MULTILINE), metrics
        victim = Victim(self.http_port)
        victim.play(0.2)
        assert victim.lost == []

    @property
    def memory(self) -> float:
        """Megabytes that the server has in use."""
        return memory(self.server.process.pid)


async def _drain(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        pass


def _seat(game: str, wire: str, seed: int) -> tuple[Any, Game]:
    kind, text = find(game)
    rules = kind.rules(text)
    table: Game = kind.new(rules, 2, seed)
    setting = Setting(kind=kind, rules=text, seats=2, control=TimeControl(move=1.0))
    session = wires()[wire].session(setting)
    session.begin(table, table.actor(), ["a", "b"])
    session.ask(table, 1, 1.0)
    return session, table
