"""Runs inside a bot's own interpreter: reads the bot's script, and forks a child for each game.

parent.py starts it as `python OPTIONS child.py DESCRIPTOR SCRIPT ARGUMENTS...`; in a sandbox an `s`
follows the descriptor. It stands alone, for Python 3.8 to 3.13. In a child nothing is left of it
but one frame below the script's own.
"""

_untouched = {**globals(), "__doc__": None}

import os  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _socket import socket
    from types import CodeType, TracebackType
    from typing import Any, NoReturn

# The last Python in which a script is known to find all as it would without us.
NEWEST = (3, 13)
# As in process.py: the mark in the environment by which all that a program started is found.
MARK = "PITBOSS_SEAT"
# So many letters at a mark's end tell the children of one fork server apart.
COUNTED = 8
# Not imported ahead: those that do something by that, and those that others take the place of.
LEFT_ALONE = """
    antigravity this idlelib turtle turtledemo tkinter lib2to3 test distutils ensurepip readline
    rlcompleter multiprocessing
"""


class Unseen:
    """Lets pass what the script raises, without a trace of ours."""

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: "type[BaseException] | None",
        error: "BaseException | None",
        trace: "TracebackType | None",
    ) -> None:
        if kind is None or error is None or trace is None:
            return
        error.__traceback__ = trace.tb_next
        if sys.version_info < (3, 11) and not issubclass(kind, (SystemExit, KeyboardInterrupt)):
            # There the trace that is raised on is not the error's own; so it ends here.
            sys.last_type, sys.last_value, sys.last_traceback = kind, error, trace.tb_next
            sys.excepthook(kind, error, trace.tb_next)
            raise SystemExit(1)


class Mark:
    """Our mark, where the system shows it: children that never exec are found by it.

    In a sandbox it can't be changed, and need not be: all ends with the sandbox.
    """

    def __init__(self, in_sandbox: bool) -> None:
        self.value = os.environ[MARK].encode()
        self._in_sandbox = in_sandbox
        if in_sandbox:
            return
        start = int(read("/proc/self/stat").rpartition(b") ")[2].split()[47])
        entry = MARK.encode() + b"=" + self.value
        self._place = start + read("/proc/self/environ").index(entry) + len(MARK) + 1
        self.show(b"?" * len(self.value))
        if self.value in read("/proc/self/environ"):
            raise RuntimeError("the mark can't be changed")
        self.show(self.value)

    def show(self, value: bytes) -> None:
        """Change it in the memory from which the system reads it."""
        if self._in_sandbox:
            return
        memory = os.open("/proc/self/mem", os.O_RDWR)
        try:
            os.pwrite(memory, value, self._place)
        finally:
            os.close(memory)


class Children:
    """Those that were forked and have not been reaped."""

    def __init__(self, mark: Mark, control: "socket") -> None:
        self._mark = mark
        self._control = control
        self._all: set[int] = set()
        self._leaving: set[int] = set()

    def serve(self) -> None:
        """Do what is asked for. This returns in each child, and never in the fork server."""
        import _socket

        room = _socket.CMSG_SPACE(12)
        while True:
            try:
                asked, passed, _, _ = self._control.recvmsg(256, room, _socket.MSG_CMSG_CLOEXEC)
            except OSError:
                asked = b""
            if not asked:
                self._end()
            what, value = asked.split()
            if what == b"start":
                given = passed[0][2]
                pipes = [int.from_bytes(given[at : at + 4], sys.byteorder) for at in (0, 4, 8)]
                if self._fork(value, pipes):
                    return
            elif what == b"status":
                self._control.send(self._status(int(value)))
            elif what == b"reap":
                self._leaving.add(int(value))
            self._reap()

    def _fork(self, mark: bytes, pipes: "list[int]") -> bool:
        """Whether this is the child."""
        try:
            pid = os.fork()
        except OSError:
            pid = -1
        if pid == 0:
            os.setsid()
            for number, pipe in enumerate(pipes):
                os.dup2(pipe, number)
                os.close(pipe)
            self._mark.show(mark)
            os.environ[MARK] = mark.decode()
            threading: Any = sys.modules.get("threading")
            if threading is not None:
                # It notes this when it is imported.
                threading.main_thread()._native_id = os.getpid()
            # Only now, so that whoever reads it finds the session and the mark.
            self._control.send(b"%d" % os.getpid())
            self._control.close()
            return True
        for pipe in pipes:
            os.close(pipe)
        if pid > 0:
            self._all.add(pid)
        else:
            self._control.send(b"0")
        return False

    def _status(self, pid: int) -> bytes:
        found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return b"%d %d" % (found.si_code, found.si_status) if found else b"0 0"

    def _reap(self) -> None:
        for pid in list(self._leaving):
            if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG) is not None:
                self._leaving.discard(pid)
                self._all.discard(pid)

    def _end(self) -> "NoReturn":
        """Nobody is left to serve: end all that was started here, and ourselves."""
        for _ in range(100):
            marked = self._marked()
            for end, pids in ((os.killpg, self._all), (os.kill, marked)):
                for pid in pids:
                    try:
                        end(pid, 9)
                    except OSError:
                        pass
            # Reaped here, since whoever inherits them may not care.
            self._leaving |= self._all
            self._reap()
            if not marked and not self._all:
                break
            time.sleep(0.01)
        os._exit(0)

    def _marked(self) -> "set[int]":
        """All others that live and have a mark from here."""
        found: set[int] = set()
        seen = {str(os.getpid())}
        # Again until nobody is new: who is listed may fork and be gone before it is looked at.
        while True:
            new = {name for name in os.listdir("/proc") if name.isdecimal()} - seen
            if not new:
                return found
            seen |= new
            for name in new:
                try:
                    if self._mark.value[:-COUNTED] in read("/proc/" + name + "/environ"):
                        found.add(int(name))
                except OSError:
                    continue


