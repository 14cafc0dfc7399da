"""The database behind a journal: a SQLite file or a PostgreSQL server, and its transactions."""

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from pitboss.events.pauses import PAUSES
from pitboss.store.errors import StoreError, explained
from pitboss.store.schema import VERSION, upgrade, version_of

T = TypeVar("T")

_POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")
_CONNECT_SECONDS = "10"


class Database:
    """Transactions, each all or nothing, each error a `StoreError`."""

    def __init__(self, engine: Engine, where: str, file: Path | None = None) -> None:
        self._engine = engine
        # For messages: without the password.
        self.where = where
        # The file of a SQLite database.
        self.file = file
        # Told why and how many seconds are waited for a server that is gone; None: it is not
        # waited for.
        self.waits: Callable[[str, float], None] | None = None

    @classmethod
    def open(cls, url: str, *, read_only: bool, patience: float) -> "Database":
        """The database with the newest schema; `patience`: how many seconds to wait for others."""
        parsed = _parsed(url)
        if parsed.drivername == "sqlite":
            path = Path(parsed.database or "")
            database = cls(_sqlite(path, read_only, patience), str(path), path.absolute())
        else:
            shown = parsed.set(drivername="postgresql")
            where = shown.render_as_string(hide_password=True)
            database = cls(_postgres(parsed, read_only, patience), where)
        try:
            database.settle(read_only=read_only)
        except BaseException:
            database.close()
            raise
        return database

    def settle(self, *, read_only: bool) -> None:
        """Bring the schema up to date; if read-only, check that it is."""
        version = self.read(lambda connection: version_of(connection, self.where))
        if read_only and version < VERSION:
            raise StoreError(
                "older" if version else "missing",
                f"{self.where} has schema {version}, of an older pitboss. Opening it once for "
                f"writing brings it to {VERSION}."
                if version
                else f"{self.where} holds no journal yet. Play an event first.",
            )
        for _ in range(version, VERSION):
            self.write(lambda connection: upgrade(connection, self.where))

    def read(self, work: Callable[[Connection], T]) -> T:
        """Do work that only reads; it sees the database at one moment."""
        return self._transact(work, writing=False)

    def write(self, work: Callable[[Connection], T], *, at_once: bool = False) -> T:
        """Do the work; when this returns it is on disk, and when it raises nothing is.

        `at_once`: a server that is gone is not waited for.
        """
        return self._transact(work, writing=True, at_once=at_once)

    def _transact(
        self, work: Callable[[Connection], T], *, writing: bool, at_once: bool = False
    ) -> T:
        again = True
        waits = None if at_once else self.waits
        pauses = iter(PAUSES)
        while True:
            try:
                with self._engine.connect() as connection:
                    connection.execution_options(pitboss_writing=writing)
                    with connection.begin():
                        return work(connection)
            except DBAPIError as error:
                # A server that was restarted is tried once more. Should the lost connection have
                # taken a commit's answer with it, the same blocks are not counted again.
                if error.connection_invalidated and again:
                    again = False
                    continue
                told = explained(error, self.where, writing=writing)
                seconds = next(pauses, None) if told.reason == "unreachable" else None
                if waits is None or seconds is None:
                    raise told from error
                waits(f"{self.where} can't be reached", seconds)
                time.sleep(seconds)

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()


def _parsed(url: str) -> URL:
    if "://" not in url:
        parsed = URL.create("sqlite", database=url)
    else:
        try:
            parsed = make_url(url)
        except (ArgumentError, ValueError):
            # Not from the error: it may repeat the password.
            raise StoreError(
                "url",
                "The journal's address can't be read. It is a file, or like "
                "postgresql://user:password@host/database.",
            ) from None
    if parsed.drivername in _POSTGRES:
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername != "sqlite":
        raise StoreError(
            "url",
            f"A journal can't be kept in {parsed.drivername}: it is a SQLite file, or like "
            "postgresql://user:password@host/database.",
        )
    if parsed.database in (None, "", ":memory:"):
        raise StoreError("url", "A journal is a file that outlives the process: name one.")
    return parsed


def _sqlite(path: Path, read_only: bool, patience: float) -> Engine:
    mode = _mode(path, read_only)
    if not read_only:
        _make(path)
    # The file is named absolutely: the process may change its folder before it connects again.
    address = f"file:{quote(str(path.absolute()))}?{mode}"

    def connect() -> sqlite3.Connection:
        # Transactions are begun below, not by Python's driver, which would leave out DDL and reads.
        return sqlite3.connect(
            address, uri=True, timeout=patience, isolation_level=None, check_same_thread=False
        )

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool)

    @event.listens_for(engine, "connect")
    def _(connection: Any, _record: object) -> None:
        if read_only:
            connection.execute("PRAGMA query_only = ON")
            return
        # Readers don't wait for the writer, nor it for them.
        connection.execute("PRAGMA journal_mode = WAL")
        # NORMAL survives a killed process, but not a power cut; FULL, one fsync a write, does.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        # A transaction that reads first and then writes could not wait for another writer.
        writing = connection.get_execution_options().get("pitboss_writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _mode(path: Path, read_only: bool) -> str:
    """How SQLite may open the file, checked first because its own errors say too little."""
    if path.is_dir():
        raise StoreError("no_database", f"{path} is a folder. Name a file.")
    if not path.exists():
        if read_only:
            raise StoreError(
                "missing", f"There is no journal {path}. Play an event first, or name another file."
            )
        if not path.parent.is_dir():
            raise StoreError("missing", f"There is no folder {path.parent}. Make it first.")
    folder_open = _may(path.parent, os.W_OK | os.X_OK)
    if not read_only:
        if not (_may(path, os.R_OK | os.W_OK) if path.exists() else folder_open):
            raise StoreError(
                "forbidden",
                f"{path} may not be written. Change its permissions, or name another file.",
            )
        return "mode=rwc"
    if not _may(path, os.R_OK):
        raise StoreError("forbidden", f"{path} may not be read. Change its permissions.")
    if _may(path, os.W_OK) and folder_open:
        # Readers of a write-ahead log may have to tidy up after others, so they must write.
        return "mode=rw"
    log = path.with_name(f"{path.name}-wal")
    # Without a log nobody is writing, and there is nothing to look for beside the file.
    return "mode=ro" if log.exists() else "mode=ro&immutable=1"


def _make(path: Path) -> None:
    """Make the file its owner's alone, if it is new; SQLite gives its logs the same mode."""
    # Where it can't be made, SQLite says why.
    with contextlib.suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _may(path: Path, what: int) -> bool:
    return os.access(path, what, effective_ids=os.access in os.supports_effective_ids)


def _postgres(url: URL, read_only: bool, patience: float) -> Engine:
    defaults = {"connect_timeout": _CONNECT_SECONDS, "client_encoding": "utf8"}
    try:
        engine = create_engine(
            url, connect_args={key: defaults[key] for key in defaults.keys() - url.query.keys()}
        )
    except ModuleNotFoundError as error:
        raise StoreError(
            "driver",
            f"PostgreSQL needs psycopg, which is missing here ({error}): "
            "pip install 'pitboss[postgres]'",
        ) from error

    @event.listens_for(engine, "connect")
    def _(connection: Any, _record: object) -> None:
        connection.execute(f"SET lock_timeout = {int(patience * 1000)}")
        if read_only:
            connection.execute("SET default_transaction_read_only = on")
        connection.commit()

    return engine
