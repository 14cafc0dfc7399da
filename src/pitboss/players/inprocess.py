"""A bot in our own process as a player, for the blocking driver and for a live game."""

import time
import traceback
from collections.abc import Callable, Sequence
from typing import Final

from pitboss.bots.bot import Bot
from pitboss.games.game import Game
from pitboss.play.answer import Answer
from pitboss.play.awake_players import AwakePlayers
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.live import LiveGame, LivePlayer
from pitboss.play.player import BlockingPlayer, Reply
from pitboss.play.ruling import Turn
from pitboss.play.time_control import TimeControl

# Seconds for an answer from which on programs are not left running meanwhile.
_SLOW: Final = 0.005


def decide(bot: Bot, game: Game, seat: int, turn: int) -> Answer | Fault:
    """The bot's decision; an exception that it raises is a crash."""
    try:
        # Dealt anew from the turn's number, a copy tells nothing that the seat may not know.
        table = game if bot.honest else game.redeal(seat, turn)
        return Answer((bot.decide(table, seat),), turn)
    except Exception as error:
        said = traceback.format_exc(limit=-5)
        return Fault(FaultKind.CRASH, f"the bot raised {type(error).__name__}: {error}", said)


class InProcessPlayer(BlockingPlayer):
    """A bot at a seat of the blocking driver."""

    def __init__(
        self,
        bot: Bot,
        name: str = "",
        control: TimeControl | None = None,
        awake: AwakePlayers | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Those in `awake` rest while it thinks, once it has taken a while for an answer."""
        self.name = name or bot.name
        self.bot = bot
        self._now = now
        self._seat = 0
        self._counts_processor = control is not None and control.clock == "cpu"
        self._awake = awake
        self._is_slow = False

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:  # noqa: ARG002
        self._seat = seat

    def ask(self, game: Game, turn: Turn) -> Reply:
        if self._is_slow and self._awake is not None:
            self._awake.rest_others(self)
        began = self._now()
        used = time.thread_time() if self._counts_processor else 0.0
        reply = decide(self.bot, game, self._seat, turn.number)
        arrived = self._now()
        self._is_slow = arrived - began > _SLOW
        if self._counts_processor:
            arrived = began + time.thread_time() - used
        return reply, arrived


class LiveBot(LivePlayer):
    """A bot at a seat of a live game; it answers within the question, or after a pause."""

    def __init__(self, bot: Bot, name: str = "", pace: float = 0.0) -> None:
        """`pace` is the seconds that it waits before it moves, for people to follow."""
        self.name = name or bot.name
        self.bot = bot
        self.pace = pace
        self._asked: Turn | None = None

    def ask(self, game: Game, turn: Turn) -> None:
        live = self.live
        assert live is not None
        if self.pace > 0 and self._asked is not turn:
            live.call_later(self.pace, self._move, live, turn)
        else:
            self._decide(live, game, turn)

    def _move(self, live: LiveGame, turn: Turn) -> None:
        # The time may have run out, or the game been stopped, while it waited.
        if live.referee.turn is turn and not live.done.is_set():
            self._decide(live, live.game, turn)

    def _decide(self, live: LiveGame, game: Game, turn: Turn) -> None:
        """Whoever was refused in this turn does what is done for the silent."""
        if self._asked is turn:
            live.answer(turn.seat, Answer((game.fallback(),), turn.number))
            return
        # Should this answer be refused, the live game asks the same again before `answer` returns.
        self._asked = turn
        live.answer(turn.seat, decide(self.bot, game, turn.seat, turn.number))
