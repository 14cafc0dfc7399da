"""Time for thinking: a limit per move, an optional bank, an allowance for starting up."""

from dataclasses import dataclass
from typing import Final

# Whose time counts: the program's own processor time, or that of the clock on the wall.
CLOCKS: Final = ("cpu", "wall")
# By processor time, so many times as long may a move take by the wall.
WALL_MULTIPLE: Final = 2.0


@dataclass(frozen=True, kw_only=True)
class TimeControl:
    """Seconds: for each answer, kept in the bank for a whole game, and extra for the first."""

    move: float
    bank: float = 0.0
    startup: float = 0.0
    # What is counted of a program here, one of CLOCKS; everybody else's time is the wall's.
    clock: str = "wall"
    wall: float = WALL_MULTIPLE
    # Whether a program may go on thinking while it is not its turn; otherwise it is frozen.
    ponder: bool = True

    def __post_init__(self) -> None:
        if self.move <= 0 or self.bank < 0 or self.startup < 0:
            raise ValueError("a move takes more than 0 seconds; bank and startup are not negative")
        if self.clock not in CLOCKS or self.wall < 1:
            raise ValueError(f"a clock is one of {CLOCKS}, and wall time is at least the time")
