"""What one player, or the public, may know of a game of the UNO family."""

from typing import NamedTuple

from pitboss.games.game import SPECTATOR
from pitboss.games.uno.cards import NO_CARD
from pitboss.games.uno.hands import SIZE, STRIDE, cards_in
from pitboss.games.uno.table import OVER, Table


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
    """What the seat may know, put together from nothing; `legal` is for whose turn it is."""
    if seat < SPECTATOR or seat >= table.players:
        raise ValueError(f"there is no seat {seat}")
    over = table.phase == OVER
    mine = seat == table.turn and not over
    hands: list[tuple[int, ...]] = []
    if over:
        # A finished round is counted with all cards on the table.
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
