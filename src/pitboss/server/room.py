"""One room of the uno-online wire: a table for two, its seats and tokens, each side's view."""

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

import msgspec

from pitboss.games.game import SPECTATOR
from pitboss.games.uno import UNO, UnoGame, UnoRules
from pitboss.play.answer import Unusable
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.live import LiveGame
from pitboss.play.ruling import Ruling, Turn
from pitboss.play.time_control import TimeControl
from pitboss.players.connection import ConnectedPlayer
from pitboss.server.comeback import RoomNote, comeback_of
from pitboss.server.gallery import Spectator
from pitboss.server.house import HouseSeat
from pitboss.server.room_seat import Seat
from pitboss.server.services import Services
from pitboss.server.table import CLOSED, Order, Table
from pitboss.store.move_log import LeftGame
from pitboss.wires.native.wire import NATIVE
from pitboss.wires.outbox import Outbox
from pitboss.wires.uno_online.decode import ends_turn, names_turn, read_action, wrong_turn
from pitboss.wires.uno_online.encode import (
    RecentActions,
    game_info,
    game_state,
    refused_action,
    winner_of,
)
from pitboss.wires.uno_online.listen import Line
from pitboss.wires.uno_online.messages import (
    PLAYERS,
    ErrorReply,
    GameOver,
    Player,
    RoomInfo,
    SeatInfo,
    refusal,
)
from pitboss.wires.uno_online.original_page import Shown, flat_state, shown_to
from pitboss.wires.uno_online.wire import UNO_ONLINE

SEATS: Final = (0, 1)
ONLOOKERS: Final = (SPECTATOR,)
EVERYBODY: Final = (*SEATS, *ONLOOKERS)

# Seconds without a request after which who plays over HTTP has left its seat.
VISIT: Final = 60.0


class Audience(Protocol):
    """Whoever passes on what happens in rooms; every call must return at once."""

    def moved(self, room: "Room", sides: Sequence[int]) -> None:
        """The game has gone on: there are new views for these sides."""

    def began(self, room: "Room", sides: Sequence[int]) -> None:
        """Another game has begun: these sides are told of it from anew."""

    def ended(self, room: "Room", sides: Sequence[int], told: GameOver) -> None:
        """The game is over; these sides are told."""

    def stopped(self, room: "Room", reply: ErrorReply) -> None:
        """The game ended unfinished."""

    def seated(self, room: "Room") -> None:
        """Somebody has come or gone."""

    def closed(self, room: "Room") -> None:
        """The room is gone."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What everybody may know of a room's game at one moment."""

    table: Table
    view: msgspec.Raw
    shown: Shown
    actor: int
    turn: int
    winner: Player | None
    # Whether it is the first of its game.
    is_first: bool


