"""How a round of UNO ends: an empty pile, the count, and players who leave."""

import pytest
from uno_rig import ROUND, do, hand, options, size, uno

from pitboss.games.rules import BadRules
from pitboss.games.uno import JEDNA, JEDNA_REFERENCE, OFFICIAL, UNO, UnoGame
from pitboss.games.uno.hands import STRIDE, worth
from pitboss.games.uno.notation import write_card

# The pile.


def test_discards_are_shuffled_when_the_pile_is_empty_and_the_table_card_stays() -> None:
    drawn = set()
    for seed in range(20):
        game = uno("b1 b2 | g1 g2", "r7", JEDNA, pile="", seed=seed)
        assert (game.pile.count, game.pile.discarded) == (0, 103)
        do(game, "draw")
        assert (game.pile.count, game.pile.discarded) == (102, 0)
        assert write_card(game.top) == "r7"
        drawn.add(game.drawn)

    assert len(drawn) > 5


def test_the_reference_lays_discards_under_a_pile_that_would_run_out() -> None:
    game = uno("b1 b2 | g1 g2", "r7", JEDNA_REFERENCE, next="y9", pile="", discards="r1,r2,r3")

    do(game, "draw")

    assert hand(game, 0)[-1] == "y9"
    assert game.pile.discarded == 0


def everything_in_hand(rules: str, seats: int = 2, **rest: str | int) -> UnoGame:
    """A position with no card left to draw: all but the one on the table are in hands."""
    deck = [write_card(card) for card in range(52) for _ in range(1 if card % 13 == 0 else 2)]
    deck += ["w"] * 4 + ["wd4"] * 4
    deck.remove("r7")
    hands = [deck[seat::seats] for seat in range(seats)]
    return uno("|".join(" ".join(cards) for cards in hands), "r7", UNO.rules(rules), **rest)


def test_an_empty_pile_gives_no_card_and_only_pass() -> None:
    game = do(everything_in_hand("jedna,hand_limit=0"), "draw")

    assert options(game) == ["pass"]
    assert game.view(0).drawn == -1


def test_a_round_of_passes_on_an_empty_pile_is_a_stalemate_counted_by_hands() -> None:
    game = everything_in_hand("jedna,hand_limit=0", 3)
    values = [worth(game.hands, seat * STRIDE) for seat in range(3)]

    do(game, *["draw", "pass"] * 3)

    result = game.result()
    best = min(values)
    assert result.reason == "stalemate"
    assert result.places[values.index(best)] == 1
    if values.count(best) == 1:
        assert result.scores[values.index(best)] == max(30, sum(values) - 3 * best)


def test_the_reference_never_calls_a_stalemate() -> None:
    game = everything_in_hand("jedna-reference,hand_limit=0", 3)

    do(game, *["draw", "pass"] * 30)

    assert game.actor() == 0


def test_the_move_limit_ends_a_round_by_the_count_of_hands() -> None:
    game = uno("b1 b2 | g1 g5", "r7", UNO.rules("jedna,move_limit=2"), next="y9,y8")

    do(game, "draw", "pass")

    assert game.result().reason == "move-limit"
    assert game.result().places == (2, 1)


# The end and the count.


def test_the_winner_scores_what_the_others_hold() -> None:
    game = do(uno("r5 | g1 gs w | wd4 y+2 y9", "r0", ROUND), "r5")

    assert game.result().scores == (1 + 20 + 50 + 50 + 20 + 9, 0, 0)
    assert game.result().places == (1, 2, 3)


def test_jedna_a_win_is_worth_at_least_thirty() -> None:
    assert do(uno("r5 | g1", "r0", JEDNA), "r5").result().scores == (30, 0)


@pytest.mark.parametrize(("card", "drawn"), [("r+2", 2), ("wd4b", 4)])
def test_a_last_draw_card_makes_the_next_player_draw_before_the_count(
    card: str, drawn: int
) -> None:
    held = card.rstrip("b") if card[0] == "w" else card
    game = do(uno(f"{held} | g1 | y1", "r0", ROUND, next="y9,y8,y7,y6,y5"), card)

    assert size(game, 1) == 1 + drawn
    assert game.result().scores[0] == 1 + 1 + sum([9, 8, 7, 6][:drawn])


