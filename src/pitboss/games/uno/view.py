"""What one player, or the public, may know of a game; as a record and as JSON."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from pitboss.games.game import SPECTATOR
from pitboss.games.uno.actions import ACTIONS
from pitboss.games.uno.cards import CARD_KINDS, NO_CARD, NO_COLOUR
from pitboss.games.uno.hands import SIZE, STRIDE, cards_in
from pitboss.games.uno.notation import CARD_TEXTS, COLOUR_LETTERS, write_action, write_card
from pitboss.games.uno.table import FOUR_WAR, NO_WAR, OVER, TWO_WAR, Table


class UnoView(NamedTuple):
    """A position without its secrets; cards and actions as in cards.py and actions.py."""

    seat: int
    hand: tuple[int, ...]
    sizes: tuple[int, ...]
    top: int
    colour: int
    actor: int
    direction: int
    phase: int
    pending: int
    war: int
    drawn: int
    called: bool
    offender: int
    pile: int
    discards: tuple[int, ...]
    scores: tuple[int, ...]
    round: int
    left: tuple[int, ...]
    legal: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]


def view_of(table: Table, seat: int, legal: tuple[int, ...]) -> UnoView:
    """What the seat may know, built by inclusion; `legal` is empty unless it is its turn."""
    if seat < SPECTATOR or seat >= table.players:
        raise ValueError(f"there is no seat {seat}")
    over = table.phase == OVER
    mine = seat == table.turn and not over
    hands: list[tuple[int, ...]] = []
    if over:
        # At the end all hands are laid open to be counted.
        hands = [tuple(cards_in(table.hands, other * STRIDE)) for other in range(table.players)]
    return UnoView(
        seat,
        tuple(cards_in(table.hands, seat * STRIDE)) if seat != SPECTATOR else (),
        tuple([table.hands[other * STRIDE + SIZE] for other in range(table.players)]),
        table.top,
        table.colour,
        table.turn if not over else -1,
        table.direction,
        table.phase,
        table.pending,
        table.war,
        table.drawn if mine else NO_CARD,
        table.called,
        table.offender,
        table.pile.count,
        tuple(table.pile.discards()),
        tuple(table.scores),
        table.round,
        tuple(table.leavers),
        legal,
        tuple(hands),
    )


_PHASES: Final = [
    "play_or_draw",
    "after_draw",
    "colour_choice",
    "swap_choice",
    "catch_choice",
    "over",
]
_WARS: Final = {NO_WAR: None, TWO_WAR: "+2", FOUR_WAR: "wd4"}
# The last entry is for no colour, which is -1, here and in each row of _TOPS.
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
    """The view as a JSON object, cards and actions as text; `make` is as in `Kind.view_json`."""
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
