"""`pitboss tournament` in a process of its own, slow enough to be watched, killed and resumed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pitboss

_HURRY: Final = "hurry"
_EXAMPLES: Final = Path(pitboss.__file__).parent / "examples"
_SLOW: Final = f"""\
import os
import sys
import time

sys.path.insert(0, {str(_EXAMPLES)!r})
import jedna_simple

decide = jedna_simple.decide


def slowly(state):
    if not os.path.exists({{hurry}}):
        time.sleep({{pause}})
    return decide(state)


jedna_simple.decide = slowly
jedna_simple.main()
"""


def slow_bot(folder: Path, name: str, pause: float = 0.05) -> str:
    """A Jedna bot, as it is typed; until it has to hurry, an answer takes it so many seconds."""
    path = folder / f"{name}.py"
    hurried = repr(str(folder / _HURRY))
    path.write_text(_SLOW.format(pause=pause, hurry=hurried), encoding="utf-8")
    return str(path)


def hurry(folder: Path) -> None:
    """From now on the slow bots of that folder are quick."""
    (folder / _HURRY).touch()


def wait_until(true: Callable[[], object], seconds: float = 180) -> None:
    """Look again and again; fails if it takes too long."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.1)


def pitboss_command(*words: str, timeout: float = 300) -> str:
    """What a command prints."""
    ran = subprocess.run(
        [sys.executable, "-m", "pitboss", *words],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=True,
    )
    return ran.stdout


def standings_of(event: str, db: Path) -> dict[str, Any]:
    """`pitboss standings --json`."""
    found: dict[str, Any] = json.loads(
        pitboss_command("standings", event, "--json", "--db", str(db))
    )
    return found


class Tournament:
    """One command that plays an event, and can be killed and typed again."""

    def __init__(self, db: Path, bots: Sequence[str], *options: str) -> None:
        self._words = ["tournament", *bots, "--db", str(db), "--jobs", "1", *options]
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Type the command."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "pitboss", *self._words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    @property
    def is_running(self) -> bool:
        """Whether it still plays."""
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """End it, and whatever it started, without a warning."""
        if self._process is None:
            return
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()
        self._process = None

    def wait(self, seconds: float = 300) -> None:
        """Until all is played."""
        assert self._process is not None
        _, errors = self._process.communicate(timeout=seconds)
        assert self._process.returncode == 0, errors
