"""Live games are rows of the journal: complete once they have ended, and silent until then."""

import contextlib
import stat
from collections.abc import Iterator
from pathlib import Path

import live_rig as rig
import msgspec
import pytest
from postgres import Server, postgres
from small_disk import small_disk

from pitboss import __version__
from pitboss.games.game import Result
from pitboss.games.record import Record
from pitboss.games.registry import kind_named
from pitboss.games.seeds import commitment
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.policy import Cost, Incident
from pitboss.store import GameLog, Journal, LiveJournal, NotPlayed, PlayerNote, StoreError
from pitboss.store.live_games import GameRow, LiveFault, is_live

__all__ = ["postgres"]


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each sort."""
    if request.param == "sqlite":
        return str(tmp_path / "pitboss.db")
    server: Server = request.getfixturevalue("postgres")
    return server.database()


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Where move logs are that have no file to lie beside."""
    return tmp_path / "state"


@pytest.fixture
def journal(url: str, state: Path) -> Iterator[LiveJournal]:
    with LiveJournal.open(url, state=state, secret="organiser") as opened:
        yield opened


def fill(ballast: Path) -> None:
    """Leave no room on a small disk."""
    with contextlib.suppress(OSError), ballast.open("wb", 0) as file:
        while True:
            file.write(bytes(512))


def play_on(log: GameLog) -> None:
    """More moves than fit into what is left of a file's last block."""
    for _ in range(10_000):
        log.moved((1,), (), seat=0)


def logs(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.moves"))


def test_a_finished_game_is_kept_with_all_that_was_played(journal: LiveJournal) -> None:
    played = rig.Played(journal)
    played.finish()

    row = journal.find(played.id)

    assert (row.state, row.table, row.policy, row.version) == (
        "finished", "hall 1", "native", __version__,
    )  # fmt: skip
    assert (row.created, row.finished) == (
        "2026-01-31T12:00:00.000000+00:00",
        "2026-01-31T12:05:00.000000+00:00",
    )
    assert row.players == rig.PLAYERS
    assert (row.seed, row.commitment) == (str(rig.SEED), commitment(rig.SEED))
    assert row.record() == played.record
    assert row.moves == len(played.record.actions)
    result = row.record().replay().result()
    assert (row.places, row.scores, row.reason) == (result.places, result.scores, result.reason)


def test_a_running_game_shows_neither_seed_nor_moves(journal: LiveJournal) -> None:
    played = rig.Played(journal)
    played.moves(5)

    row = journal.find(played.id)

    assert (row.state, row.seed, row.actions, row.moves, row.faults) == ("running", None, [], 0, ())
    assert row.commitment == commitment(rig.SEED)
    with pytest.raises(NotPlayed, match="still being played at table hall 1") as refused:
        row.record()
    assert refused.value.reason == "running"


def test_the_seed_of_a_running_game_is_in_no_file(tmp_path: Path) -> None:
    with LiveJournal.open(str(tmp_path / "pitboss.db"), secret="organiser") as journal:
        played = rig.Played(journal)
        played.moves(5)
        journal.flush()

        content = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())

    assert commitment(rig.SEED).encode() in content
    for spelled in (str(rig.SEED).encode(), f"{rig.SEED:024x}".encode(), rig.SEED.to_bytes(12)):
        assert spelled not in content


def test_an_interrupted_game_says_why_and_how_far_it_got(journal: LiveJournal) -> None:
    played = rig.Played(journal)
    played.moves(3)
    played.log.interrupted("the server was stopped", now=rig.LATER)
    played.log.interrupted("once more", now=rig.LATER)

    row = journal.find(played.id)

    assert (row.ending, row.reason) == ("interrupted at move 3", "the server was stopped")
    assert row.record() == played.record
    assert (row.places, row.scores) == ((), ())


