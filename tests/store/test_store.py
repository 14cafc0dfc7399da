"""The journal keeps what was planned and played, each block once, in either database."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
import store_rig as rig
from postgres import Server, postgres

from pitboss import __version__
from pitboss.events.batch import Thinking, unpack_actions
from pitboss.store import Journal, NotPlayed, UnknownEvent

__all__ = ["postgres"]

LATER = "2026-02-01T09:30:00.000000+00:00"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each sort."""
    if request.param == "sqlite":
        return str(tmp_path / "pitboss.db")
    server: Server = request.getfixturevalue("postgres")
    return server.database()


@pytest.fixture
def journal(url: str) -> Iterator[Journal]:
    with Journal.open(url) as opened:
        yield opened


def test_an_event_is_entered_once(journal: Journal) -> None:
    plan = rig.plan()

    first = journal.begin(plan, label="friday", created=rig.CREATED, note={"command": "go on"})
    again = journal.begin(plan, label="other", created=LATER, note={})

    assert (first, again) == (True, False)
    [event] = journal.events()
    assert event.plan == plan
    assert (event.id, event.label, event.created) == (plan.id, "friday", rig.CREATED)
    assert (event.state, event.finished, event.version) == ("running", "", __version__)
    assert (event.note, event.blocks) == ({"command": "go on"}, 0)


def test_an_event_ends_and_goes_on(journal: Journal) -> None:
    event = rig.begun(journal, rig.plan())

    journal.finish(event, "stopped", finished="2026-02-01T10:30:00+01:00")
    stopped = journal.event(event)
    rig.begun(journal, rig.plan())
    resumed = journal.event(event)
    journal.finish(event, "finished", finished=LATER)
    rig.begun(journal, rig.plan())

    assert (stopped.state, stopped.finished) == ("stopped", LATER)
    assert (resumed.state, resumed.finished) == ("running", "")
    assert journal.event(event).state == "finished"


def test_a_moment_must_say_where_it_holds(journal: Journal) -> None:
    with pytest.raises(ValueError, match="offset from UTC"):
        journal.begin(rig.plan(), label="", created="2026-01-31T12:00:00", note={})


def test_events_are_found_by_id_beginning_label_and_last(journal: Journal) -> None:
    old = rig.begun(journal, rig.plan("1"), "warm-up")
    journal.begin(rig.plan("2"), label="final", created=LATER, note={})
    new = rig.plan("2").id

    assert journal.event(old).id == old
    assert journal.event(old[:6]).id == old
    assert journal.event("warm-up").id == old
    assert journal.event("last").id == new
    assert [event.id for event in journal.events()] == [new, old]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("warmup", "Did you mean warm-up\\?$"),
        ("Fryday Nite", "Did you mean 'friday night'\\?$"),
        ("Friday", "Did you mean 'friday night'\\?$"),
        ("lst", "Did you mean last\\?$"),
        ("quarter-final", "It holds 2 events; `last` names the newest.$"),
    ],
)
def test_an_unknown_event_is_told_the_nearest_label(journal: Journal, text: str, says: str) -> None:
    rig.begun(journal, rig.plan("1"), "warm-up")
    rig.begun(journal, rig.plan("2"), "friday night")

    with pytest.raises(UnknownEvent, match=says):
        journal.event(text)


def test_an_unknown_event_is_told_the_nearest_id(journal: Journal) -> None:
    event = rig.begun(journal, rig.plan("1"), "")

    with pytest.raises(UnknownEvent, match="It holds one event;"):
        journal.event("quarter-final")
    with pytest.raises(UnknownEvent, match=rf"Did you mean {event}\?$"):
        journal.event(event[:5] + "-" + event[6:])


def test_names_that_are_none_or_several_are_told(journal: Journal) -> None:
    with pytest.raises(UnknownEvent, match="It holds none yet"):
        journal.event("last")
    rig.begun(journal, rig.plan("1"), "warm-up")
    rig.begun(journal, rig.plan("2"), "twice")
    rig.begun(journal, rig.plan("3"), "twice")

    with pytest.raises(UnknownEvent, match="Did you mean warm-up"):
        journal.event("warmup")
    with pytest.raises(UnknownEvent, match=r"could be \w{8} or \w{8}"):
        journal.event("twice")
    with pytest.raises(UnknownEvent, match="It holds 3 events"):
        journal.event("")
    with pytest.raises(UnknownEvent):
        journal.write([rig.batch(rig.plan("4"), 0, 1)])
    with pytest.raises(UnknownEvent):
        journal.finish("nothing", "stopped")
    with pytest.raises(UnknownEvent):
        journal.missing("nothing", range(3))


