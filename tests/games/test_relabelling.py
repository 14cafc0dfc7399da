"""Exchanged suits and colours: the same game, but for what its cards are called."""

import pytest

from pitboss.games.registry import kind_named
from pitboss.games.relabelling import CARD_NUMBERS, RELABELLED, RELABELLINGS
from pitboss.games.rng import SEED_BITS, Rng
from pitboss.games.uno.actions import (
    CHOOSE_COLOUR,
    PLAYS,
    SWAP,
    named_colour,
    play,
    played_card,
)
from pitboss.games.uno.cards import NO_COLOUR


def in_suits(relabelling: int, card: int) -> int:
    return RELABELLED[relabelling * CARD_NUMBERS + card]


def test_each_relabelling_exchanges_whole_suits_and_keeps_ranks_and_wilds() -> None:
    seen = set()
    for number in range(RELABELLINGS):
        cards = [in_suits(number, card) for card in range(CARD_NUMBERS)]
        suits = [cards[13 * suit] // 13 for suit in range(4)]
        assert sorted(suits) == [0, 1, 2, 3]
        assert cards == [*(13 * suit + rank for suit in suits for rank in range(13)), 52, 53]
        seen.add(tuple(suits))

    assert len(seen) == RELABELLINGS
    assert [in_suits(0, card) for card in range(CARD_NUMBERS)] == list(range(CARD_NUMBERS))


def uno_action(relabelling: int, action: int) -> int:
    """The same action in other colours."""
    if action < PLAYS * 2:
        copies = 2 if action >= PLAYS else 1
        named = named_colour(action)
        colour = named if named == NO_COLOUR else in_suits(relabelling, 13 * named) // 13
        return play(in_suits(relabelling, played_card(action)), colour, copies)
    if CHOOSE_COLOUR <= action < SWAP:
        return CHOOSE_COLOUR + in_suits(relabelling, 13 * (action - CHOOSE_COLOUR)) // 13
    return action


@pytest.mark.parametrize("rules", ["jedna", "official,target=150", "jedna-reference"])
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("relabelling", [1, 10, 23])
def test_uno_is_worth_the_same_in_other_colours(rules: str, seats: int, relabelling: int) -> None:
    kind = kind_named("uno")
    flags = kind.rules(rules)
    for seed in range(3):
        plain = kind.new(flags, seats, seed)
        other = kind.new(flags, seats, seed | relabelling << SEED_BITS)
        rng = Rng(seed, 1)
        while plain.actor() >= 0:
            assert other.actor() == plain.actor()
            action = plain.sample(rng)
            plain.apply(action)
            other.apply(uno_action(relabelling, action))
        assert plain.result() == other.result()


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("relabelling", [1, 10, 23])
def test_hold_em_is_worth_the_same_in_other_suits(seats: int, relabelling: int) -> None:
    kind = kind_named("holdem-tournament")
    rules = kind.rules("algopoker")
    for seed in range(3):
        plain = kind.new(rules, seats, seed)
        other = kind.new(rules, seats, seed | relabelling << SEED_BITS)
        rng = Rng(seed, 1)
        while plain.actor() >= 0:
            cards = plain.hand.cards, other.hand.cards
            assert [in_suits(relabelling, card) for card in cards[0] if card >= 0] == [
                card for card in cards[1] if card >= 0
            ]
            action = plain.sample(rng)
            plain.apply(action)
            other.apply(action)
        assert plain.result() == other.result()


def test_colours_stay_where_the_rules_prefer_one() -> None:
    kind = kind_named("uno")

    assert kind.relabellings(kind.rules("uno-online")) == 1
    assert kind.relabellings(kind.rules("jedna")) == RELABELLINGS