def read(path: str) -> bytes:
    """All that is in a file."""
    with open(path, "rb") as file:
        return file.read()


def set_up_path(script: str) -> "list[str]":
    """What the script's `sys.path` is; ours is the standard library's part of it."""
    path = sys.path[:]
    if not getattr(sys.flags, "safe_path", sys.flags.isolated):
        path[0] = os.path.dirname(os.path.realpath(script))
    library = path.index(os.path.dirname(os.__file__))
    sys.path[:] = path[library:]
    for folder in path[:library]:
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        if not standard().isdisjoint(name.partition(".")[0] for name in names):
            # It has to be found before the standard one, by whatever imports it.
            raise RuntimeError("a module of the bot's own has a standard name")
    return path


def standard() -> "set[str]":
    """The names of modules that may be imported ahead."""
    return set(getattr(sys, "stdlib_module_names", sys.modules)) - set(LEFT_ALONE.split())


def compiled(source: bytes, path: str) -> "CodeType":
    """The script's code, with the standard modules imported that it imports first of all."""
    import _ast
    import warnings

    with warnings.catch_warnings():
        # What warns has to do so in each child, so it is not done ahead.
        warnings.simplefilter("error")
        code: CodeType = compile(source, path, "exec", 0, True)
        tree = compile(source, path, "exec", _ast.PyCF_ONLY_AST, True)
        for node in tree.body if isinstance(tree, _ast.Module) else []:
            names = []
            if isinstance(node, _ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, _ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            for name in names:
                if name.partition(".")[0] in standard():
                    try:
                        __import__(name)
                    except Exception:
                        # The script will be told, or warned, itself.
                        pass
    return code


def prepare(main: "dict[str, Any]", untouched: "dict[str, Any]") -> "tuple[CodeType, Children]":
    """Make all as the script is to find it; its code, and where its runs come from."""
    if sys.implementation.name != "cpython" or sys.version_info[:2] > NEWEST:
        raise RuntimeError("made for other Pythons")
    own, descriptor, script = sys.argv[:3]
    path = script
    if sys.version_info >= (3, 9) and not script.startswith("/"):
        path = os.getcwd() + "/" + script
    if hasattr(sys, "orig_argv"):
        sys.orig_argv = sys.orig_argv[: -len(sys.argv)] + sys.argv[2:]
    sys.argv = sys.argv[2:]
    folders = set_up_path(script)

    import _socket
    import gc

    control = _socket.socket(fileno=int(descriptor.rstrip("s")))
    os.set_inheritable(control.fileno(), False)
    mark = Mark(descriptor.endswith("s"))
    before = os.stat(script)
    code = compiled(read(script), path)
    sys.path[:] = folders
    sys.path_importer_cache.pop(own, None)
    sys.path_importer_cache[path] = None
    # Four descriptors, and the one that lists them.
    if len(os.listdir("/proc/self/task")) > 1 or len(os.listdir("/proc/self/fd")) > 5:
        raise RuntimeError("more is going on here than can be forked")
    # What is there by now stays; children that looked through it would have to copy it. But what
    # the script makes is freed at its end, so its names, empty as they are, must not be frozen.
    main.clear()
    gc.collect()
    if not gc.is_tracked(main):
        gc.freeze()
    main.update(untouched, __file__=path)
    main["__loader__"] = type(untouched["__loader__"])("__main__", path)
    control.send(b"ready %d %d %d" % (before.st_mtime_ns, before.st_size, before.st_ino))
    return code, Children(mark, control)


def script(main: "dict[str, Any]", untouched: "dict[str, Any]") -> "tuple[CodeType, Any]":
    """What `exec` needs to run the script, once in each child."""
    try:
        code, children = prepare(main, untouched)
    except BaseException:
        # Then each game has an interpreter of its own, which will tell what is wrong.
        os._exit(1)
    children.serve()
    return code, main


if __name__ == "__main__":
    # Once more, with names elsewhere: these here are the script's, and hang on nothing of ours.
    _ours = {"__name__": "child"}
    exec(compile(read(__file__), __file__, "exec"), _ours)
    with _ours["Unseen"]():  # type: ignore[operator]
        exec(*_ours["script"](globals(), _untouched))  # type: ignore[operator]
