"""Programs that connect by WebSocket, whole and faulty; each with what happens to the table."""

import json
import os
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from leftovers import watch
from stdio import EXAMPLES, referee
from websockets.exceptions import InvalidHandshake
from websockets.sync.client import connect

from pitboss import bots
from pitboss.games.registry import kind_named
from pitboss.play.blocking import Outcome, play
from pitboss.play.clock import TimeControl
from pitboss.play.fault import FaultKind
from pitboss.play.player import BlockingPlayer
from pitboss.play.policy import ALGOPOKER, NATIVE, Cost
from pitboss.players.inprocess import InProcessPlayer
from pitboss.players.program import Command, Limits
from pitboss.players.websocket import WebSocketPlayer
from pitboss.wires.algopoker import AlgoPokerSession
from pitboss.wires.algopoker.listen import AlgoPokerListener
from pitboss.wires.registry import choose
from pitboss.wires.wire import Setting

# A short tournament, so that a player who is folded for ever is soon out.
SHORT = "algopoker,stack=400"

# A whole bot but for `decide` and `ending`; everything it hears is told to its author.
BOT = """
import json, os, sys, time
from websockets.sync.client import connect
NAME = "bot"
count = 0
def call(server, state):
    offered = [one["type"] for one in state["valid_actions"]]
    act(server, {"type": "check" if "check" in offered else "call"})
def act(server, action):
    server.send(json.dumps({"type": "action", "action": action}))
def join(server):
    server.send(json.dumps({"type": "join", "name": NAME}))
def game(server):
    global count
    join(server)
    for frame in server:
        message = json.loads(frame)
        print(frame, file=sys.stderr, flush=True)
        if message["type"] == "game_start":
            seat = message["player_names"].index(NAME)
        if message["type"] == "action_request" and message["actor_seat"] == seat:
            count += 1
            decide(server, message["game_state"])
        if message["type"] == "game_end":
            return
decide = call
def main():
    with connect(sys.argv[1]) as server:
        game(server)
%s
main()
"""
LATER = (
    "\ndecide = lambda server, state: call(server, state) if count < 3 else wrong(server, state)\n"
)


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("OF", str(os.getpid()))
    with watch():
        yield


def simple() -> InProcessPlayer:
    return InProcessPlayer(bots.named("simple"))


def bot(
    hooks: str = "", *, patience: float = 60.0, limits: Limits | None = None
) -> WebSocketPlayer:
    command = Command(words=(sys.executable, "-c", BOT % hooks, "{url}"))
    limits = limits or Limits(stderr=1 << 24)
    session = AlgoPokerSession(all_requests=True)
    return WebSocketPlayer(
        command, session, AlgoPokerListener(), name="guest", patience=patience, limits=limits
    )


def tournament(
    *players: BlockingPlayer, rules: str = SHORT, seed: int = 1, move: float = 10.0
) -> Outcome:
    table = referee(
        rules, game="holdem-tournament", seats=len(players), seed=seed, policy=ALGOPOKER, move=move,
        startup=0.0,
    )  # fmt: skip
    return play(table, players)


def heard(player: BlockingPlayer) -> list[dict[str, Any]]:
    """The messages that a bot was sent; complete once it is closed."""
    return [json.loads(line) for line in player.stderr().splitlines() if line.startswith("{")]


def faults(outcome: Outcome, seat: int = 0) -> list[tuple[FaultKind, str]]:
    assert {incident.seat for incident in outcome.incidents} <= {seat}
    return [(one.fault.kind, one.fault.message) for one in outcome.incidents]


# Whole games.


def test_the_example_plays_as_the_bot_that_plays_alike_from_every_seat() -> None:
    words = (sys.executable, str(EXAMPLES / "poker_websocket.py"), "{url}", "me")
    with WebSocketPlayer(
        Command(words=words),
        AlgoPokerSession(all_requests=True),
        AlgoPokerListener(),
        patience=60.0,
    ) as guest:
        for seed in (1, 2, 3):
            seats: list[BlockingPlayer] = [simple(), simple(), simple()]
            alike = tournament(*seats, rules="algopoker", seed=seed).record
            seats[seed % 3] = guest

            outcome = tournament(*seats, rules="algopoker", seed=seed)

            assert outcome.incidents == ()
            assert outcome.record.actions == alike.actions


