"""Those who watch a table some time after it happened; nothing of the present reaches them.

What happens is kept as a script and performed later, on a game of their own that is played after
the real one. So whoever joins sees the moment that the others see.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from pitboss.games.game import Game
from pitboss.play.policy import Incident
from pitboss.play.ruling import Ruling, Turn
from pitboss.players.connection import listener_of
from pitboss.server import log
from pitboss.server.gallery import Gallery, Question, RecentNotes, Spectator
from pitboss.wires.native.messages import Time, Wanted
from pitboss.wires.native.wire import NATIVE
from pitboss.wires.outbox import INTERNAL
from pitboss.wires.session import Presence
from pitboss.wires.wire import Setting


class DelayedGallery(Gallery):
    """A gallery with the verbs of the one that is told at once."""

    def __init__(
        self,
        dealt: Callable[[], Game],
        names: Sequence[str],
        setting: Setting,
        *,
        delay: float,
        now: Callable[[], float],
        shown: Callable[[], None],
    ) -> None:
        """`dealt` makes the game before its first action; `shown` is called after the end."""
        recent = RecentNotes(dealt)
        super().__init__(dealt(), names, setting, recent, self._open_question)
        self.delay = delay
        self._notes = recent
        self._now = now
        self._shown = shown
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        # What is to be told, and when.
        self._script: deque[tuple[float, Callable[..., None], tuple[Any, ...]]] = deque()
        self._has_begun = False
        self._turn: Turn | None = None
        # When the time for the open question is up, as they see it.
        self._deadline = 0.0

    def watch(self, spectator: Spectator, since: int = 0) -> None:
        if not self._has_begun:
            self.admit(spectator)
            spectator.outbox.send(self._waiting(spectator))
        else:
            super().watch(spectator, since)

    def _waiting(self, spectator: Spectator) -> bytes:
        setting, seats = self._setting, len(self.names)
        if not spectator.display:
            return listener_of(spectator.wire).waiting(seats, seats, seats)
        control = setting.control
        wanted = Wanted(
            game=setting.kind.name,
            rules=setting.rules,
            seats=seats,
            house=[],
            time=Time(control.move, control.bank),
        )
        return NATIVE.listener.waiting_for(seats, seats, "", list(self.names), wanted)

    def _open_question(self) -> Question:
        if self._turn is None:
            return None, 0.0
        return self._turn, max(0.0, self._deadline - self._now())

    # What happens now, and is told later

    def begin(self, presence: Sequence[Presence]) -> None:
        self._later(self._begin, presence)

    def seated(self, presence: Sequence[Presence]) -> None:
        self._later(super().seated, presence)

    def asked(self, turn: Turn, seconds: float) -> None:
        self._later(self._ask, turn, seconds)

    def faulted(self, incident: Incident) -> None:
        self._later(super().faulted, incident)

    def played(self, ruling: Ruling) -> None:
        self._later(self._play, ruling)

    def end(self, seed: str) -> None:
        self._later(super().end, seed)

    def flush(self) -> None:
        """Nothing: what is told later is sent later."""

    def stopped(self, code: str, message: str) -> None:
        self._later(super().stopped, code, message)

    def close(self, code: int, reason: str = "") -> None:
        self._later(self._close, code, reason)

    def dismiss(self, code: str, message: str, close: int) -> None:
        self._script.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._is_over:
            super().stopped(code, message)
            self._close(close, code)

    # Later

    def _begin(self, presence: Sequence[Presence]) -> None:
        self._has_begun = True
        super().begin(presence)

    def _ask(self, turn: Turn, seconds: float) -> None:
        self._turn = turn
        self._deadline = self._now() + seconds
        super().asked(turn, seconds)

    def _play(self, ruling: Ruling) -> None:
        self._turn = None
        if ruling.forfeited:
            self.game.withdraw(ruling.seat)
        for action in ruling.actions:
            self.game.apply(action)
        self._notes.add(ruling.notes)
        super().played(ruling)

    def _close(self, code: int, reason: str) -> None:
        super().close(code, reason)
        self._shown()

    def _later(self, call: Callable[..., None], *args: Any) -> None:
        if self._is_over:
            return
        self._script.append((self._now() + self.delay, call, args))
        if self._timer is None:
            self._timer = self._loop.call_later(self.delay, self._perform)

    def _perform(self) -> None:
        """Tell all that is due; a mistake of ours concerns nobody but those who watch."""
        self._timer = None
        try:
            now = self._now()
            while self._script and self._script[0][0] <= now:
                _, call, args = self._script.popleft()
                call(*args)
            super().flush()
        except Exception as error:
            log.fail("a delayed table failed", table=self._setting.table, error=repr(error))
            self.dismiss("internal_error", "The server made a mistake.", INTERNAL)
            return
        if self._script:
            wait = max(0.0, self._script[0][0] - self._now())
            self._timer = self._loop.call_later(wait, self._perform)
