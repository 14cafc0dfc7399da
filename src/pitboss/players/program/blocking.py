"""A program at a seat of the blocking driver: pipes and poll, no threads. core.py decides."""

import errno
import math
import os
import select
import time
from collections.abc import Callable, Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from pitboss.games.game import Game
from pitboss.play.answer import Answer
from pitboss.play.awake_players import AwakePlayers
from pitboss.play.fault import Fault, shown
from pitboss.play.player import BlockingPlayer, Reply
from pitboss.play.ruling import Ruling, Turn
from pitboss.play.time_control import TimeControl
from pitboss.players.forkserver.parent import ForkServer
from pitboss.players.program.core import LAST_BREATH, ProgramCore
from pitboss.players.program.diagnosis import look
from pitboss.players.program.limits import Limits
from pitboss.players.program.process import Command, Process, Reaper, check_shortage, group_limits
from pitboss.players.program.process_tree import ProcessTree
from pitboss.players.program.stopwatch import Stopwatch
from pitboss.wires.session import Session

# As constants they are found faster than in a module, which counts in `ask`.
_read: Final = os.read
_write: Final = os.write
# Most answers are far shorter; what is left is read in the next piece.
_ANSWER: Final = 1 << 12
# Lines that are kept for the next question rather than written at once.
_KEPT_LINES: Final = 200
# Seconds in which an answer alone is waited for; then whatever else happened is looked at. So long
# may a program wait that has filled the pipe of its stderr.
_QUICK: Final = 0.01
_QUICK_MS: Final = 10
# Questions after which stderr is looked at, so that its pipe does not fill up.
_QUESTIONS: Final = 16
# Without a descriptor that tells of a program's end, seconds between looking for it.
_SLICE: Final = 0.1
_BY_THE_WALL: Final = TimeControl(move=1.0)
# Seconds in which a program that may leave after a game is expected to do so.
_LEAVING: Final = 0.25


