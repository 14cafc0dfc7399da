"""Time for thinking: a limit per move, an optional bank, an allowance for starting up.

Nothing here reads a clock: every moment is passed in.
"""

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


class Clock:
    """The clocks of one game; one seat's runs at a time."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self.banks = [control.bank] * seats
        self.spent = [0.0] * seats
        self.longest = [0.0] * seats
        self.answers = [0] * seats
        self._fresh = [True] * seats
        self._since = 0.0

    def warm(self, seat: int) -> None:
        """The seat's player is running already, so that it needs no time to start up."""
        self._fresh[seat] = False

    def begin(self, seat: int, now: float) -> float:
        """Start the seat's clock; the moment at which its time is up."""
        self._since = now
        startup = self.control.startup if self._fresh[seat] else 0.0
        return now + self.control.move + startup + self.banks[seat]

    def end(self, seat: int, now: float) -> float:
        """Stop the seat's clock at an answer that arrived then; the seconds that it took."""
        took = now - self._since if now > self._since else 0.0
        free = self.control.move + (self.control.startup if self._fresh[seat] else 0.0)
        if took > free:
            self.banks[seat] = max(0.0, self.banks[seat] + free - took)
        self._fresh[seat] = False
        self.spent[seat] += took
        self.answers[seat] += 1
        if took > self.longest[seat]:
            self.longest[seat] = took
        return took
