"""The value of a hold'em hand: one integer for the best five of five, six or seven cards.

The higher value wins, equal values split. The tables are indexed by 13-bit sets of ranks.
"""

from typing import Final

from pitboss.games.arrays import i64, vec

# A value is category << 26 | first ranks << 13 | kickers, each a set of ranks. Of two sets of
# equal size the one with the higher cards is the larger number.
CATEGORY_SHIFT: Final = 26
RANK_SHIFT: Final = 13
_LANE: Final = 0x1FFF

HIGH_CARD: Final = 0
PAIR: Final = 1
TWO_PAIR: Final = 2
THREE_OF_A_KIND: Final = 3
STRAIGHT: Final = 4
FLUSH: Final = 5
FULL_HOUSE: Final = 6
FOUR_OF_A_KIND: Final = 7
STRAIGHT_FLUSH: Final = 8

CATEGORIES: Final = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)


def _top(size: int) -> list[int]:
    """For each set of ranks, the subset of its highest `size` ranks."""
    if size == 0:
        return [0] * 8192
    rest = _top(size - 1)
    table = [0] * 8192
    for high in range(13):
        bit = 2**high
        for ranks in range(bit, 2 * bit):
            table[ranks] = bit | rest[ranks ^ bit]
    return table


def _straights() -> list[int]:
    """For each set of ranks, the highest rank, as a set, of its best straight; 0 if none."""
    table = [0] * 8192
    runs = [0b1_0000_0000_1111, *[0b1_1111 << low for low in range(9)]]
    for at, run in enumerate(runs):
        free = 0x1FFF ^ run
        more = free
        while True:
            table[run | more] = 2 ** (at + 3)
            if more == 0:
                break
            more = (more - 1) & free
    return table


def _flushes() -> list[int]:
    """For each set of ranks of one suit, the value of its best flush; 0 below five cards."""
    return [
        0
        if ranks.bit_count() < 5
        else STRAIGHT_FLUSH << CATEGORY_SHIFT | _RUNS[ranks] << RANK_SHIFT
        if _RUNS[ranks]
        else FLUSH << CATEGORY_SHIFT | top << RANK_SHIFT
        for ranks, top in enumerate(_top(5))
    ]


def _unpaired() -> list[int]:
    """For each set of ranks, the value of its best straight, or of its five highest cards."""
    return [
        STRAIGHT << CATEGORY_SHIFT | _RUNS[ranks] << RANK_SHIFT
        if _RUNS[ranks]
        else top << RANK_SHIFT
        for ranks, top in enumerate(_top(5))
    ]


_RUNS: Final = _straights()
_FLUSH_VALUE: Final[vec[i64]] = vec[i64](_flushes())
_UNPAIRED_VALUE: Final[vec[i64]] = vec[i64](_unpaired())
_TOP_ONE: Final[vec[i64]] = vec[i64](_top(1))
_TOP_TWO: Final[vec[i64]] = vec[i64](_top(2))
_TOP_THREE: Final[vec[i64]] = vec[i64](_top(3))


