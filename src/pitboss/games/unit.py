"""The units of payoffs."""

from enum import StrEnum


class Unit(StrEnum):
    """The unit of `Kind.payoffs`; the value is the name that users see."""

    # The share of opponents beaten, from 0 to 1; a tie is half.
    SCORE = "score"
    # Big blinds won in a hundred hands.
    BIG_BLINDS = "bb/100"
    # Anything else that can be won or lost without limit.
    POINTS = "points"

    @property
    def is_share(self) -> bool:
        """Whether payoffs are shares from 0 to 1, to be shown as percentages."""
        return self is Unit.SCORE
