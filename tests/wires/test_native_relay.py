"""Lines of another wire over a native connection: told, asked and answered within messages."""

import json
from typing import Any

import pytest

from pitboss.games.uno import UNO
from pitboss.play.answer import Answer, Unusable
from pitboss.play.ruling import Turn
from pitboss.play.time_control import TimeControl
from pitboss.wires.jedna.session import JednaSession
from pitboss.wires.native.wire import NATIVE
from pitboss.wires.session import Session
from pitboss.wires.wire import Setting

NAMES = ["red", "blue"]
RULES = UNO.rules("jedna")


@pytest.fixture
def session() -> Session:
    control = TimeControl(move=5.0)
    setting = Setting(kind=UNO, rules="jedna@1", seats=2, control=control)
    return NATIVE.relay(setting, JednaSession(), "jedna")


def read(lines: list[bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines]


def test_a_program_is_told_and_asked_in_its_own_lines(session: Session) -> None:
    game = UNO.new(RULES, 2, 7)

    hello, first = read(session.begin(game, 0, NAMES))
    question = json.loads(session.ask(game, 3, 5.0))

    assert (hello["type"], hello["wire"], hello["seat"]) == ("hello", "jedna", 0)
    assert (first["type"], first["turn"]) == ("line", 0)
    assert json.loads(first["text"])["type"] == "notification"
    assert question["turn"] == 3
    assert json.loads(question["text"])["type"] == "request_action"


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ({"type": "line", "text": '{"action":"draw"}', "turn": 3}, "an answer"),
        ({"type": "line", "text": '{"action":"draw"}', "turn": 2}, "passed over"),
        ({"type": "line", "text": '{"action":"draw"}', "turn": 4}, "bad_turn"),
        ({"type": "line", "text": "nonsense", "turn": 3}, "bad_json"),
        ({"type": "line", "turn": 3}, "bad_json"),
        ({"type": "action", "action": "draw", "turn": 3}, "bad_json"),
        ([], "bad_json"),
    ],
)
def test_what_comes_back_is_an_answer_or_says_why_not(
    session: Session, message: Any, meant: str
) -> None:
    game = UNO.set_up(RULES, "hands=r1,b2|r4,g5 top=g3")
    session.begin(game, 0, NAMES)
    session.ask(game, 3, 5.0)

    said = session.decode(json.dumps(message).encode(), game)

    if isinstance(said, Unusable):
        assert said.code == meant or meant == "bad_json"
    else:
        assert said == Answer(said.actions, message["turn"])
        assert bool(said.actions) == (meant == "an answer")
        assert meant in ("an answer", "passed over")


def test_who_comes_back_is_asked_what_is_open(session: Session) -> None:
    game = UNO.new(RULES, 2, 7)
    seat = game.actor()

    there = read(session.resume(game, seat, NAMES, Turn(seat, 9, 5.0), 4.0))
    waiting = read(session.resume(game, 1 - seat, NAMES, Turn(seat, 9, 5.0), 4.0))

    assert [message.get("turn") for message in there] == [None, 0, 9]
    assert [message.get("turn") for message in waiting] == [None, 0]