def test_faults_are_kept_once_each(journal: LiveJournal) -> None:
    played = rig.Played(journal)
    incidents = [Incident(1, 0, Fault(FaultKind.MALFORMED, "no JSON", said="\0hm"), Cost.REFUSE)]
    played.log.moved((), incidents)
    played.log.moved((), incidents)
    played.move()
    incidents.append(Incident(2, 1, Fault(FaultKind.TIMEOUT, "no answer in time"), Cost.FORFEIT))
    played.log.finished(Result((1, 2), (3, 0), "forfeit"), incidents, now=rig.LATER)

    row = journal.find(played.id)

    assert row.faults == (
        LiveFault(
            seat=0,
            turn=1,
            kind="malformed",
            cost="refuse",
            message="no JSON",
            said="\N{REPLACEMENT CHARACTER}hm",
        ),
        LiveFault(seat=1, turn=2, kind="timeout", cost="forfeit", message="no answer in time"),
    )


def test_a_player_who_errs_without_end_fills_no_disk(journal: LiveJournal) -> None:
    played = rig.Played(journal)
    incidents: list[Incident] = []
    for number in range(1_200):
        incidents.append(Incident(number, 0, Fault(FaultKind.ILLEGAL, "no"), Cost.REFUSE))
        played.log.moved((), incidents)
    played.log.interrupted("enough", incidents, now=rig.LATER)

    assert len(journal.find(played.id).faults) == 1_000


def test_a_log_is_gone_once_the_database_has_the_game(journal: LiveJournal, tmp_path: Path) -> None:
    played = rig.Played(journal)
    played.move()
    running = logs(tmp_path)
    played.finish()
    assert journal.flush()

    assert [path.stem for path in running] == [played.id]
    assert logs(tmp_path) == []


def test_games_are_listed_by_state_the_newest_first(journal: LiveJournal) -> None:
    finished, interrupted, running = (rig.Played(journal, seed=seed) for seed in (1, 2, 3))
    finished.finish()
    interrupted.log.interrupted("why not", now=rig.LATER)

    assert {row.id for row in journal.games()} == {finished.id, interrupted.id, running.id}
    assert [row.id for row in journal.games("finished")] == [finished.id]
    assert [row.id for row in journal.games("interrupted")] == [interrupted.id]
    assert [row.id for row in journal.games("running")] == [running.id]
    assert len(journal.games(most=2)) == 2


def test_a_game_is_found_by_the_beginning_of_its_id(journal: LiveJournal) -> None:
    played = rig.Played(journal)

    assert is_live(played.id)
    assert journal.find(played.id[:9]).id == played.id
    assert journal.find(played.id.upper()).id == played.id
    assert journal.find("live-last").id == played.id
    for text in ("live-", "live-%", "live-0", "", "k7f3q2ab-12-1", "live-a b"):
        with pytest.raises(NotPlayed, match="has no live game"):
            journal.find(text)


def test_a_beginning_that_fits_several_games_is_told(journal: LiveJournal) -> None:
    [row] = [journal.find(rig.Played(journal).id)]
    journal._live.keep([msgspec.structs.replace(row, id=f"live-zzzz{end}") for end in "ab"])

    with pytest.raises(NotPlayed, match="could be live-zzzzb or live-zzzza") as refused:
        journal.find("live-zz")
    assert refused.value.reason == "ambiguous_game"
    assert journal.find("live-zzzza").id == "live-zzzza"


def test_what_has_ended_stays_as_it_is(journal: LiveJournal) -> None:
    played = rig.Played(journal)
    played.finish()
    row = journal.find(played.id)

    journal._live.keep([msgspec.structs.replace(row, state="interrupted", moves=1)])

    assert journal.find(played.id) == row


def test_a_log_that_has_ended_takes_no_more(journal: LiveJournal) -> None:
    played = rig.Played(journal)
    played.finish()

    with pytest.raises(ValueError, match="has ended already"):
        played.log.moved((1,))
    with pytest.raises(ValueError, match="has ended already"):
        played.log.finished(played.game.result(), (), now=rig.LATER)


