"""What a hand in progress is worth to each seat, with every card known."""

from functools import lru_cache
from math import comb
from typing import Final

from pitboss.games.game import SPECTATOR
from pitboss.games.holdem.equity import exact_equity, sampled_equity
from pitboss.games.holdem.hand import Hand

_DECK: Final = 52
_BOARD: Final = 5
# Hands that are evaluated at most: a fraction of a millisecond, and without compiling some 40 ms.
_EVALUATIONS: Final = 4_000

_Cards = tuple[int, ...]


def seat_equities(hand: Hand) -> list[float | None]:
    """Each seat's share of the pot on average; None for who is out of the hand.

    Folded cards are known not to come. Exact where that is little work, else sampled, always with
    the same seed.
    """
    view = hand.view(SPECTATOR)
    holes = [hand.hole(seat) for seat in range(hand.seats)]
    still_in = [
        seat
        for seat in range(hand.seats)
        if view.dealt_in[seat] and not view.folded[seat] and not view.withdrawn[seat]
    ]
    equities: list[float | None] = [None] * hand.seats
    if len(still_in) == 1:
        equities[still_in[0]] = 1.0
    elif still_in:
        dead = [card for seat, hole in enumerate(holes) if seat not in still_in for card in hole]
        shares = _shares(tuple([holes[seat] for seat in still_in]), view.board, tuple(dead))
        for seat, share in zip(still_in, shares, strict=True):
            equities[seat] = share
    return equities


# A street's equities are asked for at each of its moves, and by each way of watching.
@lru_cache(maxsize=1024)
def _shares(holes: tuple[_Cards, ...], board: _Cards, dead: _Cards) -> tuple[float, ...]:
    left = _DECK - len(board) - len(dead) - sum([len(hole) for hole in holes])
    boards = comb(left, _BOARD - len(board))
    if boards * len(holes) <= _EVALUATIONS:
        equity = exact_equity(holes, board, dead)
    else:
        equity = sampled_equity(holes, board, dead, samples=_EVALUATIONS // len(holes))
    return tuple([round(hand.equity, 4) for hand in equity.hands])
