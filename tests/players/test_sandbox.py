"""A program in a sandbox: what it sees, what it may use, and that nothing of it is left."""

import json
import os
import platform
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from leftovers import watch
from sandbox_rig import needs_groups, needs_sandbox

from pitboss.players.program import Command, Process, Shortage
from pitboss.players.program.cgroup import Group
from pitboss.players.program.process_tree import ProcessTree
from pitboss.players.sandbox import NoSandbox, Sandbox, check_sandbox, machine
from pitboss.players.sandbox.bubblewrap import sandboxed
from pitboss.players.sandbox.probe import Finding, probe
from pitboss.players.sandbox.seccomp import filter_program

_LOOK = """
import json, os, pathlib, socket, sys
def can(act, *args):
    try:
        return act(*args) or True
    except OSError as error:
        return False
own, other, port = sys.argv[1:]
print(json.dumps({
    "own": can(pathlib.Path(own).read_text),
    "written": can(pathlib.Path(own).write_text, "changed"),
    "other": can(pathlib.Path(other).read_text),
    "environment": sorted(os.environ),
    "processes": len([name for name in os.listdir("/proc") if name.isdecimal()]),
    "runner": can(os.kill, int(os.environ.get("RUNNER", 0)) or 4_000_000, 0),
    "network": can(socket.create_connection, ("127.0.0.1", int(port)), 1) is not False,
    "root": can(pathlib.Path("/root-file").write_text, "x"),
    "descriptors": len(os.listdir("/proc/self/fd")),
    "temporary": can(pathlib.Path(os.environ.get("TMPDIR", "/tmp"), "x").write_text, "x"),
}, default=str))
"""
# Nobody else's, though other tests run beside this one.
_NAP = f"import time; time.sleep(61)  # for {os.getpid()}"
_DAEMON = f"""
import os, sys
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execve(sys.executable, [sys.executable, "-c", {_NAP!r}], {{}})
    os._exit(0)
os.wait()
print("gone")
"""
_HOARD = """
import os, time
for _ in range(6):
    if os.fork() == 0:
        kept = b"x" * (40 << 20)
        time.sleep(3)
        os._exit(0)
print(sum(os.WIFSIGNALED(os.wait()[1]) for _ in range(6)))
"""


def _facts(words: list[str], sandbox: Sandbox | None) -> Any:
    found = probe(words, sandbox=sandbox, folder=Path("/"))
    assert found.stdout, found
    return json.loads(found.stdout)


