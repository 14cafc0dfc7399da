"""The players' hands in one flat array: which cards each holds, and how many."""

from typing import Final

from pitboss.games.arrays import i64, vec
from pitboss.games.uno.cards import (
    BIT,
    CARD_KINDS,
    COLOURS,
    LANE,
    LOWEST,
    POPULATION,
    RANKS,
    WILD,
    WILD_BIT,
    WILD_DRAW_FOUR,
    WILD_DRAW_FOUR_BIT,
    WORTH,
)

# The five words of a hand: a mask of the cards held, a mask of the coloured cards held twice, the
# numbers of wilds and of wild draw fours, and the size.
HELD: Final = 0
TWICE: Final = 1
WILDS: Final = 2
FOURS: Final = 3
SIZE: Final = 4
STRIDE: Final = 5


def empty_hands(players: int) -> vec[i64]:
    """Empty hands."""
    return vec[i64]([0] * (players * STRIDE))


def add_card(hands: vec[i64], at: i64, card: i64) -> None:
    """Put a card into the hand that begins at `at`."""
    bit = BIT[card]
    if card < WILD:
        if hands[at] & bit:
            hands[at + TWICE] |= bit
        else:
            hands[at] |= bit
    else:
        hands[at] |= bit
        hands[at + card - WILD + WILDS] += 1
    hands[at + SIZE] += 1


def take_card(hands: vec[i64], at: i64, card: i64) -> None:
    """Take a card out of the hand that begins at `at`; the hand must have it."""
    bit = BIT[card]
    if card < WILD:
        if hands[at + TWICE] & bit:
            hands[at + TWICE] ^= bit
        else:
            hands[at] ^= bit
    else:
        left = hands[at + card - WILD + WILDS] - 1
        hands[at + card - WILD + WILDS] = left
        if left == 0:
            hands[at] ^= bit
    hands[at + SIZE] -= 1


def held_twice(hands: vec[i64], at: i64) -> i64:
    """The cards of which the hand has two or more, as a mask."""
    twice = hands[at + TWICE]
    if hands[at + WILDS] > 1:
        twice |= WILD_BIT
    if hands[at + FOURS] > 1:
        twice |= WILD_DRAW_FOUR_BIT
    return twice


def number_of(hands: vec[i64], at: i64, card: i64) -> i64:
    """How many of a card the hand has."""
    if card >= WILD:
        return hands[at + card - WILD + WILDS]
    bit = BIT[card]
    if hands[at + TWICE] & bit:
        return 2
    return 1 if hands[at] & bit else 0


def cards_in(hands: vec[i64], at: i64) -> list[int]:
    """The hand's cards in ascending order."""
    cards: list[int] = []
    card: i64 = 0
    while card < CARD_KINDS:
        for _ in range(number_of(hands, at, card)):
            cards.append(card)
        card += 1
    return cards


def worth(hands: vec[i64], at: i64) -> i64:
    """The points that the hand counts against its owner."""
    total: i64 = WORTH[WILD] * hands[at + WILDS] + WORTH[WILD_DRAW_FOUR] * hands[at + FOURS]
    word: i64 = HELD
    while word <= TWICE:
        mask = hands[at + word]
        base: i64 = 0
        while base < WILD:
            lane: i64 = mask & LANE
            while lane != 0:
                total += WORTH[base + LOWEST[lane]]
                lane &= lane - 1
            mask >>= RANKS
            base += RANKS
        word += 1
    return total


def favourite_colour(hands: vec[i64], at: i64) -> i64:
    """The colour held most often; the lowest of equals."""
    best: i64 = 0
    most: i64 = -1
    colour: i64 = 0
    while colour < COLOURS:
        shift: i64 = RANKS * colour
        count: i64 = (
            POPULATION[(hands[at] >> shift) & LANE]
            + POPULATION[(hands[at + TWICE] >> shift) & LANE]
        )
        if count > most:
            most = count
            best = colour
        colour += 1
    return best
