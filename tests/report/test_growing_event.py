"""An event that grows, read in pieces, is the same as one that is read at once."""

import threading
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from played_event import CREATED, played, three_bots

from pitboss.report.from_journal import event_summary
from pitboss.report.growing_event import GrowingEvent
from pitboss.store import Journal

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)


def test_batches_in_any_order_give_the_same_summary(tmp_path: Path) -> None:
    plan = three_bots()
    batches = played(plan, 12, 2, faults=True)
    growing = GrowingEvent(plan)
    with Journal.open(str(tmp_path / "j.db")) as journal:
        journal.begin(plan, label="", created=CREATED, note={})
        for batch in [*batches[3:], *batches[:3]]:
            journal.write([batch])
            growing.read(journal)
        row = journal.event(plan.id)

        grown = growing.summary(row, commands=(), now=NOON)
        whole = event_summary(journal, row, commands=(), now=NOON)

        assert grown.results.rows.tobytes() == journal.results(plan.id).rows.tobytes()
        assert grown.standings == whole.standings
        assert grown.faults == whole.faults
        assert grown.thinking == whole.thinking == journal.thinking(plan.id)


def test_a_summary_stays_as_it_is_while_more_is_read(tmp_path: Path) -> None:
    plan = three_bots()
    first, second = played(plan, 4, 2, faults=True)
    second = msgspec.structs.replace(second, faults=first.faults, thinking=first.thinking)
    growing = GrowingEvent(plan)
    with Journal.open(str(tmp_path / "j.db")) as journal:
        journal.begin(plan, label="", created=CREATED, note={})
        journal.write([first])
        growing.read(journal)
        early = growing.summary(journal.event(plan.id), commands=(), now=NOON)
        counts, thinking = {**early.faults.counts}, msgspec.json.encode(early.thinking)
        journal.write([second])

        growing.read(journal)

    assert early.games == 4
    assert growing.games == 8
    assert early.faults.counts == counts
    assert msgspec.json.encode(early.thinking) == thinking


def test_reading_goes_on_beside_a_writer(tmp_path: Path) -> None:
    plan = three_bots()
    batches = played(plan, 40, 2)
    db = str(tmp_path / "j.db")
    growing = GrowingEvent(plan)
    with Journal.open(db) as writer, Journal.open(db, read_only=True) as reader:
        writer.begin(plan, label="", created=CREATED, note={})
        writing = threading.Thread(target=lambda: [writer.write([one]) for one in batches])
        writing.start()
        while writing.is_alive():
            growing.read(reader)
        growing.read(reader)

        assert growing.games == 80