def test_messages_come_in_the_documents_order() -> None:
    with bot() as guest:
        outcome = tournament(guest, simple())
    told = [message["type"] for message in heard(guest)]

    assert outcome.incidents == ()
    assert told[:5] == ["waiting", "waiting", "game_start", "hand_start", "action_request"]
    assert told[-2:] == ["hand_end", "game_end"]
    assert "error" not in told


def test_every_request_is_sent_to_everybody_as_the_document_says() -> None:
    with bot() as guest:
        outcome = tournament(guest, simple())
    told = heard(guest)
    asked = [message["actor_seat"] for message in told if message["type"] == "action_request"]
    acted = [message["actor_seat"] for message in told if message["type"] == "action_result"]

    assert outcome.incidents == ()
    assert set(asked) == {0, 1}
    assert asked == acted


def test_other_games_are_played_over_the_native_protocol() -> None:
    hooks = """
import random
def game(server):
    server.send(json.dumps({"type": "join", "name": "any"}))
    for frame in server:
        message = json.loads(frame)
        if message["type"] == "turn":
            action = {"type": "action", "turn": message["turn"], "action": message["legal"][0]}
            server.send(json.dumps(action))
        if message["type"] == "result":
            return
"""
    kind = kind_named("uno")
    table = referee("official,target=0", policy=NATIVE)
    choice = choose("websocket", kind, kind.rules("official,target=0"), 2)
    session = choice.session(
        Setting(kind=kind, rules="official", seats=2, control=TimeControl(move=1.0))
    )
    command = Command(words=(sys.executable, "-c", BOT % hooks, "{url}"))
    assert choice.wire.listener is not None
    with WebSocketPlayer(command, session, choice.wire.listener, patience=60.0) as guest:
        outcome = play(table, [guest, simple()])

    assert outcome.incidents == ()
    assert outcome.result.reason == "went-out"


def test_two_guests_and_a_bot_meet_at_one_table() -> None:
    with bot() as one, bot() as two:
        one.start()
        two.start()
        outcome = tournament(one, simple(), two)

    assert outcome.incidents == ()
    assert heard(one)[2]["player_names"] == ["bot", "simple", "guest-2"]


def test_a_bot_finds_itself_whoever_else_has_its_name() -> None:
    with bot("NAME = 'simple'") as guest:
        outcome = tournament(simple(), guest)

    assert outcome.incidents == ()
    assert heard(guest)[2]["player_names"] == ["simple-2", "simple"]


def test_the_address_is_in_the_environment_too() -> None:
    words = (sys.executable, "-c", BOT % "sys.argv.append(os.environ['PITBOSS_URL'])")
    with WebSocketPlayer(
        Command(words=words),
        AlgoPokerSession(all_requests=True),
        AlgoPokerListener(),
        patience=60.0,
    ) as guest:
        assert tournament(guest, simple()).incidents == ()


# From game to game.


def pids(guest: WebSocketPlayer, games: int = 3) -> list[int]:
    found = []
    for seed in range(games):
        assert tournament(guest, simple(), seed=seed).incidents == ()
        assert guest.pid is not None
        found.append(guest.pid)
    return found


def test_a_bot_that_leaves_after_a_game_is_started_anew() -> None:
    with bot() as guest:
        assert len(set(pids(guest))) == 3


STAYING = {
    "joins again": """
    with connect(sys.argv[1]) as server:
        while True:
            game(server)
""",
    "connects again": """
    while True:
        with connect(sys.argv[1]) as server:
            game(server)
""",
    "waits to be sent away": """
    while True:
        with connect(sys.argv[1]) as server:
            game(server)
            for frame in server:
                pass
""",
}


@pytest.mark.parametrize("main", STAYING.values(), ids=STAYING)
def test_a_bot_that_stays_is_kept(main: str) -> None:
    with bot(f"def main():{main}") as guest:
        assert len(set(pids(guest))) == 1


def test_a_bot_that_does_nothing_after_a_game_is_started_anew() -> None:
    with bot(
        "def main():\n    server = connect(sys.argv[1]); game(server); time.sleep(99)"
    ) as guest:
        assert len(set(pids(guest, 2))) == 2


def test_a_bot_that_failed_in_one_game_plays_the_next(tmp_path: Path) -> None:
    hooks = f"""
if not os.path.exists({str(tmp_path / "tried")!r}):
    open({str(tmp_path / "tried")!r}, "w").close()
    decide = lambda server, state: os._exit(3)
"""
    with bot(hooks) as guest:
        first, second = tournament(guest, simple()), tournament(guest, simple())

    assert {kind for kind, _ in faults(first)} == {FaultKind.STARTUP}
    assert second.incidents == ()


