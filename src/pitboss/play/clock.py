"""The clocks of a game: how long each seat may think, and how long it did.

Nothing here reads a clock: every moment is passed in.
"""

from collections.abc import Sequence
from typing import Final

from pitboss.play.time_control import TimeControl

__all__ = ["BUCKETS", "Clock", "TimeControl"]

# Answers are counted by how long they took: bucket k has those of less than 2**k microseconds
# that are in no earlier one; the last has all the rest, from six days on.
BUCKETS: Final = 40


class Clock:
    """The clocks of one game; one seat's runs at a time."""

    __slots__ = (
        "_fresh",
        "_moves",
        "_since",
        "_startups",
        "answers",
        "banks",
        "control",
        "histograms",
        "longest",
        "spent",
    )

    def __init__(self, control: TimeControl | Sequence[TimeControl], seats: int) -> None:
        """One control for all, or one for each seat."""
        controls = [control] * seats if isinstance(control, TimeControl) else list(control)
        self.control = control
        self.banks = [one.bank for one in controls]
        self.spent = [0.0] * seats
        self.longest = [0.0] * seats
        self.answers = [0] * seats
        self.histograms = [[0] * BUCKETS for _ in range(seats)]
        self._moves = [one.move for one in controls]
        self._startups = [one.startup for one in controls]
        self._fresh = [True] * seats
        self._since = 0.0

    def warm(self, seat: int) -> None:
        """The seat's player is running already, so that it needs no time to start up."""
        self._fresh[seat] = False

    def begin(self, seat: int, now: float) -> float:
        """Start the seat's clock; the moment at which its time is up."""
        self._since = now
        startup = self._startups[seat] if self._fresh[seat] else 0.0
        return now + self._moves[seat] + startup + self.banks[seat]

    def end(self, seat: int, now: float) -> float:
        """Stop the seat's clock at an answer that arrived then; the seconds that it took."""
        took = now - self._since if now > self._since else 0.0
        free = self._moves[seat] + (self._startups[seat] if self._fresh[seat] else 0.0)
        if took > free:
            self.banks[seat] = max(0.0, self.banks[seat] + free - took)
        self._fresh[seat] = False
        self.spent[seat] += took
        self.answers[seat] += 1
        if took > self.longest[seat]:
            self.longest[seat] = took
        bucket = int(took * 1e6).bit_length()
        self.histograms[seat][bucket if bucket < BUCKETS else BUCKETS - 1] += 1
        return took
