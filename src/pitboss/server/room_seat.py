"""A seat of a room: whose it is, who is there over which wire, and what came too late."""

import math
import secrets
from typing import Final, Literal

import msgspec

from pitboss.games.game import Game
from pitboss.play.fault import shown
from pitboss.play.live import LivePlayer
from pitboss.play.ruling import Turn
from pitboss.players.connection import ConnectedPlayer, Keyed
from pitboss.wires.uno_online.listen import Line
from pitboss.wires.uno_online.messages import PLAYERS, Player
from pitboss.wires.uno_online.wire import UNO_ONLINE

# Seconds in which actions over several connections count as sent at once.
LATE: Final = 1.0

SeatKind = Literal["human", "outside", "builtin"]


class Seat(Keyed, LivePlayer):
    """A place at the table that waits until somebody acts for it, by HTTP or Socket.IO."""

    def __init__(self, number: int, kind: SeatKind, name: str, bot: str = "") -> None:
        self.player: Player = PLAYERS[number]
        self.kind: SeatKind = kind
        self.name = name or self.player
        self.bot = bot
        self.token = "" if kind == "builtin" else secrets.token_urlsafe(18)
        # The Socket.IO connection that sits here; empty if none does.
        self.connection = ""
        # The client of another wire that sits here.
        self.client: ConnectedPlayer | None = None
        # Whether somebody plays here over HTTP, and when it asked for something last.
        self.is_visited = False
        self.visited = -math.inf
        # The connection whose action was played last, and when; None once the state was asked for.
        self.answered: tuple[Line, float] | None = None
        # The action that it sent last.
        self.sent: object = None

    @property
    def wire_name(self) -> str:
        return UNO_ONLINE.name

    @property
    def is_here(self) -> bool:
        return self.is_taken

    @property
    def has_client(self) -> bool:
        """Whether a client of another wire is connected here."""
        return self.client is not None and self.client.outbox is not None

    @property
    def is_connected(self) -> bool:
        """Whether somebody from outside is here, over any wire."""
        return bool(self.connection) or self.has_client or self.is_visited

    @property
    def is_taken(self) -> bool:
        """Whether somebody is connected here, or the house sits here."""
        return self.is_connected or self.kind == "builtin"

    def is_late(self, line: Line | None, now: float) -> bool:
        """Whether an action over this connection can't know of the last one's answer.

        Who has the answer goes on over the same connection, or has closed it.
        """
        if self.answered is None or line is None:
            return False
        last, when = self.answered
        return last is not line and now < when + LATE and not last.is_closing()

    def ask(self, game: Game, turn: Turn) -> None:
        """Nothing: the views that go to everyone say whose turn it is."""

    def said(self) -> str:
        return "" if self.sent is None else shown(msgspec.json.encode(self.sent))

    def stopped(self, code: str, message: str) -> None:
        """Nothing: the room tells all of its clients at once."""
