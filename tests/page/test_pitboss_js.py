"""The page's client of the native protocol, in Node, against a real server."""

import json
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from relay import relay_to
from serve_rig import Running, serving
from tournament_rig import wait_until

import pitboss

MODULE = Path(pitboss.__file__).parent / "server" / "page" / "pitboss.js"
NODE = Path(__file__).parents[1] / "node"
# Until version 22 a WebSocket has to be asked for.
OLDEST, UNASKED = 20, 22

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def node() -> list[str]:
    command = shutil.which("node")
    if command is None:
        pytest.skip("node is not installed")
    told = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    version = int(re.findall(r"\d+", told.stdout)[0])
    if version < OLDEST:
        pytest.skip(f"node {version} has no WebSocket")
    asked = ["--experimental-websocket"] if version < UNASKED else []
    return [command, "--no-warnings", *asked]


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with serving("--reconnect-grace", "20") as running:
        yield running


def start(node: list[str], script: str, url: str, first: dict[str, Any]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*node, str(NODE / script), str(MODULE), url, json.dumps(first)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[list[Any], str]:
    """What it has still to print, line by line, and what it complained of."""
    assert process.stdout is not None
    assert process.stderr is not None
    # Not by `communicate`, which would forget what was read ahead of the lines that are known.
    alarm = Timer(120, process.kill)
    alarm.start()
    try:
        lines = [json.loads(line) for line in process.stdout]
        complaint = process.stderr.read()
        process.wait()
    finally:
        alarm.cancel()
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()
    return lines, complaint


def read_until(process: subprocess.Popen[str], wanted: Callable[[Any], bool]) -> list[Any]:
    """What it prints up to a line that is wanted."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(json.loads(line))
        if wanted(lines[-1]):
            break
    return lines


@pytest.mark.parametrize("game", ["jedna", "algopoker,stack=1000", "holdem"])
def test_a_bot_of_three_lines_plays_a_whole_game(
    node: list[str], server: Running, game: str
) -> None:
    order = {"name": "red", "game": game, "seats": 3, "house": ["simple", "random"]}

    lines, complaint = finish(start(node, "page_bot.mjs", server.native("bot"), order))

    assert complaint == ""
    assert min(lines[0]["places"]) == 1
    assert len(lines[0]["scores"]) == 3


def test_a_lost_connection_loses_no_message_and_no_move(node: list[str], server: Running) -> None:
    first = {"type": "join", "name": "red", "game": "official", "seats": 2, "house": ["simple"]}
    # Slow enough to be cut before it is over.
    first["pace"] = 0.02
    with relay_to(server.http) as relay:
        url = f"ws://127.0.0.1:{relay.port}/ws/cut"
        process = start(node, "page_player.mjs", url, first)
        before = read_until(process, lambda line: line.get("type") == "turn")
        for _ in range(5):
            relay.cut()
            time.sleep(0.4)
        after, complaint = finish(process)
        lines = before + after

    assert complaint == ""
    numbers = [line["seq"] for line in lines if line.get("seq")]
    assert numbers == list(range(1, len(numbers) + 1))
    statuses = [line["status"] for line in lines if "status" in line]
    assert statuses[-1] == "over"
    assert "lost" in statuses
    assert relay.connections >= 2


def test_a_connection_that_is_lost_before_the_first_answer_costs_no_seat(
    node: list[str], server: Running
) -> None:
    first = {"type": "join", "name": "red", "game": "official", "seats": 2, "house": ["simple"]}
    with relay_to(server.http) as relay:
        relay.cut_next_answer = True
        url = f"ws://127.0.0.1:{relay.port}/ws/lost-at-once"

        lines, complaint = finish(start(node, "page_player.mjs", url, first))

    assert (complaint, relay.connections) == ("", 2)
    assert lines[-1]["status"] == "over"


def test_a_connection_that_can_not_be_made_is_tried_again(node: list[str], server: Running) -> None:
    first = {"type": "join", "name": "red", "game": "jedna", "seats": 2, "house": ["simple"]}
    with relay_to(server.http) as relay:
        relay.down()
        process = start(node, "page_player.mjs", f"ws://127.0.0.1:{relay.port}/ws/away", first)
        wait_until(lambda: relay.refused > 1)
        relay.up()
        lines, complaint = finish(process)

    assert complaint == ""
    assert lines[-1]["status"] == "over"


def test_who_watches_late_sees_the_rest(node: list[str], server: Running) -> None:
    first = {"type": "join", "name": "red", "game": "official", "seats": 2, "house": ["simple"]}
    # Slow enough to be halted before it is over.
    first["pace"] = 0.05
    player = start(node, "page_player.mjs", server.native("late"), first)
    read_until(player, lambda line: line.get("seq", 0) > 30)
    # The game waits until the other one watches, however long a Node takes to start.
    player.send_signal(signal.SIGSTOP)
    watcher = start(node, "page_player.mjs", server.native("late"), {"type": "watch"})
    before = read_until(watcher, lambda line: line.get("type") == "state")
    player.send_signal(signal.SIGCONT)

    after, complaint = finish(watcher)
    lines = before + after
    played, _ = finish(player)

    assert complaint == ""
    kinds = [line["type"] for line in lines if "type" in line]
    assert kinds[:2] == ["hello", "state"]
    assert lines[-1] == {**lines[-1], "status": "over"}
    assert lines[-1]["result"] == played[-1]["result"]


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"type": "watch"}, "no_such_table"),
        ({"type": "join", "name": "red", "game": "chess"}, "bad_join"),
    ],
)
def test_a_refusal_is_final_and_has_a_reason(
    node: list[str], server: Running, first: dict[str, Any], code: str
) -> None:
    lines, complaint = finish(start(node, "page_player.mjs", server.native("none"), first))

    assert complaint == ""
    assert lines[-1]["status"] == "refused"
    assert lines[-1]["reason"]["code"] == code


def test_a_server_that_ends_ends_the_game(node: list[str]) -> None:
    with serving() as running:
        first = {"type": "join", "name": "red", "game": "official", "seats": 2, "house": ["simple"]}
        process = start(node, "page_player.mjs", running.native("end"), first)
        read_until(process, lambda line: line.get("seq", 0) > 20)
        running.stop()
        lines, complaint = finish(process)

    assert complaint == ""
    assert lines[-1]["status"] in ("over", "lost")
