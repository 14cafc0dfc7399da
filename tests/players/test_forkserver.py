"""A nursery's children are as good as fresh interpreters, and nothing is left of either."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from leftovers import watch
from runner_rig import plan_of, run
from stdio import AGENT, referee

from pitboss import bots
from pitboss.play.blocking import Outcome, play
from pitboss.players.forkserver import child as forked
from pitboss.players.forkserver.parent import Nursery, Nursling
from pitboss.players.forkserver.python_command import python_command
from pitboss.players.inprocess import InProcessPlayer
from pitboss.players.process import ProcessPlayer
from pitboss.players.program import MARK, Command, Program
from pitboss.wires.jedna import JednaSession


def _missing() -> str:
    """Why there can be no nursery here, if so."""
    if sys.platform != "linux":
        return "nurseries are for Linux"
    if sys.version_info[:2] > forked.NEWEST:
        return "nurseries are not for this Python yet"
    if not os.access("/proc/self/mem", os.W_OK):
        return "nurseries need /proc/self/mem"
    return ""


pytestmark = pytest.mark.skipif(bool(_missing()), reason=_missing())

PYTHONS = ["3.8", "3.9", "3.10", "3.11", "3.12", "3.13"]


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("OF", str(os.getpid()))
    with watch():
        yield


class Ended(NamedTuple):
    """What a program said, and how it ended."""

    out: str
    err: str
    status: str


def ended(program: Program, said: bytes = b"") -> Ended:
    """Let a program read this, and run to its end."""
    # It may have ended by now.
    with suppress(BrokenPipeError):
        os.write(program.stdin, said)
    program.hang_up()
    assert program.wait(20)
    found = Ended(_all(program.stdout), _all(program.stderr), program.status())
    program.close()
    return found


def _all(pipe: int) -> str:
    pieces = []
    try:
        while piece := os.read(pipe, 1 << 16):
            pieces.append(piece)
    except BlockingIOError:
        pass
    return b"".join(pieces).decode()


@contextmanager
def nursery(command: Command) -> Iterator[Nursery]:
    found = Nursery(command)
    found.prepare()
    try:
        yield found
    finally:
        found.close()


def child(of: Nursery, seconds: float = 20) -> Program:
    """A child, as soon as there can be one."""
    until = time.monotonic() + seconds
    while (program := of.start()) is None:
        assert time.monotonic() < until, "it is never ready"
        time.sleep(0.01)
    return program


def never_ready(of: Nursery) -> bool:
    until = time.monotonic() + 20
    while of._wanted and time.monotonic() < until:
        assert of.start() is None
        time.sleep(0.01)
    return not of._wanted


def written(folder: Path, script: str, *options: str, name: str = "bot.py") -> Command:
    """A command that runs the script in the folder."""
    (folder / name).write_text(script)
    words = (sys.executable, *options, name, "one", "two words")
    return Command(words=words, folder=folder)


def both(command: Command, said: bytes = b"") -> tuple[Ended, Ended]:
    """The same started plainly and from a nursery."""
    plain = ended(Program(command), said)
    with nursery(command) as kept:
        ended(child(kept), said)
        nursed = ended(child(kept), said)
    return plain, nursed


def stat_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()


def is_running(pid: int) -> bool:
    try:
        return stat_of(pid)[0] != "Z"
    except OSError:
        return False


# As good as fresh.

TELL = """
import gc, io, json, os, signal, sys, threading
names = sorted(globals())
status = open("/proc/self/status").read().splitlines()
environment = open("/proc/self/environ").read().split("\\0")
mark = "PITBOSS_SEAT=" + os.environ["PITBOSS_SEAT"]
peeked = len(sys.stdin.buffer.peek())
print(json.dumps({
    "argv": sys.argv,
    "orig_argv": getattr(sys, "orig_argv", None),
    "path": sys.path,
    "names": names,
    "keys": list(globals())[:9],
    "main": [repr(globals().get(name)) for name in
             ("__name__", "__doc__", "__package__", "__spec__", "__file__", "__cached__")],
    "builtins": repr(__builtins__),
    "is_main": sys.modules["__main__"].__dict__ is globals(),
    "loader": [type(__loader__).__name__, __loader__.name, __loader__.path],
    "executable": [sys.executable, sys.prefix, sys.base_prefix],
    "folder": os.getcwd(),
    "environment": sorted(set(os.environ) - {"_"}),
    "marked": environment.count(mark),
    "environ": sorted(entry for entry in environment if entry[:13] != mark[:13]),
    "flags": str(sys.flags),
    "streams": [[s.encoding, s.errors, s.line_buffering, s.write_through, s.name, s.mode]
                for s in (sys.stdin, sys.stdout, sys.stderr)],
    "peeked": peeked,
    "descriptors": sorted(os.listdir("/proc/self/fd"), key=int),
    "inheritable": [os.get_inheritable(number) for number in range(3)],
    "signals": [line for line in status if line[:3] in ("Sig", "Shd")][1:],
    "handlers": [str(signal.getsignal(number)) for number in (2, 13, 15, 17)],
    "leader": os.getpid() == os.getsid(0) == os.getpgid(0),
    "threads": [threading.main_thread() is threading.current_thread(),
                threading.main_thread().native_id == os.getpid(), threading.active_count()],
    "gc": [gc.isenabled(), gc.get_threshold(), len(gc.callbacks)],
    "error": repr(sys.exc_info()) + str([name for name in dir(sys) if name.startswith("last_")]),
    "hooks": [sys.excepthook is sys.__excepthook__, sys.stdin is sys.__stdin__],
    "warned": [len(sys.warnoptions)],
    "affinity": sorted(os.sched_getaffinity(0)),
    "nice": os.nice(0),
    "umask": os.umask(0o22),
    "limit": sys.getrecursionlimit(),
}))
sys.stdin.read()
"""


@pytest.mark.parametrize(
    "options",
    [
        *("", "-u", "-O -B", "-OO", "-I", "-E -s", "-X utf8", "-X dev", "-X faulthandler"),
        *("-Wignore", "-W default", "-Werror", "-bb", "-P", "-uBS"),
    ],
)
def test_a_child_finds_all_as_after_a_plain_start(tmp_path: Path, options: str) -> None:
    command = written(tmp_path, TELL, *options.split())

    plain, nursed = both(command, said=b"x" * 20_000)

    assert json.loads(nursed.out) == json.loads(plain.out)
    assert (nursed.err, nursed.status) == (plain.err, plain.status)
    assert plain.status == "the program exited with status 0"
    assert json.loads(plain.out)["marked"] == 1


@pytest.mark.parametrize("version", PYTHONS)
@pytest.mark.parametrize("script", ["./bot.py", "../there/bot.py", "{folder}/bot.py", "link.py"])
def test_so_it_is_with_every_python(tmp_path: Path, version: str, script: str) -> None:
    folder = tmp_path / "there"
    folder.mkdir()
    (folder / "bot.py").write_text(TELL + "{}['nothing']\n")
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "link.py").write_text(TELL)
    (folder / "link.py").symlink_to("../far/link.py")
    words = (interpreter(version), script.format(folder=folder), "one")

    plain, nursed = both(Command(words=words, folder=folder))

    assert json.loads(nursed.out) == json.loads(plain.out)
    assert (nursed.err, nursed.status) == (plain.err, plain.status)


def interpreter(version: str) -> str:
    """The interpreter of that version, where there is one."""
    found = shutil.which(f"python{version}")
    ask = "import sys; print(sys.executable)"
    asked = subprocess.run([found, "-c", ask], capture_output=True, text=True) if found else None
    if asked is None or asked.returncode:
        pytest.skip(f"no Python {version} here")
    return asked.stdout.strip()


def test_a_script_that_the_system_starts_finds_all_the_same(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    bot.write_text(f"#!{Path(sys.executable).resolve()} -u\n{TELL}")
    bot.chmod(0o755)

    plain, nursed = both(Command(words=("./bot", "one"), folder=tmp_path))

    assert json.loads(nursed.out) == json.loads(plain.out)
    assert json.loads(plain.out)["streams"][1][3]


def test_a_child_is_kept_on_the_core(tmp_path: Path) -> None:
    core = max(os.sched_getaffinity(0))
    (tmp_path / "bot.py").write_text("import os\nprint(os.sched_getaffinity(0))")
    words = (sys.executable, "bot.py")

    with nursery(Command(words=words, folder=tmp_path, core=core)) as kept:
        assert ended(child(kept)).out == f"{{{core}}}\n"


ENDINGS = {
    "runs to its end": "print('done')",
    "a status": "sys.exit(3)",
    "a message": "sys.exit('no such model')",
    "at once": "print('never flushed')\nos._exit(4)",
    "no status": "raise SystemExit",
    "an error": "def f(n):\n    return 1 / n if n == 0 else f(n - 1)\nf(3)",
    "an error's cause": "try:\n    {}['x']\nexcept KeyError as e:\n    raise OSError('y') from e",
    "an error while another": "try:\n    {}['x']\nfinally:\n    nothing_like_it",
    "a group": "raise ExceptionGroup('many', [ValueError(1), OSError(2)])",
    "an interrupt": "signal.raise_signal(signal.SIGINT)",
    "a kill": "os.kill(os.getpid(), 9)",
    "a terminate": "os.kill(os.getpid(), 15)",
    "an abort": "os.abort()",
    "a hook": "sys.excepthook = lambda *told: print(told[0], told[2].tb_frame.f_code)\n1 / 0",
    "atexit": "atexit.register(print, 'last')\nprint('first')\nsys.exit(5)",
    "atexit sees": "atexit.register(lambda: print(sorted(globals())))",
    "unflushed": "sys.stdout.write('no newline')\nlog = open('log', 'a')\nlog.write('kept')",
    "a log in a cycle": """
