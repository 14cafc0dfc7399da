"""The HTTP server's WebSockets, with a short way out: whole frames straight to the transport.

A message to many is framed once, and whatever one client is told at one moment is one write.
Everything else (handshake, pings, closing, what comes in) is uvicorn's.
"""

from asyncio import Transport
from functools import lru_cache
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from pitboss.server.visitors import Visitor
from pitboss.wires.uno_online.listen_socketio import UNREAD
from pitboss.wires.websocket import header

# The name under which an ASGI scope has the transport.
_TRANSPORT: Final = "pitboss.transport"


class HttpSocket(WebSocketsSansIOProtocol):
    """A WebSocket of the HTTP port that shows its transport to the application."""

    def __init__(self, *args: Any, visitor: Visitor | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        self._visitor = visitor

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        if self._visitor is not None:
            self._visitor.leaves()
        super().connection_lost(exc)

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
