"""The poker port: AlgoPoker clients, each brought to the table that its path names."""

import asyncio
import contextlib
import ssl
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

from picows import WSUpgradeRequest

from pitboss.play.answer import Unusable
from pitboss.play.time_control import TimeControl
from pitboss.players.connection import ConnectedPlayer
from pitboss.server import log
from pitboss.server.acceptor import Acceptor
from pitboss.server.gallery import Spectator
from pitboss.server.lobby import Lobby
from pitboss.server.places import Places
from pitboss.server.ports import listen
from pitboss.server.services import Services
from pitboss.server.table import Order
from pitboss.server.table_order import StartRule
from pitboss.server.visitors import Visitor, Visitors
from pitboss.wires.algopoker.decode import Message, read_action, read_message, read_name
from pitboss.wires.algopoker.encode import hand_of
from pitboss.wires.algopoker.messages import (
    MAX_PLAYERS,
    ActionChoice,
    ErrorCode,
    JoinRequest,
    Spectate,
    Start,
    error,
)
from pitboss.wires.algopoker.wire import ALGOPOKER
from pitboss.wires.outbox import POLICY_VIOLATION, TRY_LATER
from pitboss.wires.websocket import Connection, SocketProtocol, connect_accepted

LONGEST_PATH = 100
# Seconds that connections get for saying goodbye when the server stops.
FAREWELL = 1.0
_TOLD_WHY = 50
# The table of those who name none.
MAIN = "main"


@dataclass(eq=False)
class Newcomer:
    """A client that has not said yet what it is."""


