"""A program's control group: all that it starts stays in it, whatever it does to hide.

Through it a program is frozen, its processor time counted, its memory and processes bounded, and
everything of it ended. Version 1 of control groups serves where its folders are writable, version 2
where our own group is. When to freeze is no matter of this file.
"""

import contextlib
import errno
import os
import signal
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_PREFIX: Final = "pitboss"
_FEATURES: Final = ("freezer", "cpuacct", "memory", "pids")
# Looks, a millisecond apart, at whether what was killed has ended; a busy machine takes its time.
_ROUNDS: Final = 1000
_NUMBER: Final = 64


@dataclass(frozen=True, kw_only=True)
class GroupLimits:
    """What all processes of a program together may have; 0: whatever there is."""

    # Bytes.
    memory: int = 0
    processes: int = 0


@dataclass(frozen=True)
class _Place:
    """Where a feature is: the folder of a group, and whether that is of version 2."""

    folder: str
    unified: bool


class Group:
    """One program's group; `create` makes one, `remove` ends what is in it."""

    def __init__(self, places: dict[str, _Place], homes: dict[str, _Place]) -> None:
        self._places = places
        self._homes = homes
        self._usage = -1
        self.is_frozen = False
        # The limits that hold, by name: "memory", "processes".
        self.limited: frozenset[str] = frozenset()

    @classmethod
    def create(cls, limits: GroupLimits | None = None) -> "Group | None":
        """A group that is empty yet; None where there is no way to make one that can be frozen."""
        homes = _homes()
        if "freezer" not in homes or "cpuacct" not in homes:
            return None
        name = f"{_PREFIX}-{_runner()}-{uuid.uuid4().hex[:12]}"
        places: dict[str, _Place] = {}
        try:
            for feature, home in homes.items():
                folder = f"{home.folder}/{name}"
                with contextlib.suppress(FileExistsError):
                    os.mkdir(folder)  # noqa: PTH102 (in a game's way)
                places[feature] = _Place(folder, home.unified)
            group = cls(places, homes)
            group._limit(limits or GroupLimits())
        except OSError:
            for place in places.values():
                with contextlib.suppress(OSError):
                    os.rmdir(place.folder)  # noqa: PTH106
            return None
        return group

    # What is in it.

    @contextlib.contextmanager
    def starting(self) -> Iterator[None]:
        """Around a fork: the child is in the group from its first moment, where that can be.

        Otherwise (version 2) `add` it at once; `is_sure` tells.
        """
        if not self.is_sure:
            yield
            return
        # A thread that enters a frozen group freezes.
        self.thaw()
        entered: list[str] = []
        try:
            for feature, place in self._places.items():
                _write(f"{place.folder}/tasks", "0")
                entered.append(self._homes[feature].folder)
            yield
        finally:
            for home in entered:
                _write(f"{home}/tasks", "0")

    @property
    def is_sure(self) -> bool:
        """Whether nothing that is started within `starting` can be outside of it for a moment."""
        return not any(place.unified for place in self._places.values())

    def add(self, pid: int) -> None:
        """Take a process in; those that it has started already are not."""
        for folder in self._folders():
            with contextlib.suppress(ProcessLookupError):
                _write(f"{folder}/cgroup.procs", str(pid))

    def pids(self) -> list[int]:
        """The processes in it; never our own, which is there while it starts one."""
        text = _read(f"{self._places['freezer'].folder}/cgroup.procs")
        return [int(pid) for pid in text.split() if int(pid) not in (0, os.getpid())]

    # Its time.

    def freeze(self) -> None:
        """Let none of it run."""
        if not self.is_frozen:
            _guard(self._homes["freezer"].folder)
            self.is_frozen = True
            self._set_frozen(frozen=True)

    def thaw(self) -> None:
        """Let it run again."""
        if self.is_frozen:
            self.is_frozen = False
            self._set_frozen(frozen=False)

    def processor_seconds(self) -> float:
        """The processor time that all of it has used so far."""
        place = self._places["cpuacct"]
        if self._usage < 0:
            name = "cpu.stat" if place.unified else "cpuacct.usage"
            self._usage = os.open(f"{place.folder}/{name}", os.O_RDONLY | os.O_CLOEXEC)
        # In version 2 the first line is "usage_usec 12345".
        text = os.pread(self._usage, _NUMBER, 0)
        return int(text.split()[1]) / 1e6 if place.unified else int(text) / 1e9

    # Its end.

    def kill(self) -> None:
        """End all of it; nothing in it runs afterwards."""
        freezer = self._places["freezer"]
        for _ in range(_ROUNDS):
            if freezer.unified:
                with contextlib.suppress(OSError):
                    _write(f"{freezer.folder}/cgroup.kill", "1")
            else:
                for pid in self.pids():
                    with contextlib.suppress(ProcessLookupError, PermissionError):
                        os.kill(pid, signal.SIGKILL)
            # Version 1 lets nobody die in the cold.
            self.is_frozen = True
            self.thaw()
            if not self._living():
                return
            time.sleep(0.001)

    def remove(self) -> None:
        """End all of it, and the group; calling it again does nothing."""
        if self._usage >= 0:
            os.close(self._usage)
            self._usage = -1
        with contextlib.suppress(OSError):
            self.kill()
        for folder in self._folders():
            _remove_folder(folder)

    # Inside.

    def _folders(self) -> list[str]:
        return list(dict.fromkeys(place.folder for place in self._places.values()))

    def _living(self) -> bool:
        # Who has ended but was not waited for yet keeps its number, and does nothing.
        return any(
            _read(f"/proc/{pid}/stat").rpartition(") ")[2][:1] not in ("", "Z", "X")
            for pid in self.pids()
        )

    def _set_frozen(self, *, frozen: bool) -> None:
        place = self._places["freezer"]
        if place.unified:
            _write(f"{place.folder}/cgroup.freeze", "1" if frozen else "0")
        else:
            _write(f"{place.folder}/freezer.state", "FROZEN" if frozen else "THAWED")

    def _limit(self, limits: GroupLimits) -> None:
        held = []
        memory, pids = self._places.get("memory"), self._places.get("pids")
        if limits.memory and memory is not None:
            name = "memory.max" if memory.unified else "memory.limit_in_bytes"
            swap = "memory.swap.max" if memory.unified else "memory.memsw.limit_in_bytes"
            _write(f"{memory.folder}/{name}", str(limits.memory))
            # Where swap is not counted there is no such file.
            with contextlib.suppress(OSError):
                _write(f"{memory.folder}/{swap}", "0" if memory.unified else str(limits.memory))
            held.append("memory")
        if limits.processes and pids is not None:
            _write(f"{pids.folder}/pids.max", str(limits.processes))
            held.append("processes")
        self.limited = frozenset(held)


