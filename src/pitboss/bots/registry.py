"""The built-in bots by name."""

from collections.abc import Callable

from pitboss.bots.bot import Bot
from pitboss.bots.random_bot import RandomBot
from pitboss.bots.simple import SimpleBot

_BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "simple": SimpleBot}


class UnknownBot(LookupError):
    """No bot has that name; says which names there are."""


def names() -> list[str]:
    """The names of all built-in bots."""
    return list(_BOTS)


def named(name: str, seed: int = 0) -> Bot:
    """A new bot of that name; the same seed makes the same decisions."""
    make = _BOTS.get(name)
    if make is None:
        raise UnknownBot(f"there is no bot {name!r}; there are: {', '.join(_BOTS)}")
    return make(seed)
