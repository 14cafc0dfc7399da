"""What a silent program is doing, seen from outside, and why it may be silent, in words.

It is looked at only when the time is up: /proc tells the system call of each of its threads. Where
there is no /proc, or a sandbox hides it, less is said.
"""

import os
import platform
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.players.program.proc_files import children_of, links_to, read_proc
from pitboss.players.program.process import Process, families, inmates

# System calls by number: of x86-64, and of what follows the newer common list.
_X86: Final = {
    0: "read", 19: "read", 1: "write", 20: "write", 7: "poll", 23: "poll", 270: "poll", 271: "poll",
    35: "sleep", 230: "sleep", 232: "epoll", 281: "epoll", 202: "futex", 61: "child", 247: "child",
    42: "network", 43: "network", 45: "network", 47: "network", 288: "network", 34: "poll",
    72: "lock", 73: "lock",
}  # fmt: skip
_COMMON: Final = {
    63: "read", 65: "read", 64: "write", 66: "write", 72: "poll", 73: "poll", 101: "sleep",
    115: "sleep", 22: "epoll", 98: "futex", 260: "child", 95: "child", 202: "network",
    203: "network", 207: "network", 212: "network", 242: "network", 25: "lock", 32: "lock",
}  # fmt: skip
_CALLS: Final = _X86 if platform.machine() in ("x86_64", "AMD64") else _COMMON
_FOREVER: Final = ("0xffffffff", "0xffffffffffffffff")
# The part of the time that is spent computing from which on it is what the program does, where
# nothing can be seen of it.
_BUSY: Final = 0.3
# Seconds of processor time without which nobody is called busy.
_LEAST: Final = 0.2
# The fields of an `Activity` that tell what was seen.
_SEEN: Final = 5
_SHOWN: Final = 120


class Activity(NamedTuple):
    """What a program does at one moment, with all of its threads and processes."""

    runs: bool = False
    # Whether it waits for its standard input.
    reads: bool = False
    sleeps: bool = False
    # For the network, a lock, or whatever else may happen.
    waits: bool = False
    # For room in a pipe that nobody empties.
    writes: bool = False
    # Its processor time and the time by the wall since it was asked; None: not known.
    used: float | None = None
    waited: float | None = None

    @property
    def only_reads(self) -> bool:
        """Whether nothing but more input can wake it up."""
        return self.reads and not (self.runs or self.sleeps or self.waits or self.writes)


UNSEEN: Final = Activity()


def look(process: Process, used: float | None = None, waited: float | None = None) -> Activity:
    """What the program is doing now."""
    if process.ended():
        return UNSEEN
    apart = set()
    if process.program_pid != process.pid:
        # Bubblewrap outside and inside, which wait for the program.
        apart = {process.pid, *children_of(process.pid)}
    pids = {process.pid, *families([process]), *inmates([process])} - apart
    pipe = os.fstat(process.stdin).st_ino if process.stdin >= 0 else 0
    found = {_doing(pid, thread, pipe) for pid in pids for thread in _threads(pid)}
    return Activity(
        runs="run" in found,
        reads="stdin" in found,
        sleeps="sleep" in found,
        waits="wait" in found,
        writes="write" in found,
        used=used,
        waited=waited,
    )


def why_silent(activity: Activity, unread: int, rest: bytes, stderr: str) -> str:
    """The most likely reason for its silence; nothing if there is no telling.

    Nothing is quoted, which might be a card that the others should not know. So many bytes wait
    for it; `rest` is the beginning of a line that it has not ended.
    """
    if rest.strip():
        return "only half a line came, without a newline at its end"
    if answer_in(stderr):
        return "it wrote its answer to stderr, and not to stdout"
    if unread:
        return f"it has not even read the question{meanwhile(activity)}"
    if _is_busy(activity):
        return f"it {_used(activity)} and wrote nothing; an endless loop?"
    if activity.sleeps:
        return "it has read the question, and sleeps"
    if activity.writes:
        return "it is stuck writing to a pipe that is full"
    if activity.reads and not activity.waits:
        return (
            "it has read the question, wrote nothing, and waits for more input; "
            "is its output flushed, or does it read to the end of its input?"
        )
    if activity.waits:
        return "it has read the question, wrote nothing, and waits for something to happen"
    return ""


