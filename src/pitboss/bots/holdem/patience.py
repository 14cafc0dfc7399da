"""Patience: what chips are worth heads-up against somebody who calls every bet and never raises.

Every hand may then be seen to the river for the blind. There the chance to win is known, and any
part of the stacks may be put in: what would be bet earlier can be bet then, knowing more. So chips
are worth the chance to win a tournament by good bets on rivers alone, until the blinds decide.
"""

from collections.abc import Sequence
from typing import Final

# Stacks are counted in these parts of all chips, chances on the river and bets in these steps.
_PARTS: Final = 40
_CHANCES: Final = 16
_BETS: Final = 10
# Hands beyond the last change of the blinds; after these, chips are worth their share.
_BEYOND: Final = 30
# A schedule that goes on for longer is looked at no further ahead than this.
_FARTHEST: Final = 200

_tables: Final[dict[tuple[tuple[int, ...], int], list[list[float]]]] = {}


def chance_to_win(levels: Sequence[int], number: int, chips: float, total: int) -> float:
    """The chance to win all `total` chips with `chips` of them before hand `number`.

    `levels` are the blinds of the tournament, three numbers a level as in `Tournament.levels`.
    """
    table = _table(tuple(levels), total)
    return _between(table[min(number, len(table) - 1)], chips / total)


def _table(levels: tuple[int, ...], total: int) -> list[list[float]]:
    """By number of the hand, the chance to win with each part of the chips."""
    key = (levels, total)
    found = _tables.get(key)
    if found is None:
        if len(_tables) >= 16:
            _tables.clear()
        last = min(levels[-3] + _BEYOND, _FARTHEST)
        rows = [[part / _PARTS for part in range(_PARTS + 1)]]
        for number in range(last, 0, -1):
            rows.append(_before(rows[-1], _blind(levels, number) / total))
        rows.append(rows[-1])
        rows.reverse()
        found = rows
        _tables[key] = found
    return found


def _blind(levels: tuple[int, ...], number: int) -> int:
    blind = levels[2]
    for at in range(0, len(levels), 3):
        if levels[at] <= number:
            blind = levels[at + 2]
    return blind


def _before(after: list[float], blind: float) -> list[float]:
    """The chances before a hand with such a blind, from those after it."""
    before = [0.0]

    for part in range(1, _PARTS):
        own = part / _PARTS
        most = min(own, 1.0 - own)
        least = min(blind, most)
        total = 0.0

        ups = [
            _between(after, own + least + (most - least) * bet / _BETS) for bet in range(_BETS + 1)
        ]
        downs = [
            _between(after, own - least - (most - least) * bet / _BETS) for bet in range(_BETS + 1)
        ]
        for chance in range(_CHANCES):
            win = (chance + 0.5) / _CHANCES
            best = 0.0

            for bet in range(_BETS + 1):
                worth = win * ups[bet] + (1.0 - win) * downs[bet]
                if worth > best:
                    best = worth
            total += best
        before.append(total / _CHANCES)
    before.append(1.0)
    return before


def _between(row: list[float], share: float) -> float:
    """The value at a share of the chips, on a line between two parts."""
    at = share * _PARTS
    if at <= 0.0:
        return 0.0
    if at >= _PARTS:
        return 1.0
    low = int(at)
    return row[low] + (row[low + 1] - row[low]) * (at - low)
