"""A player in a process of its own, for a live game: the event loop watches its pipes."""

import asyncio
import errno
import os
from collections.abc import Sequence

from pitboss.games.game import Game
from pitboss.play.answer import Answer
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.live import LivePlayer
from pitboss.play.ruling import Ruling, Turn
from pitboss.players.program import Command, Program
from pitboss.players.speech import Limits, Speech
from pitboss.wires.session import Session

_CHUNK = 1 << 16


class LiveProcess(LivePlayer):
    """One seat's program, for one game; `closed` is set when nothing is left of it."""

    def __init__(
        self,
        command: Command,
        session: Session,
        *,
        name: str = "",
        limits: Limits | None = None,
    ) -> None:
        self.name = name or command.words[0]
        self.session = session
        self.limits = limits or Limits()
        self.closed = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._speech = Speech(self.limits)
        self._playing = False
        self._open: Turn | None = None
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

    # The player's side of a game.

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        self._playing = True
        self._send(self.session.begin(game, seat, names))

    def ask(self, game: Game, turn: Turn) -> None:
        live = self.live
        assert live is not None
        if self._failed is not None:
            live.answer(self.seat, self._failed)
            return
        seconds = max(0.0, turn.deadline - live.now())
        self._open = turn
        self._send([self.session.ask(game, turn.number, seconds)])

    def refused(self, ruling: Ruling) -> None:
        self._send(self.session.refused(ruling))

    def played(self, game: Game, ruling: Ruling) -> None:
        if ruling.seat == self.seat:
            self._open = None
        if self._program is not None:
            self._send(self.session.played(game, ruling))

    def end(self, game: Game, names: Sequence[str]) -> None:
        """Send the end, and give the program a moment to go by itself."""
        self._open = None
        if self._program is not None:
            self._send(self.session.end(game, names))
        self._playing = False
        if self._program is not None and not self._unsent:
            self._program.hang_up()
        self._loop.call_later(self.limits.grace, self.close)

    def drop(self) -> None:
        self.close()

    def close(self) -> None:
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
            live, turn = self.live, self._open
            if live is None or not self._playing or turn is None or live.referee.turn is not turn:
                self._pass_over(line)
                continue
            said = self.session.decode(line, live.referee.game)
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
        if self._playing:
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
        playing, self._playing = self._playing, False
        self.close()
        if playing and self.live is not None:
            self.live.leave(self.seat, fault)


def _read(descriptor: int) -> bytes | None:
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return None
