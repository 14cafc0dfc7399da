"""Node's socket.io-client, versions 3 and 4, plays whole games on a real server."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from node_clients import CLIENTS, NODE, node_modules
from uno_online_server import Served, served

from pitboss.server.settings import Settings

__all__ = ["node_modules"]


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(Settings()) as running:
        yield running


def player(
    node_modules: Path, server: Served, client: str, room: str, transport: str, **order: Any
) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        ["node", str(NODE / "player.js"), client, server.url, room, transport, json.dumps(order)],
        env={**os.environ, "NODE_PATH": str(node_modules)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(process: "subprocess.Popen[str]") -> dict[str, Any]:
    out, err = process.communicate(timeout=180)
    assert process.returncode == 0, err
    heard: dict[str, Any] = json.loads(out)
    return heard


@pytest.mark.parametrize("transport", ["websocket", "polling"])
@pytest.mark.parametrize("client", CLIENTS)
def test_node_clients_play_a_whole_game_against_a_built_in_bot(
    node_modules: Path, server: Served, client: str, transport: str
) -> None:
    room = f"{client[-1]}-{transport}"

    heard = told(player(node_modules, server, client, room, transport, player2="simple", seed=4))

    assert heard["early"] == "not_joined"
    assert heard["joined"]["name"] == "Player 1"
    assert heard["said"] is True
    assert heard["message"] == {"user": "Player 1", "text": "hello"}
    assert heard["users"] == ["Player 1", "Player 2"]
    assert heard["over"]["winner"] in ("Player 1", "Player 2")
    assert heard["last"]["game"]["isOver"] is True
    assert heard["states"] > 5
    assert heard["rejected"] == ["not_joined"]


def test_a_client_of_version_3_and_one_of_version_4_play_each_other(
    node_modules: Path, server: Served
) -> None:
    three = player(node_modules, server, CLIENTS[0], "between", "websocket")
    four = player(node_modules, server, CLIENTS[1], "between", "websocket")

    one, other = told(three), told(four)

    assert {one["joined"]["name"], other["joined"]["name"]} == {"Player 1", "Player 2"}
    assert one["over"] == other["over"]
    assert one["last"]["game"] == other["last"]["game"]


def test_a_refused_join_is_told_by_the_first_argument_of_the_acknowledgement(
    node_modules: Path, server: Served
) -> None:
    server.make(room="taken", player1="simple", player2="simple")

    heard = told(player(node_modules, server, CLIENTS[1], "taken", "websocket", token="wrong"))

    assert heard["error"]["error"] == "bad_token"
