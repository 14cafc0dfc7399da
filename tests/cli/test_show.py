"""`pitboss show`: one game, from the deal to the end."""

import json
from pathlib import Path
from typing import Any

import pytest
from command_rig import Command
from played_event import HOSTILE, keep, played, three_bots

from pitboss.cli.show import show
from pitboss.events.plan import Plan
from pitboss.games.record import write_json
from pitboss.store import Journal

run = Command(show)


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Plan]:
    path, plan = tmp_path_factory.mktemp("show") / "show.db", three_bots("holdem", "hand")
    keep(path, plan, played(plan, 6, 6, faults=True), label="cup")
    return path, plan


def shown(event: tuple[Path, Plan], game: str, *args: str) -> Any:
    return json.loads(run(game, "--db", event[0], "--json", *args).stdout)


def test_a_game_is_told_with_its_result_and_how_to_replay_it(event: tuple[Path, Plan]) -> None:
    path, plan = event

    told = run(f"{plan.id}-0-1", "--db", path).stdout

    assert f"deck seed {plan.deck(0, 0)}" in told
    assert "steady is dealt" in told
    assert "chance is dealt" in told
    assert "Result" in told
    assert f"pitboss export {plan.id} --games 2 |" in told


def test_the_record_is_the_journals(event: tuple[Path, Plan]) -> None:
    path, plan = event

    document = shown(event, f"{plan.id}-2-0")

    with Journal.open(str(path), read_only=True) as journal:
        record = journal.record(plan.id, 2, 0)
    assert document["record"] == json.loads(write_json(record))
    assert [one["bot"] for one in document["results"]] == record.players


def test_a_fault_is_told_with_what_was_written_and_obeyed_by_no_terminal(
    event: tuple[Path, Plan],
) -> None:
    path, plan = event

    told = run(f"{plan.id}-1-0", "--db", path).stdout
    document = shown(event, f"{plan.id}-1-0")

    assert f"{HOSTILE}, turn 3: crash, forfeited" in told
    assert "Traceback:" in told
    assert "\x1b[31m" not in told
    assert "\u202e" not in told
    assert document["faults"][0]["written"].startswith("Traceback:\n\x1b")
    assert "100 answers, mean 2.50 ms" in told


def test_a_seat_sees_only_its_own_cards(event: tuple[Path, Plan]) -> None:
    _, plan = event
    game = f"{plan.id}-0-0"

    def hands(viewer: str) -> list[bool]:
        events = shown(event, game, "--as", viewer)["events"]
        return ["cards" in one for one in events if one["event"] == "hole_cards"]

    assert hands("all") == [True, True]
    assert sum(hands("0")) == sum(hands("steady")) == 1
    assert not any(hands("spectator"))


def test_somebody_who_does_not_sit_there_is_refused(event: tuple[Path, Plan]) -> None:
    path, plan = event

    assert "'2'" in run(f"{plan.id}-0-0", "--db", path, "--as", "2", code=2).output


@pytest.mark.parametrize(
    ("game", "nearest"),
    [("{id}-999-1", "{id}-5-1"), ("{id}-3-9", "{id}-3-1"), ("zzzz-0-0", "zzzz-0-0")],
)
def test_an_unknown_game_is_named_with_the_nearest(
    event: tuple[Path, Plan], game: str, nearest: str
) -> None:
    path, plan = event
    game, nearest = game.format(id=plan.id), nearest.format(id=plan.id)

    output = run(game, "--db", path, code=2).output

    assert game in output
    assert nearest in output


def test_text_that_is_no_game_is_refused(event: tuple[Path, Plan]) -> None:
    assert "'twelve' is no game" in run("twelve", "--db", event[0], code=2).output
