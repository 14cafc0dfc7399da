"""A program at a seat of a live game: the event loop watches its pipes. core.py decides."""

import asyncio
import errno
import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from pitboss.games.game import Game
from pitboss.play.fault import Fault, shown
from pitboss.play.live import LivePlayer
from pitboss.play.ruling import Ruling, Turn
from pitboss.play.time_control import TimeControl
from pitboss.players.program.core import LAST_BREATH, ProgramCore
from pitboss.players.program.diagnosis import look
from pitboss.players.program.limits import Limits
from pitboss.players.program.process import Command, Process, group_limits
from pitboss.players.program.process_tree import ProcessTree
from pitboss.players.program.stopwatch import Stopwatch
from pitboss.wires.session import Session

_BY_THE_WALL: Final = TimeControl(move=1.0)
# Seconds after an answer in which it may be asked again before it is frozen, and those after a
# game in which it may leave.
_QUICK: Final = 0.01
_LEAVING: Final = 1.0


class LiveProgram(LivePlayer):
    """One seat's program, started at once; `closed` is set while nothing is left of it.

    It plays one game, or with `keep` one after another until it is closed. An exception in any of
    its callbacks is a mistake of ours and ends the game at which it sits.
    """

    def __init__(
        self,
        command: Command,
        session: Session,
        *,
        name: str = "",
        limits: Limits | None = None,
        keep: bool = False,
        wire: str = "",
        control: TimeControl | None = None,
    ) -> None:
        """The control says what time is counted, and whether it may ponder."""
        self.name = name or command.words[0]
        self.command = command
        self.limits = limits or Limits()
        self.keep = keep
        self._wire = wire
        self.core = ProgramCore(session, self.limits)
        self.process: Process | None = None
        self.closed = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._is_writing = False
        self._tree = ProcessTree(group_limits(command))
        control = control or _BY_THE_WALL
        self._stopwatch = Stopwatch(control, self._now, self._used, self._wants_a_core)
        self._may_rest = not control.ponder
        self._rest_timer: asyncio.TimerHandle | None = None
        process = self._launch()
        if process is not None:
            self.core.start()
            self._watch(process)

    @property
    def wire_name(self) -> str:
        return self._wire

    @property
    def pid(self) -> int | None:
        """The program's process number, while there is one."""
        return self.process.pid if self.process is not None else None

    # The player's side of a game.

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        self._wake()
        if self.process is None and self.core.games > 0:
            process = self._launch()
            if process is not None:
                self.core.start()
                self._watch(process)
        self.core.begin(game, seat, names)
        self._write()
        self._stopwatch.begin()
        self._rest_soon(_QUICK)

    def ask(self, game: Game, turn: Turn) -> None:
        live = self.live
        assert live is not None
        if self.core.fault is not None:
            live.answer(self.seat, self.core.fault)
            return
        # What it wrote before it was asked is no answer.
        early = self.process.read() if self.process is not None else None
        if early and isinstance(fault := self.core.hear(early), Fault):
            self._fail(fault)
            return
        self._wake()
        if not self.core.output.spoke:
            # Starting up before it was asked is no thinking.
            self._stopwatch.begin()
        self._stopwatch.ask(turn)
        self.core.ask(game, turn.number, max(0.0, self._stopwatch.left()), turn.place)
        self._write()

    def overdue(self) -> None:
        live, process = self.live, self.process
        assert live is not None
        if process is not None and (left := self._stopwatch.patience()) > 0:
            # By its own time it is not overdue yet.
            self._call_later(left, partial(self._look_again, live.referee.turn))
            return
        if process is None:
            fault = self.core.silence(0)
        else:
            self._read_stderr(process)
            activity = look(process, *self._stopwatch.spent())
            fault = self.core.silence(process.unread(), activity)
        if self.core.fault is not None:
            self._fail(fault)
        else:
            live.answer(self.seat, fault, self._stopwatch.moment_of_fault())

    def _look_again(self, turn: Turn | None) -> None:
        live = self.live
        if live is not None and live.referee.turn is turn and not live.done.is_set():
            self.overdue()

    def refused(self, ruling: Ruling) -> None:
        self.core.refused(ruling)
        self._write()

    def played(self, game: Game, ruling: Ruling) -> None:
        self.core.played(game, ruling)
        self._write()

    def end(self, game: Game, names: Sequence[str]) -> None:
        """Tell it; unless it is kept, give it a moment to go by itself."""
        self._wake()
        self.core.end(game, names)
        self._write()
        if self.keep:
            self._rest_soon(_LEAVING)
        else:
            self._call_later(self.limits.grace, self.close)
            if self.process is not None and not self._is_writing:
                self.process.hang_up()

    def drop(self) -> None:
        self.close()

    def close(self) -> None:
        """End the program for certain; calling it again does nothing."""
        process, self.process = self.process, None
        if process is None:
            return
        self._wake()
        self.core.stop()
        for descriptor in (process.stdout, process.stderr, process.end):
            if descriptor >= 0:
                self._loop.remove_reader(descriptor)
        if self._is_writing:
            self._loop.remove_writer(process.stdin)
            self._is_writing = False
        self._read_stderr(process)
        # A killed process is gone within a moment, so this hardly waits.
        process.close()
        self._tree.close()
        self.closed.set()

    def said(self) -> str:
        return shown(self.core.said)

    def stderr(self) -> str:
        if self.process is not None:
            self._read_stderr(self.process)
        return self.core.output.tail.text()

    # The program's runs.

    def _launch(self) -> Process | None:
        try:
            return Process(self.command, group=self._tree.group())
        except OSError as error:
            self.core.cannot_start(str(error))
            self.closed.set()
            return None

    def _watch(self, process: Process) -> None:
        self.process = process
        self.closed.clear()
        self._loop.add_reader(process.stdout, self._guarded, self._on_output)
        self._loop.add_reader(process.stderr, self._guarded, self._on_stderr)
        if process.end >= 0:
            self._loop.add_reader(process.end, self._guarded, self._on_end)

    def _fail(self, fault: Fault) -> None:
        """The program is of no use any more, at least in this game."""
        is_playing, self.core.is_playing = self.core.is_playing, False
        self.close()
        if is_playing and self.live is not None:
            self.live.leave(self.seat, fault)

    # Its time.

    def _now(self) -> float:
        return self._loop.time() if self.live is None else self.live.now()

    def _used(self) -> float:
        return self._tree.seconds(self.process)

    def _wants_a_core(self) -> bool:
        return self._tree.wants_a_core([] if self.process is None else [self.process])

    def _rest_soon(self, seconds: float) -> None:
        """Freeze it in so many seconds, unless it is its turn then, or it has yet to start up."""
        if self._may_rest and self._rest_timer is None:
            self._rest_timer = self._loop.call_later(seconds, self._guarded, self._rest)

    def _rest(self) -> None:
        self._rest_timer = None
        live, process = self.live, self.process
        if process is None or self._tree.is_frozen or not self.core.output.spoke:
            return
        turn = None if live is None else live.referee.turn
        if turn is None or turn.seat != self.seat:
            self._tree.freeze([process])

    def _wake(self) -> None:
        if self._rest_timer is not None:
            self._rest_timer.cancel()
            self._rest_timer = None
        if self._tree.is_frozen:
            self._tree.thaw()

    # Our own mistakes.

    def _guarded(self, call: Callable[[], None]) -> None:
        """Call back; an exception ends the game, and the program with it."""
        try:
            call()
        except Exception as error:
            try:
                if self.live is None:
                    raise
                self.live.fail(error)
            finally:
                self.close()

    def _call_later(self, seconds: float, call: Callable[[], None]) -> None:
        self._loop.call_later(seconds, self._guarded, call)

    # Writing.

    def _write(self) -> None:
        """Send what is queued; what the pipe does not take is sent when there is room."""
        process = self.process
        if process is None:
            return
        data = self.core.outgoing()
        if data and not self._is_writing:
            data = _written(process, data)
        fault = self.core.sent(data)
        if fault is not None:
            self._fail(fault)
        elif data and not self._is_writing:
            self._loop.add_writer(process.stdin, self._guarded, self._on_room)
            self._is_writing = True

    def _on_room(self) -> None:
        process = self.process
        if process is None:
            return
        self._loop.remove_writer(process.stdin)
        self._is_writing = False
        self._write()

    # Listening.

    def _on_output(self) -> None:
        process = self.process
        if process is None:
            return
        data = process.read()
        if data:
            self._hear(data)
        elif data is not None:
            # Its end is most often as good as here; then it can be told how it ended.
            self._loop.remove_reader(process.stdout)
            self._call_later(LAST_BREATH, lambda: self._on_loss(process))

    def _hear(self, data: bytes) -> None:
        if self.live is not None and self.core.is_playing:
            self.live.hear(self.seat)
        reply = self.core.hear(data)
        self._write()
        if reply is None:
            return
        if isinstance(reply, Fault) and self.core.fault is not None:
            self._fail(reply)
        elif self.live is not None:
            moment = self._stopwatch.moment()
            self._rest_soon(_QUICK)
            self.live.answer(self.seat, reply, moment)

    def _on_stderr(self) -> None:
        process = self.process
        if process is not None and not self._read_stderr(process):
            self._loop.remove_reader(process.stderr)

    def _read_stderr(self, process: Process) -> bool:
        """Take in what it wrote for its author, within reason; whether there may be more."""
        for _ in range(16):
            data = process.read_stderr()
            if not data:
                return data is None
            self.core.hear_stderr(data)
        return True

    def _on_end(self) -> None:
        process = self.process
        if process is None:
            return
        # Its last words count; this is called again until there are none.
        data = process.read()
        if data:
            self._hear(data)
        else:
            self._on_loss(process)

    def _on_loss(self, process: Process) -> None:
        """The program has ended, or closed its output."""
        if self.process is not process:
            return
        self._read_stderr(process)
        fault = self.core.crash(process.status())
        if not self.core.is_playing or not self.core.may_be_replaced(fault):
            self._fail(fault)
            return
        self.close()
        successor = self._launch()
        if successor is not None:
            self.core.replace()
            self._watch(successor)
            self._write()
        elif self.core.fault is not None:
            self._fail(self.core.fault)


def _written(process: Process, data: bytes) -> bytes:
    """Write to the program; what the pipe did not take."""
    try:
        return data[os.write(process.stdin, data) :]
    except BlockingIOError:
        return data
    except OSError as error:
        if error.errno not in (errno.EPIPE, errno.EBADF):
            raise
        # It reads no more; its end is noticed where it is listened to.
        return b""
