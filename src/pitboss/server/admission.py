"""Admission: what is turned away before anything reads it. Hosts, rates, sizes, numbers."""

import asyncio
from collections.abc import Callable, MutableMapping
from typing import Any, Final

from pitboss.server.services import Metrics
from pitboss.server.settings import Settings
from pitboss.wires.rate import Bucket, Buckets
from pitboss.wires.uno_online.listen import (
    App,
    Receive,
    Scope,
    Send,
    address_of,
    header,
    send_refusal,
)
from pitboss.wires.uno_online.listen_socketio import SOCKET_PATH
from pitboss.wires.uno_online.messages import refusal

_LOCAL_HOSTS: Final = frozenset({b"localhost", b"127.0.0.1", b"[::1]"})


def host_name(header: bytes) -> bytes:
    """The host in a Host header, without its port."""
    if header.startswith(b"["):
        return header[: header.find(b"]") + 1]
    return header.partition(b":")[0]


class Admission:
    """Wraps an ASGI app; `sockets` tells the addresses of the open Socket.IO sessions."""

    def __init__(
        self,
        app: App,
        settings: Settings,
        metrics: Metrics,
        now: Callable[[], float],
        sockets: Callable[[], list[str]],
    ) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._now = now
        self._sockets = sockets
        self._requests = Buckets(settings.max_requests, settings.max_requests * 2)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        reason = self._turned_away(scope)
        if reason:
            self._metrics.reject(reason)
            await _refuse(scope, send, reason)
            return
        if scope["type"] == "websocket":
            receive = self._bounded(receive)
        await self._app(scope, receive, send)

    def _turned_away(self, scope: Scope) -> str:
        if self._settings.loopback and not _is_local(scope):
            # A page elsewhere whose name was made to point here is not a program of this machine.
            return "bad_host"
        address = address_of(scope)
        if not self._requests.take(address, self._now()):
            return "rate_limited"
        path: str = scope["path"]
        if path.startswith(SOCKET_PATH) and b"sid=" not in scope["query_string"]:
            there = self._sockets()
            limit = self._settings.max_connections_per_address
            if len(there) >= self._settings.max_connections or there.count(address) >= limit:
                return "too_many_connections"
        return ""

    def _bounded(self, receive: Receive) -> Receive:
        """What a connection sends: no faster than allowed, and no further than a frame too large.

        Who sends too fast is read more slowly, and so has to wait; nothing piles up here.
        """
        settings = self._settings
        bucket = Bucket(settings.max_rate, settings.max_burst, self._now())

        async def bounded() -> MutableMapping[str, Any]:
            event = await receive()
            if event["type"] == "websocket.receive":
                size = len(event.get("text") or event.get("bytes") or b"")
                if size > settings.max_frame:
                    self._metrics.reject("too_large")
                    return {"type": "websocket.disconnect", "code": 1009}
                wait = bucket.reserve(self._now())
                if wait > 0:
                    await asyncio.sleep(wait)
            return event

        return bounded


def _is_local(scope: Scope) -> bool:
    host = header(scope, b"host")
    return not host or host_name(host.lower()) in _LOCAL_HOSTS


async def _refuse(scope: Scope, send: Send, reason: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    await send_refusal(send, refusal(reason))
