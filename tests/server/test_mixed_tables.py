"""Any mix of wires at one table, over real transports: a process, its two ports, real clients."""

import asyncio
import json
import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import socketio  # type: ignore[import-untyped]
from serve_rig import Running, serving
from stdio import EXAMPLES
from websockets.sync.client import ClientConnection, connect

from pitboss.store.live_journal import LiveJournal

Json = dict[str, Any]


def heard(socket: ClientConnection, kind: str) -> Json:
    """The next message of that type."""
    while True:
        message: Json = json.loads(socket.recv(timeout=60))
        if message["type"] == kind:
            return message


def native(server: Running, table: str) -> ClientConnection:
    return connect(f"{server.http.replace('http', 'ws')}/ws/{table}")


def play_poker(socket: ClientConnection, name: str) -> Json:
    """An AlgoPoker client that goes all in; how the game ended."""
    seat = heard(socket, "game_start")["player_names"].index(name)
    while True:
        message: Json = json.loads(socket.recv(timeout=60))
        if message["type"] == "game_end":
            return message
        if message["type"] == "action_request" and message["actor_seat"] == seat:
            raises = [a for a in message["game_state"]["valid_actions"] if a["type"] == "raise"]
            action = {"type": "raise", "amount": raises[0]["max_amount"]} if raises else None
            call = {"type": message["game_state"]["valid_actions"][1]["type"]}
            socket.send(json.dumps({"type": "action", "action": action or call}))


def play_native(socket: ClientConnection, seen: list[Json]) -> Json:
    """A native client that plays at random; how the game ended."""
    rng = random.Random(3)
    while True:
        message: Json = json.loads(socket.recv(timeout=60))
        seen.append(message)
        if message["type"] == "result":
            return message
        if message["type"] == "turn":
            choices = list(message["legal"])
            answer = {"type": "action", "turn": message["turn"], "action": rng.choice(choices)}
            socket.send(json.dumps(answer))


def in_thread(call: Callable[[], Any]) -> Callable[[], Any]:
    """Start it now; call what is returned for its result."""
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(call()), daemon=True)
    thread.start()

    def wait() -> Any:
        thread.join(180)
        assert results, "it did not end"
        return results[0]

    return wait


def test_four_wires_meet_at_one_holdem_table(tmp_path: Path) -> None:
    program = f"caller={sys.executable} {EXAMPLES / 'poker_caller.py'}"
    options = ("--seat", "simple", "--program", program, "--seat", "caller")
    with serving(*options, "--lobby-wait", "4", "--data", str(tmp_path)) as server:
        with connect(server.poker) as poker, native(server, "main") as ours:
            poker.send(json.dumps({"type": "join", "name": "ann"}))
            heard(poker, "waiting")
            ours.send(json.dumps({"type": "join", "name": "bob"}))
            assert heard(ours, "waiting")["joined"] == 4
            seen: list[Json] = []
            ending = in_thread(lambda: play_native(ours, seen))
            end = play_poker(poker, "ann")
            result = ending()

        assert end["player_names"] == ["simple", "caller", "ann", "bob"]
        assert end["places"] == result["places"]
        assert end["seed"] == result["seed"]
        assert next(m for m in seen if m["type"] == "hello")["game"] == "holdem-tournament"
        server.stop()
    with LiveJournal.open(str(tmp_path / "pitboss.db")) as journal:
        (game,) = journal.games()
    sorts = [(player.sort, player.wire) for player in game.players]
    assert sorts[0] == ("built-in", "")
    assert sorts[1][0] == "program"
    assert sorts[2:] == [("connection", "algopoker"), ("connection", "native")]
    assert list(game.record().replay().result().places) == end["places"]


# UNO: a Socket.IO client against a bot of another wire.


