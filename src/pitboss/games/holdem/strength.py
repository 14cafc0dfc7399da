"""How strong two cards are on a board: the share of all other hands that they beat now."""

from bisect import bisect_left, bisect_right
from functools import cache, lru_cache
from itertools import combinations
from typing import Final

from pitboss.games.holdem.cards import BIT, CARDS, RANKS
from pitboss.games.holdem.evaluator import evaluate

_PAIRS_OF_A_RANK: Final = 6
_SUITED: Final = 4
_OFFSUIT: Final = 12
_ACE: Final = 12
# Points of a high card before the flop, from the two to the ace.
_POINTS: Final = (1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 7.0, 8.0, 10.0)
# What a gap between the ranks costs.
_GAPS: Final = (0.0, 1.0, 2.0, 4.0, 5.0)
_SMALLEST_PAIR: Final = 5.0
_SUITED_POINTS: Final = 2.0


def strength(first: int, second: int, board: tuple[int, ...]) -> float:
    """The share of hands that these cards beat on this board, ties as half; from 0 to 1.

    Before the flop it is their place in a rough ranking of all hands. Cards to come do not count.
    """
    if not board:
        return _before_flop()[_class_of(first, second)]
    mask = int(BIT[first] | BIT[second])
    for card in board:
        mask |= BIT[card]
    values = _values(board)
    value = evaluate(mask)
    return (bisect_left(values, value) + bisect_right(values, value)) / (2 * len(values))


@lru_cache(maxsize=256)
def _values(board: tuple[int, ...]) -> list[int]:
    """The values of all hands on a board, in order."""
    common = 0
    for card in board:
        common |= BIT[card]
    left = [int(BIT[card]) for card in range(CARDS) if not common & BIT[card]]
    return sorted([evaluate(common | one | other) for one, other in combinations(left, 2)])


def _class_of(first: int, second: int) -> tuple[int, int, bool]:
    ranks = first % len(RANKS), second % len(RANKS)
    return max(ranks), min(ranks), first // len(RANKS) == second // len(RANKS)


@cache
def _before_flop() -> dict[tuple[int, int, bool], float]:
    """The place of each kind of hand among all, by points for ranks, pairs, suits and gaps."""
    counts: dict[tuple[int, int, bool], int] = {}
    for high in range(len(RANKS)):
        counts[high, high, False] = _PAIRS_OF_A_RANK
        for low in range(high):
            counts[high, low, True] = _SUITED
            counts[high, low, False] = _OFFSUIT
    # Of equal points the higher cards come later.
    ordered = sorted(counts, key=lambda one: (_points(*one), one))
    total = sum(counts.values())
    places: dict[tuple[int, int, bool], float] = {}
    below = 0
    for one in ordered:
        places[one] = (below + counts[one] / 2) / total
        below += counts[one]
    return places


def _points(high: int, low: int, suited: bool) -> float:
    if high == low:
        return max(2 * _POINTS[high], _SMALLEST_PAIR)
    gap = high - low - 1
    points = _POINTS[high] - _GAPS[min(gap, len(_GAPS) - 1)]
    if suited:
        points += _SUITED_POINTS
    # Close low cards make straights at both ends.
    return points + (gap <= 1 and high < _ACE - 2)
