"""Fork servers for tests: scripts run plainly and from one, and how they ended."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from pitboss.players.forkserver import child as child_script
from pitboss.players.forkserver.parent import ForkServer
from pitboss.players.program import Command, Process


def missing() -> str:
    """Why there can be no fork server here, if so."""
    if sys.platform != "linux":
        return "fork servers are for Linux"
    if sys.version_info[:2] > child_script.NEWEST:
        return "fork servers are not for this Python yet"
    if not os.access("/proc/self/mem", os.W_OK):
        return "fork servers need /proc/self/mem"
    return ""


needs_forkserver = pytest.mark.skipif(bool(missing()), reason=missing())


class Ended(NamedTuple):
    """What a program said, and how it ended."""

    out: str
    err: str
    status: str


def ended(program: Process, said: bytes = b"") -> Ended:
    """Let a program read this, and run to its end."""
    # It may have ended by now.
    with suppress(BrokenPipeError):
        os.write(program.stdin, said)
    program.hang_up()
    assert program.wait(60)
    found = Ended(_all(program.stdout), _all(program.stderr), program.status())
    program.close()
    return found


def _all(pipe: int) -> str:
    pieces = []
    try:
        while piece := os.read(pipe, 1 << 16):
            pieces.append(piece)
    except BlockingIOError:
        pass
    return b"".join(pieces).decode()


@contextmanager
def forkserver(command: Command) -> Iterator[ForkServer]:
    found = ForkServer(command)
    found.prepare()
    try:
        yield found
    finally:
        found.close()


def child(of: ForkServer, seconds: float = 60) -> Process:
    """A child, as soon as there can be one."""
    until = time.monotonic() + seconds
    while (program := of.start()) is None:
        assert time.monotonic() < until, "it is never ready"
        time.sleep(0.01)
    return program


def never_ready(of: ForkServer) -> bool:
    until = time.monotonic() + 60
    while of._wanted and time.monotonic() < until:
        assert of.start() is None
        time.sleep(0.01)
    return not of._wanted


def written(folder: Path, script: str, *options: str, name: str = "bot.py") -> Command:
    """A command that runs the script in the folder."""
    (folder / name).write_text(script)
    words = (sys.executable, *options, name, "one", "two words")
    return Command(words=words, folder=folder)


def both(command: Command, said: bytes = b"") -> tuple[Ended, Ended]:
    """The same started plainly and from a fork server."""
    plain = ended(Process(command), said)
    with forkserver(command) as kept:
        ended(child(kept), said)
        forked = ended(child(kept), said)
    return plain, forked


def stat_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()


def is_running(pid: int) -> bool:
    try:
        return stat_of(pid)[0] != "Z"
    except OSError:
        return False
