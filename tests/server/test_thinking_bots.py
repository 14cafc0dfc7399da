"""A bot that thinks for long at one table of a server keeps nobody waiting at another."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from serve_rig import Running, serving
from websockets.sync.client import ClientConnection, connect

# It searches, as long as a file is not there, in our own process and without a pause.
SLOW = '''
import os
from pathlib import Path

from pitboss.bots.breath import breathe

MAY_MOVE = Path(os.environ["MAY_MOVE"])
THINKS = Path(os.environ["THINKS"])


class SlowBot:
    """the first of its legal actions, after a long search"""

    name = "slow"
    honest = True
    thinks = True

    def __init__(self, seed):
        self.seed = seed

    def decide(self, game, seat):
        THINKS.touch()
        while not MAY_MOVE.exists():
            for _ in range(1000):
                breathe()
        return game.fallback()
'''


@pytest.fixture
def signals(tmp_path: Path) -> tuple[Path, Path]:
    """A file that is there once the bot thinks, and one that lets it move."""
    return tmp_path / "thinks", tmp_path / "may-move"


@pytest.fixture
def server(tmp_path: Path, signals: tuple[Path, Path]) -> Iterator[Running]:
    """A server that has the bot."""
    site = tmp_path / "site"
    metadata = site / "slow_bot-1.0.dist-info"
    metadata.mkdir(parents=True)
    (site / "slow_bot.py").write_text(SLOW)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: slow-bot\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[pitboss.bots]\nslow = slow_bot:SlowBot\n")
    thinks, may_move = map(str, signals)
    options = ("--stop-grace", "0")
    with serving(*options, PYTHONPATH=str(site), THINKS=thinks, MAY_MOVE=may_move) as running:
        yield running


def sit_down(guest: ClientConnection, bot: str) -> None:
    order = {"type": "join", "name": "guest", "game": "jedna", "seats": 2, "house": [bot]}
    guest.send(json.dumps({**order, "time": {"move": 300}}))


def play_on(guest: ClientConnection, seconds: float) -> str:
    """Answer until the game is over, or nothing comes for so long; the last message's type."""
    last = ""
    while last != "result":
        try:
            message = json.loads(guest.recv(timeout=seconds))
        except TimeoutError:
            return last
        last = message["type"]
        if last == "turn":
            action = {"type": "action", "turn": message["turn"], "action": message["legal"][0]}
            guest.send(json.dumps(action))
    return last


def test_another_table_plays_to_its_end_while_a_bot_thinks(
    server: Running, signals: tuple[Path, Path]
) -> None:
    thinks, may_move = signals
    with connect(server.native("slow")) as slow, connect(server.native("quick")) as quick:
        sit_down(slow, "slow")
        while not thinks.exists():
            play_on(slow, 0.05)

        sit_down(quick, "simple")
        assert play_on(quick, 60) == "result"

        may_move.touch()
        assert play_on(slow, 60) == "result"


def test_a_server_stops_while_a_bot_thinks(server: Running, signals: tuple[Path, Path]) -> None:
    with connect(server.native("slow")) as slow:
        sit_down(slow, "slow")
        while not signals[0].exists():
            play_on(slow, 0.05)

        code, log = server.stop()

    assert code == 0
    assert "Traceback" not in log
