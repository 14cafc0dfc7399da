"""A bot's program: started in a session of its own, ended for certain. What it says is elsewhere.

Whatever the program started is found and ended with it, even what left the process group: by
session, by parent, and by a mark in the environment that children inherit. A program that is
meant to escape needs a sandbox.
"""

import contextlib
import math
import os
import select
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

MARK = "PITBOSS_SEAT"
_PROC = Path("/proc")
_ROUNDS = 50


@dataclass(frozen=True, kw_only=True)
class Command:
    """How to start a program."""

    words: tuple[str, ...]
    folder: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    # The core it is kept on: its runner's, where waking another costs more than it saves.
    core: int | None = None
    # Whether a nursery may have its runs, if it ends after each game; see nursery.py.
    nursery: bool = True


class Program:
    """One run of a command; the pipes' ends are plain descriptors that never block."""

    def __init__(self, command: Command, *, mark: str = "", handed: Sequence[int] = ()) -> None:
        """Start it; `OSError` if that can't be done. It has the descriptors that it is handed."""
        self.mark = mark or uuid.uuid4().hex
        theirs = self._open_pipes()
        try:
            self._process = subprocess.Popen(
                command.words,
                stdin=theirs[0],
                stdout=theirs[1],
                stderr=theirs[2],
                cwd=command.folder,
                env={**environment_of(command), MARK: self.mark},
                start_new_session=True,
                pass_fds=handed,
            )
        except BaseException:
            self._close_pipes()
            raise
        finally:
            for pipe in theirs:
                os.close(pipe)
        self._watch(self._process.pid)
        if command.core is not None and sys.platform == "linux":
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(self.pid, {command.core})

    def _open_pipes(self) -> tuple[int, int, int]:
        """Make the pipes; what is returned are the program's ends."""
        ends: list[int] = []
        try:
            for _ in range(3):
                ends += os.pipe()
        except OSError:
            for end in ends:
                os.close(end)
            raise
        their_stdin, self.stdin, self.stdout, their_stdout, self.stderr, their_stderr = ends
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe, False)
        self._heard = True
        return their_stdin, their_stdout, their_stderr

    def _close_pipes(self) -> None:
        self.hang_up()
        os.close(self.stdout)
        os.close(self.stderr)

    def _watch(self, pid: int) -> None:
        self.pid = pid
        # Readable when the program has ended, even if others still hold its pipes.
        self.end = os.pidfd_open(pid) if sys.platform == "linux" else -1
        self._closed = False

    def ended(self) -> bool:
        """Whether the program has ended; its number stays taken until it is closed."""
        if self._closed:
            return True
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self.pid, flags) is not None

    def wait(self, seconds: float) -> bool:
        """Wait for the end; whether it came."""
        if self.end >= 0 and seconds > 0 and not self.ended():
            poll = select.poll()
            poll.register(self.end, select.POLLIN)
            poll.poll(math.ceil(1000 * seconds))
        until = time.monotonic() + (seconds if self.end < 0 else 0.0)
        while not self.ended():
            if time.monotonic() >= until:
                return False
            time.sleep(0.001)
        return True

    def status(self) -> str:
        """How it ended, in words; call it once it has."""
        found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return "its output ended, though the program still runs"
        return ending(found.si_code, found.si_status)

    def holds_number(self) -> bool:
        """Whether nobody else can have been given its process number."""
        return True

    def hang_up(self) -> None:
        """Tell the program that there is nothing more to read."""
        if self._heard:
            self._heard = False
            os.close(self.stdin)

    def close(self, grace: float = 0.0) -> None:
        """Give it so many seconds to end by itself, then end it; afterwards nothing is left."""
        if self._closed:
            return
        self.hang_up()
        self.wait(grace)
        close_all([self])

    def reap(self) -> None:
        """Give its number back, once it and all that it started have been ended."""
        self._let_go()
        self._close_pipes()
        if self.end >= 0:
            os.close(self.end)
            self.end = -1
        self._closed = True

    def _let_go(self) -> None:
        self._process.wait()


def environment_of(command: Command) -> dict[str, str]:
    """What the program finds in its environment, but for its mark."""
    return {**os.environ, **command.environment}


def ending(code: int, status: int) -> str:
    """How a process ended, in words; as the system tells it."""
    if code == os.CLD_EXITED:
        return f"the program exited with status {status}"
    return f"the program was ended by signal {signal.Signals(status).name}"


def close_all(programs: Sequence[Program]) -> None:
    """End programs and all that they started, at once; all processes are looked through once."""
    # Numbers that they hold can't have been given to others: nobody has waited for them yet.
    for _ in range(_ROUNDS):
        for program in programs:
            if program.holds_number():
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(program.pid, signal.SIGKILL)
        found = families(programs)
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if not found:
            break
        time.sleep(0.001)
    for program in programs:
        program.reap()


def families(programs: Sequence[Program]) -> list[int]:
    """Every living process that comes from these programs, they themselves included."""
    if not programs or not _PROC.is_dir():
        return []
    numbers = {program.pid for program in programs if program.holds_number()}
    marks = [f"{MARK}={program.mark}".encode() for program in programs]
    # What one left whose number may be another's by now can be as old as it likes.
    first = min(begun(pid) for pid in numbers) if len(numbers) == len(programs) else 0
    found = []
    seen = {str(os.getpid())}
    # Again until nobody is new: who is listed may fork and be gone before it is looked at.
    while new := set(os.listdir("/proc")) - seen:  # noqa: PTH208 (three times as fast)
        seen |= new
        for name in new:
            stat = _stat(int(name)) if name.isdecimal() else None
            if stat is None or stat[2] < first:
                continue
            pid = int(name)
            if stat[0] in numbers or stat[1] in numbers or _bears(pid, marks):
                found.append(pid)
    return found


def _fields(pid: int) -> list[bytes]:
    # The name, in brackets, may hold anything.
    return _read(f"/proc/{pid}/stat").rpartition(b") ")[2].split()


def _stat(pid: int) -> tuple[int, int, int] | None:
    """Parent, session and starting time of a living process."""
    fields = _fields(pid)
    if not fields or fields[0] in (b"Z", b"X"):
        return None
    return int(fields[1]), int(fields[3]), int(fields[19])


def begun(pid: int) -> int:
    """When a process started, as the system counts; 0 if there is none."""
    fields = _fields(pid)
    return int(fields[19]) if fields else 0


def _bears(pid: int, marks: Sequence[bytes]) -> bool:
    environment = _read(f"/proc/{pid}/environ")
    return MARK.encode() in environment and any(mark in environment for mark in marks)


def _read(path: str) -> bytes:
    """All that is in a file of the system's; nothing if it is gone."""
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
