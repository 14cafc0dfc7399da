"""Every line that bots over standard input are sent, in whole games: Jedna, hold'em, native."""

from pathlib import Path

import pytest
from golden_fixtures import golden, shell
from golden_match import play, program
from golden_record import Golden
from golden_shell import Shell

__all__ = ["golden", "shell"]

pytestmark = pytest.mark.slow

JEDNA = {
    "jedna-2": ("jedna", "jedna", 2, ["tidy", "rude"]),
    "jedna-3": ("jedna", "jedna", 3, ["tidy", "rude"]),
    "jedna-4": ("jedna", "jedna", 4, ["tidy", "rude", "leaves"]),
    "jedna-leaves": ("jedna", "jedna", 2, ["leaves"]),
    "reference-2": ("jedna-reference", "jedna-1", 2, ["tidy", "rude"]),
    "reference-3": ("jedna-reference", "jedna-1", 3, ["tidy", "rude"]),
    "reference-4": ("jedna-reference", "jedna-1", 4, ["tidy", "rude", "leaves"]),
    "reference-1.0": ("jedna-reference", "jedna", 2, ["tidy", "rude"]),
    "jedna-dialect-1": ("jedna", "jedna-1", 3, ["tidy", "rude"]),
    "house-rules": ("jedna,stacking=up,must_play=true,hand_size=4", "auto", 4, ["tidy", "rude"]),
}
FAULTY = {
    "jedna-crashes": ("jedna", "jedna_bot", "crashes", 2),
    "jedna-crashes-of-three": ("jedna", "jedna_bot", "crashes", 3),
    "jedna-floods": ("jedna", "jedna_bot", "floods", 2),
    "jedna-hangs": ("jedna", "jedna_bot", "hangs", 3),
    "cash-crashes": ("holdem-cash", "poker_bot", "crashes", 3),
    "hand-hangs": ("holdem", "poker_bot", "hangs", 2),
}
HOLDEM = {
    "hand-2": ("holdem", "hand", 2, 12),
    "hand-6": ("holdem", "hand,ante=5", 6, 12),
    "tournament-2": ("holdem-tournament", "algopoker,stack=3000", 2, 2),
    "tournament-4": ("holdem-tournament", "algopoker,stack=2000", 4, 4),
    "cash-2": ("holdem-cash", "cash,hands=20", 2, 2),
    "cash-3": ("holdem-cash", "cash,hands=15", 3, 3),
}
NATIVE = {
    "official-2": ("uno", "official,target=0", 2, 2),
    "official-4": ("uno", "official,target=100", 4, 4),
    "uno-online": ("uno", "uno-online", 2, 4),
    "jedna": ("uno", "jedna", 3, 3),
    "jedna-reference": ("uno", "jedna-reference", 3, 3),
    "seven-zero": ("uno", "official,target=0,seven_zero=true,stacking=up", 3, 3),
    "hand": ("holdem", "hand", 3, 12),
    "tournament": ("holdem-tournament", "algopoker,stack=2000", 3, 3),
    "cash": ("holdem-cash", "cash,hands=15", 2, 2),
}


def company(seats: int, taken: int) -> list[str]:
    """Built-in bots for the seats that are left."""
    return ["simple", "random", "simple"][: seats - taken]


@pytest.mark.parametrize("case", JEDNA)
def test_jedna_lines_are_the_same(case: str, shell: Shell, golden: Golden, tmp_path: Path) -> None:
    game, wire, seats, moods = JEDNA[case]
    bots = [program("jedna_bot", mood, wire) for mood in moods]
    bots += company(seats, len(bots))

    texts = play(shell, tmp_path, game, bots, "-n", str(2 * seats))

    assert set(moods) < set(texts)
    golden.compare(f"lines/jedna/{case}", texts)


@pytest.mark.parametrize("case", HOLDEM)
def test_algopoker_lines_are_the_same(
    case: str, shell: Shell, golden: Golden, tmp_path: Path
) -> None:
    game, rules, seats, games = HOLDEM[case]
    bots = [program("poker_bot", mood, "algopoker") for mood in ("tidy", "rude")]
    bots += (["simple", "random"] * 2)[: seats - 2]

    texts = play(shell, tmp_path, game, bots, "--rules", rules, "-n", str(games))

    golden.compare(f"lines/algopoker/{case}", texts)


@pytest.mark.parametrize("case", NATIVE)
def test_native_lines_are_the_same(case: str, shell: Shell, golden: Golden, tmp_path: Path) -> None:
    game, rules, seats, games = NATIVE[case]
    # Two of these bots take more than a thousand turns for a game of uno-online.
    moods = ("rude",) if case == "uno-online" else ("tidy", "rude")
    bots = [program("native_bot", mood, "native") for mood in moods]
    bots += company(seats, len(bots))

    texts = play(shell, tmp_path, game, bots, "--rules", rules, "-n", str(games))

    golden.compare(f"lines/native/{case}", texts)


@pytest.mark.parametrize("case", FAULTY)
def test_what_a_faulty_bot_costs_is_the_same(
    case: str, shell: Shell, golden: Golden, tmp_path: Path
) -> None:
    game, script, mood, seats = FAULTY[case]
    wire = "jedna" if game == "jedna" else "algopoker"
    # Short enough to wait for in a test, and long enough for all answers but the missing one.
    limits = ["timeout=2"] if mood == "hangs" else []
    bots = [program(script, "tidy", wire), program(script, mood, wire, *limits)]
    bots += company(seats, 2)
    rules = ["--rules", "cash,hands=8"] if game == "holdem-cash" else []

    texts = play(shell, tmp_path, game, bots, "-n", str(seats), *rules)

    golden.compare(f"lines/faulty/{case}", texts)