def test_batches_come_back_as_they_were(journal: Journal) -> None:
    plan = rig.plan()
    rig.begun(journal, plan)
    batches = [rig.batch(plan, 0, 4), rig.batch(plan, 4, 3), rig.batch(plan, 9, 1)]

    new = journal.write(batches)

    assert new == 8
    assert list(journal.batches(plan.id)) == batches
    assert [journal.batch_of(plan.id, block) for block in (0, 3, 4, 9)] == [
        batches[0],
        batches[0],
        batches[1],
        batches[2],
    ]
    assert [journal.batch_of(plan.id, block) for block in (7, 8, 10)] == [None] * 3
    assert journal.rows(plan.id) == [batch.rows for batch in batches]
    assert journal.event("last").blocks == 8


def test_missing_blocks_are_told(journal: Journal) -> None:
    plan = rig.plan()
    rig.begun(journal, plan)
    journal.write([rig.batch(plan, 2, 3), rig.batch(plan, 5, 1), rig.batch(plan, 8, 2)])

    assert journal.missing(plan.id, range(12)) == [range(2), range(6, 8), range(10, 12)]
    assert journal.missing(plan.id, range(3, 9)) == [range(6, 8)]
    assert journal.missing(plan.id, range(2, 6)) == []
    assert journal.missing(plan.id, range(0)) == []


def test_a_block_that_arrives_twice_is_counted_once(journal: Journal) -> None:
    plan = rig.plan()
    rig.begun(journal, plan)
    batch = rig.batch(plan, 3, 4)

    counts = [journal.write([batch]), journal.write([batch]), journal.write([batch, batch])]

    assert counts == [4, 0, 0]
    assert list(journal.batches(plan.id)) == [batch]


def test_a_batch_that_overlaps_keeps_what_is_new(journal: Journal) -> None:
    plan = rig.plan()
    rig.begun(journal, plan)
    journal.write([rig.batch(plan, 2, 2), rig.batch(plan, 6, 1)])

    new = journal.write([rig.batch(plan, 0, 9)])

    assert new == 6
    kept = list(journal.batches(plan.id))
    assert [(one.first, one.count) for one in kept] == [
        (0, 2),
        (2, 2),
        (4, 2),
        (6, 1),
        (7, 2),
    ]
    whole = rig.batch(plan, 0, 9)
    assert b"".join(batch.rows for batch in kept) == whole.rows
    assert tuple(fault for batch in kept for fault in batch.faults) == whole.faults
    games = [game for batch in kept for game in unpack_actions(batch.actions)]
    assert games == unpack_actions(whole.actions)
    # Of the cut batch the times are not known by block: its first piece has them all.
    assert [batch.thinking[0].answers for batch in kept if batch.thinking] == [9, 2, 1]


def test_batches_in_one_write_may_overlap_each_other(journal: Journal) -> None:
    plan = rig.plan()
    rig.begun(journal, plan)

    new = journal.write([rig.batch(plan, 0, 4), rig.batch(plan, 2, 4), rig.batch(plan, 5, 4)])

    assert new == 9
    assert b"".join(journal.rows(plan.id)) == rig.batch(plan, 0, 9).rows


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"count": 0}, "can't have 0 blocks"),
        ({"first": -1}, "can't have 3 blocks"),
        ({"rows": b"short"}, "not for 2 seats"),
        ({"rows": b""}, "not for 2 seats"),
        ({"first": 4}, "has rows of blocks 3 to 5"),
        ({"count": 4}, "has rows of blocks 3 to 5"),
    ],
)
def test_a_batch_that_is_not_what_it_says_is_refused_with_its_whole_write(
    tmp_path: Path, changes: dict[str, object], told: str
) -> None:
    plan = rig.plan()
    wrong = msgspec.structs.replace(rig.batch(plan, 3, 3), **changes)
    with Journal.open(str(tmp_path / "pitboss.db")) as journal:
        rig.begun(journal, plan)

        with pytest.raises(ValueError, match=told):
            journal.write([rig.batch(plan, 0, 3), wrong])

        assert journal.missing(plan.id, range(6)) == [range(6)]


