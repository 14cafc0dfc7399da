"""The door to the rooms: clients of the uno-online wire, who ask by HTTP or hear by Socket.IO."""

from collections.abc import Sequence

import msgspec

from pitboss.games.game import SPECTATOR
from pitboss.server import log
from pitboss.server.room import Room
from pitboss.server.room_seat import Seat
from pitboss.server.rooms import Rooms, clean_name
from pitboss.server.services import Services
from pitboss.wires.uno_online.listen import GAME_PATH, GameApi, Line, Scope, address_of, token_in
from pitboss.wires.uno_online.listen_socketio import Client, SocketIo, wanted_seats
from pitboss.wires.uno_online.messages import (
    PLAYERS,
    ActionReply,
    ChatMessage,
    ErrorReply,
    GameOver,
    Join,
    Joined,
    RoomData,
    User,
    dealt_anew,
    forwarded,
    refusal,
)
from pitboss.wires.uno_online.original_page import PagePosition, Shown, page_position


class RoomSide:
    """A room as one of its players or a spectator sees it."""

    __slots__ = ("_rooms", "number", "room")

    def __init__(self, room: Room, number: int, rooms: Rooms) -> None:
        self.room = room
        self.number = number
        self._rooms = rooms

    async def state(self) -> msgspec.Raw | ErrorReply:
        self.room.inform(self.number)
        return self.room.view(self.number)

    async def changed(self, after: int, seconds: float) -> None:
        await self.room.changed(self.number, after, seconds)
        self.room.visit(self.number)

    def position(self) -> PagePosition | None:
        # Who watches can't play, and may not know yet how far the game is.
        return None if self.number == SPECTATOR else page_position(self.room.game, self.number)

    async def act(self, value: object, line: Line | None = None) -> ActionReply | ErrorReply:
        room = self.room
        try:
            refused = room.act(self.number, value, line)
        # A mistake of ours ends this room's table and no other.
        except Exception as error:
            room.table.fail(error)
            return refusal("internal_error")
        return refused or forwarded(room.view(self.number))

    async def rematch(self) -> ActionReply | ErrorReply:
        if self.number == SPECTATOR:
            return refusal("not_your_seat")
        refused = self._rooms.play_again(self.room)
        return refused or dealt_anew(self.room.view(self.number))


