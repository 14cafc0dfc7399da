"""A view of the UNO family as JSON knows it: cards, actions and names of things as text."""

from collections.abc import Callable
from typing import Any, Final

from pitboss.games.uno.actions import ACTIONS
from pitboss.games.uno.cards import CARD_KINDS, NO_CARD, NO_COLOUR
from pitboss.games.uno.notation import CARD_TEXTS, COLOUR_LETTERS, write_action, write_card
from pitboss.games.uno.table import FOUR_WAR, NO_WAR, TWO_WAR
from pitboss.games.uno.view import UnoView

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
_CARDS: Final = [*CARD_TEXTS]
_TOPS: Final = [
    [write_card(card, colour) for colour in (0, 1, 2, 3, NO_COLOUR)] for card in range(CARD_KINDS)
]
_ACTIONS: Final = [write_action(action) for action in range(ACTIONS)]

_FIELDS: Final = [*UnoView._fields]
_HAND: Final[int] = _FIELDS.index("hand")
_TOP: Final[int] = _FIELDS.index("top")
_COLOUR: Final[int] = _FIELDS.index("colour")
_PHASE: Final[int] = _FIELDS.index("phase")
_WAR: Final[int] = _FIELDS.index("war")
_DRAWN: Final[int] = _FIELDS.index("drawn")
_DISCARDS: Final[int] = _FIELDS.index("discards")
_LEGAL: Final[int] = _FIELDS.index("legal")
_HANDS: Final[int] = _FIELDS.index("hands")


def _texts(numbers: tuple[int, ...], texts: list[str]) -> list[str]:
    return [texts[number] for number in numbers]


def uno_json(view: UnoView, make: Callable[[Any, list[Any]], Any]) -> Any:
    """The view as an object with its fields; `make` is that of `Kind.view_json`."""
    values: list[Any] = [*view]
    colour, drawn = view.colour, view.drawn
    values[_HAND] = _texts(view.hand, _CARDS)
    values[_TOP] = _TOPS[view.top][colour]
    values[_COLOUR] = _COLOURS[colour]
    values[_PHASE] = _PHASES[view.phase]
    values[_WAR] = _WARS[view.war]
    values[_DRAWN] = _CARDS[drawn] if drawn != NO_CARD else None
    values[_DISCARDS] = _texts(view.discards, _CARDS)
    values[_LEGAL] = _texts(view.legal, _ACTIONS)
    values[_HANDS] = [_texts(hand, _CARDS) for hand in view.hands]
    return make(UnoView, values)
