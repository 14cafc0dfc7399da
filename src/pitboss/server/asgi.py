"""The few things of ASGI that the hot paths do by themselves: headers, bodies, JSON answers."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final, cast

import msgspec

from pitboss.server.room import refusal
from pitboss.wires.uno_online.messages import ERRORS, ErrorReply

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_COMMON: Final = (
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
)
_LONGEST_LENGTH: Final = 15

encode = msgspec.json.Encoder().encode


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def header(scope: Scope, wanted: bytes) -> bytes:
    """A header's value; empty if it was not sent."""
    for name, value in scope["headers"]:
        if name == wanted:
            return cast("bytes", value)
    return b""


async def send_json(
    send: Send, body: bytes, status: int = 200, extra: Iterable[tuple[bytes, bytes]] = ()
) -> None:
    """Answer with JSON."""
    length = (b"content-length", str(len(body)).encode())
    headers = [*_COMMON, length, *extra]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def send_refusal(
    send: Send, error: ErrorReply, extra: Iterable[tuple[bytes, bytes]] = ()
) -> None:
    """Answer with an error and its status."""
    await send_json(send, encode(error), ERRORS[error.error].status, extra)


async def read_json(
    scope: Scope, receive: Receive, most: int, seconds: float, *, may_be_empty: bool = False
) -> bytes | ErrorReply:
    """The body, if it is JSON by its type, not too large, and does not take for ever."""
    large = refusal("too_large", f"at most {most} bytes are taken")
    length = header(scope, b"content-length")
    if length.isdigit() and (len(length) > _LONGEST_LENGTH or int(length) > most):
        return large
    event = await receive()
    body: bytes = event.get("body", b"")
    if event.get("more_body"):
        try:
            async with asyncio.timeout(seconds):
                while event.get("more_body") and len(body) <= most:
                    event = await receive()
                    body += event.get("body", b"")
        except TimeoutError:
            return refusal("bad_json", "the body did not arrive")
    if len(body) > most:
        return large
    if may_be_empty and not body:
        return body
    kind = header(scope, b"content-type")
    if kind != b"application/json":
        kind = kind.partition(b";")[0].strip().lower()
        if kind != b"application/json":
            return refusal("bad_content_type")
    return body


def bad_json(error: Exception) -> ErrorReply:
    """The refusal of a body that could not be read."""
    told = "nested too deeply" if isinstance(error, RecursionError) else str(error)
    return refusal("bad_json", f"the body is not JSON: {told}")