def test_events_do_not_mix(journal: Journal) -> None:
    one, two = rig.plan("1"), rig.plan("2")
    rig.begun(journal, one)
    rig.begun(journal, two)

    journal.write([rig.batch(two, 0, 2), rig.batch(one, 0, 3)])

    assert journal.missing(one.id, range(4)) == [range(3, 4)]
    assert list(journal.batches(two.id)) == [rig.batch(two, 0, 2)]


def test_results_are_in_order_whatever_the_batches_were(journal: Journal) -> None:
    plan = rig.plan()
    rig.begun(journal, plan)
    assert len(journal.results(plan.id).rows) == 0
    journal.write([rig.batch(plan, 5, 5)])
    journal.write([rig.batch(plan, 0, 5)])

    results = journal.results(plan.id)

    assert results.rows.tobytes() == rig.batch(plan, 0, 10).rows
    assert (results.names, results.unit) == (("red", "blue"), plan.kind().unit)


def test_faults_and_thinking_are_gathered(journal: Journal) -> None:
    plan = rig.plan()
    rig.begun(journal, plan)
    journal.write([rig.batch(plan, 4, 7), rig.batch(plan, 1, 3)])

    assert list(journal.faults(plan.id)) == [rig.fault(5), rig.fault(10)]
    assert journal.thinking(plan.id) == {0: Thinking(answers=10, total=2.5, longest=4)}


def test_a_game_can_be_replayed_from_the_journal(journal: Journal) -> None:
    plan = rig.plan()
    rig.begun(journal, plan)
    # The second is cut by the first, and so are its actions.
    journal.write([rig.real_batch(plan, 10, 3)])
    journal.write([rig.real_batch(plan, 8, 20)])

    for row in journal.results(plan.id).rows:
        record = journal.record(plan.id, int(row["block"]), int(row["rotation"]))
        assert record.replay().result().scores == tuple(row["score"])
        assert record.players == (["blue", "red"] if row["rotation"] else ["red", "blue"])
        assert len(record.actions) == row["actions"]


def test_a_game_that_was_not_played_has_no_record(journal: Journal) -> None:
    plan = rig.plan()
    rig.begun(journal, plan)
    journal.write([rig.batch(plan, 0, 2)])

    with pytest.raises(NotPlayed, match="Block 2 of event"):
        journal.record(plan.id, 2, 0)
    with pytest.raises(NotPlayed, match="has no game 2"):
        journal.record(plan.id, 1, 2)


def test_a_second_look_sees_what_is_being_written(url: str, journal: Journal) -> None:
    plan = rig.plan()
    rig.begun(journal, plan)

    with Journal.open(url, read_only=True) as looking:
        for first in range(0, 9, 3):
            journal.write([rig.batch(plan, first, 3)])
            assert looking.event("last").blocks == first + 3


def test_a_journal_can_have_a_schema_of_its_own_beside_other_tables(postgres: Server) -> None:
    url = postgres.database()
    database = url.partition("@/")[2].partition("?")[0]
    postgres.sql("CREATE TABLE bookmarks (id INTEGER); CREATE SCHEMA arena", database)

    with Journal.open(f"{url}&options=-csearch_path%3Darena") as journal:
        rig.begun(journal, rig.plan())

    assert postgres.sql("SELECT id FROM arena.events", database) == rig.plan().id


def test_an_event_moves_to_another_database(journal: Journal, tmp_path: Path) -> None:
    plan = rig.plan()
    rig.begun(journal, plan, "friday")
    journal.write([rig.batch(plan, 0, 4), rig.batch(plan, 7, 3)])

    with Journal.open(str(tmp_path / "other.db")) as other:
        event = journal.event("friday")
        other.begin(event.plan, label=event.label, created=event.created, note=event.note)
        for batch in journal.batches(event.id):
            other.write([batch])

        assert other.events() == journal.events()
        assert list(other.batches(plan.id)) == list(journal.batches(plan.id))


def test_what_is_missing_is_told_without_reading_blobs(tmp_path: Path) -> None:
    file = str(tmp_path / "pitboss.db")
    with Journal.open(file) as journal:
        rig.begun(journal, rig.plan())
    question = "SELECT first, count FROM pages WHERE event = '' AND first < 9 AND first + count > 3"

    with closing(sqlite3.connect(file)) as connection:
        plan = connection.execute(f"EXPLAIN QUERY PLAN {question} ORDER BY first").fetchall()

    assert [row[3] for row in plan] == [
        "SEARCH pages USING COVERING INDEX pages_blocks (event=? AND first<?)"
    ]
