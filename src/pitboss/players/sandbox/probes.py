"""What the sandbox holds back on this machine: hostile.py is run in one, and its attempts counted.

Around it is what it is after: a journal, another bot, a process with a secret, sockets.
"""

import contextlib
import ctypes
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from pitboss.players.sandbox.probe import Finding, probe
from pitboss.players.sandbox.sandbox import Sandbox

# Small, so that it takes little to reach them; those of events are settings.
LIMITS: Final = Sandbox(memory=128 << 20, processes=48, temporary=8 << 20)
_SECONDS: Final = 60.0
_OUTPUT: Final = 16 << 20
_SCRIPT: Final = Path(__file__).with_name("hostile.py")
_VARIABLE: Final = "PITBOSS_PROBED_SECRET"
_GIVE_UP: Final = 3.0
# A process with a secret in its memory, which says where that is. Whoever likes may look into it,
# as far as the system goes.
_VICTIM: Final = """
import ctypes, signal, sys, time
signal.signal(signal.SIGUSR1, lambda *_: None)
ctypes.CDLL(None).prctl(0x59616D61, ctypes.c_ulong(-1), 0, 0, 0)
kept = ctypes.create_string_buffer(b"secret")
print(ctypes.addressof(kept), flush=True)
sys.stdin.read()
"""


class Attempt(NamedTuple):
    """Something that a hostile bot tries, and what keeps it from that."""

    name: str
    what: str
    keeper: str


class Outcome(NamedTuple):
    """What came of an attempt."""

    attempt: Attempt
    held: bool
    # What the program was told.
    why: str


_MOUNTS: Final = "mounts of its own"
_PROCESSES: Final = "process numbers of its own"
_NETWORK: Final = "a network of its own"
_RIGHTS: Final = "no rights"
ATTEMPTS: Final = tuple(
    Attempt(*texts)
    for texts in (
        ("read_journal", "read the journal, with the seed", _MOUNTS),
        ("read_other_bot", "read another bot's files", _MOUNTS),
        ("follow_link", "follow a link out of its folder", _MOUNTS),
        ("read_home", "read the home folder", _MOUNTS),
        ("write_own_folder", "leave notes in its own folder", "a read-only mount"),
        ("write_elsewhere", "leave notes elsewhere", _MOUNTS),
        ("meet_in_temporary_files", "meet another in /tmp", "a small /tmp of its own"),
        ("read_inherited_environment", "find secrets in its environment", "a list of what it gets"),
        ("read_environment", "read the runner's environment", _PROCESSES),
        ("read_command_lines", "read others' command lines", _PROCESSES),
        ("read_memory", "read others' memory", _PROCESSES),
        ("send_signal", "send signals to others", _PROCESSES),
        ("trace", "trace another process", _PROCESSES),
        ("slow_down", "lower another's priority", _PROCESSES),
        ("move_to_one_core", "move another to one core", _PROCESSES),
        ("hurry", "raise its own priority", _RIGHTS),
        ("mount", "mount a file system", _RIGHTS),
        ("make_namespace", "become root in a namespace", "no namespaces inside"),
        ("gain_privileges", "gain rights by a program that gives some", "no new privileges"),
        ("set_clock", "set the clock", _RIGHTS),
        ("name_machine", "learn the machine's name", "a host name of its own"),
        ("open_raw_socket", "open a raw socket", _NETWORK),
        ("connect_to_loopback", "connect to a port of this machine", _NETWORK),
        ("connect_to_abstract_socket", "connect to an abstract socket", _NETWORK),
        ("connect_to_socket_file", "connect to a socket's file", _MOUNTS),
        ("attach_shared_memory", "attach shared memory", "shared memory of its own"),
        ("read_shared_files", "meet another in /dev/shm", "a small /dev/shm of its own"),
        ("fork_many", "start processes without end", "a limit of processes"),
        ("take_memory", "take all memory", "a limit of memory"),
        ("take_memory_together", "take all memory with many processes", "a control group"),
        ("fill_disk", "fill the disk", "a small /tmp of its own"),
        ("write_large_file", "write a huge file", "a limit of size"),
        ("use_up_inodes", "fill a folder of ours with files", _MOUNTS),
        ("open_many_files", "open files without end", "a limit of descriptors"),
        ("dump_core", "dump its memory into a core file", "a limit of size 0"),
        ("outlive", "leave a daemon behind", "its first process, and a control group"),
        ("flood", "write without end", "a runner that keeps little"),
    )
)


def try_everything(sandbox: Sandbox | None = LIMITS) -> list[Outcome]:
    """What came of every attempt, inside the sandbox, or without one.

    Without one the attempts are bounded too, and what they leave behind is removed.
    """
    with contextlib.ExitStack() as around:
        base = Path(around.enter_context(tempfile.TemporaryDirectory(prefix="pitboss-probe-")))
        targets = _targets(base, around, confined=sandbox is not None)
        own = base / "own"
        shown = None
        if sandbox is not None:
            shown = Sandbox(
                memory=sandbox.memory,
                processes=sandbox.processes,
                temporary=sandbox.temporary,
                readable=(own,),
            )
        finding = probe(
            [sys.executable, str(own / _SCRIPT.name)],
            sandbox=shown,
            folder=own,
            stdin=json.dumps(targets).encode() + b"\n",
            seconds=_SECONDS,
        )
        return _outcomes(finding, _is_left(targets["daemon"]))


