"""`pitboss serve` as its users meet it: a process, two ports, bots, signals, a journal."""

import json
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from document import ROOT, Session, blocks
from serve_rig import serving
from websockets.sync.client import connect

from pitboss.store.live_journal import LiveJournal

BOT = Path(__file__).parents[1] / "agents" / "minimal_poker_bot.py"


def test_two_minimal_bots_and_a_tournament_happens() -> None:
    with serving("--lobby-wait", "0.2") as server:
        bots = [
            subprocess.Popen([sys.executable, str(BOT), server.poker, name])
            for name in ("first", "second")
        ]
        assert [bot.wait(timeout=180) for bot in bots] == [0, 0]
        metrics = httpx.get(f"{server.http}/metrics", timeout=60).text
        assert 'pitboss_games_finished_total{game="holdem-tournament"} 1' in metrics
        code, log = server.stop()

    assert code == 0
    assert "stopped interrupted=0" in log
    assert "Traceback" not in log


def test_the_three_terminals_of_the_document_hold_a_tournament(tmp_path: Path) -> None:
    page = ROOT / "docs" / "serving.md"
    block = next(block for block in blocks(page) if "tests/server/test_serve.py" in block.mark)
    first, *joins = (command.typed for command in block.commands())
    assert first == "pitboss serve"
    session = Session(tmp_path)

    with serving("--lobby-wait", "0.2") as server:
        bots = [
            subprocess.Popen(
                shlex.split(typed.replace("ws://localhost:8765", server.poker)),
                cwd=tmp_path,
                env=session.environment,
            )
            for typed in joins
        ]
        ended = [bot.wait(timeout=180) for bot in bots]
        metrics = httpx.get(f"{server.http}/metrics", timeout=60).text

    assert ended == [0, 0]
    assert 'pitboss_games_finished_total{game="holdem-tournament"} 1' in metrics


def test_both_loopback_addresses_answer() -> None:
    with serving() as server:
        for url in (server.http, server.http.replace("127.0.0.1", "[::1]")):
            if "::1" in url and not socket.has_ipv6:
                continue
            health = httpx.get(f"{url}/health", timeout=60).json()
            assert health["status"] == "ok"


def test_metrics_count_what_happens() -> None:
    with serving() as server:
        httpx.post(f"{server.http}/api/rooms", timeout=60)
        with connect(server.poker) as bot:
            bot.send(json.dumps({"type": "join", "name": "alone"}))
            assert json.loads(bot.recv())["type"] == "waiting"
            text = httpx.get(f"{server.http}/metrics", timeout=60).text

    assert 'pitboss_connections{wire="algopoker"} 1' in text
    assert 'pitboss_games_total{game="uno"} 1' in text
    assert "# TYPE pitboss_faults_total counter" in text


def test_a_stop_tells_the_bots_and_leaves_the_game_in_the_journal(tmp_path: Path) -> None:
    options = ("--lobby-wait", "0.1", "--data", str(tmp_path), "--stop-grace", "0.2")
    with serving(*options) as server, connect(server.poker) as one, connect(server.poker) as two:
        one.send(json.dumps({"type": "join", "name": "one"}))
        two.send(json.dumps({"type": "join", "name": "two"}))
        while json.loads(one.recv(timeout=60))["type"] != "action_request":
            pass
        code, log = server.stop()
        said = [json.loads(frame) for frame in one]

    assert code == 0
    assert "stopped interrupted=1" in log
    assert said[-1]["type"] == "error"
    assert "shutting down" in said[-1]["message"]
    with LiveJournal.open(str(tmp_path / "pitboss.db")) as journal:
        (game,) = journal.games()
    assert (game.game, game.state) == ("holdem-tournament", "interrupted")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_restarted_server_shows_interrupted_games_up_to_the_last_move(
    number: int, tmp_path: Path
) -> None:
    options = ("--lobby-wait", "0.1", "--data", str(tmp_path), "--stop-grace", "0.1")
    with serving(*options) as server:
        room = httpx.post(
            f"{server.http}/api/rooms",
            json={"seed": "5", "player1": "outside", "player2": "outside"},
            timeout=60,
        ).json()
        tokens = room["tokens"]
        for player in ("Player 1", "Player 2"):
            headers = {"authorization": f"Bearer {tokens[player]}"}
            url = f"{server.http}/api/game/{room['room']['roomCode']}"
            state = httpx.get(f"{url}/state", headers=headers, timeout=60).json()["gameState"]
            if state["game"]["currentTurn"] == player:
                httpx.post(f"{url}/action", headers=headers, json={"action": "draw"}, timeout=60)
        # A game in progress is nobody's to read: its record holds the cards to come.
        assert httpx.get(f"{server.http}/api/journal", timeout=60).json()["games"] == []
        hidden = httpx.get(f"{server.http}/api/journal/{room['room']['journal']}", timeout=60)
        assert hidden.status_code == 404
        server.stop(number)

    # With another token the games of a killed server can't go on.
    with serving("--data", str(tmp_path), "--organiser-token", "another") as server:
        games = httpx.get(f"{server.http}/api/journal", timeout=60).json()["games"]
        assert [game["interrupted"] for game in games] == [True]
        game = httpx.get(f"{server.http}/api/journal/{games[0]['id']}", timeout=60).json()

    assert game["record"]["game"] == "uno"
    assert len(game["record"]["actions"]) >= 1
    assert (game["record"]["seed"] is None) == (number == signal.SIGKILL)


