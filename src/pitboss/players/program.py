"""A bot's program: started in a session of its own, ended for certain. What it says is elsewhere.

Whatever the program started is found and ended with it, even what left the process group: by
session, by parent, and by a mark in the environment that children inherit. A program that is
meant to escape needs a sandbox.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator, Mapping
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


class Program:
    """One run of a command; the pipes' ends are plain descriptors that never block."""

    def __init__(self, command: Command) -> None:
        """Start it; `OSError` if that can't be done."""
        self._mark = uuid.uuid4().hex
        self._process = subprocess.Popen(
            command.words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=command.folder,
            env={**os.environ, **command.environment, MARK: self._mark},
            start_new_session=True,
        )
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self.pid = self._process.pid
        self.stdin = self._process.stdin.fileno()
        self.stdout = self._process.stdout.fileno()
        self.stderr = self._process.stderr.fileno()
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe, False)
        # Readable when the program has ended, even if others still hold its pipes.
        self.end = os.pidfd_open(self.pid) if sys.platform == "linux" else -1
        if command.core is not None and sys.platform == "linux":
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(self.pid, {command.core})

    def ended(self) -> bool:
        """Whether the program has ended; its number stays taken until it is closed."""
        if self._process.returncode is not None:
            return True
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self.pid, flags) is not None

    def wait(self, seconds: float) -> bool:
        """Wait for the end; whether it came."""
        until = time.monotonic() + seconds
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
        if found.si_code == os.CLD_EXITED:
            return f"the program exited with status {found.si_status}"
        return f"the program was ended by signal {signal.Signals(found.si_status).name}"

    def hang_up(self) -> None:
        """Tell the program that there is nothing more to read."""
        assert self._process.stdin
        self._process.stdin.close()

    def kill(self) -> None:
        """End it and all that it started, at once."""
        if self._process.returncode is not None:
            return
        # Its number can't have been given to another: nobody has waited for it yet.
        for _ in range(_ROUNDS):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
            family = list(self._family())
            for pid in family:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            if not family:
                break
            time.sleep(0.001)

    def close(self, grace: float = 0.0) -> None:
        """Give it so many seconds to end by itself, then end it; afterwards nothing is left."""
        if self._process.returncode is not None:
            return
        self.hang_up()
        self.wait(grace)
        self.kill()
        self._process.wait()
        for stream in (self._process.stdout, self._process.stderr):
            assert stream
            stream.close()
        if self.end >= 0:
            os.close(self.end)
            self.end = -1

    def _family(self) -> Iterator[int]:
        """Every living process that comes from this program, the program itself included."""
        if not _PROC.is_dir():
            return
        found: dict[int, tuple[int, int, int]] = {}
        for entry in _PROC.iterdir():
            if entry.name.isdecimal() and (stat := _stat(int(entry.name))) is not None:
                found[int(entry.name)] = stat
        mine = _begun(self.pid)
        mark = f"{MARK}={self._mark}".encode()
        for pid, (parent, session, begun) in found.items():
            if begun < mine or pid == os.getpid():
                continue
            if session == self.pid or parent == self.pid or mark in _environment(pid):
                yield pid


def _fields(pid: int) -> list[bytes]:
    try:
        # The name, in brackets, may hold anything.
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b") ")[2].split()
    except OSError:
        return []


def _stat(pid: int) -> tuple[int, int, int] | None:
    """Parent, session and starting time of a living process."""
    fields = _fields(pid)
    if not fields or fields[0] in (b"Z", b"X"):
        return None
    return int(fields[1]), int(fields[3]), int(fields[19])


def _begun(pid: int) -> int:
    fields = _fields(pid)
    return int(fields[19]) if fields else 0


def _environment(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""
