"""Killed processes, full disks, locks, lost servers: each a clear error, and nothing is lost."""

import contextlib
import os
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import psycopg
import pytest
import store_rig as rig
from postgres import Server, postgres
from small_disk import small_disk

from pitboss.events.batch import Batch, pack_actions
from pitboss.events.plan import Plan
from pitboss.store import Journal, StoreError, database

__all__ = ["postgres"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "pitboss.db"


@contextlib.contextmanager
def refused(reason: str, *words: str) -> Iterator[None]:
    """A `StoreError` of that reason, with these words in its text."""
    with pytest.raises(StoreError) as caught:
        yield
    assert caught.value.reason == reason, str(caught.value)
    for word in words:
        assert word in str(caught.value)


def checked(file: Path) -> None:
    """See that SQLite finds nothing wrong with a file."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def large_page(plan: Plan, first: int) -> Batch:
    """One block of a quarter of a megabyte that can't be compressed."""
    noise = np.random.default_rng(first).integers(0, 2**31, 32_000).tolist()
    batch = rig.batch(plan, first, 1)
    return Batch(
        event=plan.id, first=first, count=1, rows=batch.rows, actions=pack_actions([noise, noise])
    )


@pytest.mark.slow
def test_every_page_that_was_kept_survives_a_killed_process(file: Path) -> None:
    chance = random.Random(5)
    told: set[int] = set()
    for _ in range(4):
        with rig.child("pour", file, 3, 3_000_000) as process:
            assert process.stdout is not None
            # However slow the disk is, there is something to lose.
            told |= {int(process.stdout.readline().split()[0]) for _ in range(3)}
            time.sleep(chance.uniform(0, 0.3))
            process.kill()
            told |= {int(line.split()[0]) for line in process.stdout if line.endswith("\n")}

        checked(file)
        with Journal.open(str(file)) as journal:
            there = {batch.first: batch for batch in journal.batches(rig.plan().id)}
            assert told <= there.keys()
            for first, batch in there.items():
                assert batch == rig.batch(rig.plan(), first, 3)
    assert len(told) > 10


@pytest.mark.slow
@pytest.mark.parametrize("sort", ["sqlite", "postgres"])
def test_processes_that_write_the_same_blocks_at_once_count_each_once(
    file: Path, sort: str, request: pytest.FixtureRequest
) -> None:
    url = str(file)
    if sort == "postgres":
        server: Server = request.getfixturevalue("postgres")
        url = server.database()

    with contextlib.ExitStack() as stack:
        children = [stack.enter_context(rig.child("race", url, size, 120)) for size in (3, 4, 7)]
        # First they make the tables at once, and enter the event.
        for _ in ("open", "write"):
            for child in children:
                assert child.stdout is not None
                assert child.stdout.readline() == "ready\n"
            for child in children:
                assert child.stdin is not None
                child.stdin.write("go\n")
                child.stdin.flush()
        printed = [child.communicate(timeout=300)[0].split() for child in children]

    assert [child.returncode for child in children] == [0] * 3
    assert sum(int(new) for words in printed for new in words[1::2]) == 120
    with Journal.open(url, read_only=True) as journal:
        assert journal.missing(rig.plan().id, range(120)) == []
        assert b"".join(journal.rows(rig.plan().id)) == rig.batch(rig.plan(), 0, 120).rows


@contextlib.contextmanager
def held_back(url: str) -> Iterator[None]:
    """Every write waits until the end of the block."""
    if url.startswith("postgresql:"):
        with psycopg.connect(url) as connection:
            connection.execute("SELECT * FROM events FOR UPDATE")
            yield
    else:
        with rig.child("hold", url) as holder:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "held\n"
            yield
            holder.communicate()


@pytest.mark.parametrize("sort", ["sqlite", "postgres"])
def test_writers_that_all_wait_with_the_same_blocks_count_each_once(
    file: Path, sort: str, request: pytest.FixtureRequest
) -> None:
    url = str(file)
    if sort == "postgres":
        server: Server = request.getfixturevalue("postgres")
        url = server.database()
    plan = rig.plan()
    with Journal.open(url) as one, Journal.open(url) as two, ThreadPoolExecutor(3) as threads:
        rig.begun(one, plan)

        with held_back(url):
            waiting = [
                threads.submit(journal.write, [rig.batch(plan, first, 6)])
                for journal, first in ((one, 0), (two, 3), (two, 0))
            ]
            time.sleep(0.3)
            assert not any(writing.done() for writing in waiting)

        assert sum(writing.result() for writing in waiting) == 9
        assert b"".join(one.rows(plan.id)) == rig.batch(plan, 0, 9).rows


def test_a_locked_file_is_told_and_can_be_written_later(file: Path) -> None:
    plan = rig.plan()
    with Journal.open(str(file), patience=0.2) as journal:
        rig.begun(journal, plan)
        with held_back(str(file)):
            with refused("locked", str(file), "Wait for it"):
                journal.write([rig.batch(plan, 0, 3)])
            # Reading goes on.
            assert journal.missing(plan.id, range(3)) == [range(3)]

        assert journal.write([rig.batch(plan, 0, 3)]) == 3


def fill(journal: Journal, reason: str) -> int:
    """Write until there is no room; how many batches were kept."""
    plan = rig.plan()
    rig.begun(journal, plan)
    kept = 0
    with refused(reason, "half-written"):
        for first in range(0, 200, 2):
            journal.write([large_page(plan, first), large_page(plan, first + 1)])
            kept += 2
    # Neither of the last two is there.
    assert [batch.first for batch in journal.batches(plan.id)] == list(range(kept))
    return kept


def test_a_full_disk_is_told_and_keeps_what_was_there() -> None:
    with small_disk(6) as disk:
        file, ballast = disk / "pitboss.db", disk / "ballast"
        ballast.write_bytes(bytes(2**20))
        with Journal.open(str(file)) as journal:
            kept = fill(journal, "full")
            assert kept > 0
            ballast.unlink()

            assert journal.write([large_page(rig.plan(), kept)]) == 1
        checked(file)


def test_a_file_that_may_not_grow_is_told_and_keeps_what_was_there(file: Path) -> None:
    # Python ignores the signal that goes with it, so that the write fails.
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Journal.open(str(file)) as journal:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2 * 2**20, before[1]))
        try:
            kept = fill(journal, "disk")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

        assert journal.write([large_page(rig.plan(), kept)]) == 1
    checked(file)


