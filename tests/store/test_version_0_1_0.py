"""What version 0.1.0 wrote is read: its journal is migrated, its live games are taken in."""

import hashlib
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.events.batch import digest
from pitboss.games.seeds import commitment
from pitboss.store import Journal, LiveJournal, StoreError

DATA = Path(__file__).parents[1] / "data" / "version-0.1.0"
FINISHED = "1ee0c6b858eb8aac"
KILLED = "62e6a31a9097c12f"
# As 0.1.0's own `standings --json` and `export` gave them.
DIGEST = "ba5524082117688a9f71a1c67e2d75a4ceec30d5282f24d5c3e78314febcd2c6"
EXPORT = "2bab37bf22e5f16f8f74ab93572e380dddbc195b308d65517e9ccb4aa738facd"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as `pitboss serve --data` left it, with a journal of events in it."""
    shutil.copytree(DATA, tmp_path / "games")
    return tmp_path / "games"


def test_its_journal_has_the_same_games(folder: Path) -> None:
    with Journal.open(str(folder / "pitboss.db")) as journal:
        [event] = journal.events()

        assert (event.label, event.state, event.version) == ("warm-up", "finished", "0.1.0")
        assert (event.blocks, event.seed) == (4, "friday")
        assert digest(journal.batches(event.id)) == DIGEST
        assert journal.live.count() == 0


def test_commands_that_only_look_bring_it_up_to_date(folder: Path) -> None:
    file = str(folder / "pitboss.db")
    with pytest.raises(StoreError, match="has schema 2"):
        Journal.open(file, read_only=True)

    told = CliRunner().invoke(app, ["export", "warm-up", "--db", file])

    assert told.exit_code == 0, told.output
    assert hashlib.sha256(told.stdout_bytes).hexdigest() == EXPORT


def test_its_live_games_are_taken_in_once(folder: Path) -> None:
    url, old = str(folder / "pitboss.db"), folder / "live"
    with LiveJournal.open(url, old=old) as journal:
        assert {row.id for row in journal.taken_in} == {f"live-{FINISHED}", f"live-{KILLED}"}
        finished, killed = journal.find(FINISHED), journal.find(f"live-{KILLED}")
    with LiveJournal.open(url, old=old) as journal:
        assert journal.taken_in == []
        assert len(journal.games()) == 2

    assert (finished.state, finished.names, finished.version) == (
        "finished", ["Player 1", "Player 2"], "0.1.0",
    )  # fmt: skip
    game = finished.record().replay()
    assert game.actor() < 0
    assert game.result().places == finished.places
    assert finished.commitment == commitment(5)
    assert killed.ending == "interrupted at move 1"
    assert killed.record().replay().actor() >= 0
    assert len(list(old.iterdir())) == 2


def test_files_that_are_no_games_are_left_and_told(folder: Path) -> None:
    (folder / "live" / "noise.jsonl").write_bytes(b"\xff{")

    with LiveJournal.open(str(folder / "pitboss.db"), old=folder / "live") as journal:
        assert [path.name for path in journal.unreadable] == ["noise.jsonl"]
        assert len(journal.games()) == 2
