"""What the classic hold'em bots share: the hand in a game, and sizes of bets that are legal."""

from typing import Any

from pitboss.games.holdem import CALL, FOLD, Hand


def hand_in(game: Any) -> Hand | None:
    """The hand in progress of a hand, a tournament or a cash session; None in other games."""
    hand = getattr(game, "hand", game)
    return hand if isinstance(hand, Hand) else None


def raise_to(hand: Hand, total: float) -> int:
    """A raise as near as possible to the total; a call where no raise is allowed."""
    high = int(hand.max_raise())
    if high == 0:
        return CALL
    return min(max(round(total), int(hand.min_raise())), high)


def bet_of_pot(hand: Hand, share: float) -> int:
    """A bet or raise of a share of the pot, counted after the call."""
    return raise_to(hand, hand.price + share * (hand.pot() + hand.to_call()))


def check_or_fold(hand: Hand) -> int:
    """Check if that is free, else fold."""
    return CALL if hand.to_call() == 0 else FOLD
