"""Fork servers: changes, accidents, matches; and nothing is left of them."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from forkserver_rig import (
    Ended,
    child,
    ended,
    forkserver,
    is_running,
    needs_forkserver,
    stat_of,
    written,
)
from runner_rig import plan_of, run
from sandbox_rig import needs_sandbox
from stdio import AGENT, referee

from pitboss import bots
from pitboss.play.blocking import Outcome, play
from pitboss.players.forkserver.parent import ForkedProcess
from pitboss.players.inprocess import InProcessPlayer
from pitboss.players.program import Command
from pitboss.players.program.blocking import BlockingProgram
from pitboss.players.sandbox import Sandbox
from pitboss.wires.jedna import JednaSession

pytestmark = [needs_forkserver, pytest.mark.usefixtures("nothing_left")]


def test_a_changed_script_gets_a_new_fork_server_and_who_plays_goes_on(tmp_path: Path) -> None:
    script = "import sys\nsys.stdin.read()\nprint('old')\nsys.exit(7)"
    with forkserver(written(tmp_path, script)) as kept:
        old = child(kept)
        (tmp_path / "bot.py").write_text("print('a new one')")
        assert kept.start() is None

        new = ended(child(kept))
        was = ended(old)
        (tmp_path / "bot.py").write_text("print('newer still')")
        newer = ended(child(kept))

    assert new.out == "a new one\n"
    assert was == Ended("old\n", "", "the program exited with status 7")
    assert newer.out == "newer still\n"


def test_a_script_that_is_gone_is_started_plainly(tmp_path: Path) -> None:
    with forkserver(written(tmp_path, "print('here')")) as kept:
        assert ended(child(kept)).out == "here\n"
        (tmp_path / "bot.py").unlink()
        assert kept.start() is None


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_fork_server_that_does_not_answer_is_given_up_and_its_child_goes_on(
    tmp_path: Path, number: signal.Signals
) -> None:
    script = "import sys\nprint(sys.stdin.read())\nsys.exit(3)"
    with forkserver(written(tmp_path, script)) as kept:
        one = child(kept)
        os.kill(int(stat_of(one.pid)[1]), number)
        begun = time.monotonic()
        assert kept.start() is None
        assert kept.start() is None
        assert time.monotonic() - begun < 30

        assert ended(one, b"still here") == Ended("still here\n", "", "the program ended")


def test_a_number_that_is_anothers_by_now_is_left_alone(tmp_path: Path) -> None:
    with forkserver(written(tmp_path, "import time\ntime.sleep(60)")) as kept:
        one = child(kept)
        assert isinstance(one, ForkedProcess)
        assert one.holds_number()
        one._begun -= 1
        assert not one.holds_number()
        one.close()


def player(folder: Path, hooks: str = "", *options: str) -> BlockingProgram:
    """A Jedna agent in a file, which exits after each game."""
    (folder / "agent.py").write_text(AGENT % ("closing = lambda message: sys.exit(0)\n" + hooks))
    words = (sys.executable, *options, str(folder / "agent.py"))
    return BlockingProgram(Command(words=words), JednaSession(), name="agent")


class Played(NamedTuple):
    """A game, and whether the program that played it came from a fork server."""

    pid: int | None
    forked: bool
    outcome: Outcome


def games(of: BlockingProgram, count: int) -> list[Played]:
    found = []
    for seed in range(count):
        outcome = play(referee(seed=seed), [of, InProcessPlayer(bots.named("simple"))])
        found.append(Played(of.pid, isinstance(of.process, ForkedProcess), outcome))
        wait_for_forkserver(of)
    return found


def wait_for_forkserver(of: BlockingProgram) -> None:
    """Others would play meanwhile; if there is a fork server, it is ready soon."""
    interpreter = of.forkserver._interpreter
    until = time.monotonic() + 60
    with suppress(OSError):
        while interpreter is not None and not interpreter.is_ready():
            assert time.monotonic() < until, "it is never ready"
            time.sleep(0.01)


def test_who_exits_after_each_game_comes_from_a_fork_server_from_then_on(tmp_path: Path) -> None:
    with player(tmp_path, "print(os.getpid(), file=sys.stderr, flush=True)") as agent:
        found = games(agent, 8)

    assert [one.outcome.incidents for one in found] == [()] * 8
    # The third was started while the fork server was, and rarely right after it.
    forked = [one.forked for one in found]
    assert forked in ([False] * 3 + [True] * 5, [False] * 2 + [True] * 6)
    assert len({one.pid for one in found}) == 8
    for one in found:
        assert one.outcome.stderr[0].startswith(f"{one.pid}\n")


def test_who_stays_has_no_fork_server(tmp_path: Path) -> None:
    with player(tmp_path, "closing = lambda message: None") as agent:
        found = games(agent, 4)
        assert agent.forkserver._interpreter is None

    assert len({one.pid for one in found}) == 1


FROM_FORKSERVER = 'b"/child.py" in open(f"/proc/{os.getppid()}/cmdline", "rb").read()'


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_match_goes_on_without_its_fork_server(tmp_path: Path, number: signal.Signals) -> None:
    hooks = f"""