class SocketPlayer:
    """A Socket.IO client that plays the first card it may, or draws; in a thread of its own."""

    def __init__(self, url: str, room: str) -> None:
        self.over = threading.Event()
        self.ready = threading.Event()
        self.end: Json = {}
        self.seat: Json = {}
        self._url = url
        self._room = room
        self._thread = threading.Thread(target=lambda: asyncio.run(self._play()), daemon=True)
        self._thread.start()
        assert self.ready.wait(60)

    async def _play(self) -> None:
        self._stop = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._client = client = socketio.AsyncClient(reconnection=False)
        client.on("updateGameState", self._state)
        client.on("gameOver", self._ended)
        await client.connect(self._url, wait_timeout=60)
        _, self.seat = await client.call("join", {"room": self._room, "name": "sue"}, timeout=60)
        self.ready.set()
        await self._stop.wait()
        await client.disconnect()

    def leave(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(60)

    async def _state(self, state: Json) -> None:
        context = state["botContext"]
        if not context["isMyTurn"]:
            return
        own = state["player1"] if "cards" in state["player1"] else state["player2"]
        if context["canPlay"]:
            card = own["playableCards"][0]
            action: Json = {"action": "play", "card": card["code"], "callUno": True}
            if card["color"] is None:
                action["color"] = "R"
        else:
            action = {"action": "draw"}
        await self._client.emit("botAction", action)

    async def _ended(self, told: Json) -> None:
        self.end = told
        self.over.set()


@contextmanager
def socket_player(server: Running, room: str) -> Iterator[SocketPlayer]:
    player = SocketPlayer(server.http, room)
    try:
        yield player
    finally:
        player.leave()


def make_room(server: Running) -> tuple[str, Json]:
    # With these cards both sides have to draw, early and late.
    order = {"player1": "human", "player2": "outside", "seed": "mixed"}
    answer = httpx.post(f"{server.http}/api/rooms", json=order, timeout=60).json()
    return answer["room"]["roomCode"], answer["tokens"]


def poll(server: Running, room: str, token: str) -> Json:
    """An HTTP bot; the last state that it saw."""
    url = f"{server.http}/api/game/{room}"
    with httpx.Client(headers={"authorization": f"Bearer {token}"}, timeout=60) as http:
        while True:
            state: Json = http.get(f"{url}/state").json()["gameState"]
            if state["game"]["isOver"]:
                return state
            if not state["botContext"]["isMyTurn"]:
                continue
            playable = state["player2"]["playableCards"]
            action: Json = {"action": "draw"}
            if playable:
                action = {"action": "play", "card": playable[0]["code"], "callUno": True}
                if playable[0]["color"] is None:
                    action["color"] = "B"
            http.post(f"{url}/action", json=action)


def test_an_http_bot_meets_a_socketio_client() -> None:
    with serving() as server:
        room, tokens = make_room(server)
        with socket_player(server, room) as sue:
            assert sue.seat["name"] == "Player 1"
            state = poll(server, room, tokens["Player 2"])
            assert sue.over.wait(60)

    assert sue.end["winner"] == state["game"]["winner"]


def test_a_socketio_client_meets_a_native_one_while_somebody_watches() -> None:
    with serving("--organiser-token", "boss") as server:
        room, tokens = make_room(server)
        with (
            native(server, room) as watcher,
            native(server, room) as boss,
            native(server, room) as ours,
            socket_player(server, room) as sue,
        ):
            watcher.send(json.dumps({"type": "watch"}))
            boss.send(json.dumps({"type": "watch", "token": "boss"}))
            ours.send(json.dumps({"type": "join", "name": "ned", "token": tokens["Player 2"]}))
            seen: list[Json] = []
            result = play_native(ours, seen)
            assert sue.over.wait(60)
            told = [json.loads(frame) for frame in watcher]
            all_told = [json.loads(frame) for frame in boss]

    assert sue.end["scores"] == result["scores"]
    assert next(m for m in seen if m["type"] == "hello")["seat"] == 1
    assert told[-1]["type"] == all_told[-1]["type"] == "result"
    assert told[-1]["places"] == result["places"]
    states = [m for m in told if m["type"] == "state"]
    assert states[0]["view"]["hand"] == []
    assert not any(m["view"]["hands"] for m in states)
    drawn = [m for m in told if m["type"] == "event" and m["name"] == "drew"]
    assert drawn
    assert not any("cards" in m["facts"] for m in drawn)
    assert any("cards" in m["facts"] for m in all_told if m["type"] == "event")


@pytest.mark.parametrize("since", ["the last message", "nothing"])
def test_a_native_client_that_returns_misses_nothing_and_hears_nothing_twice(since: str) -> None:
    order = {"game": "jedna", "seats": 2, "house": ["simple"]}
    with serving() as server:
        seen: list[Json] = []
        with native(server, "t") as first:
            first.send(json.dumps({"type": "join", "name": "ned", **order}))
            token = heard(first, "waiting")["token"]
            while not seen or seen[-1]["type"] != "turn":
                seen.append(json.loads(first.recv(timeout=60)))
            answer = {"type": "action", "turn": seen[-1]["turn"], "action": seen[-1]["legal"][0]}
            first.send(json.dumps(answer))
        last = seen[-1]["seq"] if since == "the last message" else 0
        with native(server, "t") as second:
            again = {"type": "join", "name": "ned", "token": token, "since": last}
            second.send(json.dumps(again))
            later: list[Json] = []
            play_native(second, later)

    assert [m["seq"] for m in seen] == list(range(1, len(seen) + 1))
    if since == "nothing":
        assert [m["type"] for m in later[:2]] == ["hello", "state"]
        later = [m for m in later if m["seq"] > later[1]["seq"]]
    else:
        assert later[0]["seq"] == last + 1
    numbers = [m["seq"] for m in later]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
