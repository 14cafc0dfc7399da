"""A bot in our own process as a player, for the blocking driver and for a live game."""

import time
import traceback
from collections.abc import Callable, Sequence
from typing import Final

from pitboss.bots.bot import Bot, thinks
from pitboss.games.game import Game
from pitboss.play.answer import Answer
from pitboss.play.awake_players import AwakePlayers
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.live import LiveGame, LivePlayer
from pitboss.play.player import BlockingPlayer, Reply
from pitboss.play.ruling import Turn
from pitboss.play.time_control import TimeControl
from pitboss.players.thinking import THREAD, ThinkingThread

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
    """A bot at a seat of a live game.

    It answers within the question, or after a pause; one that thinks does so in a thread, on a copy
    of the game, and answers when it has come to a decision.
    """

    def __init__(
        self,
        bot: Bot,
        name: str = "",
        pace: float = 0.0,
        thread: ThinkingThread = THREAD,
    ) -> None:
        """`pace` is the seconds that it waits before it moves, for people to follow."""
        self.name = name or bot.name
        self.bot = bot
        self.pace = pace
        self._thread = thread
        self._asked: Turn | None = None
        # A bot has one thought at a time: whether it has one, and the question that comes next.
        self._is_thinking = False
        self._next: tuple[LiveGame, Game, Turn] | None = None

    def ask(self, game: Game, turn: Turn) -> None:
        live = self.live
        assert live is not None
        if self.pace > 0 and self._asked is not turn:
            live.call_later(self.pace, self._move, live, turn)
        else:
            self._decide(live, game, turn)

    def _move(self, live: LiveGame, turn: Turn) -> None:
        # The time may have run out, or the game been stopped, while it waited.
        if _is_open(live, turn):
            self._decide(live, live.game, turn)

    def _decide(self, live: LiveGame, game: Game, turn: Turn) -> None:
        """Whoever was refused in this turn does what is done for the silent."""
        if self._asked is turn:
            live.answer(turn.seat, Answer((game.fallback(),), turn.number))
            return
        # Should this answer be refused, the live game asks the same again before `answer` returns.
        self._asked = turn
        if thinks(self.bot):
            self._think(live, game.copy(), turn)
        else:
            live.answer(turn.seat, decide(self.bot, game, turn.seat, turn.number))

    def _think(self, live: LiveGame, game: Game, turn: Turn) -> None:
        if self._is_thinking:
            # Its last thought took longer than its time; the new question comes after it.
            self._next = live, game, turn
            return
        self._is_thinking = True

        def think() -> None:
            reply = None
            # Others may have thought for so long that the question is no longer open.
            if _is_open(live, turn):
                reply = decide(self.bot, game, turn.seat, turn.number)
            live.call_from_thread(self._thought, live, turn, reply)

        self._thread.call(think)

    def _thought(self, live: LiveGame, turn: Turn, reply: Answer | Fault | None) -> None:
        """Back in the event loop, with a decision that counts if somebody still waits for it."""
        self._is_thinking = False
        following, self._next = self._next, None
        if following is not None:
            self._think(*following)
        elif reply is not None and _is_open(live, turn):
            live.answer(turn.seat, reply)


def _is_open(live: LiveGame, turn: Turn) -> bool:
    """Whether an answer is still waited for, and the game has not been stopped."""
    return live.referee.turn is turn and not live.done.is_set()
