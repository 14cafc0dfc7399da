"""What players may leave behind: nothing. No thread, no process, no descriptor."""

import os
import threading
from collections.abc import Iterator
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
    assert children() <= before, "a child or a zombie was left"
    assert orphans() == set(), "an orphan was left"
    assert threading.active_count() <= threads, "a thread was left"
    assert descriptors() <= opened, "a descriptor was left open"