def test_more_cards_than_the_hand_limit_lose_at_once() -> None:
    game = uno(
        "b1 b2 b3 | g1 g2", "r7", UNO.rules("jedna,hand_limit=8,hand_size=2"), pending=8, war=1
    )

    do(game, "pass")

    assert game.result().reason == "hand-limit"
    assert game.result().places == (2, 1)


@pytest.mark.parametrize(
    ("preset", "hands", "direction", "winner", "points"),
    [
        # Equal hands: the reference names the next player, and counts all hands but the loser's.
        ("jedna-reference", "g5 g6 | b5 b6", 1, 1, 30),
        ("jedna-reference", "g5 g6 | b5 b6", -1, 2, 30),
        ("jedna-reference", "w w | b5", 1, 1, 105),
        # As it was before, for records that say so.
        ("jedna-reference@1", "g5 g6 | b5 b6", 1, -1, 0),
        ("jedna", "g5 g6 | b5 b6", 1, -1, 0),
        ("jedna", "w w | b5", 1, 2, (100 - 5) + (86 - 5)),
    ],
)
def test_at_the_hand_limit_the_reference_names_the_next_player(
    preset: str, hands: str, direction: int, winner: int, points: int
) -> None:
    game = uno(
        f"b1 b2 b3 | {hands}", "r7", UNO.rules(f"{preset},hand_limit=4,hand_size=2"),
        pending=4, war=1, direction=direction, next="rs,gs,bs,ys",
    )  # fmt: skip

    do(game, "pass")

    assert game.result().reason == "hand-limit"
    assert game.result().places[0] == 3
    assert game.winner == winner
    assert sum(game.scores) == points


def test_records_of_an_earlier_version_are_read_and_written_as_such() -> None:
    old = UNO.rules("jedna-reference@1,stalemate=3")

    assert UNO.write_rules(old) == "jedna-reference@1,stalemate=3"
    assert UNO.rules("jedna-reference").version == 2
    with pytest.raises(BadRules, match="at version 2 here, not 3"):
        UNO.rules("jedna-reference@3")


def test_official_rounds_go_on_until_five_hundred_points() -> None:
    game = do(uno("r5 | wd4 wd4 w w", "r0", OFFICIAL, scores="250,0"), "r5")

    assert game.actor() >= 0
    assert list(game.scores) == [450, 0]
    assert game.round == 1
    assert game.turn in (0, 1)
    assert size(game, 0) in (7, 9)


def test_official_the_game_is_over_at_five_hundred() -> None:
    game = do(uno("r5 | wd4 wd4 w w", "r0", OFFICIAL, scores="300,0"), "r5")

    assert game.actor() == -1
    assert game.result().scores == (500, 0)


def test_the_deal_passes_on_each_round() -> None:
    starters = []
    for number in range(4):
        game = uno("r5 | g1 | g2 | g3", "r0", OFFICIAL, round=number, seed=5)
        do(game, "r5")
        starters.append((game.round, write_card(game.top), game.turn))

    for number, top, turn in starters:
        if top[-1].isdigit() and "+" not in top and top[0] != "w":
            assert turn == number % 4


# Leaving.


def test_with_two_players_the_one_who_stays_wins() -> None:
    game = uno("r5 r6 | g1 w", "r0", JEDNA)

    game.withdraw(1)

    assert game.result().reason == "withdrawal"
    assert game.result().places == (1, 2)
    assert game.result().scores == (51, 0)


def test_a_leavers_cards_go_under_the_pile_and_it_finishes_last() -> None:
    game = uno("r5 r6 | g1 w | y1 y2", "r0", JEDNA)

    game.withdraw(0)
    assert [write_card(card) for card in game.pile.fixed_bottom()] == ["r5", "r6"]
    assert game.actor() == 1
    do(game, "wy")
    do(game, "y1", "draw", "pass", "y2")

    assert game.result().places == (3, 2, 1)


def test_the_next_player_inherits_what_was_pending() -> None:
    game = uno("r5 r6 | g1 w | y1 y2", "r+2", JEDNA, pending=2, war=1)

    game.withdraw(0)

    assert (game.actor(), game.pending) == (1, 2)
