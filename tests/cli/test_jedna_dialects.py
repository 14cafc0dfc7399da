"""`pitboss play` with a bot of the other dialect: the obvious command must not misrank silently."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.games.uno import UNO
from pitboss.wires.jedna.wire import JEDNA

AGENT = Path(__file__).parents[1] / "agents" / "jedna_reference_agent.py"
ADVICE = "the game for it is jedna-reference, with wire=jedna-1"


def played(folder: Path, *words: str) -> str:
    shutil.copy(AGENT, folder / "agent.py")
    command = [sys.executable, "-m", "pitboss", "play", *words, "simple", "-n", "8", "--seed", "1"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_bot_of_the_other_dialect_is_told_of_in_one_line(tmp_path: Path) -> None:
    told = played(tmp_path, "jedna", "./agent.py")

    (line,) = [line for line in told.splitlines() if ADVICE in line]
    assert line.startswith("agent answers like the agents of Jedna's reference engine")


@pytest.mark.parametrize(
    ("word", "rules", "refused", "is_told"),
    [
        ("jedna", "jedna", ("", '{"action":"play","card":"wd"}'), True),
        ("jedna", "jedna", ("", '{"action":"play","card":"r5","double_play":true}'), True),
        ("jedna", "jedna", ("", '{"action":"play","card":"w","wild_color":"pink"}'), True),
        ("jedna", "jedna", ("", '{"action":"play","card":"rr5"}'), False),
        ("jedna", "jedna", ("", "{"), False),
        ("jedna", "jedna", ("not_playable (card=1)", ""), False),
        ("jedna-1", "jedna", ("no_double_play (card=10)", ""), True),
        ("jedna-1", "jedna-reference", ("no_double_after_draw (card=10)", ""), False),
        ("jedna-1", "jedna-reference", ("", '{"action":"play","card":"w"}'), False),
    ],
)
def test_answers_of_the_other_dialect_are_known_once_they_are_repeated(
    word: str, rules: str, refused: tuple[str, str], is_told: bool
) -> None:
    assert (ADVICE in JEDNA.advice(word, UNO.rules(rules), [refused] * 2)) == is_told
    assert JEDNA.advice(word, UNO.rules(rules), [refused]) == ""