class Log:
    def __init__(self):
        self.file = open("log", "a")
        self.me = self
    def __del__(self):
        print("closed")
log = Log()
log.file.write("kept")
sys.exit(1)
""",
    "a thread": "threading.Thread(target=lambda: (time.sleep(0.2), print('joined'))).start()",
    "a thread's error": "threading.Thread(target=lambda: 1 / 0).start()",
    "an object's end": "class A:\n    def __del__(self):\n        print('gone')\nkept = A()",
    "a closed output": "print('lost')\nos.close(1)",
    "a stack": "f = lambda: sys._getframe(1).f_code.co_name\nprint(f())",
    "input": "print(input('? '), input())",
}


@pytest.mark.parametrize("body", ENDINGS.values(), ids=list(ENDINGS))
def test_a_child_ends_as_after_a_plain_start(tmp_path: Path, body: str) -> None:
    script = f"import atexit, os, signal, sys, threading, time\n{body}\n"

    plain, nursed = both(written(tmp_path, script), said=b"a line\nanother\n")

    # The hook tells of where a code object lies.
    assert _without_places(nursed) == _without_places(plain)
    if "log" in body:
        assert (tmp_path / "log").read_text() == 3 * "kept"


def _without_places(told: Ended) -> list[str]:
    return [word for part in told for word in part.split() if not word.startswith("0x")]


MULTIPROCESSING = """
import multiprocessing, os, sys
def double(number):
    return 2 * number