# Faults.


def test_a_program_that_never_connects_is_folded_and_the_others_play_on() -> None:
    begun = time.monotonic()
    with bot("def main(): time.sleep(99)", patience=0.5) as guest:
        outcome = tournament(guest, simple(), simple())

    assert set(faults(outcome)) == {(FaultKind.STARTUP, "it did not connect and join within 0.5 s")}
    assert outcome.result.places[0] == 3
    assert {incident.cost for incident in outcome.incidents} == {Cost.SUBSTITUTE}
    assert time.monotonic() - begun < 90


def test_a_program_that_ends_before_it_joins_is_told_apart() -> None:
    with bot("def main(): sys.exit('no licence')") as guest:
        outcome = tournament(guest, simple())

    assert faults(outcome)[0] == (
        FaultKind.STARTUP, "the program exited with status 1 before its first answer"
    )  # fmt: skip
    assert "no licence" in outcome.incidents[0].fault.detail


@pytest.mark.parametrize("frame", ['"hello"', '\'{"type": "join"}\'', '\'{"type":"action"}\''])
def test_a_bad_join_is_told_and_sent_away(frame: str) -> None:
    hooks = (
        f"def join(server): server.send({frame}); print(server.recv(), file=sys.stderr, flush=True)"
    )
    with bot(hooks) as guest:
        outcome = tournament(guest, simple())

    assert heard(guest)[0]["code"] in ("BAD_JOIN", "BAD_NAME")
    assert faults(outcome)[0][0] is FaultKind.STARTUP


def test_a_silent_bot_never_answered() -> None:
    with bot("decide = lambda server, state: None") as guest:
        outcome = tournament(guest, simple(), move=0.2)

    assert set(faults(outcome)) == {(FaultKind.STARTUP, "no answer in time: it never answered")}
    assert outcome.result.places == (2, 1)


def test_a_bot_that_falls_silent_is_folded_each_time_its_time_is_up() -> None:
    with bot("wrong = lambda server, state: None" + LATER) as guest:
        outcome = tournament(guest, simple(), move=1.0, rules="algopoker,stack=200")

    late = [one for one in heard(guest) if one["type"] == "action_result" and one["timed_out"]]
    assert set(faults(outcome)) == {(FaultKind.TIMEOUT, "no answer in time")}
    assert len(late) == len(outcome.incidents)


def test_a_slow_answer_is_no_answer_to_the_next_question() -> None:
    hooks = (
        "wrong = lambda server, state: (time.sleep(3 if count == 3 else 0), call(server, state))"
    )
    with bot(hooks + LATER) as guest:
        outcome = tournament(guest, simple(), move=2.0)

    assert faults(outcome)[0] == (FaultKind.TIMEOUT, "no answer in time")
    assert outcome.record.replay().result() == outcome.result


def test_a_bot_that_crashes_in_a_game_is_folded_at_once_from_then_on() -> None:
    begun = time.monotonic()
    with bot("def wrong(server, state): raise KeyError('oops')" + LATER) as guest:
        outcome = tournament(guest, simple())

    assert set(faults(outcome)) == {(FaultKind.CRASH, "the program exited with status 1")}
    assert "KeyError: 'oops'" in outcome.incidents[0].fault.detail
    assert time.monotonic() - begun < 90


def test_a_bot_that_hangs_up_in_a_game_is_gone() -> None:
    hooks = "wrong = lambda server, state: (server.close(), time.sleep(99))" + LATER
    with bot(hooks) as guest:
        outcome = tournament(guest, simple())

    assert set(faults(outcome)) == {(FaultKind.DISCONNECTED, "the connection is gone")}


def test_what_is_no_message_is_told_and_is_no_answer() -> None:
    hooks = (
        "decide = lambda server, state: (server.send('{'), server.send('[]'), call(server, state))"
    )
    with bot(hooks, limits=Limits(unasked=10_000)) as guest:
        outcome = tournament(guest, simple())
    told = [message["code"] for message in heard(guest) if message["type"] == "error"]

    assert outcome.incidents == ()
    assert told[:2] == ["BAD_JSON", "UNKNOWN_TYPE"]


def test_a_wrong_action_is_folded_and_told() -> None:
    with bot("wrong = lambda server, state: act(server, {'type': 'bluff'})" + LATER) as guest:
        outcome = tournament(guest, simple())
    told = [message["code"] for message in heard(guest) if message["type"] == "error"]

    assert {kind for kind, _ in faults(outcome)} == {FaultKind.MALFORMED}
    assert set(told) == {"BAD_ACTION"}


