"""The database's tables as they are now. How older databases get there is in migrations.py."""

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

METADATA = MetaData()

SCHEMA = Table("schema", METADATA, Column("version", Integer, nullable=False))

EVENTS = Table(
    "events",
    METADATA,
    Column("id", Text, primary_key=True),
    # JSON as text in both databases, so that what is read is what was written, byte for byte.
    Column("plan", Text, nullable=False),
    Column("created", Text, nullable=False),
    # Of the pitboss that began it.
    Column("version", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("label", Text, nullable=False, server_default=""),
    # Empty until it has ended.
    Column("finished", Text, nullable=False, server_default=""),
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
    # Null: nobody committed one.
    Column("faults", LargeBinary),
    Column("rows", LargeBinary, nullable=False),
    Column("actions", LargeBinary, nullable=False),
    # What `missing` asks is answered from this alone.
    Index("pages_blocks", "event", "first", "count"),
)

# Games played on a server, one row each. What would show cards is null until the game has ended.
GAMES = Table(
    "games",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("table_name", Text, nullable=False),
    Column("created", Text, nullable=False),
    # Empty until it has ended.
    Column("finished", Text, nullable=False),
    Column("state", Text, nullable=False),
    # Of the pitboss that began it.
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
