"""A player in a process of its own, for a live game: the event loop watches its pipes."""

import asyncio
import errno
import os
from collections.abc import Sequence
from typing import Protocol

from pitboss.games.game import Game, IllegalAction
from pitboss.players.fault import Fault, FaultKind
from pitboss.players.program import Command, Program
from pitboss.players.speech import Limits, Speech
from pitboss.protocols.answers import Answer
from pitboss.protocols.session import SeatSession

_CHUNK = 1 << 16


class _Question(Protocol):
    @property
    def seat(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def deadline(self) -> float: ...


class _Ruled(Protocol):
    @property
    def seat(self) -> int: ...
    @property
    def actions(self) -> tuple[int, ...]: ...
    @property
    def fault(self) -> Fault | None: ...
    @property
    def illegal(self) -> IllegalAction | None: ...
    @property
    def forfeited(self) -> bool: ...
    @property
    def notes(self) -> tuple[tuple[int, ...], ...]: ...


class _Named(Protocol):
    name: str


class _Refereed(Protocol):
    @property
    def game(self) -> Game: ...
    @property
    def turn(self) -> _Question | None: ...


class _Running(Protocol):
    """A live game as this player needs it; arena/live.py has it."""

    @property
    def referee(self) -> _Refereed: ...
    @property
    def seats(self) -> Sequence[_Named]: ...
    def now(self) -> float: ...
    def answer(self, seat: int, reply: Answer | Fault, arrived: float | None = None) -> object: ...
    def leave(self, seat: int, fault: Fault) -> None: ...


class LiveProcess:
    """A seat of a live game, and a watcher of it: put it among the seats and the watchers.

    It serves one game. `closed` is set when the program and all that it started are gone.
    """

    def __init__(
        self,
        command: Command,
        session: SeatSession,
        seat: int,
        *,
        name: str = "",
        limits: Limits | None = None,
    ) -> None:
        self.name = name or command.words[0]
        self.seat = seat
        self.session = session
        self.limits = limits or Limits()
        self.closed = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._speech = Speech(self.limits)
        self._live: _Running | None = None
        self._open: _Question | None = None
        self._unsent = b""
        self._writing = False
        self._failed: Fault | None = None
        self._program: Program | None = None
        try:
            self._program = program = Program(command)
        except OSError as error:
            self._failed = Fault(FaultKind.STARTUP, "the program can't be started", str(error))
            self.closed.set()
            return
        self._loop.add_reader(program.stdout, self._on_output)
        self._loop.add_reader(program.stderr, self._on_stderr)
        if program.end >= 0:
            self._loop.add_reader(program.end, self._on_end)

    def stderr(self) -> str:
        """The last that the program wrote for its author."""
        return self._speech.tail.text()

    # A seat.

    def ask(self, live: _Running, turn: _Question) -> None:
        """Send the question; the answer comes when the program writes it."""
        if self._failed is not None:
            live.answer(self.seat, self._failed)
            return
        seconds = max(0.0, turn.deadline - live.now())
        self._open = turn
        self._send([self.session.request(live.referee.game, turn.number, seconds)])

    def refused(self, live: _Running, ruling: _Ruled) -> None:  # noqa: ARG002
        """Tell the program why."""
        fault = ruling.fault
        if fault is not None and self._program is not None:
            code = fault.detail if fault.kind is FaultKind.MALFORMED else fault.kind.value
            self._send(self.session.refusal(code, fault.message, ruling.illegal))

    # A watcher.

    def begun(self, live: _Running) -> None:
        """Send the opening."""
        self._live = live
        self._send(self.session.opening(live.referee.game, self.seat, self._names(live)))

    def asked(self, live: _Running, turn: _Question) -> None:
        """Others are asked: nothing to say."""

    def played(self, live: _Running, ruling: _Ruled) -> None:
        """Tell what happened; a program whose seat is out is ended."""
        if ruling.seat == self.seat:
            self._open = None
            if ruling.forfeited:
                self.end()
                return
        game = live.referee.game
        lines = self.session.played(game, ruling.seat, ruling.actions, ruling.notes, ruling)
        self._send(lines)

    def ended(self, live: _Running) -> None:
        """Send the end, and give the program a moment to go by itself."""
        self._open = None
        self._send(self.session.closing(live.referee.game, self._names(live)))
        self._live = None
        if self._program is not None and not self._unsent:
            self._program.hang_up()
        self._loop.call_later(self.limits.grace, self.end)

    def end(self) -> None:
        """End the program for certain; calling it again does nothing."""
        program, self._program = self._program, None
        if program is None:
            return
        for descriptor in (program.stdout, program.stderr, program.end):
            if descriptor >= 0:
                self._loop.remove_reader(descriptor)
        if self._writing:
            self._loop.remove_writer(program.stdin)
        self._read_stderr(program)
        # A killed process is gone within a moment, so this hardly waits.
        program.close()
        self.closed.set()

    def _names(self, live: _Running) -> list[str]:
        return [player.name for player in live.seats]

    # Writing.

    def _send(self, lines: list[bytes]) -> None:
        if self._program is None or not lines:
            return
        self._unsent += b"\n".join(lines) + b"\n"
        if not self._writing:
            self._flush()
        if len(self._unsent) > self.limits.unread:
            self._fail(self._speech.stall(len(self._unsent)))

    def _flush(self) -> None:
        program = self._program
        if program is None:
            return
        try:
            self._unsent = self._unsent[os.write(program.stdin, self._unsent) :]
        except BlockingIOError:
            pass
        except (OSError, ValueError) as error:
            if isinstance(error, OSError) and error.errno not in (errno.EPIPE, errno.EBADF):
                raise
            # It reads no more; its end is noticed where it is listened to.
            self._unsent = b""
        if self._unsent and not self._writing:
            self._loop.add_writer(program.stdin, self._flush)
            self._writing = True
        elif not self._unsent and self._writing:
            self._loop.remove_writer(program.stdin)
            self._writing = False

    # Listening.

    def _on_output(self) -> None:
        program = self._program
        if program is None:
            return
        data = _read(program.stdout)
        if data == b"":
            self._loop.remove_reader(program.stdout)
            self._on_end()
        elif data:
            self._hear(self._speech.lines.feed(data))

    def _hear(self, lines: list[bytes]) -> None:
        for index, line in enumerate(lines):
            live, turn = self._live, self._open
            if live is None or turn is None or live.referee.turn is not turn:
                self._pass_over(line)
                continue
            said = self.session.read(line, live.referee.game)
            if isinstance(said, Answer) and said.turn not in (None, turn.number):
                # Too late for the turn it answers: it is no answer to this one.
                self._speech.pass_over([line])
                continue
            self._speech.spoke = True
            # What follows in the same breath was said before the next question.
            self._open = None
            self._speech.pass_over(lines[index + 1 :])
            if self._speech.flood() is None:
                if not isinstance(said, Answer):
                    live.answer(self.seat, Fault(FaultKind.MALFORMED, said.message, said.code))
                else:
                    live.answer(self.seat, said)
                return
            break
        if (fault := self._speech.flood()) is not None:
            self._fail(fault)

    def _pass_over(self, line: bytes) -> None:
        self._speech.pass_over([line])
        if self._live is not None:
            text = "nothing was asked of you: your line was passed over"
            self._send(self.session.refusal("not_asked", text, None))

    def _on_stderr(self) -> None:
        if self._program is not None and not self._read_stderr(self._program):
            self._loop.remove_reader(self._program.stderr)

    def _read_stderr(self, program: Program) -> bool:
        data = _read(program.stderr)
        if data:
            self._speech.tail.feed(data)
        return data != b""

    def _on_end(self) -> None:
        program = self._program
        if program is None:
            return
        if not program.ended():
            # Its output has ended before it has: that is as good as the end.
            self._loop.call_later(0.05, self._gone)
            return
        data = _read(program.stdout)
        if data:
            # Its last words.
            self._hear(self._speech.lines.feed(data))
            return
        self._gone()

    def _gone(self) -> None:
        program = self._program
        if program is None:
            return
        self._read_stderr(program)
        self._fail(self._speech.crash(program))

    def _fail(self, fault: Fault) -> None:
        self._failed = fault
        live, self._live = self._live, None
        self.end()
        if live is not None:
            live.leave(self.seat, fault)


def _read(descriptor: int) -> bytes | None:
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return None