def test_a_file_that_is_no_database_is_left_alone(file: Path) -> None:
    file.write_text("Dear diary, " * 100)

    for read_only in (True, False):
        with refused("no_database", str(file), "left alone"):
            Journal.open(str(file), read_only=read_only)

    assert file.read_text() == "Dear diary, " * 100


def test_a_damaged_file_is_told(file: Path) -> None:
    plan = rig.plan()
    with Journal.open(str(file)) as journal:
        rig.begun(journal, plan)
        journal.write([large_page(plan, first) for first in range(4)])
    middle = bytearray(file.read_bytes())
    middle[4096 * 2 :] = bytes(len(middle) - 4096 * 2)
    file.write_bytes(middle)

    with refused("damaged", str(file), ".recover"), Journal.open(str(file)) as journal:
        journal.results(plan.id)


def test_a_damaged_page_is_told(file: Path) -> None:
    plan = rig.plan()
    with Journal.open(str(file)) as journal:
        rig.begun(journal, plan)
        journal.write([rig.batch(plan, 0, 3)])
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("UPDATE pages SET rows = substr(rows, 1, 40)")

        with refused("damaged", "from a copy"):
            journal.results(plan.id)


def test_looking_at_a_journal_that_is_not_there_makes_none(file: Path) -> None:
    with refused("missing", str(file), "Play an event first"):
        Journal.open(str(file), read_only=True)

    assert list(file.parent.iterdir()) == []


def test_a_missing_folder_is_told(file: Path) -> None:
    with refused("missing", "Make it first"):
        Journal.open(str(file / "sub" / "pitboss.db"))
    with refused("no_database", "is a folder"):
        Journal.open(str(file.parent))


