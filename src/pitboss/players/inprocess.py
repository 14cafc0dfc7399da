"""A bot in our own process as a player, for the blocking driver and for a live game."""

import time
import traceback
from collections.abc import Callable, Sequence
from typing import Protocol

from pitboss.bots.bot import Bot
from pitboss.games.game import Game
from pitboss.players.fault import Fault, FaultKind
from pitboss.players.player import Player, Reply
from pitboss.protocols.answers import Answer


def decide(bot: Bot, game: Game, seat: int, turn: int) -> Answer | Fault:
    """The bot's decision; an exception of its is a crash of its."""
    try:
        # Dealt anew from the turn's number, a copy tells nothing that the seat may not know.
        table = game if bot.honest else game.redeal(seat, turn)
        return Answer((bot.decide(table, seat),), turn)
    except Exception as error:
        said = traceback.format_exc(limit=-5)
        return Fault(FaultKind.CRASH, f"the bot raised {type(error).__name__}: {error}", said)


class InProcessPlayer(Player):
    """A bot at a seat of the blocking driver."""

    def __init__(self, bot: Bot, name: str = "", now: Callable[[], float] = time.monotonic) -> None:
        self.name = name or bot.name
        self.bot = bot
        self._now = now
        self._seat = 0

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:  # noqa: ARG002
        self._seat = seat

    def ask(self, game: Game, turn: int, deadline: float) -> Reply:  # noqa: ARG002
        return decide(self.bot, game, self._seat, turn), self._now()


class _Question(Protocol):
    @property
    def seat(self) -> int: ...
    @property
    def number(self) -> int: ...


class _Refereed(Protocol):
    @property
    def game(self) -> Game: ...


class _Running(Protocol):
    """A live game as a bot needs it; arena/live.py has it."""

    @property
    def referee(self) -> _Refereed: ...
    def answer(self, seat: int, reply: Answer | Fault, arrived: float | None = None) -> object: ...


class LiveBot:
    """A bot at a seat of a live game; it answers within the question."""

    def __init__(self, bot: Bot, name: str = "") -> None:
        self.name = name or bot.name
        self.bot = bot
        self._asked: _Question | None = None

    def ask(self, live: _Running, turn: _Question) -> None:
        """Decide at once; whoever was refused in this turn does what is done for the silent."""
        game = live.referee.game
        if self._asked is turn:
            live.answer(turn.seat, Answer((game.fallback(),), turn.number))
            return
        # Should this answer be refused, the live game asks the same again before `answer` returns.
        self._asked = turn
        live.answer(turn.seat, decide(self.bot, game, turn.seat, turn.number))

    def refused(self, live: _Running, ruling: object) -> None:
        """Nothing to be learned."""
