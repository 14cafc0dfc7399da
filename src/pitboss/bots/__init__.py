"""The built-in players. They know the games, but not how a game is run."""

from pitboss.bots.bot import Bot
from pitboss.bots.level import Level
from pitboss.bots.option import Option
from pitboss.bots.registry import (
    Entry,
    UnknownBot,
    WrongGame,
    about,
    broken,
    check_game,
    check_live,
    entry,
    level,
    named,
    names,
    short_name,
)

__all__ = [
    "Bot",
    "Entry",
    "Level",
    "Option",
    "UnknownBot",
    "WrongGame",
    "about",
    "broken",
    "check_game",
    "check_live",
    "entry",
    "level",
    "named",
    "names",
    "short_name",
]