# Who is frozen does not notice that we are gone.

# Waits for our end, which closes its input, and then ends all that is in our groups.
_GUARD: Final = """
read _
for group in "$1"/"$2"-*; do
    test -e "$group/cgroup.procs" || continue
    while read pid; do kill -9 "$pid"; done < "$group/cgroup.procs"
    if test -e "$group/cgroup.freeze"; then echo 0 > "$group/cgroup.freeze"
    else echo THAWED > "$group/freezer.state"; fi
done
"""
_guarded: list[int] = []


def _guard(home: str) -> None:
    """Have our frozen groups ended should we be killed; one guard is enough for all of them."""
    if os.getpid() in _guarded:
        return
    _guarded.append(os.getpid())
    theirs, ours = os.pipe()
    words = ["sh", "-c", _GUARD, "sh", home, f"{_PREFIX}-{_runner()}"]
    quiet = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
    # Without our environment, so that nobody takes it for a program of ours.
    with contextlib.suppress(OSError):
        os.posix_spawn(
            "/bin/sh",
            words,
            {},
            file_actions=[
                (os.POSIX_SPAWN_DUP2, theirs, 0),
                (os.POSIX_SPAWN_DUP2, quiet, 1),
                (os.POSIX_SPAWN_DUP2, quiet, 2),
            ],
            setsid=True,
        )
    os.close(theirs)
    os.close(quiet)
    # Ours stays open as long as we are.
    _guarded.append(-ours)


