"""The server as one process: both ports, from start to a graceful stop."""

import asyncio
import contextlib
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace

from pitboss.server import log
from pitboss.server.comeback import read_comeback
from pitboss.server.http import HttpApi
from pitboss.server.http_port import HttpPort
from pitboss.server.places import Places
from pitboss.server.poker_door import PokerDoor
from pitboss.server.ports import listen, raise_descriptor_limit, tls_context
from pitboss.server.services import Metrics, Services
from pitboss.server.settings import Settings
from pitboss.store.errors import StoreError
from pitboss.store.live_journal import LiveJournal

# Open files that are no connections: journal, programs, listening sockets.
_OTHER_FILES = 64
# Games that are named when the server waits for them.
_NAMED = 10
SWITCH_SECONDS = 0.0005
STOPPING = "The server is shutting down."


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
        self._http = HttpPort(self.api.app, settings, self.services.metrics)

    async def start(self) -> None:
        """Listen on both ports; when this returns, clients can connect."""
        asyncio.get_running_loop().set_exception_handler(log.of_loop)
        tls = tls_context(self.settings.tls_cert, self.settings.tls_key)
        sockets = listen(self.settings.hosts, self.settings.port)
        self.port = sockets[0].getsockname()[1]
        try:
            addresses = await self.poker.start(tls)
        except OSError:
            for sock in sockets:
                sock.close()
            raise
        # Nobody has been let in yet: that takes a round of the event loop.
        self._go_on()
        self.poker_port = self.services.poker_port = addresses[0][1]
        await self._http.start(sockets, tls)
        self.api.start()
        log.say("listening", host=self.settings.host, port=self.port, poker_port=self.poker_port)
        self._tell_interrupted()

    def _go_on(self) -> None:
        """Take up the games that a killed server left, before anybody can connect."""
        journal = self.journal
        if journal is None:
            return
        for left in journal.left:
            try:
                comeback = read_comeback(left.comeback)
                if comeback.room is not None:
                    self.api.rooms.go_on(left, comeback, comeback.room)
                elif comeback.lobby is not None:
                    self.places.go_on(left, comeback, comeback.lobby)
                log.say("a game goes on", table=left.row.table, game=left.row.id)
            except Exception as error:
                log.fail("a game can't go on", game=left.row.id, error=repr(error))
                journal.give_up(left)

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
        waits_for = self.api.running_names()
        log.say(
            "stopping",
            games=len(waits_for),
            waits_for=", ".join(waits_for[:_NAMED]),
            grace=self.settings.stop_grace if waits_for else 0,
        )
        self.places.send_home_the_waiting("The server is stopping.")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.settings.stop_grace):
                await self._quiet()
        left = self.running()
        self.places.stop(STOPPING)
        await self.poker.stop()
        await self.api.stop()
        await self._http.stop()
        if self.journal is not None:
            await asyncio.to_thread(self.journal.close)
        log.tell_sums()
        log.say("stopped", interrupted=left)

    async def _quiet(self) -> None:
        while self.running():  # noqa: ASYNC110 - games of two servers end here, seldom waited for
            await asyncio.sleep(0.05)

    def running(self) -> int:
        """How many games are in progress."""
        return self.api.running()


def _open_journal(settings: Settings) -> LiveJournal | None:
    if not settings.db:
        return None
    return LiveJournal.open(
        settings.db,
        secret=settings.organiser_token,
        state=settings.state,
        old=settings.data / "live" if settings.data is not None else None,
        failed=_journal_failed,
        going_on=True,
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
    # A bot that thinks in a thread gives way to the event loop so soon, rather than after 5 ms.
    sys.setswitchinterval(SWITCH_SECONDS)
    server = Server(_within_descriptors(settings))
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


def _within_descriptors(settings: Settings) -> Settings:
    """The settings, with no more connections than this process may have files open."""
    files = raise_descriptor_limit()
    most = max(8, (files - _OTHER_FILES) // 2)
    if settings.max_connections <= most:
        return settings
    log.warn("fewer connections are taken", open_files=files, max_connections=most)
    return replace(settings, max_connections=most)


def local_address(settings: Settings, server: Server) -> str:
    """Where a browser on this machine finds the page."""
    host = "localhost" if settings.host in ("0.0.0.0", "::", "") else settings.host
    scheme = "https" if settings.tls_cert else "http"
    return f"{scheme}://{host if ':' not in host else f'[{host}]'}:{server.port}"


def print_addresses(settings: Settings, server: Server) -> None:
    """Tell a person, or a script that reads the first lines, where to connect."""
    host = settings.host if ":" not in settings.host else f"[{settings.host}]"
    s = "s" if settings.tls_cert else ""
    print(f"HTTP and Socket.IO  http{s}://{host}:{server.port}")
    print(f"AlgoPoker           ws{s}://{host}:{server.poker_port}", flush=True)
