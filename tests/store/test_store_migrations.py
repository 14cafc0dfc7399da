"""Every older database becomes one of today; a newer or foreign one is left alone."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
import store_rig as rig
from postgres import Server, postgres
from sqlalchemy import Engine, create_engine, inspect, text

from pitboss.store import Journal, StoreError
from pitboss.store import batches as keeping
from pitboss.store.schema import METADATA, MIGRATIONS, VERSION, upgrade

__all__ = ["postgres"]


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each sort."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'pitboss.db'}"
    server: Server = request.getfixturevalue("postgres")
    return server.database()


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    made = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    yield made
    made.dispose()


def made_by(engine: Engine, version: int) -> None:
    """A database as an older pitboss left it, with an event and a batch in it."""
    plan = rig.plan()
    batch = rig.batch(plan, 0, 5)
    for _ in range(version):
        with engine.begin() as connection:
            upgrade(connection, "it", to=version)
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO events (id, plan, created, version, state, note) "
                "VALUES (:id, :plan, :created, '0.0.1', 'running', '{}')"
            ),
            {"id": plan.id, "plan": msgspec.json.encode(plan).decode(), "created": rig.CREATED},
        )
        connection.execute(
            text(
                "INSERT INTO pages (event, first, count, seconds, thinking, faults, rows, actions) "
                "VALUES (:event, 0, 5, :seconds, :thinking, :faults, :rows, :actions)"
            ),
            {
                "event": plan.id,
                "seconds": batch.seconds,
                "thinking": keeping.pack_thinking(batch.thinking),
                "faults": keeping.pack_faults(batch.faults),
                "rows": keeping.pack_rows(batch.rows, 2),
                "actions": batch.actions,
            },
        )


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_every_version_becomes_the_newest_and_keeps_its_batches(
    url: str, engine: Engine, version: int
) -> None:
    made_by(engine, version)

    with Journal.open(url) as journal:
        plan = rig.plan()
        [event] = journal.events()
        assert (event.plan, event.label, event.version) == (plan, "", "0.0.1")
        assert list(journal.batches(plan.id)) == [rig.batch(plan, 0, 5)]
        assert journal.write([rig.batch(plan, 3, 5)]) == 3
        journal.finish(plan.id, "finished", finished=rig.CREATED)
        assert journal.event("last").finished == rig.CREATED


def test_migrations_arrive_at_the_tables_that_the_code_uses(url: str, engine: Engine) -> None:
    Journal.open(url).close()

    found = inspect(engine)

    assert sorted(found.get_table_names()) == sorted(METADATA.tables)
    for name, table in METADATA.tables.items():
        columns = {column["name"]: column for column in found.get_columns(name)}
        assert list(columns) == [column.name for column in table.columns]
        for column in table.columns:
            there = columns[column.name]
            assert there["type"].python_type is column.type.python_type
            assert there["nullable"] == column.nullable
        key = found.get_pk_constraint(name)["constrained_columns"]
        assert key == [column.name for column in table.primary_key]
        indexes = [(index["name"], index["column_names"]) for index in found.get_indexes(name)]
        assert indexes == [(i.name, [c.name for c in i.columns]) for i in table.indexes]


def test_opening_again_changes_nothing(url: str, engine: Engine) -> None:
    for _ in range(2):
        Journal.open(url).close()

    with engine.connect() as connection:
        assert connection.execute(text("SELECT version FROM schema")).all() == [(VERSION,)]


def test_a_migration_that_fails_leaves_the_version_before_it(
    url: str, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_by(engine, 1)

    def broken(connection: object) -> None:
        MIGRATIONS[1](connection)  # type: ignore[arg-type]
        raise RuntimeError("power cut")

    monkeypatch.setattr("pitboss.store.schema.MIGRATIONS", [MIGRATIONS[0], broken])
    with pytest.raises(RuntimeError, match="power cut"):
        Journal.open(url)
    columns = [column["name"] for column in inspect(engine).get_columns("events")]
    monkeypatch.undo()

    assert "label" not in columns
    with Journal.open(url) as journal:
        assert journal.event("last").label == ""


def test_a_newer_schema_is_refused(url: str, engine: Engine) -> None:
    Journal.open(url).close()
    with engine.begin() as connection:
        connection.execute(text("UPDATE schema SET version = 99"))

    with pytest.raises(StoreError, match=r"newer pitboss \(schema 99") as refused:
        Journal.open(url)

    assert refused.value.reason == "newer"


def test_a_plan_of_a_newer_pitboss_spoils_no_list(url: str, engine: Engine) -> None:
    with Journal.open(url) as journal:
        rig.begun(journal, rig.plan("1"))
        broken = rig.begun(journal, rig.plan("2"))
        with engine.begin() as connection:
            change = text("UPDATE events SET plan = '{\"weather\": 1}' WHERE id = :id")
            connection.execute(change, {"id": broken})

        assert len(journal.events()) == 2
        with pytest.raises(StoreError, match="Update pitboss"):
            journal.results(broken)


def test_an_older_schema_is_not_changed_by_looking(url: str, engine: Engine) -> None:
    made_by(engine, 1)

    with pytest.raises(StoreError, match="has schema 1") as refused:
        Journal.open(url, read_only=True)

    assert refused.value.reason == "older"
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version FROM schema")).scalar() == 1


def test_an_empty_database_has_no_journal_to_look_at(url: str, engine: Engine) -> None:
    engine.connect().close()
    if engine.dialect.name == "sqlite":
        Path(engine.url.database or "").touch()

    with pytest.raises(StoreError, match="holds no journal yet"):
        Journal.open(url, read_only=True)


@pytest.mark.parametrize("table", ["bookmarks (id INTEGER)", "schema (name TEXT)"])
def test_somebody_elses_database_is_left_alone(url: str, engine: Engine, table: str) -> None:
    with engine.begin() as connection:
        connection.execute(text(f"CREATE TABLE {table}"))

    with pytest.raises(StoreError, match="holds something else") as refused:
        Journal.open(url)

    assert refused.value.reason == "foreign"
    assert inspect(engine).get_table_names() == [table.split()[0]]


def test_a_new_file_is_as_durable_as_promised(tmp_path: Path) -> None:
    file = tmp_path / "pitboss.db"
    with Journal.open(str(file)) as journal:
        rig.begun(journal, rig.plan())
        settings = journal._database.read(
            lambda connection: [
                connection.exec_driver_sql(f"PRAGMA {name}").scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        )

    assert settings == ["wal", 2, 1]
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
