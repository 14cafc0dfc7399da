"""Admission: what is turned away before anything reads it. Hosts, rates, sizes, numbers.

A limit is for whoever exceeds it: a seat, or an address in one room, or an address.
"""

import asyncio
import re
from collections.abc import Callable, MutableMapping
from typing import Any, Final, Protocol

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

# Seconds that whoever asks too often waits to be told so.
_COOLING: Final = 0.25
# Messages that may come at once before a connection has to wait for the others.
_UNHURRIED: Final = 4
_SESSION: Final = re.compile(rb"(?:^|&)sid=([\w-]+)", re.ASCII)
_LOCAL_HOSTS: Final = frozenset({b"localhost", b"127.0.0.1", b"[::1]"})


def host_name(header: bytes) -> bytes:
    """The host in a Host header, without its port."""
    if header.startswith(b"["):
        return header[: header.find(b"]") + 1]
    return header.partition(b":")[0]


class Sessions(Protocol):
    """The Socket.IO sessions that are open."""

    def addresses(self) -> list[str]:
        """Where they come from, one entry each."""

    def drop_idle(self, address: str | None) -> bool:
        """Close the oldest that has joined no room, of that address or any; whether it did."""

    def is_open(self, session: str) -> bool:
        """Whether there is a session with this id."""


class Admission:
    """Wraps an ASGI app; `seat` names the seat or room that a request is for, if there is one."""

    def __init__(
        self,
        app: App,
        settings: Settings,
        metrics: Metrics,
        now: Callable[[], float],
        sockets: Sessions,
        seat: Callable[[Scope], str],
    ) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._now = now
        self._sockets = sockets
        self._seat = seat
        self._requests = Buckets(settings.max_requests, settings.max_requests * 2)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        self._look_behind_proxy(scope)
        reason = self._turned_away(scope)
        if reason:
            self._metrics.reject(reason)
            if reason == "rate_limited":
                # Whoever asks at once again, and again, would cost us more than an answer.
                await asyncio.sleep(_COOLING)
            await _refuse(scope, send, reason)
            return
        if scope["type"] == "websocket":
            receive = self._bounded(receive)
        await self._app(scope, receive, send)

    def _look_behind_proxy(self, scope: Scope) -> None:
        peer = address_of(scope)
        if self._settings.trusts(peer):
            told = header(scope, b"x-forwarded-for").decode("latin-1")
            scope["client"] = (self._settings.address(peer, told), 0)

    def _turned_away(self, scope: Scope) -> str:
        if self._settings.loopback and not _is_local(scope):
            # A page elsewhere whose name was made to point here is not a program of this machine.
            return "bad_host"
        address = address_of(scope)
        is_socket = scope["path"].startswith(SOCKET_PATH)
        session = _session_in(scope) if is_socket else ""
        who = session if self._sockets.is_open(session) else self._seat(scope)
        if is_socket and not who:
            # Who opens sessions without end keeps no neighbour from opening a room.
            who = f"{SOCKET_PATH}/{address}"
        if not self._requests.take(who or address, self._now()):
            return "rate_limited"
        if is_socket and not session and not self._has_room(address):
            return "too_many_connections"
        return ""

    def _has_room(self, address: str) -> bool:
        """Whether another Socket.IO session can be opened, if need be in place of an idle one."""
        there = self._sockets.addresses()
        if there.count(address) >= self._settings.socket_share:
            return self._sockets.drop_idle(address)
        return len(there) < self._settings.max_connections or self._sockets.drop_idle(None)

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
                if bucket.left < bucket.burst - _UNHURRIED:
                    # Who sends much has one message dealt with while others have their turn.
                    await asyncio.sleep(max(0.0, wait))
            return event

        return bounded


def _session_in(scope: Scope) -> str:
    found = _SESSION.search(scope["query_string"])
    return found[1].decode() if found else ""


def _is_local(scope: Scope) -> bool:
    host = header(scope, b"host")
    return not host or host_name(host.lower()) in _LOCAL_HOSTS


async def _refuse(scope: Scope, send: Send, reason: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    await send_refusal(send, refusal(reason))
