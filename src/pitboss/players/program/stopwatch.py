"""A program's stopwatch: the time of its turns, by its own processor time or by the clock.

By processor time, nothing that others do to the machine counts. Wall time is the outer limit: a
multiple of a move's time, and a far greater one as long as the program wants a core.
"""

import os
from collections.abc import Callable
from typing import Final

from pitboss.play.ruling import Turn
from pitboss.play.time_control import TimeControl

_CORES: Final = os.cpu_count() or 1
# Seconds between looks at a program whose wall time is up.
_LOOK: Final = 0.01
# Looks in a row at which it has to be idle: its processes may be waiting for each other.
_IDLE_LOOKS: Final = 5
# So many times the usual wall time is waited for a program that wants a core.
_LONGEST: Final = 10.0


class Stopwatch:
    """One program's. Moments are as the referee counts them: since the turn began, its own time."""

    def __init__(
        self,
        control: TimeControl,
        now: Callable[[], float],
        used: Callable[[], float],
        wants_a_core: Callable[[], bool],
    ) -> None:
        """`used` is the processor time that the program has used so far."""
        self._counts_processor = control.clock == "cpu"
        self._ponders = control.ponder
        # What wall time may be longer than the turn's time.
        self._slack = (control.wall - 1) * control.move
        self._now = now
        self._used = used
        self._wants_a_core = wants_a_core
        self._turn: Turn | None = None
        self._began = 0.0
        # The processor time from which the turn counts, and that of the last look.
        self._base = 0.0
        self._last = 0.0
        self._idle_looks = 0
        # Whether the turn's time is up, as far as `patience` has told.
        self.is_over = False
        # The moment by the wall until which the answer is waited for.
        self.until = 0.0

    def begin(self) -> None:
        """A game begins: what the program has used before is its own affair."""
        self._turn = None
        if self._counts_processor:
            self._last = self._used()

    def ask(self, turn: Turn) -> None:
        """It is the program's turn; asking again goes on."""
        if turn is self._turn:
            return
        self._turn = turn
        self.is_over = False
        if not self._counts_processor:
            self.until = turn.deadline
            return
        self._began = self._now()
        # Without pondering, what it used since its last answer counts.
        if self._ponders:
            self._last = self._used()
        self._base = self._last
        self._idle_looks = 0
        self.until = turn.deadline + self._slack

    def left(self) -> float:
        """The seconds that the turn still has, as they are told to the program."""
        turn = self._turn
        assert turn is not None
        if not self._counts_processor:
            return turn.deadline - self._now()
        return turn.deadline - self._began - (self._last - self._base)

    def moment(self, arrived: float | None = None) -> float:
        """Now, for an answer that has arrived, or that did at that moment by the wall."""
        if not self._counts_processor:
            return self._now() if arrived is None else arrived
        self._last = self._used()
        return self._began + (self._last - self._base)

    def moment_of_fault(self) -> float:
        """Now, for a fault; not before the deadline if that is why."""
        turn = self._turn
        moment = self.moment()
        return max(moment, turn.deadline) if self.is_over and turn is not None else moment

    def spent(self) -> tuple[float | None, float | None]:
        """Processor time and wall time since the question, where they are counted."""
        if not self._counts_processor:
            return None, None
        return self._last - self._base, self._now() - self._began

    def patience(self) -> float:
        """How long to wait before asking this again; nothing if the time is up."""
        now = self._now()
        if not self._counts_processor:
            self.is_over = now >= self.until
            return self.until - now
        self._last = self._used()
        left = self.left()
        if left > 0 and now >= self.until and self._may_go_on(now):
            return _LOOK
        if left <= 0 or now >= self.until:
            self.is_over = True
            return 0.0
        # All cores may work for it.
        return min(max(left / _CORES, _LOOK), self.until - now)

    def _may_go_on(self, now: float) -> bool:
        """Whether a program whose wall time is up only waits for the machine."""
        if now - self._began >= _LONGEST * (self.until - self._began):
            return False
        self._idle_looks = 0 if self._wants_a_core() else self._idle_looks + 1
        return self._idle_looks < _IDLE_LOOKS