if __name__ == "__main__":
    for method in ("fork", "spawn", "forkserver"):
        context = multiprocessing.get_context(method)
        with context.Pool(2) as pool:
            print(method, pool.map(double, range(5)))
        queue = context.Queue()
        one = context.Process(target=queue.put, args=(__file__,))
        one.start()
        print(queue.get(), multiprocessing.current_process().name)
        one.join()
        print(one.exitcode)
"""


def test_multiprocessing_works_in_a_child(tmp_path: Path) -> None:
    plain, nursed = both(written(tmp_path, MULTIPROCESSING))

    assert nursed == plain
    assert "spawn [0, 2, 4, 6, 8]" in plain.out


def test_chance_differs_from_child_to_child(tmp_path: Path) -> None:
    script = "import random, secrets, tempfile, uuid\nprint(random.random(), uuid.uuid4())"
    with nursery(written(tmp_path, script)) as kept:
        found = {word for _ in range(5) for word in ended(child(kept)).out.split()}

    assert len(found) == 10


def test_modules_of_the_bots_own_are_read_by_each_child(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("print('first')")
    with nursery(written(tmp_path, "import json, mine")) as kept:
        assert ended(child(kept)).out == "first\n"
        (tmp_path / "mine.py").write_text("print('another')")
        assert ended(child(kept)).out == "another\n"


def test_standard_modules_are_imported_ahead_and_no_others(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import os; print('mine', os.getppid())")
    script = "import sys\nahead = 'json' in sys.modules, 'mine' in sys.modules\n"
    script += "import json, mine, this\nprint(ahead)"

    plain, nursed = both(written(tmp_path, script))

    assert plain.out.endswith("(False, False)\n")
    assert nursed.out.endswith("(True, False)\n")
    assert "Zen" in nursed.out


def test_children_run_side_by_side_with_nothing_of_each_other(tmp_path: Path) -> None:
    script = "import os, sys\nprint(sorted(os.listdir('/proc/self/fd')), sys.stdin.read())"
    with nursery(written(tmp_path, script)) as kept:
        first, second = child(kept), child(kept)
        assert ended(second, b"two").out == "['0', '1', '2', '3'] two\n"
        assert not first.ended()
        assert ended(first, b"one").out == "['0', '1', '2', '3'] one\n"


# When a nursery is not for it.


@pytest.mark.parametrize(
    "words",
    [
        "python -c pass",
        "python -m json.tool",
        "python -i bot.py",
        "python -v bot.py",
        "python -x bot.py",
        "python -X importtime bot.py",
        "python -Ximporttime bot.py",
        "python -X tracemalloc=5 bot.py",
        "python --version bot.py",
        "python -",
        "python",
        "python -W",
        "python missing.py",
        "python .",
        "env python bot.py",
        "./wrapper bot.py",
        "ruby bot.py",
        "./not_python.py",
        "./many_options.py",
        "no-such-program bot.py",
    ],
)
def test_commands_that_are_started_plainly(tmp_path: Path, words: str) -> None:
    (tmp_path / "bot.py").write_text("")
    (tmp_path / "wrapper").write_text("#!/bin/sh\nexec python3 $@\n")
    (tmp_path / "python3").write_text("#!/bin/sh\nexec python $@\n")
    (tmp_path / "not_python.py").write_text("#!/usr/bin/ruby\n")
    (tmp_path / "many_options.py").write_text("#!/usr/bin/env -S python -u\n")
    taken = [sys.executable if word == "python" else word for word in words.split()]

    assert python_command(Command(words=tuple(taken), folder=tmp_path)) is None
    assert python_command(Command(words=("./python3", "bot.py"), folder=tmp_path)) is None


def test_a_plain_command_is_taken_apart(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("#!/usr/bin/env python3\n")
    (tmp_path / "python3").symlink_to(sys.executable)
    words = (sys.executable, "-uB", "-X", "dev", "-Werror", "bot.py", "-c", "one")

    found = python_command(Command(words=words, folder=tmp_path))
    path = {"PATH": str(tmp_path)}
    shebang = python_command(Command(words=("./bot.py", "x"), folder=tmp_path, environment=path))

    assert found is not None
    assert (found.interpreter, found.script) == (words[:5], "bot.py")
    assert (found.arguments, found.path) == (("-c", "one"), tmp_path / "bot.py")
    assert shebang is not None
    assert (shebang.interpreter, shebang.script) == (("python3",), "./bot.py")


@pytest.mark.parametrize("name", ["PYTHONINSPECT", "PYTHONVERBOSE", "PYTHONPROFILEIMPORTTIME"])
def test_an_interpreter_that_is_told_to_speak_is_started_plainly(tmp_path: Path, name: str) -> None:
    (tmp_path / "bot.py").write_text("")
    words = (sys.executable, "bot.py")

    assert python_command(Command(words=words, folder=tmp_path)) is not None
    spoken = Command(words=words, folder=tmp_path, environment={name: "1"})
    assert python_command(spoken) is None


@pytest.mark.parametrize(
    "script",
    ["def broken(:\n", "x = 1\nif x is 1: pass\n", "\0", "# coding: nonsense\n"],
    ids=["syntax error", "warning", "no text", "encoding"],
)
def test_a_script_that_does_not_compile_in_silence_is_started_plainly(
    tmp_path: Path, script: str
) -> None:
    with nursery(written(tmp_path, script)) as kept:
        assert never_ready(kept)


def test_a_module_of_the_bots_own_with_a_standard_name_is_not_hidden(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("random = lambda: 4")
    with nursery(written(tmp_path, "import random\nprint(random.random())")) as kept:
        assert never_ready(kept)


def test_an_interpreter_that_says_something_at_its_start_is_started_plainly(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.stderr.write('hello')")
    (tmp_path / "bot.py").write_text("")
    words = (sys.executable, "bot.py")
    command = Command(words=words, folder=tmp_path, environment={"PYTHONPATH": str(tmp_path)})

    with nursery(command) as kept:
        assert never_ready(kept)


def test_a_nursery_may_be_declined(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("")
    command = Command(words=(sys.executable, "bot.py"), folder=tmp_path, nursery=False)

    with nursery(command) as kept:
        assert never_ready(kept)
        assert kept._interpreter is None


def test_the_mark_has_the_same_name_inside_a_bot() -> None:
    assert forked.MARK == MARK


# Changes and accidents.


def test_a_changed_script_gets_a_new_nursery_and_who_plays_goes_on(tmp_path: Path) -> None:
    script = "import sys\nsys.stdin.read()\nprint('old')\nsys.exit(7)"
    with nursery(written(tmp_path, script)) as kept:
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
    with nursery(written(tmp_path, "print('here')")) as kept:
        assert ended(child(kept)).out == "here\n"
        (tmp_path / "bot.py").unlink()
        assert kept.start() is None


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_nursery_that_does_not_answer_is_given_up_and_its_child_goes_on(
    tmp_path: Path, number: signal.Signals
) -> None:
    script = "import sys\nprint(sys.stdin.read())\nsys.exit(3)"
    with nursery(written(tmp_path, script)) as kept:
        one = child(kept)
        os.kill(int(stat_of(one.pid)[1]), number)
        begun = time.monotonic()
        assert kept.start() is None
        assert kept.start() is None
        assert time.monotonic() - begun < 4

        assert ended(one, b"still here") == Ended("still here\n", "", "the program ended")


def test_a_number_that_is_anothers_by_now_is_left_alone(tmp_path: Path) -> None:
    with nursery(written(tmp_path, "import time\ntime.sleep(60)")) as kept:
        one = child(kept)
        assert isinstance(one, Nursling)
        assert one.holds_number()
        one._begun -= 1
        assert not one.holds_number()
        one.close()


def player(folder: Path, hooks: str = "", *options: str) -> ProcessPlayer:
    """A Jedna agent in a file, which exits after each game."""
    (folder / "agent.py").write_text(AGENT % ("closing = lambda message: sys.exit(0)\n" + hooks))
    words = (sys.executable, *options, str(folder / "agent.py"))
    return ProcessPlayer(Command(words=words), JednaSession(), name="agent")


class Played(NamedTuple):
    """A game, and whether the program that played it came from a nursery."""

    pid: int | None
    nursed: bool
    outcome: Outcome


def games(of: ProcessPlayer, count: int) -> list[Played]:
    found = []
    for seed in range(count):
        outcome = play(referee(seed=seed), [of, InProcessPlayer(bots.named("simple"))])
        found.append(Played(of.pid, isinstance(of._run and of._run.program, Nursling), outcome))
        wait_for_nursery(of)
    return found


def wait_for_nursery(of: ProcessPlayer) -> None:
    """Others would play meanwhile; if there is a nursery, it is ready soon."""
    interpreter = of._nursery._interpreter
    until = time.monotonic() + 20
    with suppress(OSError):
        while interpreter is not None and not interpreter.is_ready():
            assert time.monotonic() < until, "it is never ready"
            time.sleep(0.01)


def test_who_exits_after_each_game_comes_from_a_nursery_from_then_on(tmp_path: Path) -> None:
    with player(tmp_path, "print(os.getpid(), file=sys.stderr, flush=True)") as agent:
        found = games(agent, 8)

    assert [one.outcome.incidents for one in found] == [()] * 8
    # The third was started while the nursery was.
    assert [one.nursed for one in found] == [False] * 3 + [True] * 5
    assert len({one.pid for one in found}) == 8
    for one in found:
        assert one.outcome.stderr[0].startswith(f"{one.pid}\n")


def test_who_stays_has_no_nursery(tmp_path: Path) -> None:
    with player(tmp_path, "closing = lambda message: None") as agent:
        found = games(agent, 4)
        assert agent._nursery._interpreter is None

    assert len({one.pid for one in found}) == 1


FROM_NURSERY = 'b"forkserver" in open(f"/proc/{os.getppid()}/cmdline", "rb").read()'


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_match_goes_on_without_its_nursery(tmp_path: Path, number: signal.Signals) -> None:
    hooks = f"""
