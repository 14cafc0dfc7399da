"""A server that is killed again and again: its tables come back, and nothing is played twice."""

import asyncio
import contextlib
import json
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from poker_rig import call_down
from uno_online_client import Client
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from pitboss.games.holdem import TOURNAMENT
from pitboss.games.record import Record
from pitboss.store import LiveJournal
from pitboss.store.live_games import GameRow

KILLS = 20
SEED = 20_261
Json = dict[str, Any]


def free_port() -> int:
    """One that the system gives to nobody else while the server is down."""
    lowest = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        port = random.SystemRandom().randrange(10_000, lowest)
        with socket.socket() as listening, contextlib.suppress(OSError):
            listening.bind(("127.0.0.1", port))
            return port


@dataclass
class Phoenix:
    """`pitboss serve` on ports of its own, killed and started again."""

    folder: Path
    options: tuple[str, ...] = ()
    port: int = field(default_factory=free_port)
    poker_port: int = field(default_factory=free_port)
    kills: int = 0
    process: subprocess.Popen[str] | None = None

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pause(self) -> float:
        """Seconds before each move, so that a game lasts until the last kill."""
        return 0.1 if self.kills < KILLS else 0.0

    def start(self) -> None:
        command = [sys.executable, "-m", "pitboss", "serve", "--port", str(self.port)]
        command += ["--poker-port", str(self.poker_port), "--db", str(self.folder / "pitboss.db")]
        with (self.folder / "server.log").open("a") as log:
            self.process = subprocess.Popen(
                [*command, "--table", "friday=seats=3", *self.options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        assert self.process.stdout.readline().startswith("HTTP"), self.log()

    def log(self) -> str:
        return (self.folder / "server.log").read_text()

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()
        self.kills += 1

    async def die_and_rise(self, luck: random.Random) -> None:
        """All the kills, at random moments."""
        while self.kills < KILLS:
            await asyncio.sleep(luck.uniform(0.05, 0.4))
            self.kill()
            await asyncio.to_thread(self.start)

    def games(self) -> dict[str, GameRow]:
        """What the journal has in the end, by table."""
        with LiveJournal.open(str(self.folder / "pitboss.db")) as journal:
            return {row.table: row for row in journal.games()}


@contextlib.contextmanager
def phoenix(folder: Path, *options: str) -> Any:
    server = Phoenix(folder, options)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None:
            server.process.kill()
            server.process.communicate()


# Players who come back, over every wire; each decides by what it is asked alone.


async def again(session: Callable[[], Awaitable[bool]]) -> None:
    """One connection after the other, until the game is over."""
    while True:
        with contextlib.suppress(OSError, WebSocketException, EOFError, TimeoutError):
            if await session():
                return
        await asyncio.sleep(0.05)


async def poker_player(server: Phoenix, name: str) -> Json:
    """A calling station of AlgoPoker; how the tournament ended."""
    token = ""
    end: Json = {}

    async def session() -> bool:
        nonlocal token, end
        async with connect(f"ws://127.0.0.1:{server.poker_port}/friday", close_timeout=1) as ws:
            join = {"type": "join", "name": name} | ({"token": token} if token else {})
            await ws.send(json.dumps(join))
            seat = -1
            async for frame in ws:
                message = json.loads(frame)
                token = message.get("token") or token
                if message["type"] == "game_start":
                    seat = message["player_names"].index(name)
                elif message["type"] == "action_request" and message["actor_seat"] == seat:
                    await asyncio.sleep(server.pause / 4)
                    await ws.send(json.dumps({"type": "action", "action": call_down(message)}))
                elif message["type"] == "game_end":
                    end = message
                    return True
        return False

    await again(session)
    return end


async def native_player(server: Phoenix, name: str, numbers: list[int]) -> Json:
    """Plays what it is offered first; how the game ended. Messages must be numbered upwards."""
    token, since = "", 0
    end: Json = {}

    async def session() -> bool:
        nonlocal token, since, end
        async with connect(f"ws://127.0.0.1:{server.port}/ws/native", close_timeout=1) as ws:
            join = {"type": "join", "name": name, "game": "official,target=0", "seats": 2}
            if token:
                join |= {"token": token, "since": since}
            await ws.send(json.dumps(join))
            async for frame in ws:
                message = json.loads(frame)
                token = message.get("token") or token
                if "seq" in message:
                    since = message["seq"]
                    numbers.append(since)
                if message["type"] == "turn":
                    await asyncio.sleep(server.pause)
                    answer = {"type": "action", "turn": message["turn"]}
                    await ws.send(json.dumps(answer | {"action": message["legal"][0]}))
                elif message["type"] == "result":
                    end = message
                    return True
        return False

    await again(session)
    return end


def uno_choice(state: Json) -> Json | None:
    """What a player of the uno-online wire does, by its view alone."""
    if not state["botContext"]["isMyTurn"]:
        return None
    me = state["player2"] if "cards" in state["player2"] else state["player1"]
    if not me["playableCards"]:
        return {"action": "draw"}
    card = me["playableCards"][0]["code"]
    return {"action": "play", "card": card, "color": "R", "callUno": True}


async def http_player(server: Phoenix, room: str, token: str) -> None:
    """Polls, and acts when it is its turn; it needs no connection."""
    bearer = {"authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=server.http, headers=bearer, timeout=10) as client:
        while True:
            with contextlib.suppress(httpx.TransportError):
                answer = await client.get(f"/api/game/{room}/state")
                if answer.status_code == 404:
                    raise AssertionError(answer.text)
                state = answer.json()["gameState"]
                if state["game"]["isOver"]:
                    return
                if action := uno_choice(state):
                    await client.post(f"/api/game/{room}/action", json=action)
            await asyncio.sleep(server.pause or 0.005)


async def socketio_player(server: Phoenix, room: str, token: str) -> None:
    """Is told, and acts; comes back with its token."""
    while True:
        with contextlib.suppress(Exception):
            async with Client(server.http, transports=["websocket"]) as client:
                refused, _ = await client.join(room, token=token)
                assert refused is None, refused
                acted = -1
                while client.io.connected:
                    states = client.all("updateGameState")
                    if states and states[-1]["game"]["isOver"]:
                        return
                    turn = states[-1]["game"]["turnNumber"] if states else -1
                    if turn > acted and (action := uno_choice(states[-1])):
                        acted = turn
                        await client.act(action)
                    await asyncio.sleep(server.pause or 0.005)
        await asyncio.sleep(0.05)


async def make_room(server: Phoenix, room: str) -> list[str]:
    order = {"room": room, "player1": "outside", "player2": "outside", "seed": SEED}
    async with httpx.AsyncClient(base_url=server.http, timeout=60) as client:
        made = (await client.post("/api/rooms", json=order)).json()
    return list(made["tokens"].values())


async def undisturbed(server: Phoenix) -> None:
    server.kills = KILLS
    one, other = await make_room(server, "quiet")
    await asyncio.gather(http_player(server, "quiet", one), http_player(server, "quiet", other))


async def disturbed(server: Phoenix, numbers: list[int]) -> list[Json]:
    async with asyncio.timeout(900):
        rooms = [await make_room(server, room) for room in ("http", "socketio")]
        ends = await asyncio.gather(
            *[poker_player(server, name) for name in ("ada", "bob", "cyd")],
            native_player(server, "eve", numbers),
            native_player(server, "fay", []),
            *[http_player(server, "http", token) for token in rooms[0]],
            *[socketio_player(server, "socketio", token) for token in rooms[1]],
            server.die_and_rise(random.Random(SEED)),
        )
    return [end for end in ends if end]


@pytest.mark.slow
def test_tables_and_rooms_survive_twenty_kills(tmp_path: Path) -> None:
    numbers: list[int] = []
    quiet, loud = tmp_path / "quiet", tmp_path / "loud"
    quiet.mkdir()
    loud.mkdir()
    with phoenix(quiet) as server:
        asyncio.run(undisturbed(server))
        expected = server.games()["quiet"]
    with phoenix(loud) as server:
        ends = asyncio.run(disturbed(server, numbers))
        games = server.games()

    assert server.kills == KILLS
    assert {name: row.state for name, row in games.items()} == dict.fromkeys(
        ("friday", "native", "http", "socketio"), "finished"
    )
    # The same deal and the same decisions: the same game, move by move.
    for room in ("http", "socketio"):
        assert games[room].actions == expected.actions
        assert games[room].places == expected.places
        assert games[room].faults == ()
    # Nobody was folded for the server's absence.
    assert games["friday"].faults == ()
    assert called_down(games["friday"].record())
    assert games["native"].faults == ()
    assert numbers == sorted(numbers)
    assert len(ends) == 5
    assert "can't go on" not in server.log()


def called_down(record: Record) -> bool:
    """Whether every decision was a calling station's."""
    game: Any = TOURNAMENT.new(TOURNAMENT.rules(record.rules), record.seats, int(record.seed))
    for action in record.actions:
        words = TOURNAMENT.write_action(action)
        if words not in ("check", "call"):
            return False
        game.apply(action)
    return bool(game.actor() < 0)


def test_who_does_not_come_back_is_waited_for_and_then_played_for(tmp_path: Path) -> None:
    async def play() -> None:
        task = asyncio.create_task(native_player(server, "eve", []))
        async with connect(f"ws://127.0.0.1:{server.port}/ws/native") as ws:
            await ws.send(json.dumps({"type": "join", "name": "fay"}))
            while json.loads(await ws.recv())["type"] != "hello":
                pass
            await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        await asyncio.wait_for(task, 180)

    with phoenix(tmp_path, "--reconnect-grace", "5") as server:
        server.kills = KILLS
        asyncio.run(play())
        games = server.games()

    game = games["native"]
    assert game.state == "finished"
    assert [(game.names[fault.seat], fault.kind) for fault in game.faults] == [
        ("fay", "disconnected")
    ]
    assert game.places[game.names.index("eve")] == 1


def test_strangers_do_not_come_back_to_a_seat(tmp_path: Path) -> None:
    async def play() -> None:
        one, _ = await make_room(server, "room")
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        async with httpx.AsyncClient(base_url=server.http, timeout=60) as client:
            last = "y" if one.endswith("x") else "x"
            guessed = {"authorization": f"Bearer {one[:-1]}{last}"}
            refused = await client.get("/api/game/room/state", headers=guessed)
            right = {"authorization": f"Bearer {one}"}
            welcome = await client.get("/api/game/room/state", headers=right)
        assert refused.json()["error"] == "bad_token"
        assert welcome.json()["success"]
        tokens.append(one)

    tokens: list[str] = []
    with phoenix(tmp_path) as server:
        asyncio.run(play())
        logs = [path.read_text() for path in tmp_path.rglob("*.moves")]

    assert len(logs) == 1
    assert tokens[0] not in logs[0]


@pytest.mark.slow
def test_a_program_that_somebody_brought_goes_on_in_its_own_lines(tmp_path: Path) -> None:
    async def play(server: Phoenix) -> tuple[Json, Json]:
        url = f"ws://127.0.0.1:{server.port}/ws/brought"
        join = {"type": "join", "name": "mine", "game": "jedna", "house": ["simple"]}

        async def asked(token: str = "") -> tuple[str, Json]:
            async with connect(url) as socket:
                await socket.send(json.dumps({**join, "wire": "auto", "token": token}))
                while True:
                    message = json.loads(await socket.recv())
                    if message["type"] == "waiting":
                        token = message["token"]
                    if message["type"] == "hello":
                        assert message["wire"] == "jedna"
                    if message.get("turn"):
                        return token, message

        token, before = await asked()
        server.kill()
        await asyncio.to_thread(server.start)
        _, after = await asked(token)
        return before, after

    with phoenix(tmp_path, "--reconnect-grace", "60") as server:
        before, after = asyncio.run(play(server))

    assert before["type"] == "line"
    assert (after["text"], after["turn"]) == (before["text"], before["turn"])