class RoomDoor:
    """All clients of the rooms; `game_api` and `sockets` are its two ASGI apps."""

    def __init__(self, services: Services, rooms: Rooms) -> None:
        self.settings = settings = services.settings
        self.rooms = rooms
        self._metrics = services.metrics
        self._open = services.metrics.connections.labels("socket.io")
        self.game_api = GameApi(
            self.find,
            max_body=settings.max_frame,
            body_seconds=settings.request_timeout,
            failed=_request_failed,
        )
        self.sockets: SocketIo[RoomSide] = SocketIo(
            self,
            max_message=settings.max_frame,
            max_backlog=settings.max_backlog,
            welcomes=settings.allows,
        )
        rooms.audience = self

    def find(self, code: str, token: str) -> RoomSide | ErrorReply:
        """The side of a room that a token opens, for who plays over HTTP."""
        room = self.rooms.find(code)
        if isinstance(room, ErrorReply):
            return room
        number = room.side_of(token)
        if isinstance(number, ErrorReply):
            return number
        room.visit(number)
        return RoomSide(room, number, self.rooms)

    def seat_of(self, scope: Scope) -> str:
        """Whom a request is charged to: a seat by its token, else an address in one room."""
        path: str = scope["path"]
        if not path.startswith(GAME_PATH):
            return ""
        code = path.removeprefix(GAME_PATH).partition("/")[0]
        room = self.rooms.get(code)
        if room is None:
            return ""
        token = token_in(scope)
        number = room.side_of(token) if token else None
        return f"{code}/{number if isinstance(number, int) else address_of(scope)}"

    # What rooms tell.

    def moved(self, room: Room, sides: Sequence[int]) -> None:
        for side in sides:
            if viewers := room.viewers[side]:
                self.sockets.show(room.socket_view(side), viewers, opening=False)

    def began(self, room: Room, sides: Sequence[int]) -> None:
        for side in sides:
            if viewers := room.viewers[side]:
                self.sockets.show(room.socket_view(side), viewers)

    def ended(self, room: Room, sides: Sequence[int], told: GameOver) -> None:
        self.sockets.post("gameOver", told, [sid for side in sides for sid in room.viewers[side]])

    def stopped(self, room: Room, reply: ErrorReply) -> None:
        self._post_all(room, "actionRejected", reply)

    def seated(self, room: Room) -> None:
        users = [
            User(number + 1, seat.player, room.code, seat.name)
            for number, seat in enumerate(room.seats)
            if seat.is_taken
        ]
        self._post_all(room, "roomData", RoomData(room.code, users))
        room.guard(room.table.seats_changed)

    def closed(self, room: Room) -> None:
        self._post_all(room, "roomData", RoomData(room.code, []))
        for viewers in room.viewers.values():
            for sid in viewers:
                client = self.sockets.clients.get(sid)
                if client is not None:
                    client.side = None
            viewers.clear()

    def _post_all(self, room: Room, event: str, data: object) -> None:
        everybody = [sid for viewers in room.viewers.values() for sid in viewers]
        self.sockets.post(event, data, everybody)

    # What connections do.

    def connected(self, client: Client[RoomSide]) -> None:
        del client
        self._open.inc()

    def disconnected(self, client: Client[RoomSide]) -> None:
        self._open.dec()
        self._leave(client)

    async def join(
        self, client: Client[RoomSide], wish: Join
    ) -> tuple[Joined, Shown | None] | ErrorReply:
        found = self._room_for(wish, client)
        if isinstance(found, ErrorReply):
            return found
        room, made = found
        number = self._side_for(wish, room, client, made=made)
        if isinstance(number, ErrorReply):
            return number
        self._leave(client)
        told = Joined(True, room.code, "Spectator", seed_hash=room.seed_hash)
        if number != SPECTATOR:
            seat = room.seats[number]
            await self._replace(seat)
            seat.connection = client.sid
            seat.name = clean_name(wish.name) or seat.name
            told.name, told.token = seat.player, seat.token
            if made:
                told.tokens = room.tokens()
            if room.is_over():
                # Whoever sits down where a game is over wants another; the others are told of it.
                self.rooms.play_again(room)
                told.seed_hash = room.seed_hash
        client.side = RoomSide(room, number, self.rooms)
        room.viewers[number].add(client.sid)
        self.seated(room)
        return told, room.socket_view(number)

    def _room_for(self, wish: Join, client: Client[RoomSide]) -> tuple[Room, bool] | ErrorReply:
        """The room that is wished for, and whether it was made for this."""
        if wish.room is None:
            return refusal("bad_room", "room is missing")
        room = self.rooms.find(wish.room)
        if isinstance(room, Room):
            if not (room.is_over() and not room.connected() and room.open and not wish.token):
                return room, False
            # The game here is history and nobody is left: the next one begins.
            self.rooms.remove(room)
        elif wish.token or wish.watch:
            return room
        made = self.rooms.create(wish, address=client.address)
        return made if isinstance(made, ErrorReply) else (made, True)

    def _side_for(
        self, wish: Join, room: Room, client: Client[RoomSide], *, made: bool
    ) -> int | ErrorReply:
        if wish.watch:
            return SPECTATOR
        if wish.token or not (room.open or made):
            return room.side_of(wish.token)
        wanted = wanted_seats(wish.player)
        if isinstance(wanted, ErrorReply):
            return wanted
        for number in wanted:
            seat = room.seats[number]
            if not seat.is_taken or seat.connection == client.sid:
                return number
        return refusal("room_full")

    async def _replace(self, seat: Seat) -> None:
        """Whoever comes with the seat's token takes it over from an older connection."""
        older = self.sockets.clients.get(seat.connection)
        if older is not None:
            self._leave(older)
            await self.sockets.disconnect(older)

    def _leave(self, client: Client[RoomSide]) -> None:
        side, client.side = client.side, None
        if side is None:
            return
        room = side.room
        room.viewers[side.number].discard(client.sid)
        if side.number != SPECTATOR and room.seats[side.number].connection == client.sid:
            room.seats[side.number].connection = ""
        room.touch()
        self.seated(room)

    def chat(self, client: Client[RoomSide], text: str) -> ErrorReply | None:
        assert client.side is not None
        room, number = client.side.room, client.side.number
        if number == SPECTATOR:
            return refusal("not_your_seat", "only players may speak")
        room.touch()
        self._post_all(room, "message", ChatMessage(PLAYERS[number], text))
        return None

    def rejected(self, reason: str) -> None:
        self._metrics.reject(reason)

    def failed(self, what: str, error: Exception) -> None:
        del error
        log.fail("event failed", what=what)


def _request_failed(scope: Scope, error: Exception) -> None:
    log.fail("request failed", path=scope["path"], error=type(error).__name__)
