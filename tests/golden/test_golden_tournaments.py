"""Tournaments of every format: who meets whom, every game, and the standings, on two processes."""

from pathlib import Path

import pytest
from golden_fixtures import golden, shell
from golden_normal import normal
from golden_record import Golden
from golden_shell import Shell

__all__ = ["golden", "shell"]

pytestmark = pytest.mark.slow

FORMATS = ("round-robin", "swiss", "knockout", "gauntlet", "ladder")
# Processes that start take their time, so that not all events have two.
EVENTS = {
    "jedna": ("jedna", ["simple:4", "random:3"], ["--jobs=2"]),
    "holdem-tournament": ("holdem-tournament", ["simple:3", "random:3"], ["--jobs=2"]),
    "official-3": ("official,target=0", ["simple:4", "random:3"], ["--jobs=1", "--seats=3"]),
    "holdem-cash-3": ("cash,hands=5", ["simple:3", "random:2"], ["--jobs=1", "--seats=3"]),
}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("event", EVENTS)
def test_tournaments_have_the_same_games_and_standings(
    event: str, form: str, shell: Shell, golden: Golden, tmp_path: Path
) -> None:
    game, bots, options = EVENTS[event]
    words = ["--game", game, "--format", form, "--seed", "golden", "-n", "4"]

    texts = {
        "told": shell.run(tmp_path, "tournament", *words, *options, *bots),
        "games": shell.run(tmp_path, "export"),
        "standings": shell.run(tmp_path, "standings", "--json"),
    }

    golden.compare(
        f"tournaments/{event}/{form}", {name: normal(text) for name, text in texts.items()}
    )
