"""A game that runs by itself in an event loop: asks, waits, times out, tells everyone.

Everything is a plain call that must not block: seats and watchers queue what they send.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from pitboss.arena.policy import Cost
from pitboss.arena.referee import Referee, Ruling, Turn
from pitboss.players.fault import Fault, FaultKind
from pitboss.protocols.answers import Answer

# So many turns in a row of players who are gone: more than any seat has to wait for its own.
ABSENCES = 50


class LiveSeat(Protocol):
    """A player as the live game sees it."""

    name: str

    def ask(self, live: "LiveGame", turn: Turn) -> None:
        """It is this seat's turn: bring about `live.answer(turn.seat, ...)`, now or later."""

    def refused(self, live: "LiveGame", ruling: Ruling) -> None:
        """The answer was refused or replaced; `ruling.fault` says why."""


class Watcher(Protocol):
    """Whoever is told what happens: one table's worth of connections, a log, a page."""

    def begun(self, live: "LiveGame") -> None:
        """The game has been dealt; nobody has been asked yet."""

    def asked(self, live: "LiveGame", turn: Turn) -> None:
        """A seat is about to be asked."""

    def played(self, live: "LiveGame", ruling: Ruling) -> None:
        """An action was played, or a seat left; the game is already past it."""

    def ended(self, live: "LiveGame") -> None:
        """The game is over."""


class LiveGame:
    """One running game; `done` is set when it is over or was stopped."""

    def __init__(
        self,
        referee: Referee,
        seats: Sequence[LiveSeat],
        watchers: Sequence[Watcher],
        now: Callable[[], float] | None = None,
        grace: float = 10.0,
    ) -> None:
        """`grace` is how long a game waits for somebody to come back once nobody is left."""
        if len(seats) != referee.game.seats:
            raise ValueError(f"{referee.game.seats} seats are needed, not {len(seats)}")
        self.referee = referee
        self.seats = list(seats)
        self.watchers = list(watchers)
        self.loop = asyncio.get_running_loop()
        self.now = now or self.loop.time
        self.grace = grace
        self.done = asyncio.Event()
        self.stopped = False
        # Seats whose connection is gone: each turn of theirs is a fault at once.
        self.gone: dict[int, Fault] = {}
        # What to do about our own mistake in a timer, where no caller is there to see it.
        self.failed: Callable[[Exception], None] | None = None
        # Turns in a row of players who are gone; see `_held`.
        self._absences = 0
        self._hold: asyncio.TimerHandle | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._busy = False

    def start(self) -> None:
        """Tell everyone that the game begins, and ask the first player."""
        for watcher in self.watchers:
            watcher.begun(self)
        self._go_on()

    def answer(
        self, seat: int, reply: Answer | Fault, arrived: float | None = None
    ) -> Ruling | None:
        """A seat's reply; None if it was not asked, or no longer, and nothing happened."""
        turn = self.referee.turn
        if self.done.is_set() or turn is None or turn.seat != seat:
            return None
        if isinstance(reply, Answer) and reply.turn not in (None, turn.number):
            return None
        ruling = self.referee.take(reply, self.now() if arrived is None else arrived)
        if seat not in self.gone:
            self._absences = 0
        if ruling.fault is not None:
            self.seats[seat].refused(self, ruling)
        if ruling.again:
            self.seats[seat].ask(self, turn)
            return ruling
        self._tell(ruling)
        self._go_on()
        return ruling

    def leave(self, seat: int, fault: Fault) -> None:
        """A seat's player is gone: every turn of its is a fault from now on."""
        self.gone[seat] = fault
        turn = self.referee.turn
        if turn is not None and turn.seat == seat and not self.done.is_set() and not self._held():
            self.answer(seat, fault)

    def come_back(self, seat: int, player: LiveSeat) -> None:
        """A player takes a seat again; if it is its turn, it is asked anew."""
        self.gone.pop(seat, None)
        self.seats[seat] = player
        if self._hold is None or self.done.is_set():
            return
        self._hold.cancel()
        self._hold = None
        self._absences = 0
        turn = self.referee.turn
        if turn is not None and turn.seat == seat:
            # Its time ran while nobody was there: it gets all of it.
            self.referee.turn = None
        elif turn is not None:
            self._rule_absent(turn)
        self._go_on()

    def stop(self) -> None:
        """End here, unfinished; nobody is asked any more."""
        self.stopped = True
        self._finish()

    def _tell(self, ruling: Ruling) -> None:
        for watcher in self.watchers:
            watcher.played(self, ruling)

    def _go_on(self) -> None:
        # An answer given within `ask` comes back here: it is left to the loop that is running.
        if self._busy:
            return
        self._busy = True
        try:
            while not self.done.is_set() and self.referee.turn is None:
                if self.referee.over():
                    for watcher in self.watchers:
                        watcher.ended(self)
                    self._finish()
                    return
                turn = self.referee.ask(self.now())
                for watcher in self.watchers:
                    watcher.asked(self, turn)
                if turn.seat in self.gone:
                    if self._held():
                        return
                    self._rule_absent(turn)
                    continue
                self._set_timer(turn)
                self.seats[turn.seat].ask(self, turn)
        finally:
            self._busy = False

    def _rule_absent(self, turn: Turn) -> None:
        self._absences += 1
        ruling = self.referee.take(self.gone[turn.seat], self.now())
        self._tell(ruling)

    def _held(self) -> bool:
        """Whether to wait for somebody to come back, rather than play on with nobody there.

        Absent players who are only played for would keep each other in the game for good, and the
        event loop busy.
        """
        if self.referee.policy.gone is not Cost.SUBSTITUTE:
            return False
        if len(self.gone) < len(self.seats) and self._absences < ABSENCES:
            return False
        if self._hold is None:
            self._hold = self.loop.call_later(self.grace, self._abandon)
        return True

    def _abandon(self) -> None:
        """Nobody came back: take all who are gone out of the game, which ends it."""
        self._hold = None
        self._absences = 0
        try:
            for seat, fault in list(self.gone.items()):
                if not self.referee.over():
                    self._tell(self.referee.withdraw(seat, fault))
            self._go_on()
        except Exception as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        if self.failed is None:
            raise error
        self.failed(error)

    def _set_timer(self, turn: Turn) -> None:
        # One timer at a time. It is left running for later turns and moved on when it goes off,
        # rather than made anew for every action; only an earlier deadline needs another.
        delay = max(0.0, turn.deadline - self.now())
        if self._timer is not None:
            if self._timer.when() <= self.loop.time() + delay:
                return
            self._timer.cancel()
        self._timer = self.loop.call_later(delay, self._check_time)

    def _check_time(self) -> None:
        self._timer = None
        turn = self.referee.turn
        if turn is None or self._hold is not None or self.done.is_set():
            return
        if self.now() < turn.deadline:
            self._set_timer(turn)
            return
        try:
            self.answer(turn.seat, Fault(FaultKind.TIMEOUT, "no answer in time"))
        except Exception as error:
            self._fail(error)

    def _finish(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._hold is not None:
            self._hold.cancel()
            self._hold = None
        self.done.set()
