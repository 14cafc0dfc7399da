"""Many at once: 500 who watch one table, 300 rooms, and what Socket.IO costs beside HTTP.

`python -P benchmarks/wires/crowds.py` needs an installed pitboss; only compiled figures count. The
clients are in a process of their own; processor time is the server's.
"""

import argparse
import asyncio
import gc
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

import pitboss
from pitboss.server.app import Server
from pitboss.server.settings import Settings

HOST = "127.0.0.1"


# The clients.


class Listener(WSListener):
    """A connection that hands on what it hears."""

    def __init__(self, first: list[str], hear: Callable[[WSTransport, bytes], None]) -> None:
        self.first = first
        self.hear = hear
        self.over = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        for text in self.first:
            transport.send(WSMsgType.TEXT, text.encode())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()
        elif frame.msg_type == WSMsgType.TEXT:
            self.hear(transport, frame.get_payload_as_bytes())

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        if not self.over.done():
            self.over.set_result(None)


async def listen(
    url: str, first: list[str], hear: Callable[[WSTransport, bytes], None]
) -> Listener:
    """Connect."""
    _, listener = await ws_connect(lambda: Listener(first, hear), url)
    return listener


async def watch(poker_port: int, spectators: int) -> dict[str, float]:
    """Two bots who call play a tournament, and so many watch."""
    url = f"ws://{HOST}:{poker_port}/crowd"
    heard = 0
    waits: list[float] = []

    def look(transport: WSTransport, message: bytes) -> None:
        nonlocal heard
        del transport, message
        heard += 1

    watching = [await listen(url, ['{"type":"spectate"}'], look) for _ in range(spectators)]
    bots = []
    for name in ("a", "b"):
        state: dict[str, Any] = {"mine": b"\0", "asked": 0.0}

        def play(
            transport: WSTransport,
            message: bytes,
            name: str = name,
            state: dict[str, Any] = state,
        ) -> None:
            if message.startswith(b'{"type":"action_result"') and state["asked"]:
                waits.append(time.perf_counter() - state["asked"])
                state["asked"] = 0.0
            elif message.startswith(state["mine"]):
                asked = json.loads(message)
                action = asked["game_state"]["valid_actions"][1]
                answer = {"type": "action", "action": {"type": action["type"]}}
                transport.send(WSMsgType.TEXT, json.dumps(answer).encode())
                state["asked"] = time.perf_counter()
            elif message.startswith(b'{"type":"game_start"'):
                seat = json.loads(message)["player_names"].index(name)
                state["mine"] = f'{{"type":"action_request","actor_seat":{seat},'.encode()

        bots.append(await listen(url, [json.dumps({"type": "join", "name": name})], play))
    await asyncio.gather(*(bot.over for bot in bots), *(one.over for one in watching))
    return {"actions": len(waits), "heard": heard, "p99": quantile(waits, 0.99)}


def choose(state: dict[str, Any]) -> dict[str, Any] | None:
    """The first card that plays, else a card from the pile; nothing when it is over."""
    if not state["botContext"]["isMyTurn"]:
        return None
    playable = state["player2"]["playableCards"]
    if not playable:
        return {"action": "draw"}
    call = state["player2"]["cardCount"] == 2
    return {"action": "play", "card": playable[0]["code"], "color": "R", "callUno": call}


