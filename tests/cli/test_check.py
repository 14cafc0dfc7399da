"""`pitboss check` as it is typed: what it prints, writes and exits with."""

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli_rig import EXAMPLES, Shell, shell
from planted_mistakes import JEDNA

__all__ = ["shell"]

SIMPLE = str(EXAMPLES / "jedna_simple.py")
MUTE = "import sys\nfor line in sys.stdin: pass\n"
WRONG = JEDNA % ('def decide(state):\n    return {"action": "play", "card": state["hand"][0]}\n')


def test_a_good_bot_passes_and_is_told_what_is_next(shell: Shell, tmp_path: Path) -> None:
    done = shell.run(tmp_path, "check", SIMPLE, "--games", "2", "--scenario", "1,3,31")

    assert "  1  starts and answers" in done.out
    assert "speaks Jedna lines, dialect 1.0: 3 scenarios and 2 games passed" in done.out


def test_a_failure_has_its_cause_its_lines_and_a_command_that_repeats_it(
    shell: Shell, tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text(WRONG)

    done = shell.run(tmp_path, "check", "./bot.py", "--scenario", "4-6", "--games", "0", code=1)

    told = r"^failed, scenarios ([\d, ]+): b5 does not go on r7.*$"
    cause = re.search(told, done.out, re.MULTILINE)
    assert cause, done.out
    assert cause[1].startswith("4, 5")
    assert '    < {"action": "play", "card": "b5"}' in done.out
    again = re.search(r"^  again: pitboss (.*)$", done.out, re.MULTILINE)
    assert again
    repeated = shell.run(tmp_path, *shlex.split(again[1]), code=1)
    assert "failed, scenario 4: b5 does not go on r7" in repeated.out
    assert "1 of 1 scenario failed" in repeated.out


@pytest.mark.slow
def test_of_a_mute_bot_only_one_scenario_is_waited_for(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "mute.py").write_text(MUTE)

    done = shell.run(tmp_path, "check", "mute.py", "--json", "--junit", "check.xml", code=1)

    found = done.json()
    assert not found["passed"]
    first, *others = found["report"]["findings"]
    assert "waits for more input" in first["sentence"]
    assert {one["status"] for one in others} == {"skipped"}
    suite = ElementTree.fromstring((tmp_path / "check.xml").read_bytes())[0]
    assert (suite.get("tests"), suite.get("failures")) == (str(len(others) + 1), "1")


def test_every_line_is_shown_on_request(shell: Shell, tmp_path: Path) -> None:
    done = shell.run(tmp_path, "check", SIMPLE, "--scenario", "3", "--transcript")

    assert re.search(r'^ +\d+\.\d{3} > \{"type":"request_action"', done.out, re.MULTILINE)
    assert re.search(r'^ +\d+\.\d{3} < \{"action": "play"', done.out, re.MULTILINE)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simple"], "simple is built in"),
        (["nobody.py"], "nobody.py"),
        ([SIMPLE, "--game", "chess"], "there is no game 'chess'"),
        ([f"cmd={SIMPLE} wire=jedna", "--game", "holdem"], "is for uno"),
        ([SIMPLE, "--scenario", "x"], "expected numbers such as 12, or 3,7-9"),
        ([SIMPLE, "--scenario", "99"], "there is no scenario 99; there are 1 to"),
    ],
)
def test_bad_input_is_told_apart_from_a_bad_bot(
    shell: Shell, tmp_path: Path, words: list[str], said: str
) -> None:
    assert said in shell.run(tmp_path, "check", *words, code=2).err


def test_after_a_match_with_faults_it_is_said_how_to_find_out_why(
    shell: Shell, tmp_path: Path
) -> None:
    (tmp_path / "wrong.py").write_text(WRONG)

    told = shell.run(tmp_path, "play", "jedna", "wrong.py", "simple", "-n", "2").out

    hint = re.search(r"^  find out why: pitboss (.*)$", told, re.MULTILINE)
    assert hint, told
    words = [*shlex.split(hint[1]), "--scenario", "5"]
    assert "b5 does not go on r7" in shell.run(tmp_path, *words, code=1).out
