"""Programs that may go: they end by themselves or are ended, and nobody waits for them in play.

Looking through all processes for what a program left behind takes milliseconds, so it is done for
many at once. Until then their numbers stay taken.
"""

from collections import deque

from pitboss.players.program import Program, close_all

# So many are looked after at once; each holds three descriptors.
_MANY = 32


class Departures:
    """One player's programs that are on their way out, or gone."""

    def __init__(self, grace: float) -> None:
        """`grace` is the seconds that a program has to end by itself."""
        self.grace = grace
        self._leaving: deque[tuple[Program, float]] = deque()

    def __len__(self) -> int:
        return len(self._leaving)

    def add(self, program: Program, now: float) -> None:
        """Let a program go; those whose time is up are ended for certain."""
        program.hang_up()
        self._leaving.append((program, now + self.grace))
        if len(self._leaving) >= _MANY or self._leaving[0][1] <= now:
            self._end(now)

    def settle(self, now: float) -> None:
        """Wait for all, each as long as it may take, and leave nothing."""
        for program, until in self._leaving:
            program.wait(max(0.0, until - now))
        close_all([program for program, _ in self._leaving])
        self._leaving.clear()

    def _end(self, now: float) -> None:
        over = [program for program, until in self._leaving if until <= now or program.ended()]
        self._leaving = deque(entry for entry in self._leaving if entry[0] not in over)
        if over:
            close_all(over)
