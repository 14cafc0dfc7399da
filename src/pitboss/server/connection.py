"""One WebSocket of a table: frames out, messages in, and the limits that bound both.

What a message means is for the table that the connection belongs to.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from picows import WSFrame, WSListener, WSMsgType, WSTransport

from pitboss.server.limits import Bucket
from pitboss.server.settings import Settings

# Close codes of RFC 6455 that are used here.
NORMAL = 1000
GOING_AWAY = 1001
POLICY_VIOLATION = 1008
TOO_BIG = 1009
INTERNAL = 1011
TRY_LATER = 1013

# Seconds in which the other side may answer our close, before the line is cut.
LINGER = 1.0

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


def header(size: int, kind: int = _TEXT) -> bytes:
    """What goes before a payload of that size, in a frame from a server."""
    if size < 126:
        return bytes((kind, size))
    if size < 65536:
        return bytes((kind, 126)) + size.to_bytes(2, "big")
    return bytes((kind, 127)) + size.to_bytes(8, "big")


class Connection(WSListener):
    """A client; `role` is what the table has made of it."""

    def __init__(self, host: Host, settings: Settings, path: str) -> None:
        self.host = host
        self.settings = settings
        self.path = path
        self.address = ""
        self.role: object = None
        # Set by the table: stops when the first message has come.
        self.patience: asyncio.TimerHandle | None = None
        # Set by the table: an answer was taken, and whatever came in together with it was sent
        # before the next question was.
        self.answered = False
        self.closing = False
        self.stalled = False
        self._loop = asyncio.get_running_loop()
        self._bucket = Bucket(settings.max_rate, settings.max_burst, self._loop.time())
        self._out: list[bytes] = []
        self._parts: list[bytes] = []
        self._paused = False
        self._last_read = True
        self._told = False
        self._cut: asyncio.TimerHandle | None = None
        self._transport: WSTransport | None = None
        self._write: Callable[[bytes], None] = _nowhere

    # Out

    def queue(self, *pieces: bytes) -> None:
        """Put a message, given in pieces, behind what waits to be flushed."""
        size = 0
        for piece in pieces:
            size += len(piece)
        self._out.append(header(size))
        self._out += pieces

    def flush(self) -> None:
        """Write what was queued, in one piece; a client that does not read is cut off."""
        out = self._out
        if not out:
            return
        data = b"".join(out)
        out.clear()
        if self.closing or self._transport is None:
            return
        if self._paused:
            waiting = self._transport.underlying_transport.get_write_buffer_size()
            if waiting + len(data) > self.settings.max_backlog:
                self.stalled = True
                self.cut()
                return
        self._write(data)

    def send(self, message: bytes) -> None:
        """Write one message now."""
        self.queue(message)
        self.flush()

    def close(self, code: int = NORMAL, reason: str = "") -> None:
        """Say goodbye; the line is cut when the other side has answered, or soon."""
        if self.closing or self._transport is None:
            return
        self.flush()
        payload = code.to_bytes(2, "big") + reason.encode()[:120]
        self._write(header(len(payload), _CLOSE) + payload)
        self.closing = True
        self._cut = self._loop.call_later(LINGER, self.cut)

    def cut(self) -> None:
        """Drop the line at once, unsent bytes included."""
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
        self._write = transport.underlying_transport.write
        peer = transport.underlying_transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        self.host.opened(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """A frame came in; whole messages go to the host."""
        if self._last_read:
            self.answered = False
        self._last_read = frame.last_in_buffer
        kind = frame.msg_type
        if kind == WSMsgType.CLOSE:
            if not self.closing:
                self.close(NORMAL)
            transport.disconnect()
            return
        if self.closing or kind == WSMsgType.PONG:
            return
        if not self._bucket.take(self._loop.time()):
            self.host.flooded(self)
            return
        if kind == WSMsgType.PING:
            payload = frame.get_payload_as_bytes()
            self._out += (header(len(payload), _PONG), payload)
            self.flush()
            return
        message = frame.get_payload_as_bytes()
        if self._parts or not frame.fin:
            self._parts.append(message)
            if sum(map(len, self._parts)) > self.settings.max_frame:
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

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        """The line is gone."""
        self.closing = True
        for timer in (self._cut, self.patience):
            if timer is not None:
                timer.cancel()
        self._write = _nowhere
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
