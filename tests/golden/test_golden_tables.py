"""Every message at the tables of a server: AlgoPoker over WebSocket, and native for any game."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import native_socket
import poker_socket
import pytest
from golden_fixtures import golden
from golden_match import transcripts
from golden_normal import normal
from golden_record import Golden
from golden_server import PATIENCE, Line, Server, join, serving
from poker_bot import decide

__all__ = ["golden"]

pytestmark = pytest.mark.slow

ORGANISER = "organiser-secret"
# It begins when the organiser says so.
LOBBY = ("--lobby-wait", "600", "--organiser-token", ORGANISER)
START = json.dumps({"type": "start", "token": ORGANISER})
# Game, seats, who connects, who is of the house.
NATIVE = {
    "uno": [
        ("jedna", 2, ["tidy", "rude"], []),
        ("official,target=0", 4, ["tidy", "rude"], ["simple", "random"]),
        ("jedna-reference", 3, ["rude"], ["simple", "agent"]),
        ("uno-online", 2, ["rude"], ["simple"]),
        ("official,target=1", 3, ["tidy"], ["simple", "any"]),
    ],
    "holdem": [
        ("holdem", 3, ["tidy", "rude"], ["any"]),
        ("algopoker,stack=2000", 3, ["tidy", "rude"], ["simple"]),
        ("cash,hands=5", 3, ["rude"], ["random", "caller"]),
    ],
}
# First messages that are turned away.
BAD_JOINS = {
    "nonsense": "nonsense",
    "list": "[]",
    "nameless": '{"type":"join"}',
    "blank": '{"type":"join","name":"  "}',
    "long": json.dumps({"type": "join", "name": "x" * 33}),
    "number": '{"type":"join","name":7}',
    "taken": '{"type":"join","name":"first"}',
    "action": '{"type":"action","action":{"type":"fold"}}',
    "start": '{"type":"start"}',
    "organiser": '{"type":"spectate","token":"wrong"}',
    "early": '{"type":"start","token":"organiser-secret"}',
}
BAD_ORDERS = {
    "chess": '{"type":"join","name":"a","game":"chess"}',
    "knob": '{"type":"join","name":"a","game":"jedna,x=1"}',
    "seats": '{"type":"join","name":"a","seats":11}',
    "nobody": '{"type":"join","name":"a","house":["nobody"]}',
    "crowd": '{"type":"join","name":"a","house":["simple","simple"]}',
}


def programs() -> list[str]:
    """Bots over lines that the server may seat; each keeps what it is sent."""
    return [
        f"--program={name}:{wire}={sys.executable} {script}.py {name}.log tidy"
        for name, wire, script in (
            ("agent", "jedna-1", "jedna_bot"),
            ("any", "native", "native_bot"),
            ("caller", "algopoker", "poker_bot"),
        )
    ]


def play_out(lines: dict[str, Line], players: dict[str, Any]) -> None:
    """All connections at once, until they are closed."""
    with ThreadPoolExecutor(len(lines)) as pool:
        played = [
            pool.submit(line.follow, players.get(name, lambda _: ()))
            for name, line in lines.items()
        ]
        for one in played:
            one.result(PATIENCE)


def poker_player(name: str) -> Any:
    player = poker_socket.Player(name)
    return lambda message: filter(None, [player.reply(message)])


def compare(golden: Golden, group: str, texts: dict[str, str], folder: Path) -> None:
    """What connections heard, and what programs of the house were sent."""
    texts |= {f"program-{name}": text for name, text in transcripts(folder).items()}
    golden.compare(group, {name: normal(text) for name, text in texts.items()})


def seat_players(server: Server, names: list[str], path: str = "") -> dict[str, Line]:
    """Connections that joined one after the other, and those who watch."""
    told = {"type": "spectate"}
    lines = {
        "spectator": Line(server.poker + path, json.dumps(told)),
        "organiser": Line(server.poker + path, json.dumps(told | {"token": ORGANISER})),
    }
    for line in lines.values():
        line.until("waiting")
    for name in names:
        lines[name] = Line(server.poker + path, join(name))
        lines[name].until("waiting")
    return lines


@pytest.mark.parametrize("house", [[], ["simple", "caller"]])
def test_what_a_poker_table_tells_is_the_same(
    house: list[str], golden: Golden, tmp_path: Path
) -> None:
    names = ["tidy", "rude"]
    options = [*LOBBY, *programs(), *(f"--seat={name}" for name in house)]
    with serving(tmp_path, *options) as server:
        lines = seat_players(server, names, "/friday")
        lines["organiser"].send(START)
        play_out(lines, {name: poker_player(name) for name in names})

    texts = {name: line.text() for name, line in lines.items()}
    compare(golden, f"tables/algopoker/{len(names) + len(house)}", texts, tmp_path)


def test_a_poker_player_who_comes_back_is_told_the_same(golden: Golden, tmp_path: Path) -> None:
    with serving(tmp_path, *LOBBY) as server:
        one = Line(server.poker, join("one"))
        token = one.until("waiting")["token"]
        two = Line(server.poker, join("two"))
        two.until("waiting")
        organiser = Line(server.poker, START)
        organiser.until("action_request")
        # Whoever has the first turn leaves with it, and the other one waits.
        while (asked := one.until("action_request"))["actor_seat"] != 0:
            two.until("action_request")
            two.send(decide(asked["game_state"]))
        one.close()
        while two.until("action_request")["actor_seat"] != 1:
            pass
        again = Line(server.poker, join("one", token=token))
        assert again.until("action_request")["actor_seat"] == 1
        stranger = Line(server.poker, join("one", token="wrong"))
        stranger.until("")
        for line in (again, two, organiser):
            line.close()

    texts = {"one": one, "again": again, "two": two, "stranger": stranger}
    golden.compare("tables/come-back", {name: normal(line.text()) for name, line in texts.items()})


def test_bad_joins_are_told_the_same(golden: Golden, tmp_path: Path) -> None:
    texts = {}
    with serving(tmp_path, *LOBBY) as server:
        first = Line(server.poker, join("first"))
        first.until("waiting")
        for name, message in BAD_JOINS.items():
            line = Line(server.poker, message)
            line.until("error")
            if name != "early":
                line.hear()
            line.close()
            texts[f"algopoker-{name}"] = line.text()
        table = Line(f"{server.socket}/ws/t", join("first", seats=3))
        table.until("waiting")
        for name, message in (BAD_JOINS | BAD_ORDERS).items():
            # Orders are read by whoever makes the table.
            place = name if name in BAD_ORDERS else "t"
            line = Line(f"{server.socket}/ws/{place}", message)
            line.until("")
            texts[f"native-{name}"] = line.text()
        first.close()
        table.close()

    golden.compare("tables/bad-joins", {name: normal(text) for name, text in texts.items()})


@pytest.mark.parametrize("kind", NATIVE)
def test_what_native_tables_tell_is_the_same(kind: str, golden: Golden, tmp_path: Path) -> None:
    texts: dict[str, str] = {}
    with serving(tmp_path, *programs()) as server:
        for number, (game, seats, names, house) in enumerate(NATIVE[kind]):
            order = {"game": game, "seats": seats, "house": house}
            lines = {}
            for name in names:
                lines[name] = Line(f"{server.socket}/ws/table-{number}", join(name, **order))
                lines[name].until("waiting")
            play_out(lines, {name: native_socket.Player(name).replies for name in names})
            texts |= {f"{game}-{name}": line.text() for name, line in lines.items()}

    compare(golden, f"tables/native-{kind}", texts, tmp_path)
