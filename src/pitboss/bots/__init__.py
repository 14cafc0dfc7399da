"""The built-in players. They know the games, but not how a game is run."""

from pitboss.bots.bot import Bot
from pitboss.bots.registry import UnknownBot, about, broken, named, names

__all__ = ["Bot", "UnknownBot", "about", "broken", "named", "names"]
