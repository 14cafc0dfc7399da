"""Time for thinking: a limit per move, an optional bank, an allowance for starting up."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class TimeControl:
    """Seconds: for each answer, kept in the bank for a whole game, and extra for the first."""

    move: float
    bank: float = 0.0
    startup: float = 0.0

    def __post_init__(self) -> None:
        if self.move <= 0 or self.bank < 0 or self.startup < 0:
            raise ValueError("a move takes more than 0 seconds; bank and startup are not negative")
