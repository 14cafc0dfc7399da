"""The words of a bot's command: which is a program, which a file, what is missing.

A command is kept as it was typed, so that a plan is the same on every machine. An interpreter for
a script that is not executable is added where the bot is started.
"""

import difflib
import glob
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from pitboss.events.settings_reader import BadSetting, did_you_mean

# What runs a script that does not run by itself.
INTERPRETERS = {".py": "python3", ".rb": "ruby", ".js": "node"}
_SCRIPTED = re.compile(r"(python|pypy|ruby|node|perl|php|bash|sh)[\d.]*")
# Options after which no script is named.
_INLINE = ("-c", "-m", "-e", "--eval")
# What others have made of a bot's files.
LEFT_OUT_FOLDERS = ("__pycache__", "node_modules", "target", "venv")
# The longest path that systems know.
_LONGEST_PATH = 4096


class BadEntrant(BadSetting):
    """A text that names no bot."""

    def __init__(self, message: str, key: str = "cmd") -> None:
        super().__init__(message, key)


def split_command(text: str, folder: Path) -> tuple[str, ...]:
    """The words of a command; a path is one word. `ValueError` if a quote is not closed."""
    path = text.strip()
    if " " in path and (_is_file(folder / path) or is_folder(folder / path)):
        return (path,)
    return tuple(shlex.split(text))


