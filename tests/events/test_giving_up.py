"""Bots that never answer are given up after some games: in one batch, over batches, on any wire."""

from pathlib import Path

import msgspec
import pytest
from runner_rig import Onlooker, Pool, run

from pitboss.events.entrants import read_entrants
from pitboss.events.giving_up import Streak
from pitboss.events.plan import Plan
from pitboss.events.planner import make_plan
from pitboss.events.settings import EventSettings
from pitboss.narration.events import check_command
from pitboss.play.fault import Fault, FaultKind
from pitboss.store import Journal

LATE = Fault(FaultKind.TIMEOUT, "no answer in time")
NEVER = Fault(FaultKind.STARTUP, "it never answered")


def mute(folder: Path, game: str, *, max_faults: int = 3, blocks: int = 20) -> Plan:
    """A program that reads and says nothing, against a built-in bot."""
    (folder / "mute.sh").write_text("cat > /dev/null\n")
    settings = EventSettings(
        game=game, blocks=blocks, seed="1", timeout=0.1, startup=0.1, max_faults=max_faults
    )
    return make_plan(settings, read_entrants(["cmd='sh mute.sh' name=mute", "simple"], folder))


def told(plan: Plan, path: Path) -> tuple[list[str], int, int]:
    """Who is out and why, in how many games the mute bot was waited for, how many it forfeited."""
    with Journal.open(str(path), read_only=True) as journal:
        rows = journal.results(plan.id).rows
        removed = [one.reason for one in journal.removals(plan.id)]
        waited = {
            (note.block, note.rotation)
            for note in journal.faults(plan.id)
            if note.kind != FaultKind.REMOVED.value
        }
    return removed, len(waited), int(rows["forfeit"][rows["entrant"] == 0].sum())


@pytest.mark.parametrize(("game", "forfeits"), [("jedna", 40), ("holdem", 37)])
def test_a_mute_bot_is_given_up_after_three_games(tmp_path: Path, game: str, forfeits: int) -> None:
    plan, onlooker = mute(tmp_path, game), Onlooker()

    run(plan, tmp_path / "journal.db", onlooker=onlooker)
    run(plan, tmp_path / "journal.db", onlooker=onlooker)

    (reason,), waited, lost = told(plan, tmp_path / "journal.db")
    assert reason.startswith("taken out of the event: it lost 3 games in a row by the same fault")
    assert "startup: no answer in time" in reason
    assert onlooker.removed == [("mute", reason)]
    # Where silence is folding, no game is forfeited by it.
    assert (waited, lost) == (3, forfeits)


def test_several_jobs_give_it_up_soon_as_well(tmp_path: Path) -> None:
    plan, onlooker = mute(tmp_path, "jedna", blocks=40), Onlooker()

    run(plan, tmp_path / "journal.db", Pool(2), onlooker)

    removed, waited, lost = told(plan, tmp_path / "journal.db")
    assert len(removed) == len(onlooker.removed) == 1
    # Each batch that is under way begins anew.
    assert waited <= 3 * 4
    assert lost == 80


def test_nobody_is_given_up_if_it_is_switched_off(tmp_path: Path) -> None:
    plan = mute(tmp_path, "jedna", max_faults=0, blocks=3)

    run(plan, tmp_path / "journal.db")

    assert told(plan, tmp_path / "journal.db") == ([], 6, 6)
    assert plan.id != mute(tmp_path, "jedna", blocks=3).id


def test_the_usual_number_leaves_events_what_they_were(tmp_path: Path) -> None:
    assert b"max_faults" not in msgspec.json.encode(mute(tmp_path, "jedna"))


def test_what_may_be_tried_is_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    here = mute(tmp_path, "jedna")
    monkeypatch.chdir("/")

    assert check_command(here, here.entrants[0]) == "pitboss check 'sh mute.sh' --game jedna"
    there = mute(tmp_path, "jedna")
    assert "folder=" in check_command(there, there.entrants[0])


def test_only_the_same_fault_in_a_row_counts() -> None:
    twice = Streak().after(LATE).after(LATE)

    assert (twice.kind, twice.games) == ("timeout", 2)
    assert twice.after(NEVER).games == 1
    assert twice.after(None).games == 0
    assert twice.after(None).after(LATE).games == 1


def test_batches_that_were_lost_from_end_to_end_add_up() -> None:
    twice = Streak().after(LATE).after(LATE)

    assert twice.followed_by(Streak().after(LATE)).games == 3
    assert twice.followed_by(Streak().after(None).after(LATE)).games == 1
    assert twice.followed_by(Streak().after(NEVER)).games == 1
    assert Streak().after(None).followed_by(twice).games == 2
