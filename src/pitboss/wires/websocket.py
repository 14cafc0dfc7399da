"""WebSockets that we listen for ourselves: frames out, messages in, and limits that bound both.

What a message means is for whoever the connection reports to. Sockets of the HTTP port come from
the HTTP server instead: server/asgi_connection.py.
"""

import asyncio
import logging
import socket
import struct
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    ws_create_server,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]

from pitboss.wires.outbox import NORMAL, PROTOCOL_ERROR, TOO_BIG, Outbox
from pitboss.wires.rate import Bucket

try:
    import aiofastnet
except ImportError:
    aiofastnet = None  # type: ignore[assignment]

# Seconds in which the other side may answer our close, before the line is cut.
LINGER = 1.0

# What a client does wrong on its own line is no error of ours.
_quiet = logging.getLogger("pitboss.wires.websocket")
_quiet.setLevel(logging.CRITICAL)

# As constants they are found faster than in the enumeration; every message is compared to them.
_IS_CLOSE = WSMsgType.CLOSE
_IS_PING = WSMsgType.PING
_IS_PONG = WSMsgType.PONG
_IS_CONTINUATION = WSMsgType.CONTINUATION

_HIGH = 1 << 16
_READ_BUFFER = 2048
_TEXT = 0x81
_CLOSE = 0x88
_PONG = 0x8A


class Host(Protocol):
    """Whoever a connection reports to."""

    def opened(self, connection: "Connection") -> None:
        """The handshake is done."""

    def received(self, connection: "Connection", message: bytes) -> None:
        """A whole message came in."""

    def flooded(self, connection: "Connection") -> None:
        """More came in than is allowed; nothing more is read."""

    def closed(self, connection: "Connection") -> None:
        """The connection is gone; told once."""

    def failed(self, connection: "Connection", error: Exception) -> None:
        """Our own mistake, while a message of this connection was dealt with."""


async def serve(
    accept: "Callable[[WSUpgradeRequest], Connection | None]",
    sock: socket.socket,
    *,
    frame: int,
    idle: float | None = None,
) -> asyncio.Server:
    """Listen on a socket; whom `accept` has no connection for is turned away.

    After `idle` seconds of silence a client is pinged, and has as many to answer.
    """
    return await ws_create_server(
        accept,
        sock=sock,
        max_frame_size=frame,
        read_buffer_init_size=_READ_BUFFER,
        # Pings are answered by the connection, where they count as messages.
        enable_auto_pong=False,
        enable_auto_ping=idle is not None,
        auto_ping_idle_timeout=idle or 10.0,
        auto_ping_reply_timeout=idle or 10.0,
        logger_name=_quiet,
    )


class SocketProtocol(WSProtocol):  # type: ignore[misc]
    """picows' side of one connection that somebody else has accepted; see `serve`."""

    def __init__(
        self,
        accept: "Callable[[WSUpgradeRequest], Connection | None]",
        lost: Callable[[], None],
        *,
        frame: int,
        idle: float,
        handshake: float,
    ) -> None:
        """`lost` is told when the line is gone; `handshake` is how long a client has for its."""
        super().__init__(
            None,
            None,
            False,
            accept,
            _quiet,
            True,
            handshake,
            True,
            idle,
            idle,
            WSAutoPingStrategy.PING_WHEN_IDLE,
            False,
            frame,
            None,
            _READ_BUFFER,
        )
        self._lost = lost

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        self._lost()
        super().connection_lost(exc)


async def connect_accepted(
    protocol: Callable[[], Any], sock: socket.socket, **tls: Any
) -> tuple[asyncio.BaseTransport, Any]:
    """A transport of an accepted socket, of the kind that picows is fastest with."""
    loop = asyncio.get_running_loop()
    if aiofastnet is None:
        return await loop.connect_accepted_socket(protocol, sock, **tls)
    made: tuple[asyncio.BaseTransport, Any]
    made = await aiofastnet.connect_accepted_socket(loop, protocol, sock, **tls)
    return made


_medium = struct.Struct(">BBH").pack


def header(size: int, kind: int = _TEXT) -> bytes:
    """What goes before a payload of that size, in a frame from a server."""
    if size < 126:
        return bytes((kind, size))
    if size < 65536:
        return bytes((kind, 126)) + size.to_bytes(2, "big")
    return bytes((kind, 127)) + size.to_bytes(8, "big")


