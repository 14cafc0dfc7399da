"""Every message that bots of a match are sent that connect: AlgoPoker, native, uno-online."""

from pathlib import Path

import pytest
from golden_fixtures import golden, shell
from golden_match import play
from golden_record import Golden
from golden_shell import Shell

__all__ = ["golden", "shell"]

pytestmark = pytest.mark.slow

# Game, rules, games, script, bots that connect, others.
WEBSOCKET = {
    "algopoker-2": ("holdem-tournament", "algopoker,stack=3000", 2, "poker", ["tidy", "rude"], []),
    "algopoker-4": (
        *("holdem-tournament", "algopoker,stack=2000", 4, "poker", ["tidy", "rude"]),
        ["simple", "random"],
    ),
    "hand": ("holdem", "hand", 4, "poker", ["rude"], ["simple"]),
    "cash": ("holdem-cash", "cash,hands=12", 2, "poker", ["rude"], ["simple"]),
    "official": ("uno", "official,target=0", 3, "native", ["tidy", "rude"], ["simple"]),
    "jedna": ("uno", "jedna", 2, "native", ["rude"], ["simple"]),
}
HTTP = {
    "uno-online": ("uno-online", ["rude"], ["simple"]),
    "uno-online-two": ("uno-online", ["tidy", "rude"], []),
    "official": ("official,target=0", ["rude"], ["simple"]),
    "jedna": ("jedna", ["tidy"], ["simple"]),
}


@pytest.mark.parametrize("case", WEBSOCKET)
def test_what_comes_over_websocket_is_the_same(
    case: str, shell: Shell, golden: Golden, tmp_path: Path
) -> None:
    game, rules, games, script, moods, others = WEBSOCKET[case]
    bots = [
        f"cmd='{script}_socket.py {{url}} {mood}.log {mood}' name=the-{mood} wire=websocket"
        for mood in moods
    ]

    texts = play(shell, tmp_path, game, bots + others, "--rules", rules, "-n", str(games))

    assert set(moods) < set(texts)
    golden.compare(f"guests/websocket/{case}", texts)


@pytest.mark.parametrize("case", HTTP)
def test_what_comes_over_http_is_the_same(
    case: str, shell: Shell, golden: Golden, tmp_path: Path
) -> None:
    rules, moods, others = HTTP[case]
    bots = [
        f"cmd='room_bot.py {{url}} {{room}} {{token}} {mood}.log {mood}' name={mood} wire=http"
        for mood in moods
    ]

    texts = play(shell, tmp_path, "uno", bots + others, "--rules", rules, "-n", "2")

    assert set(moods) < set(texts)
    golden.compare(f"guests/http/{case}", texts)