class Room:
    """A game of two players in a room with a code."""

    def __init__(
        self,
        code: str,
        rules: UnoRules,
        seats: tuple[Seat, Seat],
        services: Services,
        *,
        seed: int,
        seed_given: bool,
        is_open: bool,
        timeout: float,
        pace: float,
        audience: Audience,
        address: str = "",
        left: LeftGame | None = None,
    ) -> None:
        """`left` is what another server left of its game, for `go_on` of the table."""
        self.code = code
        self.id = secrets.token_hex(8)
        self.seats = seats
        self.open = is_open
        self.seed_given = seed_given
        self.address = address
        # Connections by the side whose view they get.
        self.viewers: dict[int, set[str]] = {0: set(), 1: set(), SPECTATOR: set()}
        self._audience = audience
        self._services = services
        self._now = services.now
        self.touched = services.now()
        # Set when there is something new, and replaced by the next one.
        self._news = asyncio.Event()
        self._pace = pace
        # The allowance for the first move is for players who have not arrived yet.
        patience = services.settings.idle_timeout
        self._order = Order(
            kind=UNO,
            rules=rules,
            policy=UNO_ONLINE.policy,
            control=TimeControl(move=timeout, startup=patience),
        )
        self._deal(seed, left)
        # Seconds after which onlookers hear of what happens, and what they know by now.
        self._delay = services.settings.spectator_delay
        self._shown = self._moment() if self._delay > 0 else None

    def _deal(self, seed: int, left: LeftGame | None = None) -> None:
        self.recent = RecentActions()
        self._refresh()
        players = [
            HouseSeat(seat.name, seat.bot, self._pace) if seat.kind == "builtin" else seat
            for seat in self.seats
        ]
        self.table = Table(
            self.code,
            self._order,
            players,
            self._services,
            seed=seed,
            over=self._over,
            watchers=[self],
            comeback=comeback_of(
                self._order,
                players,
                room=RoomNote(open=self.open, seed_given=self.seed_given, address=self.address),
            ),
            left=left,
        )
        self.game = cast("UnoGame", self.table.game)
        # Whether its first position has still to be shown.
        self._is_new = True

    def play_again(self, seed: int) -> None:
        """Begin another game with the same seats, whose tokens stay as they are."""
        self.seed_given = False
        for seat in self.seats:
            seat.client = None
            seat.answered = None
        self._deal(seed)
        self.table.start()

    # What happens, as the live game tells it.

    def begin(self, live: LiveGame) -> None:
        """Nothing to show before the first question."""

    def asked(self, live: LiveGame, turn: Turn) -> None:
        del live, turn
        self._tell()

    def played(self, live: LiveGame, ruling: Ruling) -> None:
        self.recent.add(live.referee.number, ruling.notes)

    def end(self, live: LiveGame) -> None:
        del live
        self._tell()
        self._audience.ended(self, self._sides, self._game_over(self.table))

    def _tell(self) -> None:
        self._refresh()
        tell = self._audience.began if self._is_new else self._audience.moved
        tell(self, self._sides)
        if self._delay > 0:
            self.table.live.call_later(self._delay, self._show, self._moment())
        self._is_new = False
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def _game_over(self, table: Table) -> GameOver:
        game = cast("UnoGame", table.live.game)
        result = game.result()
        winner, seed = winner_of(game), str(table.seed)
        return GameOver(self.code, winner, result.reason, result.scores, seed)

    @property
    def _sides(self) -> Sequence[int]:
        """Those who are told at once."""
        return SEATS if self._delay > 0 else EVERYBODY

    def _moment(self) -> Moment:
        return Moment(
            self.table,
            self._view(SPECTATOR),
            self._socket_view(SPECTATOR),
            self.game.actor(),
            self.table.live.referee.number,
            winner_of(self.game),
            self._is_new,
        )

    def _show(self, moment: Moment) -> None:
        self._shown = moment
        tell = self._audience.began if moment.is_first else self._audience.moved
        tell(self, ONLOOKERS)
        if moment.actor < 0:
            self._audience.ended(self, ONLOOKERS, self._game_over(moment.table))
        self._wake()

    def settled(self, live: LiveGame) -> None:
        """Nothing: the audience sends by itself."""

    def _over(self, table: Table) -> None:
        self._wake()
        if table.stopped is not None:
            self._audience.stopped(self, refusal("game_over", table.stopped))

    def close(self) -> None:
        """End the room, whatever its game has come to."""
        self.table.stop(CLOSED, "the room was closed")
        self._audience.closed(self)

    # What players and onlookers see.

    def _refresh(self) -> None:
        self._views: dict[int, msgspec.Raw] = {}
        self._socket_views: dict[int, Shown] = {}
        self._info: Any = None

    def view(self, side: int) -> msgspec.Raw:
        """The gameState of a side as JSON, made once for each move."""
        if side == SPECTATOR and self._shown is not None:
            return self._shown.view
        return self._view(side)

    def _view(self, side: int) -> msgspec.Raw:
        view = self._views.get(side)
        if view is None:
            if self._info is None:
                turn = self.table.live.referee.number
                self._info = game_info(self.game, self.code, self.table.record.rules, turn)
            names = [seat.name for seat in self.seats]
            state = game_state(self.game, side, self._info, names, self.recent)
            view = self._views[side] = msgspec.Raw(msgspec.json.encode(state))
        return view

    def socket_view(self, side: int) -> Shown:
        """The same for a Socket.IO connection, which may be the original page."""
        if side == SPECTATOR and self._shown is not None:
            return self._shown.shown
        return self._socket_view(side)

    def _socket_view(self, side: int) -> Shown:
        shown = self._socket_views.get(side)
        if shown is None:
            flat = flat_state(self.game, side)
            shown = shown_to(self.game, bytes(self._view(side)), flat)
            self._socket_views[side] = shown
        return shown

    def info(self) -> RoomInfo:
        """The room as everyone may see it."""
        shown = self._shown
        if shown is None:
            table, actor, turn = self.table, self.game.actor(), self.table.live.referee.number
            winner = winner_of(self.game)
        else:
            table, actor, turn, winner = shown.table, shown.actor, shown.turn, shown.winner
        return RoomInfo(
            room_code=self.code,
            rules=self.table.record.rules,
            players=[
                SeatInfo(seat.player, seat.name, seat.kind, seat.bot, seat.is_connected)
                for seat in self.seats
            ],
            open=self.open,
            current_turn=None if actor < 0 else PLAYERS[actor],
            turn_number=turn,
            is_over=actor < 0,
            winner=winner,
            seed_hash=table.setting.commitment,
            seed_given=self.seed_given,
            seed=str(table.seed) if actor < 0 else None,
            journal=table.journal_id,
        )

    @property
    def seed_hash(self) -> str:
        """The commitment to the seed."""
        return self.table.setting.commitment

    # Who may do what.

    def tokens(self) -> dict[Player, str]:
        """The tokens of the seats that are not the house's."""
        return {seat.player: seat.token for seat in self.seats if seat.token}

    def side_of(self, token: str | None) -> int | ErrorReply:
        """The seat that a token opens; without one, an open room's outside player: Player 2."""
        if token:
            for number, seat in enumerate(self.seats):
                if seat.opens_to(token):
                    return number
            return refusal("bad_token")
        if not self.open:
            return refusal("token_required")
        for number in (1, 0):
            if self.seats[number].kind != "builtin":
                return number
        return SPECTATOR

    def touch(self) -> None:
        """Somebody is interested in the room."""
        self.touched = self._now()

    def is_over(self) -> bool:
        """Whether nothing more will be played."""
        return self.table.is_over

    def connected(self) -> bool:
        """Whether anybody is connected."""
        return any(self.viewers.values()) or any(seat.is_connected for seat in self.seats)

    def visit(self, side: int) -> None:
        """Somebody asks for a seat over HTTP, and so sits there for a while."""
        if side == SPECTATOR:
            return
        seat = self.seats[side]
        seat.visited = self._now()
        if not seat.is_visited:
            seat.is_visited = True
            self._audience.seated(self)
            asyncio.get_running_loop().call_later(VISIT, self._end_visit, seat)

    def inform(self, side: int) -> None:
        """Somebody has asked for a side's state, and so knows what was played."""
        if side != SPECTATOR:
            self.seats[side].answered = None

    def _end_visit(self, seat: Seat) -> None:
        left = seat.visited + VISIT - self._now()
        if left > 0:
            asyncio.get_running_loop().call_later(left, self._end_visit, seat)
        else:
            seat.is_visited = False
            self._audience.seated(self)

    async def changed(self, side: int, after: int, seconds: float) -> None:
        """Return when a side can see another turn than this, or the end; or the time is up."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._is_turn(side, after):
                    await self._news.wait()

    def _is_turn(self, side: int, number: int) -> bool:
        if side == SPECTATOR and self._shown is not None:
            return self._shown.turn == number and self._shown.actor >= 0
        return self.table.live.referee.number == number and not self.is_over()

    def act(self, side: int, value: object, line: Line | None = None) -> ErrorReply | None:
        """Play what a side sent; a reply that says why not leaves the game as it was."""
        self.touch()
        if side == SPECTATOR:
            return refusal("not_your_seat")
        if self.is_over():
            return refusal("game_over", self.table.stopped or "")
        live = self.table.live
        seat = self.seats[side]
        wrong = wrong_turn(value, live.referee.number)
        if wrong is not None:
            return refusal(wrong.code, wrong.message)
        if not names_turn(value) and seat.is_late(line, self._now()):
            return refusal("stale_turn", "another action of this seat was answered just now")
        mine = self.game.actor() == side
        seat.sent = value
        reply = read_action(value, self.game)
        if isinstance(reply, Unusable):
            if mine:
                told = seat.said()
                live.answer(side, Fault(FaultKind.MALFORMED, reply.message, reply.code, told))
            return refusal(reply.code, reply.message)
        ruling = live.answer(side, reply) if mine else None
        if ruling is None:
            turn = f"it is {PLAYERS[self.game.actor()]}'s turn"
            return refusal("not_your_turn", turn)
        if ruling.fault is None:
            seat.answered = (line, self._now()) if line is not None and ends_turn(value) else None
            return None
        if ruling.illegal is not None:
            return refusal(*refused_action(ruling.illegal))
        return refusal("too_late")

    # Clients of other wires

    def seat_client(
        self,
        name: str,
        token: str,
        outbox: Outbox,
        since: int,
        *,
        display: bool = False,
        program_wire: str = "",
    ) -> ConnectedPlayer | ErrorReply:
        """A native client takes a seat: the token's, or of an open room one that is free."""
        self.touch()
        if self.is_over():
            return refusal("game_over")
        side: int | ErrorReply
        if token or not self.open:
            side = self.side_of(token)
        else:
            free = [number for number, seat in enumerate(self.seats) if not seat.is_taken]
            side = free[0] if free else refusal("room_full")
        if isinstance(side, ErrorReply):
            return side
        seat = self.seats[side]
        if seat.client is not None:
            changed = self.table.show(seat.client, display)
            before = seat.client.come_back(outbox, 0 if changed else since)
            self.table.seats_changed()
            if before is not None:
                before.send(NATIVE.listener.refusal("replaced", "you came back elsewhere"))
                before.close()
            return seat.client
        player = ConnectedPlayer(name, NATIVE, outbox)
        player.display, player.program_wire = display, program_wire
        player.token = seat.token
        seat.client, seat.name = player, name
        self._refresh()
        outbox.queue(NATIVE.listener.waiting(len(PLAYERS), 2, 2, seat.token))
        self.table.take_seat(side, player)
        return player

    def leave(self, player: ConnectedPlayer) -> None:
        """A native client is gone: its seat waits for somebody, while its time runs."""
        self.touch()
        player.detach()
        self.table.seats_changed()

    def watch(self, spectator: Spectator, since: int = 0) -> None:
        """Somebody watches over another wire."""
        self.touch()
        self.table.watch(spectator, since)

    def unwatch(self, spectator: Spectator) -> None:
        """Somebody watches no more."""
        self.table.unwatch(spectator)

    def guard(self, call: Callable[..., object], *args: object) -> None:
        """Call something that belongs to this room: a mistake of ours in it ends its table."""
        self.table.guard(call, *args)