def test_a_flood_ends_the_connection_and_not_the_table() -> None:
    hooks = "def wrong(server, state):\n    while True: server.send('x' * 60000)" + LATER
    with bot(hooks) as guest:
        outcome = tournament(guest, simple())

    told = (FaultKind.FLOOD, "more than 100 messages that nobody asked for")
    assert set(faults(outcome)) == {told}
    assert outcome.result.places == (2, 1)


def test_a_flood_of_actions_answers_at_most_one_question_each() -> None:
    hooks = "def wrong(server, state):\n    while True: call(server, state)" + LATER
    with bot(hooks) as guest:
        outcome = tournament(guest, simple(), rules="algopoker")

    # Some come when something is asked, and are taken for answers, as far as they are any.
    assert {kind for kind, _ in faults(outcome)} <= {FaultKind.FLOOD, FaultKind.MALFORMED}
    assert outcome.record.replay().result() == outcome.result


def test_a_message_that_is_too_big_is_a_flood() -> None:
    with bot("wrong = lambda server, state: server.send('x' * 70000)" + LATER) as guest:
        outcome = tournament(guest, simple())

    assert set(faults(outcome)) == {(FaultKind.FLOOD, "a message of more than 65536 bytes")}


def test_a_bot_that_never_reads_is_cut_off() -> None:
    # It answers without ever looking at what it is asked, through a window of next to nothing.
    hooks = """
import socket, urllib.parse
def main():
    place = urllib.parse.urlsplit(sys.argv[1])
    raw = socket.create_connection((place.hostname, place.port))
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    with connect(sys.argv[1], sock=raw, max_queue=1) as server:
        join(server)
        while True:
            time.sleep(0.01)
            act(server, {"type": "call"})
"""
    with bot(hooks, limits=Limits(unread=1000, unasked=100_000)) as guest:
        outcome = tournament(guest, simple(), move=0.5, rules="algopoker")

    assert faults(outcome)[-1][0] in (FaultKind.STALL, FaultKind.TIMEOUT)
    assert outcome.result.places == (2, 1)


def test_a_stranger_is_turned_away_and_the_game_goes_on() -> None:
    hooks = """
def decide(server, state):
    if count == 1:
        with connect(sys.argv[1]) as other:
            join(other)
            print(other.recv(), file=sys.stderr)
            call(server, state)
            print(other.recv(), file=sys.stderr, flush=True)
    else:
        call(server, state)
"""
    with bot(hooks) as guest:
        outcome = tournament(guest, simple(), rules="algopoker,stack=200")
    told = [one["code"] for one in heard(guest) if one["type"] == "error"]

    assert outcome.incidents == ()
    assert told == ["TOURNAMENT_STARTED"]


@pytest.mark.parametrize("path", ["", "/", "/guessed", "/?x=1"])
def test_who_does_not_know_the_address_takes_no_seat(path: str) -> None:
    slow = "import time; time.sleep(0.5)"
    with bot(slow) as guest:
        guest.start()
        with pytest.raises(InvalidHandshake):
            connect(f"ws://127.0.0.1:{_port(guest)}{path}", open_timeout=60)

        assert tournament(guest, simple(), rules="algopoker,stack=200").incidents == ()


def test_bytes_that_are_no_websocket_do_no_harm() -> None:
    with bot() as guest:
        guest.start()
        with socket.create_connection(("127.0.0.1", _port(guest))) as raw:
            raw.sendall(b"\x00" * 1000 + b"GET / HTTP/1.1\r\n\r\n")
            assert tournament(guest, simple()).incidents == ()


def _port(guest: WebSocketPlayer) -> int:
    port = urlsplit(guest.places["url"]).port
    assert port is not None
    return port


def test_a_bot_that_opens_connection_after_connection_harms_only_itself() -> None:
    hooks = """
def wrong(server, state):
    kept = []
    for _ in range(150 if count == 3 else 0):
        try:
            kept.append(connect(sys.argv[1], open_timeout=1))
            join(kept[-1])
        except Exception:
            pass
    call(server, state)
"""
    with bot(hooks + LATER) as guest:
        outcome = tournament(guest, simple(), move=5.0)

    usual = {FaultKind.FLOOD, FaultKind.TIMEOUT, FaultKind.MALFORMED}
    assert {kind for kind, _ in faults(outcome)} <= usual
    assert outcome.record.replay().result() == outcome.result
