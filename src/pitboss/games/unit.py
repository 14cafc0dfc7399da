"""What the payoffs of a game count."""

from enum import StrEnum


class Unit(StrEnum):
    """The unit of `Kind.payoffs`, by the name that people and documents know it by."""

    # The share of opponents beaten, from 0 to 1; a tie is half.
    SCORE = "score"
    # Big blinds won in a hundred hands.
    BIG_BLINDS = "bb/100"
    # Anything else that may be won or lost without bounds.
    POINTS = "points"

    @property
    def is_share(self) -> bool:
        """Whether payoffs are shares from 0 to 1, to be shown as percentages."""
        return self is Unit.SCORE
