"""Commands that run a Python script and nothing else: interpreter, options, script, arguments.

What is not surely of that form is left to the system to start. Starts nothing itself.
"""

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pitboss.players.program.process import Command, environment_of

_NAME: Final = re.compile(r"python(3(\.\d+)?)?")
_FLAGS: Final = re.compile(r"-[bBEIOPRsSu]+")
# What these change holds from the interpreter's start on, and is silent.
_X: Final = re.compile(
    r"(dev|faulthandler|utf8(=[01])?|no_debug_ranges|frozen_modules(=\w+)?"
    r"|pycache_prefix=.*|int_max_str_digits=\d+)"
)
# With these an interpreter tells of its start, or ends in another way.
_SPEAKING: Final = (
    "PYTHONINSPECT",
    "PYTHONVERBOSE",
    "PYTHONDEBUG",
    "PYTHONPROFILEIMPORTTIME",
    "PYTHONTRACEMALLOC",
    "PYTHONMALLOCSTATS",
    "PYTHONDUMPREFS",
    "PYTHONPERFSUPPORT",
    "PYTHON_PERF_JIT_SUPPORT",
)
_ELF: Final = b"\x7fELF"


@dataclass(frozen=True)
class PythonCommand:
    """An interpreter with its options, and a script with its arguments."""

    interpreter: tuple[str, ...]
    script: str
    arguments: tuple[str, ...]
    # Where the script is, seen from here.
    path: Path


def python_command(command: Command) -> PythonCommand | None:
    """The parts of a command that plainly runs a Python script; None for any other."""
    folder = command.folder or Path()
    environment = environment_of(command)
    words = _interpreted(command.words, folder)
    if not _NAME.fullmatch(Path(words[0]).name) or not _is_binary(words[0], folder, environment):
        return None
    at = 1
    while at < len(words) and words[at].startswith("-"):
        taken = _option(words[at : at + 2])
        if not taken:
            return None
        at += taken
    if at >= len(words) or any(environment.get(name) for name in _SPEAKING):
        return None
    path = folder / words[at]
    if not words[at] or not path.is_file():
        return None
    return PythonCommand(words[:at], words[at], words[at + 1 :], path)


def _interpreted(words: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    """The words that the system makes of a script with `#!` in its first line."""
    if "/" not in words[0]:
        return words
    first = _beginning(folder / words[0], 256).partition(b"\n")
    line = first[0].decode("utf-8", "replace")
    if not line.startswith("#!") or not first[1]:
        return words
    started = line[2:].split()
    if len(started) == 2 and Path(started[0]).name == "env" and "=" not in started[1]:
        started = started[1:]
    elif len(started) not in (1, 2) or not started[0].startswith("/"):
        return words
    return (*started, *words)


def _option(words: tuple[str, ...]) -> int:
    """How many words an option takes that changes nothing but the interpreter; 0 for any other."""
    if _FLAGS.fullmatch(words[0]):
        return 1
    kind, value = words[0][:2], words[0][2:]
    taken = 1 if value else 2
    value = value or "".join(words[1:])
    if kind == "-W" or (kind == "-X" and _X.fullmatch(value)):
        return taken
    return 0


def _is_binary(word: str, folder: Path, environment: Mapping[str, str]) -> bool:
    """Whether it is the interpreter itself: a wrapper may choose one by the script's place."""
    found = str(folder / word) if "/" in word else shutil.which(word, path=environment.get("PATH"))
    return found is not None and _beginning(Path(found), len(_ELF)) == _ELF


def _beginning(path: Path, size: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(size)
    except OSError:
        return b""
