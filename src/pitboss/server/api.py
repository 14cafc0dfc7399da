"""The HTTP API: rooms, the journal, health and metrics; games in rooms are in room_door.py."""

import asyncio
import contextlib
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from pitboss.server import log
from pitboss.server.admission import Admission
from pitboss.server.lobby import Places
from pitboss.server.native_door import NativeDoor
from pitboss.server.room import Room
from pitboss.server.room_door import RoomDoor
from pitboss.server.rooms import Rooms
from pitboss.server.services import Services
from pitboss.server.settings import LOCAL_ORIGIN
from pitboss.store.errors import NotPlayed
from pitboss.store.live_games import GameRow
from pitboss.wires.uno_online.listen import (
    GAME_PATH,
    Receive,
    Scope,
    Send,
    address_of,
    bad_json,
    encode,
    header,
    read_json,
    token_in,
)
from pitboss.wires.uno_online.listen_socketio import SOCKET_PATH
from pitboss.wires.uno_online.messages import (
    ERRORS,
    ErrorReply,
    RoomList,
    RoomMade,
    RoomOrder,
    RoomReply,
    refusal,
)

_HEADERS: Final = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
_HOUSEKEEPING: Final = 30.0

_read_order = msgspec.json.Decoder(RoomOrder).decode


def _answer(value: Any, status: int = 200) -> Response:
    return Response(encode(value), status, _HEADERS, "application/json")


def _refuse(error: ErrorReply) -> Response:
    return _answer(error, ERRORS[error.error].status)


