"""`pitboss join`: a program over pipes, at a table of a real server."""

import json
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import httpx
import pytest
from cli_rig import write_bot
from relay import Relay, relay_to
from serve_rig import Running, serving
from websockets.sync.client import connect

from pitboss import cli

EXAMPLES = [
    line.strip()
    for line in cli.command("join").help.splitlines()
    if line.strip().startswith("pitboss ")
]
FIRST_ACTION = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print("hello", message["names"], file=sys.stderr, flush=True)
    if message["type"] == "turn":
        time.sleep({pause})
        answer = {{"type": "action", "turn": message["turn"], "action": message["legal"][0]}}
        print(json.dumps(answer), flush=True)
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with serving("--reconnect-grace", "20") as running:
        yield running


# The same in Jedna's lines, and in AlgoPoker's.
JEDNA = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    print("hello", message["type"], file=sys.stderr, flush=True)
    if message["type"] == "request_action":
        time.sleep({pause})
        state = message["state"]
        answer = {{"action": state["available_actions"][0]}}
        if state["playable_cards"]:
            answer = {{"action": "play", "card": state["playable_cards"][0], "wild_color": "red"}}
        print(json.dumps(answer), flush=True)
"""
POKER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    print("hello", message["type"], file=sys.stderr, flush=True)
    if message["type"] == "action_request":
        print(json.dumps({"type": "action", "action": {"type": "fold"}}), flush=True)
"""


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    (tmp_path / "mybot").mkdir()
    write_bot(tmp_path / "mybot" / "bot.py", JEDNA.format(pause=0))
    return write_bot(tmp_path / "mybot.py", FIRST_ACTION.format(pause=0))


def join(*words: str, folder: Path | None = None) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "pitboss", "join", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_play_a_game(server: Running, bot: Path, example: str) -> None:
    words = shlex.split(example.replace("ws://localhost:5000", server.http.replace("http", "ws")))
    table = next(word for word in words if word.startswith("ws://")).rpartition("/")[2]
    other = {"type": "join", "name": "other"}
    if "--house" not in words:
        Thread(target=_play, args=(server, table, other), daemon=True).start()

    done = join(*words[2:], folder=bot.parent)

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("mybot: place ")
    assert "hello " in done.stderr


def _play(server: Running, table: str, first: dict[str, str]) -> None:
    """Another player, who comes when somebody waits."""
    until = time.monotonic() + 120
    while httpx.get(f"{server.http}/api/tables/{table}", timeout=60).status_code != 200:
        assert time.monotonic() < until, "nobody comes"
        time.sleep(0.1)
    with connect(server.native(table)) as socket:
        socket.send(json.dumps(first))
        for frame in socket:
            message = json.loads(frame)
            if message["type"] == "turn":
                answer = {"turn": message["turn"], "action": message["legal"][0]}
                socket.send(json.dumps({"type": "action", **answer}))


@pytest.mark.slow
def test_games_one_after_another_are_told_as_json(server: Running, bot: Path) -> None:
    url = f"{server.http}/table/again"

    done = join(url, "-n", "2", "--house", "simple", "--json", "--", "python3", str(bot))

    assert done.returncode == 0, done.stderr
    assert done.stdout.count('"reason"') == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "program", "wire", "heard"),
    [
        ("jedna-reference", JEDNA.format(pause=0), "jedna-1", "game_end"),
        ("holdem", POKER, "algopoker", "hand_end"),
    ],
)
def test_a_program_hears_and_speaks_the_lines_that_it_knows(
    server: Running, tmp_path: Path, game: str, program: str, wire: str, heard: str
) -> None:
    (tmp_path / "mine").mkdir()
    write_bot(tmp_path / "mine" / "program.py", program)
    (tmp_path / "mine" / "bot.toml").write_text(f'cmd = "program.py"\nwire = "{wire}"\n')
    url = server.native(f"lines-{wire}")

    done = join(url, "-g", game, "--house", "simple", "--json", "--", "mine", folder=tmp_path)

    assert done.returncode == 0, done.stderr
    played = json.loads(done.stdout)
    assert played["name"] == "mine"
    assert f"hello {heard}" in done.stderr
    assert "hello error" not in done.stderr
    assert "hello hello" not in done.stderr


