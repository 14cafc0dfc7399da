"""A program's process: started in a session of its own, and ended for certain.

Whatever the program started is found and ended with it, even what left the process group: by
session, by parent, and by a mark in the environment that children inherit. A program that is
meant to escape needs a sandbox: there all of it ends with the first of its processes. What the
program says is a matter for core.py.
"""

import contextlib
import errno
import fcntl
import math
import os
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
import uuid
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pitboss.players.program.cgroup import Group, GroupLimits
from pitboss.players.program.proc_files import (
    bears,
    begun,
    children_of,
    namespace_of,
    stat_of,
)
from pitboss.players.sandbox import bubblewrap
from pitboss.players.sandbox.sandbox import Sandbox
from pitboss.players.sandbox.seccomp import filter_descriptor

MARK: Final = "PITBOSS_SEAT"
_PROC: Final = Path("/proc")
_ROUNDS: Final = 50
_CHUNK: Final = 1 << 16
# A reaper ends so many processes at once; each holds three descriptors until then.
_REAPED_AT_ONCE: Final = 32
# An exit status above this is that of a shell, or bubblewrap, whose program a signal ended.
_SIGNALLED: Final = 128
# Processes, memory, descriptors, room on the disk.
_SHORTAGES: Final = frozenset(
    [errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOSPC]
)


@dataclass(frozen=True, kw_only=True)
class Command:
    """How to start a program."""

    words: tuple[str, ...]
    folder: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    # The core it is kept on: its runner's, where waking another costs more than it saves.
    core: int | None = None
    # Whether a fork server may start it, if it ends after each game; `nursery` to users.
    forkserver: bool = True
    # What holds it; None: it may do whatever we may.
    sandbox: Sandbox | None = None


