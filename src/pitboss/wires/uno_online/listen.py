"""The HTTP side of the uno-online wire: state and action, as an ASGI app without a framework.

Which rooms there are is for whoever serves it to say: it finds the side that a request is for.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from datetime import UTC, datetime
from typing import Any, Final, Protocol, cast
from urllib.parse import parse_qs

import msgspec

from pitboss.wires.uno_online.messages import (
    ERRORS,
    ActionReply,
    ErrorReply,
    StateReply,
    refusal,
)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

GAME_PATH: Final = "/api/game/"
_METHODS: Final = {"state": ("GET", "HEAD"), "action": ("POST",), "rematch": ("POST",)}
# Seconds that a request for the state waits for something new, at most.
_LONGEST_WAIT: Final = 60.0
_COMMON: Final = (
    (b"content-type", b"application/json"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
)
_LONGEST_LENGTH: Final = 15
_LOCAL: Final = re.compile(rb"(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?")
_PROXIED: Final = frozenset({b"forwarded", b"via", b"x-forwarded-for", b"x-real-ip"})

encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class Line(Protocol):
    """A client's connection."""

    def is_closing(self) -> bool:
        """Whether it is closed, or about to be."""


class Side(Protocol):
    """One side of a room, as its client sees it."""

    async def state(self) -> msgspec.Raw | ErrorReply:
        """Its view of the game, as JSON."""

    async def changed(self, after: int, seconds: float) -> None:
        """Return when it is another turn, the game is over, or the time is up."""

    async def act(self, value: object, line: Line | None = None) -> ActionReply | ErrorReply:
        """Play what it sent over a connection; a refusal leaves the game as it was."""

    async def rematch(self) -> ActionReply | ErrorReply:
        """Begin another game with the same seats."""


class GameApi:
    """An ASGI app for the paths under `GAME_PATH`."""

    def __init__(
        self,
        find: Callable[[str, str], Side | ErrorReply],
        *,
        max_body: int,
        body_seconds: float,
        failed: Callable[[Scope, Exception], None],
    ) -> None:
        """`find` has the side for a room's code and a token; `failed` hears of our mistakes."""
        self._find = find
        self._max_body = max_body
        self._body_seconds = body_seconds
        self._failed = failed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        code, _, what = path.removeprefix(GAME_PATH).partition("/")
        methods = _METHODS.get(what) if path.startswith(GAME_PATH) else None
        if methods is None:
            await send_refusal(send, refusal("not_found"))
        elif scope["method"] not in methods:
            allowed = ", ".join(methods).encode()
            await send_refusal(send, refusal("bad_method"), [(b"allow", allowed)])
        else:
            try:
                answer = await self._answer(scope, receive, code, what)
            except Exception as error:
                self._failed(scope, error)
                answer = refusal("internal_error")
            if isinstance(answer, ErrorReply):
                await send_refusal(send, answer)
            else:
                await send_json(send, encode(answer))

    async def _answer(
        self, scope: Scope, receive: Receive, code: str, what: str
    ) -> StateReply | ActionReply | ErrorReply:
        side = self._find(code, token_in(scope))
        if isinstance(side, ErrorReply):
            return side
        if what == "state":
            refused = await self._wait(scope, receive, side)
            if refused is not None:
                return refused
            state = await side.state()
            return state if isinstance(state, ErrorReply) else StateReply(True, state, timestamp())
        is_rematch = what == "rematch"
        body = await read_json(
            scope, receive, self._max_body, self._body_seconds, may_be_empty=is_rematch
        )
        if isinstance(body, ErrorReply):
            return body
        if is_rematch:
            return await side.rematch()
        try:
            value = _decode(body)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            return bad_json(error)
        return await side.act(value, _line_of(scope, receive))

    async def _wait(self, scope: Scope, receive: Receive, side: Side) -> ErrorReply | None:
        """Wait for something new, if that is asked for, while the client does."""
        query: bytes = scope["query_string"]
        if b"after=" not in query:
            return None
        asked = parse_qs(query.decode("utf-8", "replace"))
        try:
            after = int(asked["after"][0])
            wait = float(asked.get("wait", ["0"])[0])
        except (KeyError, ValueError):
            return refusal("bad_wait")
        # Also false for what is not a number.
        if not wait >= 0:
            return refusal("bad_wait")
        if wait > 0:
            tasks = [
                asyncio.ensure_future(side.changed(after, min(wait, _LONGEST_WAIT))),
                asyncio.ensure_future(_hung_up(receive)),
            ]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
        return None


# Requests.


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


def token_in(scope: Scope) -> str:
    """The token in the Authorization header or the query; empty if there is none."""
    scheme, _, token = header(scope, b"authorization").partition(b" ")
    if scheme.lower() == b"bearer":
        return token.strip().decode("utf-8", "replace")
    query: bytes = scope["query_string"]
    if b"token=" not in query:
        return ""
    return parse_qs(query.decode("utf-8", "replace")).get("token", [""])[0]


def _is_cross_site(scope: Scope) -> bool:
    """Whether a page sent the request that is neither ours nor of the client's own machine."""
    origin = header(scope, b"origin")
    place = origin.partition(b"://")[2]
    return bool(origin) and place != header(scope, b"host") and not _LOCAL.fullmatch(place)


def _line_of(scope: Scope, receive: Receive) -> Line | None:
    """The connection that a request came over, where the HTTP server shows it.

    Those of a proxy tell nothing: it sends one client's requests over any of them.
    """
    if any(name in _PROXIED for name, _ in scope["headers"]):
        return None
    line: Line | None = getattr(getattr(receive, "__self__", None), "transport", None)
    return line


async def _hung_up(receive: Receive) -> None:
    """Return when the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def read_json(
    scope: Scope, receive: Receive, most: int, seconds: float, *, may_be_empty: bool = False
) -> bytes | ErrorReply:
    """The body, if it is JSON by its type, not too large, and arrives in time and to its end.

    An empty one may do, but not from another site: browsers send that for pages from anywhere.
    """
    large = refusal("too_large", f"at most {most} bytes are taken")
    length = header(scope, b"content-length")
    if length.isdigit() and (len(length) > _LONGEST_LENGTH or int(length) > most):
        return large
    try:
        async with asyncio.timeout(seconds):
            event = await receive()
            body: bytes = event.get("body", b"")
            while event.get("more_body") and len(body) <= most:
                event = await receive()
                body += event.get("body", b"")
            if event["type"] == "http.disconnect":
                return refusal("bad_json", "the request was cut off")
    except TimeoutError:
        return refusal("bad_json", "the body did not arrive")
    if len(body) > most:
        return large
    if may_be_empty and not body and not _is_cross_site(scope):
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


# Answers.


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
    """Answer with an error and its status; who asked too often is told when to ask again."""
    if error.error == "rate_limited":
        extra = [*extra, (b"retry-after", b"1")]
    await send_json(send, encode(error), ERRORS[error.error].status, extra)


def timestamp() -> str:
    """This moment, as JSON has it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