def _outcomes(finding: Finding, left: bool) -> list[Outcome]:
    why: dict[str, str] = {}
    for line in finding.stdout.splitlines():
        if line.startswith("{"):
            said = json.loads(line)
            why[said["name"]] = said["why"]
    if "outlive" in why:
        why["outlive"] = "" if left else why["outlive"] or "it was ended"
    kept = len(finding.stdout) + len(finding.stderr)
    why["flood"] = "" if kept > _OUTPUT // 2 else f"{kept:,} of {2 * _OUTPUT:,} bytes were kept"
    # One that was not made since the program was ended first gained nothing.
    ended = finding.status or "the program was ended"
    return [
        Outcome(attempt, bool(said := why.get(attempt.name, ended)), said) for attempt in ATTEMPTS
    ]


def _targets(base: Path, around: contextlib.ExitStack, *, confined: bool) -> dict[str, Any]:
    mark = secrets.token_hex(8)
    private, own, other = base / "private", base / "own", base / "other"
    for folder in (private, own, other, base / "scratch"):
        folder.mkdir()
    shutil.copy(_SCRIPT, own)
    (own / "link").symlink_to(private / "journal.db")
    for path in (private / "journal.db", other / "bot.py", base / "meeting"):
        path.write_text("seed")
        path.chmod(0o600)
    shared = Path("/dev/shm") / f"pitboss-probe-{mark}"
    with contextlib.suppress(OSError):
        shared.write_text("cards")
        around.callback(shared.unlink, missing_ok=True)
    pid, address = _victim(around, mark)
    return {
        "journal": str(private / "journal.db"),
        "private": str(private),
        "own": str(own),
        "other": str(other / "bot.py"),
        "home": str(_file_at_home()),
        "temporary": str(base / "meeting"),
        # Inside, its own temporary files.
        "scratch": "" if confined else str(base / "scratch"),
        "variable": _VARIABLE,
        "pid": pid,
        "address": address,
        "mark": f"victim-{mark}",
        "daemon": f"daemon-{mark}",
        "hostname": socket.gethostname(),
        "port": _listening(around, socket.AF_INET, ("127.0.0.1", 0))[1],
        "abstract": _listening(around, socket.AF_UNIX, f"\0{mark}")[1:].decode(),
        "socket": _listening(around, socket.AF_UNIX, str(private / "socket")),
        "segment": _segment(around),
        "shared": str(shared),
        "processes": 4 * LIMITS.processes,
        "memory": LIMITS.memory + (64 << 20),
        "disk": 4 * LIMITS.temporary,
        "descriptors": 600,
        "output": _OUTPUT,
    }


def _file_at_home() -> Path:
    """Some file in the home folder; one that is not there if there is none."""
    home = Path.home()
    files = (path for path in home.iterdir() if path.is_file()) if home.is_dir() else iter(())
    return next(files, home / "nothing")


def _victim(around: contextlib.ExitStack, mark: str) -> tuple[int, int]:
    """A process to be attacked, and where its secret is."""
    # The program that is tried has our environment, and its own secret is this one as well.
    os.environ[_VARIABLE] = mark
    around.callback(os.environ.pop, _VARIABLE, None)
    victim = subprocess.Popen(
        [sys.executable, "-c", _VICTIM, f"victim-{mark}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    around.callback(victim.wait)
    around.callback(victim.kill)
    assert victim.stdout is not None
    assert victim.stdin is not None
    around.callback(victim.stdin.close)
    around.callback(victim.stdout.close)
    return victim.pid, int(victim.stdout.readline())


def _listening(around: contextlib.ExitStack, family: int, address: Any) -> Any:
    server = around.enter_context(socket.socket(family))
    server.bind(address)
    server.listen()
    return server.getsockname()


def _segment(around: contextlib.ExitStack) -> int:
    """Shared memory that others of this user may attach; -1 if there is none."""
    library = ctypes.CDLL(None)
    number = int(library.shmget(0, 4096, 0o1600))
    if number >= 0:
        around.callback(library.shmctl, number, 0, None)
    return number


def _is_left(mark: str) -> bool:
    """Whether the daemon is there a while after its program was ended; it is ended then."""
    until = time.monotonic() + _GIVE_UP
    while found := list(_running(mark)):
        if time.monotonic() > until:
            for pid in found:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, 9)
            return True
        time.sleep(0.05)
    return False


def _running(mark: str) -> Iterator[int]:
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark.encode() in (folder / "cmdline").read_bytes():
                yield int(folder.name)
