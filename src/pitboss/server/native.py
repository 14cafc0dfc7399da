"""The native wire over WebSocket: any game at a table that its first player orders.

`/ws/{table}`: the first message joins; when all seats are taken, the game begins.
"""

import asyncio
import contextlib
import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.games.game import Game
from pitboss.games.kind import Kind
from pitboss.games.record import Record
from pitboss.games.registry import UnknownGame, find
from pitboss.games.rules import BadRules
from pitboss.games.seeds import secret_seed
from pitboss.play.answer import Unusable
from pitboss.play.clock import TimeControl
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.live import LiveGame, LivePlayer, Watcher
from pitboss.play.policy import NATIVE
from pitboss.play.referee import Referee, Ruling, Turn
from pitboss.players.program.live import LiveProgram
from pitboss.server import log
from pitboss.server.house import house_names, sit
from pitboss.server.journal import Journal
from pitboss.server.metrics import Metrics
from pitboss.server.settings import Settings
from pitboss.wires.native.messages import Error, Join, Time, Waiting
from pitboss.wires.native.session import NativeSession

_TABLE: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
_LONGEST_NAME: Final = 32
_encode = msgspec.json.Encoder().encode
_read_join = msgspec.json.Decoder(Join).decode


class BadJoin(ValueError):
    """A join that can't be granted; says why."""


class NativeSeat(LivePlayer):
    """A connection at a seat; frames are queued and sent by a task of its own."""

    def __init__(self, name: str, socket: WebSocket, most: int) -> None:
        self.name = name
        self.session: NativeSession | None = None
        self._socket = socket
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._waiting = 0
        self._most = most

    def send(self, *frames: bytes) -> None:
        """Queue frames; whoever does not read them is left behind."""
        for frame in frames:
            self._waiting += len(frame)
            self._queue.put_nowait(frame)
        if self._waiting > self._most and self.live is not None:
            self.live.leave(self.seat, Fault(FaultKind.STALL, "it does not read what it is sent"))
            self._queue.put_nowait(None)

    def finish(self) -> None:
        """Close once all that is queued has been sent."""
        self._queue.put_nowait(None)

    async def write(self) -> None:
        """Send what is queued, until there is nothing more to come."""
        while (frame := await self._queue.get()) is not None:
            await self._socket.send_text(frame.decode())
            self._waiting -= len(frame)
        await self._socket.close(1000)

    def receive(self, frame: bytes) -> None:
        """What the bot sent: an answer, if it was asked."""
        live, session = self.live, self.session
        if live is None or session is None:
            self.send(_encode(Error("not_started", "the game has not begun", 0)))
            return
        turn = live.referee.turn
        if turn is None or turn.seat != self.seat:
            self.send(*session.refusal("not_your_turn", "nothing was asked of you", None))
            return
        said = session.decode(frame, live.referee.game)
        if isinstance(said, Unusable):
            live.answer(self.seat, Fault(FaultKind.MALFORMED, said.message, said.code))
        else:
            live.answer(self.seat, said)

    # The player's side of a game.

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        if self.session is not None:
            self.send(*self.session.begin(game, seat, names))

    def ask(self, game: Game, turn: Turn) -> None:
        if self.session is not None and self.live is not None:
            seconds = max(0.0, turn.deadline - self.live.now())
            self.send(self.session.ask(game, turn.number, seconds))

    def refused(self, ruling: Ruling) -> None:
        if self.session is not None:
            self.send(*self.session.refused(ruling))

    def played(self, game: Game, ruling: Ruling) -> None:
        if self.session is not None:
            self.send(*self.session.played(game, ruling))

    def end(self, game: Game, names: Sequence[str]) -> None:
        if self.session is not None:
            self.send(*self.session.end(game, names))
        self.finish()


class NativeTable:
    """A table that waits for its players, then the game at it."""

    def __init__(self, name: str, order: Join, settings: Settings) -> None:
        self.name = name
        self.kind, text = _find(order.game)
        try:
            self.rules = self.kind.rules(text)
        except BadRules as error:
            raise BadJoin(f"game: {error}") from error
        wanted = self.kind.seats(self.rules)
        if order.seats not in wanted:
            raise BadJoin(f"seats: {wanted[0]} to {wanted[-1]} may play, not {order.seats}")
        unknown = [bot for bot in order.house if bot not in house_names(settings)]
        if unknown or len(order.house) >= order.seats:
            known = ", ".join(house_names(settings))
            raise BadJoin(f"house: fewer than the seats, each one of {known}")
        self.seats = order.seats
        self.house = order.house
        self.players: list[NativeSeat] = []
        self.live: LiveGame | None = None
        self.programs: list[LiveProgram] = []

    def tell_waiting(self) -> None:
        """Tell everyone how many are still missing."""
        there = len(self.players) + len(self.house)
        for player in self.players:
            player.send(_encode(Waiting(there, self.seats)))

    def begin(self, settings: Settings, journal: Journal | None, watcher: Watcher) -> LiveGame:
        """Deal, and start asking."""
        seed = secret_seed()
        game = self.kind.new(self.rules, self.seats, seed)
        rules = self.kind.write_rules(self.rules)
        names = [player.name for player in self.players]
        for number, bot in enumerate(self.house, start=1):
            names.append(bot if bot not in names else f"{bot}-{number}")
        record = Record.begin(self.kind, self.rules, self.seats, seed, names)
        control = TimeControl(move=settings.action_timeout)
        seated: list[LivePlayer] = []
        for player in self.players:
            player.session = NativeSession(self.kind, rules, Time(settings.action_timeout))
            seated.append(player)
        for seat, bot in enumerate(self.house, start=len(self.players)):
            guest = sit(
                settings, names[seat], bot, game, self.kind, rules, seat, control.move, seed
            )
            if isinstance(guest, LiveProgram):
                self.programs.append(guest)
            seated.append(guest)
        watchers: list[Watcher] = [watcher]
        if journal is not None:
            watchers.insert(0, journal.watch())
        referee = Referee(game, record, NATIVE, control)
        self.live = LiveGame(referee, seated, watchers)
        self.live.start()
        return self.live