class HttpApi:
    """Rooms over HTTP and Socket.IO; `app` is the ASGI app, to be started and stopped with it."""

    def __init__(self, services: Services, places: Places) -> None:
        self.services = services
        self.settings = settings = services.settings
        self.journal = services.journal
        self.places = places
        self.rooms = Rooms(services)
        self.door = RoomDoor(services, self.rooms)
        self.native = NativeDoor(services, places, self.rooms)
        self._housekeeper: asyncio.Task[None] | None = None
        self._rest = self._routes()
        self._for_pages = CORSMiddleware(
            self._direct,
            allow_origin_regex=LOCAL_ORIGIN.pattern,
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["authorization", "content-type"],
        )
        self.app = Admission(
            self._serve, settings, services.metrics, services.now, self.door.sockets.addresses
        )

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("path", "").startswith(SOCKET_PATH):
            await self.door.sockets(scope, receive, send)
        elif self.settings.loopback and scope["type"] == "http" and header(scope, b"origin"):
            await self._for_pages(scope, receive, send)
        else:
            await self._direct(scope, receive, send)

    async def _direct(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith(GAME_PATH):
            await self.door.game_api(scope, receive, send)
        else:
            # A mistake of ours has been logged and answered when it comes out here.
            with contextlib.suppress(Exception):
                await self._rest(scope, receive, send)

    def _routes(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/api/rooms", self.list_rooms, methods=["GET"]),
                Route("/api/rooms", self.make_room, methods=["POST"]),
                Route("/api/rooms/{code}", self.show_room, methods=["GET"]),
                Route("/api/rooms/{code}", self.remove_room, methods=["DELETE"]),
                Route("/api/journal", self.list_journal, methods=["GET"]),
                Route("/api/journal/{id}", self.show_journal, methods=["GET"]),
                WebSocketRoute("/ws/{table}", self.native.connect),
                Route("/health", self.health, methods=["GET"]),
                Route("/metrics", self.show_metrics, methods=["GET"]),
            ],
            exception_handlers={HTTPException: _no_such, Exception: _our_mistake},
        )

    # Starting and stopping.

    def start(self) -> None:
        """Begin to look after the rooms; needs a running event loop."""
        self._housekeeper = asyncio.create_task(self._keep_house())

    async def _keep_house(self) -> None:
        pause = min(_HOUSEKEEPING, max(0.05, self.settings.idle_timeout / 4))
        while True:
            await asyncio.sleep(pause)
            try:
                self.rooms.remove_idle()
            except Exception:
                log.fail("housekeeping failed")

    def refuse_new(self) -> None:
        """Make no more rooms."""
        self.rooms.refusing = True
        self.native.refusing = True

    def running(self) -> int:
        """How many games are in progress."""
        return self.rooms.running() + self.places.running()

    async def stop(self) -> None:
        """Close every room and every connection."""
        if self._housekeeper is not None:
            self._housekeeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._housekeeper
            self._housekeeper = None
        self.rooms.close()
        await self.door.sockets.stop()

    # The rooms.

    async def list_rooms(self, request: Request) -> Response:
        """Every room."""
        del request
        return _answer(RoomList(True, [room.info() for room in self.rooms.all()]))

    async def make_room(self, request: Request) -> Response:
        """A room to order; the defaults are a person against a program, uno-online."""
        order = RoomOrder()
        settings = self.settings
        body = await read_json(
            request.scope,
            request.receive,
            settings.max_frame,
            settings.join_timeout,
            may_be_empty=True,
        )
        if isinstance(body, ErrorReply):
            return _refuse(body)
        if body:
            try:
                order = _read_order(body)
            except msgspec.ValidationError as error:
                return _refuse(refusal("bad_order", str(error)))
            except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
                return _refuse(bad_json(error))
        room = self.rooms.create(
            order, organiser=self._is_organiser(request), address=address_of(request.scope)
        )
        if isinstance(room, ErrorReply):
            return _refuse(room)
        return _answer(RoomMade(True, room.info(), room.tokens()), 201)

    async def show_room(self, request: Request) -> Response:
        """One room."""
        room = self.rooms.find(request.path_params["code"])
        return _refuse(room) if isinstance(room, ErrorReply) else _answer(_shown(room))

    async def remove_room(self, request: Request) -> Response:
        """Close a room; its players may, and the organiser."""
        room = self.rooms.find(request.path_params["code"])
        if isinstance(room, ErrorReply):
            return _refuse(room)
        if not self._is_organiser(request):
            side = room.side_of(token_in(request.scope))
            if isinstance(side, ErrorReply):
                return _refuse(side)
        shown = _shown(room)
        self.rooms.remove(room)
        return _answer(shown)

    # The journal.

    async def list_journal(self, request: Request) -> Response:
        """Every game in the journal, and whether it was interrupted; for whom may see all cards."""
        if not self._may_read_journal(request):
            return _refuse(refusal("not_allowed", "the journal holds all cards"))
        games = await asyncio.to_thread(self.journal.games) if self.journal is not None else []
        listed = [
            {
                "id": game.id,
                "table": game.table,
                "game": game.game,
                "rules": game.rules,
                "players": game.names,
                "created": game.created,
                "finished": game.finished,
                "actions": game.moves,
                "interrupted": game.state == "interrupted",
                "result": _result(game),
            }
            for game in games
            if game.state != "running"
        ]
        return _answer({"success": True, "games": listed})

    async def show_journal(self, request: Request) -> Response:
        """One game in the journal: its record up to the last move."""
        if not self._may_read_journal(request):
            return _refuse(refusal("not_allowed", "the journal holds all cards"))
        name = request.path_params["id"]
        try:
            if self.journal is None:
                return _refuse(refusal("not_found"))
            game = await asyncio.to_thread(self.journal.find, name)
        except NotPlayed as error:
            return _refuse(refusal("not_found", str(error)))
        if game.state == "running":
            return _refuse(refusal("not_found", "the game is still being played"))
        record = {
            "game": game.game,
            "rules": game.rules,
            "seats": game.seats,
            "seed": game.seed,
            "players": game.names,
            "actions": game.actions,
        }
        return _answer(
            {
                "success": True,
                "record": record,
                "interrupted": game.state == "interrupted",
                "result": _result(game),
            }
        )

    def _may_read_journal(self, request: Request) -> bool:
        # A record shows everybody's cards, so among strangers only the organiser may look.
        return self.settings.loopback or self._is_organiser(request)

    # The server itself.

    async def health(self, request: Request) -> Response:
        """That the server is alive, and how much goes on."""
        del request
        return _answer({"status": "ok", "rooms": len(self.rooms), "running": self.running()})

    async def show_metrics(self, request: Request) -> Response:
        """Numbers for Prometheus."""
        del request
        return Response(self.services.metrics.text(), headers=_HEADERS, media_type="text/plain")

    def _is_organiser(self, request: Request) -> bool:
        return self.settings.is_organiser(token_in(request.scope))


def _result(game: GameRow) -> dict[str, Any] | None:
    if game.state != "finished":
        return None
    return {"places": game.places, "scores": game.scores, "reason": game.reason}


def _shown(room: Room) -> RoomReply:
    return RoomReply(True, room.info())


async def _no_such(request: Request, error: Exception) -> Response:
    del request
    code = "bad_method" if getattr(error, "status_code", 0) == 405 else "not_found"
    answer = _refuse(refusal(code))
    answer.headers.update(getattr(error, "headers", None) or {})
    return answer


async def _our_mistake(request: Request, error: Exception) -> Response:
    log.fail("request failed", path=request.url.path, error=type(error).__name__)
    return _refuse(refusal("internal_error"))
