"""A run of a program outside any game, told what we like, to see what it does."""

import os
import select
import time
from typing import Final, Self

from pitboss.check.subject import Subject
from pitboss.events.warm_players import command_of
from pitboss.players.program import Process
from pitboss.players.program.diagnosis import Activity, look

_LOOK: Final = 0.02


class Trial:
    """One run; ended with all that it started when it is closed."""

    def __init__(self, subject: Subject) -> None:
        self.process = Process(command_of(subject.entrant))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.close()

    def tell(self, data: bytes, patience: float) -> bytes:
        """Write until all is read; what it says first, if it does so while anything still moves.

        So many seconds without progress are waited.
        """
        process = self.process
        said = b""
        moved = time.monotonic()
        while not said and time.monotonic() - moved < patience:
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
            if process.unread() != waiting or (process.unread() and self._starts()):
                moved = time.monotonic()
            if process.ended():
                return said + self._read(_LOOK)
        return said

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

    def look(self) -> Activity:
        """What it is doing."""
        return look(self.process)

    def _starts(self) -> bool:
        """Whether it has yet to read, and is busy."""
        return look(self.process).runs

    def _read(self, seconds: float) -> bytes:
        process = self.process
        poll = select.poll()
        poll.register(process.stdout, select.POLLIN)
        poll.poll(1000 * seconds)
        process.read_stderr()
        return process.read() or b""
