"""Lists of games: some at a time, the newest first, by player, table and state, without moves."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import live_rig as rig
import pytest
import store_rig
from postgres import Server, postgres

from pitboss.games.record import Record
from pitboss.games.registry import kind_named
from pitboss.store import LiveJournal, NotPlayed, PlayerNote

__all__ = ["postgres"]

HOSTILE = "a\"b%_\\' <b>\u202e"


@pytest.fixture(params=["sqlite", "postgres"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LiveJournal]:
    url = str(tmp_path / "pitboss.db")
    if request.param == "postgres":
        server: Server = request.getfixturevalue("postgres")
        url = server.database()
    with LiveJournal.open(url, state=tmp_path / "state") as opened:
        yield opened


def begin(journal: LiveJournal, minute: int, *names: str, table: str = "hall") -> str:
    """A game that is being played; several may begin in the same minute."""
    kind = kind_named("uno")
    record = Record.begin(kind, kind.rules(), len(names), 7, list(names))
    log = journal.begin(
        record,
        table=table,
        players=[PlayerNote(name=name) for name in names],
        policy="native",
        now=rig.NOON + timedelta(minutes=minute),
    )
    return log.id


def test_pages_go_through_all_games_once_the_newest_first(journal: LiveJournal) -> None:
    ids = [begin(journal, number // 3, "ada", "bob") for number in range(10)]

    found: list[str] = []
    after = ""
    while page := journal.listed(most=4, after=after):
        found += [row.id for row in page]
        after = found[-1]

    assert sorted(found) == sorted(ids)
    assert found == [row.id for row in journal.games()]


def test_games_are_listed_by_player_and_table(journal: LiveJournal) -> None:
    first = begin(journal, 1, "Ada", "bob", table="one")
    second = begin(journal, 2, "ada", "Bobby", table="two")
    third = begin(journal, 3, HOSTILE, "ada", table="one")

    def ids(player: str = "", table: str = "") -> list[str]:
        # One at a time finds the same as all at once.
        newest = journal.listed(player=player, table=table, most=1)
        rows = journal.listed(player=player, table=table, most=50)
        assert rows[:1] == newest
        return [row.id for row in rows]

    assert ids(player="ada") == [third, second]
    assert ids(player="Ada") == [first]
    assert ids(player=HOSTILE) == [third]
    assert ids(player="%") == []
    assert ids(table="one") == [third, first]
    assert ids(table="one", player="ada") == [third]


def test_a_listed_game_has_no_moves_but_all_else(journal: LiveJournal) -> None:
    played = rig.Played(journal)
    played.finish()

    (row,) = journal.listed(state="finished", most=5)

    assert row.packed is None
    assert row.moves == len(played.record.actions)
    assert row.places == journal.find(played.id).places
    assert journal.listed(state="interrupted", most=5) == []


def test_a_list_that_goes_on_after_no_game_is_refused(journal: LiveJournal) -> None:
    with pytest.raises(NotPlayed):
        journal.listed(after="live-nothing", most=5)


def test_a_servers_journal_knows_the_events_and_their_last_games(journal: LiveJournal) -> None:
    plan = store_rig.plan()
    events = journal.events
    events.begin(plan, label="friday", created=store_rig.CREATED, note={})
    events.write([store_rig.batch(plan, 0, 3), store_rig.batch(plan, 7, 2)])

    blocks = [sorted(set(rows["block"])) for rows in events.games_before(plan.id, 8)]

    assert blocks == [[7, 8], [0, 1, 2]]
    assert list(events.games_before(plan.id, 0)) == []
