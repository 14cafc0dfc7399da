"""From a game to messages: views as JSON knows them, actions and events as text.

The cards of our games are spelled out; a view from another package's game is converted as it is:
dataclasses and named tuples by field. Texts are kept once they have been made. They belong to no
game and no seat: events are kept by what may be known of them.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.games.game import SPECTATOR, Game
from pitboss.games.holdem.cards import card_text
from pitboss.games.holdem.notation import STREETS
from pitboss.games.holdem.view import HandView, SeriesView
from pitboss.games.kind import Event as Happening
from pitboss.games.kind import Kind
from pitboss.games.uno.actions import ACTIONS
from pitboss.games.uno.cards import CARD_KINDS, NO_CARD, NO_COLOUR
from pitboss.games.uno.notation import CARD_TEXTS, COLOUR_LETTERS, write_action, write_card
from pitboss.games.uno.table import FOUR_WAR, NO_WAR, TWO_WAR
from pitboss.games.uno.view import UnoView
from pitboss.wires.native.messages import Event, HandState, PotState, SeriesState, UnoState
from pitboss.wires.session import Note

_encode: Final = msgspec.json.Encoder().encode
_KEPT: Final = 10_000
_PHASES: Final = [
    "play_or_draw",
    "after_draw",
    "colour_choice",
    "swap_choice",
    "catch_choice",
    "over",
]
_WARS: Final = {NO_WAR: None, TWO_WAR: "+2", FOUR_WAR: "wd4"}
# The last is for none, which is -1; so it is with the colours of each top card.
_COLOURS: Final = [*COLOUR_LETTERS, None]
_UNO_CARDS: Final = [*CARD_TEXTS]
_TOPS: Final = [
    [write_card(card, colour) for colour in (0, 1, 2, 3, NO_COLOUR)] for card in range(CARD_KINDS)
]
_UNO_ACTIONS: Final = [write_action(action) for action in range(ACTIONS)]
_HOLDEM_CARDS: Final = [card_text(card) for card in range(52)]
_STREETS: Final = [*STREETS]
_SCALARS: Final = frozenset([bool, int, float, str, type(None)])


def plain(value: Any) -> Any:
    """Anything that a view is made of, as JSON knows it."""
    # Most values by far, which the questions below would take long to find out.
    if type(value) in _SCALARS:
        return value
    if isinstance(value, UnoView):
        return _uno(value)
    if isinstance(value, HandView):
        return _hand(value)
    if isinstance(value, SeriesView):
        hand = _hand(value.hand)
        return SeriesState(value.hand_number, hand, value.scores, value.places, value.over)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _fields({f.name: getattr(value, f.name) for f in dataclasses.fields(value)})
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return _fields(value._asdict())
    if isinstance(value, Mapping):
        return _fields(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    if isinstance(value, (int, float, str)):
        return value
    return str(value)


def _fields(values: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(name): plain(value) for name, value in values.items()}


def open_view(game: Game) -> Any:
    """The public view with every seat's cards, each put in from that seat's own view."""
    public = game.view(SPECTATOR)
    own = [game.view(seat) for seat in range(game.seats)]
    if isinstance(public, UnoView):
        return public._replace(hands=tuple([view.hand for view in own]))
    if isinstance(public, HandView):
        return public._replace(cards=tuple([view.cards[seat] for seat, view in enumerate(own)]))
    if isinstance(public, SeriesView):
        cards = tuple([view.hand.cards[seat] for seat, view in enumerate(own)])
        return public._replace(hand=public.hand._replace(cards=cards))
    # Of another package's game nobody knows where its secrets belong.
    return {"public": public, "seats": own}


def plain_view(view: Any) -> Any:
    """The view as an object; one that is no record of fields is put under `view`."""
    made = plain(view)
    return made if isinstance(made, (dict, Struct)) else {"view": made}


def _texts(cards: tuple[int, ...], texts: list[str]) -> list[str]:
    return [texts[card] for card in cards]


def _uno(view: UnoView) -> UnoState:
    return UnoState(
        view.seat,
        _texts(view.hand, _UNO_CARDS),
        view.sizes,
        _TOPS[view.top][view.colour],
        _COLOURS[view.colour],
        view.actor,
        view.direction,
        _PHASES[view.phase],
        view.pending,
        _WARS[view.war],
        _UNO_CARDS[view.drawn] if view.drawn != NO_CARD else None,
        view.called,
        view.offender,
        view.pile,
        _texts(view.discards, _UNO_CARDS),
        view.scores,
        view.round,
        view.left,
        _texts(view.legal, _UNO_ACTIONS),
        [_texts(hand, _UNO_CARDS) for hand in view.hands],
    )


def _hand(view: HandView) -> HandState:
    fields: Any = view
    state = HandState(*fields)
    # The few fields that are not said as they are.
    state.street = _STREETS[view.street]
    state.board = _texts(view.board, _HOLDEM_CARDS)
    state.cards = [_texts(cards, _HOLDEM_CARDS) for cards in view.cards]
    state.pots = [PotState(pot.amount, pot.seats) for pot in view.pots]
    return state


class KindEncoder:
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

    def open_events(self, notes: Sequence[Note]) -> list[bytes]:
        """The notes as the events that those know whom they are about."""
        kind = self.kind
        return [self._event(note, kind.tell(note, SPECTATOR).seat) for note in notes]

    def opening(self, game: Game, viewer: int) -> list[bytes]:
        """What this viewer is told before the first action."""
        return [event_line(event) for event in self.kind.opening(game, viewer)]

    def open_opening(self, game: Game) -> list[bytes]:
        """What is told before the first action, each part as those know it whom it is about."""
        public = self.kind.opening(game, SPECTATOR)
        own = [self.kind.opening(game, seat) for seat in range(game.seats)]
        told = []
        for number, event in enumerate(public):
            known = own[event.seat] if 0 <= event.seat < len(own) else public
            told.append(event_line(known[number] if len(known) == len(public) else event))
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


def event_line(event: Happening) -> bytes:
    """An event as a message."""
    line: bytes = _encode(Event(event.name, event.seat, plain(event.facts)))
    return line


# By the kind's name: other packages' kinds need not be hashable.
_encoders: Final[dict[str, KindEncoder]] = {}


def encoder_of(kind: Kind[Any, Any]) -> KindEncoder:
    """The texts of a kind, shared by all seats and games."""
    encoder = _encoders.get(kind.name)
    if encoder is None or encoder.kind is not kind:
        encoder = _encoders[kind.name] = KindEncoder(kind)
    return encoder
