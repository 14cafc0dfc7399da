"""The fork server of a Python bot that leaves after each game: our side of it.

Starting an interpreter takes tens of milliseconds, and a game less. So one interpreter of the bot's
own reads the script once, and forks a child for each game; child.py is what runs there. Where
anything of this fails, the bot is started plainly and never blamed. Users know it as `nursery`.
"""

import contextlib
import os
import select
import signal
import socket
import struct
import sys
import uuid
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from pitboss.players.forkserver.python_command import PythonCommand, python_command
from pitboss.players.program.cgroup import Group
from pitboss.players.program.proc_files import begun
from pitboss.players.program.process import Command, Process, ending, starting
from pitboss.players.program.process_tree import ProcessTree

_CHILD: Final = Path(__file__).with_name("child.py")
# Seconds in which the interpreter has to do what it is asked.
_PATIENCE: Final = 2.0
# Seconds in which an interpreter that is not needed any more is expected to be gone.
_PARTING: Final = 0.5
_LONGEST: Final = 256
# As Linux has them: who sent a message, as process, user and group, and the option to be told.
_PASS_CREDENTIALS: Final = 16
_SENT_BY: Final = 2
_SENDER: Final = struct.Struct("iII")


class ForkServer:
    """One player's fork server; it is renewed when the script has changed."""

    def __init__(self, command: Command, tree: ProcessTree | None = None) -> None:
        """What it starts is in the tree."""
        self._command = command
        self._tree = tree
        self._wanted = command.forkserver and sys.platform == "linux"
        self._interpreter: Interpreter | None = None
        # Those that read the script before it changed; their children may still play.
        self._former: list[Interpreter] = []

    @property
    def pid(self) -> int | None:
        """The interpreter's process number, while there is one."""
        return None if self._interpreter is None else self._interpreter.pid

    def prepare(self) -> None:
        """Have it ready soon; nothing happens if the command can't be forked."""
        if not self._wanted or self._interpreter is not None:
            return
        parts = python_command(self._command)
        try:
            if parts is not None:
                group = None if self._tree is None else self._tree.group()
                self._interpreter = Interpreter(self._command, parts, group)
        except OSError:
            self._interpreter = None
        self._wanted = self._interpreter is not None

    def start(self) -> Process | None:
        """A new run of the program; None if it has to be started plainly, at least for now."""
        interpreter = self._interpreter
        if interpreter is None or not self._wanted:
            return None
        try:
            if not interpreter.is_ready():
                return None
            if not interpreter.is_out_of_date():
                return ForkedProcess(interpreter)
            self._renew(interpreter)
        except OSError:
            self._wanted = False
        return None

    def close(self) -> None:
        """End it, with all that it ever started."""
        for interpreter in self._former:
            interpreter.close()
        self._former.clear()
        if self._interpreter is not None:
            self._interpreter.close()
            self._interpreter = None

    def _renew(self, old: "Interpreter") -> None:
        for interpreter in self._former:
            if not interpreter.children:
                interpreter.close()
        self._former = [one for one in self._former if one.children] + [old]
        self._interpreter = None
        self.prepare()


