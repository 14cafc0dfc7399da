"""The HTTP server's WebSockets, with a short way out: whole frames straight to the transport.

A message to many is framed once, and whatever one client is told at one moment is one write.
Everything else (handshake, pings, closing, what comes in) is uvicorn's.
"""

from asyncio import Transport
from functools import lru_cache
from typing import Any, Final

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from pitboss.server.visitors import Visitor
from pitboss.wires.uno_online.listen_socketio import UNREAD
from pitboss.wires.websocket import header

# Bytes of a read that are looked at in one go, and how often if they hold no whole message.
_PIECE: Final = 4096
_PIECES: Final = 4
# The name under which an ASGI scope has the transport.
_TRANSPORT: Final = "pitboss.transport"


class HttpSocket(WebSocketsSansIOProtocol):
    """A WebSocket of the HTTP port that shows its transport to the application."""

    def __init__(self, *args: Any, visitor: Visitor | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        self._visitor = visitor

        # What came in and has not been looked at.
        self._unread = b""

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        self._unread = b""
        if self._visitor is not None:
            self._visitor.leaves()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes, of which no more are looked at than the application takes.

        A read may have hundreds of frames, and those of a hundred clients would be one long wait
        for all others.
        """
        if not self._unread and len(data) <= _PIECE:
            super().data_received(data)
            return
        self._unread += data
        self._read_on()

    def _read_on(self) -> None:
        for _ in range(_PIECES):
            if not self._unread or not self.queue.empty():
                break
            piece, self._unread = self._unread[:_PIECE], self._unread[_PIECE:]
            super().data_received(piece)
        if self.transport.is_closing():
            self._unread = b""
        elif self._unread:
            self.read_paused = True
            self.transport.pause_reading()
            if self.queue.empty():
                self.loop.call_soon(self._read_on)

    async def receive(self) -> ASGIReceiveEvent:
        """The next message."""
        if self._unread and self.queue.empty():
            self._read_on()
        message = await self.queue.get()
        if self.read_paused and self.queue.empty() and not self._unread:
            self.read_paused = False
            self.transport.resume_reading()
        return message

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        # An extension such as compression has a state of its own for each connection.
        if scope is not None and not self.conn.extensions:
            scope["extensions"][_TRANSPORT] = self.transport
        if scope is not None:
            scope["extensions"][UNREAD] = self.queue.qsize


def transport_of(scope: Any) -> Transport | None:
    """What frames may be written to, if the server shows it."""
    transport: Transport | None = scope.get("extensions", {}).get(_TRANSPORT)
    return transport


# The same message goes to many, one after the other; its hash is computed once.
@lru_cache(maxsize=256)
def framed(message: bytes) -> bytes:
    """A message as a text frame from a server."""
    return header(len(message)) + message
