"""Hands in order of some value: both in one number, put in order by a radix sort."""

from typing import Final

from pitboss.games.arrays import COMPILED, i64, vec

# A number is a value of at most 30 bits, shifted by these, and the number of a hand.
NUMBER_BITS: Final = 11
NUMBER: Final = 2047

_DIGIT_BITS: Final = 10
_DIGITS: Final = 1024
_END: Final = NUMBER_BITS + 30


def put_in_order(items: vec[i64], count: i64) -> None:
    """Sort the first so many, ascending."""
    at: i64
    if not COMPILED:
        for at, item in enumerate(sorted([items[at] for at in range(count)])):
            items[at] = item
        return
    source = items
    target: vec[i64] = vec[i64]([0] * count)
    places: vec[i64] = vec[i64]([0] * _DIGITS)
    # Hands come in ascending, and those of equal value stay so.
    shift: i64 = NUMBER_BITS
    while shift < _END:
        for at in range(_DIGITS):
            places[at] = 0
        for at in range(count):
            places[(source[at] >> shift) & (_DIGITS - 1)] += 1
        total: i64 = 0
        for at in range(_DIGITS):
            here = places[at]
            places[at] = total
            total += here
        for at in range(count):
            item = source[at]
            digit = (item >> shift) & (_DIGITS - 1)
            target[places[digit]] = item
            places[digit] += 1
        source, target = target, source
        shift += _DIGIT_BITS
    # Three passes, so the last went into the other one.
    for at in range(count):
        items[at] = source[at]
