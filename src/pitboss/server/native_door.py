"""The native sockets, `/ws/{table}`: any game, at any table of this server, to play or to watch.

The first message joins or watches. At a name where nobody is yet, the first to join orders the
game, which begins when all seats are taken.
"""

import asyncio
import time

from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.play.answer import Unusable
from pitboss.players.connection import ConnectedPlayer
from pitboss.server import log
from pitboss.server.asgi_connection import AsgiConnection
from pitboss.server.gallery import Spectator
from pitboss.server.lobby import BAD_NAME, TABLE_NAME, Lobby
from pitboss.server.places import Places
from pitboss.server.room import Room
from pitboss.server.rooms import Rooms
from pitboss.server.services import Services
from pitboss.server.table import Order, Table
from pitboss.server.table_order import Refused, TableOrder
from pitboss.wires.native.listen import read_first
from pitboss.wires.native.messages import Join, Watch
from pitboss.wires.native.wire import NATIVE
from pitboss.wires.outbox import POLICY_VIOLATION
from pitboss.wires.registry import WrongWire, choose
from pitboss.wires.wire import Transport


class NativeDoor:
    """Brings each socket to the lobby, table or room that its path names."""

    def __init__(self, services: Services, places: Places, rooms: Rooms) -> None:
        self.services = services
        self.settings = services.settings
        self.places = places
        self.rooms = rooms
        self.refusing = False
        self._open = services.metrics.connections.labels("native")

    async def connect(self, socket: WebSocket) -> None:
        """One connection, from its first message to its end."""
        if not self.settings.welcomes(socket.headers.get("origin", "")):
            await socket.close(POLICY_VIOLATION)
            return
        await socket.accept()
        connection = AsgiConnection(socket, self.settings.max_backlog)
        name = socket.path_params["table"]
        self._open.inc()
        try:
            await self._serve(connection, name)
        except (WebSocketDisconnect, RuntimeError, asyncio.CancelledError):
            # Gone, or cut off because it did not read.
            pass
        except Exception:
            log.fail("a connection failed", table=name)
        finally:
            self._open.dec()
            await connection.finish()

    async def _serve(self, connection: AsgiConnection, name: str) -> None:
        patience = self.settings.join_timeout
        try:
            async with asyncio.timeout(patience):
                first = read_first(await connection.receive())
            if isinstance(first, Unusable):
                raise Refused(first.message, first.code)
            if not TABLE_NAME.fullmatch(name):
                raise Refused(BAD_NAME)
            place, role = self._settle(connection, name, first)
        except TimeoutError:
            await self._send_away(connection, f"no join within {patience:g} s")
            return
        except Refused as error:
            await self._send_away(connection, str(error), error.code)
            return
        try:
            while True:
                message = await connection.receive()
                if isinstance(role, ConnectedPlayer):
                    place.guard(self._from_player, role, message)
                else:
                    connection.send(_refusal("watching", "you watch, and are asked nothing"))
        finally:
            if isinstance(role, Spectator):
                place.guard(place.unwatch, role)
            else:
                self.places.spend(role)
                if role.outbox is connection and not isinstance(place, Table):
                    place.guard(place.leave, role)

    def _from_player(self, player: ConnectedPlayer, message: bytes) -> None:
        began = time.perf_counter()
        if player.live is None:
            player.stream.tell([_refusal("not_started", "the game has not begun")])
            player.stream.flush()
        elif not player.asked():
            player.stream.tell(NATIVE.listener.unasked(player.session))
            player.stream.flush()
        else:
            player.answer(player.session.decode(message, player.live.game), message)
            game = player.live.referee.record.game
            self.services.decided(game, time.perf_counter() - began)

    async def _send_away(
        self, connection: AsgiConnection, message: str, code: str = "bad_join"
    ) -> None:
        self.services.metrics.reject(code)
        connection.send(NATIVE.listener.refusal(code, message))
        connection.close(POLICY_VIOLATION)
        await connection.finish()

    # The first message

    def _settle(
        self, connection: AsgiConnection, name: str, first: Join | Watch
    ) -> tuple[Lobby | Room | Table, ConnectedPlayer | Spectator]:
        place = self.rooms.get(name) or self.places.lobby(name)
        if isinstance(first, Watch):
            organiser = self.settings.is_organiser(first.token)
            if first.token and not organiser:
                raise Refused("that is not the organiser's token", "bad_token")
            earlier = self.places.still_showing(name)
            watched: Lobby | Room | Table | None = place
            if earlier and not organiser and not isinstance(place, Room):
                watched = earlier[0]
            if watched is None:
                raise Refused(f"there is no table {name}", "no_such_table")
            spectator = Spectator(NATIVE, connection, organiser, first.display)
            watched.watch(spectator, first.since)
            return watched, spectator
        if isinstance(place, Room):
            table = place.table
            player = place.seat_client(
                first.name,
                first.token,
                connection,
                first.since,
                display=first.display,
                program_wire=_program_wire(first.wire, table.order, len(table.names)),
            )
            if isinstance(player, ConnectedPlayer):
                return place, player
            raise Refused(player.message, player.error)
        token = first.token or first.secret
        here = None if place is None else place.player_named(first.name)
        if place is not None and here is not None and here.wire is NATIVE and here.opens_to(token):
            self._return(connection, place, here, first)
            return place, here
        if place is not None and place.table is not None:
            raise Refused("the game at this table has begun")
        if self.places.is_spent(token):
            raise Refused("the game that you come back to is over", "game_over")
        if self.refusing:
            raise Refused("the server is shutting down")
        lobby = place or self._order(name, first)
        if lobby.is_taken(first.name):
            raise Refused(f"name: {first.name!r} is taken")
        if lobby.is_full:
            raise Refused("all seats at this table are taken", "table_full")
        player = ConnectedPlayer(first.name, NATIVE, connection)
        player.display = first.display
        player.token = first.secret or player.token
        try:
            player.program_wire = _program_wire(first.wire, lobby.order, lobby.rule.most)
        except Refused:
            self.places.tidy(lobby)
            raise
        lobby.guard(lobby.join, player)
        return lobby, player

    def _order(self, name: str, join: Join) -> Lobby:
        """A new place, for the game that whoever comes first wants."""
        time = join.time
        order = TableOrder(
            game=join.game,
            seats=join.seats,
            house=join.house,
            move=None if time is None else time.move,
            bank=0.0 if time is None else time.bank,
            pace=join.pace,
        )
        return self.places.order(name, order, kept=False)

    def _return(
        self, connection: AsgiConnection, lobby: Lobby, player: ConnectedPlayer, join: Join
    ) -> None:
        """A player has a new connection, in the lobby or at the table."""
        if lobby.table is None:
            player.display = join.display
            before = player.reattach(connection)
            connection.send(lobby.waiting(player))
        else:
            # What it missed was told in another way than it wants to be told now.
            changed = lobby.table.show(player, join.display)
            before = player.come_back(connection, 0 if changed else join.since)
            lobby.table.seats_changed()
        if before is not None:
            before.send(_refusal("replaced", "you came back on another connection"))
            before.close(POLICY_VIOLATION)


def _program_wire(word: str, order: Order, seats: int) -> str:
    """The wire of the program that somebody brings; empty if it is the native one."""
    if not word:
        return ""
    try:
        choice = choose(word, order.kind, order.rules, seats)
    except WrongWire as error:
        raise Refused(f"wire: {error}") from error
    if choice.transport is not Transport.LINES:
        raise Refused(f"wire: {word} is for programs that connect themselves, not for lines")
    return "" if choice.wire is NATIVE else choice.dialect


def _refusal(code: str, message: str) -> bytes:
    return NATIVE.listener.refusal(code, message)
