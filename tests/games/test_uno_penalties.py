"""UNO cards that cost or move others' cards: draws, doubles, calls, challenges and swaps."""

import pytest
from uno_rig import ROUND, do, hand, offered, options, size, uno

from pitboss.games.game import IllegalAction
from pitboss.games.uno import JEDNA, JEDNA_REFERENCE, UNO, UNO_ONLINE
from pitboss.games.uno.notation import write_card
from pitboss.games.uno.rules import UnoRules

# Draw cards answered by draw cards.


@pytest.mark.parametrize(
    ("rules", "top", "war", "playable"),
    [
        (JEDNA, "r+2", 1, ["g+2"]),
        (JEDNA, "wd4r", 2, ["wd4"]),
        (JEDNA_REFERENCE, "r+2", 1, ["rr", "g+2", "wd4"]),
        (JEDNA_REFERENCE, "gr", 1, ["rr", "g+2", "br", "wd4"]),
        (JEDNA_REFERENCE, "yr", 1, ["rr", "br", "wd4"]),
        (JEDNA_REFERENCE, "wd4b", 2, ["br", "wd4"]),
        (JEDNA_REFERENCE, "gr", 2, ["rr", "br", "wd4"]),
    ],
)
def test_what_answers_a_draw_card(rules: UnoRules, top: str, war: int, playable: list[str]) -> None:
    game = uno("rr g+2 br rs r1 w wd4 | b1 b2 | y1 y2", top, rules, pending=2 * war, war=war)

    assert offered(game) == playable
    assert options(game)[-1] == "pass"


def test_stacks_add_up_and_the_one_who_passes_takes_them() -> None:
    game = uno("r+2 r1 r2 | g+2 g1 | b1 b2", "r7", JEDNA)

    do(game, "r+2", "g+2", "pass")

    assert size(game, 2) == 6
    assert game.actor() == 0
    assert options(game)[-1] == "draw"


def test_penalties_add_across_kinds_in_the_reference() -> None:
    game = uno("r+2 r1 r2 | wd4 g1 | b1 b2", "r7", JEDNA_REFERENCE)

    do(game, "r+2", "wd4y", "pass")

    assert size(game, 2) == 8


def test_no_draw_two_on_a_wild_draw_four_war() -> None:
    game = uno("wd4 r1 r2 | g+2 g1", "r7", JEDNA_REFERENCE)

    do(game, "wd4g")

    with pytest.raises(IllegalAction, match="must_answer_or_take"):
        do(game, "g+2")


def test_a_reverse_sends_the_war_back() -> None:
    game = uno("r+2 r1 r2 | rr g1 | b1 b2", "r7", JEDNA_REFERENCE)

    do(game, "r+2", "rr")

    assert game.actor() == 0
    assert game.pending == 2


# Double play.


@pytest.mark.parametrize(
    ("card", "seats", "actor", "pending"),
    [
        ("r5", 4, 1, 0),
        ("r+2", 4, 1, 4),
        ("wd4g", 4, 1, 8),
        ("rs", 4, 3, 0),
        ("rr", 4, 0, 0),
        ("rs", 2, 1, 0),
        ("rr", 2, 0, 0),
    ],
)
def test_double_play_has_both_effects(card: str, seats: int, actor: int, pending: int) -> None:
    held = card.rstrip("g") if card[0] == "w" else card
    others = "|".join(["g1 g2", "b1 b2", "y1 y2"][: seats - 1])
    game = uno(f"{held} {held} y8 y9 | {others}", "r0", JEDNA_REFERENCE)

    do(game, f"{card} twice")

    assert (game.actor(), game.pending) == (actor, pending)
    assert size(game, 0) == 2


def test_no_double_play_after_a_draw() -> None:
    game = do(uno("r5 b1 | g1 g2", "r0", JEDNA_REFERENCE, next="r5"), "draw")

    with pytest.raises(IllegalAction, match="no_double_after_draw"):
        do(game, "r5 twice")


def test_no_double_play_of_a_single_card() -> None:
    with pytest.raises(IllegalAction, match="only_one_in_hand"):
        do(uno("r5 b1 | g1 g2", "r0", JEDNA_REFERENCE), "r5 twice")


def test_no_double_play_where_the_rules_have_none() -> None:
    with pytest.raises(IllegalAction, match="no_double_play"):
        do(uno("r5 r5 b1 | g1 g2", "r0", JEDNA), "r5 twice")


# The UNO call.


def test_uno_online_forgetting_to_call_costs_two_cards_and_the_play_stands() -> None:
    game = do(uno("r5 b1 | g1 g2", "r0", UNO_ONLINE), "r5")

    assert write_card(game.top) == "r5"
    assert size(game, 0) == 3


def test_uno_online_a_call_saves_them() -> None:
    game = do(uno("r5 b1 | g1 g2", "r0", UNO_ONLINE), "uno", "r5")

    assert size(game, 0) == 1


