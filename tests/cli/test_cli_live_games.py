"""Live games are listed, shown, replayed, exported and reported like those of events."""

import json
import shlex
from pathlib import Path
from typing import Any

import live_rig as rig
import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.games.game import Result
from pitboss.games.record import Record, read_json, write_json
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.policy import Cost, Incident
from pitboss.store import LiveJournal

HOSTILE = "no \x1b[31m</pre><script>alert(1)</script>"


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, rig.Played]:
    """A journal in the current folder with a game of each state, and their ids by state."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PITBOSS_DB", raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    with LiveJournal.open("pitboss.db", secret="organiser") as journal:
        finished = rig.Played(journal, seed=1)
        finished.moves(3)
        fault = Incident(4, 0, Fault(FaultKind.ILLEGAL, HOSTILE, said="r5"), Cost.REFUSE)
        finished.log.moved((), [fault])
        while finished.game.actor() >= 0:
            finished.move()
        finished.log.finished(finished.game.result(), [fault], now=rig.LATER)
        interrupted = rig.Played(journal, seed=2)
        interrupted.moves(4)
        interrupted.log.interrupted("the server was stopped", now=rig.LATER)
        running = rig.Played(journal, seed=3)
        running.moves(2)
        # Kept alive: its log is locked as long as its process has it open.
        journal.flush()
    return {"finished": finished, "interrupted": interrupted, "running": running}


@pytest.fixture
def sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game whose server was killed, in a journal in the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PITBOSS_DB", raising=False)
    with rig.child("play", "pitboss.db", "organiser") as process:
        name = rig.begun(process, 5)
        process.kill()
    return name


def told(command: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, shlex.split(command))
    assert result.exit_code == code, result.output
    return result.output


def document(command: str, code: int = 0) -> Any:
    return json.loads(told(f"{command} --json", code))


def test_results_list_live_games_beside_events(games: dict[str, rig.Played]) -> None:
    listed = told("results live")

    assert "3 games on servers:  pitboss results live" in told("results")
    for state, game in games.items():
        assert game.id in listed
        assert state in listed
    assert "interrupted at move 4" in listed
    assert "1 fault" in listed


def test_a_live_game_is_explained_once_it_has_ended(games: dict[str, rig.Played]) -> None:
    name = games["finished"].id
    bot = document(f"show {name}")["record"]["players"][0]

    explained = document(f"explain {name} --bot {bot} --worlds 8")

    assert (explained["bot"], explained["games"]) == (bot, 1)
    assert explained["decisions"]
    refused = told(f"explain {games['running'].id} --bot {bot}", code=2)
    assert "still being played" in refused


def test_results_for_programs(games: dict[str, rig.Played]) -> None:
    shown = {game["game"]: game for game in document("results live")["shown"]}

    finished = shown[games["finished"].id]
    assert (finished["state"], finished["table"], finished["kind"]) == ("finished", "hall 1", "uno")
    assert [seat["sort"] for seat in finished["seats"]] == ["connection", "built-in"]
    assert [seat["faults"] for seat in finished["seats"]] == [1, 0]
    running = shown[games["running"].id]
    assert (running["seed"], running["moves"], running["ending"]) == (None, None, "running")


def test_results_are_chosen_by_player_and_faults(games: dict[str, rig.Played]) -> None:
    faulty = document("results live --faults")["shown"]
    loser = ["ada", "simple"][games["finished"].game.result().places.index(2)]

    assert [game["game"] for game in faulty] == [games["finished"].id]
    assert document("results live --bot simple --faults")["shown"] == []
    assert [game["game"] for game in document(f"results live --bot {loser} --lost")["shown"]] == [
        games["finished"].id
    ]
    assert "nobody called 'eve'" in told("results live --bot eve", code=2)


def test_a_finished_game_is_shown_with_players_result_and_faults(
    games: dict[str, rig.Played],
) -> None:
    game = games["finished"]

    text = told(f"show {game.id}")

    assert f"Game {game.id}, finished" in text
    assert "table hall 1" in text
    assert "seat 0: ada (connection, native)" in text
    assert "ada is dealt" in text
    assert "ada, turn 4: illegal, refused: no" in text
    assert "\x1b[31m" not in text
    shown = document(f"show {game.id}")
    assert shown["record"] == json.loads(write_json(game.record))
    assert shown["events"]
    assert not any(
        "cards" in event and event["seat"] == 1
        for event in document(f"show {game.id} --as 0")["events"]
        if event["event"] == "dealt"
    )


def test_an_interrupted_game_tells_how_far_it_got(games: dict[str, rig.Played]) -> None:
    text = told(f"show {games['interrupted'].id[:10]}")

    assert "Interrupted at move 4: the server was stopped" in text
    assert "ada is dealt" in text


def test_a_running_game_is_shown_without_moves_and_cards(games: dict[str, rig.Played]) -> None:
    with rig.child("play", "pitboss.db", "organiser") as process:
        name = rig.begun(process, 2)
        text, shown = told(f"show {name}"), document(f"show {name}")
        replay = told(f"replay {name} --verify", code=2)
        process.kill()

    assert f"Game {name}, running" in text
    assert "still being played" in text
    assert "dealt" not in text
    assert (shown["record"], shown["events"], shown["seed"], shown["actions"]) == (
        None, None, None, [],
    )  # fmt: skip
    assert "is still being played" in replay
    assert games["finished"].id != name


def test_a_game_whose_deal_is_not_known_is_told_by_its_moves(sealed: str) -> None:
    text, shown = told(f"show {sealed}"), document(f"show {sealed}")

    assert "The deal is not known: the server was killed" in text
    assert "Interrupted at move 5: the server was killed" in text
    assert text.count("  ada: ") + text.count("  simple: ") >= 5
    assert (shown["record"], shown["seed"], len(shown["actions"])) == (None, None, 5)
    assert "The deal of" in told(f"replay {sealed}", code=2)
    assert told("export live") == ""
    assert "The deals of 1 game are not known" in told("report live -o -")


def test_live_games_replay_as_recorded(games: dict[str, rig.Played]) -> None:
    checked = document("replay live --verify")

    assert (checked["games"], checked["as_recorded"], checked["differ"]) == (2, 2, [])
    assert "ada is dealt" in told(f"replay {games['finished'].id}")


def test_a_result_that_is_not_the_games_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with LiveJournal.open("pitboss.db") as journal:
        played = rig.Played(journal)
        while played.game.actor() >= 0:
            played.move()
        played.log.finished(Result((1, 2), (99, -99), "lie"), (), now=rig.LATER)

    assert "but [99, -99] are recorded" in told("replay live --verify", code=1)


def test_live_games_are_exported_oldest_first(games: dict[str, rig.Played]) -> None:
    lines = told("export live").splitlines()
    csv = told("export live --format csv").splitlines()

    ended = [games["finished"], games["interrupted"]]
    assert sorted(lines) == sorted(write_json(game.record).decode() for game in ended)
    assert read_json(told(f"export {ended[0].id}")) == ended[0].record
    assert len(csv) == 1 + 2 * 2
    assert any(row.startswith(f"{ended[1].id},,,0,ada,,,,0,0,4") for row in csv)
    assert len(told("export live --games 1").splitlines()) == 1


def test_a_report_of_live_games_can_be_broken_out_of_by_nobody(
    games: dict[str, rig.Played],
) -> None:
    told("report live -o live.html")
    page = Path("live.html").read_text()

    assert "<script>alert" not in page
    assert "interrupted at move 4" in page
    assert "connection" in page
    for game in games.values():
        assert game.id in page


def test_a_report_of_one_game_has_its_moves(games: dict[str, rig.Played]) -> None:
    game = games["finished"]

    summary = document(f"report {game.id}")

    page = Path(summary["file"]).read_text()
    assert summary["file"] == f"pitboss-{game.id}.html"
    assert "ada is dealt" in page
    assert "came first" in page


@pytest.mark.parametrize("command", ["show", "export", "report", "replay"])
def test_a_game_that_is_not_there_is_told(games: dict[str, rig.Played], command: str) -> None:
    assert games
    assert "has no live game 'live-zzzz'" in told(f"{command} live-zzzz", code=2)


def test_a_game_that_is_not_installed_any_more_is_told_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with LiveJournal.open("pitboss.db") as journal:
        log = journal.begin(
            Record(game="whist", rules="", seats=2, seed="7"),
            table="hall",
            players=rig.PLAYERS,
            policy="native",
            now=rig.NOON,
        )
        log.moved((3,), seat=0)
        log.interrupted("enough", now=rig.LATER)

    assert "there is no game 'whist'" in told(f"show {log.id}", code=2)
    assert "whist" in told("report live -o -")
    assert log.id in told("results live")
    assert "whist" in told("replay live --verify", code=1)
