"""A hostile program: tries, one after another, what no bot may do, and tells what came of it.

probes.py runs it, inside a sandbox or without one. It is a script of its own, imports nothing of
ours, and bounds all that it uses, since nothing else may. Each attempt is a process; one that
returns was successful, and one that raises was held back.
"""

import ctypes
import json
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SECONDS = 8
LIBRARY = ctypes.CDLL(None, use_errno=True)
# From the kernel's headers.
CLONE_NEWUSER = 0x10000000
PTRACE_ATTACH, PTRACE_DETACH = 16, 17

Targets = dict[str, Any]


def check(result: int) -> int:
    """What a function of the C library returned; `OSError` if it failed."""
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def expect(found: bool, otherwise: str) -> None:
    """Raise if the attempt came to nothing."""
    if not found:
        raise OSError(otherwise)


def read_journal(targets: Targets) -> None:
    expect("seed" in Path(targets["journal"]).read_text(), "it is empty")


def read_other_bot(targets: Targets) -> None:
    expect(bool(Path(targets["other"]).read_text()), "it is empty")


def follow_link(targets: Targets) -> None:
    expect("seed" in (Path(targets["own"]) / "link").read_text(), "it is empty")


def read_home(targets: Targets) -> None:
    Path(targets["home"]).read_bytes()


def write_own_folder(targets: Targets) -> None:
    (Path(targets["own"]) / "notes").write_text("the cards of this game")


def write_elsewhere(targets: Targets) -> None:
    (Path(targets["private"]) / "left-behind").write_text("for the next game")


def meet_in_temporary_files(targets: Targets) -> None:
    expect(bool(Path(targets["temporary"]).read_text()), "it is empty")


def read_inherited_environment(targets: Targets) -> None:
    expect(targets["variable"] in os.environ, "it is not there")


def read_environment(targets: Targets) -> None:
    found = Path(f"/proc/{targets['pid']}/environ").read_text()
    expect(targets["variable"] in found, "it is another process")


def read_command_lines(targets: Targets) -> None:
    lines = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            lines.append((folder / "cmdline").read_text())
        except OSError:
            continue
    expect(any(targets["mark"] in line for line in lines), f"only {len(lines)} are there")


def read_memory(targets: Targets) -> None:
    with Path(f"/proc/{targets['pid']}/mem").open("rb", 0) as memory:
        memory.seek(targets["address"])
        expect(memory.read(6) == b"secret", "it is another process")


def send_signal(targets: Targets) -> None:
    # Here, that number may be nobody's or one of our own.
    os.kill(targets["pid"], signal.SIGUSR1)
    read_environment(targets)


def trace(targets: Targets) -> None:
    read_environment(targets)
    check(LIBRARY.ptrace(PTRACE_ATTACH, targets["pid"], None, None))
    os.waitpid(targets["pid"], 0x40000000)
    LIBRARY.ptrace(PTRACE_DETACH, targets["pid"], None, None)


def slow_down(targets: Targets) -> None:
    read_environment(targets)
    os.setpriority(os.PRIO_PROCESS, targets["pid"], 19)


def move_to_one_core(targets: Targets) -> None:
    read_environment(targets)
    os.sched_setaffinity(targets["pid"], [min(os.sched_getaffinity(targets["pid"]))])


def hurry(targets: Targets) -> None:
    del targets
    os.setpriority(os.PRIO_PROCESS, 0, -5)


def mount(targets: Targets) -> None:
    place = (targets["scratch"] or os.environ["TMPDIR"]).encode()
    check(LIBRARY.mount(b"none", place, b"tmpfs", 0, None))
    LIBRARY.umount(place)


def make_namespace(targets: Targets) -> None:
    del targets
    check(LIBRARY.unshare(CLONE_NEWUSER))


def gain_privileges(targets: Targets) -> None:
    del targets
    status = Path("/proc/self/status").read_text()
    expect("NoNewPrivs:\t1" not in status, "programs with more rights give none")


def set_clock(targets: Targets) -> None:
    del targets
    time.clock_settime(time.CLOCK_REALTIME, time.clock_gettime(time.CLOCK_REALTIME))


def name_machine(targets: Targets) -> None:
    expect(socket.gethostname() == targets["hostname"], "it has another name here")


def open_raw_socket(targets: Targets) -> None:
    del targets
    socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close()


def connect_to_loopback(targets: Targets) -> None:
    socket.create_connection(("127.0.0.1", targets["port"]), 2).close()


def connect_to_abstract_socket(targets: Targets) -> None:
    _connect("\0" + targets["abstract"])