def evaluate(mask: i64) -> i64:
    """The value of the best five cards of a mask of 5, 6 or 7: higher wins, equal splits."""
    clubs: i64 = mask & _LANE
    diamonds: i64 = (mask >> 13) & _LANE
    hearts: i64 = (mask >> 26) & _LANE
    spades: i64 = mask >> 39

    # Among seven cards at most one suit has five, and nothing of equal ranks can beat it then: a
    # full house or four of a kind leaves room for four ranks at most.
    flush: i64 = (
        _FLUSH_VALUE[clubs] | _FLUSH_VALUE[diamonds] | _FLUSH_VALUE[hearts] | _FLUSH_VALUE[spades]
    )
    if flush != 0:
        return flush

    minor_any: i64 = clubs | diamonds
    major_any: i64 = hearts | spades
    minor_both: i64 = clubs & diamonds
    major_both: i64 = hearts & spades
    ranks: i64 = minor_any | major_any
    paired: i64 = minor_both | major_both | (minor_any & major_any)
    unpaired: i64 = _UNPAIRED_VALUE[ranks]
    if paired == 0:
        return unpaired

    first: i64
    tripled: i64 = (minor_both & major_any) | (major_both & minor_any)
    if tripled == 0:
        if unpaired >= STRAIGHT << CATEGORY_SHIFT:
            return unpaired
        if paired & (paired - 1) == 0:
            return PAIR << CATEGORY_SHIFT | paired << RANK_SHIFT | _TOP_THREE[ranks ^ paired]
        first = _TOP_TWO[paired]
        return TWO_PAIR << CATEGORY_SHIFT | first << RANK_SHIFT | _TOP_ONE[ranks ^ first]

    first = minor_both & major_both
    if first != 0:
        return FOUR_OF_A_KIND << CATEGORY_SHIFT | first << RANK_SHIFT | _TOP_ONE[ranks ^ first]
    if paired & (paired - 1) != 0:
        first = _TOP_ONE[tripled]
        return FULL_HOUSE << CATEGORY_SHIFT | first << RANK_SHIFT | _TOP_ONE[paired ^ first]
    if unpaired >= STRAIGHT << CATEGORY_SHIFT:
        return unpaired
    return THREE_OF_A_KIND << CATEGORY_SHIFT | tripled << RANK_SHIFT | _TOP_TWO[ranks ^ tripled]


def evaluate_many(masks: list[int], repeat: int) -> int:
    """The sum of all values, `repeat` times over: a checksum, and a loop for measurements."""
    hands: vec[i64] = vec[i64](masks)
    total: i64 = 0
    rounds: i64 = repeat
    while rounds > 0:
        for hand in hands:
            total += evaluate(hand)
        rounds -= 1
    return total


def category_number(value: int) -> int:
    """The value's category, from 0 for a high card to 8 for a straight flush."""
    return value >> CATEGORY_SHIFT


def category(value: int) -> str:
    """The name of the value's category: `full house`."""
    return CATEGORIES[value >> CATEGORY_SHIFT]


_ONE: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_MANY: Final = (
    *("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"),
    *("jacks", "queens", "kings", "aces"),
)


def _ranks(held: int) -> list[int]:
    """The ranks in a set, highest first."""
    return [rank for rank in range(12, -1, -1) if held >> rank & 1]


def describe(value: int) -> str:
    """The value in words: `two pair, kings and fours, ace kicker`."""
    number = value >> CATEGORY_SHIFT
    first = _ranks(value >> RANK_SHIFT & _LANE)
    kickers = _ranks(value & _LANE)
    name = CATEGORIES[number]
    names = ", ".join([_ONE[rank] for rank in kickers])
    kicker = f", {names} kicker{'s' if len(kickers) > 1 else ''}" if kickers else ""
    if number == STRAIGHT_FLUSH and first[0] == 12:
        return "royal flush"
    if number == HIGH_CARD:
        rest = ", ".join([_ONE[rank] for rank in first[1:]])
        return f"{_ONE[first[0]]} high, {rest} kickers"
    if number == PAIR:
        return f"pair of {_MANY[first[0]]}{kicker}"
    if number == TWO_PAIR:
        return f"two pair, {_MANY[first[0]]} and {_MANY[first[1]]}{kicker}"
    if number in (THREE_OF_A_KIND, FOUR_OF_A_KIND):
        return f"{name}, {_MANY[first[0]]}{kicker}"
    if number == FULL_HOUSE:
        return f"full house, {_MANY[first[0]]} full of {_MANY[kickers[0]]}"
    if number == FLUSH:
        rest = ", ".join([_ONE[rank] for rank in first[1:]])
        return f"flush, {_ONE[first[0]]} high, {rest} next"
    return f"{name}, {_ONE[first[0]]} high"
