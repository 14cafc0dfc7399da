"""Servers that are killed, and several on one journal: no move is lost, and no game taken away."""

import sqlite3
from contextlib import closing
from pathlib import Path

import live_rig as rig
import pytest
from postgres import Server, postgres

from pitboss.games.seeds import commitment
from pitboss.store import Journal, LiveJournal, NotPlayed
from pitboss.store.live_games import GameRow

__all__ = ["postgres"]

SECRET = "organiser"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty database of each sort."""
    monkeypatch.setenv("PITBOSS_TEST_STATE", str(tmp_path / "state"))
    if request.param == "sqlite":
        return str(tmp_path / "pitboss.db")
    server: Server = request.getfixturevalue("postgres")
    return server.database()


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Where move logs are that have no file to lie beside."""
    return tmp_path / "state"


def killed(url: str, *, moves: int, secret: str = SECRET) -> str:
    """A game whose server is killed after so many moves."""
    with rig.child("play", url, secret) as process:
        name = rig.begun(process, moves)
        process.kill()
    return name


def whole(url: str, state: Path, moves: int) -> list[int]:
    """What a game of the rig's begins with."""
    with LiveJournal.open(url, state=state) as journal:
        played = rig.Played(journal)
        played.moves(moves)
        played.log.interrupted("enough", now=rig.LATER)
    return played.record.actions


def test_every_move_of_a_killed_server_is_taken_in(url: str, state: Path) -> None:
    name = killed(url, moves=7)

    with LiveJournal.open(url, state=state, secret=SECRET) as journal:
        row = journal.find(name)
        assert [taken.id for taken in journal.taken_in] == [name]

    assert (row.ending, row.reason) == ("interrupted at move 7", "the server was killed")
    assert (row.seed, row.commitment) == (str(rig.SEED), commitment(rig.SEED))
    assert row.record().actions == whole(url, state, 7)
    assert row.finished >= row.created
    assert list(state.parent.rglob("*.moves")) == []


@pytest.mark.parametrize(("sealed", "opened"), [(SECRET, "other"), (SECRET, ""), ("", SECRET)])
def test_without_the_token_the_moves_are_kept_and_the_deal_stays_unknown(
    url: str, state: Path, sealed: str, opened: str
) -> None:
    name = killed(url, moves=4, secret=sealed)

    with LiveJournal.open(url, state=state, secret=opened) as journal:
        row = journal.find(name)

    assert (row.state, row.seed, row.moves) == ("interrupted", None, 4)
    assert row.commitment == commitment(rig.SEED)
    assert row.actions == whole(url, state, 4)
    assert len(row.actors) == 4
    assert set(row.actors) <= {0, 1}
    with pytest.raises(NotPlayed, match=r"The deal of .* is not known") as refused:
        row.record()
    assert refused.value.reason == "sealed"


def test_a_second_server_leaves_the_firsts_games_alone(url: str, state: Path) -> None:
    with rig.child("play", url, SECRET) as first:
        theirs = rig.begun(first, 3)

        with LiveJournal.open(url, state=state, secret=SECRET) as journal:
            ours = rig.Played(journal)
            ours.finish()
            assert journal.taken_in == []
            assert journal.find(theirs).state == "running"
            assert journal.find(ours.id).state == "finished"
        first.kill()

    with LiveJournal.open(url, state=state, secret=SECRET) as journal:
        assert journal.find(theirs).ending == "interrupted at move 3"


def test_two_servers_write_side_by_side(url: str, state: Path) -> None:
    children = [rig.child("pour", url, 25) for _ in range(2)]
    told: set[str] = set()
    for process in children:
        with process:
            assert process.stdout is not None
            told |= {line.strip() for line in process.stdout}
        assert process.returncode == 0

    with LiveJournal.open(url, state=state) as journal:
        rows = journal.games("finished")
        assert journal.taken_in == []

    assert {row.id for row in rows} == told
    assert len(rows) == 50
    assert all(row.record().replay().result().places == row.places for row in rows)


def test_a_look_at_the_journal_knows_that_the_server_was_killed(tmp_path: Path) -> None:
    url = str(tmp_path / "pitboss.db")
    name = killed(url, moves=2)

    with Journal.open(url, read_only=True) as journal:
        row = journal.live.find(name)
        listed = journal.live.games("interrupted")

    assert row.ending == "interrupted at move 2"
    assert row.seed is None
    assert [one.id for one in listed] == [name]


def test_a_line_that_was_cut_short_costs_only_itself(tmp_path: Path) -> None:
    url = str(tmp_path / "pitboss.db")
    name = killed(url, moves=3)
    [log] = tmp_path.rglob("*.moves")
    log.write_bytes(log.read_bytes()[:-2])

    with LiveJournal.open(url, secret=SECRET) as journal:
        assert journal.find(name).ending == "interrupted at move 2"


def test_a_seal_that_was_tampered_with_does_not_open(tmp_path: Path) -> None:
    url = str(tmp_path / "pitboss.db")
    name = killed(url, moves=1)
    [log] = tmp_path.rglob("*.moves")
    head, sealed, rest = log.read_bytes().partition(b'"sealed":"')
    first = b"0" if rest[40:41] != b"0" else b"1"
    log.write_bytes(head + sealed + rest[:40] + first + rest[41:])

    with LiveJournal.open(url, secret=SECRET) as journal:
        assert journal.find(name).seed is None


def test_a_log_that_is_none_is_left_where_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "pitboss.db-live"
    folder.mkdir()
    for name, content in {"empty": b"", "noise": b"\xff\0{", "other": b'{"row":{}}\n'}.items():
        (folder / f"{name}.moves").write_bytes(content)

    with LiveJournal.open(str(tmp_path / "pitboss.db")) as journal:
        assert [path.stem for path in journal.unreadable] == ["empty", "noise", "other"]
        assert journal.games() == []
    assert len(list(folder.glob("*.moves"))) == 3


def test_a_running_game_whose_log_is_gone_is_given_up(tmp_path: Path) -> None:
    url = str(tmp_path / "pitboss.db")
    name = killed(url, moves=3)
    [log] = tmp_path.rglob("*.moves")
    log.unlink()

    with LiveJournal.open(url, secret=SECRET) as journal:
        row = journal.find(name)

    assert (row.ending, row.reason) == ("interrupted at the deal", "its log was lost")


def test_a_database_is_sound_after_servers_were_killed(tmp_path: Path) -> None:
    file = tmp_path / "pitboss.db"
    crowd = [killed(str(file), moves=moves) for moves in (0, 1, 2)]

    with LiveJournal.open(str(file), secret=SECRET) as journal:
        rows: list[GameRow] = [journal.find(name) for name in crowd]

    assert [row.moves for row in rows] == [0, 1, 2]
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