def _find(text: str) -> tuple[Kind[Any, Any], str]:
    try:
        return find(text)
    except UnknownGame as error:
        raise BadJoin(f"game: {error}") from error


class NativeApi:
    """The tables of the native wire."""

    def __init__(self, settings: Settings, metrics: Metrics, journal: Journal | None) -> None:
        self.settings = settings
        self.metrics = metrics
        self.journal = journal
        self.refusing = False
        self._tables: dict[str, NativeTable] = {}

    def running(self) -> int:
        """How many games are in progress."""
        return sum(1 for table in self._tables.values() if table.live is not None)

    async def connect(self, socket: WebSocket) -> None:
        """One connection, from its join to the end of its game."""
        if not self.settings.welcomes(socket.headers.get("origin", "")):
            await socket.close(1008)
            return
        await socket.accept()
        name = socket.path_params["table"]
        try:
            async with asyncio.timeout(self.settings.join_timeout):
                first = await _receive(socket)
            player, table = self._join(name, first, socket)
        except (BadJoin, TimeoutError) as error:
            told = str(error) or f"no join within {self.settings.join_timeout:g} s"
            self.metrics.add("pitboss_rejected_total", label='reason="bad_join"')
            await socket.send_text(_encode(Error("bad_join", told, 0)).decode())
            await socket.close(1008)
            return
        except WebSocketDisconnect:
            return
        writer = asyncio.create_task(player.write())
        try:
            while True:
                player.receive(await _receive(socket))
        except (WebSocketDisconnect, RuntimeError):
            pass
        except Exception:
            log.fail("a connection failed", table=name)
        finally:
            self._leave(player, table)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await writer

    def _join(self, name: str, first: bytes, socket: WebSocket) -> tuple[NativeSeat, NativeTable]:
        if not _TABLE.fullmatch(name):
            raise BadJoin("a table's name is 1 to 32 letters, digits, - and _")
        if self.refusing:
            raise BadJoin("the server is shutting down")
        try:
            join = _read_join(first)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            told = "nested too deeply" if isinstance(error, RecursionError) else str(error)
            raise BadJoin(
                f'the first message must be {{"type":"join","name":...}}: {told}'
            ) from error
        called = join.name.strip()
        if not called.isprintable() or not 1 <= len(called) <= _LONGEST_NAME:
            raise BadJoin(f"name: 1 to {_LONGEST_NAME} printable characters")
        table = self._tables.get(name)
        if table is None:
            if len(self._tables) >= self.settings.max_tables:
                raise BadJoin("the server has too many tables")
            table = NativeTable(name, join, self.settings)
            self._tables[name] = table
        if table.live is not None:
            raise BadJoin("the game at this table has begun")
        if any(player.name == called for player in table.players):
            raise BadJoin(f"name: {called!r} is taken")
        player = NativeSeat(called, socket, self.settings.max_backlog)
        table.players.append(player)
        table.tell_waiting()
        if len(table.players) + len(table.house) == table.seats:
            table.begin(self.settings, self.journal, _Counting(self, table))
        return player, table

    def _leave(self, player: NativeSeat, table: NativeTable) -> None:
        if table.live is None:
            if player in table.players:
                table.players.remove(player)
                table.tell_waiting()
            if not table.players and self._tables.get(table.name) is table:
                del self._tables[table.name]
        elif not table.live.done.is_set():
            table.live.leave(player.seat, Fault(FaultKind.DISCONNECTED, "the connection is gone"))

    def forget(self, table: NativeTable) -> None:
        """A table whose game is over."""
        if self._tables.get(table.name) is table:
            del self._tables[table.name]

    def stop(self, reason: str) -> None:
        """End every game, and tell its players."""
        self.refusing = True
        for table in list(self._tables.values()):
            if table.live is not None:
                table.live.stop()
            for program in table.programs:
                program.close()
            for player in table.players:
                player.send(_encode(Error("server_stopping", reason, 0)))
                player.finish()
            self.forget(table)


class _Counting:
    """Counts games, actions and faults, and takes the table away when its game is over."""

    def __init__(self, api: NativeApi, table: NativeTable) -> None:
        self._api = api
        self._table = table
        self._label = f'game="{table.kind.name}"'

    def begin(self, live: LiveGame) -> None:
        del live
        self._api.metrics.add("pitboss_games_total", label=self._label)
        self._api.metrics.add("pitboss_games_running", label=self._label)

    def asked(self, live: LiveGame, turn: Turn) -> None:
        """Nothing to count."""

    def played(self, live: LiveGame, ruling: Ruling) -> None:
        del live
        self._api.metrics.add("pitboss_actions_total", len(ruling.actions), self._label)
        if ruling.fault is not None:
            kind = ruling.fault.kind.value
            self._api.metrics.add("pitboss_faults_total", label=f'kind="{kind}"')

    def end(self, live: LiveGame) -> None:
        del live
        self._api.metrics.add("pitboss_games_running", -1, self._label)
        self._api.metrics.add("pitboss_games_finished_total", label=self._label)
        self._api.forget(self._table)


async def _receive(socket: WebSocket) -> bytes:
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1005))
    text = event.get("text")
    return text.encode() if text is not None else event.get("bytes") or b""