@pytest.mark.slow
def test_lines_of_another_wire_are_neither_lost_nor_told_twice(
    server: Running, tmp_path: Path
) -> None:
    bot = write_bot(tmp_path / "slow.py", JEDNA.format(pause=0.1))
    with relay_to(server.http) as relay:
        url = f"ws://127.0.0.1:{relay.port}/ws/lines-lost"
        # So soon that even a short game is not over by then.
        Thread(target=_cut, args=(relay, 0.3), daemon=True).start()

        done = join(url, "-g", "jedna", "--house", "random", "--", "python3", str(bot))

    assert done.returncode == 0, done.stderr
    assert relay.connections >= 2
    assert done.stderr.count("hello game_end") == 1
    assert "hello error" not in done.stderr


@pytest.mark.slow
def test_a_lost_connection_is_made_anew_and_no_move_is_lost(
    server: Running, tmp_path: Path
) -> None:
    bot = write_bot(tmp_path / "slow.py", FIRST_ACTION.format(pause=0.05))
    with relay_to(server.http) as relay:
        url = f"ws://127.0.0.1:{relay.port}/ws/lost"
        Thread(target=_cut, args=(relay, 1.0), daemon=True).start()

        done = join(url, "-g", "official", "--house", "simple", "--", "python3", str(bot))

    assert done.returncode == 0, done.stderr
    assert relay.connections >= 2
    assert "trying again" in done.stderr
    # The program was greeted once: it noticed nothing.
    assert done.stderr.count("hello [") == 1


@pytest.mark.slow
def test_a_connection_that_is_lost_before_the_first_answer_costs_no_seat(
    server: Running, bot: Path
) -> None:
    with relay_to(server.http) as relay:
        relay.cut_next_answer = True
        url = f"ws://127.0.0.1:{relay.port}/ws/lost-at-once"

        done = join(url, "-g", "official", "--house", "simple", "--", "python3", str(bot))

    assert done.returncode == 0, done.stderr
    assert relay.connections == 2
    assert done.stderr.count("hello [") == 1


def _cut(relay: Relay, seconds: float) -> None:
    """Cut four connections, each so many seconds after it came."""
    for number in range(4):
        until = time.monotonic() + 60
        while relay.connections <= number and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(seconds)
        relay.cut()


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["ws://127.0.0.1:1/friday", "cat"], 2, "is no table"),
        (["ws://127.0.0.1:1/ws/friday", "no-such-program"], 2, "no-such-program"),
        (["ws://127.0.0.1:1/ws/a", "--patience", "0", "--", "cat"], 5, "can't be reached"),
        (["SERVER", "-g", "chess", "--", "cat"], 2, "chess"),
        (["SERVER", "--house", "simple", "--", "true"], 5, "exited with status 0"),
        (["SERVER", "--house", "simple", "--", "true"], 5, "(try by hand: true)"),
        (["SERVER", "--wire", "jedna", "--", "cat"], 2, "has no words for a call of UNO"),
        (["SERVER", "--wire", "websocket", "--", "cat"], 2, "cat connects by itself"),
        (["SERVER", "--wire", "jednna", "--", "cat"], 2, "did you mean jedna?"),
    ],
)
def test_what_goes_wrong_is_said_and_ends_it(
    server: Running, words: list[str], code: int, message: str
) -> None:
    # At each place a game may still go on when the next one begins.
    place = server.native(f"wrong-{time.monotonic_ns()}")
    words = [place if word == "SERVER" else word for word in words]

    done = join(*words)

    assert (done.returncode, message in done.stderr) == (code, True), done.stderr
    assert done.stdout == ""