forked = {FROM_FORKSERVER}
def decide(state):
    if count == 2 and forked:
        os.kill(os.getppid(), {int(number)})
    say(json.dumps(simple(state)))
"""
    with player(tmp_path, hooks) as agent:
        found = games(agent, 8)

    assert [one.outcome.incidents for one in found] == [()] * 8
    assert any(one.forked for one in found)
    assert not found[-1].forked


def test_a_crash_of_a_fork_servers_child_tells_the_traceback(tmp_path: Path) -> None:
    with player(tmp_path, f"if {FROM_FORKSERVER}: wrong_from_here()") as agent:
        found = games(agent, 8)

    incident = next(one.outcome.incidents[0] for one in found if one.outcome.incidents)
    assert incident.fault.message == "the program exited with status 1 before its first answer"
    assert "NameError: name 'wrong_from_here' is not defined" in incident.fault.detail
    assert "forkserver/child.py" not in incident.fault.detail


GRANDCHILDREN = {
    "forked": "os.fork() or forever()",
    "in a session of its own": """
if os.fork() == 0:
    os.setsid()
    os.fork() or forever()
    os._exit(0)
""",
    "another program": "note(subprocess.Popen(['sleep', '600']).pid)",
    "another session's": "note(subprocess.Popen(['sleep', '600'], start_new_session=True).pid)",
    "without an environment": "note(subprocess.Popen(['sleep', '600'], env={}).pid)",
    "one that ignores signals": """
if os.fork() == 0:
    for number in (1, 2, 13, 15): signal.signal(number, signal.SIG_IGN)
    forever()
""",
    "multiprocessing's": """
import multiprocessing
multiprocessing.get_context("fork").Process(target=forever, daemon=True).start()
closing = lambda message: os._exit(0)
""",
}


@pytest.mark.parametrize("hooks", GRANDCHILDREN.values(), ids=list(GRANDCHILDREN))
def test_grandchildren_are_ended_too(tmp_path: Path, hooks: str) -> None:
    helpers = f"""
import signal, subprocess
def note(pid):
    with open({str(tmp_path / "pids")!r}, "a") as file: file.write(f"{{pid}}\\n")
def forever():
    note(os.getpid())
    time.sleep(600)
"""
    with player(tmp_path, helpers + hooks) as agent:
        found = games(agent, 8)
        assert any(one.forked for one in found)

    assert [one.outcome.incidents for one in found] == [()] * 8
    pids = {int(line) for line in (tmp_path / "pids").read_text().split()}
    assert len(pids) >= 8
    assert [pid for pid in pids if is_running(pid)] == []


def test_closing_a_fork_server_ends_all_that_came_from_it(tmp_path: Path) -> None:
    script = "import os, time\nos.fork()\nos.fork() or os.setsid()\nprint('x', flush=True)\n"
    command = written(tmp_path, script + "time.sleep(600)")
    with forkserver(command) as kept:
        one = child(kept)
        time.sleep(0.3)
        pid = one.pid

    assert not is_running(pid)
    one.close()


@pytest.mark.parametrize("jobs", [1, 2])
def test_nothing_runs_on_when_the_runner_is_killed(tmp_path: Path, jobs: int) -> None:
    # It ignores the end of its input, and leaves a child in a session of its own.
    hooks = f"""
