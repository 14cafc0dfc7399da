"""A game that runs by itself in an event loop: asks, waits, times out, tells everyone.

Everything is a plain call that must not block: seats and watchers queue what they send.
"""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from pitboss.games.game import Game
from pitboss.play.answer import Answer
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.player import Player, distinct
from pitboss.play.policy import Cost
from pitboss.play.referee import Referee, Ruling, Turn

# So many turns in a row of players who are gone: more than any seat has to wait for its own.
ABSENCES = 50


class LivePlayer(Player):
    """A player of a live game; every call must return at once."""

    live: "LiveGame | None" = None
    seat: int = -1

    @property
    def wire_name(self) -> str:
        """The protocol over which it is reached; empty for who plays in our own process."""
        return ""

    @property
    def is_here(self) -> bool:
        """Whether it can be reached now."""
        return True

    def sit(self, live: "LiveGame", seat: int) -> None:
        """It sits down; answers go to the live game."""
        self.live = live
        self.seat = seat

    def ask(self, game: Game, turn: Turn) -> None:
        """It is its turn: bring about `live.answer(seat, ...)`, now or later."""
        raise NotImplementedError

    def overdue(self) -> None:
        """Its time is up: bring about `live.answer(seat, ...)` with the fault, now."""
        assert self.live is not None
        self.live.answer(self.seat, Fault(FaultKind.TIMEOUT, "no answer in time"))

    def stopped(self, code: str, message: str) -> None:  # noqa: ARG002
        """The game ended unfinished, for this reason."""
        self.close()


class Watcher(Protocol):
    """Whoever is told what happens: a journal, a table's audience, a log."""

    def begin(self, live: "LiveGame") -> None:
        """The game has been dealt; nobody has been asked yet."""

    def asked(self, live: "LiveGame", turn: Turn) -> None:
        """A seat is about to be asked."""

    def played(self, live: "LiveGame", ruling: Ruling) -> None:
        """An action was played, or a seat left; the game is already past it."""

    def end(self, live: "LiveGame") -> None:
        """The game is over."""

    def settled(self, live: "LiveGame") -> None:
        """Nothing more happens until somebody answers: the moment to send what was queued."""


