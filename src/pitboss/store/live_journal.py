"""The journal as a server uses it: games that are being played, from an event loop.

No call from the loop waits for the database. A move goes to its game's log (move_log.py) and so to
the operating system before `moved` returns; rows are committed by a thread of their own. A game
is in its log until the database has it, so whatever ends the process loses no move.
"""

import base64
import contextlib
import queue
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Self, TypeAlias

import msgspec

from pitboss import __version__
from pitboss.games.game import Result
from pitboss.games.record import Record
from pitboss.games.seeds import commitment
from pitboss.play.policy import Incident, Policy
from pitboss.store.database import Database
from pitboss.store.errors import StoreError
from pitboss.store.journal import PATIENCE, Journal
from pitboss.store.live_games import (
    PREFIX,
    GameRow,
    GameState,
    LiveFault,
    LiveGames,
    PlayerNote,
    moment,
    pack_moves,
    plain,
)
from pitboss.store.move_log import (
    ENDING,
    LeftGame,
    MoveLog,
    Seal,
    clear_unfinished,
    left_in,
    log_folder,
    read_log,
    read_old,
    stored_secret,
    written,
)

# Enough for billions of distinct ids.
_ID_BYTES = 6
# Further faults of a game are not described.
_MOST_FAULTS = 1_000
# How many rows are committed together.
_TOGETHER = 200
# Seconds between two attempts to write, at first and at most.
_FIRST_PAUSE = 0.2
_LONGEST_PAUSE = 5.0


# A row to be committed, and the log that is to be removed then.
_Change: TypeAlias = tuple[GameRow, MoveLog | None]


class GameLog:
    """One game being played; every call returns when the operating system has the data."""

    __slots__ = ("_actions", "_ended", "_faults", "_log", "_row", "_seed", "_told", "id")

    def __init__(
        self, row: GameRow, seed: str, log: MoveLog, ended: Callable[[GameRow, MoveLog], None]
    ) -> None:
        self.id = row.id
        self._row = row
        self._seed = seed
        self._log = log
        self._ended: Callable[[GameRow, MoveLog], None] | None = ended
        self._actions: list[int] = []
        self._faults: list[LiveFault] = []
        # How many incidents have been logged.
        self._told = 0

    def go_on(self, left: LeftGame) -> None:
        """The game was begun by another server, which was killed: its moves and faults count."""
        self._actions = left.actions()
        self._faults = list(left.faults)

    def moved(
        self, actions: Sequence[int], incidents: Sequence[Incident] = (), *, seat: int = -1
    ) -> None:
        """Log the actions of a seat, and all incidents of the game so far.

        A withdrawal is an action too (`record.actions[-1]`). `StoreError` if it can't be kept.
        """
        if self._ended is None:
            raise ValueError(f"{self.id} has ended already")
        if len(incidents) > self._told:
            self._note(incidents)
        if actions:
            self._actions += actions
            self._log.move(seat, actions)

    def finished(self, result: Result, incidents: Sequence[Incident], *, now: datetime) -> None:
        """Record the result; the row is committed soon."""
        self._new_faults(incidents)
        self._end(
            msgspec.structs.replace(
                self._row,
                state="finished",
                places=tuple(result.places),
                scores=tuple(result.scores),
                reason=plain(result.reason),
            ),
            now,
        )

    def interrupted(
        self, reason: str, incidents: Sequence[Incident] = (), *, now: datetime
    ) -> None:
        """Record that the game will not go on; does nothing if it has ended already."""
        if self._ended is None:
            return
        self._new_faults(incidents)
        self._end(
            msgspec.structs.replace(self._row, state="interrupted", reason=plain(reason)), now
        )

    def _note(self, incidents: Sequence[Incident]) -> None:
        for fault in self._new_faults(incidents):
            self._log.fault(fault)

    def _new_faults(self, incidents: Sequence[Incident]) -> list[LiveFault]:
        new = [LiveFault.of(incident) for incident in incidents[self._told : _MOST_FAULTS]]
        self._told = len(incidents)
        self._faults += new
        return new

    def _end(self, row: GameRow, now: datetime) -> None:
        ended, self._ended = self._ended, None
        if ended is None:
            raise ValueError(f"{self.id} has ended already")
        row = msgspec.structs.replace(
            row,
            finished=moment(now),
            seed=self._seed,
            moves=len(self._actions),
            faults=tuple(self._faults),
            packed=pack_moves(self._actions),
        )
        # If the disk is full, the database may still work; its thread reports if not.
        with contextlib.suppress(StoreError):
            self._log.end(row)
        ended(row, self._log)


