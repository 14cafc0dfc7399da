"""The Socket.IO side of the uno-online wire, for clients of version 3 and 4: events in and out.

Which rooms there are, and who may sit where, is for the host to say.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any, Final, Generic, Protocol, TypeVar
from urllib.parse import parse_qs

import msgspec
import socketio  # type: ignore[import-untyped]
from engineio.packet import MESSAGE  # type: ignore[import-untyped]
from engineio.packet import Packet as EnginePacket
from socketio.packet import EVENT, Packet  # type: ignore[import-untyped]

from pitboss.wires.rate import Bucket
from pitboss.wires.uno_online.decode import ends_turn, names_turn
from pitboss.wires.uno_online.listen import Receive, Scope, Send, Side, address_of, send_refusal
from pitboss.wires.uno_online.messages import PLAYERS, ErrorReply, Join, Joined, refusal
from pitboss.wires.uno_online.original_page import PagePosition, Shown, read_page

SOCKET_PATH: Final = "/socket.io"
# The name under which an ASGI scope can tell how many messages of a WebSocket wait to be read.
UNREAD: Final = "pitboss.unread"
_ARRIVALS: Final = "pitboss.arrivals"
_LONGEST_MESSAGE: Final = 500
# Chat messages a second from one connection, in a burst, and the seconds that each one more costs.
_CHAT_RATE: Final = 1.0
_CHAT_BURST: Final = 10
_CHAT_PAUSE: Final = 1.0

# Whatever strangers can make it say is not worth a line in our log.
_quiet = logging.getLogger("pitboss.socketio")
_quiet.setLevel(logging.CRITICAL)


class SocketSide(Side, Protocol):
    """One side of a room, as a client sees it that may be the original page."""

    def position(self) -> PagePosition | None:
        """What its page has been shown; None before the first game."""


S = TypeVar("S", bound=SocketSide)


class Arrivals:
    """The messages of one WebSocket: which had arrived when another one was answered."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        # How many have arrived and are not read yet, where the HTTP server tells.
        self._unread: Callable[[], int] = scope.get("extensions", {}).get(UNREAD, lambda: 0)
        self._receive = receive
        self._read = self._early = 0

    async def receive(self) -> MutableMapping[str, Any]:
        """The next message."""
        event = await self._receive()
        self._read += 1
        return event

    def answer(self) -> None:
        """What has arrived by now was sent before its answer."""
        self._early = self._read + self._unread()

    def is_early(self) -> bool:
        """Whether the message read last had arrived before the last answer."""
        return self._read <= self._early


class Client(Generic[S]):
    """A connection, and the side of a room that it has joined."""

    def __init__(self, sid: str, address: str, session: Any, now: float) -> None:
        self.sid = sid
        self.address = address
        # The engine.io session below it.
        self.session = session
        # Set by the host when it joins.
        self.side: S | None = None
        # Whether it was cut off because it did not read.
        self.stalled = False
        self.chat = Bucket(_CHAT_RATE, _CHAT_BURST, now)
        # How many packets it will have been sent when its last action is answered.
        self._answered_at = 0

    def unread(self) -> int:
        """How many bytes wait for it."""
        backlog = self.session.queue
        return backlog.waiting if isinstance(backlog, Backlog) else 0

    def is_closing(self) -> bool:
        """Whether it is closed, or about to be."""
        return bool(self.session.closed)

    @property
    def arrivals(self) -> Arrivals | None:
        """What came over its WebSocket, if it has one."""
        found: Arrivals | None = getattr(self.session, "arrivals", None)
        return found

    def await_answer(self) -> None:
        """Whatever it is sent next answers its action."""
        backlog = self.session.queue
        if isinstance(backlog, Backlog):
            self._answered_at = backlog.put_in + 1
        if self.arrivals is not None:
            self.arrivals.answer()

    def is_answered(self) -> bool:
        """Whether the answer to its last action had gone out when its last message came."""
        if self.arrivals is not None and self.arrivals.is_early():
            return False
        backlog = self.session.queue
        return not isinstance(backlog, Backlog) or backlog.taken_out >= self._answered_at


class Host(Protocol[S]):
    """Whoever has the rooms."""

    def connected(self, client: Client[S]) -> None:
        """Somebody has connected."""

    def disconnected(self, client: Client[S]) -> None:
        """A connection is gone; `side` is still the one that it had joined."""

    async def join(self, client: Client[S], wish: Join) -> tuple[Joined, Shown | None] | ErrorReply:
        """Give it a side and tell the room; what it is told, and the game if there is one."""

    def chat(self, client: Client[S], text: str) -> ErrorReply | None:
        """Pass on what it says to everybody in its room, if it may speak there."""

    def rejected(self, reason: str) -> None:
        """Something that a stranger sent, or did not read, cost it its connection."""

    def failed(self, what: str, error: Exception) -> None:
        """A mistake of ours."""


