"""Any game over WebSocket frames of our own protocol, on a real server with an outside client."""

import json
import random
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from sandbox_rig import needs_sandbox
from uno_online_server import Served, served
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from pitboss.server.programs import read_programs
from pitboss.server.settings import Settings

AGENT = Path(__file__).parents[2] / "src" / "pitboss" / "examples" / "jedna_simple.py"


def url(server: Served, table: str) -> str:
    return f"{server.url.replace('http', 'ws')}/ws/{table}"


def decide(turn: dict[str, Any]) -> str | int:
    choices: list[str | int] = list(turn["legal"])
    if turn["range"]:
        choices.append(turn["range"]["low"])
    return random.choice(choices)


def play(socket: ClientConnection, seen: list[dict[str, Any]]) -> None:
    """Answer turns at random until the server closes."""
    for frame in socket:
        message = json.loads(frame)
        seen.append(message)
        if message["type"] == "turn":
            answer = {"type": "action", "turn": message["turn"], "action": decide(message)}
            socket.send(json.dumps(answer))


def meet(server: Served, table: str, order: dict[str, Any], names: list[str]) -> list[list[Any]]:
    """Players who join one after the other and play to the end; what each of them saw."""
    seen: list[list[Any]] = [[] for _ in names]

    def sit(number: int) -> None:
        with connect(url(server, table)) as socket:
            socket.send(json.dumps({"type": "join", "name": names[number], **order}))
            play(socket, seen[number])

    threads = [Thread(target=sit, args=(number,)) for number in range(len(names))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)
    return seen


@pytest.mark.parametrize(
    ("game", "seats", "house"),
    [
        ("jedna", 2, []),
        ("official,target=0", 4, ["simple", "random"]),
        ("algopoker,stack=1000", 3, ["simple"]),
        ("cash,hands=3", 2, []),
        ("holdem", 6, ["simple", "random", "agent"]),
    ],
)
def test_any_game_is_played_to_its_end_by_connections_and_the_house(
    game: str, seats: int, house: list[str]
) -> None:
    native = Path(__file__).parents[2] / "src" / "pitboss" / "examples" / "native_random.py"
    programs = read_programs([f"agent:native={sys.executable} {native}"], [])
    names = [f"bot {number}" for number in range(seats - len(house))]
    with served(Settings(programs=programs)) as server:
        seen = meet(server, "friday", {"game": game, "seats": seats, "house": house}, names)

    for messages in seen:
        hello = next(message for message in messages if message["type"] == "hello")
        assert hello["seats"] == seats
        assert len(set(hello["names"])) == seats
        assert messages[-1]["type"] == "result"
        assert len(messages[-1]["places"]) == seats
        assert not [message for message in messages if message["type"] == "error"]
    # Each has numbers of its own.
    results = [{**messages[-1], "seq": 0} for messages in seen]
    assert all(result == results[0] for result in results)


def test_a_jedna_agent_over_stdio_meets_a_connection() -> None:
    programs = read_programs([f"agent={sys.executable} {AGENT}"], [])
    with served(Settings(programs=programs)) as server:
        seen = meet(server, "t", {"game": "jedna", "seats": 2, "house": ["agent"]}, ["me"])

    assert seen[0][-1]["type"] == "result"


@needs_sandbox
def test_a_program_plays_in_a_sandbox_where_the_servers_owner_wants_it(tmp_path: Path) -> None:
    bot, secret = tmp_path / "bot" / "agent.py", tmp_path / "secret"
    bot.parent.mkdir()
    secret.write_text("cards")
    # Who can read it does not play.
    look = f"import os\nassert not os.path.exists({str(secret)!r})\n"
    bot.write_text(look + Path(AGENT).read_text())
    order = {"game": "jedna", "seats": 2, "house": ["agent"]}
    ends = {}
    # Its folder is a bot, too.
    for sandbox, command in (("off", f"{sys.executable} {bot}"), ("require", str(bot.parent))):
        programs = read_programs([f"agent={command}"], [], sandbox)
        with served(Settings(programs=programs)) as server:
            (messages,) = meet(server, "t", order, ["me"])
        assert messages[-1]["type"] == "result"
        ends[sandbox] = messages[-1]["reason"]

    assert ends == {"off": "withdrawal", "require": "went-out"}