def answer_in(stderr: str) -> str:
    """The last line of stderr, if it is a JSON object, as answers are."""
    lines = stderr.strip().splitlines()
    if not lines or not lines[-1].lstrip().startswith("{"):
        return ""
    try:
        said: Any = msgspec.json.decode(lines[-1].encode("utf-8", "replace"))
    except (msgspec.DecodeError, RecursionError):
        return ""
    # Many echo there what they are sent.
    is_answer = isinstance(said, dict) and "action" in said and said.get("type") in (None, "action")
    return lines[-1].strip()[:_SHOWN] if is_answer else ""


def meanwhile(activity: Activity) -> str:
    """What a program does that does not read, as the end of a sentence."""
    if _is_busy(activity):
        return f": it {_used(activity)}; an endless loop, or a slow start?"
    if activity.sleeps:
        return ": it sleeps"
    if activity.writes:
        return ": it is stuck writing to a pipe that is full"
    return ": it waits for something to happen" if activity.waits else ""


def _is_busy(activity: Activity) -> bool:
    used, waited = activity.used, activity.waited
    if activity.runs:
        return used is None or used >= _LEAST
    if any(activity[:_SEEN]) or used is None or not waited:
        return False
    return used >= _BUSY * waited


def _used(activity: Activity) -> str:
    if activity.used is None:
        return "is busy computing"
    return f"used {activity.used:.1f} s of processor time"


def _threads(pid: int) -> Sequence[str]:
    try:
        return os.listdir(f"/proc/{pid}/task")  # noqa: PTH208 (as everywhere under /proc)
    except OSError:
        return ()


def _doing(pid: int, thread: str, pipe: int) -> str:
    """One thread's occupation, in a word; nothing if it is of no account, or can't be seen."""
    state = read_proc(f"/proc/{pid}/task/{thread}/stat").rpartition(b") ")[2][:1]
    if state in (b"R", b"D"):
        return "run"
    words = read_proc(f"/proc/{pid}/task/{thread}/syscall").decode().split()
    if len(words) < 2 or not words[0].isdecimal():
        return ""
    call = _CALLS.get(int(words[0]), "")
    if call == "read":
        return "stdin" if _is_stdin(pid, int(words[1], 16), pipe) else "wait"
    if call == "epoll":
        return _epoll(pid, int(words[1], 16), pipe, words[4] in _FOREVER)
    if call in ("poll", "network", "lock"):
        return "wait"
    # Who waits for a child or another thread does what that one does.
    return call if call in ("sleep", "write") else ""


def _is_stdin(pid: int, descriptor: int, pipe: int) -> bool:
    found = links_to(pid, descriptor)
    return found == f"pipe:[{pipe}]" if found else descriptor == 0


def _is_network(pid: int, descriptor: int) -> bool:
    """Whether it is a socket, and none of those by which an event loop wakes itself up."""
    name, _, number = links_to(pid, descriptor).partition(":")
    if name != "socket":
        return False
    local = read_proc(f"/proc/{pid}/net/unix").decode("utf-8", "replace").splitlines()
    return not any(line.split()[6:7] == [number.strip("[]")] for line in local)


def _epoll(pid: int, descriptor: int, pipe: int, is_patient: bool) -> str:
    """Waiting for several things at once: for input, for a moment or the network, for nothing."""
    watched = [
        int(line.split()[1])
        for line in read_proc(f"/proc/{pid}/fdinfo/{descriptor}").decode().splitlines()
        if line.startswith("tfd:")
    ]
    if not is_patient or any(_is_network(pid, one) for one in watched):
        return "wait"
    return "stdin" if any(_is_stdin(pid, one, pipe) for one in watched) else ""