nursed = {FROM_NURSERY}
def decide(state):
    if count == 2 and nursed:
        os.kill(os.getppid(), {int(number)})
    say(json.dumps(simple(state)))
"""
    with player(tmp_path, hooks) as agent:
        found = games(agent, 8)

    assert [one.outcome.incidents for one in found] == [()] * 8
    assert any(one.nursed for one in found)
    assert not found[-1].nursed


def test_a_crash_of_a_nurseries_child_tells_the_traceback(tmp_path: Path) -> None:
    with player(tmp_path, f"if {FROM_NURSERY}: wrong_from_here()") as agent:
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
        assert any(one.nursed for one in found)

    assert [one.outcome.incidents for one in found] == [()] * 8
    pids = {int(line) for line in (tmp_path / "pids").read_text().split()}
    assert len(pids) >= 8
    assert [pid for pid in pids if is_running(pid)] == []


def test_closing_a_nursery_ends_all_that_came_from_it(tmp_path: Path) -> None:
    script = "import os, time\nos.fork()\nos.fork() or os.setsid()\nprint('x', flush=True)\n"
    command = written(tmp_path, script + "time.sleep(600)")
    with nursery(command) as kept:
        one = child(kept)
        time.sleep(0.3)
        pid = one.pid

    assert not is_running(pid)
    one.close()


@pytest.mark.parametrize("jobs", [1, 2])
def test_nothing_runs_on_when_the_runner_is_killed(tmp_path: Path, jobs: int) -> None:
    # It ignores the end of its input, and leaves a child in a session of its own.
    hooks = f"""
if {FROM_NURSERY}:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
    import atexit
    atexit.register(time.sleep, 600) if count else None
    open({str(tmp_path / "nursed")!r}, "a").close()
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
    until = time.monotonic() + 30
    while not (tmp_path / "nursed").exists() and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.5)
    family = related(tmp_path)

    running.kill()
    running.wait()

    assert len(family) > jobs
    until = time.monotonic() + 10
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