def connect_to_socket_file(targets: Targets) -> None:
    _connect(targets["socket"])


def _connect(address: str) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(2)
        client.connect(address)


def attach_shared_memory(targets: Targets) -> None:
    LIBRARY.shmat.restype = ctypes.c_void_p
    found = LIBRARY.shmat(targets["segment"], None, 0o10000)
    expect(found not in (None, ctypes.c_void_p(-1).value), os.strerror(ctypes.get_errno()))
    LIBRARY.shmdt(ctypes.c_void_p(found))


def read_shared_files(targets: Targets) -> None:
    expect(bool(Path(targets["shared"]).read_text()), "it is empty")


def fork_many(targets: Targets) -> None:
    os.setpgid(0, 0)
    try:
        for _ in range(targets["processes"]):
            if os.fork() == 0:
                time.sleep(SECONDS)
                os._exit(0)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.killpg(0, signal.SIGTERM)


def take_memory(targets: Targets) -> None:
    kept = bytearray(targets["memory"])
    kept[::4096] = b"x" * len(kept[::4096])


def take_memory_together(targets: Targets) -> None:
    parts = 6
    children = []
    for _ in range(parts):
        child = os.fork()
        if child == 0:
            kept = bytearray(targets["memory"] // parts)
            kept[::4096] = b"x" * len(kept[::4096])
            time.sleep(0.4)
            os._exit(0)
        children.append(child)
    statuses = [os.waitpid(child, 0)[1] for child in children]
    expect(not any(statuses), "one was ended")


def fill_disk(targets: Targets) -> None:
    place = Path(targets["scratch"] or os.environ["TMPDIR"])
    piece = b"x" * (1 << 20)
    for number in range(targets["disk"] >> 20):
        (place / f"fill-{number}").write_bytes(piece)


def write_large_file(targets: Targets) -> None:
    # One that takes no space: only its size counts.
    place = Path(targets["scratch"] or os.environ["TMPDIR"])
    with (place / "large").open("wb") as file:
        file.truncate(targets["disk"])


def use_up_inodes(targets: Targets) -> None:
    for number in range(200):
        (Path(targets["private"]) / f"inode-{number}").touch()


def open_many_files(targets: Targets) -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    kept = [os.open("/dev/null", os.O_RDONLY) for _ in range(targets["descriptors"])]
    for number in kept:
        os.close(number)


def dump_core(targets: Targets) -> None:
    del targets
    resource.setrlimit(resource.RLIMIT_CORE, (4096, 4096))


def outlive(targets: Targets) -> None:
    """Leave a daemon behind; whoever started us looks for it later."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            code = f"import time; time.sleep(20)  # {targets['daemon']}"
            for number in range(3):
                os.dup2(os.open("/dev/null", os.O_RDWR), number)
            os.execve(sys.executable, [sys.executable, "-c", code], {})
        os._exit(0)


ATTEMPTS: list[Callable[[Targets], None]] = [
    read_journal,
    read_other_bot,
    follow_link,
    read_home,
    write_own_folder,
    write_elsewhere,
    meet_in_temporary_files,
    read_inherited_environment,
    read_environment,
    read_command_lines,
    read_memory,
    send_signal,
    trace,
    slow_down,
    move_to_one_core,
    hurry,
    mount,
    make_namespace,
    gain_privileges,
    set_clock,
    name_machine,
    open_raw_socket,
    connect_to_loopback,
    connect_to_abstract_socket,
    connect_to_socket_file,
    attach_shared_memory,
    read_shared_files,
    fork_many,
    take_memory,
    fill_disk,
    write_large_file,
    use_up_inodes,
    open_many_files,
    dump_core,
    outlive,
    take_memory_together,
]


def attempt(act: Callable[[Targets], None], targets: Targets) -> str:
    """Why it was held back; empty if it was successful."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        try:
            act(targets)
            why = ""
        except (OSError, MemoryError, ValueError) as error:
            why = str(error) or type(error).__name__
        os.write(writer, f"{why}\n".encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        said = pipe.readline()
    status = os.waitpid(child, 0)[1]
    return said.strip() if said else f"ended with {os.waitstatus_to_exitcode(status)}"


def main() -> None:
    """Try everything; a line of JSON for each attempt."""
    targets = json.loads(sys.stdin.readline())
    for act in ATTEMPTS:
        print(json.dumps({"name": act.__name__, "why": attempt(act, targets)}), flush=True)
    # The most that a runner could be made to keep.
    for _ in range(targets["output"] >> 20):
        for stream in (sys.stdout, sys.stderr):
            stream.write("x" * (1 << 20))


if __name__ == "__main__":
    main()
