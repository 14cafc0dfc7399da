"""The Socket.IO side of the uno-online wire, for clients of version 3 and 4."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
import socketio  # type: ignore[import-untyped]
from socketio.packet import Packet  # type: ignore[import-untyped]

from pitboss.games.game import SPECTATOR
from pitboss.server import log
from pitboss.server.asgi import Receive, Scope, Send, address_of
from pitboss.server.play import FORWARDED, act
from pitboss.server.room import Room, Seat, refusal
from pitboss.server.rooms import Rooms, clean_name
from pitboss.server.services import Services
from pitboss.server.settings import LOCAL_ORIGIN
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
)

_LONGEST_MESSAGE: Final = 500
# What a message in a connection's queue takes, about.
_MESSAGE_BYTES: Final = 4096


class _Json:
    """msgspec where python-socketio expects the json module."""

    @staticmethod
    def dumps(value: Any, **_: Any) -> str:
        return msgspec.json.encode(value).decode()

    @staticmethod
    def loads(text: str) -> Any:
        try:
            return msgspec.json.decode(text)
        except RecursionError as error:
            raise ValueError("nested too deeply") from error


class _TextPacket(Packet):  # type: ignore[misc]
    """A packet without attachments: this wire has none, and they could pile up."""

    uses_binary_events = False
    json = _Json

    def decode(self, encoded_packet: Any) -> int:
        if not isinstance(encoded_packet, str) or encoded_packet[:1] in ("5", "6"):
            raise ValueError("this wire has no binary packets")
        super().decode(encoded_packet)
        named = isinstance(self.data, list) and self.data and isinstance(self.data[0], str)
        if encoded_packet[:1] == "2" and not named:
            raise ValueError("an event is a list that begins with its name")
        return 0


class _Client:
    """A connection, and where it has joined."""

    def __init__(self, sid: str, address: str) -> None:
        self.sid = sid
        self.address = address
        self.room: Room | None = None
        self.side = SPECTATOR


class SocketApi:
    """Connections that follow and play the games of rooms."""

    def __init__(self, services: Services, rooms: Rooms) -> None:
        self.settings = settings = services.settings
        self.rooms = rooms
        self._metrics = services.metrics
        self._open = services.metrics.connections.labels("socket.io")
        self._clients: dict[str, _Client] = {}
        self._outbox: asyncio.Queue[tuple[str, Any, str]] = asyncio.Queue()
        self._postman: asyncio.Task[None] | None = None
        self._backlog = max(16, settings.max_backlog // _MESSAGE_BYTES)
        # Whatever strangers can make it say is not worth a line in our log.
        quiet = logging.getLogger("pitboss.socketio")
        quiet.setLevel(logging.CRITICAL)
        self.server = socketio.AsyncServer(
            async_mode="asgi",
            async_handlers=False,
            serializer=_TextPacket,
            cors_allowed_origins=self._is_allowed,
            max_http_buffer_size=settings.max_frame,
            logger=quiet,
            engineio_logger=quiet,
        )
        for event, handler in (
            ("connect", self._connect),
            ("disconnect", self._disconnect),
            ("join", self._join),
            ("botAction", self._act),
            ("sendMessage", self._say),
        ):
            self.server.on(event, _guarded(event, handler))
        rooms.audience = self

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.server.handle_request(scope, receive, send)
        except Exception:
            # Of what a stranger sends, engine.io does not catch everything.
            self._metrics.reject("bad_packet")
            await self._drop_session(scope)

    async def _drop_session(self, scope: Scope) -> None:
        for session, environ in list(self.server.environ.items()):
            if environ.get("asgi.scope") is scope and session in self.server.eio.sockets:
                await self.server.eio.sockets[session].close(wait=False, abort=True)

    def _is_allowed(self, origin: str | None, environ: dict[str, Any]) -> bool:
        """Pages of this server, and for a server on loopback pages of this machine."""
        if not origin:
            return True
        if origin.partition("://")[2] == environ.get("HTTP_HOST"):
            return True
        return self.settings.loopback and LOCAL_ORIGIN.fullmatch(origin) is not None

    def addresses(self) -> list[str]:
        """Where the open sessions come from, one entry each."""
        return [
            address_of(environ.get("asgi.scope", {})) for environ in self.server.environ.values()
        ]

    def start(self) -> None:
        """Begin to send."""
        self._postman = asyncio.create_task(self._deliver())

    async def stop(self, message: str) -> None:
        """Close all connections."""
        del message
        for sid in list(self._clients):
            with contextlib.suppress(Exception):
                await self.server.disconnect(sid)
        with contextlib.suppress(Exception):
            await self.server.shutdown()
        if self._postman is not None:
            self._postman.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._postman
            self._postman = None

    async def _deliver(self) -> None:
        """One at a time, so that everyone hears everything in order."""
        while True:
            event, data, to = await self._outbox.get()
            try:
                await self.server.emit(event, data, to=to)
            except Exception:
                log.fail("emit failed", what=event)

    def _post(self, event: str, data: Any, to: str) -> None:
        self._outbox.put_nowait((event, data, to))

    # What rooms tell.

    def moved(self, room: Room) -> None:
        for side, viewers in room.viewers.items():
            if viewers:
                self._post("updateGameState", room.view(side), _channel(room, side))
                for sid in viewers:
                    self._check_backlog(sid)

    def ended(self, room: Room) -> None:
        info = room.info()
        result = room.game.result()
        told = GameOver(room.code, info.winner, result.reason, result.scores, info.seed)
        self._post_all(room, "gameOver", told)

    def stopped(self, room: Room, reply: ErrorReply) -> None:
        self._post_all(room, "actionRejected", reply)

    def closed(self, room: Room) -> None:
        self._post_all(room, "roomData", RoomData(room.code, []))
        for viewers in room.viewers.values():
            for sid in list(viewers):
                client = self._clients.get(sid)
                if client is not None:
                    client.room = None
            viewers.clear()

    def _post_all(self, room: Room, event: str, data: Any) -> None:
        for side, viewers in room.viewers.items():
            if viewers:
                self._post(event, data, _channel(room, side))

    def _check_backlog(self, sid: str) -> None:
        """Close a connection that does not read what it is sent."""
        socket = self._session_of(sid)
        if socket is not None and socket.queue.qsize() > self._backlog:
            self._metrics.reject("backlog")
            task = asyncio.ensure_future(socket.close(wait=False, abort=True))
            task.add_done_callback(lambda done: done.exception())

    def _session_of(self, sid: str) -> Any:
        """The engine.io session below a connection; None if it is gone."""
        try:
            return self.server.eio.sockets.get(self.server.manager.eio_sid_from_sid(sid, "/"))
        except KeyError:
            return None

    # What clients send.

    async def _connect(self, sid: str, environ: Any, auth: Any = None) -> bool | None:
        del auth
        if sid not in self._clients and isinstance(environ, dict):
            self._clients[sid] = _Client(sid, address_of(environ.get("asgi.scope", {})))
            self._open.inc()
        return None

    async def _disconnect(self, sid: str, reason: Any = None) -> None:
        del reason
        client = self._clients.pop(sid, None)
        if client is not None:
            self._open.dec()
            await self._leave(client)
            socket = self._session_of(sid)
            if socket is not None:
                # A poll that is still open is answered now rather than when it times out.
                socket.queue.put_nowait(None)

    async def _join(self, sid: str, *data: Any) -> Any:
        client = self._clients.get(sid)
        if client is None:
            return refusal("not_joined")
        try:
            wish = msgspec.convert(data[0] if data else None, Join)
        except (msgspec.ValidationError, RecursionError) as error:
            return refusal("bad_order", str(error))
        found = self._room_for(wish, client)
        if isinstance(found, ErrorReply):
            return found
        room, made = found
        side = self._side_for(wish, room, made)
        if isinstance(side, ErrorReply):
            return side
        if client.room is not None:
            await self._leave(client)
        told = Joined(True, room.code, "Spectator", seed_hash=room.seed_hash)
        if side != SPECTATOR:
            seat = room.seats[side]
            await self._replace(seat)
            seat.connection = sid
            seat.name = clean_name(wish.name) or seat.name
            told.name, told.token = seat.player, seat.token
            if made:
                told.tokens = room.tokens()
        client.room, client.side = room, side
        room.viewers[side].add(sid)
        await self.server.enter_room(sid, _channel(room, side))
        self._post_users(room)
        self._post("currentUserData", told, sid)
        self._post("updateGameState", room.view(side), sid)
        # Error first, as in the callbacks of Node: nothing, then what there is to know.
        return None, told

    def _room_for(self, wish: Join, client: _Client) -> tuple[Room, bool] | ErrorReply:
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

    def _side_for(self, wish: Join, room: Room, made: bool) -> int | ErrorReply:
        if wish.watch:
            return SPECTATOR
        if wish.token or not (room.open or made):
            return room.side_of(wish.token)
        wanted = _wanted(wish.player)
        if isinstance(wanted, ErrorReply):
            return wanted
        for number in wanted:
            seat = room.seats[number]
            if not seat.is_taken:
                return number
        return refusal("room_full")

    async def _replace(self, seat: Seat) -> None:
        """Whoever comes with the seat's token takes it over from an older connection."""
        older = self._clients.get(seat.connection)
        if older is not None:
            await self._leave(older)
            await self.server.disconnect(older.sid)

    async def _leave(self, client: _Client) -> None:
        room, client.room = client.room, None
        if room is None:
            return
        room.viewers[client.side].discard(client.sid)
        with contextlib.suppress(Exception):
            await self.server.leave_room(client.sid, _channel(room, client.side))
        if client.side != SPECTATOR and room.seats[client.side].connection == client.sid:
            room.seats[client.side].connection = ""
        room.touch()
        self._post_users(room)

    def _post_users(self, room: Room) -> None:
        users = [
            User(number + 1, seat.player, room.code, seat.name)
            for number, seat in enumerate(room.seats)
            if seat.is_taken
        ]
        self._post_all(room, "roomData", RoomData(room.code, users))

    async def _act(self, sid: str, *data: Any) -> Any:
        client = self._clients.get(sid)
        refused: ErrorReply | None
        if client is None or client.room is None:
            refused = refusal("not_joined")
        else:
            refused = act(client.room, client.side, data[0] if data else None)
            if refused is None:
                return ActionReply(True, FORWARDED, client.room.view(client.side))
        self._post("actionRejected", refused, sid)
        return refused

    async def _say(self, sid: str, *data: Any) -> Any:
        client = self._clients.get(sid)
        if client is None or client.room is None:
            return refusal("not_joined")
        said = data[0] if data else None
        text = said.get("message") if isinstance(said, dict) else None
        if not isinstance(text, str) or not 0 < len(text) <= _LONGEST_MESSAGE:
            return refusal("bad_message")
        client.room.touch()
        user = "Spectator" if client.side == SPECTATOR else PLAYERS[client.side]
        self._post_all(client.room, "message", ChatMessage(user, text))
        return None


def _channel(room: Room, side: int) -> str:
    return f"{room.id}/{side}"


def _wanted(player: int | str | None) -> tuple[int, ...] | ErrorReply:
    """The seats to try, in order."""
    if player is None:
        return (0, 1)
    for number, name in enumerate(PLAYERS):
        if player in (number + 1, str(number + 1), name):
            return (number,)
    return refusal("bad_order", "player: 1, 2, 'Player 1' or 'Player 2'")


def _guarded(event: str, handler: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """The handler, so that a mistake of our own reaches the log and not the client."""

    async def guarded(*args: Any) -> Any:
        try:
            return await handler(*args)
        except Exception:
            log.fail("event failed", what=event)
            return refusal("internal_error")

    return guarded
