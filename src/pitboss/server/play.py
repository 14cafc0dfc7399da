"""State and action over HTTP: the two requests that bots make all the time, without a framework."""

from datetime import UTC, datetime
from typing import Final
from urllib.parse import parse_qs

import msgspec

from pitboss.server import log
from pitboss.server.asgi import (
    Receive,
    Scope,
    Send,
    bad_json,
    encode,
    header,
    read_json,
    send_json,
    send_refusal,
)
from pitboss.server.room import Room, refusal
from pitboss.server.rooms import Rooms
from pitboss.server.settings import Settings
from pitboss.wires.uno_online.messages import ActionReply, ErrorReply, StateReply

PLAY_PATH: Final = "/api/game/"
FORWARDED: Final = "Action received and forwarded to game"

_read = msgspec.json.Decoder().decode
_METHODS: Final = {"state": ("GET", "HEAD"), "action": ("POST",)}


def token_in(scope: Scope) -> str:
    """The token in the Authorization header or the query; empty if there is none."""
    scheme, _, token = header(scope, b"authorization").partition(b" ")
    if scheme.lower() == b"bearer":
        return token.strip().decode("utf-8", "replace")
    query: bytes = scope["query_string"]
    if b"token=" not in query:
        return ""
    return parse_qs(query.decode("utf-8", "replace")).get("token", [""])[0]


def timestamp() -> str:
    """This moment, as JSON has it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def act(room: Room, side: int, value: object) -> ErrorReply | None:
    """Play what a side sent, or say why not; a mistake of ours in it ends the room's table."""
    try:
        return room.act(side, value)
    except Exception as error:
        room.table.fail(error)
        return refusal("internal_error")


class PlayApi:
    """An ASGI app for the paths under `PLAY_PATH`."""

    def __init__(self, settings: Settings, rooms: Rooms) -> None:
        self._settings = settings
        self._rooms = rooms

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        code, _, what = scope["path"][len(PLAY_PATH) :].partition("/")
        methods = _METHODS.get(what)
        if methods is None:
            await send_refusal(send, refusal("not_found"))
        elif scope["method"] not in methods:
            allowed = ", ".join(methods).encode()
            await send_refusal(send, refusal("bad_method"), [(b"allow", allowed)])
        else:
            try:
                answer = await self._answer(scope, receive, code, what)
            except Exception as error:
                log.fail("request failed", path=scope["path"], error=type(error).__name__)
                answer = refusal("internal_error")
            if isinstance(answer, ErrorReply):
                await send_refusal(send, answer)
            else:
                await send_json(send, encode(answer))

    async def _answer(
        self, scope: Scope, receive: Receive, code: str, what: str
    ) -> StateReply | ActionReply | ErrorReply:
        room = self._rooms.find(code)
        if isinstance(room, ErrorReply):
            return room
        side = room.side_of(token_in(scope))
        if isinstance(side, ErrorReply):
            return side
        if what == "state":
            return StateReply(True, room.view(side), timestamp())
        return await self._act(room, side, scope, receive)

    async def _act(
        self, room: Room, side: int, scope: Scope, receive: Receive
    ) -> ActionReply | ErrorReply:
        settings = self._settings
        body = await read_json(scope, receive, settings.max_frame, settings.join_timeout)
        if isinstance(body, ErrorReply):
            return body
        try:
            value = _read(body)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            return bad_json(error)
        return act(room, side, value) or ActionReply(True, FORWARDED, room.view(side))
