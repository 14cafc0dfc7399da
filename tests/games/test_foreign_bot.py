"""A bot from another package is one like ours: it has a name, and plays wherever ours do."""

import json
from pathlib import Path

import pytest
from cli_rig import typed
from serve_rig import serving
from websockets.sync.client import connect

# A complete bot from another package: it plays the last of its legal actions.
FOREIGN = '''
class LastBot:
    """the last of its legal actions, whatever that is"""

    name = "last"
    honest = True

    def __init__(self, seed):
        self.seed = seed

    def decide(self, game, seat):
        return list(game.legal())[-1]
'''


@pytest.fixture
def site(tmp_path: Path) -> str:
    """A package with the bot, and a broken one, in a folder that PYTHONPATH may name."""
    site = tmp_path / "site"
    metadata = site / "last_bot-1.0.dist-info"
    metadata.mkdir(parents=True)
    (site / "last_bot.py").write_text(FOREIGN)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: last-bot\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        "[pitboss.bots]\nlast = last_bot:LastBot\nlost = no_such_module:Bot\n"
    )
    return str(site)


def test_it_is_listed_and_plays_events_in_every_process(tmp_path: Path, site: str) -> None:
    listed = typed(tmp_path, "bots", PYTHONPATH=site).out
    words = ("play", "jedna", "last", "simple", "-n", "40", "--jobs", "2", "--json")
    event = json.loads(typed(tmp_path, *words, PYTHONPATH=site).out)

    assert "the last of its legal actions" in listed
    assert event["games"] == 40
    assert not event["faults"]


def test_a_broken_one_is_named_when_asked_for(tmp_path: Path, site: str) -> None:
    done = typed(tmp_path, "play", "jedna", "bot=lost", "simple", code=2, PYTHONPATH=site)

    assert "no_such_module" in done.err


def test_it_sits_at_a_table(site: str) -> None:
    join = {"type": "join", "name": "guest", "game": "jedna", "seats": 2, "house": ["last"]}
    messages = []
    with serving(PYTHONPATH=site) as server, connect(server.native("t")) as guest:
        guest.send(json.dumps(join))
        for frame in guest:
            messages.append(json.loads(frame))
            if messages[-1]["type"] == "turn":
                turn = messages[-1]
                action = {"type": "action", "turn": turn["turn"], "action": turn["legal"][0]}
                guest.send(json.dumps(action))

    assert messages[-1]["type"] == "result"