def test_a_port_in_use_is_a_clear_error_and_exit_code_two() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "pitboss", "serve", "--host", "127.0.0.1", "--port", port],
            capture_output=True,
            text=True,
            timeout=120,
        )

    assert done.returncode == 2
    assert f"127.0.0.1 port {port}: Address already in use" in done.stderr
    assert "Traceback" not in done.stderr


def test_logs_can_be_json() -> None:
    with serving("--log", "json") as server:
        _, log = server.stop(signal.SIGINT)

    events = [json.loads(line) for line in log.splitlines()]
    assert [event["event"] for event in events] == ["listening", "stopping", "stopped"]
    assert events[0]["level"] == "info"


AGENT = Path(__file__).parents[2] / "src" / "pitboss" / "examples" / "jedna_simple.py"


def test_a_stdio_bot_a_built_in_bot_and_an_http_player_meet_in_rooms() -> None:
    with serving("--program", f"agent={sys.executable} {AGENT}") as server:
        made = httpx.post(
            f"{server.http}/api/rooms",
            json={"rules": "jedna", "seed": "3", "player1": "agent", "player2": "simple"},
            timeout=60,
        ).json()
        code = made["room"]["roomCode"]
        until = time.monotonic() + 120
        place = f"{server.http}/api/rooms/{code}"
        while not (room := httpx.get(place, timeout=60).json()["room"])["isOver"]:
            assert time.monotonic() < until
            time.sleep(0.05)
        _, log = server.stop()

    assert room["winner"] is not None
    assert "Traceback" not in log


def test_house_bots_and_programs_sit_at_poker_tables() -> None:
    agent = Path(__file__).parents[2] / "src" / "pitboss" / "examples" / "poker_caller.py"
    options = ("--seat", "simple", "--seat", "caller", "--lobby-wait", "0.1")
    with serving("--program", f"caller={sys.executable} {agent}", *options) as server:
        bot = subprocess.run([sys.executable, str(BOT), server.poker, "guest"], timeout=180)
        metrics = httpx.get(f"{server.http}/metrics", timeout=60).text
        _, log = server.stop()

    assert bot.returncode == 0
    assert 'pitboss_games_finished_total{game="holdem-tournament"} 1' in metrics
    assert "pitboss_faults_total{" not in metrics
    assert "Traceback" not in log


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--program", "nonsense"], "should be NAME=COMMAND"),
        (["--program", "a:morse=cat"], "the wire is one of"),
        (["--program", "simple=cat"], "is taken"),
        (["--seat", "nobody"], "there is no 'nobody'; there are: random, simple"),
        (["--log", "loud"], "it is text or json"),
    ],
)
def test_bad_options_say_what_would_do(options: list[str], message: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "serve", *options],
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert done.returncode == 2
    assert message in done.stderr


def test_what_strangers_send_is_told_as_a_refusal_and_every_line_is_json() -> None:
    with serving("--log", "json") as server:
        port = int(server.http.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as stranger:
            stranger.sendall(b"\x00\x01 nonsense\r\n\r\n")
            assert b"400" in stranger.recv(1000)
        _, log = server.stop()

    told = [json.loads(line)["event"] for line in log.splitlines()]
    assert told == ["listening", "refused", "stopping", "stopped"]
