"""The same seed gives the same decisions: on every run, and in both builds of the engines."""

from pathlib import Path

import bot_games
import pytest
from builds import Python
from ladder_rig import quick

from pitboss import bots

SCRIPT = Path(bot_games.__file__).read_text()


@pytest.mark.parametrize("bot", [quick(name) for name in bots.names()])
def test_an_interpreted_process_decides_as_this_one_does(bot: str, pure_python: Python) -> None:
    """This one is compiled wherever the installed engines are, as in every full run."""
    here = list(bot_games.digests(bot))

    assert len(here) >= 3
    assert pure_python(SCRIPT, bot).splitlines() == here
