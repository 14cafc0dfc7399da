"""WebSockets of the HTTP port: an ASGI socket as an outbox.

Where the HTTP server shows its transport (http_sockets.py), frames are written to it at once;
otherwise a task of its own sends one message after the other.
"""

import asyncio
import contextlib
from collections.abc import Sequence

from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.server.http_sockets import framed, transport_of
from pitboss.wires.outbox import NORMAL, Outbox


class AsgiConnection(Outbox):
    """One socket that has been accepted; `finish` when nothing more is read from it."""

    def __init__(self, socket: WebSocket, limit: int) -> None:
        super().__init__(limit)
        self._socket = socket
        self._transport = transport_of(socket.scope)
        self._waiting = 0
        # A message, or the code and the reason of our goodbye.
        self._messages: asyncio.Queue[bytes | tuple[int, str]] = asyncio.Queue()
        self._reader = asyncio.current_task()
        self._writer = asyncio.create_task(self._deliver())

    async def receive(self) -> bytes:
        """The next message; `WebSocketDisconnect` if there is none."""
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1005))
        text = event.get("text")
        return text.encode() if text is not None else event.get("bytes") or b""

    def close(self, code: int = NORMAL, reason: str = "") -> None:
        if not self.closing:
            self.flush()
            self.closing = True
            self._messages.put_nowait((code, reason))

    def cut(self) -> None:
        self.closing = True
        self._writer.cancel()
        if self._transport is not None:
            # What it has not read is dropped with it.
            self._transport.abort()
        if self._reader is not None and self._reader is not asyncio.current_task():
            self._reader.cancel()

    async def finish(self) -> None:
        """The client is gone, or has been told goodbye: leave nothing of the connection."""
        if self.closing and not self._writer.cancelled():
            with contextlib.suppress(TimeoutError, asyncio.CancelledError, Exception):
                await asyncio.wait_for(asyncio.shield(self._writer), 1.0)
        self.closing = True
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await self._writer

    def unread(self) -> int:
        if self._transport is not None:
            return self._transport.get_write_buffer_size()
        return self._waiting

    def _write(self, messages: Sequence[bytes]) -> None:
        transport = self._transport
        if transport is not None:
            if not transport.is_closing():
                transport.write(b"".join([framed(message) for message in messages]))
            return
        for message in messages:
            self._waiting += len(message)
            self._messages.put_nowait(message)

    async def _deliver(self) -> None:
        while True:
            message = await self._messages.get()
            if isinstance(message, tuple):
                await self._socket.close(*message)
                return
            await self._socket.send_text(message.decode())
            self._waiting -= len(message)
