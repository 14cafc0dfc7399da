"""The native protocol for a client that shows the game to a person.

It is told what every client is told, and besides: events in words, the position at every question,
who is there, and faults. Nothing of it is kept between sessions: the words have players' names.
"""

from collections import deque
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from pitboss.games.game import Game
from pitboss.games.kind import Event as Happening
from pitboss.games.kind import Kind
from pitboss.play.fault import FaultKind
from pitboss.play.policy import Cost, Incident
from pitboss.play.ruling import Ruling, Turn
from pitboss.wires.native.encode import event_line, json_text, make_object
from pitboss.wires.native.messages import FaultNote, SeatNote, Seats, State, Time
from pitboss.wires.native.session import NativeSession
from pitboss.wires.session import RECALLED, Note, Presence

_encode: Final = msgspec.json.Encoder().encode

_COSTS: Final[dict[Cost, Any]] = {
    Cost.REFUSE: "none",
    Cost.SUBSTITUTE: "fallback",
    Cost.FORFEIT: "forfeit",
}
# What everybody may know of a fault: its own message may tell what a hand has or lacks.
_FAULTS: Final = {
    FaultKind.STARTUP: "its program did not start",
    FaultKind.TIMEOUT: "no answer in time",
    FaultKind.STALL: "it does not read what it is sent",
    FaultKind.CRASH: "its program ended",
    FaultKind.MALFORMED: "an answer that can't be read",
    FaultKind.ILLEGAL: "an answer that the rules forbid",
    FaultKind.DISCONNECTED: "the connection is gone",
    FaultKind.FLOOD: "too many messages",
    FaultKind.REMOVED: "it was taken out of the event",
}


class DisplaySession(NativeSession):
    """One seat in one game of any kind, or a watcher of it, shown to a person."""

    def __init__(
        self,
        kind: Kind[Any, Any],
        rules: str,
        time: Time,
        *,
        all_cards: bool = False,
        commitment: str = "",
        game_id: str = "",
    ) -> None:
        super().__init__(
            kind, rules, time, all_cards=all_cards, commitment=commitment, game_id=game_id
        )
        self._names: list[str] = []
        self._texts: deque[str] = deque(maxlen=RECALLED)
        self._seats: list[bytes] = []

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        hello = self._hello(game, seat, names)
        self._names = list(names)
        self._texts.clear()
        return [hello, *self._seats, *self._tell(self._deal(game))]

    def resume(
        self,
        game: Game,
        seat: int,
        names: Sequence[str],
        turn: Turn | None = None,
        seconds: float = 0.0,
    ) -> list[bytes]:
        hello = self._hello(game, seat, names)
        number = 0 if turn is None else turn.number
        state = self._state(game, number, seconds, list(self._texts))
        told = [hello, *self._seats, state]
        if turn is not None and turn.seat == seat:
            told.append(self.ask(game, number, seconds))
        return told

    def recall(self, dealt: Game | None, notes: Sequence[Note]) -> None:
        self._texts.clear()
        happenings = [] if dealt is None else self._deal(dealt)
        happenings += [self._happening(note) for note in notes]
        for event in happenings:
            self._texts.append(self.kind.sentence(event, self._names))

    def asked(self, game: Game, turn: Turn, seconds: float) -> list[bytes]:
        # A player's own question shows the position already.
        return [] if turn.seat == self.seat else [self._state(game, turn.number, seconds)]

    def seated(self, seats: Sequence[Presence]) -> list[bytes]:
        notes = []
        for presence in seats:
            sort: Any = presence.sort
            notes.append(SeatNote(presence.name, sort, presence.wire, presence.here))
        self._seats = [_encode(Seats(notes))]
        return list(self._seats)

    def faulted(self, incident: Incident) -> list[bytes]:
        fault = incident.fault
        # Its own seat, and who sees all cards, may know all of it.
        if self._all_cards or incident.seat == self.seat:
            message = fault.message
        else:
            message = _FAULTS[fault.kind]
        cost = _COSTS[incident.cost]
        return [_encode(FaultNote(incident.seat, incident.turn, fault.kind.value, cost, message))]

    def played(self, game: Game, ruling: Ruling) -> list[bytes]:  # noqa: ARG002
        return self._tell([self._happening(note) for note in ruling.notes])

    def end(self, game: Game, names: Sequence[str], seed: str = "") -> list[bytes]:
        return [self._state(game, 0, 0.0), *super().end(game, names, seed)]

    def _sees_all(self) -> bool:
        return self.seat < 0 and self._all_cards

    def _deal(self, game: Game) -> list[Happening]:
        if self._sees_all():
            return self._encoder.open_deal(game)
        return list(self.kind.opening(game, self.seat))

    def _happening(self, note: Note) -> Happening:
        if self._sees_all():
            return self._encoder.open_happening(note)
        return self.kind.tell(note, self.seat)

    def _tell(self, happenings: Sequence[Happening]) -> list[bytes]:
        lines = []
        for event in happenings:
            text = self.kind.sentence(event, self._names)
            self._texts.append(text)
            lines.append(event_line(event, text))
        return lines

    def _state(self, game: Game, turn: int, seconds: float, log: list[str] | None = None) -> bytes:
        figures: dict[str, Any] | None = None
        if self._sees_all():
            text = json_text(self.kind.open_json(game, make_object))
            worth = self.kind.figures(game)
            figures = None if worth is None else dict(worth)
        else:
            text = self._encoder.view_text(game, self.seat)
        view: Any = msgspec.Raw(text.encode())
        state = State(view, turn, game.actor(), round(seconds, 3), log, figures)
        line: bytes = _encode(state)
        return line
