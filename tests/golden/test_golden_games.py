"""The games that built-in bots play: every preset, at several tables, to the last card and chip."""

import json
from pathlib import Path

import pytest
from golden_fixtures import golden, shell
from golden_normal import normal
from golden_record import Golden
from golden_shell import Shell

__all__ = ["golden", "shell"]

# Game, rules, seats, games.
UNO = [
    ("uno", "official", 2, 4),
    ("uno", "official", 3, 3),
    ("uno", "official", 10, 10),
    ("uno", "uno-online", 2, 20),
    ("uno", "jedna", 2, 20),
    ("uno", "jedna", 3, 12),
    ("uno", "jedna", 4, 12),
    ("uno", "jedna", 10, 10),
    ("uno", "jedna-reference", 2, 20),
    ("uno", "jedna-reference", 4, 12),
    ("uno", "jedna-reference", 10, 10),
    ("uno", "official,target=0,stacking=up,seven_zero=true,drawn_card=until-playable", 4, 8),
    ("uno", "official,target=0,must_play=true,double_play=true,uno_call=automatic", 3, 9),
]
HOLDEM = [
    ("holdem", "hand", 2, 40),
    ("holdem", "hand", 3, 30),
    ("holdem", "hand", 9, 27),
    ("holdem", "hand,ante=10,stack=700", 6, 30),
    ("holdem-tournament", "algopoker", 2, 6),
    ("holdem-tournament", "algopoker", 4, 4),
    ("holdem-tournament", "algopoker", 9, 9),
    ("holdem-cash", "cash", 2, 2),
    ("holdem-cash", "cash,hands=20,big_blind_ante=100", 3, 3),
    ("holdem-cash", "cash,hands=10", 9, 9),
]


def bots_for(seats: int) -> list[str]:
    return [f"simple:{seats - seats // 2}", f"random:{seats // 2}"]


@pytest.mark.parametrize(("game", "rules", "seats", "games"), UNO + HOLDEM)
def test_built_in_bots_play_the_same_games(
    game: str, rules: str, seats: int, games: int, shell: Shell, golden: Golden, tmp_path: Path
) -> None:
    options = ["--rules", rules, "--seed", "golden", "-n", str(games), "--json"]
    forms = ["json", "csv"]
    if seats == 2:
        forms += ["text", "phhs"] if game.startswith("holdem") else ["text"]

    texts = {"play": shell.run(tmp_path, "play", game, *bots_for(seats), *options)}
    texts |= {form: shell.run(tmp_path, "export", "--format", form) for form in forms}

    assert len(texts["json"].splitlines()) == games
    golden.compare(
        f"games/{game}-{rules}-{seats}", {name: normal(text) for name, text in texts.items()}
    )


def test_every_preset_is_played_here(shell: Shell, golden: Golden, tmp_path: Path) -> None:
    text = shell.run(tmp_path, "games", "--json")

    there = {(one["game"], preset) for one in json.loads(text) for preset in one["presets"]}
    assert there == {(game, rules) for game, rules, _, _ in UNO + HOLDEM if "," not in rules}
    golden.compare("presets", {"games": text})
