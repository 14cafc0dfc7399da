"""Actions as small integers: numbered, and counted or picked from a set of playable cards.

How actions are spelled is in notation.py.
"""

from typing import Final

from pitboss.games.arrays import i64
from pitboss.games.uno.cards import (
    BIT,
    COLOURED_BITS,
    COLOURS,
    NO_COLOUR,
    WILD,
    WILD_BIT,
    WILD_DRAW_FOUR,
    WILD_DRAW_FOUR_BIT,
    nth_card,
    population,
)

# 0 to 51 play that card, 52 to 59 play a wild or wild draw four and name a colour. Add 60 to play
# two identical cards together.
PLAYS: Final = 60
DRAW: Final = 120
PASS: Final = 121
CALL_UNO: Final = 122
CATCH: Final = 123
CHALLENGE: Final = 124
CHOOSE_COLOUR: Final = 125
SWAP: Final = 129
# A draw that names the colour of a wild, should that be drawn and played at once.
DRAW_NAMING: Final = 139
ACTIONS: Final = 143


def play(card: i64, colour: i64 = NO_COLOUR, copies: i64 = 1) -> i64:
    """The action that plays a card; a wild names a colour."""
    action: i64 = card if card < WILD else WILD + (card - WILD) * COLOURS + colour
    return action if copies == 1 else action + PLAYS


def played_card(action: i64) -> i64:
    """The card that this action plays."""
    single: i64 = action if action < PLAYS else action - PLAYS
    return single if single < WILD else WILD + (single - WILD) // COLOURS


def named_colour(action: i64) -> i64:
    """The colour that this action names; `NO_COLOUR` for a coloured card."""
    single: i64 = action if action < PLAYS else action - PLAYS
    if single < WILD:
        return NO_COLOUR
    return (single - WILD) % COLOURS


def number_of_plays(mask: i64) -> i64:
    """How many actions play one of the cards; a wild counts four times, once per colour."""
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


def list_plays(actions: list[int], mask: i64, offset: i64) -> None:
    """Append all of these actions, in the same order, to the list."""
    coloured: i64 = mask & COLOURED_BITS
    while coloured != 0:
        actions.append(nth_card(coloured, 0) + offset)
        coloured &= coloured - 1
    colour: i64
    for card in (WILD, WILD_DRAW_FOUR):
        if mask & BIT[card]:
            for colour in range(COLOURS):
                actions.append(play(card, colour) + offset)
