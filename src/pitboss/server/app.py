"""The server as one process: both ports, from start to a graceful stop."""

import asyncio
import contextlib
import signal
import socket
import time
from collections.abc import Callable, Iterator

import uvicorn

from pitboss.server import log
from pitboss.server.http import HttpApi
from pitboss.server.http_sockets import HttpSocket
from pitboss.server.lobby import Places
from pitboss.server.poker_door import PokerDoor
from pitboss.server.ports import listen
from pitboss.server.services import Metrics, Services
from pitboss.server.settings import Settings
from pitboss.store.errors import StoreError
from pitboss.store.live_journal import LiveJournal

STOPPING = "The server is shutting down."


class _Uvicorn(uvicorn.Server):
    """uvicorn without its signal handlers: stopping is our business."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Server:
    """AlgoPoker on one port; HTTP, Socket.IO, /health and /metrics on the other."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.journal = _open_journal(settings)
        self.services = Services(
            settings=settings, metrics=Metrics(), journal=self.journal, now=time.monotonic
        )
        self.places = Places(self.services)
        self.poker = PokerDoor(self.services, self.places)
        self.api = HttpApi(self.services, self.places)
        self.port = 0
        self.poker_port = 0
        self._uvicorn: _Uvicorn | None = None
        self._serving: asyncio.Task[None] | None = None
        self._sockets: list[socket.socket] = []

    async def start(self) -> None:
        """Listen on both ports; when this returns, clients can connect."""
        self._sockets = listen(self.settings.hosts, self.settings.port)
        self.port = self._sockets[0].getsockname()[1]
        try:
            addresses = await self.poker.start()
        except OSError:
            self._close_sockets()
            raise
        self.poker_port = self.services.poker_port = addresses[0][1]
        config = uvicorn.Config(
            self.api.app,
            loop="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_keep_alive=30,
            proxy_headers=False,
            ws=HttpSocket,
            # Frames are the same for all who hear them, unless they are compressed for each.
            ws_per_message_deflate=False,
            ws_max_size=self.settings.max_frame,
            limit_concurrency=self.settings.max_connections,
            h11_max_incomplete_event_size=64 * 1024,
        )
        self._uvicorn = _Uvicorn(config)
        self._serving = asyncio.create_task(self._uvicorn.serve(sockets=self._sockets))
        while not self._uvicorn.started:
            if self._serving.done():
                self._serving.result()
                raise OSError("the HTTP server did not start")
            await asyncio.sleep(0.005)
        self.api.start()
        log.say("listening", host=self.settings.host, port=self.port, poker_port=self.poker_port)
        self._tell_interrupted()

    def _tell_interrupted(self) -> None:
        if self.journal is None:
            return
        left = [game for game in self.journal.taken_in if game.state == "interrupted"]
        if left:
            log.warn("interrupted games found", games=len(left), journal=self.journal.where)
        for path in self.journal.unreadable:
            log.warn("a move log can't be read and is left where it is", file=path)

    async def stop(self) -> None:
        """Let running games finish within the grace period, then end the rest and close."""
        self.poker.refuse_new()
        self.api.refuse_new()
        self.places.send_home_the_waiting("The server is stopping.")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.settings.stop_grace):
                await self._quiet()
        left = self.running()
        self.places.stop(STOPPING)
        await self.poker.stop()
        await self.api.stop()
        if self._uvicorn is not None and self._serving is not None:
            self._uvicorn.should_exit = True
            self._uvicorn.force_exit = True
            await self._serving
        self._close_sockets()
        if self.journal is not None:
            await asyncio.to_thread(self.journal.close)
        log.say("stopped", interrupted=left)

    async def _quiet(self) -> None:
        while self.running():  # noqa: ASYNC110 - games of two servers end here, seldom waited for
            await asyncio.sleep(0.05)

    def running(self) -> int:
        """How many games are in progress."""
        return self.api.running()

    def _close_sockets(self) -> None:
        for sock in self._sockets:
            sock.close()
        self._sockets = []


def _open_journal(settings: Settings) -> LiveJournal | None:
    if not settings.db:
        return None
    return LiveJournal.open(
        settings.db,
        secret=settings.organiser_token,
        state=settings.state,
        old=settings.data / "live" if settings.data is not None else None,
        failed=_journal_failed,
    )


def _journal_failed(error: StoreError) -> None:
    log.warn("the journal can't be written", error=error)


async def serve(
    settings: Settings,
    *,
    ready: Callable[[str], None] | None = None,
    exhibition: bool = False,
) -> None:
    """Run until the process is told to stop; a second signal stops at once.

    `ready` is told where the page is, once it is there. With an `exhibition` there is always a
    game to look at.
    """
    server = Server(settings)
    await server.start()
    loop = asyncio.get_running_loop()
    asked = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, asked.set)
    print_addresses(settings, server)
    shown: asyncio.Task[None] | None = None
    if exhibition:
        from pitboss.server.exhibition import exhibit

        shown = asyncio.create_task(exhibit(local_address(settings, server)))
    if ready is not None:
        ready(local_address(settings, server))
    await asked.wait()
    if shown is not None:
        shown.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await shown
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.remove_signal_handler(number)
    await server.stop()


def local_address(settings: Settings, server: Server) -> str:
    """Where a browser on this machine finds the page."""
    host = "localhost" if settings.host in ("0.0.0.0", "::", "") else settings.host
    return f"http://{host if ':' not in host else f'[{host}]'}:{server.port}"


def print_addresses(settings: Settings, server: Server) -> None:
    """Tell a person, or a script that reads the first lines, where to connect."""
    host = settings.host if ":" not in settings.host else f"[{settings.host}]"
    print(f"HTTP and Socket.IO  http://{host}:{server.port}")
    print(f"AlgoPoker           ws://{host}:{server.poker_port}", flush=True)
