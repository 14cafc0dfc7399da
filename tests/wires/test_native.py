"""The native protocol: every game, message by message, and over real pipes."""

import json
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stdio import EXAMPLES, program, referee

from pitboss import bots
from pitboss.games.game import Game, IllegalAction
from pitboss.games.holdem import HAND
from pitboss.games.kind import Kind, json_object
from pitboss.games.registry import kinds
from pitboss.games.rng import Rng
from pitboss.games.uno import JEDNA, UNO
from pitboss.games.uno.notation import read_action
from pitboss.play.answer import Answer, Unusable
from pitboss.play.blocking import play
from pitboss.play.fault import FaultKind
from pitboss.play.policy import NATIVE
from pitboss.play.ruling import Ruling
from pitboss.players.inprocess import InProcessPlayer
from pitboss.players.program import Command
from pitboss.players.program.blocking import BlockingProgram
from pitboss.wires.native import VERSION, NativeClient, NativeSession
from pitboss.wires.native.client import BadMessage
from pitboss.wires.native.messages import Event, Hello, Result, Time, Turn

TIME = Time(move=5.0, bank=1.0, startup=10.0)
OURS = ["uno", "holdem", "holdem-tournament", "holdem-cash"]


def session(game: Game, kind: Kind[Any, Any] = UNO, seat: int = 0) -> NativeSession:
    made = NativeSession(kind, kind.write_rules(kind.rules()), TIME)
    made.begin(game, seat, [f"p{number}" for number in range(game.seats)])
    return made


def asked(turn: int = 7) -> tuple[Game, NativeSession]:
    game = UNO.set_up(JEDNA, "hands=r5,w|b2 top=r7")
    made = session(game)
    made.ask(game, turn, 4.5)
    return game, made


def test_hello_says_what_is_played_and_where_you_sit() -> None:
    game = UNO.new(JEDNA, 3, 1)
    made = NativeSession(UNO, "jedna@1", TIME)

    first, *events = made.begin(game, 1, ["ann", "bob", "cat"])

    assert json.loads(first) == {
        "type": "hello",
        "protocol": VERSION,
        "game": "uno",
        "rules": "jedna@1",
        "seat": 1,
        "seats": 3,
        "names": ["ann", "bob", "cat"],
        "time": {"move": 5.0, "bank": 1.0, "startup": 10.0},
    }
    dealt = [json.loads(event) for event in events[:3]]
    assert [event["name"] for event in dealt] == ["dealt"] * 3
    assert ["cards" in event["facts"] for event in dealt] == [False, True, False]


def test_a_turn_lists_legal_actions_as_text_and_numbers() -> None:
    game, made = asked()

    turn = json.loads(made.ask(game, 7, 4.5))

    assert turn["type"] == "turn"
    assert turn["turn"] == 7
    assert turn["seconds"] == 4.5
    assert turn["legal"] == ["r5", "wr", "wg", "wb", "wy", "draw"]
    assert turn["codes"] == list(game.legal())
    assert turn["range"] is None
    assert turn["view"]["hand"] == ["r5", "w"]
    assert turn["view"]["top"] == "r7"


def test_a_raise_is_a_range() -> None:
    game = HAND.new(HAND.rules(), 2, 1)
    turn = json.loads(session(game, HAND, game.actor()).ask(game, 1, 5.0))

    legal = game.legal()
    assert turn["legal"] == ["fold", "call"]
    assert turn["range"] == {
        "low": legal.low,
        "high": legal.high,
        "text": [f"raise {legal.low}", f"raise {legal.high}"],
    }
    cards = turn["view"]["cards"]
    assert [len(hole) for hole in cards] == ([2, 0] if game.actor() == 0 else [0, 2])


@pytest.mark.parametrize(("action", "code"), [("r5", 5), (5, 5), ("wb", 54), ("draw", 120)])
def test_an_action_is_text_or_a_number(action: str | int, code: int) -> None:
    game, made = asked()
    line = json.dumps({"type": "action", "turn": 7, "action": action}).encode()

    assert made.decode(line, game) == Answer((code,), 7)


def test_an_answer_to_an_old_turn_is_never_taken_for_this_one() -> None:
    game, made = asked()

    for action in ('"r5"', "5", '"nonsense"'):
        line = f'{{"type":"action","turn":6,"action":{action}}}'.encode()
        assert made.decode(line, game) == Answer((), 6)


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("x", "bad_json", "not JSON"),
        ("[" * 10_000, "bad_field", "expected a message"),
        ('{"a":' + "[" * 10_000, "bad_json", "nested"),
        (b'{"type":"\xff"}', "bad_json", "UTF-8"),
        ("{}", "bad_field", "type"),
        ('{"type":"move"}', "bad_field", "type"),
        ('{"type":"action","action":"r5"}', "bad_field", "turn"),
        ('{"type":"action","turn":"7","action":"r5"}', "bad_field", "turn"),
        ('{"type":"action","turn":7}', "bad_field", "action"),
        ('{"type":"action","turn":7,"action":null}', "bad_field", "action"),
        ('{"type":"action","turn":7,"action":true}', "bad_field", "action"),
        ('{"type":"action","turn":7,"action":1.5}', "bad_field", "action"),
        ('{"type":"action","turn":8,"action":"r5"}', "bad_turn", "expected 7"),
        ('{"type":"action","turn":7,"action":"r77"}', "bad_action", "r77"),
        ('{"type":"action","turn":7,"action":"' + "r" * 999 + '"}', "bad_action", "too many"),
        ('{"type":"action","turn":7,"action":' + "9" * 30 + "}", "bad_action", "beyond"),
        ('{"type":"action","turn":7,"action":' + "9" * 5000 + "}", "bad_field", "action"),
    ],
)
def test_an_unusable_answer_says_why(line: str | bytes, code: str, told: str) -> None:
    game, made = asked()

    said = made.decode(line.encode() if isinstance(line, str) else line, game)

    assert isinstance(said, Unusable)
    assert said.code == code
    assert told in said.message


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=80))
def test_no_line_raises(line: bytes) -> None:
    assert isinstance(_ASKED[1].decode(line, _ASKED[0]), Answer | Unusable)