def test_uno_online_a_call_counts_for_the_next_play_only() -> None:
    game = uno("r5 b1 | g1 g2", "r0", UNO_ONLINE, next="y9,y8,r3")

    do(game, "uno", "draw", "draw")
    assert not game.called


@pytest.mark.parametrize("hands", ["r5 | g1 g2", "r5 b1 b2 | g1 g2", "b1 b2 | g1 g2"])
def test_uno_is_called_only_before_the_second_to_last_card(hands: str) -> None:
    with pytest.raises(IllegalAction, match="no_call_now"):
        do(uno(hands, "r0", UNO_ONLINE), "uno")


def test_official_a_forgotten_call_can_be_caught_before_the_next_turn() -> None:
    game = do(uno("r5 b1 | g1 g2 | y1 y2", "r0", ROUND), "r5")

    assert (game.actor(), options(game)) == (1, ["pass", "catch"])
    do(game, "catch")
    assert size(game, 0) == 3
    assert (game.actor(), game.phase) == (1, 0)


def test_official_a_forgotten_call_may_go_unnoticed() -> None:
    game = do(uno("r5 b1 | g1 g2 | y1 y2", "r0", ROUND), "r5", "pass")

    assert size(game, 0) == 1
    assert game.actor() == 1


def test_official_an_offender_who_would_move_again_can_be_caught_first() -> None:
    game = do(uno("rs b1 | g1 g2", "r0", ROUND), "rs")

    assert (game.actor(), options(game)) == (1, ["pass", "catch"])
    do(game, "catch")
    assert game.actor() == 0


# The wild draw four.


def test_official_a_bluff_that_is_challenged_costs_the_bluffer_four() -> None:
    game = do(uno("wd4 r1 b2 | g1 g2 | y1 y2", "r0", ROUND), "wd4g", "challenge")

    assert size(game, 0) == 6
    assert size(game, 1) == 2
    assert game.actor() == 1
    assert offered(game) == ["g1", "g2"]


def test_official_a_wrong_challenge_costs_six_and_the_turn() -> None:
    game = do(uno("wd4 b1 b2 | g1 g2 | y1 y2", "r0", ROUND), "wd4g", "challenge")

    assert size(game, 1) == 8
    assert game.actor() == 2


def test_official_matching_by_symbol_is_no_bluff() -> None:
    game = do(uno("wd4 b0 b2 | g1 g2 | y1 y2", "r0", ROUND), "wd4g", "challenge")

    assert size(game, 1) == 8


def test_official_an_unchallenged_wild_draw_four_costs_four_and_the_turn() -> None:
    game = do(uno("wd4 r1 b2 | g1 g2 | y1 y2", "r0", ROUND), "wd4g", "pass")

    assert size(game, 1) == 6
    assert game.actor() == 2


def test_only_a_wild_draw_four_can_be_challenged() -> None:
    with pytest.raises(IllegalAction, match="nothing_to_challenge"):
        do(uno("r+2 r1 b2 | g1 g2 | y1 y2", "r0", ROUND), "challenge")


def test_the_hand_is_shown_to_the_challenger_alone() -> None:
    game = uno("wd4 r1 b2 | g1 g2 | y1 y2", "r0", ROUND)
    do(game, "wd4g")
    game.trace = []

    do(game, "challenge")

    shown = {seat: UNO.tell(game.trace[1], seat).facts.get("cards") for seat in range(-1, 3)}
    assert shown == {-1: None, 0: ["r1", "b2"], 1: ["r1", "b2"], 2: None}


# Seven and zero.


def test_a_seven_swaps_hands_with_a_player_of_choice() -> None:
    rules = UNO.rules("official,target=0,seven_zero=yes")
    game = do(uno("r7 b1 b2 | g1 | y1 y2 y3", "r0", rules), "r7")

    assert options(game) == ["swap 1", "swap 2"]
    do(game, "swap 2")
    assert [hand(game, seat) for seat in range(3)] == [["y1", "y2", "y3"], ["g1"], ["b1", "b2"]]
    assert game.actor() == 1


def test_a_zero_passes_all_hands_on_in_the_direction_of_play() -> None:
    rules = UNO.rules("official,target=0,seven_zero=yes")
    game = do(uno("r0 b1 b2 | g1 | y1 y2 y3", "r1", rules, direction=-1), "r0")

    assert [hand(game, seat) for seat in range(3)] == [["g1"], ["y1", "y2", "y3"], ["b1", "b2"]]


def test_a_last_seven_wins_without_a_swap() -> None:
    rules = UNO.rules("official,target=0,seven_zero=yes")
    game = do(uno("r7 | g1 | y1 y2 y3", "r0", rules), "r7")

    assert game.result().places == (1, 2, 3)
