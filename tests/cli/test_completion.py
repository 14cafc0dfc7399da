"""What the tab key offers: in bash itself, and as zsh and fish ask for it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli_rig import environment, typed

BASH = shutil.which("bash") or ""
ASKED = """
. .bash_completions/pitboss.sh
offer() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _pitboss_completion pitboss
    printf '%s\\n' "$*: ${COMPREPLY[*]}"
}
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a journal, where `pitboss` is a command and its completion is installed."""
    found = tmp_path_factory.mktemp("home")
    typed(found, "play", "jedna", "simple", "random", "-n", "2", "--seed", "tab")
    (found / "bin").mkdir()
    program = found / "bin" / "pitboss"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pitboss "$@"\n')
    program.chmod(0o755)
    assert "bash completion installed in" in _bash(found, "pitboss --install-completion\ntrue")
    return found


def _bash(home: Path, script: str) -> str:
    path = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [BASH, "--norc", "-c", script],
        cwd=home,
        env=environment() | {"HOME": str(home), "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert not done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.skipif(not BASH, reason="there is no bash")
def test_bash_offers_commands_options_games_bots_and_events(home: Path) -> None:
    asked = {
        "pitboss stan": "standings",
        "pitboss rules --": "--json --help",
        "pitboss play je": "jedna jedna-reference",
        "pitboss play jedna si": "simple",
        "pitboss tournament --game holdem-": "holdem-tournament holdem-cash",
        "pitboss results --db nowhere.db ": "last",
    }
    lines = [f"offer {words}" + ("''" if words.endswith(" ") else "") for words in asked]
    lines.append("offer pitboss standings ''")

    told = dict(line.split(": ") for line in _bash(home, ASKED + "\n".join(lines)).splitlines())

    event = told.pop("pitboss standings ").split()
    assert told == asked
    assert event[0] == "last"
    assert len(event[1]) == 8
    assert (home / ".bashrc").read_text().count("pitboss.sh") == 1


@pytest.mark.parametrize(
    ("shell", "expected"),
    [("zsh", '"standings":"Show an event'), ("fish", "standings\tShow an event's standings")],
)
def test_other_shells_are_told_what_it_means_too(tmp_path: Path, shell: str, expected: str) -> None:
    asking = {
        "_PITBOSS_COMPLETE": f"complete_{shell}",
        "_TYPER_COMPLETE_ARGS": "pitboss stan",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }

    assert expected in typed(tmp_path, code=0, **asking).out
