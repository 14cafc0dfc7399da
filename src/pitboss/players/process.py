"""A player in a process of its own, for the blocking driver: pipes, poll, and no threads."""

import errno
import fcntl
import math
import os
import select
import struct
import termios
import time
from collections.abc import Callable, Sequence
from typing import Any

from pitboss.games.game import Game, IllegalAction
from pitboss.players.fault import Fault, FaultKind
from pitboss.players.player import Note, Player, Reply
from pitboss.players.program import Command, Program
from pitboss.players.speech import Limits, Speech
from pitboss.protocols.answers import Answer, Unusable
from pitboss.protocols.session import SeatSession

_CHUNK = 1 << 16
_HURRY = 200
# Seconds in which a program that ended is expected to be gone, and one that may end after a game.
_LAST_BREATH = 0.2
_PARTING = 0.25
# Without a descriptor that tells of a program's end, how often to look.
_SLICE = 0.1


class ProcessPlayer(Player):
    """One seat's program; it is started when first needed and kept from game to game.

    A program that ends after a game is started anew for the next one.
    """

    def __init__(
        self,
        command: Command,
        session: SeatSession,
        *,
        name: str = "",
        limits: Limits | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name or command.words[0]
        self.command = command
        self.session = session
        self.limits = limits or Limits()
        self._now = now
        self._program: Program | None = None
        self._speech = Speech(self.limits)
        self._poll = select.poll()
        # What poll says when the program has spoken, and nothing else has happened.
        self._stdout = -1
        self._spoken: list[tuple[int, int]] = []
        # Lines for the next write, and bytes of earlier ones that the pipe would not take.
        self._queue: list[bytes] = []
        self._unsent = b""
        # All that this game's program was sent before its first answer; a successor needs it.
        self._sent: list[bytes] | None = None
        self._fault: Fault | None = None
        self._games = 0
        # Whether it ends after each game; None until that is known.
        self._parts: bool | None = None

    @property
    def fresh(self) -> bool:
        return not self._speech.spoke

    @property
    def pid(self) -> int | None:
        """The program's process number, while there is one."""
        return self._program.pid if self._program is not None else None

    # The player's side of a game.

    def start(self) -> None:
        """Start the program ahead of its first game, so that it has time to warm up."""
        if self._program is None:
            self._start()

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        if self._program is not None and self._games > 0 and self._has_parted():
            self._end_program()
        self._queue.clear()
        self.start()
        self._games += 1
        self._speech.unasked = 0
        self._sent = []
        self._say(self.session.opening(game, seat, names))

    def ask(self, game: Game, turn: int, deadline: float) -> Reply:
        if self._fault is not None:
            return self._fault, self._now()
        poll = self._poll.poll
        fault = self._listen_unasked() if poll(0) else None
        left = deadline - self._now()
        if fault is None and left > 0:
            self._queue.append(self.session.request(game, turn, left))
            fault = self._write(deadline)
            # The usual case, without detours: one line in one piece, and nothing else to see.
            if fault is None and poll(int(1000 * left)) == self._spoken:
                arrived = self._now()
                data = os.read(self._stdout, _CHUNK)
                whole = 2 < data.find(b"\n") + 1 == len(data) <= self.limits.line
                if whole and self._speech.is_clear():
                    answer = self._take(data[:-1], game, turn)
                    if answer is not None:
                        return answer, arrived
                else:
                    reply = self._hear(data, game, turn, arrived)
                    if isinstance(reply, tuple):
                        return reply
                    fault = reply
        while True:
            if fault is not None and self._may_be_replaced(fault):
                fault = self._replace(deadline)
            if fault is not None:
                break
            reply = self._wait(game, turn, deadline)
            if isinstance(reply, tuple):
                return reply
            fault = reply
        # What was a matter of time may pass; who crashed or flooded is gone for good.
        if fault.kind not in (FaultKind.TIMEOUT, FaultKind.STALL):
            self._fault = fault
        return fault, self._now()

    def refused(self, fault: Fault, illegal: IllegalAction | None) -> None:
        code = fault.detail if fault.kind is FaultKind.MALFORMED else fault.kind.value
        self._say(self.session.refusal(code, fault.message, illegal))

    def played(
        self, game: Game, seat: int, actions: tuple[int, ...], notes: Sequence[Note], facts: Any
    ) -> None:
        queue = self._queue
        queue += self.session.played(game, seat, actions, notes, facts)
        if len(queue) > _HURRY:
            self._say([])

    def end(self, game: Game, names: Sequence[str]) -> None:
        if self._fault is not None or self._program is None:
            return
        self._say(self.session.closing(game, names))
        self._write(self._now() + self.limits.grace)
        if self._parts:
            # The next one warms up while the results are written down.
            self._end_program()
            self._start()

    def drop(self) -> None:
        self._end_program(0.0)

    def close(self) -> None:
        self._end_program()

    def stderr(self) -> str:
        if self._program is not None:
            self._read_stderr()
        return self._speech.tail.text()

    # The program's life.

    def _start(self) -> None:
        self._speech = Speech(self.limits)
        self._poll = select.poll()
        self._fault = None
        self._unsent = b""
        try:
            self._program = program = Program(self.command)
        except OSError as error:
            self._fault = Fault(FaultKind.STARTUP, "the program can't be started", str(error))
            return
        self._stdout = program.stdout
        self._spoken = [(program.stdout, select.POLLIN)]
        self._poll.register(program.stdout, select.POLLIN)
        self._poll.register(program.stderr, select.POLLIN)
        if program.end >= 0:
            self._poll.register(program.end, select.POLLIN)

    def _end_program(self, grace: float | None = None) -> None:
        program, self._program = self._program, None
        if program is None:
            return
        program.hang_up()
        program.wait(self.limits.grace if grace is None else grace)
        self._drain_stderr(program)
        program.close()

    def _has_parted(self) -> bool:
        program = self._program
        assert program is not None
        if self._fault is not None or program.ended():
            self._parts = self._parts or self._fault is None
            return True
        if self._parts is None:
            self._parts = program.wait(_PARTING)
            return self._parts
        return False

    def _may_be_replaced(self, fault: Fault) -> bool:
        # It was on its way out when the game began, which is its right.
        return (
            fault.kind in (FaultKind.CRASH, FaultKind.STARTUP)
            and self._games > 1
            and self._sent is not None
            and self._speech.spoke
        )

    def _replace(self, deadline: float) -> Fault | None:
        self._parts = True
        sent = b"".join(self._sent or [])
        self._end_program()
        self._start()
        self._queue.clear()
        if self._fault is None:
            self._unsent = sent
            return self._write(deadline)
        return self._fault

    # Writing.

    def _say(self, lines: list[bytes]) -> None:
        if self._fault is not None or self._program is None:
            return
        self._queue += lines
        if len(self._queue) > _HURRY:
            # Not asked for long, and told much: a pipe takes it without waiting, or not.
            self._write(0.0)

    def _write(self, deadline: float) -> Fault | None:
        """Send what is queued, in one piece if the pipe takes it."""
        program = self._program
        assert program is not None
        data = self._unsent
        queue = self._queue
        if queue:
            queue.append(b"")
            lines = b"\n".join(queue)
            queue.clear()
            if self._sent is not None:
                self._sent.append(lines)
            data = data + lines if data else lines
        while data:
            try:
                done = os.write(program.stdin, data)
                if done == len(data):
                    self._unsent = b""
                    return None
            except BlockingIOError:
                if self._now() >= deadline:
                    break
                flood = self._wait_for_room(program, deadline)
                if flood is not None:
                    self._fault = flood
                    return flood
                continue
            except OSError as error:
                if error.errno != errno.EPIPE:
                    raise
                # It reads no more: what it has said before still counts.
                data = b""
                break
            data = data[done:]
        self._unsent = data
        if not data:
            return None
        fault = self._speech.stall(len(data))
        if len(data) > self.limits.unread:
            self._fault = fault
        return fault

    def _wait_for_room(self, program: Program, deadline: float) -> Fault | None:
        # Listening meanwhile, as it may be waiting for room just as we are.
        self._poll.register(program.stdin, select.POLLOUT)
        try:
            left = max(0.0, deadline - self._now())
            self._poll.poll(math.ceil(1000 * min(left, _SLICE)))
        finally:
            self._poll.unregister(program.stdin)
        return self._listen_unasked()

    # Listening.

    def _wait(self, game: Game, turn: int, deadline: float) -> Reply | Fault | None:
        """Wait once; a reply, what went wrong, or None to go on waiting."""
        program = self._program
        assert program is not None
        left = deadline - self._now()
        if left <= 0:
            return self._speech.silence(len(self._unsent) or _unread(program.stdin))
        if program.end < 0:
            left = min(left, _SLICE)
        events = self._poll.poll(math.ceil(1000 * left))
        arrived = self._now()
        ended = program.end < 0 and program.ended()
        for descriptor, _ in events:
            if descriptor == program.stderr:
                self._read_stderr()
            elif descriptor == program.end:
                ended = True
        data = _read(program.stdout)
        if data is None:
            return self._crash(program) if ended else None
        return self._hear(data, game, turn, arrived)

    def _hear(self, data: bytes, game: Game, turn: int, arrived: float) -> Reply | Fault | None:
        speech = self._speech
        if not data:
            assert self._program is not None
            return self._crash(self._program)
        lines = speech.lines.feed(data)
        fault = speech.flood()
        if fault is not None:
            return fault
        for index, line in enumerate(lines):
            answer = self._take(line, game, turn)
            if answer is not None:
                self._pass_over(len(lines) - index - 1)
                return answer, arrived
        return speech.flood()

    def _crash(self, program: Program) -> Fault:
        program.wait(_LAST_BREATH)
        self._drain_stderr(program)
        return self._speech.crash(program)

    def _take(self, line: bytes, game: Game, turn: int) -> Answer | Fault | None:
        said = self.session.read(line, game)
        if isinstance(said, Answer):
            if said.turn is not None and said.turn != turn:
                # Too late for the turn it answers: it is no answer to this one.
                self._speech.unasked += 1
                return None
            self._speech.spoke = True
            self._sent = None
            return said
        return self._malformed(said)

    def _malformed(self, said: Unusable) -> Fault:
        self._speech.spoke = True
        self._sent = None
        return Fault(FaultKind.MALFORMED, said.message, said.code)

    def _pass_over(self, lines: int) -> None:
        """Lines that came when nothing was asked are no answers to what is asked later."""
        if lines == 0:
            return
        self._speech.unasked += lines
        text = "nothing was asked of you: your line was passed over"
        self._say(self.session.refusal("not_asked", text, None))

    def _listen_unasked(self) -> Fault | None:
        self._read_stderr()
        program = self._program
        assert program is not None
        data = _read(program.stdout)
        if data:
            self._pass_over(len(self._speech.lines.feed(data)))
        return self._speech.flood()

    def _read_stderr(self) -> bool:
        assert self._program is not None
        data = _read(self._program.stderr)
        if data == b"":
            # Closed: polling it would return at once, for ever.
            try:
                self._poll.unregister(self._program.stderr)
            except KeyError:
                return False
        elif data:
            self._speech.tail.feed(data)
        return bool(data)

    def _drain_stderr(self, program: Program) -> None:
        for _ in range(16):
            data = _read(program.stderr)
            if not data:
                return
            self._speech.tail.feed(data)


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