class PokerDoor:
    """Listens, and brings each connection to its lobby."""

    def __init__(self, services: Services, places: Places) -> None:
        self.services = services
        self.settings = services.settings
        self.places = places
        self._acceptors: list[Acceptor] = []
        # A few more than may play, so that they can be told why not.
        self.visitors = Visitors(
            self.settings.max_connections + _TOLD_WHY,
            self.settings.connection_share + _TOLD_WHY,
            self.settings.trusts,
        )
        self._connections: set[Connection] = set()
        self._addresses: Counter[str] = Counter()
        self._stopping = False
        self._deserted = asyncio.Event()
        self._open = services.metrics.connections.labels("algopoker")

    @property
    def connections(self) -> int:
        """How many there are."""
        return len(self._connections)

    async def start(self, tls: ssl.SSLContext | None = None) -> list[tuple[str, int]]:
        """Listen; the addresses, with the port that was taken if it was to be a free one."""
        sockets = listen(self.settings.hosts, self.settings.poker_port)
        self._acceptors = [
            Acceptor(
                sock,
                self.visitors,
                self._protocol,
                self.services.metrics,
                tls=tls,
                handshake=self.settings.request_timeout,
                connect=connect_accepted,
            )
            for sock in sockets
        ]
        return [sock.getsockname()[:2] for sock in sockets]

    def _protocol(self, visitor: Visitor) -> SocketProtocol:
        def accept(request: WSUpgradeRequest) -> Connection | None:
            connection = self._accept(request)
            if connection is not None:
                told = request.headers.get("X-Forwarded-For", "")
                connection.address = self.settings.address(visitor.address, told)
                visitor.works()
            return connection

        settings = self.settings
        return SocketProtocol(
            accept,
            visitor.leaves,
            frame=settings.max_frame,
            idle=settings.idle_timeout / 2,
            handshake=settings.request_timeout,
        )

    def refuse_new(self) -> None:
        """Take nobody in any more."""
        self._stopping = True

    async def stop(self) -> None:
        """Listen no more, and send home whoever is still there."""
        self._stopping = True
        for acceptor in self._acceptors:
            acceptor.close()
        for connection in list(self._connections):
            if isinstance(connection.role, Newcomer):
                self._send_away(connection, _STOPPING)
        await self._farewell()
        for connection in list(self._connections):
            connection.cut()
        await self._farewell()
        self._acceptors.clear()
        self.visitors.cut_all()

    async def _farewell(self) -> None:
        self._deserted.clear()
        if self._connections:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._deserted.wait(), FAREWELL)

    # What connections tell

    def _accept(self, request: WSUpgradeRequest) -> Connection | None:
        settings = self.settings
        origin = request.headers.get("Origin", "")
        # A page opened from disk, as AlgoPoker's own for spectators is, has the origin null.
        if origin != "null" and not settings.welcomes(origin.removesuffix("/")):
            self.services.metrics.reject("bad_origin")
            return None
        path = request.path.decode("ascii", "replace").partition("?")[0].strip("/")
        return Connection(
            self,
            path or MAIN,
            backlog=settings.max_backlog,
            frame=settings.max_frame,
            rate=settings.max_rate,
            burst=settings.max_burst,
        )

    def opened(self, connection: Connection) -> None:
        """Let the connection say what it is, unless there are too many."""
        self._connections.add(connection)
        self._addresses[connection.address] += 1
        self._open.set(len(self._connections))
        problem = self._problem(connection)
        if problem is not None:
            self._send_away(connection, problem, TRY_LATER)
            return
        connection.role = Newcomer()
        connection.patience = asyncio.get_running_loop().call_later(
            self.settings.join_timeout, self._no_join, connection
        )

    def _problem(self, connection: Connection) -> Unusable | None:
        settings = self.settings
        if self._stopping:
            return _STOPPING
        if len(self._connections) > settings.max_connections:
            return Unusable(ErrorCode.TOO_MANY, "The server has too many connections.")
        if self._addresses[connection.address] > settings.connection_share:
            return Unusable(ErrorCode.TOO_MANY, "Your address has too many connections.")
        if len(connection.path) > LONGEST_PATH:
            return Unusable(ErrorCode.BAD_JOIN, f"A path has at most {LONGEST_PATH} characters.")
        if connection.path not in self.places and self.places.is_full:
            return Unusable(ErrorCode.TOO_MANY, "The server has too many tables.")
        return None

    def received(self, connection: Connection, frame: bytes) -> None:
        """A message: what it means depends on what the client is."""
        message = read_message(frame)
        role = connection.role
        if isinstance(role, ConnectedPlayer):
            self._from_player(connection, role, message, frame)
        elif isinstance(role, Spectator):
            self._from_spectator(connection, role, message)
        elif isinstance(role, Newcomer):
            self._first(connection, message)

    def flooded(self, connection: Connection) -> None:
        """Send a client away that sends too much."""
        most = f"More than {self.settings.max_rate:g} messages a second."
        self._send_away(connection, Unusable(ErrorCode.FLOOD, most))

    def closed(self, connection: Connection) -> None:
        """A connection is gone."""
        self._connections.discard(connection)
        self._addresses[connection.address] -= 1
        if self._addresses[connection.address] <= 0:
            del self._addresses[connection.address]
        self._open.set(len(self._connections))
        if not self._connections:
            self._deserted.set()
        role, connection.role = connection.role, None
        if isinstance(role, Spectator):
            role.leave()
        elif isinstance(role, ConnectedPlayer):
            self.places.spend(role)
        lobby = self.places.lobby(connection.path)
        if lobby is None:
            return
        if isinstance(role, Spectator):
            lobby.unwatch(role)
        elif isinstance(role, ConnectedPlayer) and role.outbox is connection:
            lobby.leave(role)

    def failed(self, connection: Connection, problem: Exception) -> None:
        """Our own mistake concerns the one table at which it happened."""
        lobby = self.places.lobby(connection.path)
        if lobby is not None and connection.role is not None:
            lobby.fail(problem)
        else:
            log.fail("a connection failed", error=repr(problem))
        connection.cut()

    # Messages

    def _first(self, connection: Connection, message: Message | Unusable) -> None:
        match message:
            case JoinRequest():
                self._join(connection, message)
            case Spectate():
                self._spectate(connection, message.token)
            case Start() if self.settings.is_organiser(message.token):
                self._start_early(connection, self._spectate(connection, message.token))
            case Start():
                self._send_away(connection, _ORGANISER_ONLY)
            case _:
                first = 'The first message must be {"type":"join","name":...}.'
                self._send_away(connection, Unusable(ErrorCode.BAD_JOIN, first))

    def _from_player(
        self,
        connection: Connection,
        player: ConnectedPlayer,
        message: Message | Unusable,
        frame: bytes,
    ) -> None:
        match message:
            case ActionChoice():
                self._act(connection, player, message, frame)
            case Unusable():
                connection.send(error(message.code, message.message))
            case JoinRequest():
                connection.send(error(ErrorCode.ALREADY_JOINED, f"You are {player.name!r} here."))
            case Start() if self.settings.is_organiser(message.token):
                self._start_early(connection, self.places.lobby(connection.path))
            case Start():
                connection.send(error(_ORGANISER_ONLY.code, _ORGANISER_ONLY.message))
            case Spectate():
                connection.send(error(ErrorCode.ALREADY_JOINED, "You play; you can't watch too."))

    def _from_spectator(
        self, connection: Connection, spectator: Spectator, message: Message | Unusable
    ) -> None:
        match message:
            case Unusable():
                connection.send(error(message.code, message.message))
            case Start() if spectator.all_cards or self.settings.is_organiser(message.token):
                self._start_early(connection, self.places.lobby(connection.path))
            case Start():
                connection.send(error(_ORGANISER_ONLY.code, _ORGANISER_ONLY.message))
            case JoinRequest() | Spectate():
                connection.send(error(ErrorCode.ALREADY_JOINED, "You are watching."))

    def _act(
        self, connection: Connection, player: ConnectedPlayer, message: ActionChoice, frame: bytes
    ) -> None:
        # What came in together with an answer was sent before the next question was.
        if connection.answered or not player.asked():
            return
        began = time.perf_counter()
        assert player.live is not None
        game: Any = player.live.game
        if player.answer(read_action(message.action, hand_of(game)), frame) is not None:
            connection.excuse()
            connection.answered = True
        self.services.decided(player.live.referee.record.game, time.perf_counter() - began)

    # Joining and watching

    def _join(self, connection: Connection, message: JoinRequest) -> None:
        name = read_name(message.name)
        if isinstance(name, Unusable):
            self._send_away(connection, name)
            return
        lobby = self._lobby(connection)
        player = lobby.player_named(name)
        if player is not None and player.wire is ALGOPOKER and player.opens_to(message.token):
            self._come_back(connection, lobby, player)
            return
        problem = self._obstacle(lobby, name, message.token)
        if problem is not None:
            self._send_away(connection, problem)
            self.places.tidy(lobby)
            return
        player = ConnectedPlayer(name, ALGOPOKER, connection)
        self._settle(connection, player)
        lobby.join(player)

    def _obstacle(self, lobby: Lobby, name: str, token: str) -> Unusable | None:
        """What keeps a newcomer from a seat."""
        if lobby.table is not None:
            return _STARTED
        if self.places.is_spent(token):
            return _NO_GAME_OF_YOURS
        if lobby.is_taken(name):
            return Unusable(ErrorCode.BAD_NAME, f"Name {name!r} is already taken.")
        if lobby.is_full:
            full = f"All {lobby.rule.most} seats are taken."
            return Unusable(ErrorCode.TOURNAMENT_FULL, full)
        reason = ALGOPOKER.supports(lobby.order.kind, lobby.order.rules, lobby.rule.most)
        return Unusable(ErrorCode.BAD_JOIN, reason) if reason else None

    def _come_back(self, connection: Connection, lobby: Lobby, player: ConnectedPlayer) -> None:
        """A player has a new connection, in the lobby or at the table."""
        self._settle(connection, player)
        connection.queue(lobby.waiting(player))
        if lobby.table is not None:
            before = player.come_back(connection)
            lobby.table.seats_changed()
        else:
            before = player.reattach(connection)
            connection.flush()
        if isinstance(before, Connection):
            before.role = None
            before.send(error(ErrorCode.REPLACED, "You came back on another connection."))
            before.close(POLICY_VIOLATION, ErrorCode.REPLACED)

    def _spectate(self, connection: Connection, token: str) -> Lobby | None:
        organiser = self.settings.is_organiser(token)
        if token and not organiser:
            problem = Unusable(ErrorCode.BAD_TOKEN, "That is not the organiser's token.")
            self._send_away(connection, problem)
            return None
        earlier = [] if organiser else self.places.still_showing(connection.path)
        lobby = None if earlier else self._lobby(connection)
        order = earlier[0].order if lobby is None else lobby.order
        if reason := ALGOPOKER.supports(order.kind, order.rules, MAX_PLAYERS):
            self._send_away(connection, Unusable(ErrorCode.BAD_JOIN, reason))
            return None
        spectator = Spectator(ALGOPOKER, connection, organiser)
        self._settle(connection, spectator)
        if lobby is None:
            earlier[0].watch(spectator)
        else:
            lobby.watch(spectator)
        return lobby

    def _settle(self, connection: Connection, role: ConnectedPlayer | Spectator) -> None:
        connection.role = role
        if connection.patience is not None:
            connection.patience.cancel()

    def _lobby(self, connection: Connection) -> Lobby:
        """The place that the path names; if it is new, with the rules that it has here."""
        lobby = self.places.lobby(connection.path)
        if lobby is not None:
            return lobby
        settings = self.settings
        table = settings.named_tables.get(connection.path, settings.table_rules)
        order = Order(
            kind=table.kind,
            rules=table.rules,
            policy=ALGOPOKER.policy,
            control=TimeControl(move=_or(table.action_time, settings.action_timeout)),
            patience=settings.reconnect_grace,
        )
        wait = _or(table.lobby_wait, settings.lobby_wait)
        rule = StartRule(least=table.least, most=table.most, wait=wait, repeat=table.repeat)
        return self.places.open(connection.path, order, rule, house=settings.table_seats)

    def _start_early(self, connection: Connection, lobby: Lobby | None) -> None:
        if lobby is None:
            return
        if lobby.table is not None:
            connection.send(error(ErrorCode.TOURNAMENT_STARTED, "It has started already."))
        elif lobby.count() < lobby.rule.least:
            needed = f"{lobby.rule.least} players are needed to start."
            connection.send(error(ErrorCode.NOT_STARTED, needed))
        else:
            lobby.start()

    def _send_away(
        self, connection: Connection, problem: Unusable, code: int = POLICY_VIOLATION
    ) -> None:
        self.services.metrics.reject(problem.code)
        connection.send(error(problem.code, problem.message))
        connection.close(code, problem.code)

    def _no_join(self, connection: Connection) -> None:
        if isinstance(connection.role, Newcomer):
            late = f"No join message within {self.settings.join_timeout:g} s."
            self._send_away(connection, Unusable(ErrorCode.BAD_JOIN, late))


def _or(chosen: float | None, usual: float) -> float:
    return usual if chosen is None else chosen


_STOPPING = Unusable(ErrorCode.SERVER_STOPPING, "The server is stopping.")
_STARTED = Unusable(
    ErrorCode.TOURNAMENT_STARTED,
    "The tournament at this table has started; its players come back with their token.",
)
_NO_GAME_OF_YOURS = Unusable(
    ErrorCode.BAD_TOKEN,
    "The tournament of that token is over; join without a token to play the next one.",
)
_ORGANISER_ONLY = Unusable(ErrorCode.BAD_TOKEN, "Only the organiser may start.")
