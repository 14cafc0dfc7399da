"""Bots that connect, in a sandbox: they reach their own seat, and nothing else on this machine."""

import os
import re
import socket
import sys
import time
from pathlib import Path

import pytest
import websockets
from sandbox_rig import needs_sandbox

from pitboss.events.entrants import read_entrants
from pitboss.events.plan import Block, Confinement, Plan
from pitboss.events.warm_players import CannotSeat, WarmPlayers, check_start
from pitboss.events.worker import Work, play_blocks
from pitboss.games.registry import kind_named
from pitboss.players.connecting import ConnectingPlayer

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "src" / "pitboss" / "examples"
# Tries a door of somebody else first, and says so.
_KNOCK = """
import socket, sys
try:
    socket.create_connection(("127.0.0.1", {port}), 2).close()
    print("in", file=sys.stderr, flush=True)
except OSError:
    print("out", file=sys.stderr, flush=True)
"""
WIRES = {
    "websocket": ("holdem-tournament", "algopoker", "{url}"),
    "http": ("uno", "uno-online", "{url} {room}"),
    "socketio": ("uno", "uno-online", "{url} {room}"),
}


def _script(wire: str) -> str:
    if wire == "socketio":
        page = (ROOT / "docs" / "writing-a-bot.md").read_text()
        found = re.search(r"<!-- file: live_bot.py -->\n```python\n(.*?)```", page, re.DOTALL)
        assert found
        return found[1]
    name = "poker_websocket.py" if wire == "websocket" else "uno_http.py"
    return (EXAMPLES / name).read_text()


@needs_sandbox
@pytest.mark.parametrize("wire", WIRES)
def test_a_sandboxed_bot_plays_over_its_wire_and_reaches_nobody_else(
    wire: str, tmp_path: Path
) -> None:
    game, rules, places = WIRES[wire]
    packages = Path(websockets.__file__).parents[1]
    with socket.create_server(("127.0.0.1", 0)) as neighbour:
        bot = tmp_path / "bot.py"
        bot.write_text(_KNOCK.format(port=neighbour.getsockname()[1]) + _script(wire))
        text = f"cmd='{sys.executable} {bot} {places}' wire={wire} readable={packages}"
        said = {}
        for sandbox in ("require", "off"):
            plan = Plan(
                game=kind_named(game).name,
                rules=rules,
                seats=2,
                seed="test",
                entrants=tuple(read_entrants([text, "random"], tmp_path)),
                confinement=Confinement(sandbox=sandbox),
            )
            with WarmPlayers(plan) as warm:
                if sandbox == "require":
                    batch = play_blocks(Work("event", plan, [Block(0, (0, 1))]), warm)
                    assert not batch.faults
                player = warm.players((0, 1), 1, 0)[0]
                assert isinstance(player, ConnectingPlayer)
                assert player.program is not None
                until = time.monotonic() + 60
                while not player.stderr() and time.monotonic() < until:
                    time.sleep(0.05)
                said[sandbox] = player.last_words().split()[0]

    assert said == {"require": "out", "off": "in"}


@needs_sandbox
def test_a_machine_without_private_networks_says_so_before_the_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusing = tmp_path / "unshare"
    refusing.write_text("#!/bin/sh\necho 'unshare failed: Operation not permitted' >&2\nexit 1")
    refusing.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    (tmp_path / "bot.py").write_text("input()")
    plan = Plan(
        game="uno",
        rules="uno-online",
        seats=2,
        seed="test",
        entrants=tuple(
            read_entrants([f"cmd='{sys.executable} bot.py' wire=http", "random"], tmp_path)
        ),
        confinement=Confinement(sandbox="require"),
    )

    with pytest.raises(CannotSeat, match="Operation not permitted"):
        check_start(plan)
