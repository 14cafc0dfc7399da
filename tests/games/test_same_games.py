"""The compiled engines and the interpreted ones play the same games, state for state."""

from pathlib import Path

import pytest
from builds import Python

SCRIPT = (Path(__file__).parents[1] / "rigs" / "same_games.py").read_text()

# Kind, rules, seats, games: at least 2,000 games under each preset, and 20,000 hands. A game to 500
# points takes long; most of the official ones end with their first round.
GAMES = [
    ("uno", "official", 2, 100),
    ("uno", "official", 4, 200),
    ("uno", "official,target=0", 4, 1000),
    ("uno", "official", 10, 200),
    ("uno", "official,target=0", 10, 500),
    ("uno", "uno-online", 2, 2000),
    ("uno", "jedna", 2, 1000),
    ("uno", "jedna", 4, 1000),
    ("uno", "jedna-reference", 2, 1000),
    ("uno", "jedna-reference", 3, 1000),
    ("uno", "official,target=0,seven_zero=yes,double_play=yes,stacking=up", 3, 500),
    ("holdem", "", 2, 8000),
    ("holdem", "", 3, 4000),
    ("holdem", "", 6, 5000),
    ("holdem", "", 9, 3000),
    ("holdem-tournament", "", 2, 300),
    ("holdem-tournament", "", 9, 200),
    ("holdem-cash", "", 6, 100),
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "rules", "seats", "count"), GAMES)
def test_compiled_and_interpreted_games_are_the_same(
    kind: str, rules: str, seats: int, count: int, pure_python: Python, compiled_python: Python
) -> None:
    arguments = (kind, rules, str(seats), "1", str(count))

    interpreted = pure_python(SCRIPT, *arguments)
    compiled = compiled_python(SCRIPT, *arguments)

    assert len(interpreted.splitlines()) == count // 100
    assert compiled == interpreted