class Connection(Outbox, WSListener):
    """A client; `role` is what the host has made of it."""

    def __init__(
        self, host: Host, path: str, *, backlog: int, frame: int, rate: float, burst: float
    ) -> None:
        """At most `backlog` bytes wait for it; it sends `rate` messages a second, of `frame`."""
        super().__init__(backlog)
        self.host = host
        self.path = path
        self.address = ""
        self.role: object = None
        # Set by the host: stops when the first message has come.
        self.patience: asyncio.TimerHandle | None = None
        # Set by the host: an answer was taken, and whatever came in together with it was sent
        # before the next question was.
        self.answered = False
        self._loop = asyncio.get_running_loop()
        self._frame = frame
        self._bucket = Bucket(rate, burst, self._loop.time())
        self._parts: list[bytes] = []
        self._paused = False
        self._last_read = True
        self._told = False
        self._cut: asyncio.TimerHandle | None = None
        # Whether it was closed because a message was too long.
        self.overlong = False
        self._transport: WSTransport | None = None
        self._send: Callable[[bytes], None] = _nowhere

    # Out

    def unread(self) -> int:
        if not self._paused or self._transport is None:
            return 0
        return int(self._transport.underlying_transport.get_write_buffer_size())

    def _write(self, messages: Sequence[bytes]) -> None:
        pieces: list[bytes] = []
        for message in messages:
            size = len(message)
            # Most messages by far have a length of two bytes.
            pieces += (_medium(_TEXT, 126, size) if 126 <= size < 65536 else header(size), message)
        self._send(b"".join(pieces))

    def close(self, code: int = NORMAL, reason: str = "") -> None:
        if self.closing or self._transport is None:
            return
        self.flush()
        payload = code.to_bytes(2, "big") + reason.encode()[:120]
        self._send(header(len(payload), _CLOSE) + payload)
        self.closing = True
        self._cut = self._loop.call_later(LINGER, self.cut)

    def cut(self) -> None:
        self.closing = True
        if self._transport is not None:
            self._transport.disconnect(graceful=False)

    # In

    def excuse(self) -> None:
        """The last message was an answer that had been asked for: it does not count as a flood."""
        self._bucket.left += 1.0

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The handshake is done."""
        self._transport = transport
        self._send = transport.underlying_transport.write
        # From there on what waits is watched: see `unread`.
        transport.underlying_transport.set_write_buffer_limits(high=min(self.limit, _HIGH))
        if not self.address:
            peer = transport.underlying_transport.get_extra_info("peername")
            self.address = str(peer[0]) if peer else ""
        self.host.opened(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """A frame came in; whole messages go to the host."""
        if self._last_read:
            self.answered = False
        self._last_read = frame.last_in_buffer
        kind = frame.msg_type
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            # No extension was agreed on that would give them a meaning.
            self.close(PROTOCOL_ERROR, "reserved bits are set")
            return
        if kind == _IS_CLOSE:
            if not self.closing:
                self.close(NORMAL)
            transport.disconnect()
            return
        if self.closing or kind == _IS_PONG:
            return
        if not self._bucket.take(self._loop.time()):
            self.host.flooded(self)
            # It may have much more to say, which would all have to be read to hear its goodbye.
            transport.underlying_transport.pause_reading()
            return
        if kind == _IS_PING:
            payload = frame.get_payload_as_bytes()
            self.flush()
            self._send(header(len(payload), _PONG) + payload)
            return
        message = frame.get_payload_as_bytes()
        if (kind == _IS_CONTINUATION) != bool(self._parts):
            self.close(PROTOCOL_ERROR, "a continuation of nothing, or none of what was begun")
            return
        if self._parts or not frame.fin:
            self._parts.append(message)
            if sum(map(len, self._parts)) > self._frame:
                self.overlong = True
                self.close(TOO_BIG, "message too big")
                return
            if not frame.fin:
                return
            message = b"".join(self._parts)
            self._parts.clear()
        try:
            self.host.received(self, message)
        except Exception as error:
            self.host.failed(self, error)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """The line is gone."""
        self.closing = True
        handshake: Any = transport.close_handshake
        sent = handshake.sent if handshake is not None else None
        if sent is not None and sent.code == WSCloseCode.MESSAGE_TOO_BIG:
            self.overlong = True
        for timer in (self._cut, self.patience):
            if timer is not None:
                timer.cancel()
        self._send = _nowhere
        if self._told:
            return
        self._told = True
        try:
            self.host.closed(self)
        except Exception as error:
            self.host.failed(self, error)

    def pause_writing(self) -> None:
        """The other side reads too slowly: from here on, what waits for it is watched."""
        self._paused = True

    def resume_writing(self) -> None:
        """It has caught up."""
        self._paused = False


def _nowhere(data: bytes) -> None:
    """Where messages to a client that is gone are written."""