class LiveJournal:
    """The journal of a server's games. Several servers may have the same one open."""

    def __init__(
        self, database: Database, folder: Path, seal: Seal, failed: Callable[[StoreError], None]
    ) -> None:
        self._database = database
        self._folder = folder
        self._seal = seal
        self._live = LiveGames(database, left_in(folder))
        self._writer = _Writer(self._live, failed)
        # Games that killed servers left, taken in on opening.
        self.taken_in: list[GameRow] = []
        # Logs that can't be read; they stay where they are.
        self.unreadable: list[Path] = []
        # Games that killed servers left, to be played on or given up.
        self.left: list[LeftGame] = []
        self._left_logs: dict[str, MoveLog] = {}

    @classmethod
    def open(
        cls,
        url: str,
        *,
        secret: str = "",
        state: Path | None = None,
        old: Path | None = None,
        patience: float = PATIENCE,
        failed: Callable[[StoreError], None] = lambda _: None,
        going_on: bool = False,
    ) -> Self:
        """The journal in a file or at `postgresql://...`; takes in what killed servers left.

        `secret` seals the seeds of running games, or one that is kept beside the logs; `state` is
        the folder for move logs beside a PostgreSQL database; `old` is the folder in which version
        0.1.0 kept its games. `failed` is called in another thread each time that rows can't be
        written; they are tried again. Who is `going_on` with the games in `left` passes each of
        them to `go_on` or `give_up`.
        """
        database = Database.open(url, read_only=False, patience=patience)
        try:
            folder = log_folder(database, state)
            try:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(
                    "forbidden", f"{folder} can't be made for move logs: {error.strerror}."
                ) from error
            journal = cls(database, folder, Seal(secret or stored_secret(folder)), failed)
            journal._take_in(going_on)
            if old is not None:
                journal._take_in_old(old)
        except BaseException:
            database.close()
            raise
        journal._writer.start()
        return journal

    @property
    def where(self) -> str:
        """The database as people may see it, without a password."""
        return self._database.where

    @property
    def folder(self) -> Path:
        """Where a server keeps files beside the database."""
        return self._folder

    @cached_property
    def events(self) -> Journal:
        """The events in the same database; it is closed with this. Waits, like `games`."""
        return Journal(self._database)

    def begin(
        self,
        record: Record,
        *,
        table: str,
        players: Sequence[PlayerNote],
        policy: str | Policy,
        now: datetime,
        comeback: Any = None,
    ) -> GameLog:
        """Enter a game before its first card is shown; `record` has no actions yet.

        `comeback` is what a server needs to go on with it after this one was killed.
        """
        name = base64.b32encode(secrets.token_bytes(_ID_BYTES)).decode().rstrip("=").lower()
        row = GameRow(
            id=PREFIX + name,
            table=plain(table),
            game=record.game,
            rules=record.rules,
            seats=record.seats,
            players=tuple(
                msgspec.structs.replace(player, name=plain(player.name)) for player in players
            ),
            policy=policy if isinstance(policy, str) else policy.name,
            created=moment(now),
            version=__version__,
            commitment=commitment(int(record.seed)),
        )
        path = self._folder / (row.id + ENDING)
        log = MoveLog(path, row, self._seal.close(row.id, record.seed), comeback)
        self._writer.put(row, None)
        return GameLog(row, record.seed, log, self._writer.put)

    def go_on(self, left: LeftGame) -> GameLog:
        """The log of a game that a killed server left, to be written on."""
        assert left.seed is not None
        self._writer.put(left.row, None)
        log = self._left_logs.pop(left.row.id)
        going_on = GameLog(left.row, left.seed, log, self._writer.put)
        going_on.go_on(left)
        return going_on

    def give_up(self, left: LeftGame) -> None:
        """Keep a game that a killed server left as interrupted, unless it goes on."""
        log = self._left_logs.pop(left.row.id, None)
        if log is not None:
            row = left.interrupted(written(log.path))
            self._writer.put(row, log)
            self.taken_in.append(row)

    def games(self, state: GameState | None = None, *, most: int | None = None) -> list[GameRow]:
        """The games, the newest first. Waits for the database: not for use in an event loop."""
        self.flush()
        return self._live.games(state, most=most)

    def listed(
        self,
        *,
        state: GameState | None = None,
        table: str = "",
        player: str = "",
        after: str = "",
        most: int,
    ) -> list[GameRow]:
        """Some games without their moves; see `LiveGames.listed`. Waits, like `games`."""
        self.flush()
        return self._live.listed(state=state, table=table, player=player, after=after, most=most)

    def find(self, text: str) -> GameRow:
        """One game by its id or its beginning, or `NotPlayed`. Waits, like `games`."""
        self.flush()
        return self._live.find(text)

    def flush(self, seconds: float = PATIENCE) -> bool:
        """Wait until everything so far is committed; False if it takes longer."""
        return self._writer.flush(seconds)

    def close(self) -> None:
        """Commit what is left, and close the database."""
        self._writer.close()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take_in(self, going_on: bool) -> None:
        """Turn the logs that nobody writes to any more into rows, or leave them to be gone on."""
        # First the rows, then the logs, so that a game that ends in between is in neither.
        running = {row.id for row in LiveGames(self._database).games("running")}
        paths = sorted(self._folder.glob(f"*{ENDING}"))
        for path in paths:
            taken = MoveLog.take_over(path)
            if taken is None:
                continue
            log, content = taken
            try:
                left = read_log(content, self._seal)
            except ValueError:
                self.unreadable.append(path)
                log.close()
                continue
            if going_on and left.goes_on:
                self.left.append(left)
                self._left_logs[left.row.id] = log
                continue
            row = left.interrupted(written(path))
            self._live.keep([row])
            self.taken_in.append(row)
            log.remove()
        clear_unfinished(self._folder, time.time())
        if self._database.file is not None:
            self._give_up(running - {path.stem for path in paths})

    def _give_up(self, ids: set[str]) -> None:
        """Mark games as interrupted whose logs are gone."""
        live = LiveGames(self._database)
        for row in live.games("running"):
            if row.id in ids:
                lost = msgspec.structs.replace(
                    row, state="interrupted", finished=row.created, reason="its log was lost",
                    packed=pack_moves([], []),
                )  # fmt: skip
                live.keep([lost])
                self.taken_in.append(lost)

    def _take_in_old(self, folder: Path) -> None:
        """Turn the files of version 0.1.0 into rows; the files stay where they are."""
        known = self._live.ids()
        new = [path for path in sorted(folder.glob("*.jsonl")) if PREFIX + path.stem not in known]
        for start in range(0, len(new), _TOGETHER):
            paths = new[start : start + _TOGETHER]
            read = [(path, read_old(path)) for path in paths]
            rows = [row for _, row in read if row is not None]
            self._live.keep(rows)
            self.taken_in += rows
            self.unreadable += [path for path, row in read if row is None]


