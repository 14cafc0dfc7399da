"""The house's own players: built-in bots, and programs that the server's owner has named."""

from typing import Any

from pitboss import bots
from pitboss.arena.live import LiveGame
from pitboss.arena.referee import Ruling, Turn
from pitboss.games.kind import Kind
from pitboss.games.seeds import seed_from
from pitboss.players.inprocess import LiveBot
from pitboss.players.live_process import LiveProcess
from pitboss.server.settings import Settings


class HouseSeat:
    """A built-in bot that moves after `pace` seconds, for people to follow."""

    def __init__(self, name: str, bot: str, seed: int, pace: float) -> None:
        self.name = name
        self._bot = LiveBot(bots.named(bot, seed), name)
        self._pace = pace

    def ask(self, live: LiveGame, turn: Turn) -> None:
        if self._pace > 0:
            live.loop.call_later(self._pace, self._move, live, turn)
        else:
            self._bot.ask(live, turn)

    def _move(self, live: LiveGame, turn: Turn) -> None:
        # The time may have run out, or the room been closed, while it waited.
        if live.referee.turn is turn and not live.done.is_set():
            self._bot.ask(live, turn)

    def refused(self, live: LiveGame, ruling: Ruling) -> None:
        self._bot.refused(live, ruling)


def house_names(settings: Settings) -> list[str]:
    """Everyone whom the house can seat."""
    return [*bots.names(), *settings.programs]


def sit(
    settings: Settings,
    name: str,
    bot: str,
    game: Any,
    kind: Kind[Any, Any],
    rules: str,
    seat: int,
    seconds: float,
    seed: int,
    pace: float = 0.0,
) -> HouseSeat | LiveProcess:
    """Put one of the house's players at a seat; a program has to be told what happens, too."""
    program = settings.programs.get(bot)
    if program is not None:
        player = program.sit(game, kind, rules, seat, seconds)
        player.name = name
        return player
    return HouseSeat(name, bot, seed_from(f"{seed}/bot-{seat}"), pace)
