"""The notes that the engine takes for a trace; kind.py turns them into events.

A note is one of these codes, the seat it is about (-1 for nobody), then the numbers listed here.
"""

from typing import Final

NOTE_PLAYED: Final = 0  # card, colour on the table now, number of cards
NOTE_DREW: Final = 1  # number drawn, the cards
NOTE_PASSED: Final = 2
NOTE_TOOK: Final = 3  # cards taken
NOTE_CALLED_UNO: Final = 4
NOTE_FORGOT_UNO: Final = 5
NOTE_CAUGHT: Final = 6  # the offender
NOTE_CHALLENGED: Final = 7  # the challenged seat, 1 if guilty
NOTE_SHOWED: Final = 8  # the seat it was shown to, the cards
NOTE_CHOSE_COLOUR: Final = 9  # colour
NOTE_SWAPPED: Final = 10  # the other seat
NOTE_PASSED_HANDS: Final = 11  # direction
NOTE_SKIPPED: Final = 12
NOTE_REVERSED: Final = 13  # direction
NOTE_RESHUFFLED: Final = 14  # cards in the pile
NOTE_ROUND_OVER: Final = 15  # ending, points, all scores
NOTE_DEALT: Final = 16  # the cards
NOTE_FIRST_CARD: Final = 17  # card
NOTE_WITHDREW: Final = 18  # the worth of its hand
NOTE_GAME_OVER: Final = 19  # ending

NAMES: Final = (
    "played",
    "drew",
    "passed",
    "took",
    "called_uno",
    "forgot_uno",
    "caught",
    "challenged",
    "showed",
    "chose_colour",
    "swapped",
    "passed_hands",
    "skipped",
    "reversed",
    "reshuffled",
    "round_over",
    "dealt",
    "first_card",
    "withdrew",
    "game_over",
)
