"""Accepting connections: one listening socket, whose visitors are counted before they say a word.

Out of file descriptors, accepting pauses, and whoever says nothing makes room.
"""

import asyncio
import contextlib
import errno
import socket
import ssl
from collections.abc import Awaitable, Callable
from typing import Any, Final

from pitboss.server import log
from pitboss.server.services import Metrics
from pitboss.server.visitors import Visitor, Visitors

# So many at a time, so that those who are connected have their turn in between.
_AT_ONCE: Final = 16
# Seconds without accepting when the process or the machine has no more of something, and when
# whoever said nothing has just made room.
_PAUSE: Final = 0.25
_BREATH: Final = 0.02
_EXHAUSTED: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

# Makes a transport of a socket that was accepted: `loop.connect_accepted_socket` and the like.
Connect = Callable[..., Awaitable[tuple[asyncio.BaseTransport, Any]]]


class Acceptor:
    """Accepts from one socket; `protocol` makes what speaks with a visitor."""

    def __init__(
        self,
        sock: socket.socket,
        visitors: Visitors,
        protocol: Callable[[Visitor], asyncio.BaseProtocol],
        metrics: Metrics,
        *,
        farewell: bytes = b"",
        tls: ssl.SSLContext | None = None,
        handshake: float = 10.0,
        connect: Connect | None = None,
    ) -> None:
        """Who finds no room is sent `farewell`; a TLS handshake takes `handshake` seconds."""
        self._socket = sock
        self._visitors = visitors
        self._protocol = protocol
        self._metrics = metrics
        self._farewell = farewell
        self._tls = tls
        self._timing = {} if tls is None else {"ssl_handshake_timeout": handshake}
        self._loop = asyncio.get_running_loop()
        self._connect = connect or self._loop.connect_accepted_socket
        self._pause: asyncio.TimerHandle | None = None
        self._closed = False
        self._loop.add_reader(sock.fileno(), self._accept)

    def close(self) -> None:
        """Accept nobody any more; the socket is closed too."""
        if not self._closed:
            self._closed = True
            if self._pause is not None:
                self._pause.cancel()
            self._loop.remove_reader(self._socket.fileno())
            self._socket.close()

    def _accept(self) -> None:
        for _ in range(_AT_ONCE):
            try:
                sock, peer = self._socket.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                if error.errno in _EXHAUSTED:
                    self._wait(error)
                else:
                    self._metrics.reject("not_accepted")
                return
            self._admit(sock, peer)

    def _wait(self, error: OSError) -> None:
        reason = error.strerror or repr(error)
        log.repeated("connections have to wait", reason=reason, open=len(self._visitors))
        made = sum(self._visitors.make_room() for _ in range(_AT_ONCE))
        self._loop.remove_reader(self._socket.fileno())
        self._pause = self._loop.call_later(_BREATH if made else _PAUSE, self._resume)

    def _resume(self) -> None:
        self._pause = None
        self._loop.add_reader(self._socket.fileno(), self._accept)

    def _admit(self, sock: socket.socket, peer: Any) -> None:
        sock.setblocking(False)
        visitor = self._visitors.enter(str(peer[0]) if isinstance(peer, tuple) else "", sock)
        if visitor is None:
            self._metrics.reject("too_many_connections")
            with contextlib.suppress(OSError):
                if self._tls is None:
                    sock.send(self._farewell)
            sock.close()
            return
        visitor.connecting = self._loop.create_task(self._make(visitor, sock))

    async def _make(self, visitor: Visitor, sock: socket.socket) -> None:
        try:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            visitor.transport, _ = await self._connect(
                lambda: self._protocol(visitor), sock, ssl=self._tls, **self._timing
            )
        except (OSError, TimeoutError, asyncio.CancelledError):
            # Gone already, or it does not speak TLS.
            visitor.leaves()
            sock.close()
        finally:
            visitor.connecting = None
