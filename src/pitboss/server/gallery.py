"""Those who watch a table: one audience for each way of watching, told everything once.

When they are told is the table's business, what a message looks like their wire's. Those who hear
of it later are in delayed_gallery.py.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from pitboss.games.game import SPECTATOR, Game
from pitboss.play.policy import Incident
from pitboss.play.ruling import Ruling, Turn
from pitboss.players.connection import Stream, listener_of
from pitboss.server import log
from pitboss.wires.outbox import Outbox
from pitboss.wires.session import RECALLED, Note, Presence, Session
from pitboss.wires.wire import Setting, Wire

# The open question and the seconds left for it.
Question = tuple[Turn | None, float]


@dataclass(eq=False)
class Spectator:
    """Somebody who watches; the organiser sees all cards."""

    wire: Wire
    outbox: Outbox
    all_cards: bool = False
    # Whether the game is shown to a person.
    display: bool = False
    # Where it watches; None while it waits for a game.
    gallery: "Gallery | None" = field(default=None, repr=False)

    def leave(self) -> None:
        """It watches no more."""
        if self.gallery is not None:
            self.gallery.unwatch(self)

    @property
    def audience(self) -> tuple[str, bool, bool]:
        """Those who watch in the same way have this in common."""
        return self.wire.name, self.all_cards, self.display


class Audience:
    """Those who watch a table in the same way."""

    def __init__(self, wire: Wire, setting: Setting) -> None:
        self.listener = listener_of(wire)
        self.session = wire.session(setting)
        self.stream = Stream(self.listener)

    def stopped(self, code: str, message: str) -> None:
        """The game ended unfinished."""
        self.stream.tell([self.listener.refusal(code, message)])
        self.stream.flush()


class RecentNotes:
    """What happened last in one game, for sessions that are made in mid-game."""

    def __init__(self, dealt: Callable[[], Game]) -> None:
        """`dealt` makes the game as it was before its first action."""
        self._dealt = dealt
        self._notes: deque[Note] = deque(maxlen=RECALLED)

    def add(self, notes: Sequence[Note]) -> None:
        """Something happened."""
        self._notes.extend(notes)

    def recall(self, session: Session) -> None:
        """Tell a new session what it has missed."""
        is_all = len(self._notes) < RECALLED
        session.recall(self._dealt() if is_all else None, tuple(self._notes))


class Gallery:
    """All who watch one table."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        setting: Setting,
        recent: RecentNotes,
        question: Callable[[], Question],
    ) -> None:
        """`question` is what is asked just now."""
        self.game = game
        self.names = names
        # How many moves they have been told of, withdrawals included.
        self.moves = 0
        # Where a wire numbers its messages, the number after which these begin.
        self.numbered_from = 0
        self.presence: Sequence[Presence] = ()
        self._is_over = False
        self._setting = setting
        self._recent = recent
        self._question = question
        self._audiences: dict[tuple[str, bool, bool], Audience] = {}

    def __iter__(self) -> Iterator[Audience]:
        return iter(self._audiences.values())

    @property
    def is_empty(self) -> bool:
        """Whether nobody watches."""
        return not any(audience.stream.outboxes for audience in self)

    @property
    def is_over(self) -> bool:
        """Whether they have been told of the end, and are gone."""
        return self._is_over

    # Coming and going

    def admit(self, spectator: Spectator) -> None:
        """Somebody watches from the first card on; before the game starts."""
        spectator.gallery = self
        self._audience(spectator).stream.outboxes.append(spectator.outbox)

    def watch(self, spectator: Spectator, since: int = 0) -> None:
        """Somebody watches from now on, who has heard all messages up to `since` (0: none)."""
        spectator.gallery = self
        new = spectator.audience not in self._audiences
        audience = self._audience(spectator)
        session = audience.session
        if new:
            session.begin(self.game, SPECTATOR, self.names)
            self._recent.recall(session)
        audience.stream.join(spectator.outbox, since, lambda: self._standing(session))

    def unwatch(self, spectator: Spectator) -> None:
        """Somebody watches no more."""
        audience = self._audiences.get(spectator.audience)
        if audience is not None:
            audience.stream.leave(spectator.outbox)

    def _standing(self, session: Session) -> Sequence[bytes]:
        turn, left = self._question()
        return session.resume(self.game, SPECTATOR, self.names, turn, left)

    def _audience(self, spectator: Spectator) -> Audience:
        audience = self._audiences.get(spectator.audience)
        if audience is None:
            setting = replace(
                self._setting, all_cards=spectator.all_cards, display=spectator.display
            )
            audience = self._audiences[spectator.audience] = Audience(spectator.wire, setting)
            audience.stream.go_on(self.numbered_from)
            if self.presence:
                audience.session.seated(self.presence)
        return audience

    # What happens at the table

    def begin(self, presence: Sequence[Presence]) -> None:
        """The game has been dealt to those who are there."""
        self.presence = presence
        for audience in self:
            audience.session.seated(presence)
            audience.stream.tell(audience.session.begin(self.game, SPECTATOR, self.names))

    def seated(self, presence: Sequence[Presence]) -> None:
        """Somebody came or went."""
        self.presence = presence
        for audience in self:
            audience.stream.tell(audience.session.seated(presence))

    def asked(self, turn: Turn, seconds: float) -> None:
        """A seat is asked."""
        for audience in self:
            audience.stream.tell(audience.session.asked(self.game, turn, seconds))

    def faulted(self, incident: Incident) -> None:
        """A player's answer could not be used, or none came."""
        for audience in self:
            audience.stream.tell(audience.session.faulted(incident))

    def played(self, ruling: Ruling) -> None:
        """Something was played; the game is already past it."""
        self.moves += 1 if ruling.forfeited else len(ruling.actions)
        for audience in self:
            audience.stream.tell(audience.session.played(self.game, ruling))

    def end(self, seed: str) -> None:
        """The game is over."""
        for audience in self:
            audience.stream.tell(audience.session.end(self.game, self.names, seed))

    def flush(self) -> None:
        """Send what was queued."""
        for audience in self:
            audience.stream.flush()

    # The end, at which one mistake must not keep the others from hearing of it

    def stopped(self, code: str, message: str) -> None:
        """The game ended unfinished."""
        for audience in self:
            quietly(self._setting.table, audience.stopped, code, message)

    def close(self, code: int, reason: str = "") -> None:
        """Everybody has heard how it ended."""
        if self._is_over:
            return
        self._is_over = True
        for audience in self:
            farewell = reason or audience.listener.farewell
            quietly(self._setting.table, audience.stream.close, code, farewell)

    def dismiss(self, code: str, message: str, close: int) -> None:
        """End here and now, whatever there is still to tell."""
        self.stopped(code, message)
        self.close(close, code)


def quietly(table: str, call: Callable[..., object], *args: object) -> None:
    """Call something at the end of a table; a mistake in it is logged, and no more."""
    try:
        call(*args)
    except Exception as error:
        log.fail("a goodbye failed", table=table, error=repr(error))
