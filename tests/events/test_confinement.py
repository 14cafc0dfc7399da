"""The sandboxes of an event: who has one, what each may read, and that games are played inside."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from sandbox_rig import needs_sandbox

from pitboss.events.bot_command import BadEntrant
from pitboss.events.confinement import missing_sandbox, readable, sandbox_of
from pitboss.events.entrants import read_entrants
from pitboss.events.plan import Confinement, Plan
from pitboss.events.warm_players import CannotSeat, WarmPlayers, check_start
from pitboss.games.record import Record
from pitboss.play.blocking import Outcome, play
from pitboss.play.referee import Referee
from pitboss.players.sandbox import machine

EXAMPLES = Path(__file__).parents[2] / "src" / "pitboss" / "examples"
JEDNA = EXAMPLES / "jedna_simple.py"


def plan_for(folder: Path, *texts: str, **confinement: Any) -> Plan:
    return Plan(
        game="uno",
        rules="jedna",
        seats=2,
        seed="test",
        entrants=tuple(read_entrants(texts, folder)),
        confinement=Confinement(**confinement),
    )


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an event with a bot beside the journal, and two in folders of their own."""
    monkeypatch.chdir(tmp_path)
    for name in ("loose.py", "one/bot.py", "one/book.txt", "two/src/bot.py", "journal.db"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(JEDNA.read_text() if name.endswith(".py") else "secret")
    return tmp_path


def test_a_bot_sees_the_folder_of_its_script_unless_others_things_are_there(bots: Path) -> None:
    private = [bots / "journal.db", bots / "loose.py"]

    assert readable(("python3", "one/bot.py"), bots, private) == (bots / "one",)
    assert readable(("python3", "src/bot.py"), bots / "two", private) == (
        bots / "two",
        bots / "two" / "src",
    )
    assert readable(("python3", "loose.py"), bots, private) == (bots / "loose.py",)
    # What another bot's command names is not this one's to read.
    assert readable(("python3", "bot.py"), bots / "one", [bots / "one/book.txt"]) == (
        bots / "one/bot.py",
    )


def test_a_bot_may_have_limits_of_its_own_and_none_at_all(bots: Path) -> None:
    plan = plan_for(
        bots,
        "cmd='python3 one/bot.py' memory=256 processes=3 temporary=5 readable=journal.db",
        "cmd='python3 two/src/bot.py'",
        "cmd='python3 loose.py' sandbox=off",
        sandbox="auto",
        memory=512,
    )

    first, second, third = (sandbox_of(plan, number) for number in range(3))

    assert third is None
    if first is None or second is None:
        pytest.skip("no sandbox here")
    assert (first.memory, first.processes, first.temporary) == (256 << 20, 3, 5 << 20)
    assert (second.memory, second.processes, second.temporary) == (512 << 20, 64, 64 << 20)
    assert bots / "journal.db" in first.readable
    with pytest.raises(BadEntrant, match="there is no sandbox 'on'"):
        read_entrants(["cmd='python3 one/bot.py' sandbox=on"], bots)


_SPY = """
import os, pathlib, sys
notes = pathlib.Path("/tmp", {name!r})
seen = {{path: os.path.exists(path) for path in {paths!r}}}
seen["notes"] = notes.exists()
notes.touch()
print(*[path for path, there in seen.items() if there], file=sys.stderr, flush=True)
"""


@needs_sandbox
def test_a_spy_that_plays_sees_the_event_and_its_other_lane_only_without_a_sandbox(
    bots: Path,
) -> None:
    paths = ["journal.db", "two/src/bot.py", "loose.py", "one/book.txt"]
    spy = _SPY.format(name=f"notes-{bots.name}-{os.getpid()}", paths=paths)
    (bots / "one/bot.py").write_text(spy + JEDNA.read_text())
    seen = {}
    for sandbox in ("off", "require"):
        texts = (f"{sys.executable} one/bot.py", f"{sys.executable} loose.py")
        plan = plan_for(bots, *texts, sandbox=sandbox)
        check_start(plan)
        with WarmPlayers(plan) as warm:
            seen[sandbox] = [_played(plan, warm, rotation).stderr[0].split() for rotation in (0, 1)]

    assert seen["off"] == [[*paths, "notes"]] * 2
    assert seen["require"] == [["one/book.txt"]] * 2
    Path("/tmp", f"notes-{bots.name}-{os.getpid()}").unlink()


def _played(plan: Plan, warm: WarmPlayers, rotation: int) -> Outcome:
    kind, names = plan.kind(), [entrant.name for entrant in plan.entrants]
    record = Record(game=plan.game, rules=plan.rules, seats=2, seed="1", players=names)
    game = kind.new(kind.rules(plan.rules), 2, 1)
    referee = Referee(game, record, plan.faults(), warm.control((0, 1)))
    outcome = play(referee, warm.players((0, 1), 1, rotation))
    assert not outcome.incidents
    return outcome


def test_where_a_sandbox_is_required_and_there_is_none_nobody_plays(
    bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "_problem", lambda: "there is no bubblewrap")
    texts = [f"{sys.executable} one/bot.py", "simple"]

    with pytest.raises(CannotSeat, match=r"there is no bubblewrap.*sandbox = \"off\""):
        check_start(plan_for(bots, *texts, sandbox="require"))
    possible = plan_for(bots, *texts, sandbox="auto")
    check_start(possible)
    assert missing_sandbox(possible) == "there is no bubblewrap"
    assert not missing_sandbox(plan_for(bots, *texts, sandbox="off"))


@needs_sandbox
def test_the_journal_and_the_tournaments_file_are_hidden_wherever_they_are(
    bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(bots / "two")
    plan = plan_for(bots / "one", f"{sys.executable} bot.py", "simple", sandbox="require")

    open_to_it = sandbox_of(plan, 0)
    held = sandbox_of(plan, 0, [bots / "one/journal.db"])

    assert open_to_it is not None
    assert held is not None
    assert open_to_it.readable == (bots / "one",)
    assert held.readable == (bots / "one/bot.py",)
