"""Shares of the pot before the flop: of classes against ranges, and among three hands.

The exact shares of one class against another are in equity_matrix.py.
"""

from typing import Final

from pitboss.bots.holdem.classes import CLASSES, COMBOS, COMBOS_OF
from pitboss.bots.holdem.equity_matrix import deals, equities
from pitboss.games.arrays import i64, vec

_N: Final = CLASSES
_PRODUCT_PART: Final = 0.15


class HandTables:
    """The equities and chances that every solution needs, by columns of the other's class."""

    def __init__(self) -> None:
        wins = equities()
        pairs = deals()
        chances = [0.0] * (_N * _N)
        shares = [0.0] * (_N * _N)
        # Against any hand.
        alone = [0.0] * _N
        for own in range(_N):
            total = COMBOS_OF[own] * 1225
            for other in range(_N):
                chance = pairs[own][other] / total
                chances[other * _N + own] = chance
                shares[other * _N + own] = chance * wins[own][other]
                alone[own] += chance * wins[own][other]
        # That the other has its class if I have mine; and that times my share of the pot.
        self.chance: vec[float] = vec[float](chances)
        self.share: vec[float] = vec[float](shares)
        self.weight: vec[float] = vec[float]([COMBOS_OF[own] / COMBOS for own in range(_N)])
        # The best hands first.
        self.order: list[int] = sorted(range(_N), key=lambda own: (-alone[own], own))


_tables: list[HandTables] = []


def hand_tables() -> HandTables:
    """The tables, made at first use."""
    if len(_tables) == 0:
        _tables.append(HandTables())
    return _tables[0]


def top_hands(share: float) -> list[float]:
    """The chance to play each class if the best `share` of all hands is played."""
    played = [0.0] * _N
    left = share * COMBOS
    for number in hand_tables().order:
        combos = float(COMBOS_OF[number])
        if left >= combos:
            played[number] = 1.0
        elif left > 0.0:
            played[number] = left / combos
        left -= combos
    return played


def three_way(
    worths: vec[float], at: i64, step: i64, first: float, second: float, third: float
) -> float:
    """What a three-way all-in is worth if 0 beats 1 with chance `first`, 0 beats 2 with `second`
    and 1 beats 2 with `third`; `worths[at]` and every `step` on is the worth of each order.
    """
    # A hand's chance to be the best is taken in proportion to the lower of its two chances plus a
    # part of their product, and what is left is decided as between two. Sampled against ranges
    # of 8 to 80% of all hands this is 0.017 off (root mean square), the bare product 0.075.
    best0 = _best_of_three(first, second)
    best1 = _best_of_three(1.0 - first, third)
    best2 = _best_of_three(1.0 - second, 1.0 - third)
    value = (
        best0 * (third * worths[at] + (1.0 - third) * worths[at + step])
        + best1 * (second * worths[at + 2 * step] + (1.0 - second) * worths[at + 3 * step])
        + best2 * (first * worths[at + 4 * step] + (1.0 - first) * worths[at + 5 * step])
    )
    return value / (best0 + best1 + best2)


def chance_of_first(first: float, second: float, third: float) -> float:
    """The chance that `three_way` gives hand 0 to be the best of the three."""
    best0 = _best_of_three(first, second)
    best1 = _best_of_three(1.0 - first, third)
    return best0 / (best0 + best1 + _best_of_three(1.0 - second, 1.0 - third))


def _best_of_three(one: float, other: float) -> float:
    if one < other:
        return one + _PRODUCT_PART * one * other
    return other + _PRODUCT_PART * one * other
