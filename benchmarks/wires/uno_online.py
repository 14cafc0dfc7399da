"""What the uno-online HTTP server costs: processor time per GET of the state and POST of an action.

`python benchmarks/wires/uno_online.py` needs an installed pitboss, compiled for figures that count.
The player runs in a process of its own over one kept connection, against the built-in `simple`.
Beside it, in the same run, a bare Starlette app that only decodes and encodes JSON of the same
sizes.
"""

import argparse
import asyncio
import json
import socket
import statistics
import subprocess
import sys
import time
from typing import Any

import msgspec
import uvicorn
import uvloop
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import pitboss
from pitboss.server.api import HttpApi
from pitboss.server.lobby import Places
from pitboss.server.room import Room
from pitboss.server.services import Metrics, Services
from pitboss.server.settings import Settings
from pitboss.wires.uno_online.messages import RoomOrder

WANTED = 1.5
ACTION = b'{"action":"play","card":"skipB","color":null,"callUno":false}'


class Wire:
    """One kept connection, with no more of HTTP than it takes."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\n"
        if body:
            head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
        self._socket.sendall(head.encode() + b"\r\n" + body)
        data = self._socket.recv(65536)
        while True:
            front, found, rest = data.partition(b"\r\n\r\n")
            if found:
                length = int(front.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
                if len(rest) >= length:
                    assert front.startswith(b"HTTP/1.1 200"), data
                    return rest
            data += self._socket.recv(65536)


def choose(state: dict[str, Any]) -> dict[str, Any] | None:
    """The first card that plays, else a card from the pile."""
    if not state["botContext"]["isMyTurn"]:
        return None
    playable = state["player2"]["playableCards"]
    if not playable:
        return {"action": "draw"}
    call = state["player2"]["cardCount"] == 2
    return {"action": "play", "card": playable[0]["code"], "color": "R", "callUno": call}


def play(port: int, rooms: list[str]) -> None:
    """Play the games in the rooms; print the number of pairs and how long each took."""
    wire = Wire(port)
    took: list[float] = []
    read = msgspec.json.Decoder().decode
    for room in rooms:
        while True:
            began = time.perf_counter()
            state = read(wire.ask("GET", f"/api/game/{room}/state"))["gameState"]
            action = choose(state)
            if action is None:
                break
            wire.ask("POST", f"/api/game/{room}/action", msgspec.json.encode(action))
            took.append(time.perf_counter() - began)
    print(json.dumps({"pairs": len(took), "median": statistics.median(took)}))


def repeat(port: int, pairs: int) -> None:
    """The same with an app that does nothing."""
    wire = Wire(port)
    took: list[float] = []
    for _ in range(pairs):
        began = time.perf_counter()
        wire.ask("GET", "/state")
        wire.ask("POST", "/action", ACTION)
        took.append(time.perf_counter() - began)
    print(json.dumps({"pairs": pairs, "median": statistics.median(took)}))


def bare(state: bytes) -> Starlette:
    """Starlette and msgspec, nothing else: the state from memory, and read and answered."""
    value = msgspec.json.decode(state)

    async def get(request: Request) -> Response:  # noqa: ARG001
        answer = {"success": True, "gameState": value, "timestamp": "2026-01-27T00:00:00.000Z"}
        return Response(msgspec.json.encode(answer), media_type="application/json")

    async def post(request: Request) -> Response:
        msgspec.json.decode(await request.body())
        answer = {"success": True, "message": "received", "gameState": value}
        return Response(msgspec.json.encode(answer), media_type="application/json")

    return Starlette(routes=[Route("/state", get), Route("/action", post, methods=["POST"])])


async def serve(app: Any) -> tuple[uvicorn.Server, "asyncio.Task[None]", int]:
    """Listen on a free port."""
    config = uvicorn.Config(
        app, host="127.0.0.1", port=0, lifespan="off", log_config=None, access_log=False
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110
        await asyncio.sleep(0.005)
    return server, task, server.servers[0].sockets[0].getsockname()[1]


async def measured(app: Any, *arguments: str) -> dict[str, float]:
    """Serve a client in another process; this one's processor time per pair."""
    server, task, port = await serve(app)
    process = await asyncio.create_subprocess_exec(
        sys.executable, __file__, "--client", str(port), *arguments, stdout=subprocess.PIPE
    )
    began = time.process_time()
    out, _ = await process.communicate()
    spent = time.process_time() - began
    told = json.loads(out)
    server.should_exit = True
    await task
    return {
        "pairs": told["pairs"],
        "cpu_us": 1e6 * spent / told["pairs"],
        "pair_us": 1e6 * told["median"],
    }


async def once(games: int) -> tuple[dict[str, float], dict[str, float], int]:
    """Ours and the bare one, one after the other."""
    settings = Settings(max_requests=1e9, max_rooms=games + 1)
    services = Services(settings=settings, metrics=Metrics(), journal=None, now=time.monotonic)
    api = HttpApi(services, Places(services))
    codes = []
    sizes = []
    for number in range(games):
        room = api.rooms.create(RoomOrder(player1="simple", seed=f"bench/{number}"))
        assert isinstance(room, Room)
        codes.append(room.code)
        sizes.append(room.view(1))
    middle = sorted(sizes, key=lambda view: len(bytes(view)))[games // 2]
    ours = await measured(api.app, *codes)
    api.rooms.close()
    plain = await measured(bare(bytes(middle)), "--pairs", str(int(ours["pairs"])))
    return ours, plain, len(bytes(middle))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--client", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--pairs", type=int, help=argparse.SUPPRESS)
    parser.add_argument("rooms", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--games", type=int, default=200, help="games in each run")
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    if asked.client and asked.pairs:
        repeat(asked.client, asked.pairs)
        return
    if asked.client:
        play(asked.client, asked.rooms)
        return
    runs = [uvloop.run(once(asked.games)) for _ in range(asked.runs)]
    print(
        f"compiled: {pitboss.COMPILED}; state of {runs[0][2]} bytes; {runs[0][0]['pairs']:g} pairs"
    )
    print("| | CPU per pair, us | pair, us |\n|---|---|---|")
    for name, at in (("pitboss", 0), ("bare Starlette + msgspec", 1)):
        cpu = statistics.median(run[at]["cpu_us"] for run in runs)  # type: ignore[index]
        pair = statistics.median(run[at]["pair_us"] for run in runs)  # type: ignore[index]
        print(f"| {name} | {cpu:.0f} | {pair:.0f} |")
    ratio = statistics.median(run[0]["cpu_us"] / run[1]["cpu_us"] for run in runs)
    print(f"ratio {ratio:.2f}, wanted at most {WANTED}")


if __name__ == "__main__":
    main()