class Backlog(asyncio.Queue[Any]):
    """What waits for one connection, all packets of it; bounded in bytes, like an `Outbox`."""

    def __init__(self, limit: int, overflow: "Callable[[Backlog], None]") -> None:
        super().__init__()
        self.limit = limit
        self.waiting = 0
        # How many packets there have been.
        self.put_in = self.taken_out = 0
        self._overflow = overflow
        self._overflowed = False

    def _put(self, item: Any) -> None:
        size = _size(item)
        if self.waiting and self.waiting + size > self.limit and not self._overflowed:
            self._overflowed = True
            self._overflow(self)
        # An empty packet ends the connection, and so has to get through.
        if item is None or not self._overflowed:
            self.waiting += size
            self.put_in += 1
            super()._put(item)

    def _get(self) -> Any:
        item = super()._get()
        self.waiting -= _size(item)
        self.taken_out += 1
        return item


def _size(packet: Any) -> int:
    data = None if packet is None else packet.data
    return len(data) if isinstance(data, (str, bytes)) else 0


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


class SocketIo(Generic[S]):
    """An ASGI app for the paths under `SOCKET_PATH`: connections, and what they say and hear."""

    def __init__(
        self,
        host: Host[S],
        *,
        max_message: int,
        max_backlog: int,
        welcomes: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """`welcomes` says whether a page from another origin may connect."""
        self._host = host
        self._welcomes = welcomes
        self._max_backlog = max_backlog
        self.clients: dict[str, Client[S]] = {}
        self._unsent: list[tuple[list[Any], EnginePacket]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.server = socketio.AsyncServer(
            async_mode="asgi",
            async_handlers=False,
            serializer=_TextPacket,
            cors_allowed_origins=self._is_allowed,
            max_http_buffer_size=max_message,
            logger=_quiet,
            engineio_logger=_quiet,
        )
        self.server.eio.create_queue = self._new_backlog
        for event, handler in (
            ("connect", self._connect),
            ("disconnect", self._disconnect),
            ("join", self._join),
            ("botAction", self._act),
            # The original page sends `initGameState` too: what it has dealt counts for nothing.
            ("updateGameState", self._update),
            ("sendMessage", self._say),
        ):
            self.server.on(event, self._guarded(event, handler))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            arrivals = scope[_ARRIVALS] = Arrivals(scope, receive)
            receive = arrivals.receive
            # A session that has begun by polling goes on over this.
            session = parse_qs(scope["query_string"]).get(b"sid", [b""])[0].decode("latin-1")
            if session in self.server.eio.sockets:
                self.server.eio.sockets[session].arrivals = arrivals
        answered = scope["type"] != "http"

        async def answer(event: MutableMapping[str, Any]) -> None:
            nonlocal answered
            answered = True
            await send(event)

        try:
            await self.server.handle_request(scope, receive, answer)
        except Exception:
            # Of what a stranger sends, engine.io does not catch everything.
            self._host.rejected("bad_packet")
            await self._drop_session(scope)
            if not answered:
                await send_refusal(send, refusal("bad_json", "the packets could not be taken"))

    async def _drop_session(self, scope: Scope) -> None:
        for session, environ in list(self.server.environ.items()):
            if environ.get("asgi.scope") is scope and session in self.server.eio.sockets:
                await self.server.eio.sockets[session].close(wait=False, abort=True)

    def _is_allowed(self, origin: str | None, environ: dict[str, Any]) -> bool:
        if not origin or origin.partition("://")[2] == environ.get("HTTP_HOST"):
            return True
        return self._welcomes(origin)

    def addresses(self) -> list[str]:
        """Where the open sessions come from, one entry each."""
        return [
            address_of(environ.get("asgi.scope", {})) for environ in self.server.environ.values()
        ]

    def is_open(self, session: str) -> bool:
        """Whether there is a session with this id."""
        return session in self.server.eio.sockets

    def drop_idle(self, address: str | None) -> bool:
        """Close the oldest session that has joined no room, of that address or of any."""
        joined = {id(client.session) for client in self.clients.values() if client.side is not None}
        for name, environ in self.server.environ.items():
            session = self.server.eio.sockets.get(name)
            if session is None or session.closed or id(session) in joined:
                continue
            if address is None or address_of(environ.get("asgi.scope", {})) == address:
                self._host.rejected("made_room")
                self.cut(session)
                return True
        return False

    async def stop(self) -> None:
        """Close all connections."""
        for client in list(self.clients.values()):
            with contextlib.suppress(Exception):
                await self.disconnect(client)
        with contextlib.suppress(Exception):
            await self.server.shutdown()

    # Out

    def post(self, event: str, data: Any, to: Collection[str]) -> None:
        """Send an event to connections; everyone hears everything in order."""
        sessions = [self.clients[sid].session for sid in to if sid in self.clients]
        if not sessions:
            return
        if not self._unsent:
            # Whoever asked for something is answered first.
            asyncio.get_running_loop().call_soon(self._send)
        text = _TextPacket(EVENT, [event, data]).encode()
        self._unsent.append((sessions, EnginePacket(MESSAGE, text)))

    def show(self, shown: Shown, to: Collection[str], *, opening: bool = True) -> None:
        """Tell connections of one side where the game stands; with its `opening` from anew."""
        if opening and (init := shown.init()) is not None:
            self.post("initGameState", init, to)
        self.post("updateGameState", shown.update, to)

    def _send(self) -> None:
        unsent, self._unsent = self._unsent, []
        for sessions, packet in unsent:
            for session in sessions:
                if not session.closed:
                    session.queue.put_nowait(packet)

    async def disconnect(self, client: Client[S]) -> None:
        """Say goodbye to a connection."""
        await self.server.disconnect(client.sid)

    def cut(self, session: Any) -> None:
        """Drop a session at once, with all that was not sent."""
        task = asyncio.ensure_future(session.close(wait=False, abort=True))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _new_backlog(self, *_: Any, **__: Any) -> Backlog:
        return Backlog(self._max_backlog, self._overflow)

    def _overflow(self, backlog: Backlog) -> None:
        for client in self.clients.values():
            if client.session.queue is backlog:
                client.stalled = True
        for session in list(self.server.eio.sockets.values()):
            if session.queue is backlog:
                self._host.rejected("backlog")
                self.cut(session)

    # In

    async def _connect(self, sid: str, environ: Any, auth: Any = None) -> bool | None:
        del auth
        session = self._session_of(sid)
        if sid not in self.clients and isinstance(environ, dict) and session is not None:
            address = address_of(environ.get("asgi.scope", {}))
            now = asyncio.get_running_loop().time()
            client = self.clients[sid] = Client[S](sid, address, session, now)
            if _ARRIVALS in (scope := environ.get("asgi.scope", {})):
                session.arrivals = scope[_ARRIVALS]
            self._host.connected(client)
        return None

    def _session_of(self, sid: str) -> Any:
        try:
            return self.server.eio.sockets.get(self.server.manager.eio_sid_from_sid(sid, "/"))
        except KeyError:
            return None

    async def _disconnect(self, sid: str, reason: Any = None) -> None:
        del reason
        client = self.clients.pop(sid, None)
        if client is not None:
            try:
                self._host.disconnected(client)
            finally:
                # A poll that is still open is answered now rather than when it times out.
                client.session.queue.put_nowait(None)

    async def _join(self, sid: str, *data: Any) -> Any:
        client = self.clients.get(sid)
        if client is None:
            return refusal("not_joined")
        try:
            wish = msgspec.convert(data[0] if data else None, Join)
        except (msgspec.ValidationError, RecursionError) as error:
            return refusal("bad_order", str(error))
        joined = await self._host.join(client, wish)
        if isinstance(joined, ErrorReply):
            return joined
        told, shown = joined
        self.post("currentUserData", told, [sid])
        if shown is not None:
            self.show(shown, [sid])
        # Error first, as in the callbacks of Node: nothing, then what there is to know.
        return None, told

    async def _act(self, sid: str, *data: Any) -> Any:
        return await self._play(sid, data[0] if data else None)

    async def _update(self, sid: str, *data: Any) -> Any:
        """The original page has moved: it sends the state that it makes of that."""
        client = self.clients.get(sid)
        shown = client.side.position() if client is not None and client.side is not None else None
        if shown is None:
            return await self._play(sid, None)
        action = read_page(data[0] if data else None, shown)
        # It sends some moves twice, and all that it was clicked for; nobody is told of that.
        return refusal("stale_turn") if action is None else await self._play(sid, action)

    async def _play(self, sid: str, action: object) -> Any:
        client = self.clients.get(sid)
        if client is None or client.side is None:
            reply: Any = refusal("not_joined")
        elif not names_turn(action) and not client.is_answered():
            reply = refusal("stale_turn", "it came before the answer to the action before it")
        else:
            reply = await client.side.act(action, client)
            if not isinstance(reply, ErrorReply) and ends_turn(action):
                client.await_answer()
        if isinstance(reply, ErrorReply):
            self.post("actionRejected", reply, [sid])
        return reply

    async def _say(self, sid: str, *data: Any) -> Any:
        client = self.clients.get(sid)
        if client is None or client.side is None:
            return refusal("not_joined")
        said = data[0] if data else None
        text = said.get("message") if isinstance(said, dict) else None
        if not isinstance(text, str) or not 0 < len(text) <= _LONGEST_MESSAGE:
            return refusal("bad_message")
        if client.chat.take(asyncio.get_running_loop().time()):
            return self._host.chat(client, text)
        # Who floods is read more slowly.
        await asyncio.sleep(_CHAT_PAUSE)
        return refusal("rate_limited", "too many messages")

    def _guarded(
        self, event: str, handler: Callable[..., Awaitable[Any]]
    ) -> Callable[..., Awaitable[Any]]:
        """The handler, so that a mistake of our own reaches the host and not the client."""

        async def guarded(*args: Any) -> Any:
            try:
                return await handler(*args)
            except Exception as error:
                self._host.failed(event, error)
                return refusal("internal_error")

        return guarded


def wanted_seats(player: int | str | None) -> tuple[int, ...] | ErrorReply:
    """The seats to try, in order, for the `player` of a join."""
    if player is None:
        return (0, 1)
    for number, name in enumerate(PLAYERS):
        if player in (number + 1, str(number + 1), name):
            return (number,)
    return refusal("bad_order", "player: 1, 2, 'Player 1' or 'Player 2'")
