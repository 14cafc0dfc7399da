"""`pitboss explain`: what a bot's decisions cost it."""

import json
from pathlib import Path
from typing import Any

import pytest
from command_rig import Command
from played_event import HOSTILE, keep, played, three_bots

from pitboss.cli.explain import explain
from pitboss.cli.report import report
from pitboss.events.plan import Plan
from pitboss.games.record import write_json
from pitboss.store import Journal

run = Command(explain)
run_report = Command(report)
BLOCKS = 3
# Two that play at random may play for thousands of moves.
RULES = "jedna,move_limit=80"


@pytest.fixture(scope="module", params=[("uno", RULES), ("holdem", "hand")], ids=["uno", "hand"])
def event(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Plan]:
    path, plan = tmp_path_factory.mktemp("explain") / "explain.db", three_bots(*request.param)
    keep(path, plan, played(plan, BLOCKS, BLOCKS, faults=True), label="cup")
    return path, plan


def document(event: tuple[Path, Plan], *words: str) -> Any:
    return json.loads(run(*words, "--worlds", "8", "--json", "--db", event[0]).stdout)


def test_a_games_decisions_are_listed_with_all_alternatives(event: tuple[Path, Plan]) -> None:
    game = f"{event[1].id}-0-0"

    found = document(event, game, "--bot", "chance")

    assert (found["bot"], found["games"]) == ("chance", 1)
    assert found["unit"] == {"uno": "points", "holdem": "bb"}[event[1].game]
    assert found["decisions"]
    for decision in found["decisions"]:
        assert decision["game"] == game
        assert decision["action"] not in [one["action"] for one in decision["alternatives"]]
        gains = [one["gain"] for one in decision["alternatives"]]
        assert gains == sorted(gains, reverse=True)
    assert found == document(event, game, "--bot", "chance"), "not the same numbers again"


def test_lost_games_are_explained_or_all(event: tuple[Path, Plan]) -> None:
    lost = document(event, "last", "--bot", "chance")
    all_games = document(event, "cup", "--bot", "chance", "--all")

    # Two of three pairs, each from both seats.
    assert all_games["games"] == 2 * BLOCKS * 2 // 3
    assert 0 < lost["games"] < all_games["games"]
    assert {one["habit"] for one in all_games["habits"]}


def test_people_read_it_in_words_and_cards(event: tuple[Path, Plan]) -> None:
    words = ("last", "--bot", HOSTILE, "--all", "--most", "2", "--worlds", "8")

    told = run(*words, "--db", event[0]).stdout

    assert f"{HOSTILE} in 2 games of event {event[1].id} (the last of 4)" in told
    assert ", holding " in told
    assert " against " in told
    assert "A cost is what the other action would have brought more" in told
    assert f"pitboss show {event[1].id}-" in told
    assert all(len(line) <= 120 for line in told.splitlines())


def test_recorded_games_of_a_file_are_explained(event: tuple[Path, Plan], tmp_path: Path) -> None:
    with Journal.open(str(event[0]), read_only=True) as journal:
        record = journal.record(event[1].id, 0, 1)
    (tmp_path / "games.jsonl").write_bytes(write_json(record) + b"\n")

    name = str(tmp_path / "games.jsonl")
    found = document(event, name, "--bot", "chance")

    assert [one["turn"] for one in found["decisions"]] == [
        one["turn"] for one in document(event, f"{event[1].id}-0-1", "--bot", "chance")["decisions"]
    ]


def test_a_report_has_what_cost_most_if_that_is_asked_for(
    event: tuple[Path, Plan], tmp_path: Path
) -> None:
    path, plan = event
    name = str(tmp_path / "report.html")
    words = (plan.id, "-o", name, "--json", "--db", path)

    asked = json.loads(run_report(*words, "--explain").stdout)
    with_it = Path(name).read_text()
    not_asked = json.loads(run_report(*words).stdout)
    without = Path(name).read_text()

    assert {one["bot"] for one in asked["explained"]} <= {one.name for one in plan.entrants}
    assert all(one["decisions"] for one in asked["explained"])
    assert "lost games; only what is no chance is listed" in with_it
    assert "--explain</pre>" in without
    assert "explained" not in not_asked
    assert HOSTILE not in with_it


def test_who_is_meant_must_be_said(event: tuple[Path, Plan]) -> None:
    path, plan = event

    nobody = run("last", "--db", path, code=2)
    stranger = run(f"{plan.id}-0-0", "--bot", "stranger", "--db", path, code=2)
    too_late = run(f"{plan.id}-99-0", "--bot", "chance", "--db", path, code=2)

    assert "Say --bot and a name: steady, chance" in nobody.output
    assert "'stranger' did not play in" in stranger.output
    assert "Block 99" in too_late.output
