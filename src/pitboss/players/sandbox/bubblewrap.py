"""The command line of bubblewrap: a program's own root, namespaces, limits and environment.

The system is there, read-only, and so is what the program may read, each where it is outside.
/tmp and /dev/shm are its own and small. There is no network and nobody else's process.
"""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from pitboss.players.sandbox.sandbox import Sandbox

BWRAP: Final = "bwrap"
# Those of bubblewrap itself: one outside, and the first one inside.
PROCESSES: Final = 2
MADE: Final = b"child-pid"
# Where its temporary files are, and its home.
HOME: Final = "/tmp"
_SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
# What loading programs and telling the time takes, and nothing that says whose machine this is.
_SETTINGS: Final = (
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
)
_OWN_SETTINGS: Final = Path(__file__).with_name("etc")
# From our environment; all else is ours alone.
_PASSED_ON: Final = ("PATH", "LANG", "LANGUAGE", "TZ", "PYTHONHASHSEED", "PYTHONUTF8")
# A shim is a script that starts the program of some version beside it.
_PROGRAM_FOLDERS: Final = ("bin", "shims")
_NOBODY: Final = "65534"
_DESCRIPTORS: Final = 256
# Seconds on a processor, for a run that may last as long as an event.
_PROCESSOR: Final = 86_400
# Set where the program is, since the count of processes is one of its user namespace. The letter
# for it is not the same in every shell.
_LIMITED: Final = (
    "ulimit -S -c 0; ulimit -H -c 0; ulimit -n {descriptors}; ulimit -t {processor}; "
    "ulimit -f {blocks}; ulimit -d {kilobytes}; "
    "ulimit -u {processes} 2>/dev/null || ulimit -p {processes}; "
    'exec "$@"'
)


def sandboxed(
    words: Sequence[str],
    folder: Path | None,
    sandbox: Sandbox,
    *,
    seccomp: int = -1,
    status: int = -1,
) -> tuple[str, ...]:
    """The words that start a program inside; `OSError` if there is no such program.

    A filter of system calls is read from one descriptor, if there is one. To the other it is
    written that there is a sandbox (`MADE`), before anything of the program runs.
    """
    options = _options(tuple(words), (folder or Path()).absolute(), sandbox)
    own = ["--seccomp", str(seccomp)] if seccomp >= 0 else []
    own += ["--json-status-fd", str(status)] if status >= 0 else []
    return (*sandbox.entrance, BWRAP, *own, *options, *words)


def environment(given: Mapping[str, str], ours: Mapping[str, str]) -> dict[str, str]:
    """The environment inside: what the program is given, and some of ours."""
    passed = {
        name: value for name, value in ours.items() if name in _PASSED_ON or name[:3] == "LC_"
    }
    return {**passed, "HOME": HOME, "TMPDIR": HOME, "USER": "nobody", **given}


@lru_cache(maxsize=256)
def _options(words: tuple[str, ...], folder: Path, sandbox: Sandbox) -> tuple[str, ...]:
    """What comes between bubblewrap and the program's own words."""
    program = _program(words[0], folder)
    shown = [path.absolute() for path in sandbox.readable]
    found = ["--unshare-all", "--unshare-user", "--disable-userns"]
    found += ["--share-net"] if sandbox.entrance else []
    found += ["--die-with-parent"]
    found += ["--cap-drop", "ALL", "--uid", _NOBODY, "--gid", _NOBODY, "--hostname", "sandbox"]
    found += ["--proc", "/proc", "--dev", "/dev"]
    for place in (HOME, "/dev/shm"):
        found += ["--size", str(sandbox.temporary), "--perms", "0700", "--tmpfs", place]
    for name in _SYSTEM:
        found += _as_it_is(Path(name))
    for name in _SETTINGS:
        if Path(name).exists():
            found += ["--ro-bind", name, name]
    for own in sorted(_OWN_SETTINGS.iterdir()):
        found += ["--ro-bind", str(own), f"/etc/{own.name}"]
    # A program that comes with the bot does not say what else is shown: its author made its links.
    # But those to our own interpreter lead to no secret.
    inside = any(program.is_relative_to(path) for path in shown)
    installed = [
        path
        for path in _installation(program)
        if not inside or path.is_relative_to(program.parent.parent) or path == Path(sys.base_prefix)
    ]
    # Folders before what lies in them.
    for path in sorted({*shown, *installed}):
        found += ["--ro-bind", str(path), str(path)]
    found += ["--dir", str(folder), "--chdir", str(folder)]
    # Made by bubblewrap, and writable until now.
    for place in ("/proc", "/dev", "/"):
        found += ["--remount-ro", place]
    limited = _LIMITED.format(
        descriptors=_DESCRIPTORS,
        processor=_PROCESSOR,
        blocks=sandbox.temporary // 512,
        kilobytes=sandbox.memory // 1024,
        processes=sandbox.processes,
    )
    return (*found, "--", "/bin/sh", "-c", limited, "sandbox")


def _program(word: str, folder: Path) -> Path:
    """Where a program is; `FileNotFoundError` or `PermissionError` as if it had been started."""
    found = str(folder / word) if "/" in word else shutil.which(word)
    if found is None or not Path(found).exists():
        raise FileNotFoundError(2, os.strerror(2), word)
    if not os.access(found, os.X_OK):
        raise PermissionError(13, os.strerror(13), word)
    return Path(os.path.normpath(found))


def _as_it_is(path: Path) -> list[str]:
    if path.is_symlink():
        return ["--symlink", str(path.readlink()), str(path)]
    return ["--ro-bind", str(path), str(path)] if path.exists() else []


def _installation(program: Path) -> Iterator[Path]:
    """What a program outside of the system needs: the folder around its `bin`, and its links."""
    seen: set[Path] = set()
    todo = [program, *_named_in_first_line(program)]
    while todo:
        path = todo.pop()
        if path in seen or _in_system(path) or not path.exists():
            continue
        seen.add(path)
        yield _root(path)
        if path.is_symlink():
            todo.append(Path(os.path.normpath(path.parent / path.readlink())))
        todo.append(path.resolve())
        todo += _base_of_environment(path.parent.parent, path.name)


def _root(program: Path) -> Path:
    """The folder of an installation, or the program alone if that may hold anything else."""
    root = program.parent.parent
    private = root == Path(root.anchor) or Path.home().is_relative_to(root) or root.name == ".local"
    return program if program.parent.name not in _PROGRAM_FOLDERS or private else root


def _named_in_first_line(program: Path) -> Iterator[Path]:
    """The interpreter of a script."""
    try:
        with program.open("rb") as file:
            line = file.readline(256).decode("utf-8", "replace")
    except OSError:
        return
    words = line[2:].split() if line.startswith("#!") else []
    for word in words[:2]:
        found = word if word.startswith("/") else shutil.which(word)
        if found:
            yield Path(found)


def _base_of_environment(root: Path, name: str) -> Iterator[Path]:
    """The interpreter behind a virtual environment of Python."""
    try:
        lines = (root / "pyvenv.cfg").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        key, _, value = line.partition("=")
        if key.strip() == "home":
            yield Path(value.strip()) / name


def _in_system(path: Path) -> bool:
    return any(path.is_relative_to(name) for name in _SYSTEM)
