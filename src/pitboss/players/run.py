"""One run of a program: what is written to it and what it says, with poll.

What its lines mean, and which game they belong to, is elsewhere.
"""

import errno
import fcntl
import math
import os
import select
import struct
import termios
from collections.abc import Callable
from typing import Final

from pitboss.play.fault import Fault
from pitboss.players.forkserver.parent import Nursery
from pitboss.players.limits import Limits
from pitboss.players.program import Command, Program
from pitboss.players.speech import Speech

_CHUNK: Final = 1 << 16
# Seconds in which a program that ended is expected to be gone.
_LAST_BREATH: Final = 0.2
# Without a descriptor that tells of a program's end, how often to look.
_SLICE: Final = 0.1


class Run:
    """A running program, with the bytes that it has not taken yet."""

    __slots__ = (
        "_now",
        "fault",
        "limits",
        "passed",
        "poll",
        "program",
        "speech",
        "spoken",
        "unsent",
    )

    def __init__(
        self,
        command: Command,
        limits: Limits,
        now: Callable[[], float],
        nursery: Nursery | None = None,
    ) -> None:
        """Start it, in the nursery if it can; `OSError` if that can't be done."""
        self.limits = limits
        program = nursery.start() if nursery is not None else None
        if program is None:
            program = Program(command)
        self.program = program
        self.speech = Speech(limits)
        # Bytes of earlier lines that the pipe would not take.
        self.unsent = b""
        # Why there is no use in going on with it.
        self.fault: Fault | None = None
        # Lines that came while we were writing; nobody has been told yet.
        self.passed = 0
        self.poll = select.poll()
        self.poll.register(program.stdout, select.POLLIN)
        self.poll.register(program.stderr, select.POLLIN)
        if program.end >= 0:
            self.poll.register(program.end, select.POLLIN)
        # What poll says when the program has spoken, and nothing else has happened.
        self.spoken: list[tuple[int, int]] = [(program.stdout, select.POLLIN)]
        self._now = now

    # Writing.

    def write(self, data: bytes, deadline: float) -> Fault | None:
        """Send this after what is left, in one piece if the pipe takes it."""
        if self.unsent:
            data = self.unsent + data
        while data:
            try:
                done = os.write(self.program.stdin, data)
                if done == len(data):
                    self.unsent = b""
                    return None
            except BlockingIOError:
                if self._now() >= deadline:
                    break
                self.fault = self._wait_for_room(deadline)
                if self.fault is not None:
                    return self.fault
                continue
            except OSError as error:
                if error.errno != errno.EPIPE:
                    raise
                # It reads no more: what it has said before still counts.
                data = b""
                break
            data = data[done:]
        self.unsent = data
        if not data:
            return None
        fault = self.speech.stall(len(data))
        if len(data) > self.limits.unread:
            self.fault = fault
        return fault

    def _wait_for_room(self, deadline: float) -> Fault | None:
        # Listening meanwhile, as it may be waiting for room just as we are.
        self.poll.register(self.program.stdin, select.POLLOUT)
        try:
            left = max(0.0, deadline - self._now())
            self.poll.poll(math.ceil(1000 * min(left, _SLICE)))
        finally:
            self.poll.unregister(self.program.stdin)
        return self.pass_over()

    # Listening.

    def read(self) -> bytes | None:
        """What it has said; nothing if it will say no more, None if it has not spoken."""
        return _read(self.program.stdout)

    def pass_over(self) -> Fault | None:
        """Take in what nobody asked for; the fault, if it is too much."""
        self.read_stderr()
        data = self.read()
        if data:
            lines = self.speech.lines.feed(data)
            self.speech.pass_over(lines)
            self.passed += len(lines)
        return self.speech.flood()

    def wait(self, deadline: float) -> tuple[bytes | Fault | None, float]:
        """Wait once for what it says, and when that came; None to go on waiting."""
        program = self.program
        arrived = self._now()
        left = deadline - arrived
        if left <= 0:
            return self.speech.silence(len(self.unsent) or _unread(program.stdin)), arrived
        if program.end < 0:
            left = min(left, _SLICE)
        events = self.poll.poll(math.ceil(1000 * left))
        arrived = self._now()
        ended = program.end < 0 and program.ended()
        for descriptor, _ in events:
            if descriptor == program.stderr:
                self.read_stderr()
            elif descriptor == program.end:
                ended = True
        data = self.read()
        if data is None:
            return self.crash() if ended else None, arrived
        return data or self.crash(), arrived

    def crash(self) -> Fault:
        """The fault of a program that ended, or closed its output."""
        self.program.wait(_LAST_BREATH)
        self.drain_stderr()
        return self.speech.crash(self.program)

    def read_stderr(self) -> None:
        """Take in what it has written for its author."""
        data = _read(self.program.stderr)
        if data == b"":
            # Closed: polling it would return at once, for ever.
            try:
                self.poll.unregister(self.program.stderr)
            except KeyError:
                return
        elif data:
            self.speech.tail.feed(data)

    def drain_stderr(self) -> None:
        """Take in all of it, within reason."""
        for _ in range(16):
            data = _read(self.program.stderr)
            if not data:
                return
            self.speech.tail.feed(data)


def _read(descriptor: int) -> bytes | None:
    """What is there; nothing when it has ended, None if there is nothing yet."""
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return None


def _unread(descriptor: int) -> int:
    """How many bytes wait in the pipe for its reader."""
    try:
        return int(struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, b"\0\0\0\0"))[0])
    except OSError:
        return 0