class _Writer:
    """The thread that commits rows, in order, and removes the logs of those that ended."""

    def __init__(self, live: LiveGames, failed: Callable[[StoreError], None]) -> None:
        self._live = live
        self._failed = failed
        self._queue: queue.SimpleQueue[_Change | threading.Event | None] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def put(self, row: GameRow, log: MoveLog | None) -> None:
        """Queue a row to be committed, after which its log is removed."""
        self._queue.put((row, log))

    def flush(self, seconds: float) -> bool:
        """Wait for all that was put before."""
        done = threading.Event()
        self._queue.put(done)
        return done.wait(seconds)

    def close(self) -> None:
        """Write what is left, if the database takes it, and end the thread."""
        self._closing.set()
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            item = self._queue.get()
            rows: list[_Change] = []
            while isinstance(item, tuple):
                rows.append(item)
                if len(rows) == _TOGETHER or self._queue.empty():
                    break
                item = self._queue.get()
            self._commit(rows)
            if item is None:
                return
            if isinstance(item, threading.Event):
                item.set()

    def _commit(self, rows: list[_Change]) -> None:
        pause = _FIRST_PAUSE
        while rows:
            failure = self._failure([row for row, _ in rows])
            if failure is None:
                for _, log in rows:
                    if log is not None:
                        log.remove()
                return
            self._failed(failure)
            if len(rows) > 1:
                # One of them may be at fault; the others are committed one by one.
                for one in rows:
                    self._commit([one])
                return
            if failure.reason == "failed" or self._closing.wait(pause):
                # Its log stays, for the next time that the journal is opened.
                if (log := rows[0][1]) is not None:
                    log.close()
                return
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _failure(self, rows: list[GameRow]) -> StoreError | None:
        try:
            self._live.keep(rows)
        except StoreError as error:
            return error
        except Exception as error:
            # A bug here must not end the thread: the other games still have to be written.
            return StoreError("failed", f"A game can't be written down: {error!r}.")
        return None