if {FROM_FORKSERVER}:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
    import atexit
    atexit.register(time.sleep, 600) if count else None
    open({str(tmp_path / "forked")!r}, "a").close()
"""
    (tmp_path / "agent.py").write_text(AGENT % ("closing = lambda message: sys.exit(0)\n" + hooks))
    words = ["play", "jedna", "simple", f"{sys.executable} agent.py", "-n", "100000"]
    running = subprocess.Popen(
        [sys.executable, "-m", "pitboss", *words, "--jobs", str(jobs), "--db", "journal.db"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
        env={**os.environ, "KILLED": str(tmp_path)},
    )
    until = time.monotonic() + 180
    while not (tmp_path / "forked").exists() and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.5)
    family = related(tmp_path)

    running.kill()
    running.wait()

    assert len(family) > jobs
    until = time.monotonic() + 60
    while related(tmp_path) and time.monotonic() < until:
        time.sleep(0.05)
    assert [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in related(tmp_path)] == []


def related(folder: Path) -> list[int]:
    """All that runs with this folder in its environment."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdecimal() and f"KILLED={folder}".encode() in (
                (entry / "environ").read_bytes()
            ):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


# The games are the same.


def test_an_event_is_the_same_with_and_without(tmp_path: Path) -> None:
    agent = tmp_path / "agent.py"
    agent.write_text(AGENT % "closing = lambda message: sys.exit(0)\n")
    bot = f'cmd="{sys.executable} {agent}"'
    digests: list[Any] = []
    for number, keys in enumerate(["", " nursery=no"]):
        plan = plan_of("jedna", bot + keys, "simple", blocks=15)
        digests.append(run(plan, tmp_path / f"{number}.db"))

    assert digests[0] == digests[1]


# In a sandbox.

LEAVES_MARKS = """
import os, sys
print(os.getpid(), len(os.listdir("/tmp")), os.path.exists(sys.argv[1]), flush=True)
open("/tmp/been-here", "w").close()
if sys.stdin.read() == "crash":
    os.kill(os.getpid(), 11)
sys.exit(3)
"""


@needs_sandbox
def test_children_of_a_sandboxed_fork_server_are_inside_and_known_by_our_numbers(
    tmp_path: Path,
) -> None:
    script = tmp_path / "bot" / "bot.py"
    script.parent.mkdir()
    script.write_text(LEAVES_MARKS)
    (tmp_path / "secret").write_text("cards")
    command = Command(
        words=(sys.executable, str(script), str(tmp_path / "secret")),
        sandbox=Sandbox(readable=(script.parent,)),
    )

    with forkserver(command) as server:
        first, second = child(server), child(server)
        numbers = [first.pid, second.pid]
        alive = [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in numbers]
        found = [ended(first), ended(second, b"crash")]

    assert all(str(script).encode() in words for words in alive)
    inner = [int(one.out.split()[0]) for one in found]
    assert inner != numbers
    assert max(inner) < 20
    assert [one.out.split()[2] for one in found] == ["False", "False"]
    assert found[0].status == "the program exited with status 3"
    assert found[1].status == "the program was ended by signal SIGSEGV"


@needs_sandbox
def test_a_sandboxed_fork_server_leaves_nobody(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text("import os, time\nos.fork() or os.setsid()\ntime.sleep(60)\n")
    command = Command(words=(sys.executable, str(script)), sandbox=Sandbox(readable=(script,)))

    with forkserver(command) as server:
        playing = child(server)
        assert not playing.ended()
        playing.close()

    assert not [
        folder
        for folder in Path("/proc").glob("[0-9]*")
        if str(script).encode() in _words_of(folder)
    ]


def _words_of(process: Path) -> bytes:
    try:
        return (process / "cmdline").read_bytes()
    except OSError:
        return b""
