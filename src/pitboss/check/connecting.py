"""Where a bot that connects is checked: games that we set up, and who else sits there.

What it does there is noted in connecting_players.py, and explained in connecting_causes.py.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from pitboss.bots.bot import Bot
from pitboss.check.bench import STRICT
from pitboss.check.connecting_players import Guest, guest_of
from pitboss.check.scenario import Bench
from pitboss.check.subject import Subject
from pitboss.events.warm_players import command_of
from pitboss.games.game import Game, IllegalAction
from pitboss.games.kind import Kind
from pitboss.games.record import Record
from pitboss.play.answer import Answer, Unusable
from pitboss.play.blocking import Outcome, play
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.player import BlockingPlayer, Reply
from pitboss.play.referee import Referee
from pitboss.play.ruling import Ruling, Turn
from pitboss.play.time_control import TimeControl
from pitboss.play.transcript import Line
from pitboss.players.inprocess import InProcessPlayer
from pitboss.wires.session import Session

_QUICK_RULES: Final = {
    "holdem-tournament": "algopoker,stack=1000",
    "holdem-cash": "cash,hands=5",
}


class AlteredSession(Session):
    """A session whose messages are changed on their way out."""

    def __init__(self, inner: Session, alter: Callable[[list[bytes]], list[bytes]]) -> None:
        self.inner = inner
        self._alter = alter

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        return self._alter(self.inner.begin(game, seat, names))

    def ask(self, game: Game, turn: int, seconds: float) -> bytes:
        return self._alter([self.inner.ask(game, turn, seconds)])[-1]

    def decode(self, line: bytes, game: Game) -> Answer | Unusable:
        return self.inner.decode(line, game)

    def played(self, game: Game, ruling: Ruling) -> list[bytes]:
        return self._alter(self.inner.played(game, ruling))

    def refusal(self, code: str, message: str, illegal: IllegalAction | None) -> list[bytes]:
        return self.inner.refusal(code, message, illegal)

    def end(self, game: Game, names: Sequence[str], seed: str = "") -> list[bytes]:
        return self._alter(self.inner.end(game, names, seed))


class Script:
    """A bot in our own process that does what a function says."""

    honest = True

    def __init__(self, decide: Callable[[Any, int], int], name: str = "other") -> None:
        self.name = name
        self._decide = decide

    def decide(self, game: Game, seat: int) -> int:
        return self._decide(game, seat)


class Slow(InProcessPlayer):
    """A bot that thinks for a while before its first answers, and may leave after some more."""

    def __init__(self, bot: Bot, seconds: float, times: int, leaves: int | None = None) -> None:
        super().__init__(bot)
        self._seconds = seconds
        self._times = times
        self._leaves = leaves
        self._asked = 0

    def ask(self, game: Game, turn: Turn) -> Reply:
        if self._asked == self._leaves:
            return Fault(FaultKind.REMOVED, "it leaves the table"), 0.0
        self._asked += 1
        if self._asked <= self._times:
            time.sleep(self._seconds)
        return super().ask(game, turn)


def play_at(
    guest: Guest,
    kind: Kind[Any, Any],
    rules: str,
    others: Sequence[BlockingPlayer],
    *,
    seat: int = 0,
    seed: int = 1,
    position: str = "",
    control: TimeControl,
) -> Outcome:
    """One game with the guest at that seat, from a position or from the deal."""
    seats = len(others) + 1
    record = Record.begin(kind, kind.rules(rules), seats, seed)
    record.position = position
    players: list[BlockingPlayer] = list(others)
    players.insert(seat, guest)
    for seen in (guest.visit.unasked, guest.visit.passed_over, guest.visit.answers):
        seen.clear()
    return play(Referee(record.start(), record, STRICT, control), players)


class ConnectingBench(Bench):
    """A bot that connects, started anew where a scenario needs it."""

    def __init__(self, subject: Subject, games: int = 0) -> None:
        """`games` are the seeded games that are played after the scenarios."""
        self.subject = subject
        self.kind = subject.kind
        self.rules = subject.kind.write_rules(subject.rules)
        self.games = games
        # Rules under which a game is soon over, where the bot's own game has such.
        self.quick_rules = _QUICK_RULES.get(self.kind.name, self.rules)
        self.guest = self._new_guest()

    @property
    def is_fresh(self) -> bool:
        return self.guest.games == 0

    def begin(self) -> None:
        transcript = self.guest.transcript
        if transcript is not None:
            transcript.begin()

    def renew(self) -> None:
        self.guest.close()
        self.guest = self._new_guest()

    def lines(self) -> Sequence[Line]:
        transcript = self.guest.transcript
        return transcript.lines() if transcript is not None else []

    def stderr(self) -> str:
        return self.guest.stderr()

    def close(self) -> None:
        self.guest.close()

    def play(
        self,
        others: Sequence[BlockingPlayer],
        *,
        seat: int = 0,
        seed: int = 1,
        position: str = "",
        rules: str = "",
        kind: Kind[Any, Any] | None = None,
    ) -> Outcome:
        """One game with the bot at that seat; the first fault ends it."""
        return play_at(
            self.guest,
            kind or self.kind,
            rules or self.rules,
            others,
            seat=seat,
            seed=seed,
            position=position,
            control=self.subject.control,
        )

    def _new_guest(self) -> Guest:
        subject = self.subject
        return guest_of(
            subject.choice,
            command_of(subject.entrant),
            self.kind,
            self.rules,
            2,
            subject.control,
            subject.name,
        )
