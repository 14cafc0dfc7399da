"""From a game to messages: actions and events as text, kept once they have been made.

The texts belong to no game and no seat: events are kept by what may be known of them. A view as
JSON knows it comes from the game's kind.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from pitboss.games.game import SPECTATOR, Game
from pitboss.games.kind import Event as Happening
from pitboss.games.kind import Kind, json_value
from pitboss.wires.native.messages import Event
from pitboss.wires.session import Note

_encode: Final = msgspec.json.Encoder().encode
_KEPT: Final = 10_000


# The encoder is quickest with Structs. By the named tuple whose fields each has.
_structs: Final[dict[Any, Any]] = {}


def make_object(fields_of: Any, values: list[Any]) -> Any:
    """An object with the fields of a `NamedTuple` class; see `Kind.view_json`."""
    struct = _structs.get(fields_of)
    if struct is None:
        struct = msgspec.defstruct(fields_of.__name__, fields_of._fields, gc=False)
        _structs[fields_of] = struct
    return struct(*values)


def json_text(value: Any) -> str:
    """Anything that the wire encodes, as text."""
    encoded: bytes = _encode(value)
    return encoded.decode()


def quote(text: str) -> str:
    """A text as a JSON string."""
    return json_text(text)


class KindEncoder:
    """The texts of one kind."""

    __slots__ = ("_codes", "_events", "_quoted", "kind")

    def __init__(self, kind: Kind[Any, Any]) -> None:
        self.kind = kind
        self._quoted: dict[int, str] = {}
        self._codes: dict[str, int] = {}
        self._events: dict[Note, bytes] = {}

    def quote_action(self, action: int) -> str:
        """An action as JSON text, in its quotes."""
        text = self._quoted.get(action)
        if text is None:
            text = quote(self.kind.write_action(action))
            if len(self._quoted) >= _KEPT:
                self._quoted.clear()
            self._quoted[action] = text
        return text

    def view_text(self, game: Game, viewer: int) -> str:
        """What the viewer may know, as JSON text."""
        text = self.kind.view_text(game, viewer)
        if text is not None:
            return text
        return json_text(self.kind.view_json(game.view(viewer), make_object))

    def read_action(self, text: str) -> int:
        """The action that the text names; `BadNotation` if none."""
        action = self._codes.get(text)
        if action is None:
            action = self.kind.read_action(text)
            if len(self._codes) >= _KEPT:
                self._codes.clear()
            self._codes[text] = action
        return action

    def events(self, notes: Sequence[Note], viewer: int) -> list[bytes]:
        """The notes as the events that this viewer may know."""
        return [self._event(note, viewer) for note in notes]

    def open_events(self, notes: Sequence[Note]) -> list[bytes]:
        """The notes as the events that those know whom they are about."""
        kind = self.kind
        return [self._event(note, kind.tell(note, SPECTATOR).seat) for note in notes]

    def open_happening(self, note: Note) -> Happening:
        """A note as those know it whom it is about."""
        return self.kind.tell(note, self.kind.tell(note, SPECTATOR).seat)

    def opening(self, game: Game, viewer: int) -> list[bytes]:
        """What this viewer is told before the first action."""
        return [event_line(event) for event in self.kind.opening(game, viewer)]

    def open_opening(self, game: Game) -> list[bytes]:
        """What is told before the first action, each part as those know it whom it is about."""
        return [event_line(event) for event in self.open_deal(game)]

    def open_deal(self, game: Game) -> list[Happening]:
        """The same, not encoded."""
        public = self.kind.opening(game, SPECTATOR)
        own = [self.kind.opening(game, seat) for seat in range(game.seats)]
        told = []
        for number, event in enumerate(public):
            known = own[event.seat] if 0 <= event.seat < len(own) else public
            told.append(known[number] if len(known) == len(public) else event)
        return told

    def _event(self, note: Note, viewer: int) -> bytes:
        known = self.kind.known(note, viewer)
        if known is None:
            return event_line(self.kind.tell(note, viewer))
        line = self._events.get(known)
        if line is None:
            line = event_line(self.kind.tell(note, viewer))
            if len(self._events) >= _KEPT:
                self._events.clear()
            self._events[known] = line
        return line


def event_line(event: Happening, text: str = "") -> bytes:
    """An event as a message, in words too for those who show it to a person."""
    line: bytes = _encode(Event(event.name, event.seat, json_value(event.facts), text))
    return line


# By the kind's name: other packages' kinds need not be hashable.
_encoders: Final[dict[str, KindEncoder]] = {}


def encoder_of(kind: Kind[Any, Any]) -> KindEncoder:
    """The texts of a kind, shared by all seats and games."""
    encoder = _encoders.get(kind.name)
    if encoder is None or encoder.kind is not kind:
        encoder = _encoders[kind.name] = KindEncoder(kind)
    return encoder
