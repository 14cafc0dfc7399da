"""Series of hands: the tournament with its blinds, eliminations and places; the cash session."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.games.holdem import (
    CALL,
    CASH,
    FLOP,
    FOLD,
    TOURNAMENT,
    Cash,
    Hand,
    Pot,
    Tournament,
)
from pitboss.games.holdem.cards import card_text
from pitboss.games.holdem.rules import read_schedule, write_schedule
from pitboss.games.rng import Rng

ALGOPOKER = TOURNAMENT.rules("algopoker")


def play_out(game: Tournament | Cash, seed: int = 0) -> None:
    rng = Rng(seed)
    while game.actor() >= 0:
        game.apply(game.sample(rng))


# The blind schedule of the AlgoPoker document.
@pytest.mark.parametrize(
    ("hand", "small", "big"),
    [
        (1, 50, 100),
        (9, 50, 100),
        (10, 100, 200),
        (19, 100, 200),
        (20, 200, 400),
        (29, 200, 400),
        (30, 400, 800),
        (39, 400, 800),
        (40, 800, 1600),
        (49, 800, 1600),
        (50, 1600, 3200),
        (5000, 1600, 3200),
    ],
)
def test_blinds_rise_as_the_document_says(hand: int, small: int, big: int) -> None:
    assert ALGOPOKER.blinds.at(hand)[1:] == (small, big)


def test_the_tournament_plays_by_its_schedule() -> None:
    game = Tournament(ALGOPOKER, 3, seed=4)

    seen = {}
    while game.actor() >= 0 and game.hand.number <= 50:
        seen[int(game.hand.number)] = (game.hand.small, game.hand.big)
        game.apply(FOLD if game.hand.to_call() else CALL)

    assert seen
    assert all(blinds == ALGOPOKER.blinds.at(number)[1:] for number, blinds in seen.items())


def test_the_documents_example_state() -> None:
    # Three seats on the flop: Charlie deals, 600 in the pot, Alice to act with As Kd.
    position = (
        "hand=7 stacks=9900,10000,10200 blinds=50/100 button=2 cards=AsKd,-,- board=Jc3d5c "
        "paid=200,200,200"
    )
    game = TOURNAMENT.set_up(ALGOPOKER, position)

    view = game.view(0)
    hand = view.hand
    assert view.hand_number == 7
    assert hand.street == FLOP
    assert [card_text(card) for card in hand.board] == ["Jc", "3d", "5c"]
    assert (hand.pot, hand.pots) == (600, (Pot(600, (0, 1, 2)),))
    assert hand.stacks == (9700, 9800, 10_000)
    assert hand.bets == (0, 0, 0)
    assert (hand.button, hand.small_seat, hand.big_seat) == (2, 0, 1)
    assert (hand.small_blind, hand.big_blind) == (50, 100)
    assert hand.actor == 0
    assert hand.can_check
    assert (hand.min_raise, hand.max_raise) == (100, 9700)
    assert [card_text(card) for card in hand.cards[0]] == ["As", "Kd"]
    assert hand.cards[1:] == ((), ())


def test_hand_k_has_the_same_cards_whatever_happened_before() -> None:
    def decks(seed: int) -> dict[int, tuple[int, ...]]:
        game = Tournament(ALGOPOKER, 4, seed=9)
        rng = Rng(seed)
        cards = {}
        while game.actor() >= 0:
            hand = game.hand
            shown = [hand.cards[spot] for spot in range(13)]
            cards[int(hand.number)] = tuple(shown)
            game.apply(game.sample(rng))
        return cards

    first, second = decks(1), decks(2)

    common = set(first) & set(second)
    assert len(common) > 3
    for number in common:
        pairs = zip(first[number], second[number], strict=True)
        # A seat that is out has no cards; all others are equal.
        assert all(a == b for a, b in pairs if a >= 0 and b >= 0)


def test_the_button_moves_to_the_next_living_seat() -> None:
    game = TOURNAMENT.set_up(ALGOPOKER, "hand=3 stacks=10000,0,10000,10000 button=0 out=0,4,0,0")

    while game.hand.number == 3:
        game.apply(FOLD)

    assert (game.hand.button, game.hand.small_seat, game.hand.big_seat) == (2, 3, 0)


@pytest.mark.parametrize(
    ("stacks", "places"),
    [
        # Seat 0 wins; of the others, the larger stack at the start of the hand places higher.
        ("5000,3000,2000", (1, 2, 3)),
        ("5000,2000,3000", (1, 3, 2)),
        ("5000,2000,2000", (1, 2, 2)),
    ],
)
def test_places_when_several_go_out_in_one_hand(stacks: str, places: tuple[int, ...]) -> None:
    cards = "cards=AsAd,7c2d,8c3d next=AhKhKdQsJc"
    game = TOURNAMENT.set_up(ALGOPOKER, f"stacks={stacks} button=0 {cards}")

    while game.actor() >= 0:
        game.apply(game.hand.max_raise() or CALL)

    result = game.result()
    assert result.places == places
    assert result.scores[0] == sum(map(int, stacks.split(",")))
    assert result.reason == "last_standing"


def test_the_hands_that_an_action_ended_are_kept() -> None:
    game = Tournament(ALGOPOKER, 2, seed=1)

    game.apply(FOLD)

    ended = game.ended[0]
    assert ended.number == 1
    assert sorted(ended.nets()) == [-50, 50]
    assert sum(pot.amount for pot in ended.pots()) == 100
    assert game.hand.number == 2


def test_withdrawn_seats_are_blinded_out() -> None:
    game = Tournament(ALGOPOKER, 3, seed=1)

    game.withdraw(0)
    game.withdraw(1)
    while game.actor() >= 0:
        assert game.actor() == 2
        game.apply(CALL)

    assert game.result().places[2] == 1
    assert game.result().scores == (0, 0, 30_000)


def test_a_tournament_that_everybody_has_left_ends() -> None:
    game = Tournament(ALGOPOKER, 3, seed=1)

    for seat in range(3):
        game.withdraw(seat)

    assert game.actor() == -1
    assert game.result().reason == "abandoned"


def test_after_the_hand_limit_the_stacks_decide() -> None:
    game = Tournament(replace(ALGOPOKER, hand_limit=2), 3, seed=1)

    while game.actor() >= 0:
        game.apply(FOLD)

    result = game.result()
    assert result.reason == "hand_limit"
    assert game.hand.number == 2
    ranked = sorted(range(3), key=lambda seat: result.places[seat])
    assert sorted(result.scores, reverse=True) == [result.scores[seat] for seat in ranked]


@settings(max_examples=60, deadline=None)
@given(seats=st.integers(2, 9), seed=st.integers(0, 2**96 - 1))
def test_a_tournament_ends_with_all_chips_at_one_seat(seats: int, seed: int) -> None:
    game = Tournament(ALGOPOKER, seats, seed)

    play_out(game, seed)

    result = game.result()
    assert sorted(result.scores) == [0] * (seats - 1) + [10_000 * seats]
    assert result.places.count(1) == 1
    assert result.scores[result.places.index(1)] == 10_000 * seats


def test_a_cash_session_counts_net_chips_over_fresh_stacks() -> None:
    game = CASH.new(CASH.rules("cash,hands=30"), 4, 7)
    hands: list[Hand] = []

    rng = Rng(3)
    while game.actor() >= 0:
        assert game.hand.starting_stacks() == (10_000,) * 4
        game.apply(game.sample(rng))
        hands += game.ended

    result = game.result()
    assert [int(hand.number) for hand in hands] == list(range(1, 31))
    assert result.scores == tuple(map(sum, zip(*[hand.nets() for hand in hands], strict=True)))
    assert sum(result.scores) == 0
    assert game.big_blinds() == tuple(score / 100 for score in result.scores)
    buttons = [int(hand.button) for hand in hands]
    assert all(after == (before + 1) % 4 for before, after in pairwise(buttons))


def test_a_redealt_tournament_has_other_cards_in_later_hands() -> None:
    game = Tournament(ALGOPOKER, 2, seed=1)
    twin = game.redeal(0, 99)

    assert twin.hand.hole(0) == game.hand.hole(0)
    game.apply(FOLD)
    twin.apply(FOLD)

    assert [twin.hand.cards[at] for at in range(9)] != [game.hand.cards[at] for at in range(9)]


def test_a_schedule_is_written_as_it_is_read() -> None:
    text = "1:50/100+10:100/200"

    assert write_schedule(read_schedule(text)) == text
    assert TOURNAMENT.rules(f"algopoker,blinds={text}").blinds.at(12)[1:] == (100, 200)


@pytest.mark.parametrize(
    "text",
    [
        "algopoker,blinds=2:50/100",
        "algopoker,blinds=1:100/50",
        "algopoker,blinds=1:50",
        "algopoker,blinds=",
        "algopoker,blinds=1:50/100+1:100/200",
        "algopoker,stack=0",
        "algopoker,hand_limit=0",
        "algopoker,ante=-1",
    ],
)
def test_rules_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        TOURNAMENT.rules(text)
