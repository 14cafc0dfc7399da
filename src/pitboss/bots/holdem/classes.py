"""The 169 classes of starting hands: pairs, suited and offsuit hands of two ranks.

A class is a place in the 13 by 13 grid of charts: `13 * first + second` with the higher rank first
if the hand is suited, the lower rank first if it is not. So pairs are on the diagonal.
"""

from typing import Final

from pitboss.games.arrays import i64, vec
from pitboss.games.holdem.cards import BIT, RANKS

CLASSES: Final = 169
COMBOS: Final = 1326


def class_of(first: i64, second: i64) -> i64:
    """The class of two different cards, in any order."""
    high = first % 13
    low = second % 13
    if high < low:
        high = second % 13
        low = first % 13
    # Cards of one suit lie in the same lane of 13.
    if first // 13 == second // 13:
        return high * 13 + low
    return low * 13 + high


def class_name(number: int) -> str:
    """A class as people write it: `AKs`, `T9o`, `77`."""
    first, second = divmod(number, 13)
    if first == second:
        return RANKS[first] * 2
    suited = first > second
    high, low = (first, second) if suited else (second, first)
    return RANKS[high] + RANKS[low] + ("s" if suited else "o")


def class_named(name: str) -> int:
    """The class that a name such as `AKs` means."""
    for number in range(CLASSES):
        if class_name(number) == name:
            return number
    raise ValueError(f"{name!r} is no class of hands: expected one such as AKs, T9o or 77")


def combos_of(number: int) -> int:
    """How many hands of two cards are in the class: 6 for pairs, 4 suited, 12 offsuit."""
    first, second = divmod(number, 13)
    if first == second:
        return 6
    return 4 if first > second else 12


def hands_of(number: int) -> list[tuple[int, int]]:
    """The hands of the class, each as two cards, the lower card first."""
    return [HANDS[at] for at in range(COMBOS) if CLASS_OF_HAND[at] == number]


def combos_left(dead: int) -> list[int]:
    """How many hands of each class are left without the cards of a mask."""
    left = [0] * CLASSES
    for at in range(COMBOS):
        if HAND_MASK[at] & dead == 0:
            left[CLASS_OF_HAND[at]] += 1
    return left


def _hands() -> list[tuple[int, int]]:
    return [(first, second) for second in range(52) for first in range(second)]


# The 1,326 hands of two cards, and of each its class and its mask.
HANDS: Final[list[tuple[int, int]]] = _hands()
CLASS_OF_HAND: Final[vec[i64]] = vec[i64]([class_of(first, second) for first, second in HANDS])
HAND_MASK: Final[vec[i64]] = vec[i64]([BIT[first] | BIT[second] for first, second in HANDS])
COMBOS_OF: Final[vec[i64]] = vec[i64]([combos_of(number) for number in range(CLASSES)])


def hand_number(first: int, second: int) -> int:
    """Where the hand of two cards, in any order, is in `HANDS`."""
    if first > second:
        first, second = second, first
    return second * (second - 1) // 2 + first