class _Running:
    """The processes of this interpreter, so that all can be ended, whoever has them."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.processes: set[Process] = set()
        self.is_over = False


_running = _Running()


class Shortage(Exception):
    """The machine has too little of something to start a program, which is no player's fault.

    `entrant` is who uses so much of it that there was enough once its programs had been ended.
    """

    def __init__(self, message: str, entrant: int | None = None) -> None:
        super().__init__(message, entrant)
        self.entrant = entrant

    def __str__(self) -> str:
        return str(self.args[0])


def check_shortage(error: OSError) -> None:
    """Raise `Shortage` if that is why a program could not be started."""
    if error.errno in _SHORTAGES:
        raise Shortage(f"no program can be started: {error.strerror}") from error


def check_room() -> None:
    """Raise `Shortage` if the machine lacks what it takes to start a program."""
    try:
        Process(Command(words=("/bin/sh", "-c", ":"))).close()
    except OSError as error:
        check_shortage(error)


@contextlib.contextmanager
def starting(process: "Process") -> Iterator[None]:
    """Around the start of a process; `OSError` once everything has been ended."""
    with _running.lock:
        if _running.is_over:
            raise OSError("no more programs are started")
        yield
        _running.processes.add(process)


def end_everything() -> None:
    """Start no more processes, and kill all there are: whoever runs us is gone."""
    with _running.lock:
        _running.is_over = True
    _kill([process for process in _running.processes if not process.is_closed])


class Process:
    """One run of a command; our ends of its pipes are plain descriptors that never block."""

    # Its control group, if it is this run's alone.
    _own_group: Group | None = None
    _in_sandbox = False
    _program_pid = 0
    # Where it is read whether there was a sandbox.
    _made = -1
    _was_made = False

    def __init__(
        self,
        command: Command,
        *,
        mark: str = "",
        handed: Sequence[int] = (),
        group: Group | None = None,
    ) -> None:
        """Start it; `OSError` if that can't be done. It inherits the descriptors in `handed`.

        The group, in which it is, may be that of others of the same program; a sandbox has one.
        """
        self.mark = mark or uuid.uuid4().hex
        if group is None and command.sandbox is not None:
            group = self._own_group = Group.create(group_limits(command))
        self.group = group
        try:
            with starting(self), contextlib.nullcontext() if group is None else group.starting():
                self._start(command, handed)
        except BaseException:
            self._remove_group()
            raise
        if group is not None and not group.is_sure:
            _add_all(group, self.pid)
        if command.core is not None and sys.platform == "linux":
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(self.pid, {command.core})

    def _start(self, command: Command, handed: Sequence[int]) -> None:
        sandbox = command.sandbox
        if sandbox is None:
            self._run(command, command.words, command.folder, handed)
            return
        self._in_sandbox = True
        self._made, made = os.pipe()
        os.set_blocking(self._made, False)
        seccomp = -1
        try:
            seccomp = filter_descriptor()
            words = bubblewrap.sandboxed(
                command.words, command.folder, sandbox, seccomp=seccomp, status=made
            )
            passed = [made] if seccomp < 0 else [made, seccomp]
            self._run(command, words, None, [*handed, *passed])
        except BaseException:
            os.close(self._made)
            raise
        finally:
            os.close(made)
            if seccomp >= 0:
                os.close(seccomp)

    def _run(
        self, command: Command, words: Sequence[str], folder: Path | None, handed: Sequence[int]
    ) -> None:
        theirs = self._open_pipes()
        try:
            self._process = subprocess.Popen(
                words,
                stdin=theirs[0],
                stdout=theirs[1],
                stderr=theirs[2],
                cwd=folder,
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

    @property
    def is_closed(self) -> bool:
        """Whether nothing is left of it."""
        return self._closed

    def _open_pipes(self) -> tuple[int, int, int]:
        """Make the pipes, and return the program's ends of them."""
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

    @property
    def program_pid(self) -> int:
        """The number of the program itself; in a sandbox, `pid` is bubblewrap's."""
        if not self._in_sandbox:
            return self.pid
        if not self._program_pid:
            # Bubblewrap's first process inside, and what that one has started.
            for first in children_of(self.pid):
                self._program_pid = next(iter(children_of(first)), 0)
        return self._program_pid or self.pid

    @property
    def has_sandbox(self) -> bool:
        """Whether it runs in a sandbox, and runs."""
        return self._in_sandbox and not self.ended()

    def read(self) -> bytes | None:
        """What it has written; nothing if its output has ended, None if there is nothing yet."""
        return _available(self.stdout)

    def read_stderr(self) -> bytes | None:
        """What it has written for its author, likewise."""
        return _available(self.stderr)

    def unread(self) -> int:
        """How many bytes wait in the pipe for the program to read them."""
        if self.stdin < 0:
            return 0
        try:
            found = fcntl.ioctl(self.stdin, termios.FIONREAD, b"\0\0\0\0")
        except OSError:
            return 0
        return int(struct.unpack("i", found)[0])

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
        """How it ended, in words; call it once it has.

        `Shortage` if the program never ran, since there was no sandbox for it.
        """
        found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return "its output ended, though the program still runs"
        if self._in_sandbox and found.si_code == os.CLD_EXITED:
            self._was_made |= bubblewrap.MADE in (_available(self._made) or b"")
            if not self._was_made:
                said = (self.read_stderr() or b"").decode("utf-8", "replace").strip()
                raise Shortage(f"no sandbox can be made: {said}")
            if found.si_status > _SIGNALLED:
                # What is ours to wait for tells in this way how the program ended.
                return ending(os.CLD_KILLED, found.si_status - _SIGNALLED)
        return ending(found.si_code, found.si_status)

    def holds_number(self) -> bool:
        """Whether nobody else can have been given its process number."""
        return True

    def hang_up(self) -> None:
        """Tell the program that there is nothing more to read."""
        if self.stdin >= 0:
            os.close(self.stdin)
            # Nobody writes to a descriptor that is another's by then.
            self.stdin = -1

    def close(self, grace: float = 0.0) -> None:
        """Give it so many seconds to end by itself, then end it; afterwards nothing is left."""
        if self._closed:
            return
        self.hang_up()
        self.wait(grace)
        close_all([self])

    def reap(self) -> None:
        """Give its number back, once it and all that it started have been ended."""
        self._release()
        self._remove_group()
        if self._made >= 0:
            os.close(self._made)
            self._made = -1
        self._close_pipes()
        if self.end >= 0:
            os.close(self.end)
            self.end = -1
        self._closed = True
        _running.processes.discard(self)

    def _release(self) -> None:
        self._process.wait()

    def _remove_group(self) -> None:
        if self._own_group is not None:
            self._own_group.remove()
            self._own_group = None


def environment_of(command: Command) -> dict[str, str]:
    """The program's environment, without its mark."""
    if command.sandbox is not None:
        return bubblewrap.environment(command.environment, os.environ)
    return {**os.environ, **command.environment}


