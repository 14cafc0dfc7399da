"""Random play without leaving the compiled unit: for measurements and for large samples."""

from pitboss.games.arrays import i64
from pitboss.games.holdem.betting import CALL, FOLD
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.rules import HAND_PRESETS
from pitboss.games.rng import Rng


def random_hands(count: int, seats: int, seed: int) -> tuple[int, int]:
    """Play hands of the default rules from one generator; how many hands, and actions in all.

    Fold (only when facing a bet), call and raise are equally likely, and so is every total that
    one may raise to. `Hand.sample` differs: it folds even when checking is free.
    """
    rng = Rng(seed)
    rules = HAND_PRESETS["hand"]
    hand = Hand(rules, [rules.stack] * seats, 0, seed)
    actions: i64 = 0
    hands: i64 = 0
    wanted: i64 = count
    while hands < wanted:
        while hand.turn >= 0:
            hand.play(_choice(hand, rng))
            actions += 1
        hands += 1
        hand.reset(rng)
    return hands, actions


def _choice(hand: Hand, rng: Rng) -> i64:
    high = hand.max_raise()
    pick: i64
    if hand.bet[hand.turn] < hand.price:
        pick = rng.below(3 if high > 0 else 2)
        if pick == 0:
            return FOLD
    else:
        pick = 1 + (rng.below(2) if high > 0 else 0)
    if pick == 1:
        return CALL
    low = hand.price + hand.last_raise
    if low > high:
        low = high
    return low + rng.below(high - low + 1)
