"""How a kind of game is spelled: its actions and events, kept once they have been made.

What is kept belongs to no game and no seat: events are kept by what of them may be known.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from pitboss.games.kind import Event as Happening
from pitboss.games.kind import Kind
from pitboss.wires.native.messages import Event
from pitboss.wires.native.views import plain
from pitboss.wires.session import Note

_encode: Final = msgspec.json.Encoder().encode
_KEPT: Final = 10_000


class Wording:
    """The texts of one kind."""

    __slots__ = ("_codes", "_events", "_texts", "kind")

    def __init__(self, kind: Kind[Any, Any]) -> None:
        self.kind = kind
        self._texts: dict[int, str] = {}
        self._codes: dict[str, int] = {}
        self._events: dict[Note, bytes] = {}

    def write_action(self, action: int) -> str:
        """An action as text."""
        text = self._texts.get(action)
        if text is None:
            text = self.kind.write_action(action)
            if len(self._texts) >= _KEPT:
                self._texts.clear()
            self._texts[action] = text
        return text

    def write_actions(self, actions: list[int]) -> list[str]:
        """Actions as texts."""
        return [self.write_action(action) for action in actions]

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


def event_line(event: Happening) -> bytes:
    """An event as a message."""
    line: bytes = _encode(Event(event.name, event.seat, plain(event.facts)))
    return line


# By the kind's name: other packages' kinds need not be hashable.
_wordings: Final[dict[str, Wording]] = {}


def wording_of(kind: Kind[Any, Any]) -> Wording:
    """The texts of a kind, shared by all seats and games."""
    wording = _wordings.get(kind.name)
    if wording is None or wording.kind is not kind:
        wording = _wordings[kind.name] = Wording(kind)
    return wording
