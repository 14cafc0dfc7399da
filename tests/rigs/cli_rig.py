"""The command line as a shell runs it: every command a process of its own.

Python takes longer to start than most commands to run, so commands are forks of one process that
has read the code already. `typed` starts one afresh, as `python -m pitboss`.
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "src" / "pitboss" / "examples"
# A worker's arithmetic needs no threads, and a fork gets none.
_QUIET = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
_SERVER = """
import gc, json, os, sys
import scipy.stats, sqlalchemy.dialects.sqlite
import pitboss.events.warm_players, pitboss.statistics.standings, pitboss.events.tournament_file
import pitboss.cli.event_run, pitboss.cli.event_summary, pitboss.cli.game_files
import pitboss.narration.event_games, pitboss.narration.live_games, pitboss.report.from_journal
import pitboss.report.exports, pitboss.store
from pitboss.cli import COMMANDS, app, command, main
from typer.testing import CliRunner

# What is only read when a command runs.
CliRunner().invoke(app, ["bots"])
for name in COMMANDS:
    command(name)
gc.freeze()
for line in sys.stdin:
    wanted = json.loads(line)
    child = os.fork()
    if child == 0:
        break
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(code, flush=True)
else:
    sys.exit()
os.chdir(wanted["folder"])
os.environ.update(wanted["environment"])
for number, name in enumerate(wanted["files"]):
    os.dup2(os.open(name, os.O_RDWR), number)
sys.argv = ["pitboss", *wanted["words"]]
code = 0
try:
    main()
except SystemExit as left:
    code = left.code or 0
finally:
    sys.stdout.flush()
    sys.stderr.flush()
    # Taking down all those modules takes longer than most commands.
    os._exit(code)
"""


class Done(NamedTuple):
    """A command that has ended."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


class Shell:
    """Runs commands, one after another."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-c", _SERVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment() | _QUIET,
        )

    def run(
        self, folder: Path, *words: str, code: int | None = 0, given: str = "", **variables: str
    ) -> Done:
        """What comes of the words, typed in the folder; `given` is its standard input."""
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        with tempfile.TemporaryDirectory() as place:
            files = [Path(place) / name for name in ("in", "out", "err")]
            for file in files:
                file.touch()
            files[0].write_text(given)
            asked = {
                "folder": str(folder),
                "words": words,
                "environment": variables,
                "files": list(map(str, files)),
            }
            self._server.stdin.write(json.dumps(asked) + "\n")
            self._server.stdin.flush()
            ended = int(self._server.stdout.readline())
            _, out, err = (file.read_bytes().decode() for file in files)
        assert code in (None, ended), f"{words} left with {ended}:\n{out}\n{err}"
        return Done(ended, out, err)

    def close(self) -> None:
        self._server.communicate()


@pytest.fixture(scope="session")
def shell() -> Iterator[Shell]:
    found = Shell()
    yield found
    found.close()


def typed(
    folder: Path, *words: str, code: int | None = 0, given: str = "", **variables: str
) -> Done:
    """One command in a Python of its own; `given` is its standard input."""
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", *words],
        cwd=folder,
        env=environment() | variables,
        capture_output=True,
        text=True,
        input=given,
    )
    assert code in (None, done.returncode), f"{words} left with {done.returncode}:\n{done.stderr}"
    return Done(done.returncode, done.stdout, done.stderr)


def environment() -> dict[str, str]:
    """Ours, without what would change what commands print and where they look."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in ("COLUMNS", "PITBOSS_DB", "FORCE_COLOR", "LINES")
    }


def contents(folder: Path) -> dict[str, str]:
    """Every file below the folder by name, with a digest of what is in it."""
    return {
        str(path.relative_to(folder)): (
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        )
        for path in sorted(folder.rglob("*"))
    }


def write_bot(path: Path, body: str) -> Path:
    """A Python program, not executable."""
    path.write_text(body)
    return path


def agent(path: Path) -> Path:
    """A Jedna bot that plays well enough."""
    return write_bot(path, (EXAMPLES / "jedna_simple.py").read_text())
