"""Style figures of UNO, counted from the notes of a whole game and the hands at its end."""

from collections.abc import Sequence
from typing import Final

from pitboss.games.style import StyleCounts, StyleFigure
from pitboss.games.uno import notes
from pitboss.games.uno.cards import WILD
from pitboss.games.uno.game import UnoGame
from pitboss.games.uno.hands import STRIDE, cards_in

FIGURES: Final = (
    StyleFigure("draws", "Draws", "cards drawn in a game, its own and penalties", False),
    StyleFigure("wilds_kept", "Wilds kept", "wild cards left in the hand at a game's end", False),
    StyleFigure("uno_forgotten", "UNO forgotten", "calls of UNO that it forgot"),
)


def count_style(game: UnoGame, trace: Sequence[tuple[int, ...]]) -> list[StyleCounts]:
    """The counts by seat of a game that is over."""
    counts = [StyleCounts() for _ in range(game.seats)]
    drawn = [0] * game.seats
    for note in trace:
        match note[0]:
            case notes.NOTE_DREW:
                drawn[note[1]] += note[2]
            case notes.NOTE_CALLED_UNO:
                counts[note[1]].count("uno_forgotten", 0, 1)
            case notes.NOTE_FORGOT_UNO:
                counts[note[1]].count("uno_forgotten", 1, 1)
    for seat, own in enumerate(counts):
        own.count("draws", drawn[seat], 1)
        wilds = sum(card >= WILD for card in cards_in(game.hands, seat * STRIDE))
        own.count("wilds_kept", wilds, 1)
    return counts