def checked_words(words: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    """The words of a command that can be started there; a file beside us gets its `./`."""
    try:
        return _checked_words(words, folder)
    except BadEntrant as error:
        path = _path_with_spaces(words, folder)
        if path is None:
            raise
        raise BadEntrant(f"{error}. A path with spaces is quoted: {shlex.quote(path)}") from error


def _path_with_spaces(words: tuple[str, ...], folder: Path) -> str | None:
    """A file that several words name together."""
    ends = range(len(words), 1, -1)
    runs = (" ".join(words[start:end]) for start in (0, 1) for end in ends if end > start + 1)
    return next((run for run in runs if len(run) < _LONGEST_PATH and _is_file(folder / run)), None)


def _checked_words(words: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    first = words[0]
    if "/" not in first and shutil.which(first) is None:
        if (folder / first).is_dir():
            raise _is_a_folder(first)
        if not (folder / first).is_file():
            raise BadEntrant(
                f"{first!r} is no program that is found on PATH, nor a file in "
                f"{_shown(folder)}{did_you_mean(first, _programs())}"
            )
        first = f"./{first}"
    if "/" in first:
        _check_file(first, folder)
    words = (first, *words[1:])
    script = _script(words, folder)
    if script is not None and not (folder / script).exists():
        raise _missing(script, folder)
    return words


def start_words(words: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    """What to start: the words, after an interpreter if the first is a script that needs one."""
    first = words[0]
    if "/" not in first or _runs_by_itself(folder / first):
        return words
    needed = INTERPRETERS.get(Path(first).suffix)
    if needed is None:
        return words
    return (sys.executable if needed == "python3" else needed, *words)


def typed_by_hand(words: tuple[str, ...], folder: Path) -> str:
    """The line that starts it in a shell, from where we are."""
    started = list(start_words(words, folder))
    usual = shutil.which("python3")
    if started[0] == sys.executable and usual and Path(usual).parent == Path(started[0]).parent:
        started[0] = "python3"
    line = shlex.join(started)
    return line if folder.resolve() == Path.cwd() else f"cd {shlex.quote(str(folder))} && {line}"


def default_name(words: tuple[str, ...], folder: Path) -> str:
    """The stem of the script, or else of the program: `agent` for `ruby bots/agent.rb`."""
    named = _script(words, folder)
    if named is None and "-m" in words[1:-1]:
        named = words[words.index("-m") + 1]
    return Path(named or words[0]).stem


def program_file(words: tuple[str, ...], folder: Path) -> Path | None:
    """The script that is run, or else the program, if it is a file of somebody's; from the root."""
    named = _script(words, folder) or (words[0] if "/" in words[0] else None)
    return None if named is None else (folder / named).resolve()


def matching(words: tuple[str, ...], folder: Path) -> list[tuple[str, ...]] | None:
    """A command for each program that a `*` in its name stands for, sorted; None without a star.

    Of what a lone `submissions/*` names, folders count, and files that can be run.
    """
    place = 1 if len(words) > 1 and _SCRIPTED.fullmatch(Path(words[0]).name) else 0
    word = words[place]
    if not glob.has_magic(word) or _is_file(folder / word) or is_folder(folder / word):
        return None
    # As in a shell: hidden files are left out, and a pattern may begin at the root.
    found = sorted(glob.glob(word, root_dir=folder))  # noqa: PTH207
    bots = found if place else [one for one in found if _may_be_bot(folder / one)]
    if not bots:
        there = f"; there is {', '.join(found[:8])}, but no folder or program" if found else ""
        raise BadEntrant(f"nothing in {_shown(folder)} is called {word}{there}")
    return [(*words[:place], one, *words[place + 1 :]) for one in bots]


def _may_be_bot(path: Path) -> bool:
    if path.is_dir():
        return path.name not in LEFT_OUT_FOLDERS
    return path.suffix in INTERPRETERS or os.access(path, os.X_OK)


def _script(words: tuple[str, ...], folder: Path) -> str | None:
    """The script that an interpreter runs."""
    if not _SCRIPTED.fullmatch(Path(words[0]).name) or any(word in _INLINE for word in words):
        return None
    # An option's value may come first, so what is there, or looks like a script, comes before it.
    named = [word for word in words[1:] if not word.startswith("-")]
    for word in named:
        if _is_file(folder / word):
            return word
    return next(
        (word for word in named if Path(word).suffix in INTERPRETERS), next(iter(named), None)
    )


def _check_file(word: str, folder: Path) -> None:
    path = folder / word
    if not path.exists():
        raise _missing(word, folder)
    if path.is_dir():
        raise _is_a_folder(word)
    if _runs_by_itself(path):
        return
    needed = INTERPRETERS.get(path.suffix)
    if needed is None and os.access(path, os.X_OK):
        raise BadEntrant(
            f"{word} is a text whose first line does not say what runs it, such as "
            f"#!/usr/bin/env python3; without one, scripts are called *{', *'.join(INTERPRETERS)}"
        )
    if needed is None:
        raise BadEntrant(
            f"{word} is not executable (chmod +x {word}), nor a script that we know how to run: "
            f"those are called *{', *'.join(INTERPRETERS)}"
        )
    if needed != "python3" and shutil.which(needed) is None:
        raise BadEntrant(f"{word} needs {needed}, which is not found on PATH")


def _runs_by_itself(path: Path) -> bool:
    """Whether the system starts the file: it is executable, and no text without a `#!`."""
    if not os.access(path, os.X_OK):
        return False
    try:
        with path.open("rb") as file:
            head = file.read(64)
    except OSError:
        # Whoever may run it may not always read it.
        return True
    return head.startswith(b"#!") or b"\0" in head


def _is_a_folder(word: str) -> BadEntrant:
    plain = word.rstrip("/")
    return BadEntrant(
        f"{word} is a folder, which takes no arguments: name a program in it, such as "
        f"{plain}/bot.py, or put the whole command into {plain}/bot.toml"
    )


def _missing(word: str, folder: Path) -> BadEntrant:
    parent = (folder / word).parent
    if not parent.is_dir():
        return BadEntrant(f"there is no {word}: {_shown(parent)} is no folder")
    near = difflib.get_close_matches(Path(word).name, _names_in(parent), 1, 0.6)
    hint = f": did you mean {word[: -len(Path(word).name)]}{near[0]}?" if near else ""
    return BadEntrant(f"there is no file {word} in {_shown(folder)}{hint}")


def named_files(words: tuple[str, ...], folder: Path) -> Iterator[Path]:
    """The files that the words name, seen from the folder."""
    for index, word in enumerate(words):
        # Without a slash the first is a program on PATH, whatever lies here.
        if index == 0 and "/" not in word:
            continue
        for part in (word, word.partition("=")[2]):
            # The words may be any text, such as a whole script: too long for a path, say.
            if part and "\0" not in part and len(part) < _LONGEST_PATH and _is_file(folder / part):
                yield folder / part


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Whether there is a folder, whatever text the path is."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _programs() -> Iterator[str]:
    for folder in os.get_exec_path():
        yield from _names_in(Path(folder))


def _names_in(folder: Path) -> list[str]:
    try:
        return [path.name for path in folder.iterdir()]
    except OSError:
        return []


def _shown(folder: Path) -> str:
    return "this folder" if folder.resolve() == Path.cwd() else str(folder)
