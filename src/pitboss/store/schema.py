"""The journal's schema: as it is now, and the migrations that bring older databases there.

Migrations are written in SQL, because the schema goes on to change. Never change one: add one.
"""

from collections.abc import Callable, Sequence

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    inspect,
    text,
)

from pitboss.store.errors import StoreError

METADATA = MetaData()

SCHEMA = Table("schema", METADATA, Column("version", Integer, nullable=False))

EVENTS = Table(
    "events",
    METADATA,
    Column("id", Text, primary_key=True),
    # JSON as text in both databases, so that what is read is what was written, byte for byte.
    Column("plan", Text, nullable=False),
    Column("created", Text, nullable=False),
    # The version of pitboss that began it.
    Column("version", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("label", Text, nullable=False, server_default=""),
    # Empty until it has ended.
    Column("finished", Text, nullable=False, server_default=""),
    # When the process that plays it last gave a sign of life; empty: it never did.
    Column("updated", Text, nullable=False, server_default=""),
)

# Batches of one event never overlap. The blobs come last: SQLite reads a row from its beginning.
PAGES = Table(
    "pages",
    METADATA,
    Column("event", Text, ForeignKey("events.id"), primary_key=True),
    Column("first", BigInteger, primary_key=True, autoincrement=False),
    Column("count", BigInteger, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("thinking", LargeBinary, nullable=False),
    # Null: there were none.
    Column("faults", LargeBinary),
    Column("rows", LargeBinary, nullable=False),
    Column("actions", LargeBinary, nullable=False),
    # Null: there are none.
    Column("remarks", LargeBinary),
    # Answers `Journal.missing` without reading the rows.
    Index("pages_blocks", "event", "first", "count"),
)

# Entrants that were taken out of an event. What they had not played by then they forfeit.
REMOVALS = Table(
    "removals",
    METADATA,
    Column("event", Text, ForeignKey("events.id"), primary_key=True),
    # Its place in the plan.
    Column("entrant", Integer, primary_key=True, autoincrement=False),
    # The block in which it was found out.
    Column("block", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
)

# What passed between us and programs, of the bots for which that was asked.
TRANSCRIPTS = Table(
    "transcripts",
    METADATA,
    Column("event", Text, ForeignKey("events.id"), primary_key=True),
    Column("block", BigInteger, primary_key=True, autoincrement=False),
    Column("rotation", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("lines", LargeBinary, nullable=False),
)

# Games played on a server. Columns that would show cards are null until the game has ended.
GAMES = Table(
    "games",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("table_name", Text, nullable=False),
    Column("created", Text, nullable=False),
    # Empty until it has ended.
    Column("finished", Text, nullable=False),
    Column("state", Text, nullable=False),
    # The version of pitboss that began it.
    Column("version", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("policy", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("seed", Text),
    Column("moves", BigInteger, nullable=False),
    Column("places", Text, nullable=False),
    Column("scores", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("faults", LargeBinary),
    Column("actions", LargeBinary),
    Index("games_created", "created"),
)

Migration = Callable[[Connection], None]

# Any number that nobody else in the same PostgreSQL uses.
_ADVISORY_LOCK = 7_482_664


def events_and_pages(connection: Connection) -> None:
    """Version 1: plans, and the blocks that were played."""
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
        # They are compressed already; PostgreSQL would try again.
        for column in ("faults", "rows", "actions"):
            connection.execute(text(f"ALTER TABLE pages ALTER {column} SET STORAGE EXTERNAL"))


def labels_and_endings(connection: Connection) -> None:
    """Version 2: an event's label and end, and an index to look up missing blocks."""
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


def signs_of_life(connection: Connection) -> None:
    """Version 4: when an event's process last gave a sign of life."""
    connection.execute(text("ALTER TABLE events ADD COLUMN updated TEXT NOT NULL DEFAULT ''"))


def removals(connection: Connection) -> None:
    """Version 5: who was taken out of an event."""
    connection.execute(
        text(
            """CREATE TABLE removals (
                event TEXT NOT NULL REFERENCES events (id),
                entrant INTEGER NOT NULL,
                block BIGINT NOT NULL,
                reason TEXT NOT NULL,
                PRIMARY KEY (event, entrant)
            )"""
        )
    )


def transcripts(connection: Connection) -> None:
    """Version 6: what passed between us and programs, and remarks on answers."""
    blob = "BYTEA" if connection.dialect.name == "postgresql" else "BLOB"
    connection.execute(text(f"ALTER TABLE pages ADD COLUMN remarks {blob}"))
    connection.execute(
        text(
            f"""CREATE TABLE transcripts (
                event TEXT NOT NULL REFERENCES events (id),
                block BIGINT NOT NULL,
                rotation INTEGER NOT NULL,
                seat INTEGER NOT NULL,
                lines {blob} NOT NULL,
                PRIMARY KEY (event, block, rotation, seat)
            )"""
        )
    )
    if connection.dialect.name == "postgresql":
        # They are compressed already; PostgreSQL would try again.
        connection.execute(text("ALTER TABLE transcripts ALTER lines SET STORAGE EXTERNAL"))


MIGRATIONS: Sequence[Migration] = (
    events_and_pages,
    labels_and_endings,
    live_games,
    signs_of_life,
    removals,
    transcripts,
)
VERSION = len(MIGRATIONS)


def version_of(connection: Connection, where: str) -> int:
    """The schema's version, 0 for an empty database; refuses a database of another program."""
    tables = inspect(connection).get_table_names()
    if "schema" not in tables:
        if tables:
            raise StoreError(
                "foreign",
                f"{where} holds something else: {', '.join(sorted(tables)[:5])}. "
                "Give the journal a database of its own; this one was left alone.",
            )
        return 0
    # Another program may have a `schema` too.
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