class Http:
    """One kept connection, with no more of HTTP than it takes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\n"
        content = b"" if body is None else json.dumps(body).encode()
        if content:
            head += f"content-type: application/json\r\ncontent-length: {len(content)}\r\n"
        self.writer.write(head.encode() + b"\r\n" + content)
        front = await self.reader.readuntil(b"\r\n\r\n")
        length = int(front.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        assert front.startswith(b"HTTP/1.1 2"), front
        return json.loads(await self.reader.readexactly(length))


async def over_http(port: int, games: int, waits: list[float]) -> None:
    """Play games one after the other, against the built-in `simple`."""
    wire = Http(*await asyncio.open_connection(HOST, port))
    for _ in range(games):
        made = await wire.ask("POST", "/api/rooms", {"player1": "simple"})
        path = f"/api/game/{made['room']['roomCode']}"
        while True:
            began = time.perf_counter()
            action = choose((await wire.ask("GET", f"{path}/state"))["gameState"])
            if action is None:
                break
            await wire.ask("POST", f"{path}/action", action)
            waits.append(time.perf_counter() - began)
    wire.writer.close()


async def over_socketio(port: int, games: int, waits: list[float]) -> None:
    """The same by events: `botAction` and its acknowledgement, and the `updateGameState` after."""
    wire = Http(*await asyncio.open_connection(HOST, port))
    for _ in range(games):
        made = await wire.ask("POST", "/api/rooms", {"player1": "simple"})
        room, token = made["room"]["roomCode"], made["tokens"]["Player 2"]
        asked = 0.0

        def hear(transport: WSTransport, message: bytes) -> None:
            nonlocal asked
            if message.startswith(b'42["updateGameState"'):
                state = json.loads(message[2:])[1]
                action = choose(state)
                if action is not None and not asked:
                    asked = time.perf_counter()
                    text = "421" + json.dumps(["botAction", action])
                    transport.send(WSMsgType.TEXT, text.encode())
                elif state["game"]["isOver"]:
                    transport.disconnect()
            elif message.startswith(b"431["):
                assert message.startswith(b'431[{"success":true'), message
                waits.append(time.perf_counter() - asked)
                asked = 0.0
            elif message == b"2":
                transport.send(WSMsgType.TEXT, b"3")

        join = json.dumps(["join", {"room": room, "token": token}])
        url = f"ws://{HOST}:{port}/socket.io/?EIO=4&transport=websocket"
        one = await listen(url, ["40", f"42{join}"], hear)
        await asyncio.wait_for(one.over, 60)
    wire.writer.close()


def quantile(values: list[float], share: float) -> float:
    """The value below which that share lies."""
    return sorted(values)[int(share * (len(values) - 1))] if values else 0.0


async def act(what: str, http_port: int, poker_port: int, count: int) -> None:
    """Be the clients of one measurement, and print their side of it."""
    waits: list[float] = []
    if what == "watch":
        print(json.dumps(await watch(poker_port, count)))
        return
    if what == "rooms":
        await asyncio.gather(*(over_http(http_port, 1, waits) for _ in range(count)))
    elif what == "http":
        await over_http(http_port, count, waits)
    else:
        await over_socketio(http_port, count, waits)
    told = {"actions": len(waits), "median": statistics.median(waits)}
    print(json.dumps(told | {"p99": quantile(waits, 0.99)}))


# The server.


def resident() -> float:
    """Memory of this process in KB."""
    return float(Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0])


async def measure(what: str, count: int) -> dict[str, float]:
    """Serve the clients of another process; the figures of both."""
    settings = Settings(port=0, poker_port=0, lobby_wait=0.2, max_requests=1e9)
    server = Server(settings)
    await server.start()
    gc.collect()
    before = most = resident()
    words = [what, str(server.port), str(server.poker_port), str(count)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", __file__, "--act", *words, stdout=subprocess.PIPE
    )
    began = time.process_time()
    ending = asyncio.ensure_future(process.communicate())
    while not ending.done():
        await asyncio.wait([ending], timeout=0.05)
        most = max(most, resident())
    spent = time.process_time() - began
    told: dict[str, float] = json.loads(ending.result()[0])
    await server.stop()
    return told | {"cpu": 1000 * spent / told["actions"], "kb": (most - before) / max(1, count)}


def report(rows: list[tuple[str, Callable[[], Awaitable[dict[str, float]]]]]) -> dict[str, float]:
    """Measure and print; the processor time of each row."""
    print("| | actions | server CPU per action, ms | p99 at the client, ms | KB each |")
    print("|---|--:|--:|--:|--:|")
    found = {}
    for name, run in rows:
        row = uvloop.run(run())  # type: ignore[arg-type]
        found[name] = row["cpu"]
        print(
            f"| {name} | {row['actions']:.0f} | {row['cpu']:.3f} | {1000 * row['p99']:.1f} |"
            f" {row['kb']:.0f} |",
            flush=True,
        )
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--act", nargs=4, help=argparse.SUPPRESS)
    parser.add_argument("--games", type=int, default=100, help="games over HTTP and Socket.IO")
    asked = parser.parse_args()
    if asked.act:
        what, *numbers = asked.act
        uvloop.run(act(what, *map(int, numbers)))
        return
    print(f"Engines {'compiled' if pitboss.COMPILED else 'interpreted'}.\n")
    rows = [
        ("a table that nobody watches", lambda: measure("watch", 0)),
        ("500 spectators at one table", lambda: measure("watch", 500)),
        ("300 rooms at once, over HTTP", lambda: measure("rooms", 300)),
        ("one room after the other, HTTP", lambda: measure("http", asked.games)),
        ("one room after the other, Socket.IO", lambda: measure("socketio", asked.games)),
    ]
    found = report(rows)  # type: ignore[arg-type]
    http, events = (found[f"one room after the other, {wire}"] for wire in ("HTTP", "Socket.IO"))
    print(f"\nSocket.IO costs {events / http:.2f} times the HTTP pair, wanted at most 2.")


if __name__ == "__main__":
    main()
