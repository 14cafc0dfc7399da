"""What /proc tells of processes; nothing where there is no /proc, or the process is gone."""

import os
from collections.abc import Sequence


def _fields(pid: int) -> list[bytes]:
    # The name, in brackets, may hold anything.
    return read_proc(f"/proc/{pid}/stat").rpartition(b") ")[2].split()


def stat_of(pid: int) -> tuple[int, int, int] | None:
    """Parent, session and starting time of a living process."""
    fields = _fields(pid)
    if not fields or fields[0] in (b"Z", b"X"):
        return None
    return int(fields[1]), int(fields[3]), int(fields[19])


def begun(pid: int) -> int:
    """When a process started, as the system counts; 0 if there is none."""
    fields = _fields(pid)
    return int(fields[19]) if fields else 0


def namespace_of(pid: int) -> str:
    """The namespace of a process's number; nothing if that is not to be had."""
    try:
        return os.readlink(f"/proc/{pid}/ns/pid")  # noqa: PTH115 (in a game's way)
    except OSError:
        return ""


def children_of(pid: int) -> list[int]:
    """Those that a process of one thread has started, and that are still there."""
    return [int(child) for child in read_proc(f"/proc/{pid}/task/{pid}/children").split()]


def bears(pid: int, marks: Sequence[bytes]) -> bool:
    """Whether any of the marks is in a process's environment."""
    environment = read_proc(f"/proc/{pid}/environ")
    return any(mark in environment for mark in marks)


def links_to(pid: int, descriptor: int) -> str:
    """What a process's descriptor is, such as `pipe:[123]`; nothing if that is not to be had."""
    try:
        return os.readlink(f"/proc/{pid}/fd/{descriptor}")  # noqa: PTH115
    except OSError:
        return ""


def read_proc(path: str) -> bytes:
    """The contents of a file under /proc; nothing if it is gone."""
    pieces = []
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        while piece := os.read(descriptor, 1 << 17):
            pieces.append(piece)
    except OSError:
        return b""
    finally:
        os.close(descriptor)
    return b"".join(pieces)
