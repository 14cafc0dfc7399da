"""The HTTP port as one ASGI app: API, page, rooms, native sockets, health and metrics."""

import asyncio
import contextlib
from typing import Final, Protocol

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from pitboss.server import log, page
from pitboss.server.admission import Admission
from pitboss.server.api.bots import BotsApi
from pitboss.server.api.events import EventsApi
from pitboss.server.api.games import GamesApi
from pitboss.server.api.journal import JournalApi
from pitboss.server.api.openapi import Description
from pitboss.server.api.operation import Operation, routes
from pitboss.server.api.organise import OrganiseApi
from pitboss.server.api.rooms import RoomsApi
from pitboss.server.api.rules import RulesApi
from pitboss.server.api.server import ServerApi
from pitboss.server.api.tables import TablesApi
from pitboss.server.api.wire_answers import HEADERS, wire_answer, wire_refusal
from pitboss.server.event_runs import EventRuns
from pitboss.server.event_watch import EventWatch
from pitboss.server.native_door import NativeDoor
from pitboss.server.places import Places
from pitboss.server.room_door import RoomDoor
from pitboss.server.rooms import Rooms
from pitboss.server.services import Services
from pitboss.server.settings import LOCAL_ORIGIN
from pitboss.wires.uno_online.listen import (
    GAME_PATH,
    Receive,
    Scope,
    Send,
    header,
    send_refusal,
)
from pitboss.wires.uno_online.listen_socketio import SOCKET_PATH
from pitboss.wires.uno_online.messages import refusal

_HOUSEKEEPING: Final = 30.0
# OPTIONS is how browsers ask what a page may do.
_READING: Final = ("GET", "HEAD", "OPTIONS")
_CHANGED_BY_ANYBODY: Final = ("/api/rooms", GAME_PATH)


class ApiPart(Protocol):
    """A noun of the API."""

    def operations(self) -> list[Operation]:
        """What can be asked about it, and done with it."""


class HttpApi:
    """Whatever is served over HTTP; `app` is the ASGI app, to be started and stopped with it."""

    def __init__(self, services: Services, places: Places) -> None:
        self.services = services
        self.settings = settings = services.settings
        self.places = places
        self.rooms = Rooms(services)
        self.door = RoomDoor(services, self.rooms)
        self.native = NativeDoor(services, places, self.rooms)
        journal = services.journal
        self.runs = EventRuns(
            db=settings.db,
            folder=None if journal is None else journal.folder / "events",
            programs=settings.programs,
            most=settings.max_events,
        )
        self.watch: EventWatch | None = None
        if journal is not None:
            self.watch = EventWatch(
                journal.events, now=services.now, is_played_here=self.runs.is_running
            )
        self._housekeeper: asyncio.Task[None] | None = None
        self._rest = self._routes()
        self._for_page = settings.loopback or bool(settings.allowed_origins)
        self._for_pages = CORSMiddleware(
            self._direct,
            allow_origins=settings.allowed_origins,
            allow_origin_regex=LOCAL_ORIGIN.pattern if settings.loopback else None,
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["authorization", "content-type"],
        )
        self.app = Admission(
            self._serve,
            settings,
            services.metrics,
            services.now,
            self.door.sockets,
            self.door.seat_of,
        )

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("path", "").startswith(SOCKET_PATH):
            await self.door.sockets(scope, receive, send)
        elif self._for_page and scope["type"] == "http" and header(scope, b"origin"):
            if self._is_foreign_change(scope):
                # Browsers send some requests of any page without asking us first.
                await send_refusal(send, refusal("not_allowed", "this page is from elsewhere"))
            else:
                await self._for_pages(scope, receive, send)
        else:
            await self._direct(scope, receive, send)

    def _is_foreign_change(self, scope: Scope) -> bool:
        """Whether a page from another machine wants to change something over the uno-online wire.

        The other operations look at who calls them.
        """
        if scope["method"] in _READING or not scope["path"].startswith(_CHANGED_BY_ANYBODY):
            return False
        origin = header(scope, b"origin").decode("latin-1")
        return self.settings.loopback and not self.settings.allows(origin)

    async def _direct(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith(GAME_PATH):
            await self.door.game_api(scope, receive, send)
        else:
            # A mistake of ours has been logged and answered when it comes out here.
            with contextlib.suppress(Exception):
                await self._rest(scope, receive, send)

    def _parts(self) -> list[ApiPart]:
        services = self.services
        events = EventsApi(self.watch, self.runs)
        return [
            ServerApi(services),
            RulesApi(),
            RoomsApi(services, self.rooms),
            JournalApi(services),
            TablesApi(services, self.places, self.rooms),
            GamesApi(services),
            events,
            BotsApi(events, services.now),
            OrganiseApi(events, self.watch, self.runs, self.settings.programs),
        ]

    def _routes(self) -> Starlette:
        operations = [one for part in self._parts() for one in part.operations()]
        operations += Description(operations).operations()
        return Starlette(
            routes=[
                *routes(operations, self.services),
                WebSocketRoute("/ws/{table}", self.native.connect),
                Route("/health", self.health, methods=["GET"]),
                Route("/metrics", self.show_metrics, methods=["GET"]),
                *page.StaticPage().routes(),
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
        self.runs.refuse_new()

    def running(self) -> int:
        """How many games are in progress."""
        return self.rooms.running() + self.places.running()

    def running_names(self) -> list[str]:
        """The names of rooms and tables at which a game is in progress."""
        rooms = [room.code for room in self.rooms.all() if not room.is_over()]
        tables = [lobby.name for lobby in self.places if lobby.table is not None]
        return sorted(rooms + tables)

    async def stop(self) -> None:
        """Close every room and every connection."""
        if self._housekeeper is not None:
            self._housekeeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._housekeeper
            self._housekeeper = None
        self.rooms.close()
        await self.door.sockets.stop()
        await self.runs.close(self.settings.stop_grace)
        if self.watch is not None:
            self.watch.close()

    # The server itself.

    async def health(self, request: Request) -> Response:
        """That the server is alive, and how much goes on."""
        del request
        return wire_answer({"status": "ok", "rooms": len(self.rooms), "running": self.running()})

    async def show_metrics(self, request: Request) -> Response:
        """Numbers for Prometheus."""
        del request
        return Response(self.services.metrics.text(), headers=HEADERS, media_type="text/plain")


def _is_for_programs(request: Request) -> bool:
    path = request.url.path
    return path == "/api" or path.startswith(("/api/", "/health", "/metrics"))


async def _no_such(request: Request, error: Exception) -> Response:
    headers = getattr(error, "headers", None) or {}
    is_method = getattr(error, "status_code", 0) == 405
    if not _is_for_programs(request):
        return page.bad_method(headers["Allow"]) if is_method else page.not_found(request)
    answer = wire_refusal(refusal("bad_method" if is_method else "not_found"))
    answer.headers.update(headers)
    return answer


async def _our_mistake(request: Request, error: Exception) -> Response:
    log.fail("request failed", path=request.url.path, error=type(error).__name__)
    return wire_refusal(refusal("internal_error"))
