"""A built-in bot that plays another way has another version, so that old games are not its own."""

import hashlib
import json
import os
from pathlib import Path

import bot_games
import pytest
from cli_rig import typed

from pitboss.bots.ladder import LADDER

# By bot: the version, and a digest of games that it plays.
_RECORD = Path(__file__).parent / "versions.json"


@pytest.mark.parametrize("bot", LADDER)
def test_who_plays_another_way_has_another_version(bot: str) -> None:
    played = hashlib.sha256("\n".join(bot_games.digests(bot)).encode()).hexdigest()
    now = [LADDER[bot].version, played]
    record = json.loads(_RECORD.read_text())
    if os.environ.get("PITBOSS_WRITE_GOLDEN") and now[0] != record.get(bot, [0])[0]:
        _RECORD.write_text(json.dumps({**record, bot: now}, indent=1) + "\n")
        return

    assert now == record.get(bot), (
        f"{bot} plays another way: raise its version in bots/ladder.py, and run this with "
        "PITBOSS_WRITE_GOLDEN=1"
    )


def test_a_bot_of_another_version_plays_anew(tmp_path: Path) -> None:
    site = tmp_path / "site"
    metadata = site / "last_bot-1.0.dist-info"
    metadata.mkdir(parents=True)
    (site / "last_bot.py").write_text(
        "class LastBot:\n"
        "    honest = True\n"
        "    def __init__(self, seed): self.name = 'last'\n"
        "    def decide(self, game, seat): return list(game.legal())[-1]\n"
    )
    (metadata / "entry_points.txt").write_text("[pitboss.bots]\nlast = last_bot:LastBot\n")
    told = []
    for version in ("1.0", "1.0", "1.1"):
        about = f"Metadata-Version: 2.1\nName: last-bot\nVersion: {version}\n"
        (metadata / "METADATA").write_text(about)
        done = typed(tmp_path, "play", "jedna", "last", "simple", "-n", "2", PYTHONPATH=str(site))
        told.append(done.out + done.err)

    assert "journal" not in told[0].partition("\n")[0]
    assert told[1] != told[0]
    assert "last has changed" in told[2]
