"""A player in a process of its own, for the blocking driver: pipes, poll, no threads."""

import os
import time
from collections.abc import Callable, Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from pitboss.games.game import Game
from pitboss.play.answer import Answer
from pitboss.play.fault import Fault, FaultKind, shown
from pitboss.play.player import BlockingPlayer, Reply
from pitboss.play.ruling import Ruling, Turn
from pitboss.players.forkserver.parent import Nursery
from pitboss.players.limits import Limits
from pitboss.players.program import Command
from pitboss.players.reaper import Departures
from pitboss.players.run import Run
from pitboss.players.speech import Speech
from pitboss.wires.session import Session

_CHUNK: Final = 1 << 16
_HURRY: Final = 200
# Seconds in which a program that may end after a game is expected to do so.
_PARTING: Final = 0.25


@mypyc_attr(allow_interpreted_subclasses=True)
class ProcessPlayer(BlockingPlayer):
    """One seat's program; it is started when first needed and kept from game to game.

    A program that has ended after a game gets a successor for each game from then on, which is
    started a game ahead: it warms up while the one before it plays. A Python script's successors
    come from a nursery.
    """

    def __init__(
        self,
        command: Command,
        session: Session,
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
        self._run: Run | None = None
        self._spare: Run | None = None
        self._nursery = Nursery(command)
        self._departures = Departures(self.limits.grace)
        # What the program says, or what the last one said.
        self._speech = Speech(self.limits)
        # Lines for the next write.
        self._queue: list[bytes] = []
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
        return self._run.program.pid if self._run is not None else None

    # The player's side of a game.

    def start(self) -> None:
        """Start the program ahead of its first game, so that it has time to warm up."""
        if self._run is None:
            self._start()

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        if self._games > 0 and self._has_parted():
            self._part()
        self._queue.clear()
        self.start()
        self._games += 1
        self._speech.begin()
        self._sent = []
        self._say(self.session.begin(game, seat, names))
        if self._parts and self._spare is None and self._fault is None:
            self._nursery.prepare()
            try:
                self._spare = Run(self.command, self.limits, self._now, self._nursery)
            except OSError:
                # Told when it is needed, should it still not start then.
                self._spare = None

    def ask(self, game: Game, turn: Turn) -> Reply:
        number, deadline = turn.number, turn.deadline
        run = self._run
        if self._fault is not None or run is None:
            assert self._fault is not None
            return self._fault, self._now()
        fault = self._pass_over(run) if run.poll.poll(0) else None
        left = deadline - self._now()
        if fault is None and left > 0:
            self._queue.append(self.session.ask(game, number, left))
            fault = self._write(run, deadline)
            # The usual case, without detours: one line in one piece, and nothing else to see.
            if fault is None and run.poll.poll(int(1000 * left)) == run.spoken:
                arrived = self._now()
                data = os.read(run.program.stdout, _CHUNK)
                size = len(data)
                whole = size > 1 and data.find(b"\n") + 1 == size <= self.limits.line
                if whole and run.speech.is_clear():
                    answer = self._take(data[:-1], game, number)
                    if answer is not None:
                        return answer, arrived
                else:
                    reply = self._hear(run, data or run.crash(), game, number, arrived)
                    if isinstance(reply, tuple):
                        return reply
                    fault = reply
        while True:
            if fault is not None and self._may_be_replaced(fault):
                fault = self._replace(deadline)
                run = self._run
            if fault is not None or run is None:
                break
            said, arrived = run.wait(deadline)
            reply = self._hear(run, said, game, number, arrived)
            if isinstance(reply, tuple):
                return reply
            fault = reply
        assert fault is not None
        # What was a matter of time may pass; who crashed or flooded is gone for good.
        if fault.kind not in (FaultKind.TIMEOUT, FaultKind.STALL):
            self._fault = fault
        return fault, self._now()

    def refused(self, ruling: Ruling) -> None:
        self._say(self.session.refused(ruling))

    def played(self, game: Game, ruling: Ruling) -> None:
        self._say(self.session.played(game, ruling))

    def end(self, game: Game, names: Sequence[str]) -> None:
        run = self._run
        if self._fault is not None or run is None:
            return
        self._say(self.session.end(game, names))
        self._write(run, self._now() + self.limits.grace)
        if self._parts:
            # It goes while the results are written down.
            run.program.hang_up()

    def drop(self) -> None:
        run, self._run = self._run, None
        if run is not None:
            run.drain_stderr()
            run.program.close()

    def close(self) -> None:
        if self._spare is not None:
            self._spare.program.close()
            self._spare = None
        run = self._run
        if run is not None:
            run.program.hang_up()
            run.program.wait(self.limits.grace)
            self._part()
        self._departures.settle(self._now())
        self._nursery.close()

    def stderr(self) -> str:
        if self._run is not None:
            self._run.read_stderr()
        return self._speech.tail.text()

    # The program's life.

    def _start(self) -> None:
        self._fault = None
        run, self._spare = self._spare, None
        if run is None:
            try:
                run = Run(self.command, self.limits, self._now, self._nursery)
            except OSError as error:
                self._speech = Speech(self.limits)
                self._fault = Fault(FaultKind.STARTUP, "the program can't be started", str(error))
                return
        self._run = run
        self._speech = run.speech

    def _part(self) -> None:
        """Let the program go; nobody waits for it here."""
        run, self._run = self._run, None
        if run is not None:
            run.drain_stderr()
            self._departures.add(run.program, self._now())

    def _has_parted(self) -> bool:
        run = self._run
        if run is None:
            return False
        if self._parts or self._fault is not None:
            return True
        if run.program.ended():
            self._parts = True
        elif self._parts is None:
            self._parts = run.program.wait(_PARTING)
        return self._parts is True

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
        self._part()
        self._start()
        self._queue.clear()
        run = self._run
        return run.write(sent, deadline) if run is not None else self._fault

    # Writing.

    def _say(self, lines: list[bytes]) -> None:
        run = self._run
        if self._fault is not None or run is None:
            return
        queue = self._queue
        queue += lines
        if len(queue) > _HURRY:
            # Not asked for long, and told much: a pipe takes it without waiting, or not.
            self._write(run, 0.0)

    def _write(self, run: Run, deadline: float) -> Fault | None:
        """Send what is queued."""
        queue = self._queue
        queue.append(b"")
        data = b"\n".join(queue)
        queue.clear()
        if self._sent is not None:
            self._sent.append(data)
        fault = run.write(data, deadline)
        if run.passed:
            self._tell_passed(run)
        if run.fault is not None:
            self._fault = run.fault
        return fault

    # Listening.

    def _hear(
        self, run: Run, said: bytes | Fault | None, game: Game, turn: int, arrived: float
    ) -> Reply | Fault | None:
        """The first answer in what was said; what went wrong; None if there is none yet."""
        if not isinstance(said, bytes):
            return said
        speech = run.speech
        lines = speech.lines.feed(said)
        fault = speech.flood()
        if fault is not None:
            return fault
        for index, line in enumerate(lines):
            answer = self._take(line, game, turn)
            if answer is not None:
                rest = lines[index + 1 :]
                if rest:
                    speech.pass_over(rest)
                    run.passed += len(rest)
                    self._tell_passed(run)
                return answer, arrived
        return speech.flood()

    def _take(self, line: bytes, game: Game, turn: int) -> Answer | Fault | None:
        said = self.session.decode(line, game)
        if isinstance(said, Answer):
            if said.turn is not None and said.turn != turn:
                # Too late for the turn it answers: it is no answer to this one.
                self._speech.pass_over([line])
                return None
            self._speech.spoke = True
            self._sent = None
            return said
        self._speech.spoke = True
        self._sent = None
        return Fault(FaultKind.MALFORMED, said.message, said.code, shown(line))

    def _pass_over(self, run: Run) -> Fault | None:
        """Lines that came when nothing was asked are no answers to what is asked later."""
        fault = run.pass_over()
        self._tell_passed(run)
        return fault

    def _tell_passed(self, run: Run) -> None:
        if run.passed:
            run.passed = 0
            text = "nothing was asked of you: your line was passed over"
            self._say(self.session.refusal("not_asked", text, None))
