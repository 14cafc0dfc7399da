"""What frames mean, whatever they hold."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.holdem import CALL, FOLD, Hand, HandRules
from pitboss.play.answer import Answer, Unusable
from pitboss.wires.algopoker.decode import read_action, read_message, read_name
from pitboss.wires.algopoker.messages import ActionChoice, JoinRequest, Spectate, Start


def hand(stacks: tuple[int, ...] = (10_000, 10_000, 10_000)) -> Hand:
    """Three seats; the button, seat 0, is to act against the blinds of 50 and 100."""
    return Hand(HandRules(preset="hand"), stacks, 0, 1)


def code(result: object) -> str:
    assert isinstance(result, Unusable)
    return str(result.code)


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        (b'{"type":"join","name":"A"}', JoinRequest("A")),
        (b'{"type":"join","name":"A","token":"t","colour":5}', JoinRequest("A", "t")),
        (b'{"type":"action","action":{"type":"fold"}}', ActionChoice({"type": "fold"})),
        (b'{"type":"action"}', ActionChoice(None)),
        (b'{"type":"spectate"}', Spectate()),
        (b'{"type":"start","token":"t"}', Start("t")),
    ],
)
def test_messages_are_read(frame: bytes, expected: object) -> None:
    assert read_message(frame) == expected


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"hello",
        b"{",
        b'{"type":"join"',
        b"\xff\xfe",
        b'{"type":"\xc3("}',
        b'{"type":"join","name":"\\ud800"}',
        b"NaN",
        b'{"type":"action","action":{"type":"raise","amount":NaN}}',
        b"[" * 10_000 + b"]" * 10_000,
        b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
        b"[1e999" + b"[" * 10_000,
    ],
)
def test_what_is_no_json_is_bad_json(frame: bytes) -> None:
    assert code(read_message(frame)) == "BAD_JSON"


@pytest.mark.parametrize(
    "frame",
    [b"[]", b"5", b"null", b'"join"', b"{}", b'{"type":5}', b'{"type":null}', b'{"type":"Join"}'],
)
def test_json_without_a_known_type_is_unknown_type(frame: bytes) -> None:
    assert code(read_message(frame)) == "UNKNOWN_TYPE"


def test_a_long_type_is_not_sent_back_whole() -> None:
    result = read_message(json.dumps({"type": "x" * 60_000}).encode())

    assert isinstance(result, Unusable)
    assert len(result.message) < 150


@pytest.mark.parametrize(
    ("name", "expected"),
    [("A", "A"), ("  A  ", "A"), ("x" * 32, "x" * 32), (f" {'x' * 32} ", "x" * 32), ("名", "名")],
)
def test_names_are_trimmed(name: str, expected: str) -> None:
    assert read_name(name) == expected


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 33, 5, None, True, ["A"], {"a": 1}, 1.5, "\ud800"]
)
def test_what_is_no_name_is_bad_name(name: Any) -> None:
    assert code(read_name(name)) == "BAD_NAME"


def test_a_join_without_a_name_is_bad_join() -> None:
    message = read_message(b'{"type":"join"}')

    assert isinstance(message, JoinRequest)
    assert code(read_name(message.name)) == "BAD_JOIN"


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ({"type": "fold"}, FOLD),
        ({"type": "fold", "amount": "x"}, FOLD),
        ({"type": "call"}, CALL),
        ({"type": "raise", "amount": 400}, 400),
        ({"type": "raise", "amount": 400.0}, 400),
        ({"type": "raise", "amount": 199}, 200),
        ({"type": "raise", "amount": -5}, 200),
        ({"type": "raise", "amount": 10_001}, 10_000),
        ({"type": "raise", "amount": 10**30}, 10_000),
        ({"type": "raise", "amount": 1e300}, 10_000),
    ],
)
def test_an_action_is_read_and_raises_are_clamped(action: Any, expected: int) -> None:
    assert read_action(action, hand()) == Answer((expected,))


@pytest.mark.parametrize(
    "action",
    [
        None,
        5,
        "fold",
        [],
        {},
        {"type": None},
        {"type": 5},
        {"type": "FOLD"},
        {"type": "bet", "amount": 400},
        {"type": "check"},
        {"type": "raise"},
        {"type": "raise", "amount": None},
        {"type": "raise", "amount": True},
        {"type": "raise", "amount": "400"},
        {"type": "raise", "amount": 400.5},
        {"type": "raise", "amount": float("inf")},
        {"type": "raise", "amount": [400]},
    ],
)
def test_what_is_no_valid_action_is_bad_action(action: Any) -> None:
    assert code(read_action(action, hand())) == "BAD_ACTION"


def test_a_number_beyond_all_bounds_is_valid_json_and_no_amount() -> None:
    message = read_message(b'{"type":"action","action":{"type":"raise","amount":1e999}}')

    assert isinstance(message, ActionChoice)
    assert code(read_action(message.action, hand())) == "BAD_ACTION"


@pytest.mark.parametrize(("digits", "total"), [("9" * 5000, 10_000), ("-" + "9" * 5000, 200)])
def test_a_whole_number_of_5000_digits_is_clamped(digits: str, total: int) -> None:
    frame = f'{{"type":"action","action":{{"type":"raise","amount":{digits}}}}}'
    message = read_message(frame.encode())

    assert isinstance(message, ActionChoice)
    assert read_action(message.action, hand()) == Answer((total,))


def test_calling_is_bad_when_nothing_is_owed_and_checking_is_fine() -> None:
    game = hand()
    game.apply(CALL)
    game.apply(CALL)

    assert code(read_action({"type": "call"}, game)) == "BAD_ACTION"
    assert read_action({"type": "check"}, game) == Answer((CALL,))


def test_raising_is_bad_when_the_stack_does_not_reach() -> None:
    assert (
        code(read_action({"type": "raise", "amount": 90}, hand((90, 1000, 1000)))) == "BAD_ACTION"
    )


@given(st.binary(max_size=200))
def test_no_bytes_raise(frame: bytes) -> None:
    read_message(frame)


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@given(_values, _values)
def test_no_action_raises_and_what_is_accepted_is_legal(kind: Any, amount: Any) -> None:
    game = hand()

    for action in (amount, {"type": kind, "amount": amount}, {"type": "raise", "amount": amount}):
        answer = read_action(action, game)
        if isinstance(answer, Answer):
            assert answer.actions[0] in game.legal()
