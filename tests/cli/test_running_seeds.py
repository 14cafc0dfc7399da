"""The seed of an event that is not over is told to nobody who does not ask for it."""

import json
import shlex
from pathlib import Path

import pytest
from played_event import CREATED, played, three_bots
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.events.plan import Plan
from pitboss.store import Journal

SEED = "not-for-your-eyes"
COMMAND = f"pitboss play jedna simple random --seed {SEED}"
READING = [
    "standings",
    "standings --json",
    "results",
    "results --json",
    "results last",
    "results last --json",
    "show last-0-0",
    "show last-0-0 --json",
    "export --format json",
    "export --format text",
    "export --format csv",
    "report -o -",
    "report --json -o page.html",
]


@pytest.fixture(params=["running", "stopped"])
def unfinished(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Plan:
    """A journal in the current folder, with an event that is to go on."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PITBOSS_DB", raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    plan = three_bots()
    plan = Plan(game=plan.game, rules=plan.rules, seats=2, entrants=plan.entrants, seed=SEED)
    with Journal.open("pitboss.db") as journal:
        journal.begin(plan, label="", created=CREATED, note={"command": COMMAND})
        journal.write(played(plan, 2, 2))
        if request.param == "stopped":
            journal.finish(plan.id, "stopped", finished=CREATED)
    return plan


def told(command: str) -> str:
    """All that a command prints and writes."""
    result = CliRunner().invoke(app, shlex.split(command))
    assert result.exit_code == 0, result.output
    written = [path.read_text() for path in Path().glob("*.html")]
    return "".join([result.output, *written])


@pytest.mark.usefixtures("unfinished")
@pytest.mark.parametrize("command", READING)
def test_no_command_tells_the_seed_of_what_is_not_over(command: str) -> None:
    assert SEED not in told(command)


def test_the_seed_is_told_when_the_event_is_over(unfinished: Plan) -> None:
    with Journal.open("pitboss.db") as journal:
        journal.finish(unfinished.id, "finished", finished=CREATED)

    assert f"seed {SEED}" in told("standings")
    assert json.loads(told("standings --json"))["seed"] == SEED
    assert SEED in told("report -o -")


@pytest.mark.usefixtures("unfinished")
@pytest.mark.parametrize("command", ["standings", "standings --json", "results --json", "report"])
def test_whoever_asks_is_told_the_seed(command: str) -> None:
    assert SEED in told(f"{command} --show-seed")


def test_the_way_to_go_on_is_told_in_two_steps(unfinished: Plan) -> None:
    first = told("standings")
    [step] = [line for line in first.splitlines() if "--show-seed" in line]

    second = told(step.strip().removeprefix("pitboss "))

    assert f"pitboss standings {unfinished.id} --show-seed" in first
    assert COMMAND in second


def test_a_command_without_a_seed_is_told_at_once(unfinished: Plan) -> None:
    plan = Plan(game="uno", rules="jedna", seats=2, entrants=unfinished.entrants, seed=f"{SEED}-2")
    with Journal.open("pitboss.db") as journal:
        note = {"command": "pitboss tournament cup.toml"}
        journal.begin(plan, label="cup", created=CREATED, note=note)
        journal.write(played(plan, 1, 1))

    assert "    pitboss tournament cup.toml" in told("standings cup")
    assert json.loads(told("standings cup --json"))["seed"] is None
