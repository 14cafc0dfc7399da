"""Whatever stands in a column, reading it gives a `StoreError` or an answer, never a traceback."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import store_rig as rig

from pitboss.events.batch import digest, unpack_actions
from pitboss.report.growing_event import GrowingEvent
from pitboss.statistics.standings import standings
from pitboss.store import GameRow, Journal, PlayerNote, StoreError
from pitboss.store.live_games import pack_moves
from pitboss.store.schema import EVENTS, GAMES, PAGES

EVENT = rig.plan().id
DAMAGE = {
    "noise": "x'00ff00ff'",
    "text": "'nonsense'",
    "number": "-7",
    "half": "substr({column}, 1, length({column}) / 2)",
}
# Anything may stand there: it is shown, or not even read.
FREE = {"label", "version", "seconds", "table_name", "reason", "policy", "rules", "commitment"}
COLUMNS = [
    *(("events", column.name) for column in EVENTS.c if column.name != "id"),
    *(("pages", column.name) for column in PAGES.c if column.name != "event"),
    *(("games", column.name) for column in GAMES.c if column.name != "id"),
]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of one event and one live game."""
    path = tmp_path_factory.mktemp("whole") / "pitboss.db"
    with Journal.open(str(path)) as journal:
        rig.begun(journal, rig.plan())
        journal.write([rig.batch(rig.plan(), 0, 3), rig.batch(rig.plan(), 3, 3)])
        journal.live._database.write(lambda connection: connection.execute(GAMES.insert(), game()))
    return path


def game() -> dict[str, Any]:
    from pitboss.store.live_games import _values

    return _values(
        GameRow(
            id="live-1",
            table="friday",
            game="uno",
            rules="jedna",
            seats=2,
            players=(PlayerNote(name="ann"), PlayerNote(name="bob")),
            created="2026-01-01T00:00:00.000000+00:00",
            finished="2026-01-01T00:01:00.000000+00:00",
            state="finished",
            version="1",
            commitment="",
            seed="7",
            moves=2,
            places=(1, 2),
            scores=(5, 0),
            packed=pack_moves([1, 2]),
        )
    )


def everything(journal: Journal) -> Iterator[Callable[[], Any]]:
    """Every way to read it."""
    yield lambda: [event.plan for event in journal.events()]
    yield lambda: journal.event("last").plan
    yield lambda: journal.missing(EVENT, range(9))
    yield lambda: standings(journal.results(EVENT))
    yield lambda: list(journal.pages(EVENT))
    yield lambda: digest(journal.batches(EVENT))
    yield lambda: [unpack_actions(batch.actions) for batch in journal.batches(EVENT)]
    yield lambda: journal.record(EVENT, 4, 1)
    yield lambda: list(journal.games_before(EVENT, 9))
    yield lambda: list(journal.faults(EVENT))
    yield lambda: journal.thinking(EVENT)
    yield lambda: GrowingEvent(rig.plan()).read(journal)
    yield lambda: [(row.names, row.actions, row.record()) for row in journal.live.games()]


@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_a_damaged_column_gives_the_documented_error(
    whole: Path, tmp_path: Path, table: str, column: str
) -> None:
    reasons: set[str] = set()
    for kind, value in DAMAGE.items():
        path = tmp_path / f"{kind}.db"
        path.write_bytes(whole.read_bytes())
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            # Only the first page: two can't begin with the same block.
            which = "WHERE first = 0" if table == "pages" else ""
            connection.execute(
                f"UPDATE {table} SET {column} = {value.format(column=column)} {which}"
            )
        with Journal.open(str(path), read_only=True) as journal:
            for read in everything(journal):
                try:
                    read()
                except StoreError as error:
                    reasons.add(error.reason)

    assert reasons <= {"damaged", "edited", "newer", "unknown_event", "not_played", "running"}
    assert reasons or column in FREE


def test_an_edited_plan_is_noticed(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "edited.db"
    path.write_bytes(whole.read_bytes())
    plan = msgspec.structs.replace(rig.plan(), seed="another")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE events SET plan = ?", [msgspec.json.encode(plan).decode()])

    with (
        Journal.open(str(path)) as journal,
        pytest.raises(StoreError, match="was changed after the event had begun") as caught,
    ):
        journal.results(EVENT)
    assert caught.value.reason == "edited"
