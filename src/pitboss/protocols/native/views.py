"""A seat's view as a plain JSON object: fields by name, and the cards of our games as text.

A view from another package's game is converted as it is: dataclasses and named tuples by field.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any

from pitboss.games.holdem import HandView, SeriesView
from pitboss.games.holdem.cards import card_text
from pitboss.games.holdem.notation import STREETS
from pitboss.games.uno.cards import NO_CARD, NO_COLOUR
from pitboss.games.uno.notation import COLOUR_LETTERS, write_action, write_card
from pitboss.games.uno.table import FOUR_WAR, NO_WAR, TWO_WAR
from pitboss.games.uno.view import UnoView

_PHASES = ("play_or_draw", "after_draw", "colour_choice", "swap_choice", "catch_choice", "over")
_WARS = {NO_WAR: None, TWO_WAR: "+2", FOUR_WAR: "wd4"}


def plain(value: Any) -> Any:
    """Anything that a view is made of, as JSON knows it."""
    if isinstance(value, UnoView):
        return _uno(value)
    if isinstance(value, HandView):
        return _hand(value)
    if isinstance(value, SeriesView):
        return {**_fields(value._asdict()), "hand": _hand(value.hand)}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _fields({f.name: getattr(value, f.name) for f in dataclasses.fields(value)})
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return _fields(value._asdict())
    if isinstance(value, Mapping):
        return _fields(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)


def _fields(values: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(name): plain(value) for name, value in values.items()}


def plain_view(view: Any) -> dict[str, Any]:
    """The view as an object; one that is no record of fields is put under `view`."""
    made = plain(view)
    return made if isinstance(made, dict) else {"view": made}


def _uno(view: UnoView) -> dict[str, Any]:
    made = _fields({f.name: getattr(view, f.name) for f in dataclasses.fields(view)})
    return made | {
        "hand": [write_card(card) for card in view.hand],
        "top": write_card(view.top, view.colour),
        "colour": COLOUR_LETTERS[view.colour] if view.colour != NO_COLOUR else None,
        "phase": _PHASES[view.phase],
        "war": _WARS[view.war],
        "drawn": write_card(view.drawn) if view.drawn != NO_CARD else None,
        "discards": [write_card(card) for card in view.discards],
        "legal": [write_action(action) for action in view.legal],
        "hands": [[write_card(card) for card in hand] for hand in view.hands],
    }


def _hand(view: HandView) -> dict[str, Any]:
    return _fields(view._asdict()) | {
        "street": STREETS[view.street],
        "board": [card_text(card) for card in view.board],
        "cards": [[card_text(card) for card in cards] for cards in view.cards],
    }