def test_what_is_only_read_is_not_written(file: Path) -> None:
    plan = rig.plan()
    with Journal.open(str(file)) as journal:
        rig.begun(journal, plan)

    with Journal.open(str(file), read_only=True) as journal, refused("forbidden"):
        journal.write([rig.batch(plan, 0, 1)])


@contextlib.contextmanager
def nobody() -> Iterator[Path]:
    """A folder, and only the rights of an ordinary user."""
    with tempfile.TemporaryDirectory(prefix="journal") as folder:
        Path(folder).chmod(0o755)
        if os.geteuid() != 0:
            yield Path(folder)
            return
        os.chown(folder, 65534, 65534)
        os.seteuid(65534)
        try:
            yield Path(folder)
        finally:
            os.seteuid(0)


def test_permissions_are_told_and_a_read_only_folder_can_be_looked_at() -> None:
    plan = rig.plan()
    with nobody() as folder:
        file = folder / "pitboss.db"
        with Journal.open(str(file)) as journal:
            rig.begun(journal, plan)
            journal.write([rig.batch(plan, 0, 3)])
        file.chmod(0o444)
        with refused("forbidden", str(file), "permissions"):
            Journal.open(str(file))
        folder.chmod(0o555)
        with refused("forbidden", "permissions"):
            Journal.open(str(folder / "other.db"))

        with Journal.open(str(file), read_only=True) as journal:
            assert journal.missing(plan.id, range(4)) == [range(3, 4)]

        file.chmod(0o644)
        # The write-ahead log can't be made beside it.
        with refused("forbidden", "its folder"):
            Journal.open(str(file))
        file.chmod(0)
        with refused("forbidden", "may not be read"):
            Journal.open(str(file), read_only=True)
        folder.chmod(0o755)


