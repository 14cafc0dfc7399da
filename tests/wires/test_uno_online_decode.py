"""What action objects of the uno-online wire mean."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pitboss.games.uno import UNO, UnoGame
from pitboss.games.uno.actions import CALL_UNO, CATCH, CHALLENGE, CHOOSE_COLOUR, DRAW, PASS
from pitboss.games.uno.notation import read_action as ours
from pitboss.play.answer import Answer, Unusable
from pitboss.wires.uno_online import ERRORS, read_action


def table(position: str = "hands=r1,b2,g3|r4,g5 top=r7 turn=1") -> UnoGame:
    return UNO.set_up(UNO.rules("uno-online"), position)


@pytest.mark.parametrize(
    ("action", "actions"),
    [
        ({"action": "play", "card": "4R", "color": None}, ("r4",)),
        ({"action": "play", "card": "D2G", "color": None}, ("g+2",)),
        ({"action": "play", "card": "skipB", "color": None}, ("bs",)),
        ({"action": "play", "card": "W", "color": "R"}, ("wr",)),
        ({"action": "play", "card": "D4W", "color": "B"}, ("wd4b",)),
        ({"action": "draw"}, ("draw",)),
        ({"action": "uno"}, ("uno",)),
        ({"action": "play", "card": "4R", "color": None, "callUno": True}, ("uno", "r4")),
        ({"action": "play", "card": "4R"}, ("r4",)),
        ({"action": "play", "card": "_Y"}, ("yr",)),
        ({"action": "play", "card": "4R", "callUno": False}, ("r4",)),
        ({"action": "play", "card": "4R", "callUno": None}, ("r4",)),
        ({"action": "draw", "card": None, "color": None, "callUno": 7}, ("draw",)),
        ({"action": "play", "card": "4R", "reasoning": "because"}, ("r4",)),
    ],
)
def test_documented_actions_are_understood(action: Any, actions: tuple[str, ...]) -> None:
    assert read_action(action, table()) == Answer(tuple(ours(one) for one in actions))


@pytest.mark.parametrize("color", ["R", "G", "B", "Y"])
@pytest.mark.parametrize("card", ["W", "D4W"])
def test_a_wild_names_any_of_four_colours(card: str, color: str) -> None:
    text = {"W": "w", "D4W": "wd4"}[card] + color.lower()

    answer = read_action({"action": "play", "card": card, "color": color}, table())

    assert answer == Answer((ours(text),))


def test_a_draw_may_name_the_colour_of_a_wild_where_drawn_cards_are_played_at_once() -> None:
    draw = {"action": "draw", "color": "G"}
    official = UNO.set_up(UNO.rules("official"), "hands=r1,b2,g3|r4,g5 top=r7 turn=1")

    assert read_action(draw, table()) == Answer((ours("draw g"),))
    assert read_action(draw, official) == Answer((ours("draw"),))


def test_a_colour_sent_with_a_coloured_card_changes_nothing() -> None:
    answer = read_action({"action": "play", "card": "4R", "color": "B"}, table())

    assert answer == Answer((ours("r4"),))


@pytest.mark.parametrize(
    "position",
    ["hands=r1|r4,g5,b6 top=r7 turn=1", "hands=r1|r4,g5 top=r7 turn=1 called=1"],
    ids=["three cards", "already called"],
)
def test_an_uno_call_that_is_not_due_is_left_out_of_the_play(position: str) -> None:
    answer = read_action({"action": "play", "card": "4R", "callUno": True}, table(position))

    assert answer == Answer((ours("r4"),))


@pytest.mark.parametrize(
    ("word", "action"), [("pass", PASS), ("catch", CATCH), ("challenge", CHALLENGE)]
)
def test_actions_of_other_rules_have_words_of_their_own(word: str, action: int) -> None:
    assert read_action({"action": word}, table()) == Answer((action,))


def test_the_colour_of_a_first_wild_is_an_action() -> None:
    assert read_action({"action": "color", "color": "G"}, table()) == Answer((CHOOSE_COLOUR + 1,))
    assert read_action({"action": "uno"}, table()) == Answer((CALL_UNO,))
    assert read_action({"action": "draw"}, table()) == Answer((DRAW,))


WRONG: list[Any] = [True, 0, 4, -1, 1.5, "", "x", "r", [], ["R"], {}, {"R": 1}, 10**30, "R" * 999]


@pytest.mark.parametrize("value", [None, *WRONG], ids=repr)
def test_an_action_that_is_no_object_is_refused(value: Any) -> None:
    if isinstance(value, dict):
        value = [value]
    assert_unusable(value, "bad_action", "action")


@pytest.mark.parametrize("value", [None, *WRONG, "PLAY", "Draw", "play "], ids=repr)
def test_an_unknown_word_is_refused_and_the_field_named(value: Any) -> None:
    assert_unusable({"action": value}, "bad_action", "action")


def test_a_missing_word_is_refused() -> None:
    assert_unusable({}, "bad_action", "action is missing")
    assert_unusable({"card": "4R"}, "bad_action", "action is missing")


@pytest.mark.parametrize("value", [None, *WRONG, "4r", "R4", "10R", "WR", "skip", "4R "], ids=repr)
def test_a_card_that_is_none_is_refused_and_the_field_named(value: Any) -> None:
    assert_unusable({"action": "play", "card": value}, "bad_card", "card")
    assert_unusable({"action": "play"}, "bad_card", "card is missing")


@pytest.mark.parametrize("card", ["W", "D4W"])
def test_a_wild_without_a_colour_is_refused(card: str) -> None:
    assert_unusable({"action": "play", "card": card}, "color_required", "color")
    assert_unusable({"action": "play", "card": card, "color": None}, "color_required", "color")
    assert_unusable({"action": "color"}, "color_required", "color")


@pytest.mark.parametrize("value", [*WRONG, "red", "r", "RG"], ids=repr)
def test_a_colour_that_is_none_is_refused_where_one_is_needed(value: Any) -> None:
    assert_unusable({"action": "play", "card": "W", "color": value}, "bad_color", "color")


@pytest.mark.parametrize("value", [*WRONG, "red", "r", "RG"], ids=repr)
def test_a_colour_that_is_none_is_passed_over_where_none_is_needed(value: Any) -> None:
    answer = read_action({"action": "play", "card": "4R", "color": value}, table())

    assert answer == Answer((ours("r4"),))
    assert read_action({"action": "draw", "color": value}, table()) == Answer((DRAW,))


@pytest.mark.parametrize("value", [value for value in WRONG if value is not True], ids=repr)
def test_a_call_that_is_no_truth_value_is_refused_and_the_field_named(value: Any) -> None:
    assert_unusable({"action": "play", "card": "4R", "callUno": value}, "bad_call_uno", "callUno")


def assert_unusable(value: Any, code: str, field: str) -> None:
    found = read_action(value, table())

    assert isinstance(found, Unusable)
    assert found.code == code
    assert code in ERRORS
    assert field in found.message
    assert len(found.message) < 200


JSON = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
    max_leaves=5,
)


@given(
    some.dictionaries(some.sampled_from(["action", "card", "color", "callUno"]), JSON)
    | some.fixed_dictionaries(
        {"action": some.sampled_from(["play", "color"])},
        optional={
            "card": JSON | some.sampled_from(["4R", "W"]),
            "color": JSON | some.sampled_from(["R", "B"]),
            "callUno": JSON,
        },
    )
    | JSON
)
def test_whatever_is_sent_is_an_answer_or_has_a_known_code(value: Any) -> None:
    found = read_action(value, TABLE)

    assert isinstance(found, Answer) or found.code in ERRORS


TABLE = table()
