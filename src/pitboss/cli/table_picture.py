"""A game as somebody at the table sees it in a terminal: cards, players, chips."""

from collections.abc import Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from pitboss.games.game import Game
from pitboss.games.holdem.cards import card_text
from pitboss.games.holdem.table import STREETS
from pitboss.games.holdem.view import HandView, SeriesView
from pitboss.games.kind import Kind
from pitboss.games.uno.notation import COLOUR_LETTERS, write_card
from pitboss.games.uno.table import NO_WAR
from pitboss.games.uno.view import UnoView
from pitboss.narration.text import printable

_CARD_STYLES: Final = {
    "r": "bold white on red",
    "g": "bold white on green",
    "b": "bold white on blue",
    "y": "bold black on yellow",
    "w": "bold white on black",
}
_COLOUR_NAMES: Final = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
_SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SUIT_STYLES: Final = {"c": "bold", "d": "bold red", "h": "bold red", "s": "bold"}
_YOU: Final = "bold"
_DIM: Final = "dim"


def picture(kind: Kind[Any, Any], game: Game, seat: int, names: Sequence[str]) -> RenderableType:
    """What the seat sees now."""
    view = game.view(seat)
    if isinstance(view, UnoView):
        return _uno(view, names)
    if isinstance(view, SeriesView):
        return _holdem(view.hand, names, f"hand {view.hand_number}")
    if isinstance(view, HandView):
        return _holdem(view, names)
    return _fields(kind.view_json(view, _plain_object))


def action_text(kind: Kind[Any, Any], game: Game, seat: int, action: int) -> Text:
    """A single action as it is offered to somebody."""
    written, view = kind.write_action(action), game.view(seat)
    if isinstance(view, UnoView):
        return _uno_action(written)
    hand = view.hand if isinstance(view, SeriesView) else view
    if isinstance(hand, HandView) and written == "call":
        return Text("check" if hand.can_check else f"call {hand.call}")
    return Text(printable(written))


def _name(names: Sequence[str], seat: int, own: int) -> str:
    return f"{printable(names[seat])} (you)" if seat == own else printable(names[seat])


# UNO.


def _uno(view: UnoView, names: Sequence[str]) -> RenderableType:
    players = RichTable(box=None, pad_edge=False, show_header=False)
    for seat, size in enumerate(view.sizes):
        away = seat in view.left
        score = f"{view.scores[seat]} points" if any(view.scores) or view.round > 1 else ""
        cards = "left" if away else f"{size} card{'' if size == 1 else 's'}"
        style = _YOU if seat == view.seat else _DIM if away else ""
        row = (_name(names, seat, view.seat), cards, score)
        players.add_row(*(Text(cell, style) for cell in row))
    table = Text("On the table: ").append(_uno_card(write_card(view.top, view.colour)))
    if view.colour >= 0:
        table.append(f"  {_COLOUR_NAMES[COLOUR_LETTERS[view.colour]]}")
    if view.war != NO_WAR or view.pending:
        table.append(f"  {view.pending} cards wait for whoever does not answer", "bold")
    if len(view.sizes) > 2:
        table.append(f"  {'down' if view.direction > 0 else 'up'} the list", _DIM)
    table.append(f"  {view.pile} cards to draw from", _DIM)
    hand = Text("Your hand:    ")
    for card in view.hand:
        hand.append(_uno_card(write_card(card))).append(" ")
    return Group(players, table, hand)


def _uno_card(written: str) -> Text:
    # A wild that has been played shows the colour that was asked for.
    colour = written[-1] if written[0] == "w" and written[-1] in _COLOUR_NAMES else written[0]
    return Text(f" {written} ", _CARD_STYLES[colour])


def _uno_action(written: str) -> Text:
    first, *rest = written.split()
    if first[0] in _CARD_STYLES and len(first) <= 4 and first not in ("uno", "draw", "swap"):
        return _uno_card(first).append(f" {' '.join(rest)}" if rest else "")
    return Text(written)


# Hold'em.


def _holdem(view: HandView, names: Sequence[str], title: str = "") -> RenderableType:
    head = [title, STREETS[view.street], f"blinds {view.small_blind}/{view.big_blind}"]
    players = RichTable(box=None, pad_edge=False, show_header=False)
    for column in range(5):
        players.add_column(justify="right" if column in (1, 2) else "left")
    for seat in range(view.seats):
        if not view.dealt_in[seat]:
            continue
        place = {view.button: "dealer", view.small_seat: "small blind", view.big_seat: "big blind"}
        if view.button == view.small_seat:
            place[view.button] = "dealer, small blind"
        state = "folded" if view.folded[seat] else "all in" if view.all_in[seat] else ""
        style = _YOU if seat == view.viewer else _DIM if view.folded[seat] else ""
        bet = f"bets {view.bets[seat]}" if view.bets[seat] else ""
        name = _name(names, seat, view.viewer)
        row = (name, f"{view.stacks[seat]} chips", bet, place.get(seat, ""), state)
        players.add_row(*(Text(cell, style) for cell in row))
    board = Text("On the table: ").append(_holdem_cards(view.board))
    board.append(f"  pot {view.pot}", "bold")
    own = view.cards[view.viewer] if view.viewer >= 0 else ()
    hand = Text("Your cards:   ").append(_holdem_cards(own))
    return Group(Text(", ".join(part for part in head if part), _DIM), players, board, hand)


def _holdem_cards(cards: Sequence[int]) -> Text:
    shown = Text()
    for card in cards:
        written = card_text(card)
        rank, suit = written[0], written[1]
        shown.append(f"{rank}{_SUITS[suit]}", _SUIT_STYLES[suit]).append(" ")
    return shown if cards else Text("no cards yet", _DIM)


# Any other game.


def _fields(view: Any) -> RenderableType:
    shown = RichTable(box=None, pad_edge=False, show_header=False)
    for name, value in view.items() if isinstance(view, dict) else [("view", view)]:
        written = " ".join(map(str, value)) if isinstance(value, list) else str(value)
        shown.add_row(Text(str(name), _DIM), Text(printable(written)))
    return shown


def _plain_object(record: Any, values: list[Any]) -> dict[str, Any]:
    return dict(zip(record._fields, values, strict=True))
