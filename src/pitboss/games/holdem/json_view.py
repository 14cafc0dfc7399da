"""Views of hold'em as JSON knows them: cards and streets as text."""

from collections.abc import Callable
from typing import Any, Final

from pitboss.games.holdem.cards import card_text
from pitboss.games.holdem.notation import STREETS
from pitboss.games.holdem.pots import Pot
from pitboss.games.holdem.view import HandView, SeriesView

_CARD_TEXTS: Final = [card_text(card) for card in range(52)]
_STREETS: Final = [*STREETS]

_FIELDS: Final = [*HandView._fields]
_STREET: Final[int] = _FIELDS.index("street")
_BOARD: Final[int] = _FIELDS.index("board")
_CARDS: Final[int] = _FIELDS.index("cards")
_POTS: Final[int] = _FIELDS.index("pots")
_SERIES_HAND: Final[int] = [*SeriesView._fields].index("hand")


def _texts(cards: tuple[int, ...]) -> list[str]:
    return [_CARD_TEXTS[card] for card in cards]


def hand_json(view: HandView, make: Callable[[Any, list[Any]], Any]) -> Any:
    """A hand as an object with its fields; `make` is that of `Kind.view_json`."""
    values: list[Any] = [*view]
    values[_STREET] = _STREETS[view.street]
    values[_BOARD] = _texts(view.board)
    values[_CARDS] = [_texts(cards) for cards in view.cards]
    values[_POTS] = [make(Pot, [*pot]) for pot in view.pots]
    return make(HandView, values)


def series_json(view: SeriesView, make: Callable[[Any, list[Any]], Any]) -> Any:
    """A tournament or session as an object, the hand in it likewise."""
    values: list[Any] = [*view]
    values[_SERIES_HAND] = hand_json(view.hand, make)
    return make(SeriesView, values)