def test_the_journal_of_events_reads_live_games(url: str, journal: LiveJournal) -> None:
    played = rig.Played(journal)
    played.finish()
    running = rig.Played(journal, seed=7)
    journal.flush()

    with Journal.open(url, read_only=True) as reading:
        assert reading.live.find(played.id).record() == played.record
        assert [row.id for row in reading.live.games("running")] == [running.id]
        assert reading.live.count() == 2


def test_names_that_no_database_takes_are_kept_as_far_as_possible(journal: LiveJournal) -> None:
    kind = kind_named("uno")
    record = Record.begin(kind, kind.rules(""), 2, 5)
    players = [PlayerNote(name="a\0b"), PlayerNote(name="\ud800")]

    log = journal.begin(record, table="\0", players=players, policy="native", now=rig.NOON)
    log.interrupted("\ud800", now=rig.LATER)

    row = journal.find(log.id)
    assert row.names == ["a\N{REPLACEMENT CHARACTER}b", "?"]
    assert (row.table, row.reason) == ("\N{REPLACEMENT CHARACTER}", "?")


def test_new_files_are_their_owners_alone(tmp_path: Path) -> None:
    with LiveJournal.open(str(tmp_path / "pitboss.db")) as journal:
        rig.Played(journal).move()
        journal.flush()

        modes = {
            path.name.partition(".db")[2] or path.suffix or path.name: stat.S_IMODE(
                path.stat().st_mode
            )
            for path in tmp_path.rglob("*")
        }

    assert modes == {
        ".db": 0o600, "-wal": 0o600, "-shm": 0o600, "-live": 0o700, ".moves": 0o600, "key": 0o600,
    }  # fmt: skip


def test_a_file_that_is_there_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "pitboss.db"
    file.touch()
    file.chmod(0o640)

    LiveJournal.open(str(file)).close()

    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_postgres_needs_a_folder_for_moves(postgres: Server) -> None:
    with pytest.raises(StoreError, match="need a folder for their moves") as refused:
        LiveJournal.open(postgres.database())

    assert refused.value.reason == "state"


def test_rows_wait_for_a_database_that_comes_back(postgres: Server, state: Path) -> None:
    told: list[StoreError] = []
    with LiveJournal.open(postgres.database(), state=state, failed=told.append) as journal:
        postgres.stop()
        try:
            played = rig.Played(journal)
            played.finish()
            assert not journal.flush(0.5)
        finally:
            postgres.start()

        assert journal.flush()
        assert journal.find(played.id).record() == played.record
    assert {error.reason for error in told} == {"unreachable"}
    assert logs(state) == []


def test_what_a_database_does_not_take_before_the_end_is_taken_in_later(
    postgres: Server, state: Path
) -> None:
    url = postgres.database()
    with LiveJournal.open(url, state=state) as journal:
        postgres.stop()
        try:
            played = rig.Played(journal)
            played.finish()
            journal.close()
        finally:
            postgres.start()

    with LiveJournal.open(url, state=state) as journal:
        row: GameRow = journal.find(played.id)

    assert (row.state, row.record()) == ("finished", played.record)
    assert logs(state) == []


def test_a_full_disk_is_told_and_costs_no_move_that_was_kept() -> None:
    told: list[StoreError] = []
    with small_disk(2) as disk:
        url, ballast = str(disk / "pitboss.db"), disk / "ballast"
        with LiveJournal.open(url, failed=told.append) as journal:
            played = rig.Played(journal)
            played.moves(5)
            assert journal.flush()
            fill(ballast)
            with pytest.raises(StoreError, match="A move can't be written") as refused:
                play_on(played.log)
            played.log.interrupted("the disk is full", now=rig.LATER)
            assert not journal.flush(0.5)
            ballast.unlink()

            row = journal.find(played.id)

    assert refused.value.reason == "full"
    assert {error.reason for error in told} <= {"full", "disk"}
    assert (row.state, row.reason) == ("interrupted", "the disk is full")
    assert row.actions[:5] == played.record.actions