def test_a_journal_that_somebody_writes_can_be_looked_at_without_rights() -> None:
    plan = rig.plan()
    with nobody() as folder:
        file = folder / "pitboss.db"
        with Journal.open(str(file)) as journal:
            rig.begun(journal, plan)
            journal.write([rig.batch(plan, 0, 3)])
            folder.chmod(0o555)

            with Journal.open(str(file), read_only=True) as looking:
                assert looking.missing(plan.id, range(4)) == [range(3, 4)]
            folder.chmod(0o755)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("mysql://localhost/x", "url"),
        ("sqlite://", "url"),
        (":memory:", "url"),
        ("", "url"),
        ("postgresql://u:sesame@host:port/x", "url"),
        ("postgresql://u:sesame@127.0.0.1:1/x", "unreachable"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_without_its_password(url: str, reason: str) -> None:
    with pytest.raises(StoreError) as caught:
        Journal.open(url)

    assert caught.value.reason == reason
    assert "sesame" not in str(caught.value)


def test_a_missing_driver_is_told_with_what_installs_it() -> None:
    script = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from pitboss.store import Journal, StoreError\n"
        "try: Journal.open('postgresql://localhost/x')\n"
        "except StoreError as error: print(error.reason, error)"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert done.stdout.startswith("driver "), done.stderr
    assert "pip install 'pitboss[postgres]'" in done.stdout


def test_a_wrong_password_user_or_database_is_told(postgres: Server) -> None:
    postgres.sql("CREATE ROLE guest LOGIN PASSWORD 'right'")
    guest = postgres.url(user="guest:sesame")

    with refused("password", "does not know this user and password", "guest:***"):
        Journal.open(guest)
    with refused("password"):
        Journal.open(postgres.url(user="stranger"))
    with refused("missing", "createdb"):
        Journal.open(postgres.url("nowhere"))
    # Since version 15 not everybody may make tables.
    postgres.sql("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    with refused("forbidden", "right to make tables"):
        Journal.open(postgres.url(user="guest:right"))


def test_a_locked_event_is_told(postgres: Server) -> None:
    plan = rig.plan()
    url = postgres.database()
    with Journal.open(url, patience=0.2) as journal:
        rig.begun(journal, plan)

        with held_back(url), refused("locked", "Wait for it"):
            journal.write([rig.batch(plan, 0, 3)])

        assert journal.write([rig.batch(plan, 0, 3)]) == 3


def test_what_is_only_read_is_not_written_to_a_server(postgres: Server) -> None:
    plan = rig.plan()
    url = postgres.database()
    with Journal.open(url) as journal:
        rig.begun(journal, plan)

    with Journal.open(url, read_only=True) as journal, refused("forbidden"):
        journal.write([rig.batch(plan, 0, 1)])


def test_a_restarted_server_is_not_noticed(postgres: Server) -> None:
    plan = rig.plan()
    with Journal.open(postgres.database()) as journal:
        rig.begun(journal, plan)
        journal.write([rig.batch(plan, 0, 3)])
        postgres.stop()
        postgres.start()

        assert journal.write([rig.batch(plan, 3, 3)]) == 3
        assert journal.missing(plan.id, range(6)) == []


def test_a_server_that_goes_down_in_the_midst_of_a_write_loses_nothing(postgres: Server) -> None:
    plan = rig.plan()
    url = postgres.database()
    with Journal.open(url) as journal:
        rig.begun(journal, plan)
        journal.write([rig.batch(plan, 0, 3)])
        # The write has begun, and waits.
        with psycopg.connect(url) as other:
            other.execute("LOCK TABLE pages IN SHARE MODE")
            stopping = threading.Timer(1.5, postgres.stop)
            stopping.start()
            with refused("unreachable", "See that the server runs", "half-written"):
                journal.write([rig.batch(plan, 3, 3), rig.batch(plan, 6, 3)])
            stopping.join()
            other.close()
        with refused("unreachable"):
            journal.missing(plan.id, range(9))
        postgres.start()

        assert journal.missing(plan.id, range(9)) == [range(3, 9)]
        assert journal.write([rig.batch(plan, 3, 3), rig.batch(plan, 6, 3)]) == 6


def test_a_server_whose_disk_is_full_is_told(postgres: Server) -> None:
    with small_disk(20) as disk:
        owner = postgres.folder.stat()
        os.chown(disk, owner.st_uid, owner.st_gid)
        postgres.sql(f"CREATE TABLESPACE small LOCATION '{disk}'")
        postgres.sql("CREATE DATABASE cramped TABLESPACE small")
        try:
            with Journal.open(postgres.url("cramped")) as journal:
                assert fill(journal, "full") > 0
        finally:
            postgres.sql("DROP DATABASE cramped WITH (FORCE)")
            postgres.sql("DROP TABLESPACE small")


def test_a_server_that_comes_back_is_waited_for(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = rig.plan()
    told: list[str] = []

    def waits(reason: str, seconds: float) -> None:
        assert seconds == 0.01 * 2 ** len(told)
        told.append(reason)
        if len(told) == 3:
            postgres.start()

    monkeypatch.setattr(database, "PAUSES", (0.01, 0.02, 0.04, 0.08))
    with Journal.open(postgres.database()) as journal:
        rig.begun(journal, plan)
        journal.wait_for_server(waits)
        postgres.stop()

        with refused("unreachable"):
            # A sign of life is not worth waiting for.
            journal.touch(plan.id, datetime.now(UTC))
        assert told == []
        assert journal.write([rig.batch(plan, 0, 3)]) == 3

        assert len(told) == 3
        assert "can't be reached" in told[0]
        assert journal.missing(plan.id, range(3)) == []


def test_a_server_that_stays_away_is_given_up(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[float] = []
    monkeypatch.setattr(database, "PAUSES", (0.01, 0.02))
    with Journal.open(postgres.database()) as journal:
        rig.begun(journal, rig.plan())
        journal.wait_for_server(lambda _, seconds: told.append(seconds))
        postgres.stop()
        try:
            with refused("unreachable", "See that the server runs"):
                journal.write([rig.batch(rig.plan(), 0, 3)])
        finally:
            postgres.start()

    assert told == [0.01, 0.02]
