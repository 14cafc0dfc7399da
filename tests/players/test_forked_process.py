"""A process from a fork server is as good as a fresh interpreter."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from forkserver_rig import (
    Ended,
    both,
    child,
    ended,
    forkserver,
    needs_forkserver,
    written,
)

from pitboss.players.program import Command

pytestmark = [needs_forkserver, pytest.mark.usefixtures("nothing_left")]

PYTHONS = ["3.8", "3.9", "3.10", "3.11", "3.12", "3.13"]

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

    plain, forked = both(command, said=b"x" * 20_000)

    assert json.loads(forked.out) == json.loads(plain.out)
    assert (forked.err, forked.status) == (plain.err, plain.status)
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

    plain, forked = both(Command(words=words, folder=folder))

    assert json.loads(forked.out) == json.loads(plain.out)
    assert (forked.err, forked.status) == (plain.err, plain.status)


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

    plain, forked = both(Command(words=("./bot", "one"), folder=tmp_path))

    assert json.loads(forked.out) == json.loads(plain.out)
    assert json.loads(plain.out)["streams"][1][3]


def test_a_child_is_kept_on_the_core(tmp_path: Path) -> None:
    core = max(os.sched_getaffinity(0))
    (tmp_path / "bot.py").write_text("import os\nprint(os.sched_getaffinity(0))")
    words = (sys.executable, "bot.py")

    with forkserver(Command(words=words, folder=tmp_path, core=core)) as kept:
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

    plain, forked = both(written(tmp_path, script), said=b"a line\nanother\n")

    # The hook tells of where a code object lies.
    assert _without_places(forked) == _without_places(plain)
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
    plain, forked = both(written(tmp_path, MULTIPROCESSING))

    assert forked == plain
    assert "spawn [0, 2, 4, 6, 8]" in plain.out


def test_chance_differs_from_child_to_child(tmp_path: Path) -> None:
    script = "import random, secrets, tempfile, uuid\nprint(random.random(), uuid.uuid4())"
    with forkserver(written(tmp_path, script)) as kept:
        found = {word for _ in range(5) for word in ended(child(kept)).out.split()}

    assert len(found) == 10


def test_modules_of_the_bots_own_are_read_by_each_child(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("print('first')")
    with forkserver(written(tmp_path, "import json, mine")) as kept:
        assert ended(child(kept)).out == "first\n"
        (tmp_path / "mine.py").write_text("print('another')")
        assert ended(child(kept)).out == "another\n"


def test_standard_modules_are_imported_ahead_and_no_others(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import os; print('mine', os.getppid())")
    script = "import sys\nahead = 'json' in sys.modules, 'mine' in sys.modules\n"
    script += "import json, mine, this\nprint(ahead)"

    plain, forked = both(written(tmp_path, script))

    assert plain.out.endswith("(False, False)\n")
    assert forked.out.endswith("(True, False)\n")
    assert "Zen" in forked.out


def test_children_run_side_by_side_with_nothing_of_each_other(tmp_path: Path) -> None:
    script = "import os, sys\nprint(sorted(os.listdir('/proc/self/fd')), sys.stdin.read())"
    with forkserver(written(tmp_path, script)) as kept:
        first, second = child(kept), child(kept)
        assert ended(second, b"two").out == "['0', '1', '2', '3'] two\n"
        assert not first.ended()
        assert ended(first, b"one").out == "['0', '1', '2', '3'] one\n"
