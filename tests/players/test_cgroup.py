"""The control group of a program: what is in it, frozen, bounded, and ended for certain."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.players.program import cgroup
from pitboss.players.program.cgroup import Group, GroupLimits

_BURN = "while True: pass"
# Leaves its session, its parent and its environment behind.
_DAEMON = """
import os, subprocess, sys
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(60)"], {})
    os._exit(0)
os.wait()
"""


def _unified() -> dict[str, cgroup._Place]:
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        if " - cgroup2 " in line:
            mount, own = line.split()[4], cgroup._own_groups().get("")
            if folder := cgroup._home(mount, "/", own):
                place = cgroup._Place(folder, True)
                return {"freezer": place, "cpuacct": place}
    return {}


@pytest.fixture(params=["any", "version 2"])
def group(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Group]:
    if request.param == "version 2":
        if not (homes := _unified()):
            pytest.skip("no control groups of version 2 can be made here")
        monkeypatch.setattr(cgroup, "_homes", lambda: homes)
    made = Group.create()
    if made is None:
        pytest.skip("no control groups can be made here")
    yield made
    made.remove()


def _run(group: Group, code: str) -> "subprocess.Popen[str]":
    with group.starting():
        process = subprocess.Popen(
            # It does nothing before it is in the group.
            [sys.executable, "-c", f"input()\n{code}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
    if not group.is_sure:
        group.add(process.pid)
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.close()
    process.stdin = None
    return process


def _until(condition: object, seconds: float = 60.0) -> None:
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def _rests(group: Group) -> bool:
    before = group.processor_seconds()
    time.sleep(0.2)
    return group.processor_seconds() == before


def test_a_frozen_group_uses_no_processor_time_and_a_thawed_one_goes_on(group: Group) -> None:
    with _run(group, _BURN):
        _until(lambda: group.processor_seconds() > 0.02)

        group.freeze()
        # It takes a busy machine a moment.
        _until(lambda: _rests(group))
        frozen = group.processor_seconds()
        time.sleep(0.1)

        assert group.processor_seconds() == frozen
        group.thaw()
        _until(lambda: group.processor_seconds() > frozen + 0.01)
        group.kill()


def test_a_daemon_without_session_parent_and_environment_ends_with_its_group(group: Group) -> None:
    with _run(group, _DAEMON) as parent:
        parent.wait()
        _until(lambda: len(group.pids()) == 1)
        [daemon] = group.pids()
        assert daemon != parent.pid

        group.freeze()
        group.remove()

    assert b"sleep" not in _command_line(daemon)


def test_our_own_process_is_in_no_group_afterwards(group: Group) -> None:
    before = cgroup._own_groups()

    with _run(group, "pass") as process:
        process.wait()

    assert cgroup._own_groups() == before


def test_memory_and_processes_are_bounded() -> None:
    group = Group.create(GroupLimits(memory=64 << 20, processes=4))
    if group is None or group.limited != {"memory", "processes"}:
        pytest.skip("control groups bound nothing here")
    try:
        with _run(group, "bytearray(200 << 20); print('had it all')") as hog:
            assert hog.communicate()[0] == ""
            assert hog.returncode == -9
        code = "import os, time\nfor n in range(9): os.fork() or time.sleep(9)"
        with _run(group, code) as forker:
            assert forker.wait() == 1
            assert len(group.pids()) < 5
            group.kill()
    finally:
        group.remove()


def test_groups_of_runners_that_are_gone_are_removed() -> None:
    code = """
import subprocess, sys
from pitboss.players.program.cgroup import Group
group = Group.create()
if group is not None:
    with group.starting():
        sleeper = subprocess.Popen(["sleep", "60"], stdout=-3, stderr=-3)
    group.is_sure or group.add(sleeper.pid)
    print(sleeper.pid, *group._folders(), flush=True)
import os; os._exit(0)
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    if not out.stdout:
        pytest.skip("no control groups can be made here")
    pid, *folders = out.stdout.split()

    cgroup._remove_stale(cgroup._homes())

    assert b"sleep" not in _command_line(int(pid))
    assert not any(os.path.exists(folder) for folder in folders)  # noqa: PTH110


def test_what_is_frozen_ends_when_its_runner_is_killed() -> None:
    code = """
import os, subprocess
from pitboss.players.program.cgroup import Group
group = Group.create()
if group is not None:
    with group.starting():
        sleeper = subprocess.Popen(["sleep", "60"], stdout=-3, stderr=-3)
    group.is_sure or group.add(sleeper.pid)
    group.freeze()
    print(sleeper.pid, flush=True)
    os.kill(os.getpid(), 9)
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if not out.stdout:
        pytest.skip("no control groups can be made here")

    _until(lambda: b"sleep" not in _command_line(int(out.stdout)))


def _command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
