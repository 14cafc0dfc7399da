"""The 108 cards as 54 small integers, and the bit masks for matching them.

How cards are spelled is in notation.py.
"""

from typing import Final

from pitboss.games.arrays import COMPILED, bits_of, i64, vec

# A coloured card is colour * 13 + rank; ranks 0 to 9 are the numbers.
COLOURS: Final = 4
RANKS: Final = 13
SKIP: Final = 10
REVERSE: Final = 11
DRAW_TWO: Final = 12
WILD: Final = 52
WILD_DRAW_FOUR: Final = 53
CARD_KINDS: Final = 54
DECK_SIZE: Final = 108

NO_COLOUR: Final = -1
NO_CARD: Final = -1

LANE: Final = (1 << RANKS) - 1
WILD_BIT: Final = 1 << WILD
WILD_DRAW_FOUR_BIT: Final = 1 << WILD_DRAW_FOUR
COLOURED_BITS: Final = WILD_BIT - 1

# mypyc 2.4 shifts a literal 1 in 32 bits, so masks come from tables.
BIT: Final[vec[i64]] = vec[i64]([1 << card for card in range(CARD_KINDS)])
COLOUR_OF: Final[vec[i64]] = vec[i64]([card // RANKS for card in range(WILD)] + [-1, -1])
RANK_OF: Final[vec[i64]] = vec[i64]([card % RANKS for card in range(WILD)] + [13, 14])
COLOUR_BITS: Final[vec[i64]] = vec[i64]([LANE << (RANKS * colour) for colour in range(COLOURS)])
# The two wilds have ranks of their own, 13 and 14.
RANK_BITS: Final[vec[i64]] = vec[i64](
    [sum(1 << (RANKS * colour + rank) for colour in range(COLOURS)) for rank in range(RANKS)]
    + [0, 0]
)
# What matches, by the current colour and the card on the table: the colour, the rank, any wild.
MATCHES: Final[vec[i64]] = vec[i64](
    [
        COLOUR_BITS[colour] | RANK_BITS[RANK_OF[card]] | WILD_BIT | WILD_DRAW_FOUR_BIT
        for colour in range(COLOURS)
        for card in range(CARD_KINDS)
    ]
)
REVERSE_BITS: Final = (1 << 11) | (1 << 24) | (1 << 37) | (1 << 50)
DRAW_TWO_BITS: Final = (1 << 12) | (1 << 25) | (1 << 38) | (1 << 51)

# A card's worth in the loser's hand: its number, 20 for an action, 50 for a wild.
WORTH: Final[vec[i64]] = vec[i64](
    [card % RANKS if card % RANKS < SKIP else 20 for card in range(WILD)] + [50, 50]
)

POPULATION: Final[vec[i64]] = vec[i64]([lane.bit_count() for lane in range(LANE + 1)])
LOWEST: Final[vec[i64]] = vec[i64](
    [0] + [(lane & -lane).bit_length() - 1 for lane in range(1, LANE + 1)]
)

DECK: Final[vec[i64]] = vec[i64](
    [card for card in range(WILD) for _ in range(1 if card % RANKS == 0 else 2)]
    + [WILD] * 4
    + [WILD_DRAW_FOUR] * 4
)


def population(mask: i64) -> i64:
    """How many of the 52 coloured bits are set."""
    if not COMPILED:
        return bits_of(mask & COLOURED_BITS)
    return (
        POPULATION[mask & LANE]
        + POPULATION[(mask >> 13) & LANE]
        + POPULATION[(mask >> 26) & LANE]
        + POPULATION[(mask >> 39) & LANE]
    )


def nth_card(mask: i64, n: i64) -> i64:
    """The n-th lowest coloured card in the mask, from 0; the mask has more than n."""
    if not COMPILED:
        while n > 0:
            mask &= mask - 1
            n -= 1
        return bits_of((mask & -mask) - 1)
    base: i64 = 0
    lane: i64 = mask & LANE
    count = POPULATION[lane]
    while n >= count:
        n -= count
        base += RANKS
        mask >>= RANKS
        lane = mask & LANE
        count = POPULATION[lane]
    while n > 0:
        lane &= lane - 1
        n -= 1
    return base + LOWEST[lane]