_ASKED = asked()


def test_an_error_names_the_turn_and_the_rules_reason() -> None:
    game, made = asked()
    with pytest.raises(IllegalAction) as error:
        game.apply(read_action("b2"))

    assert json.loads(made.refusal("illegal", "?", error.value)[0]) == {
        "type": "error",
        "code": "not_in_hand",
        "message": "b2 is not in hand",
        "turn": 7,
    }


@pytest.mark.parametrize("kind", OURS)
def test_any_game_can_be_followed_and_played_by_a_client(kind: str) -> None:
    made = kinds()[kind]
    rules = made.rules()
    game = made.new(rules, 2, 5)
    sessions = [NativeSession(made, made.write_rules(rules), TIME) for _ in range(2)]
    clients = [NativeClient(), NativeClient()]
    for seat in range(2):
        for line in sessions[seat].begin(game, seat, ["a", "b"]):
            clients[seat].receive(line)
    rng = Rng(1)
    turn = 0
    while game.actor() >= 0 and turn < 400:
        turn += 1
        seat = game.actor()
        said = clients[seat].receive(sessions[seat].ask(game, turn, 5.0))
        assert isinstance(said, Turn)
        action = game.sample(rng)
        # By number and by text in turns.
        line = clients[seat].answer(action if turn % 2 else made.write_action(action))
        answer = sessions[seat].decode(line, game)
        assert answer == Answer((action,), turn)
        notes: list[tuple[int, ...]] = []
        game.trace = notes
        game.apply(action)
        game.trace = None
        ruling = Ruling(seat, (action,), notes=tuple(notes))
        for other in range(2):
            for told in sessions[other].played(game, ruling):
                assert isinstance(clients[other].receive(told), Event)
    if game.actor() < 0:
        end = clients[0].receive(sessions[0].end(game, ["a", "b"])[0])
        assert isinstance(end, Result)
        assert tuple(end.places) == game.result().places


def test_a_client_refuses_what_it_does_not_know() -> None:
    client = NativeClient()

    with pytest.raises(BadMessage, match="not a message"):
        client.receive(b"{}")
    with pytest.raises(BadMessage, match="version 99"):
        client.receive(
            b'{"type":"hello","protocol":99,"game":"uno","rules":"","seat":0,"seats":2,'
            b'"names":[],"time":{"move":1}}'
        )
    with pytest.raises(ValueError, match="not our turn"):
        client.answer("r5")
    assert client.hello is None
    assert Hello.__struct_config__.tag == "hello"


def test_a_view_of_any_shape_becomes_an_object() -> None:
    assert json_object((1, {"a": {2}})) == {"view": [1, {"a": [2]}]}
    assert json_object({"a": 1}) == {"a": 1}


# Over pipes.


def player(words: Command, kind: str, name: str = "bot") -> BlockingProgram:
    made = kinds()[kind]
    native = NativeSession(made, made.write_rules(made.rules()), TIME)
    return BlockingProgram(words, native, name=name)


@pytest.mark.parametrize("kind", OURS)
def test_the_example_plays_every_game(kind: str) -> None:
    command = Command(words=(sys.executable, str(EXAMPLES / "native_random.py")))
    with player(command, kind) as bot:
        outcome = play(
            referee("", game=kind, policy=NATIVE),
            [bot, InProcessPlayer(bots.named("random", 3))],
        )

    assert outcome.incidents == ()
    assert outcome.stderr == ("", "")


def test_a_first_answer_that_is_late_is_a_failure_to_start() -> None:
    late = (
        "import sys, json, time\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if m['type'] == 'turn':\n"
        "        if m['turn'] == 1: time.sleep(0.9)\n"
        "        print(json.dumps({'type':'action','turn':m['turn'],'action':m['legal'][0]}),\n"
        "              flush=True)\n"
    )
    with player(program(late), "uno") as bot:
        outcome = play(
            referee("jedna", policy=NATIVE, move=0.6, startup=0.0),
            [bot, InProcessPlayer(bots.named("simple"))],
        )

    assert [incident.fault.kind for incident in outcome.incidents] == [FaultKind.STARTUP]


def test_a_late_answer_in_mid_game_is_passed_over_and_the_game_goes_on() -> None:
    late = (
        "import sys, json, time\n"
        "slow = 0\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if m['type'] == 'turn':\n"
        "        slow += 1\n"
        "        if slow == 2: time.sleep(1.8)\n"
        "        print(json.dumps({'type':'action','turn':m['turn'],'action':m['legal'][0]}),\n"
        "              flush=True)\n"
    )
    with player(program(late), "uno") as bot:
        outcome = play(
            referee("jedna", policy=NATIVE, move=1.5, startup=8.0),
            [bot, InProcessPlayer(bots.named("simple"))],
        )

    assert [incident.fault.kind for incident in outcome.incidents] == [FaultKind.TIMEOUT]
    assert outcome.result.reason == "went-out"