@pytest.mark.parametrize(
    ("table", "first", "message"),
    [
        ("t", "hello", "the first message must be"),
        ("t", "[" * 10_000, "the first message must be"),
        ("t", '{"type":"join"}', "missing required field `name`"),
        ("t", '{"type":"join","name":"  "}', "name: 1 to 32"),
        ("t", '{"type":"join","name":"a","game":"chess"}', "there is no game 'chess'"),
        ("t", '{"type":"join","name":"a","game":"jedna,x=1"}', "there is no knob 'x'"),
        ("t", '{"type":"join","name":"a","seats":11}', "seats: 2 to 10 may play, not 11"),
        ("t", '{"type":"join","name":"a","house":["nobody"]}', "house: there is no 'nobody'"),
        ("t", '{"type":"join","name":"a","house":["simple","simple"]}', "house: fewer than"),
        ("no.dots", '{"type":"join","name":"a"}', "a table's name is"),
    ],
)
def test_a_bad_join_is_told_what_was_expected(table: str, first: str, message: str) -> None:
    with served(Settings()) as server, connect(url(server, table)) as socket:
        socket.send(first)
        error = json.loads(socket.recv(timeout=60))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=60)

    assert (error["type"], error["code"]) == ("error", "bad_join")
    assert message in error["message"]
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def test_nobody_joins_under_a_taken_name_or_a_game_that_has_begun() -> None:
    join = json.dumps({"type": "join", "name": "one"})
    with served(Settings()) as server, connect(url(server, "t")) as one:
        one.send(join)
        waiting = json.loads(one.recv(timeout=60))
        assert waiting.pop("token")
        assert waiting == {"type": "waiting", "joined": 1, "seats": 2}
        with connect(url(server, "t")) as twin:
            twin.send(join)
            assert "is taken" in json.loads(twin.recv(timeout=60))["message"]
        with connect(url(server, "t")) as two, connect(url(server, "t")) as late:
            two.send(json.dumps({"type": "join", "name": "two"}))
            assert json.loads(two.recv(timeout=60))["joined"] == 2
            late.send(json.dumps({"type": "join", "name": "late"}))
            assert "has begun" in json.loads(late.recv(timeout=60))["message"]


def test_wrong_late_and_unasked_answers_cost_nothing_but_an_error() -> None:
    seen: list[dict[str, Any]] = []
    with served(Settings()) as server, connect(url(server, "t")) as socket:
        order = {"type": "join", "name": "me", "game": "jedna", "seats": 2, "house": ["simple"]}
        socket.send(json.dumps(order))
        tried = 0
        for frame in socket:
            message = json.loads(frame)
            seen.append(message)
            if message["type"] == "turn":
                turn = message["turn"]
                tried += 1
                if tried == 1:
                    socket.send("nonsense")
                elif tried == 2:
                    socket.send(json.dumps({"type": "action", "turn": turn, "action": "fly"}))
                else:
                    socket.send(json.dumps({"type": "action", "turn": 0, "action": "draw"}))
                    legal = decide(message)
                    socket.send(json.dumps({"type": "action", "turn": turn, "action": legal}))

    codes = [message["code"] for message in seen if message["type"] == "error"]
    assert codes[:2] == ["bad_json", "bad_action"]
    assert seen[-1]["type"] == "result"


def test_a_connection_that_leaves_forfeits_and_the_other_wins() -> None:
    seen: list[dict[str, Any]] = []
    with served(Settings()) as server, connect(url(server, "t")) as stays:
        join = {"type": "join", "game": "jedna", "seats": 2}
        stays.send(json.dumps(join | {"name": "stays"}))
        with connect(url(server, "t")) as leaves:
            leaves.send(json.dumps(join | {"name": "leaves"}))
            leaves.recv(timeout=60)
        play(stays, seen)

    assert seen[-1]["places"] == [1, 2]
    assert seen[-1]["reason"] == "withdrawal"


def test_a_page_from_elsewhere_is_turned_away() -> None:
    foreign = {"Origin": "https://example.org"}
    with (
        served(Settings()) as server,
        pytest.raises(InvalidStatus, match="403"),
        connect(url(server, "t"), additional_headers=foreign),
    ):
        pass


def test_who_comes_back_after_the_end_is_told_so_and_orders_no_new_game() -> None:
    order = {"type": "join", "name": "red", "game": "holdem", "house": ["simple"]}
    with served(Settings()) as server:
        seen: list[dict[str, Any]] = []
        with connect(url(server, "friday")) as socket:
            socket.send(json.dumps(order))
            play(socket, seen)
        with connect(url(server, "friday")) as socket:
            socket.send(json.dumps({**order, "token": seen[0]["token"]}))
            answer = json.loads(socket.recv())

    assert seen[-1]["type"] == "result"
    assert (answer["type"], answer["code"]) == ("error", "game_over")