class Interpreter:
    """One interpreter that has read the script and forks on demand."""

    def __init__(self, command: Command, parts: PythonCommand, group: Group | None = None) -> None:
        """Start it; `OSError` if that can't be done."""
        self.children = 0
        self.group = group
        self._path = parts.path
        # The marks of all that it starts begin alike.
        self._marks = uuid.uuid4().hex[:-8]
        self._marked = 0
        # The script's time of last change, size and inode when it was read.
        self._read: tuple[int, ...] = ()
        self._lost = False
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.setblocking(False)
        # So that we are told the numbers that its children have here: in a sandbox they differ.
        self._control.setsockopt(socket.SOL_SOCKET, _PASS_CREDENTIALS, 1)
        sandbox = command.sandbox
        if sandbox is not None:
            sandbox = replace(sandbox, readable=(*sandbox.readable, _CHILD))
        self._in_sandbox = sandbox is not None
        descriptor = f"{theirs.fileno()}{'s' if self._in_sandbox else ''}"
        words = (*parts.interpreter, str(_CHILD), descriptor, parts.script)
        started = Command(
            words=(*words, *parts.arguments),
            folder=command.folder,
            environment=command.environment,
            core=command.core,
            sandbox=sandbox,
        )
        try:
            self._program = Process(
                started, mark=self.next_mark(), handed=[theirs.fileno()], group=group
            )
        except BaseException:
            self._control.close()
            raise
        finally:
            theirs.close()

    @property
    def pid(self) -> int:
        """Its process number."""
        return self._program.program_pid

    def is_ready(self) -> bool:
        """Whether it can start programs by now; `OSError` if it never will."""
        if self._lost:
            raise _Lost
        if not self._read:
            try:
                said = self._control.recv(_LONGEST).split()
            except BlockingIOError:
                return False
            except OSError:
                said = []
            if said[:1] != [b"ready"] or self._wrote_something():
                self._give_up()
                raise _Lost
            self._read = tuple(map(int, said[1:]))
        return True

    def is_out_of_date(self) -> bool:
        """Whether the script is no longer what was read."""
        now = self._path.stat()
        return (now.st_mtime_ns, now.st_size, now.st_ino) != self._read

    def next_mark(self) -> str:
        """A mark for another program."""
        self._marked += 1
        return f"{self._marks}{self._marked - 1:08x}"

    def fork(self, mark: str, pipes: Sequence[int]) -> tuple[int, int]:
        """Fork a child; its process number, and the one that it has there.

        `OSError` if that is not done soon.
        """
        (number, *_), pid = self._request(f"start {mark}", pipes) or ([0], 0)
        if number <= 0 or pid <= 0:
            self._give_up()
            raise _Lost
        self.children += 1
        return pid, number

    def status(self, number: int) -> tuple[int, int] | None:
        """How a child ended, as the system tells it; None if nobody knows."""
        found = self._request(f"status {number}")
        return (found[0][0], found[0][1]) if found and len(found[0]) == 2 else None

    def reap(self, number: int) -> None:
        """Give a child's number back."""
        self.children -= 1
        if not self._lost:
            try:
                self._control.send(f"reap {number}".encode())
            except OSError:
                self._give_up()

    def close(self) -> None:
        """End it, with all that it ever started."""
        self._lost = True
        self._control.close()
        self._program.mark = self._marks
        # It ends its children and itself, if it can.
        self._program.close(_PARTING)

    def _request(self, what: str, pipes: Sequence[int] = ()) -> tuple[list[int], int] | None:
        """The answer, and the number of the process that gave it.

        None if that takes too long, and then it is never asked again.
        """
        answer: list[int] = []
        sender = 0
        if self._lost:
            return None
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        try:
            socket.send_fds(self._control, [what.encode()], list(pipes))
            poll.poll(1000 * _PATIENCE)
            said, notes, _, _ = self._control.recvmsg(_LONGEST, socket.CMSG_SPACE(_SENDER.size))
            answer = [int(number) for number in said.split()]
            sender = next(_SENDER.unpack(data)[0] for _, kind, data in notes if kind == _SENT_BY)
        except (OSError, ValueError, StopIteration):
            answer = []
        finally:
            # Whatever came in between, a late answer must not be taken for the next.
            if not answer:
                self._give_up()
        return (answer, sender) if answer else None

    def _wrote_something(self) -> bool:
        # Then a plain start writes something too, each time.
        for pipe in (self._program.stdout, self._program.stderr):
            with contextlib.suppress(BlockingIOError):
                if os.read(pipe, 1):
                    return True
        return False

    def _give_up(self) -> None:
        """Ask nothing of it any more. Children that play go on until we close."""
        if not self._lost:
            self._lost = True
            if self._in_sandbox:
                # Everything there would end with it.
                return
            # Before the socket is closed: when it notices that, it ends its children.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._program.pid, signal.SIGKILL)
            self._control.close()


class ForkedProcess(Process):
    """A run of the program that the fork server started: not our child, but known as well."""

    def __init__(self, interpreter: Interpreter) -> None:
        """Have it forked; `OSError` if that can't be done."""
        self.mark = interpreter.next_mark()
        self.group = interpreter.group
        self._interpreter = interpreter
        with starting(self):
            theirs = self._open_pipes()
            try:
                pid, self._number = interpreter.fork(self.mark, theirs)
                self._watch(pid)
            except BaseException:
                self._close_pipes()
                raise
            finally:
                for pipe in theirs:
                    os.close(pipe)
            self._begun = begun(self.pid)

    def ended(self) -> bool:
        if self._closed:
            return True
        poll = select.poll()
        poll.register(self.end, select.POLLIN)
        return bool(poll.poll(0))

    def status(self) -> str:
        if not self.ended():
            return "its output ended, though the program still runs"
        found = self._interpreter.status(self._number)
        return "the program ended" if found is None else ending(*found)

    def holds_number(self) -> bool:
        # Without the fork server nobody keeps the number; but another process began later.
        return begun(self.pid) in (0, self._begun)

    def _release(self) -> None:
        self._interpreter.reap(self._number)


class _Lost(OSError):
    """An interpreter that does not do what it is asked."""
