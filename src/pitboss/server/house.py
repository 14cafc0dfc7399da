"""The house's own players: built-in bots, and programs that the server's owner has named."""

from typing import Any

from pitboss import bots
from pitboss.games.kind import Kind
from pitboss.games.seeds import seed_from
from pitboss.play.live import LivePlayer
from pitboss.players.inprocess import LiveBot
from pitboss.server.settings import Settings


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
) -> LivePlayer:
    """One of the house's players for a seat."""
    program = settings.programs.get(bot)
    if program is not None:
        player = program.sit(game, kind, rules, seconds)
        player.name = name
        return player
    return LiveBot(bots.named(bot, seed_from(f"{seed}/bot-{seat}")), name, pace)
