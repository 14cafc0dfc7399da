"""The `pitboss` command as a shell runs it, and nothing of what is inside.

Every command is a process of its own. Python takes longer to read code than most commands to run,
so commands are forks of one process that has run some commands before, and so has read it.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

BOTS = Path(__file__).parent / "bots"
_STARTER = """
import contextlib, gc, io, json, os, runpy, sys, tempfile, threading

def run(words):
    sys.argv = ["pitboss", *words]
    try:
        runpy.run_module("pitboss", run_name="__main__", alter_sys=True)
    except SystemExit as left:
        return left.code or 0
    return 0

with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
    for words in ("play jedna simple random -n 2 --seed warm --json", "export", "show last-0-0"):
        with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())):
            assert run(words.split()) == 0
assert threading.active_count() == 1
gc.freeze()
for line in sys.stdin:
    wanted = json.loads(line)
    child = os.fork()
    if child == 0:
        break
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
else:
    sys.exit()
os.chdir(wanted["folder"])
for number, name in enumerate(("in", "out", "err")):
    os.dup2(os.open(os.path.join(wanted["files"], name), os.O_RDWR | os.O_CREAT), number)
code = 1
try:
    code = run(wanted["words"])
finally:
    sys.stdout.flush()
    sys.stderr.flush()
    # To take down all those modules takes longer than most commands.
    os._exit(code)
"""


def environment() -> dict[str, str]:
    """Ours, without what would change what commands print and where they look."""
    left_out = ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR")
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in left_out and not name.startswith("PITBOSS_")
    }
    if path := kept.get("PYTHONPATH"):
        # Commands run in other folders than we do.
        kept["PYTHONPATH"] = os.pathsep.join(map(os.path.abspath, path.split(os.pathsep)))
    return kept


class Shell:
    """Runs commands, one after another."""

    def __init__(self) -> None:
        # A command's arithmetic needs no threads, and a fork gets none.
        quiet = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        self._starter = subprocess.Popen(
            [sys.executable, "-P", "-c", _STARTER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment() | quiet,
        )

    def run(self, folder: Path, *words: str, code: int = 0) -> str:
        """What the command prints, typed in the folder."""
        assert self._starter.stdin is not None
        assert self._starter.stdout is not None
        files = folder / ".streams"
        shutil.rmtree(files, ignore_errors=True)
        files.mkdir()
        asked = {"folder": str(folder), "words": words, "files": str(files)}
        self._starter.stdin.write(json.dumps(asked) + "\n")
        self._starter.stdin.flush()
        ended = int(self._starter.stdout.readline())
        out, err = ((files / name).read_text() for name in ("out", "err"))
        assert ended == code, f"pitboss {' '.join(words)} left with {ended}:\n{out}\n{err}"
        return out

    def close(self) -> None:
        self._starter.communicate()


def lay_out_bots(folder: Path) -> None:
    """Put the bots into the folder, where commands name them: a path of ours would be in a plan."""
    for bot in BOTS.glob("*.py"):
        # Not executable, so that they run with the Python that Pitboss runs with.
        shutil.copyfile(bot, folder / bot.name)
