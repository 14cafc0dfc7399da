"""What one seat, or the public, may know of a hand or a series; as a record and as JSON.

Views are built by inclusion: each field is there because this viewer may know it.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from pitboss.games.arrays import i64, vec
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


_QUOTED: Final = [f'"{text}"' for text in _CARD_TEXTS]
# Sets of seats as lists of true and false, by the set and the number of seats.
_set_texts: Final[dict[int, str]] = {}


def _cards_text(cards: tuple[int, ...]) -> str:
    return ",".join([_QUOTED[card] for card in cards])


def _numbers_text(numbers: tuple[int, ...]) -> str:
    return ",".join([str(number) for number in numbers])


def _chips_text(chips: vec[i64]) -> str:
    return ",".join([str(number) for number in chips])


def _set_text(seats: i64, count: i64) -> str:
    key = seats * 64 + count
    text = _set_texts.get(key)
    if text is None:
        text = ",".join(["true" if seats & BIT[seat] != 0 else "false" for seat in range(count)])
        _set_texts[key] = text
    return text


def _pots_text(table: Betting) -> str:
    told = [
        f'{{"amount":{pot.amount},"seats":[{_numbers_text(pot.seats)}]}}' for pot in table.pots()
    ]
    return ",".join(told)


def hand_text(table: Betting, viewer: int) -> str:
    """The JSON text of `hand_json(view_of(table, viewer))`; tests compare."""
    count = table.count
    live = table.live
    known = table.shown
    if viewer >= 0:
        known |= BIT[viewer]
    cards: list[str] = []
    paid: list[str] = []
    dealt_in: i64 = 0
    pot: i64 = 0
    seat: i64
    for seat in range(count):
        bit = BIT[seat]
        shown = ""
        if known & bit != 0:
            shown = _cards_text(table.hole(seat))
        cards.append(f"[{shown}]")
        if table.start[seat] > 0:
            dealt_in |= bit
        put = table.start[seat] + table.won[seat] - table.stack[seat]
        pot += put
        paid.append(str(put))
    to_call = table.to_call()
    can_check = "true" if table.turn >= 0 and to_call == 0 else "false"
    return (
        f'{{"viewer":{viewer},"seats":{count},"button":{table.button},'
        f'"small_seat":{table.small_seat},"big_seat":{table.big_seat},'
        f'"small_blind":{table.small},"big_blind":{table.big},"street":"{_STREETS[table.street]}",'
        f'"board":[{_cards_text(table.board())}],"cards":[{",".join(cards)}],'
        f'"stacks":[{_chips_text(table.stack)}],"starting_stacks":[{_chips_text(table.start)}],'
        f'"bets":[{_chips_text(table.bet)}],"paid":[{",".join(paid)}],'
        f'"won":[{_chips_text(table.won)}],"pots":[{_pots_text(table)}],"pot":{pot},'
        f'"dealt_in":[{_set_text(dealt_in, count)}],'
        f'"folded":[{_set_text(dealt_in & ~live, count)}],'
        f'"all_in":[{_set_text(live & ~table.able, count)}],'
        f'"withdrawn":[{_set_text(table.gone, count)}],"actor":{table.turn},'
        f'"can_check":{can_check},"call":{to_call},"min_raise":{table.min_raise()},'
        f'"max_raise":{table.max_raise()}}}'
    )


def series_text(
    number: int, hand: str, scores: tuple[int, ...], places: tuple[int, ...], over: bool
) -> str:
    """The JSON text of a tournament or session with the text of its hand."""
    return (
        f'{{"hand_number":{number},"hand":{hand},"scores":[{_numbers_text(scores)}],'
        f'"places":[{_numbers_text(places)}],"over":{"true" if over else "false"}}}'
    )
