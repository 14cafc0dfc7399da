"""The built-in bots by name."""

from collections.abc import Callable

from pitboss.bots.bot import Bot
from pitboss.bots.random_bot import RandomBot
from pitboss.bots.simple import SimpleBot

_BOTS: dict[str, tuple[Callable[[int], Bot], str]] = {
    "random": (RandomBot, "any legal action, all as likely; a raise counts as one"),
    "simple": (SimpleBot, "the first card that plays, else draws, else passes; checks, else calls"),
}


class UnknownBot(LookupError):
    """No bot has that name; says which names there are."""


def names() -> list[str]:
    """The names of all built-in bots."""
    return list(_BOTS)


def about(name: str) -> str:
    """What the bot of that name does, in a line."""
    return _BOTS[name][1]


def named(name: str, seed: int = 0) -> Bot:
    """A new bot of that name; the same seed makes the same decisions."""
    if name not in _BOTS:
        raise UnknownBot(f"there is no bot {name!r}; there are: {', '.join(_BOTS)}")
    return _BOTS[name][0](seed)
