"""A run of a program outside any game, told what we like, to see what it does."""

import os
import select
import time
from typing import Final, Self

from pitboss.check.subject import Subject, command_for
from pitboss.players.program import Process
from pitboss.players.program.diagnosis import look

# Seconds between looks, and looks in a row at which it has to be idle.
_LOOK: Final = 0.02
_LOOKS: Final = 8


class Trial:
    """One run; ended with all that it started when it is closed."""

    def __init__(self, subject: Subject) -> None:
        self.process = Process(command_for(subject))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.close()

    def tell(self, data: bytes, patience: float) -> bytes:
        """Write until all is read; what it says first, if it does so while anything still moves.

        So many seconds are waited while it is busy with nothing, and less if it has read all and
        waits for more.
        """
        process = self.process
        said = b""
        idle = 0
        moved = time.monotonic()
        while not said and idle < _LOOKS and time.monotonic() - moved < patience:
            waiting = process.unread()
            try:
                if data:
                    data = data[os.write(process.stdin, data) :]
                    moved = time.monotonic()
            except BlockingIOError:
                pass
            except BrokenPipeError:
                data = b""
            said = self._read(_LOOK)
            activity = look(process)
            if process.unread() != waiting or activity.runs:
                moved = time.monotonic()
            idle = idle + 1 if not process.unread() and activity.only_reads else 0
            if process.ended():
                return said + self._read(_LOOK)
        return said

    def write(self, data: bytes, seconds: float) -> None:
        """Write, waiting for room so long."""
        until = time.monotonic() + seconds
        while data and time.monotonic() < until and not self.process.ended():
            try:
                data = data[os.write(self.process.stdin, data) :]
            except BlockingIOError:
                time.sleep(_LOOK)
            except BrokenPipeError:
                return

    def hear(self, seconds: float) -> list[str]:
        """The lines that come first within the time."""
        until = time.monotonic() + seconds
        heard = b""
        while not heard.endswith(b"\n") and (left := until - time.monotonic()) > 0:
            data = self._read(min(left, 5 * _LOOK))
            heard += data
            if not data and self.process.ended():
                break
        return [line for line in heard.decode("utf-8", "replace").split("\n") if line.strip()]

    def hang_up(self, seconds: float) -> bytes:
        """End its input, give it so long to end, and return what it said meanwhile."""
        self.process.hang_up()
        said = b""
        until = time.monotonic() + seconds
        while not self.process.wait(_LOOK) and time.monotonic() < until:
            said += self._read(0.0)
        return said + self._read(_LOOK)

    def settle(self, seconds: float) -> bool:
        """Wait until it is ready to read; False if it has ended instead."""
        until = time.monotonic() + seconds
        while not self.process.wait(_LOOK) and time.monotonic() < until:
            if look(self.process).only_reads:
                return True
        return not self.process.ended()

    def _read(self, seconds: float) -> bytes:
        process = self.process
        poll = select.poll()
        poll.register(process.stdout, select.POLLIN)
        poll.poll(1000 * seconds)
        process.read_stderr()
        return process.read() or b""
