"""Where a program is checked that talks over pipes: the games that are set up for it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pitboss import bots
from pitboss.check.causes import explain, explain_unasked
from pitboss.check.disturbance import ASKED_AGAIN
from pitboss.check.program import CheckedProgram
from pitboss.check.scenario import Bench, Skipped
from pitboss.check.subject import Subject, command_for
from pitboss.games.game import Game
from pitboss.games.kind import Kind
from pitboss.games.record import Record
from pitboss.play.answer import Answer
from pitboss.play.blocking import play
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.outcome import Outcome
from pitboss.play.player import BlockingPlayer, Reply
from pitboss.play.policy import Cost, Policy
from pitboss.play.referee import Referee
from pitboss.play.ruling import Turn
from pitboss.play.transcript import Line
from pitboss.wires.session import Session

# The first mistake ends the game, and is told.
STRICT: Final = Policy(
    name="check",
    timeout=Cost.FORFEIT,
    gone=Cost.FORFEIT,
    malformed=Cost.FORFEIT,
    illegal=Cost.FORFEIT,
)
PATIENT: Final = Policy(
    name="check-again",
    timeout=Cost.FORFEIT,
    gone=Cost.FORFEIT,
    malformed=Cost.REFUSE,
    illegal=Cost.REFUSE,
    patience=2,
)
# Seconds in which a second answer would follow the first.
QUIET: Final = 0.05
_LEAVES: Final = Fault(FaultKind.REMOVED, "it leaves the table")


@dataclass(frozen=True, kw_only=True)
class Part:
    """What those at the other seats do: first what is written, then what a bot decides."""

    # Actions as text, one after the other, whoever's turn it is.
    script: tuple[str, ...] = ()
    # Who decides then, and how often before all of them leave; None: until the game is over.
    bot: str = "simple"
    moves: int | None = 0
    # Seconds that each move takes.
    pause: float = 0.0


class Cast(BlockingPlayer):
    """All the others at a table, as one."""

    def __init__(self, kind: Kind[Any, Any], part: Part, seed: int) -> None:
        self.name = "other"
        self.kind = kind
        self.part = part
        self.bot = bots.named(part.bot, seed)
        self.asked = 0

    def ask(self, game: Game, turn: Turn) -> Reply:
        part = self.part
        if part.pause:
            time.sleep(part.pause)
        number, self.asked = self.asked, self.asked + 1
        if number < len(part.script):
            action = self.kind.read_action(part.script[number])
        elif part.moves is not None and number >= len(part.script) + part.moves:
            return _LEAVES, 0.0
        else:
            table = game if self.bot.honest else game.redeal(turn.seat, turn.number)
            action = self.bot.decide(table, turn.seat)
        return Answer((action,), turn.number), 0.0


class ProgramBench(Bench):
    """One program, game after game; it is started when first needed, and anew after a mistake."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.player = self._program()
        # How often it has answered as it should.
        self.answers = 0
        # The names at a table, by the number of seats, tell nothing about who is checked.
        self._names = [f"player{number}" for number in range(1, 11)]

    def _program(self) -> CheckedProgram:
        subject = self.subject
        return CheckedProgram(
            command_for(subject),
            subject.session(2),
            name=subject.name,
            control=subject.control,
        )

    # What the runner asks for.

    def begin(self) -> None:
        transcript = self.player.core.transcript
        assert transcript is not None
        transcript.begin()

    @property
    def is_fresh(self) -> bool:
        return self.player.core.games == 0 or self.player.leaves is True

    def renew(self) -> None:
        self.player.close()
        self.player = self._program()

    def lines(self) -> Sequence[Line]:
        transcript = self.player.core.transcript
        assert transcript is not None
        return transcript.lines()

    def stderr(self) -> str:
        return self.player.stderr()

    def close(self) -> None:
        self.player.close()

    # What scenarios ask for.

    def deal(self, seats: int, seed: int) -> Game:
        """A game of the rules that are checked, dealt from a seed."""
        subject = self.subject
        if seats not in subject.kind.seats(subject.rules):
            raise Skipped(f"these rules are not for {seats} players")
        game: Game = subject.kind.new(subject.rules, seats, seed)
        return game

    def set_up(self, position: str) -> Game:
        """A position of the rules that are checked."""
        game: Game = self.subject.kind.set_up(self.subject.rules, position)
        return game

    def play(
        self,
        game: Game,
        part: Part | None = None,
        *,
        seat: int | None = None,
        session: Session | None = None,
        policy: Policy = STRICT,
        seed: int = 0,
        quiet: float = QUIET,
    ) -> Outcome:
        """Play a game in which the program is to do nothing wrong; `Failure` says what it did.

        Without a seat, the program has that of whoever is to act. After the game, so many seconds
        are listened for what nobody asked for.
        """
        seat = game.actor() if seat is None else seat
        self.player.core.session = session or self.subject.session(game.seats)
        cast = Cast(self.subject.kind, part or Part(), seed)
        players: list[BlockingPlayer] = [cast] * game.seats
        players[seat] = self.player
        outcome = self._play(game, players, seat, policy)
        self.hear_nothing_unasked(quiet)
        return outcome

    def play_itself(self, game: Game) -> Outcome:
        """Play a game of two with another process of the same program."""
        self.player.core.session = self.subject.session(2)
        with self._program() as other:
            other.core.session = self.subject.session(2)
            return self._play(game, [self.player, other], 0, STRICT)

    def _play(
        self, game: Game, players: list[BlockingPlayer], seat: int, policy: Policy
    ) -> Outcome:
        subject = self.subject
        record = Record.begin(subject.kind, subject.rules, game.seats, 0)
        record.players = self._names[: game.seats]
        outcome = play(Referee(game, record, policy, subject.control), players)
        faults = [
            one.fault
            for one in outcome.incidents
            if one.seat == seat and one.fault.detail != ASKED_AGAIN
        ]
        if faults:
            lines, stderr = self.lines(), self.stderr()
            ruling = self.player.ruling
            raise explain(
                faults[0],
                lines,
                stderr,
                subject,
                spoke=self._has_spoken(),
                illegal=ruling.illegal if ruling is not None else None,
            )
        self.answers += outcome.timings[seat].answers
        return outcome

    def hear_nothing_unasked(self, seconds: float = 0.0) -> None:
        """Listen so long; `Failure` if there were lines in this game that nobody asked for."""
        if seconds and self.player.process is not None:
            self.player.listen(seconds)
        failure = explain_unasked(self.lines(), self.subject)
        if failure is not None:
            raise failure

    def _has_spoken(self) -> bool:
        return self.answers > 0 or self.player.core.output.spoke