# Where groups can be made.

_found: dict[str, _Place] = {}
_looked: list[int] = []


def _homes() -> dict[str, _Place]:
    """For each feature our own group, if groups can be made in it; stale ones are removed once."""
    if not _looked:
        _looked.append(os.getpid())
        _found.update(_find_homes())
        _remove_stale(_found)
    return _found


def _find_homes() -> dict[str, _Place]:
    own = _own_groups()
    homes: dict[str, _Place] = {}
    unified = ""
    for line in _read("/proc/self/mountinfo").splitlines():
        left, _, right = line.partition(" - ")
        kind, _, options = right.split(" ", 2)
        root, mount = left.split(" ")[3:5]
        if kind == "cgroup":
            for feature in _FEATURES:
                if feature in options.split(","):
                    folder = _home(mount, root, own.get(feature))
                    if folder:
                        homes[feature] = _Place(folder, False)
        elif kind == "cgroup2":
            unified = _home(mount, root, own.get(""))
    if unified and not ("freezer" in homes and "cpuacct" in homes):
        homes = {feature: home for feature, home in homes.items() if feature in ("memory", "pids")}
        # These two are in every group of version 2; the others have to be switched on.
        homes["freezer"] = homes["cpuacct"] = _Place(unified, True)
        with contextlib.suppress(OSError):
            _write(f"{unified}/cgroup.subtree_control", "+memory +pids")
        for feature in _read(f"{unified}/cgroup.subtree_control").split():
            if feature in ("memory", "pids"):
                homes.setdefault(feature, _Place(unified, True))
    return homes


def _own_groups() -> dict[str, str]:
    """The path of our own group by controller; that of version 2 by nothing."""
    own = {}
    for line in _read("/proc/self/cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            own[controller] = path
    return own


def _home(mount: str, root: str, own: str | None) -> str:
    """The folder of our own group, if we may make groups in it; nothing otherwise."""
    if own is None:
        return ""
    # What is mounted may be a part of the whole.
    inside = own.removeprefix(root) if root != "/" else own
    folder = f"{mount}/{inside.strip('/')}".rstrip("/")
    procs = f"{folder}/cgroup.procs"
    return folder if os.access(folder, os.W_OK) and os.access(procs, os.W_OK) else ""


def _runner() -> str:
    """This process, in words that no later one has."""
    return f"{_namespace()}-{os.getpid()}-{_begun(os.getpid())}"


def _namespace() -> int:
    # Others may share our groups and count processes on their own.
    return os.stat("/proc/self/ns/pid").st_ino  # noqa: PTH116


def _begun(pid: int) -> str:
    fields = _read(f"/proc/{pid}/stat").rpartition(") ")[2].split()
    return fields[19] if fields else "0"


def _remove_stale(homes: dict[str, _Place]) -> None:
    """Remove the groups of runners that are gone, and end what is left in them."""
    names = {
        folder.name
        for home in homes.values()
        for folder in Path(home.folder).glob(f"{_PREFIX}-*-*-*-*")
    }
    for name in names:
        _, namespace, pid, begun, _ = name.split("-")
        if namespace == str(_namespace()) and pid.isdecimal() and _begun(int(pid)) != begun:
            places = {
                feature: _Place(f"{home.folder}/{name}", home.unified)
                for feature, home in homes.items()
            }
            Group(places, homes).remove()


def _remove_folder(folder: str) -> None:
    # Those that were killed a moment ago may still be on their way out.
    for _ in range(_ROUNDS):
        try:
            os.rmdir(folder)  # noqa: PTH106
        except FileNotFoundError:
            return
        except OSError as error:
            if error.errno != errno.EBUSY:
                return
            time.sleep(0.001)
        else:
            return


def _read(path: str) -> str:
    """The text of a file; nothing if it is gone."""
    try:
        return Path(path).read_text()
    except OSError:
        return ""


def _write(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)
