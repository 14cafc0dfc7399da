"""Matches with Socket.IO bots by the command line: the document's bot, and Node's clients."""

import re
from pathlib import Path
from typing import Any

import pytest
from cli_rig import ROOT, Shell, shell
from node_clients import CLIENTS, NODE, node_modules

__all__ = ["node_modules", "shell"]

PAGE = ROOT / "docs" / "writing-a-bot.md"


def document_bot(folder: Path) -> None:
    found = re.search(
        r"<!-- file: live_bot.py -->\n```python\n(.*?)```", PAGE.read_text(), re.DOTALL
    )
    assert found
    (folder / "live_bot.py").write_text(found[1])


def match(shell: Shell, folder: Path, *bots: str, node_path: str = "") -> list[Any]:
    """The seats of a match's four games, in which nobody did anything wrong."""
    words = ("play", "uno-online", *bots, "--seed", "ten", "-n", "4", "--json")
    played = shell.run(folder, *words, NODE_PATH=node_path).json()
    games = shell.run(folder, "results", played["event"], "--json").json()["shown"]
    seats = [seat for game in games for seat in game["seats"]]
    assert len(seats) == 8
    assert not any(seat["faults"] or seat["forfeit"] for seat in seats)
    return seats


def test_the_documents_bot_plays_a_match_and_the_same_games_again(
    shell: Shell, tmp_path: Path
) -> None:
    matches = []
    for name in ("one", "other"):
        folder = tmp_path / name
        folder.mkdir()
        document_bot(folder)
        bot = "cmd='./live_bot.py {url} {room}' wire=socketio"
        matches.append(match(shell, folder, bot, "simple"))

    assert matches[0] == matches[1]


@pytest.mark.parametrize("transport", ["websocket", "polling"])
def test_node_clients_of_both_versions_play_each_other_and_are_started_anew(
    shell: Shell, tmp_path: Path, node_modules: Path, transport: str
) -> None:
    bots = [
        f"cmd='node {NODE}/player.js {client} {{url}} {{room}} {transport}' "
        f"name=v{client[-1]} wire=socketio"
        for client in CLIENTS
    ]

    seats = match(shell, tmp_path, *bots, node_path=str(node_modules))

    assert {seat["bot"] for seat in seats} == {"v3", "v4"}
