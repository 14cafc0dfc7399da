"""What deeds say of cards: the range of each rival, and which part of it gives way to a bet."""

from typing import Final

from pitboss.bots.holdem.opponents import CALLS, CHECKS, RAISES, Deed, Opponents, Profile
from pitboss.bots.holdem.ranges import Range, ladder_of
from pitboss.games.holdem import PREFLOP, Hand
from pitboss.games.holdem.cards import BIT

# How often players raise a blind, come in, fold to a raise and raise it, with 2, 3, ... seats.
_OPENS: Final = (0.45, 0.34, 0.28, 0.24, 0.21, 0.19, 0.18, 0.17)
_ENTERS: Final = (0.80, 0.55, 0.45, 0.40, 0.36, 0.33, 0.31, 0.30)
_FOLDS_TO_RAISE: Final = (0.45, 0.60, 0.68, 0.73, 0.77, 0.79, 0.81, 0.82)
_RERAISES: Final = (0.14, 0.10, 0.08, 0.07, 0.06, 0.06, 0.05, 0.05)
# After the flop: how often players bet, fold to a bet of a pot, and raise it.
_BETS: Final = 0.38
_FOLDS: Final = 0.48
_RAISES: Final = 0.10
# Edges of ranges are this wide, and hands outside keep this share: nobody plays by the book.
_BLUR: Final = 0.15
_REST: Final = 0.06
_BLUFFS: Final = 0.06
_TRAPS: Final = 0.40
# The most that anybody is taken to fold.
_MOST_FOLDS: Final = 0.95


def ranges_of(hand: Hand, seat: int, rivals: list[int], opponents: Opponents) -> list[Range]:
    """The range of each rival, from what it did in this hand."""
    ranges: list[Range] = []
    board = hand.board()
    players = sum([chips > 0 for chips in hand.starting_stacks()])
    own = hand.hole(seat)
    known = BIT[own[0]] | BIT[own[1]]
    for rival in rivals:
        one = Range()
        one.remove(known)
        for deed in opponents.deeds:
            if deed.seat == rival:
                _narrow(one, deed, opponents.of(rival), board, players)
        ranges.append(one)
    return ranges


def _narrow(one: Range, deed: Deed, profile: Profile, board: tuple[int, ...], players: int) -> None:
    seen = board[: deed.street + 2] if deed.street > PREFLOP else ()
    if deed.what not in (CHECKS, CALLS, RAISES) or len(seen) > len(board):
        return
    ladder = ladder_of(seen)
    low, high, rest = 0.0, 1.0, _REST
    if deed.street == PREFLOP:
        raising = raise_share(profile, deed.faced, players)
        if deed.what == RAISES:
            low = 1 - raising
        else:
            high, rest = 1 - raising, 0.3
            if deed.what == CALLS:
                low = (
                    early_fold_share(profile, deed.size, players)
                    if deed.faced
                    else 1 - profile.enters(_ENTERS[players - 2])
                )
                rest = 0.12
    elif deed.what == RAISES:
        often = profile.raises_bet(_RAISES) if deed.faced else profile.bets_out(_BETS)
        # A larger bet speaks of a better hand.
        low, rest = 1 - often / (0.6 + 0.6 * min(deed.size, 2.0)), _BLUFFS
    elif deed.what == CALLS:
        low = fold_share(profile, deed.size)
        high, rest = 1 - profile.raises_bet(_RAISES), 0.2
    else:
        high, rest = 1 - profile.bets_out(_BETS), _TRAPS
    low = min(max(low, 0.0), 0.97)
    if low > 0.02 or high < 0.98:
        one.narrow(ladder, low, high, _BLUR if low < 0.7 else (1 - low) / 2, rest)


def raise_share(profile: Profile, faced: bool, players: int) -> float:
    """Which part of its range it raises with before the flop."""
    if faced:
        return profile.reraises(_RERAISES[players - 2])
    return profile.opens(_OPENS[players - 2])


def early_fold_share(profile: Profile, size: float, players: int) -> float:
    """Which part of its range folds to a raise before the flop.

    The size is what it must put in, as a share of the pot with that raise: 0.4 is usual.
    """
    usual = profile.folds_to_raise(_FOLDS_TO_RAISE[players - 2])
    return _scaled(usual, (size - 0.4) / 0.6)


def fold_share(profile: Profile, size: float) -> float:
    """Which part of its range folds to a bet after the flop; to a bet of a pot `size` is 0.5."""
    return _scaled(profile.folds_to_bet(_FOLDS), 2 * size - 1)


def reraise_share(profile: Profile) -> float:
    """Which part of its range raises a bet after the flop."""
    return profile.raises_bet(_RAISES)


def _scaled(usual: float, excess: float) -> float:
    """More than usual for larger bets, less for smaller; who never folds never does."""
    if excess > 0:
        return min(usual + usual * (1 - usual) * min(excess, 1.0), _MOST_FOLDS)
    return max(0.0, usual * (1 + 0.7 * max(excess, -1.0)))
