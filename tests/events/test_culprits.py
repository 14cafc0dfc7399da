"""A bot that ends its worker is found out and taken out; the event goes on, others lose nothing."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from runner_rig import Onlooker, Pool, plan_of, run

from pitboss.events import runner
from pitboss.events.batch import Batch
from pitboss.events.culprits import Detective, Finding
from pitboss.events.plan import Block, Plan
from pitboss.events.workers import WorkersLost
from pitboss.report.growing_event import GrowingEvent
from pitboss.report.page import page
from pitboss.store import Journal

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="bots know their parents' numbers")

ROOT = Path(__file__).parents[2]
SIMPLE = ROOT / "src" / "pitboss" / "examples" / "jedna_simple.py"
KILLER = ROOT / "tests" / "agents" / "killer_bot.py"


def plan(*words: str, blocks: int = 3) -> Plan:
    """Three programs; what the first does is in the words."""
    first = f"cmd='{sys.executable} {' '.join(words)}' name=killer"
    honest = [f"cmd='{sys.executable} {SIMPLE}' name={name}" for name in ("ann", "bob")]
    return plan_of("jedna", first, *honest, blocks=blocks, format="round-robin")


KILLING = (str(KILLER), "killer")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_who_ends_its_worker_is_taken_out_and_the_event_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    event = plan(*KILLING)
    first, second = Onlooker(most=1), Onlooker()

    # Stopped on the way, the event remembers who is out.
    run(event, path, Pool(2), first)
    run(event, path, Pool(2), second)

    assert [name for name, _ in first.removed + second.removed] == ["killer"]
    growing = GrowingEvent(event)
    with Journal.open(str(path)) as journal:
        rows = journal.results(event.id).rows
        notes = list(journal.faults(event.id))
        assert [removal.entrant for removal in journal.removals(event.id)] == [0]
        growing.read(journal)
        summary = growing.summary(journal.event(event.id), commands=(), now=NOW)
    assert len(rows) == 2 * 3 * 3
    # Only the killer forfeits, and nobody else has any fault.
    assert rows["forfeit"].any()
    assert set(rows["entrant"][rows["forfeit"]]) == {0}
    assert set(rows["entrant"][rows["faults"] > 0]) == {0}
    assert {note.kind for note in notes} == {"removed"}
    (told,) = summary.removals
    assert told.startswith("killer was taken out of the event: it ended the process")
    assert told in page(summary, {})


def test_the_command_goes_on_and_names_the_culprit_even_with_one_job(tmp_path: Path) -> None:
    bots = [f"cmd='{sys.executable} {KILLER} killer' name=killer", "simple"]
    words = ["tournament", "--game", "jedna", *bots, "-n", "8", "--jobs", "1"]

    done = subprocess.run(
        [sys.executable, "-m", "pitboss", *words, "--db", str(tmp_path / "journal.db")],
        capture_output=True,
        text=True,
        timeout=300,
    )

    assert done.returncode == 0, done.stderr
    sentence = "killer was taken out of the event: it ended the process that it played in."
    assert sentence in done.stderr
    assert sentence in done.stdout


def test_who_ends_the_process_that_starts_it_is_named_before_anything_is_played(
    tmp_path: Path,
) -> None:
    early = tmp_path / "early.py"
    early.write_text("import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n")
    bots = [f"cmd='{sys.executable} {path}' name={path.stem}" for path in (SIMPLE, early)]

    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "tournament", "--game", "jedna", *bots, "-n", "2"],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=tmp_path,
    )

    assert done.returncode == 2, done.stderr
    assert "early can't take part: it ends the process that starts it" in done.stderr
    assert not (tmp_path / "pitboss.db").exists()


def test_nobody_is_blamed_for_a_worker_that_died_by_chance(tmp_path: Path) -> None:
    event = plan(str(SIMPLE), blocks=6)
    pool = Pool(2)
    killed: list[int] = []

    class Killer(Onlooker):
        def counted(self, batches: Sequence[Batch]) -> bool:
            victim = next(iter(pool._pool._processes or {}), None)
            if len(killed) < 1 and victim is not None and victim not in killed:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(victim, signal.SIGKILL)
                    killed.append(victim)
            return super().counted(batches)

    onlooker = Killer()
    found = run(event, tmp_path / "killed.db", pool, onlooker)

    assert len(killed) == 1
    assert onlooker.removed == []
    assert onlooker.blocks == 18
    assert found == run(event, tmp_path / "whole.db")


def test_an_event_that_nobody_can_be_blamed_for_ends_with_the_names_of_all_suspects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shrug(self: Detective, block: Block, removed: Mapping[int, str]) -> Finding:
        return Finding(suspects=self.suspects(block, removed))

    # As it would be without an investigation: the bot stops the event.
    monkeypatch.setattr(Detective, "investigate", shrug)
    monkeypatch.setattr(runner, "_MOST_BREAKS", 1)

    with pytest.raises(WorkersLost, match=r"killer or (ann|bob).* run the same command"):
        run(plan(*KILLING), tmp_path / "journal.db", Pool(1))
