"""What a server writes down of a table, so that the next one can go on with it after a kill.

The move log has the game: deal, moves, faults. This is the rest: who sits there and how they come
back, the clocks, and the lobby or room around it. Tokens are written down hashed.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.games.registry import kind_named
from pitboss.play.live import LivePlayer
from pitboss.play.policy import POLICIES
from pitboss.play.time_control import TimeControl
from pitboss.players.connection import ConnectedPlayer, Keyed
from pitboss.server.house import HouseSeat
from pitboss.server.table import Order
from pitboss.server.table_order import StartRule
from pitboss.store.live_games import GameRow
from pitboss.wires.registry import wires


class SeatNote(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Who sits at a seat."""

    name: str
    # A client's wire, and whether it shows the game to a person.
    wire: str = ""
    display: bool = False
    # The wire of the program that a client brings.
    program_wire: str = ""
    # The house's player, and how long it waits before it moves.
    bot: str = ""
    pace: float = 0.0
    # What a room's seat is for.
    kind: str = ""
    # Whoever shows the token to this hash may come back here.
    token: str = ""


class LobbyNote(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The place around a table, for when the game is over."""

    least: int
    most: int
    wait: float = 0.0
    repeat: bool = False
    house: tuple[str, ...] = ()
    house_last: bool = False
    pace: float = 0.0
    kept: bool = False


class RoomNote(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The room around a table."""

    open: bool
    seed_given: bool
    address: str = ""


class Comeback(msgspec.Struct, kw_only=True, omit_defaults=True):
    """All of it."""

    seats: tuple[SeatNote, ...]
    move: float
    bank: float = 0.0
    startup: float = 0.0
    patience: float = 0.0
    lobby: LobbyNote | None = None
    room: RoomNote | None = None

    def order(self, row: GameRow) -> Order:
        """What is played at the table."""
        kind = kind_named(row.game)
        return Order(
            kind=kind,
            rules=kind.rules(row.rules),
            policy=POLICIES[row.policy],
            control=TimeControl(move=self.move, bank=self.bank, startup=self.startup),
            patience=self.patience,
        )


def comeback_of(
    order: Order,
    seats: Sequence[LivePlayer | HouseSeat],
    *,
    lobby: LobbyNote | None = None,
    room: RoomNote | None = None,
) -> Comeback:
    """A table as it is written down."""
    control = order.control
    return Comeback(
        seats=tuple(map(_note, seats)),
        move=control.move,
        bank=control.bank,
        startup=control.startup,
        patience=order.patience,
        lobby=lobby,
        room=room,
    )


def _note(seat: LivePlayer | HouseSeat) -> SeatNote:
    if isinstance(seat, HouseSeat):
        return SeatNote(name=seat.name, bot=seat.bot, pace=seat.pace)
    return SeatNote(
        name=seat.name,
        wire=seat.wire_name,
        display=isinstance(seat, ConnectedPlayer) and seat.display,
        program_wire=seat.program_wire if isinstance(seat, ConnectedPlayer) else "",
        kind=getattr(seat, "kind", ""),
        token=seat.lock if isinstance(seat, Keyed) else "",
    )


def read_comeback(value: Any) -> Comeback:
    """What a move log says of it; `ValueError` if it can't be understood."""
    return msgspec.convert(value, Comeback)


def start_rule(note: LobbyNote) -> StartRule:
    """When the next game at the place starts."""
    return StartRule(least=note.least, most=note.most, wait=note.wait, repeat=note.repeat)


def returning(note: SeatNote) -> ConnectedPlayer | HouseSeat:
    """Whoever sits at a seat of a lobby's table; a client is away until it comes back."""
    if note.bot:
        return HouseSeat(note.name, note.bot, note.pace)
    player = ConnectedPlayer(note.name, wires()[note.wire], None)
    player.display, player.program_wire = note.display, note.program_wire
    player.token, player.token_hash = "", note.token
    return player
