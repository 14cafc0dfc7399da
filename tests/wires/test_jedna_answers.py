"""Lines that Jedna bots send, read by the session."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jedna_rig import read, table

from pitboss.games.uno.actions import PASS
from pitboss.games.uno.notation import read_action
from pitboss.play.answer import Answer, Unusable


@pytest.mark.parametrize("dialect", ["1.0", "1"])
@pytest.mark.parametrize(
    ("line", "text"),
    [
        ('{"action":"play","card":"r2"}', "r2"),
        ('{"action":"play","card":"r2","wild_color":"blue"}', "r2"),
        ('{"action":"play","card":"r2","wild_color":null}', "r2"),
        ('{"action":"play","card":"r2","wild_color":""}', "r2"),
        ('{"action":"play","card":"r2","wild_color":"mauve","double_play":false}', "r2"),
        ('{"action":"play","card":"r2","wild_color":3}', "r2"),
        ('{"action":"play","card":"wdg","wild_color":""}', "wg"),
        ('{"action":"draw","card":"","wild_color":""}', "draw"),
        ('{"action":"play","card":"b+2"}', "b+2"),
        ('{"action":"play","card":"wd","wild_color":"blue"}', "wb"),
        ('{"action":"play","card":"w","wild_color":"red"}', "wr"),
        ('{"action":"play","card":"wdg"}', "wg"),
        ('{"action":"play","card":"wy"}', "wy"),
        ('{"action":"play","card":"wd4","wild_color":"green"}', "wd4g"),
        ('{"action":"play","card":"wd4y","wild_color":"yellow"}', "wd4y"),
        ('{"action":"draw"}', "draw"),
        ('{"action":"pass","comment":[1,{}]}', "pass"),
        (' {"card":"r2" , "action":"play"}\r', "r2"),
    ],
)
def test_answers_are_read(dialect: str, line: str, text: str) -> None:
    assert read(line, dialect=dialect) == Answer((read_action(text),))


def test_draw_in_a_war_takes_the_stack() -> None:
    game = table("hands=r2|r1 top=r+2 pending=2 war=1")

    assert read('{"action":"draw"}', game) == Answer((PASS,))


def test_double_play_is_for_dialect_1() -> None:
    line = '{"action":"play","card":"r2","double_play":true}'

    assert read(line, dialect="1") == Answer((read_action("r2 twice"),))
    said = read(line, dialect="1.0")
    assert isinstance(said, Unusable)
    assert said.code == "other_dialect"
    assert "jedna-reference" in said.message


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        ("", "bad_json", "not JSON"),
        ("hello", "bad_json", "not JSON"),
        ('{"action":"draw"', "bad_json", "not JSON"),
        ('{"action":"draw"}{"action":"draw"}', "bad_json", "not JSON"),
        ("[]", "bad_json", "expected an object"),
        ("null", "bad_json", "got null"),
        ("17", "bad_json", "got 17"),
        (b"\xff\xfe{}", "bad_json", "not JSON"),
        (b'{"action":"\xff"}', "bad_json", "not UTF-8"),
        ("[" * 10_000, "bad_json", "nested too deeply"),
        ('{"x":' + "[" * 10_000 + '"action":"draw"}', "bad_json", "nested too deeply"),
        ("{}", "bad_field", "action: expected"),
        ('{"action":7}', "bad_field", "action: expected"),
        ('{"action":null}', "bad_field", "action: expected"),
        ('{"action":["play"]}', "bad_field", "got an array"),
        ('{"action":"fold"}', "bad_field", 'got "fold"'),
        ('{"action":' + "9" * 5000 + "}", "bad_json", "number"),
        ('{"action":"play"}', "bad_field", "card: expected a card code"),
        ('{"action":"play","card":5}', "bad_field", "card: expected"),
        ('{"action":"play","card":{}}', "bad_field", "got an object"),
        ('{"action":"play","card":"R2"}', "bad_field", 'got "R2"'),
        ('{"action":"play","card":"' + "r" * 999 + '"}', "bad_field", "..."),
        ('{"action":"play","card":"wd","wild_color":3}', "bad_field", "wild_color: expected"),
        ('{"action":"play","card":"wd","wild_color":""}', "wild_color_required", "needs one"),
        ('{"action":"draw","action":"play","card":"r2"}', "bad_field", 'got "draw" and "play"'),
        ('{"action":"play","card":"wd","wild_color":"b"}', "bad_field", "wild_color: expected"),
        ('{"action":"play","card":"wd","wild_color":"pink"}', "bad_field", 'got "pink"'),
        ('{"action":"play","card":"wd"}', "wild_color_required", "wild_color: expected"),
        ('{"action":"play","card":"wdb","wild_color":"red"}', "bad_field", "wild_color: expected"),
    ],
)
def test_an_unusable_answer_names_the_field_and_what_was_expected(
    line: str | bytes, code: str, told: str
) -> None:
    said = read(line)

    assert isinstance(said, Unusable)
    assert said.code == code
    assert told in said.message
    assert len(said.message) < 300


def test_a_double_play_of_the_wrong_type_is_named() -> None:
    said = read('{"action":"play","card":"r2","double_play":"yes"}', dialect="1")

    assert isinstance(said, Unusable)
    assert "double_play: expected true or false" in said.message


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()))
def test_no_line_raises(line: bytes) -> None:
    assert isinstance(read(line, _GAME), Answer | Unusable)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["play", "draw", "pass"]) | JSON,
    st.sampled_from(["r2", "wd", "wd4"]) | JSON,
    st.sampled_from(["red", "blue"]) | JSON,
    JSON,
)
def test_no_type_in_any_field_raises(action: Any, card: Any, colour: Any, double: Any) -> None:
    said = {"action": action, "card": card, "wild_color": colour, "double_play": double}

    for dialect in ("1.0", "1"):
        answer = read(json.dumps(said), _GAME, dialect)
        assert isinstance(answer, Answer | Unusable)


_GAME = table()
