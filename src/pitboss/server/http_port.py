"""The HTTP port: uvicorn behind our own acceptor, and what a connection there may take.

A request has one deadline for headers and body, its headers have a limit, and so has what a client
asks before it reads the answers.
"""

import asyncio
import contextlib
import functools
import socket
import ssl
from collections import deque
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from pitboss.server.acceptor import Acceptor
from pitboss.server.http_sockets import HttpSocket
from pitboss.server.services import Metrics
from pitboss.server.settings import Settings
from pitboss.server.visitors import Visitor, Visitors
from pitboss.wires.uno_online.listen import App, encode
from pitboss.wires.uno_online.messages import ERRORS, refusal

# Seconds that a connection may rest between two requests.
_KEEP_ALIVE: Final = 30
# Requests that may wait while one is answered.
_PIPELINE: Final = 16


def raw_refusal(code: str) -> bytes:
    """A whole answer, for clients that are refused before any app hears of them."""
    body = encode(refusal(code))
    status = ERRORS[code].status
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + body


class HttpConnection(HttpToolsProtocol):
    """uvicorn's connection, bounded in time and size."""

    def __init__(
        self, *args: Any, visitor: Visitor, settings: Settings, metrics: Metrics, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.ws_protocol_class = functools.partial(HttpSocket, visitor=visitor)  # type: ignore[assignment]
        self._visitor = visitor
        self._metrics = metrics
        self._seconds = settings.request_timeout
        self._limit = settings.max_headers
        self._deadline: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None
        # Whether a request has begun and not ended, the size of its headers, and how much came in
        # since the parser could last make anything of it.
        self._is_reading = False
        self._is_socket = False
        self._headers_size = 0
        self._unparsed = 0
        self._refusal = ""
        # The requests that are not answered yet, in their order.
        self._open: deque[RequestResponseCycle] = deque()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """It has until the deadline to ask for something."""
        super().connection_made(transport)
        self._await_client()

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is gone."""
        for timer in (self._deadline, self._stuck):
            if timer is not None:
                timer.cancel()
        self._visitor.leaves()
        # uvicorn tells only the last of several, and the others would write to a closed line.
        for cycle in self._open:
            cycle.disconnected = True
            cycle.message_event.set()
        super().connection_lost(exc)

    # In

    def data_received(self, data: bytes) -> None:
        """Bytes, which must become a request in time."""
        if self.transport.is_closing():
            return
        self._unparsed += len(data)
        super().data_received(data)
        if self._is_socket:
            return
        if self._unparsed > self._limit:
            self._refuse("headers_too_large")
        elif self._is_reading or self._is_answered():
            self._await_client()

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        self._is_reading = True
        self._headers_size = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Some of the address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, or a trailer after the body."""
        self._count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._unparsed = max(0, self._unparsed - size)
        self._headers_size += size
        if self._headers_size > self._limit:
            self._refusal = "headers_too_large"
            raise ValueError(self._refusal)

    def on_headers_complete(self) -> None:
        """The request can be answered."""
        if len(self.pipeline) >= _PIPELINE:
            self._refusal = "rate_limited"
            raise ValueError(self._refusal)
        self._unparsed = 0
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            self._open.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        """Some of the body."""
        self._unparsed = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The last byte of a request."""
        self._is_reading = False
        self._unparsed = 0
        self._stop_waiting()
        self._visitor.works()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a WebSocket, which has a protocol of its own."""
        self._is_socket = True
        self._stop_waiting()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Refuse what the parser could not read."""
        self._refuse(self._refusal or "bad_request")
        del msg

    def _is_answered(self) -> bool:
        """Whether no request is being answered."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is None or cycle.response_complete

    def _refuse(self, code: str) -> None:
        self._metrics.reject(code)
        if not self.transport.is_closing():
            if self._is_answered() or not self.cycle.response_started:
                self.transport.write(raw_refusal(code))
            self.transport.close()

    # Out

    def on_response_complete(self) -> None:
        """An answer has been written."""
        self._open.popleft()
        super().on_response_complete()
        if not self.pipeline:
            self._visitor.rests()
            if self._is_reading:
                self._await_client()

    def pause_writing(self) -> None:
        """It does not read its answer, and may not keep its place for it."""
        super().pause_writing()
        self._visitor.rests()
        if self._stuck is None:
            self._stuck = self.loop.call_later(self._seconds, self._does_not_read)

    def resume_writing(self) -> None:
        """It has caught up."""
        super().resume_writing()
        if not self._is_answered():
            self._visitor.works()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def _does_not_read(self) -> None:
        self._metrics.reject("backlog")
        self.transport.abort()

    # The deadline

    def _await_client(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self._seconds, self._too_late)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._deadline = None
        if self.flow.read_paused:
            # It is we who do not read: an earlier request is still being answered.
            self._await_client()
        elif self._is_reading:
            self._refuse("request_timeout")
        elif self._is_answered():
            # It never began; there is nothing to answer.
            self.transport.close()


class _Uvicorn(uvicorn.Server):
    """uvicorn without its listening sockets and signal handlers: both are our business."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        del sockets
        await self.lifespan.startup()
        self.servers = []
        self.started = True


class HttpPort:
    """Serves an ASGI app on sockets that listen already."""

    def __init__(self, app: App, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self.visitors = Visitors(
            settings.max_connections, settings.connection_share, settings.trusts
        )
        self._config = uvicorn.Config(
            app,
            loop="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_keep_alive=_KEEP_ALIVE,
            # admission.py knows whose word is taken.
            proxy_headers=False,
            http=HttpConnection,
            ws=HttpSocket,
            # Frames are the same for all who hear them, unless they are compressed for each.
            ws_per_message_deflate=False,
            ws_max_size=settings.max_frame,
        )
        self._uvicorn = _Uvicorn(self._config)
        self._serving: asyncio.Task[None] | None = None
        self._acceptors: list[Acceptor] = []

    async def start(self, sockets: list[socket.socket], tls: ssl.SSLContext | None = None) -> None:
        """When this returns, clients can connect; the sockets are closed by `stop`."""
        self._serving = asyncio.create_task(self._uvicorn.serve())
        while not self._uvicorn.started:
            if self._serving.done():
                self._serving.result()
                raise OSError("the HTTP server did not start")
            await asyncio.sleep(0.001)
        self._acceptors = [
            Acceptor(
                sock,
                self.visitors,
                self._protocol,
                self._metrics,
                farewell=raw_refusal("too_many_connections"),
                tls=tls,
                handshake=self._settings.request_timeout,
            )
            for sock in sockets
        ]

    def _protocol(self, visitor: Visitor) -> asyncio.BaseProtocol:
        return HttpConnection(
            config=self._config,
            server_state=self._uvicorn.server_state,
            app_state={},
            visitor=visitor,
            settings=self._settings,
            metrics=self._metrics,
        )

    async def stop(self) -> None:
        """Listen no more, and let go of everybody."""
        for acceptor in self._acceptors:
            acceptor.close()
        self._acceptors = []
        if self._serving is not None:
            self._uvicorn.should_exit = True
            self._uvicorn.force_exit = True
            await self._serving
            self._serving = None
        self.visitors.cut_all()
