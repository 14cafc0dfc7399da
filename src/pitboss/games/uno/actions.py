"""The actions of the UNO family as small integers. How they are spelled is in notation.py."""

from typing import Final

from pitboss.games.arrays import i64
from pitboss.games.uno.cards import COLOURS, NO_COLOUR, WILD

# 0 to 51 play that card; 52 to 59 play a wild or a wild draw four naming a colour; 60 more for
# two such cards together.
PLAYS: Final = 60
DRAW: Final = 120
PASS: Final = 121
CALL_UNO: Final = 122
CATCH: Final = 123
CHALLENGE: Final = 124
CHOOSE_COLOUR: Final = 125
SWAP: Final = 129
ACTIONS: Final = 139


def play(card: i64, colour: i64 = NO_COLOUR, copies: i64 = 1) -> i64:
    """The action that plays a card; wilds name a colour."""
    action: i64 = card if card < WILD else WILD + (card - WILD) * COLOURS + colour
    return action if copies == 1 else action + PLAYS


def played_card(action: i64) -> i64:
    """The card that a playing action plays."""
    single: i64 = action if action < PLAYS else action - PLAYS
    return single if single < WILD else WILD + (single - WILD) // COLOURS


def named_colour(action: i64) -> i64:
    """The colour that a playing action names; `NO_COLOUR` for a coloured card."""
    single: i64 = action if action < PLAYS else action - PLAYS
    if single < WILD:
        return NO_COLOUR
    return (single - WILD) % COLOURS