@pytest.fixture
def neighbour() -> Iterator[int]:
    """The port of somebody on this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@needs_sandbox
def test_a_program_sees_its_own_files_and_nobody_elses(
    tmp_path: Path, neighbour: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    for folder in (own, other):
        folder.mkdir()
        (folder / "notes").write_text("cards")
    words = [sys.executable, "-c", _LOOK, f"{own}/notes", f"{other}/notes", str(neighbour)]
    monkeypatch.setenv("RUNNER", str(os.getpid()))

    open_to_all = _facts(words, None)
    (own / "notes").write_text("cards")
    held = _facts(words, Sandbox(readable=(own,)))

    assert open_to_all["other"] == "cards"
    assert open_to_all["runner"]
    assert open_to_all["network"]
    assert "RUNNER" in open_to_all["environment"]
    assert held["own"] == "cards"
    assert not held["written"]
    assert (own / "notes").read_text() == "cards"
    assert not held["other"]
    assert not held["runner"]
    assert not held["network"]
    assert not held["root"]
    assert held["temporary"]
    assert "RUNNER" not in held["environment"]
    # Bubblewrap's first one, and the program.
    assert held["processes"] == 2
    # Its pipes, and the one that lists them.
    assert held["descriptors"] == 4


@needs_sandbox
def test_a_daemon_with_an_emptied_environment_ends_with_its_sandbox(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OF", str(os.getpid()))

    with watch():
        found = probe([sys.executable, "-c", _DAEMON], sandbox=Sandbox())

    assert found.stdout == "gone\n"
    assert not [pid for pid in _sleepers() if pid != os.getpid()]


def _sleepers() -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            if words[2:3] == [_NAP.encode()]:
                found.append(int(folder.name))
        except OSError:
            continue
    return found


@needs_sandbox
@needs_groups
def test_memory_is_that_of_all_processes_together() -> None:
    killed = [
        int(probe([sys.executable, "-c", _HOARD], sandbox=Sandbox(memory=megabytes << 20)).stdout)
        for megabytes in (1024, 128)
    ]

    assert killed[0] == 0
    assert killed[1] > 0


@needs_sandbox
@needs_groups
def test_processes_are_bounded() -> None:
    many = "i=0; while [ $i -lt 40 ]; do sleep 9 & i=$((i+1)); done; echo all"

    free = probe(["sh", "-c", many], sandbox=Sandbox(processes=60))
    held = probe(["sh", "-c", many], sandbox=Sandbox(processes=16))

    assert free.stdout == "all\n"
    assert "fork" in held.stderr


@needs_sandbox
def test_temporary_files_are_bounded_and_gone_with_the_run() -> None:
    fill = "for n in 1 2 3; do head -c 1000000 /dev/zero > $TMPDIR/$n || exit 3; done"

    # The interpreter that it sees may lie there.
    before = probe(["sh", "-c", "ls $TMPDIR"], sandbox=Sandbox(temporary=2 << 20))
    first = probe(["sh", "-c", fill], sandbox=Sandbox(temporary=2 << 20))
    second = probe(["sh", "-c", "ls $TMPDIR"], sandbox=Sandbox(temporary=2 << 20))

    assert "No space left" in first.stderr
    assert "1" not in before.stdout.split()
    assert second == Finding(before.stdout, "", "the program exited with status 0")


@needs_sandbox
def test_lanes_of_a_bot_can_not_talk_by_locks_on_a_file_that_both_may_read(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.touch()
    hold = f"import fcntl; f = open({str(shared)!r}); fcntl.flock(f, 2); print(1, flush=True); "
    look = f"import fcntl; f = open({str(shared)!r}); fcntl.flock(f, 2 | 4)"
    heard = {}
    for sandbox in (None, Sandbox(readable=(shared,))):
        words = (sys.executable, "-c", f"{hold}input()")
        one_lane = Process(Command(words=words, sandbox=sandbox))
        until = time.monotonic() + 60
        while not one_lane.read() and time.monotonic() < until:
            time.sleep(0.01)
        other_lane = probe([sys.executable, "-c", look], sandbox=sandbox)
        one_lane.close()
        heard[sandbox is not None] = "BlockingIOError" in other_lane.stderr

    assert heard == {False: True, True: False}


@needs_sandbox
@pytest.mark.skipif(not filter_program(), reason="no filter of system calls for this machine")
def test_calls_that_reach_out_of_namespaces_are_refused() -> None:
    adding = "import ctypes; print(ctypes.CDLL(None).syscall({}, b'user', b'x', b'y', 1, {}))"
    number = {"x86_64": 248, "aarch64": 217}[platform.machine()]
    # Into a keyring of its own process; that of the login, which all share, comes by the same call.
    words = [sys.executable, "-c", adding.format(number, -2)]

    held = probe(words, sandbox=Sandbox())
    free = probe(words, sandbox=None)

    assert held.stdout == "-1\n"
    assert int(free.stdout) > 0


@needs_sandbox
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_an_ordinary_user_has_the_same_sandbox() -> None:
    many = "id -u; i=0; while [ $i -lt 40 ]; do sleep 9 & i=$((i+1)); done; echo all"
    found = []
    for processes in (60, 16):
        words = sandboxed(["sh", "-c", many], Path("/"), Sandbox(processes=processes))
        found.append(
            subprocess.run(
                words, user=65534, group=65534, extra_groups=[], capture_output=True, check=False
            )
        )

    assert found[0].stdout == b"65534\nall\n"
    # Without control groups, too: these are counted in the sandbox's own user namespace.
    assert b"fork" in found[1].stderr


@needs_sandbox
def test_how_it_ended_is_told_as_without_a_sandbox() -> None:
    for code in ("exit 3", "kill -SEGV $$"):
        statuses = {
            probe(["sh", "-c", code], sandbox=sandbox).status for sandbox in (None, Sandbox())
        }
        assert len(statuses) == 1


@needs_sandbox
def test_a_program_that_is_missing_can_not_be_started() -> None:
    with pytest.raises(FileNotFoundError):
        probe(["./no-such-bot"], sandbox=Sandbox())


@needs_sandbox
def test_a_sandbox_that_can_not_be_made_is_no_fault_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = tmp_path / "bwrap"
    short.write_text("#!/bin/sh\necho 'bwrap: Creating new namespace failed' >&2\nexit 1")
    short.chmod(0o755)
    imitation = ["sh", "-c", "echo 'bwrap: Creating new namespace failed' >&2; exit 1"]

    assert probe(imitation, sandbox=Sandbox()).status == "the program exited with status 1"
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(Shortage, match="no sandbox can be made"):
        probe(["true"], sandbox=Sandbox())


@needs_sandbox
def test_a_daemon_that_hides_is_frozen_with_its_program_without_control_groups(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Group, "create", lambda *_: None)
    found = {}
    for sandbox in (None, Sandbox()):
        words = (sys.executable, "-c", _DAEMON + "sys.stdin.read()")
        process, tree = Process(Command(words=words, sandbox=sandbox)), ProcessTree()
        until = time.monotonic() + 60
        while not _sleepers() and time.monotonic() < until:
            time.sleep(0.01)
        (daemon,) = _sleepers()
        tree.freeze([process])
        until = time.monotonic() + (0.3 if sandbox is None else 10)
        while not (stopped := _is_stopped(daemon)) and time.monotonic() < until:
            time.sleep(0.01)
        found[sandbox is not None] = stopped
        tree.thaw()
        process.close()
        if sandbox is None:
            os.kill(daemon, signal.SIGKILL)

    assert found == {False: False, True: True}


def _is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def test_without_bubblewrap_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    machine._problem.cache_clear()

    with pytest.raises(NoSandbox, match="apt-get install bubblewrap"):
        check_sandbox()
    machine._problem.cache_clear()


def test_where_namespaces_are_forbidden_the_error_says_what_to_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusing = tmp_path / "bwrap"
    refusing.write_text(
        "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1"
    )
    refusing.chmod(0o755)
    switch = tmp_path / "switch"
    switch.write_text("0\n")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(machine, "_SWITCHES", ((str(switch), "1", "kernel.some_switch=1"),))
    machine._problem.cache_clear()

    with pytest.raises(NoSandbox, match=r"No permissions.*sysctl -w kernel.some_switch=1"):
        check_sandbox()
    machine._problem.cache_clear()