def _add_all(group: Group, pid: int) -> None:
    """Take a process in, with those that it has started by now."""
    seen: set[int] = set()
    new = {pid}
    while new:
        for one in new:
            group.add(one)
        seen |= new
        new = {child for one in seen for child in children_of(one)} - seen


def group_limits(command: Command) -> GroupLimits | None:
    """What the program may use, with all that it starts; None: whatever there is."""
    if command.sandbox is None:
        return None
    return GroupLimits(
        memory=command.sandbox.memory, processes=command.sandbox.processes + bubblewrap.PROCESSES
    )


def ending(code: int, status: int) -> str:
    """How a process ended, in words; as the system tells it."""
    if code == os.CLD_EXITED:
        return f"the program exited with status {status}"
    return f"the program was ended by signal {signal.Signals(status).name}"


class Reaper:
    """Processes that may end by themselves, and are ended for certain when their time is up.

    Looking through all processes for what a program left behind takes milliseconds, so it is done
    for many at once, and never while a game waits.
    """

    def __init__(self, grace: float) -> None:
        """`grace` is the seconds that a program has to end by itself."""
        self.grace = grace
        self._ending: deque[tuple[Process, float]] = deque()

    def __len__(self) -> int:
        return len(self._ending)

    def add(self, process: Process, now: float) -> None:
        """Take over a process; those whose time is up are ended."""
        process.hang_up()
        self._ending.append((process, now + self.grace))
        if len(self._ending) >= _REAPED_AT_ONCE or self._ending[0][1] <= now:
            over = [one for one, until in self._ending if until <= now or one.ended()]
            self._ending = deque(entry for entry in self._ending if entry[0] not in over)
            if over:
                close_all(over)

    def close(self, now: float) -> None:
        """Wait for each as long as it may take, and leave nothing."""
        for process, until in self._ending:
            process.wait(max(0.0, until - now))
        close_all([process for process, _ in self._ending])
        self._ending.clear()


def close_all(processes: Sequence[Process]) -> None:
    """End processes and all that they started; the system's processes are listed once for all."""
    _kill(processes)
    for process in processes:
        process.reap()


def _kill(processes: Sequence[Process]) -> None:
    for process in processes:
        if process.group is not None:
            # Who is frozen can't end.
            process.group.thaw()
    # Numbers that they hold can't have been given to others: nobody has waited for them yet.
    for _ in range(_ROUNDS):
        for process in processes:
            if process.holds_number():
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
        found = families(processes)
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if not found:
            break
        time.sleep(0.001)


def families(processes: Sequence[Process]) -> list[int]:
    """Every living process that comes from these, they themselves included."""
    if not processes or not _PROC.is_dir():
        return []
    numbers = {process.pid for process in processes if process.holds_number()}
    marks = [f"{MARK}={process.mark}".encode() for process in processes]
    # Where a number may be another's by now, what its program left may be older than that one.
    first = min(begun(pid) for pid in numbers) if len(numbers) == len(processes) else 0
    found = []
    seen = {str(os.getpid())}
    # Again until nobody is new: who is listed may fork and be gone before it is looked at.
    while new := set(os.listdir("/proc")) - seen:  # noqa: PTH208 (three times as fast)
        seen |= new
        for name in new:
            stat = stat_of(int(name)) if name.isdecimal() else None
            if stat is None or stat[2] < first:
                continue
            pid = int(name)
            if stat[0] in numbers or stat[1] in numbers or bears(pid, marks):
                found.append(pid)
    return found


def inmates(processes: Sequence[Process]) -> list[int]:
    """Every process in the sandboxes of these, also those that hide from families.

    To be asked only while they run: their numbers could be others' later.
    """
    firsts = {pid for one in processes if one.has_sandbox for pid in children_of(one.pid)}
    spaces = {namespace_of(pid) for pid in firsts} - {"", namespace_of(os.getpid())}
    if not spaces:
        return []
    listed = (int(name) for name in os.listdir("/proc") if name.isdecimal())  # noqa: PTH208
    return [pid for pid in listed if pid not in firsts and namespace_of(pid) in spaces]


def _available(pipe: int) -> bytes | None:
    """What is in the pipe; nothing when it has ended, None if there is nothing yet."""
    try:
        return os.read(pipe, _CHUNK)
    except BlockingIOError:
        return None
