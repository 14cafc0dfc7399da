"""The schema's versions, each a small function from the one before. Never change one: add one.

They are written in SQL, not in terms of schema.py, which goes on to change.
"""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, inspect, text

from pitboss.store.errors import StoreError

Migration = Callable[[Connection], None]

# Any number will do, as long as nobody else in the same PostgreSQL uses it.
_ADVISORY_LOCK = 7_482_664


def events_and_pages(connection: Connection) -> None:
    """Version 1: plans, and what was played of them."""
    blob = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    connection.execute(
        text(
            """CREATE TABLE events (
                id TEXT NOT NULL PRIMARY KEY,
                plan TEXT NOT NULL,
                created TEXT NOT NULL,
                version TEXT NOT NULL,
                state TEXT NOT NULL,
                note TEXT NOT NULL
            )"""
        )
    )
    connection.execute(
        text(
            f"""CREATE TABLE pages (
                event TEXT NOT NULL REFERENCES events (id),
                first BIGINT NOT NULL,
                count BIGINT NOT NULL,
                seconds DOUBLE PRECISION NOT NULL,
                thinking {blob} NOT NULL,
                faults {blob},
                rows {blob} NOT NULL,
                actions {blob} NOT NULL,
                PRIMARY KEY (event, first)
            )"""
        )
    )
    if connection.dialect.name == "postgresql":
        # They are compressed already; PostgreSQL would try again, in vain.
        for column in ("faults", "rows", "actions"):
            connection.execute(text(f"ALTER TABLE pages ALTER {column} SET STORAGE EXTERNAL"))


def labels_and_endings(connection: Connection) -> None:
    """Version 2: what people call an event, when it ended, and an index for what is missing."""
    connection.execute(text("ALTER TABLE events ADD COLUMN label TEXT NOT NULL DEFAULT ''"))
    connection.execute(text("ALTER TABLE events ADD COLUMN finished TEXT NOT NULL DEFAULT ''"))
    connection.execute(text("CREATE INDEX pages_blocks ON pages (event, first, count)"))


def live_games(connection: Connection) -> None:
    """Version 3: games played on a server."""
    blob = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    connection.execute(
        text(
            f"""CREATE TABLE games (
                id TEXT NOT NULL PRIMARY KEY,
                table_name TEXT NOT NULL,
                created TEXT NOT NULL,
                finished TEXT NOT NULL,
                state TEXT NOT NULL,
                version TEXT NOT NULL,
                game TEXT NOT NULL,
                rules TEXT NOT NULL,
                seats INTEGER NOT NULL,
                policy TEXT NOT NULL,
                players TEXT NOT NULL,
                commitment TEXT NOT NULL,
                seed TEXT,
                moves BIGINT NOT NULL,
                places TEXT NOT NULL,
                scores TEXT NOT NULL,
                reason TEXT NOT NULL,
                faults {blob},
                actions {blob}
            )"""
        )
    )
    connection.execute(text("CREATE INDEX games_created ON games (created)"))


MIGRATIONS: Sequence[Migration] = (events_and_pages, labels_and_endings, live_games)
VERSION = len(MIGRATIONS)


def version_of(connection: Connection, where: str) -> int:
    """The schema's version, 0 for an empty database; refuses one that is somebody else's."""
    tables = inspect(connection).get_table_names()
    if "schema" not in tables:
        if tables:
            raise StoreError(
                "foreign",
                f"{where} holds something else: {', '.join(sorted(tables)[:5])}. "
                "Give the journal a database of its own; this one was left alone.",
            )
        return 0
    # The column of somebody else's table may be called anything.
    columns = [column["name"] for column in inspect(connection).get_columns("schema")]
    if columns != ["version"]:
        raise StoreError(
            "foreign", f"{where} holds something else. Give the journal a database of its own."
        )
    version = connection.execute(text("SELECT version FROM schema")).scalar_one()
    if version > VERSION:
        raise StoreError(
            "newer",
            f"{where} was written by a newer pitboss (schema {version}; this one knows {VERSION}). "
            "Update pitboss, then run the same command again.",
        )
    return int(version)


def upgrade(connection: Connection, where: str, to: int = VERSION) -> None:
    """Take one step towards version `to`, within the caller's transaction."""
    if connection.dialect.name == "postgresql":
        # SQLite's writers exclude each other anyway.
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})"))
    version = version_of(connection, where)
    if version >= to:
        return
    if version == 0:
        connection.execute(text("CREATE TABLE schema (version INTEGER NOT NULL)"))
        connection.execute(text("INSERT INTO schema VALUES (0)"))
    MIGRATIONS[version](connection)
    connection.execute(text("UPDATE schema SET version = :version"), {"version": version + 1})