class LiveGame:
    """One running game; `done` is set when it is over or was stopped."""

    def __init__(
        self,
        referee: Referee,
        players: Sequence[LivePlayer],
        watchers: Sequence[Watcher],
        now: Callable[[], float] | None = None,
        grace: float = 10.0,
        patience: float = 0.0,
        is_in: Callable[[int], bool] = lambda _: True,
    ) -> None:
        """`grace` is how long a game waits for somebody to come back once nobody is left.

        `patience` is how long turns wait for a player who lost its connection, each within its own
        time. `is_in` says whether a seat still has something to decide, now or later.
        """
        if len(players) != referee.game.seats:
            raise ValueError(f"{referee.game.seats} players are needed, not {len(players)}")
        self.referee = referee
        self.game = referee.game
        self.players = list(players)
        self.names = distinct(referee.record.players or [player.name for player in players])
        self.watchers = list(watchers)
        self.loop = asyncio.get_running_loop()
        self.now = now or self.loop.time
        self.grace = grace
        self.patience = patience
        self._is_in = is_in
        self.done = asyncio.Event()
        self.stopped = False
        # Seats whose connection is gone: each turn of theirs is a fault at once.
        self.gone: dict[int, Fault] = {}
        # Seats whose connection was lost just now: the fault, and until when they are waited for.
        self._away: dict[int, tuple[Fault, float]] = {}
        # What to do about our own mistake in a timer or callback, where no caller sees it.
        self.failed: Callable[[Exception], None] | None = None
        # Turns in a row of players who are gone; see `_held`.
        self._absences = 0
        # Turns in a row that each seat let pass, and the seats that are gone for no other reason.
        self._silences = [0] * len(self.players)
        self._silent: set[int] = set()
        self._hold: asyncio.TimerHandle | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._busy = False
        # When the open question was asked.
        self._moment = 0.0

    def start(self) -> None:
        """Tell everyone that the game begins, and ask the first player."""
        for watcher in self.watchers:
            watcher.begin(self)
        for seat, player in enumerate(self.players):
            player.sit(self, seat)
            player.begin(self.game, seat, self.names)
        self._go_on()

    def go_on(self, away: Mapping[int, Fault], left: Collection[int], patience: float) -> None:
        """Ask where the game stands, which was begun before; nobody is told that it begins.

        Who is `away` is waited for so many seconds; who has `left` the game is out of it.
        """
        until = self.now() + patience
        for seat, player in enumerate(self.players):
            player.sit(self, seat)
            if seat in away:
                self._away[seat] = (away[seat], until)
            elif seat not in left:
                player.begin(self.game, seat, self.names)
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
            player = self.players[seat]
            self.referee.note(player.said() if ruling.is_illegal else "", player.stderr())
            player.refused(ruling)
        if ruling.again:
            self._moment = self.now()
            self.players[seat].ask(self.game, turn)
            self._settle()
            return ruling
        self._tell(ruling)
        self._go_on()
        return ruling

    def leave(self, seat: int, fault: Fault) -> None:
        """A seat's player is gone: soon or at once, each of its turns is a fault."""
        # Who lost its connection may come back; a program that ended does not.
        returns = fault.kind is FaultKind.DISCONNECTED and seat not in self.gone
        if self.patience > 0 and returns and not self.done.is_set():
            self._away[seat] = (fault, self.now() + self.patience)
            if (turn := self.referee.turn) is not None and turn.seat == seat:
                self._set_timer(turn)
            return
        self.gone[seat] = fault
        self._silent.discard(seat)
        turn = self.referee.turn
        if turn is not None and turn.seat == seat and not self.done.is_set() and not self._held():
            self.answer(seat, fault)

    def hear(self, seat: int) -> None:
        """A sign of life: who let too many turns pass is waited for again."""
        if seat in self._silent:
            self.come_back(seat, self.players[seat])

    def come_back(self, seat: int, player: LivePlayer) -> None:
        """A player takes a seat again; if it is its turn, it is asked anew."""
        self.gone.pop(seat, None)
        self._away.pop(seat, None)
        self._silent.discard(seat)
        self._silences[seat] = 0
        self.players[seat] = player
        player.sit(self, seat)
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

    def open_turn(self, seat: int) -> Turn | None:
        """The open question as somebody is told who comes back to this seat.

        None if it is the seat's own and will be asked anew: nobody was there, and its time ran out.
        """
        turn = self.referee.turn
        return None if self._hold is not None and turn is not None and turn.seat == seat else turn

    def seconds(self, turn: Turn) -> float:
        """How long the answer to a question may take that is being asked now."""
        return max(0.0, turn.deadline - self._moment)

    def stop(self) -> None:
        """End here, unfinished; nobody is asked any more."""
        self.stopped = True
        self._finish()

    def fail(self, error: Exception) -> None:
        """A mistake of ours in a timer or callback: the game ends here, unfinished."""
        if self.failed is None:
            self.stop()
            raise error
        self.failed(error)

    def call_later(
        self, seconds: float, call: Callable[..., object], *args: object
    ) -> asyncio.TimerHandle:
        """Have something called that belongs to this game: a mistake in it ends this game alone."""
        return self.loop.call_later(seconds, self._guarded, call, *args)

    def call_from_thread(self, call: Callable[..., object], *args: object) -> None:
        """The same from another thread, as soon as possible; nothing if the loop has ended."""
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._guarded, call, *args)

    def _guarded(self, call: Callable[..., object], *args: object) -> None:
        try:
            call(*args)
        except Exception as error:
            self.fail(error)

    def _tell(self, ruling: Ruling) -> None:
        self._count_silence(ruling)
        for watcher in self.watchers:
            watcher.played(self, ruling)
        if ruling.forfeited:
            self.players[ruling.seat].drop()
        for player in self.players:
            player.played(self.game, ruling)

    def _count_silence(self, ruling: Ruling) -> None:
        """A player who never answers is not waited for any more: nobody can stall a table."""
        seat, fault = ruling.seat, ruling.fault
        most = self.referee.policy.silences
        if fault is None or fault.kind is not FaultKind.TIMEOUT:
            self._silences[seat] = 0
        elif most and seat not in self.gone:
            self._silences[seat] += 1
            if self._silences[seat] >= most:
                self.gone[seat] = fault
                self._silent.add(seat)

    def _settle(self) -> None:
        if not self._busy:
            for watcher in self.watchers:
                watcher.settled(self)

    def _go_on(self) -> None:
        # An answer given within `ask` comes back here: it is left to the loop that is running.
        if self._busy:
            return
        self._busy = True
        try:
            while not self.done.is_set() and self.referee.turn is None:
                if self.referee.over():
                    for watcher in self.watchers:
                        watcher.end(self)
                    for player in self.players:
                        player.end(self.game, self.names)
                    self._finish()
                    break
                self._moment = self.now()
                turn = self.referee.ask(self._moment)
                for watcher in self.watchers:
                    watcher.asked(self, turn)
                if turn.seat in self.gone:
                    if turn.seat in self._silent:
                        # It may be there after all: what it says is a sign of life.
                        self.players[turn.seat].ask(self.game, turn)
                    if self._held():
                        break
                    self._rule_absent(turn)
                    continue
                self._set_timer(turn)
                self.players[turn.seat].ask(self.game, turn)
        finally:
            self._busy = False
        self._settle()

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
        present = any(
            seat not in self.gone and self._is_in(seat) for seat in range(len(self.players))
        )
        if present and self._absences < ABSENCES:
            return False
        if self._hold is None:
            self._hold = self.call_later(self.grace, self._abandon)
        return True

    def _abandon(self) -> None:
        """Nobody came back: take all who are gone out of the game, which ends it."""
        self._hold = None
        self._absences = 0
        for seat, fault in list(self.gone.items()):
            if not self.referee.over():
                self._tell(self.referee.withdraw(seat, fault))
        self._go_on()

    def _set_timer(self, turn: Turn) -> None:
        # One timer at a time. It is left running for later turns and moved on when it goes off,
        # rather than made anew for every action; only an earlier deadline needs another.
        delay = max(0.0, self._due(turn) - self.now())
        if self._timer is not None:
            if self._timer.when() <= self.loop.time() + delay:
                return
            self._timer.cancel()
        self._timer = self.call_later(delay, self._check_time)

    def _check_time(self) -> None:
        self._timer = None
        turn = self.referee.turn
        if turn is None or self._hold is not None or self.done.is_set():
            return
        if self.now() < self._due(turn):
            self._set_timer(turn)
        elif turn.seat in self._away:
            fault, until = self._away[turn.seat]
            if self.now() >= until:
                del self._away[turn.seat]
                self.gone[turn.seat] = fault
                if self._held():
                    return
            self.answer(turn.seat, fault)
        else:
            self.players[turn.seat].overdue()

    def _due(self, turn: Turn) -> float:
        """When nobody waits for an answer any more."""
        away = self._away.get(turn.seat)
        return turn.deadline if away is None else min(turn.deadline, away[1])

    def _finish(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._hold is not None:
            self._hold.cancel()
            self._hold = None
        self.done.set()
