"""What one seat, or the public, may know of a hand or a series; as a record and as JSON.

Views are built by inclusion: each field is there because this viewer may know it.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from pitboss.games.arrays import i64
from pitboss.games.holdem.betting import Betting
from pitboss.games.holdem.cards import BIT, card_text
from pitboss.games.holdem.pots import Pot
from pitboss.games.holdem.table import STREETS


class HandView(NamedTuple):
    """A hand as one viewer knows it; every tuple is by seat."""

    viewer: int
    seats: int
    button: int
    small_seat: int
    big_seat: int
    small_blind: int
    big_blind: int
    street: int
    board: tuple[int, ...]
    # A seat's two cards where the viewer may know them, else ().
    cards: tuple[tuple[int, ...], ...]
    # Chips not yet wagered; after the hand, with what was won.
    stacks: tuple[int, ...]
    starting_stacks: tuple[int, ...]
    bets: tuple[int, ...]
    # What the seat has put in during the whole hand, bets included.
    paid: tuple[int, ...]
    won: tuple[int, ...]
    # Collected chips only: `pot` adds the bets that are still in front of the seats.
    pots: tuple[Pot, ...]
    pot: int
    dealt_in: tuple[bool, ...]
    folded: tuple[bool, ...]
    all_in: tuple[bool, ...]
    withdrawn: tuple[bool, ...]
    # The seat to move, or -1, and what it may do besides folding.
    actor: int
    can_check: bool
    call: int
    # Both are 0 when the actor may not raise.
    min_raise: int
    max_raise: int


def view_of(table: Betting, viewer: int) -> HandView:
    """The hand as the seat, or the public (-1), may know it."""
    start = table.start
    live = table.live
    known = table.shown
    if viewer >= 0:
        known |= BIT[viewer]
    cards: list[tuple[int, ...]] = []
    dealt_in: list[bool] = []
    folded: list[bool] = []
    all_in: list[bool] = []
    withdrawn: list[bool] = []
    seat: i64
    for seat in range(table.count):
        bit = BIT[seat]
        cards.append(table.hole(seat) if known & bit != 0 else ())
        dealt_in.append(start[seat] > 0)
        folded.append(start[seat] > 0 and live & bit == 0)
        all_in.append(live & ~table.able & bit != 0)
        withdrawn.append(table.gone & bit != 0)
    to_call = table.to_call()
    return HandView(
        viewer,
        table.count,
        table.button,
        table.small_seat,
        table.big_seat,
        table.small,
        table.big,
        table.street,
        table.board(),
        tuple(cards),
        table.stacks(),
        table.starting_stacks(),
        table.bets(),
        table.paid(),
        table.winnings(),
        table.pots(),
        table.pot(),
        tuple(dealt_in),
        tuple(folded),
        tuple(all_in),
        tuple(withdrawn),
        table.turn,
        table.turn >= 0 and to_call == 0,
        to_call,
        table.min_raise(),
        table.max_raise(),
    )


class SeriesView(NamedTuple):
    """A tournament or a cash session as one viewer knows it."""

    hand_number: int
    hand: HandView
    # Final or current chips in a tournament, net chips in a cash session.
    scores: tuple[int, ...]
    places: tuple[int, ...]
    over: bool


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
    """A hand as a JSON object, cards and street as text; `make` is as in `Kind.view_json`."""
    values: list[Any] = [*view]
    values[_STREET] = _STREETS[view.street]
    values[_BOARD] = _texts(view.board)
    values[_CARDS] = [_texts(cards) for cards in view.cards]
    values[_POTS] = [make(Pot, [*pot]) for pot in view.pots]
    return make(HandView, values)


def series_json(view: SeriesView, make: Callable[[Any, list[Any]], Any]) -> Any:
    """A tournament or session as a JSON object."""
    values: list[Any] = [*view]
    values[_SERIES_HAND] = hand_json(view.hand, make)
    return make(SeriesView, values)
