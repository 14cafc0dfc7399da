"""All processes of one program, as one: frozen, counted, watched and ended together.

A control group does it where there is one. Otherwise signals freeze what can be found, and only the
program's own process is counted.
"""

import contextlib
import os
import signal
import time
from collections.abc import Sequence
from typing import Final

from pitboss.players.program.cgroup import Group, GroupLimits
from pitboss.players.program.process import Process, families, inmates

# Running or waiting for a core, and waiting for the disk or memory.
_WANTING: Final = ("R", "D")


class ProcessTree:
    """The processes of one program: its runs, its fork server, and whatever these started."""

    def __init__(self, limits: GroupLimits | None = None) -> None:
        self.is_frozen = False
        self._limits = limits
        self._group: Group | None = None
        self._has_tried = False
        # Those that were stopped by signals.
        self._stopped: list[int] = []

    def group(self) -> Group | None:
        """The control group in which its processes are started; None where there is none."""
        if not self._has_tried:
            self._has_tried = True
            self._group = Group.create(self._limits)
        return self._group

    def freeze(self, roots: Sequence[Process]) -> None:
        """Let none of it run; `roots` are those whose families are found without a group."""
        self.is_frozen = True
        if self._group is not None:
            self._group.freeze()
            return
        self._stopped = list({*families(roots), *inmates(roots)})
        for pid in self._stopped:
            _signal(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it run again."""
        self.is_frozen = False
        if self._group is not None:
            self._group.thaw()
            return
        for pid in self._stopped:
            _signal(pid, signal.SIGCONT)
        self._stopped = []

    def seconds(self, root: Process | None, apart: Sequence[int] = ()) -> float:
        """The processor time that it has used, without that of the processes `apart`."""
        group = self._group
        if group is None:
            return process_seconds(root.program_pid) if root is not None else 0.0
        used = group.processor_seconds()
        for pid in apart:
            used -= process_seconds(pid)
        return used

    def wants_a_core(self, roots: Sequence[Process]) -> bool:
        """Whether any of it runs, or would if the machine let it."""
        pids = self._group.pids() if self._group is not None else families(roots)
        return any(_state(pid, thread) in _WANTING for pid in pids for thread in _threads(pid))

    def kill(self) -> None:
        """End all that is left in the group."""
        if self._group is not None:
            self.is_frozen = False
            self._group.kill()

    def close(self) -> None:
        """End all that is left; a new group is made if it is needed again."""
        group, self._group = self._group, None
        self._has_tried = self.is_frozen = False
        if group is not None:
            group.remove()


def process_seconds(pid: int) -> float:
    """The processor time of one process with its threads; 0 if there is none."""
    try:
        # The number of a process's own clock, as the system encodes it.
        return time.clock_gettime(~pid << 3 | 2)
    except (OSError, AttributeError):
        return 0.0


def _signal(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _threads(pid: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{pid}/task")  # noqa: PTH208 (in a game's way)
    except OSError:
        return []


def _state(pid: int, thread: str) -> str:
    try:
        with open(f"/proc/{pid}/task/{thread}/stat") as stat:  # noqa: PTH123
            # The name, in brackets, may hold anything.
            return stat.read().rpartition(") ")[2][:1]
    except OSError:
        return ""