@mypyc_attr(allow_interpreted_subclasses=True)
class BlockingProgram(BlockingPlayer):
    """One seat's program; it is started when first needed and kept from game to game.

    A program that has left after a game gets a successor for each game from then on, started a
    game ahead, so that it warms up while the one before it plays. A Python script's successors
    come from a fork server.
    """

    def __init__(
        self,
        command: Command,
        session: Session,
        *,
        name: str = "",
        limits: Limits | None = None,
        control: TimeControl | None = None,
        awake: AwakePlayers | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """The control says what time is counted; those in `awake` rest while this one thinks."""
        self.name = name or command.words[0]
        self.command = command
        self.limits = limits or Limits()
        self.core = ProgramCore(session, self.limits)
        self.process: Process | None = None
        # Whether it leaves after each game; None until that is known.
        self.leaves: bool | None = None
        self.tree = ProcessTree(group_limits(command))
        self.forkserver = ForkServer(command, self.tree)
        self._now = now
        control = control or _BY_THE_WALL
        self._stopwatch = Stopwatch(control, now, self._used, self._wants_a_core)
        self._awake = awake or AwakePlayers()
        self._may_rest = not control.ponder
        self._successor: Process | None = None
        self._reaper = Reaper(self.limits.grace)
        # For all that can happen, with what poll says when there is an answer and nothing else; and
        # for answers alone, as long as nothing has come from stderr in this game.
        self._events = select.poll()
        self._answer_only: list[tuple[int, int]] = []
        self._poll_answer = select.poll().poll
        self._is_quiet = True
        self._questions = 0
        self._stdin = -1
        self._stdout = -1

    @property
    def fresh(self) -> bool:
        return not self.core.output.spoke

    @property
    def pid(self) -> int | None:
        """The program's process number, while there is one."""
        return self.process.pid if self.process is not None else None

    # The player's side of a game.

    def start(self) -> None:
        """Start the program ahead of its first game, so that it has time to warm up."""
        if self.process is None:
            process = self._next_process()
            if process is not None:
                self.core.start()
                self._adopt(process)

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        core = self.core
        self._wake()
        if core.games > 0 and self._has_left():
            self._part()
        self.start()
        core.begin(game, seat, names)
        self._is_quiet = True
        self._questions = 0
        if self.leaves and self._successor is None and core.fault is None:
            self.forkserver.prepare()
            try:
                self._successor = self._launch()
            except OSError:
                # Reported when it is needed, should it still not start then.
                self._successor = None
        self._stopwatch.begin()

    def ask(self, game: Game, turn: Turn) -> Reply:
        core, watch = self.core, self._stopwatch
        if self.tree.is_frozen:
            self._wake()
        watch.ask(turn)
        if core.fault is not None:
            return core.fault, watch.moment_of_fault()
        reply: Answer | Fault | None = self._pass_over() if self._poll_answer(0) else None
        left = watch.left()
        if reply is None and left > 0:
            core.ask(game, turn.number, left, turn.place)
            reply = self._write(watch.until)
            if reply is None and left > _QUICK and self._is_answered():
                arrived = watch.moment()
                reply = core.hear(_read(self._stdout, _ANSWER))
                if reply is not None:
                    return reply, arrived
        self._awake.rest_others(self)
        while True:
            if reply is None:
                reply, arrived = self._wait()
            if isinstance(reply, Fault) and core.may_be_replaced(reply):
                reply = self._replace(watch.until)
            elif reply is not None:
                return reply, arrived if isinstance(reply, Answer) else watch.moment_of_fault()

    def rest(self) -> None:
        if self._may_rest and not self.tree.is_frozen:
            self.tree.freeze(self._roots())

    def _wake(self) -> None:
        if self.tree.is_frozen:
            self.tree.thaw()
        if self._may_rest:
            self._awake.add(self)

    def refused(self, ruling: Ruling) -> None:
        self.core.refused(ruling)

    def played(self, game: Game, ruling: Ruling) -> None:
        core = self.core
        core.played(game, ruling)
        if len(core.queue) > _KEPT_LINES:
            # Not asked for long, and told much: the pipe takes it without waiting, or not.
            self._write(0.0)

    def end(self, game: Game, names: Sequence[str]) -> None:
        process = self.process
        if self.core.fault is not None or process is None:
            return
        self._wake()
        self.core.end(game, names)
        self._write(self._now() + self.limits.grace)
        if self.leaves:
            # It goes while the results are written down.
            process.hang_up()

    def drop(self) -> None:
        process = self.process
        if process is not None:
            self._wake()
            self._read_stderr()
            self.core.stop()
            self.process = None
            process.close()
            if self._successor is None and self.forkserver.pid is None:
                self.tree.kill()

    def close(self) -> None:
        self._wake()
        self._awake.discard(self)
        if self._successor is not None:
            self._successor.close()
            self._successor = None
        process = self.process
        if process is not None:
            process.hang_up()
            process.wait(self.limits.grace)
            self._part()
        self._reaper.close(self._now())
        self.forkserver.close()
        self.tree.close()

    def said(self) -> str:
        return shown(self.core.said)

    def stderr(self) -> str:
        self._read_stderr()
        return self.core.output.tail.text()

    # The program's runs.

    def _launch(self) -> Process:
        self._wake()
        return self.forkserver.start() or Process(self.command, group=self.tree.group())

    def _roots(self) -> list[Process]:
        return [one for one in (self.process, self._successor) if one is not None]

    def _used(self) -> float:
        """The processor time of its runs, without what a run that is to come needs to start."""
        if self.leaves is None or not self.leaves:
            return self.tree.seconds(self.process)
        apart = [self._successor.program_pid] if self._successor is not None else []
        if (forkserver := self.forkserver.pid) is not None:
            apart.append(forkserver)
        return self.tree.seconds(self.process, apart)

    def _wants_a_core(self) -> bool:
        return self.tree.wants_a_core(self._roots())

    def _next_process(self) -> Process | None:
        process, self._successor = self._successor, None
        if process is None:
            try:
                process = self._launch()
            except OSError as error:
                check_shortage(error)
                self.core.cannot_start(str(error))
        return process

    def _adopt(self, process: Process) -> None:
        self.process = process
        self._stdin, self._stdout = process.stdin, process.stdout
        self._answer_only = [(process.stdout, select.POLLIN)]
        answers = select.poll()
        answers.register(process.stdout, select.POLLIN)
        self._poll_answer = answers.poll
        self._events = select.poll()
        self._events.register(process.stdout, select.POLLIN)
        self._events.register(process.stderr, select.POLLIN)
        if process.end >= 0:
            self._events.register(process.end, select.POLLIN)

    def _part(self) -> None:
        """Let the program go; nobody waits for it here."""
        process = self.process
        if process is not None:
            self._read_stderr()
            self.core.stop()
            self.process = None
            self._reaper.add(process, self._now())

    def _has_left(self) -> bool:
        process = self.process
        if process is None:
            return False
        if self.leaves or self.core.fault is not None:
            return True
        if process.ended():
            self.leaves = True
        elif self.leaves is None:
            self.leaves = process.wait(_LEAVING)
        return self.leaves is True

    def _replace(self, deadline: float) -> Fault | None:
        """Go on with a successor, which is told all that this game's program was told."""
        self.leaves = True
        self._part()
        process = self._next_process()
        if process is None:
            return self.core.fault
        self.core.replace()
        self._adopt(process)
        return self._write(deadline)

    # Writing.

    def _write(self, deadline: float) -> Fault | None:
        """Send what is queued, waiting for room until then; the fault if there is no use in it."""
        core = self.core
        data = core.outgoing()
        while data:
            try:
                done = _write(self._stdin, data)
            except BlockingIOError:
                if self._now() >= deadline:
                    break
                fault = self._wait_for_room(deadline)
                if fault is not None:
                    return fault
                continue
            except OSError as error:
                if error.errno != errno.EPIPE:
                    raise
                # It reads no more: what it has said before still counts.
                data = b""
                break
            data = b"" if done == len(data) else data[done:]
        return core.sent(data)

    def _wait_for_room(self, deadline: float) -> Fault | None:
        # Listening meanwhile, as it may be waiting for room just as we are.
        self._events.register(self._stdin, select.POLLOUT)
        try:
            left = max(0.0, deadline - self._now())
            self._events.poll(math.ceil(1000 * min(left, _SLICE)))
        finally:
            self._events.unregister(self._stdin)
        return self._pass_over()

    # Listening.

    def _pass_over(self) -> Fault | None:
        """Take in what came before the question; the fault, if it is too much."""
        self._read_stderr()
        assert self.process is not None
        data = self.process.read()
        found = self.core.hear(data) if data else None
        return found if isinstance(found, Fault) else None

    def _is_answered(self) -> bool:
        """Wait a moment for an answer, without looking at much else."""
        if not self._is_quiet:
            return self._events.poll(_QUICK_MS) == self._answer_only
        self._questions += 1
        if self._questions % _QUESTIONS == 0:
            self._read_stderr()
        return len(self._poll_answer(_QUICK_MS)) > 0

    def _wait(self) -> tuple[Answer | Fault | None, float]:
        """Wait once for an answer, and when it came; None to go on waiting."""
        core, process, watch = self.core, self.process, self._stopwatch
        assert process is not None
        left = watch.patience()
        if left <= 0:
            self._read_stderr()
            return core.silence(process.unread(), look(process, *watch.spent())), 0.0
        if process.end < 0:
            left = min(left, _SLICE)
        events = self._events.poll(math.ceil(1000 * left))
        arrived = watch.moment()
        ended = process.end < 0 and process.ended()
        for descriptor, _ in events:
            if descriptor == process.stderr:
                self._read_stderr()
            elif descriptor == process.end:
                ended = True
        data = process.read()
        if data:
            return core.hear(data), arrived
        if data is None and not ended:
            return None, arrived
        process.wait(LAST_BREATH)
        self._read_stderr()
        return core.crash(process.status()), arrived

    def _read_stderr(self) -> None:
        """Take in what it wrote for its author, within reason."""
        process = self.process
        if process is None:
            return
        for _ in range(16):
            data = process.read_stderr()
            if data is None:
                return
            if not data:
                # Closed: polling it would return at once, for ever.
                try:
                    self._events.unregister(process.stderr)
                except KeyError:
                    return
                return
            self.core.hear_stderr(data)
            self._is_quiet = False
