"""A program at a seat, without I/O: what it is told, what its output means, and its faults.

blocking.py and live.py move bytes and watch the time. They write `outgoing`, report what the pipe
would not take (`sent`), pass on what they read (`hear`), and say when the time is up (`silence`)
or the program has ended (`crash`).
"""

from collections.abc import Sequence
from typing import Final

from pitboss.games.game import Game
from pitboss.play.answer import Answer
from pitboss.play.fault import Fault, FaultKind, shown
from pitboss.play.ruling import Ruling
from pitboss.play.transcript import FROM_PLAYER, STDERR, TO_PLAYER, Transcript
from pitboss.players.program.diagnosis import UNSEEN, Activity
from pitboss.players.program.limits import Limits
from pitboss.players.program.output import ProgramOutput
from pitboss.wires.session import Session

# Seconds in which a program whose output has ended is expected to be gone.
LAST_BREATH: Final = 0.2
_NOT_ASKED: Final = -1


class ProgramCore:
    """One seat's program, game after game and run after run."""

    def __init__(self, session: Session, limits: Limits) -> None:
        self.session = session
        self.limits = limits
        # Where what passes is noted down, if anybody wants that.
        self.transcript: Transcript | None = None
        # What it answered last, as it wrote it.
        self.said = b""
        # What this run of the program wrote, or the last one.
        self.output = ProgramOutput(limits)
        # Why there is no use in asking it any more in this game.
        self.fault: Fault | None = None
        # How many games have been begun, in whichever run.
        self.games = 0
        self.is_playing = False
        # Lines for the next write, and the bytes of earlier ones that the pipe would not take.
        self.queue: list[bytes] = []
        self._unsent = b""
        # All that was sent in this game before the first answer; a successor needs it.
        self._sent: list[bytes] | None = None
        self._is_running = False
        self._game: Game | None = None
        self._turn = _NOT_ASKED
        # The turn whose question has not been written to its last byte yet.
        self._next_turn = _NOT_ASKED
        # The turn that its last answer named, if that was another than the open one.
        self._late = _NOT_ASKED
        # Whether the line that is being heard was begun before the question was.
        self._is_early = False

    # Its runs.

    def start(self) -> None:
        """A run of the program has begun."""
        self._begin_run()
        self._is_running = True

    def cannot_start(self, reason: str) -> Fault:
        """The program could not be started."""
        self._begin_run()
        self._is_running = False
        self.fault = Fault(FaultKind.STARTUP, "the program can't be started", reason)
        return self.fault

    def stop(self) -> None:
        """This run is over; nobody reads what it would be told."""
        self._is_running = False

    def may_be_replaced(self, fault: Fault) -> bool:
        """Whether it was on its way out when the game began, which is its right."""
        return (
            fault.kind in (FaultKind.CRASH, FaultKind.STARTUP)
            and self.games > 1
            and self._sent is not None
            and self.output.spoke
        )

    def replace(self) -> None:
        """A successor has been started in the middle of a game: it is told all that was sent."""
        asked = self._turn if self._next_turn == _NOT_ASKED else self._next_turn
        self._remark("it ended before this game began for it: a successor is told the same")
        told = b"".join(self._sent or [])
        self.start()
        self._unsent = told
        self._next_turn = asked

    def _begin_run(self) -> None:
        self.fault = None
        self.output = ProgramOutput(self.limits)
        self.queue.clear()
        self._unsent = b""
        self._close_turn()

    # What it is told.

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        """A game has been dealt."""
        self.games += 1
        self.is_playing = True
        self.output.begin()
        self.queue.clear()
        self._sent = []
        self.said = b""
        if self.transcript is not None:
            self.transcript.begin()
        self._tell(self.session.begin(game, seat, names))

    def ask(self, game: Game, turn: int, seconds: float, place: int = 0) -> None:
        """It is the program's turn; its answer counts once all of the question is written.

        `place` is what people call the turn, where that differs.
        """
        self._game = game
        self._turn = self._late = _NOT_ASKED
        self._next_turn = turn
        self._is_early = len(self.output.lines.rest.strip()) > 0
        if self.transcript is not None:
            self.transcript.remark(f"turn {place or turn}")
        self.queue.append(self.session.ask(game, turn, seconds))

    def refused(self, ruling: Ruling) -> None:
        """Its answer was refused or replaced."""
        if self.transcript is not None:
            self.transcript.ruled(ruling)
        self._tell(self.session.refused(ruling))

    def played(self, game: Game, ruling: Ruling) -> None:
        """Something was played, or a seat left."""
        if self.fault is None and self._is_running:
            self.queue += self.session.played(game, ruling)

    def end(self, game: Game, names: Sequence[str]) -> None:
        """The game is over."""
        self.is_playing = False
        self._close_turn()
        self._tell(self.session.end(game, names))

    def outgoing(self) -> bytes:
        """All that has to be written now."""
        queue = self.queue
        if not queue:
            return self._unsent
        queue.append(b"")
        data = b"\n".join(queue)
        queue.clear()
        if self._sent is not None:
            self._sent.append(data)
        if self.transcript is not None:
            self.transcript.add(TO_PLAYER, data)
        return self._unsent + data if self._unsent else data

    def sent(self, rest: bytes) -> Fault | None:
        """All has been written but the rest; the fault, if that is too much to wait."""
        self._unsent = rest
        if rest:
            if len(rest) <= self.limits.unread:
                return None
            self.fault = self.output.stall(len(rest))
            return self.fault
        if self._next_turn != _NOT_ASKED:
            self._turn = self._next_turn
            self._next_turn = _NOT_ASKED
        return None

    def _tell(self, lines: list[bytes]) -> None:
        if self.fault is None and self._is_running:
            self.queue += lines

    # What it says.

    def hear(self, data: bytes) -> Answer | Fault | None:
        """The first answer in what it wrote, or what is wrong with it; None if there is none."""
        output = self.output
        size = len(data)
        if self.transcript is not None:
            self.transcript.feed(FROM_PLAYER, data)
        # Most often an answer is one line in one piece.
        if (
            self._turn != _NOT_ASKED
            and data.find(b"\n") + 1 == size
            and 1 < size <= self.limits.line
            and not output.lines.rest
        ):
            reply = self._read_answer(data[:-1])
            return reply if reply is not None else self._flooded()
        lines = output.lines.feed(data)
        if output.lines.overlong:
            return self._flooded()
        reply = None
        if self._is_early and lines:
            self._is_early = False
            self._pass_over(lines[:1])
            del lines[0]
        for index, line in enumerate(lines):
            if self._turn == _NOT_ASKED:
                self._pass_over(lines[index:])
                break
            reply = self._read_answer(line)
        return self._flooded() or reply

    def hear_stderr(self, data: bytes) -> None:
        """What it wrote for its author."""
        self.output.tail.feed(data)
        if self.transcript is not None:
            self.transcript.feed(STDERR, data)

    def silence(self, unread: int, activity: Activity = UNSEEN) -> Fault:
        """The fault of not answering in time, with so many bytes in the pipe."""
        turn, self._turn, self._next_turn = self._turn, _NOT_ASKED, _NOT_ASKED
        if self._unsent:
            return self.output.stall(len(self._unsent), activity)
        if self._late != _NOT_ASKED:
            return self._lasting(self.output.missed(self._late, turn))
        return self._lasting(self.output.silence(unread, activity))

    def crash(self, status: str) -> Fault:
        """The fault of a program that ended, or closed its output; `status` says how."""
        return self._lasting(self.output.crash(status))

    def _read_answer(self, line: bytes) -> Answer | Fault | None:
        game = self._game
        assert game is not None
        said = self.session.decode(line, game)
        reply: Answer | Fault
        if isinstance(said, Answer):
            if said.turn is not None and said.turn != self._turn:
                # Too late for the turn that it answers: it is no answer to this one.
                self.output.pass_over([line])
                self._remark(f"passed over: it answers question {said.turn}, not {self._turn}")
                self._late = said.turn
                return None
            if said.remark:
                self._remark(said.remark)
            reply = said
        elif not line.strip():
            return None
        else:
            reply = Fault(FaultKind.MALFORMED, said.message, said.code, shown(line, said.message))
        self.said = line
        self.output.spoke = True
        self._sent = None
        self._turn = _NOT_ASKED
        return reply

    def _pass_over(self, lines: list[bytes]) -> None:
        """Lines that came when nothing was asked are no answers to what is asked later."""
        self.output.pass_over(lines)
        self._remark("passed over: nothing was asked")
        if self.is_playing:
            text = "nothing was asked of you: your line was passed over"
            self._tell(self.session.refusal("not_asked", text, None))

    def _remark(self, text: str) -> None:
        if self.transcript is not None:
            self.transcript.remark(text)

    def _flooded(self) -> Fault | None:
        fault = self.output.flood()
        return None if fault is None else self._lasting(fault)

    def _lasting(self, fault: Fault) -> Fault:
        # What was a matter of time may pass; who crashed or flooded is gone for this game.
        if fault.kind not in (FaultKind.TIMEOUT, FaultKind.STALL):
            self.fault = fault
        return fault

    def _close_turn(self) -> None:
        self._turn = _NOT_ASKED
        self._next_turn = _NOT_ASKED
