"""The units of payoffs."""

from enum import StrEnum
from typing import NamedTuple


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

    @property
    def is_win_rate(self) -> bool:
        """Whether a payoff is what was won from the others at the table, who lost just that."""
        return self is Unit.BIG_BLINDS


class PayoffLimits(NamedTuple):
    """The least and the greatest payoff of a game, and what a single hand of it can do."""

    low: float
    high: float
    # The payoff of a game in which one hand loses, or wins, all that it can, and nothing else
    # happens. A game of one hand has no other limits than these.
    once_low: float
    once_high: float


SHARES = PayoffLimits(0.0, 1.0, 0.0, 1.0)
