"""What players may leave behind: nothing. No thread, no process, no descriptor."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pitboss.players.program.cgroup import Group
from pitboss.players.program.process import MARK


def children() -> set[int]:
    """Our own children, living or not."""
    found = set()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            found.add(int(entry.name))
    return found


def orphans() -> set[int]:
    """Living processes that carry the mark of a seat started here."""
    found = set()
    ours = f"OF={os.getpid()}".encode()
    for entry in Path("/proc").iterdir():
        try:
            environment = (entry / "environ").read_bytes() if entry.name.isdecimal() else b""
        except OSError:
            continue
        if MARK.encode() in environment and ours in environment:
            found.add(int(entry.name))
    return found


def descriptors() -> int:
    """How many are open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def _start_guard() -> None:
    """The process that ends frozen groups should we be killed stays as long as we do."""
    group = Group.create()
    if group is not None:
        group.freeze()
        group.remove()


@contextmanager
def watch() -> Iterator[None]:
    """Fails if something is left that was not there before."""
    _start_guard()
    before, threads, opened = children(), threading.active_count(), descriptors()
    yield
    assert _soon(lambda: children() <= before), "a child or a zombie was left"
    assert _soon(lambda: orphans() == set()), "an orphan was left"
    assert _soon(lambda: threading.active_count() <= threads), "a thread was left"
    assert _soon(lambda: descriptors() <= opened), "a descriptor was left open"


def _soon(true: Callable[[], bool]) -> bool:
    """What is being ended is gone in a moment, and on a busy machine a moment later."""
    until = time.monotonic() + 3
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True
