"""The AlgoPoker server: many tables on one port, each at a path of its own."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable

from picows import WSUpgradeRequest, ws_create_server

from pitboss.play.answer import Unusable
from pitboss.server import log
from pitboss.server.connection import POLICY_VIOLATION, TRY_LATER, Connection
from pitboss.server.journal import Journal
from pitboss.server.listening import listen
from pitboss.server.metrics import Metrics
from pitboss.server.poker_table import PokerTable
from pitboss.server.settings import Settings
from pitboss.wires.algopoker.messages import ErrorCode, error

WIRE = 'wire="algopoker"'
LONGEST_PATH = 100
# Seconds that connections get for saying goodbye when the server stops.
FAREWELL = 1.0


class PokerServer:
    """Listens, and brings each connection to its table."""

    def __init__(
        self, settings: Settings, metrics: Metrics, journal: Journal | None = None
    ) -> None:
        self.settings = settings
        self.metrics = metrics
        self.journal = journal
        self.tables: dict[str, PokerTable] = {}
        # Called for every decision with the seconds that it took; for measuring.
        self.timed: Callable[[float], None] | None = None
        self._servers: list[asyncio.Server] = []
        self._connections: set[Connection] = set()
        self._addresses: Counter[str] = Counter()
        self._stopping = False
        self._deserted = asyncio.Event()

    @property
    def connections(self) -> int:
        """How many there are."""
        return len(self._connections)

    def running(self) -> int:
        """How many tournaments are going on."""
        return sum(table.game is not None for table in self.tables.values())

    async def start(self) -> list[tuple[str, int]]:
        """Listen; the addresses, with the port that was taken if it was to be a free one."""
        sockets = listen(self.settings.hosts, self.settings.poker_port)
        idle = self.settings.idle_timeout / 2
        for sock in sockets:
            self._servers.append(
                await ws_create_server(
                    self._accept,
                    sock=sock,
                    max_frame_size=self.settings.max_frame,
                    read_buffer_init_size=2048,
                    # Pings are answered by the connection, where they count as messages.
                    enable_auto_pong=False,
                    enable_auto_ping=True,
                    auto_ping_idle_timeout=idle,
                    auto_ping_reply_timeout=idle,
                    logger_name=_quiet,
                )
            )
        return [sock.getsockname()[:2] for sock in sockets]

    def refuse_new(self) -> None:
        """Take nobody in any more; running games go on, lobbies are sent home."""
        self._stopping = True
        for table in list(self.tables.values()):
            if table.game is None:
                table.stop("The server is stopping.")

    async def stop(self, reason: str) -> None:
        """Send everybody home; games that are running stay in the journal as interrupted."""
        self._stopping = True
        for server in self._servers:
            server.close()
        for table in list(self.tables.values()):
            table.stop(reason)
        await self._farewell()
        for connection in list(self._connections):
            connection.cut()
        await self._farewell()
        self._servers.clear()

    async def _farewell(self) -> None:
        self._deserted.clear()
        if self._connections:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._deserted.wait(), FAREWELL)

    # What connections tell

    def _accept(self, request: WSUpgradeRequest) -> Connection | None:
        if not self.settings.welcomes(request.headers.get("Origin", "")):
            self.metrics.add("pitboss_rejected_total", 1, 'reason="bad_origin"')
            return None
        path = request.path.decode("ascii", "replace").partition("?")[0].rstrip("/") or "/"
        return Connection(self, self.settings, path)

    def opened(self, connection: Connection) -> None:
        """Bring the connection to its table, unless there are too many."""
        self._connections.add(connection)
        self._addresses[connection.address] += 1
        self.metrics.set("pitboss_connections", len(self._connections), WIRE)
        problem = self._problem(connection)
        if problem is not None:
            self.metrics.add("pitboss_rejected_total", 1, f'reason="{problem.code}"')
            connection.send(error(problem.code, problem.message))
            connection.close(TRY_LATER, problem.code)
            return
        table = self.tables.get(connection.path)
        if table is None:
            table = self.tables[connection.path] = PokerTable(self, connection.path)
        table.welcome(connection)

    def _problem(self, connection: Connection) -> Unusable | None:
        settings = self.settings
        if self._stopping:
            return Unusable(ErrorCode.SERVER_STOPPING, "The server is stopping.")
        if len(self._connections) > settings.max_connections:
            return Unusable(ErrorCode.TOO_MANY, "The server has too many connections.")
        if self._addresses[connection.address] > settings.max_connections_per_address:
            return Unusable(ErrorCode.TOO_MANY, "Your address has too many connections.")
        if len(connection.path) > LONGEST_PATH:
            return Unusable(ErrorCode.BAD_JOIN, f"A path has at most {LONGEST_PATH} characters.")
        if connection.path not in self.tables and len(self.tables) >= settings.max_tables:
            return Unusable(ErrorCode.TOO_MANY, "The server has too many tables.")
        return None

    def received(self, connection: Connection, message: bytes) -> None:
        """Pass a message on to the connection's table."""
        table = self.tables.get(connection.path)
        if table is not None:
            table.receive(connection, message)

    def flooded(self, connection: Connection) -> None:
        """Send a client away that sends too much."""
        rate = self.settings.max_rate
        self.metrics.add("pitboss_rejected_total", 1, f'reason="{ErrorCode.FLOOD}"')
        connection.send(error(ErrorCode.FLOOD, f"More than {rate:g} messages a second."))
        connection.close(POLICY_VIOLATION, ErrorCode.FLOOD)

    def closed(self, connection: Connection) -> None:
        """Take a connection that is gone off the books, and off its table."""
        self._connections.discard(connection)
        self._addresses[connection.address] -= 1
        if self._addresses[connection.address] <= 0:
            del self._addresses[connection.address]
        self.metrics.set("pitboss_connections", len(self._connections), WIRE)
        if not self._connections:
            self._deserted.set()
        table = self.tables.get(connection.path)
        if table is not None:
            table.lose(connection)
            self.tidy(table)

    def failed(self, connection: Connection, problem: Exception) -> None:
        """Our own mistake concerns the one table at which it happened."""
        table = self.tables.get(connection.path)
        if table is not None:
            table.fail(problem)
        else:
            log.fail("a connection failed", error=repr(problem))
        connection.cut()

    def tidy(self, table: PokerTable) -> None:
        """Forget a table at which nobody is."""
        if table.empty and self.tables.get(table.path) is table:
            del self.tables[table.path]


_quiet = logging.getLogger("pitboss.server.picows")
# What a client does wrong on its own line is no error of ours.
_quiet.setLevel(logging.CRITICAL)
