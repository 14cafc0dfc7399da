"""The actions that play a card, counted and found in a mask of cards, without making a list."""

from pitboss.games.arrays import i64
from pitboss.games.uno.actions import play
from pitboss.games.uno.cards import (
    BIT,
    COLOURED_BITS,
    COLOURS,
    WILD,
    WILD_BIT,
    WILD_DRAW_FOUR,
    WILD_DRAW_FOUR_BIT,
    nth_card,
    population,
)


def number_of_plays(mask: i64) -> i64:
    """How many actions play one of the cards: a wild is four, one for each colour."""
    count = population(mask & COLOURED_BITS)
    if mask >= WILD_BIT:
        if mask & WILD_BIT:
            count += COLOURS
        if mask & WILD_DRAW_FOUR_BIT:
            count += COLOURS
    return count


def nth_play(mask: i64, n: i64) -> i64:
    """The n-th of these actions, from 0: coloured cards first, then wilds by colour."""
    if mask < WILD_BIT:
        return nth_card(mask, n)
    coloured = population(mask & COLOURED_BITS)
    if n < coloured:
        return nth_card(mask, n)
    n -= coloured
    if mask & WILD_BIT:
        if n < COLOURS:
            return play(WILD, n)
        n -= COLOURS
    return play(WILD_DRAW_FOUR, n)


def list_plays(found: list[int], mask: i64, offset: i64) -> None:
    """Add all of these actions, in that order, to a list."""
    coloured: i64 = mask & COLOURED_BITS
    while coloured != 0:
        found.append(nth_card(coloured, 0) + offset)
        coloured &= coloured - 1
    colour: i64
    for card in (WILD, WILD_DRAW_FOUR):
        if mask & BIT[card]:
            for colour in range(COLOURS):
                found.append(play(card, colour) + offset)
