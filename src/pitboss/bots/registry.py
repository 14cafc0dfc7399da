"""The bots that play in our own process, by name: ours, and those of other packages."""

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Final

from pitboss.bots.bot import Bot
from pitboss.bots.random_bot import RandomBot
from pitboss.bots.simple_bot import SimpleBot

GROUP: Final = "pitboss.bots"

# Makes a bot from a seed.
Maker = Callable[[int], Bot]

_OURS: Final[dict[str, tuple[Maker, str]]] = {
    "random": (RandomBot, "any legal action, all as likely; a raise counts as one"),
    "simple": (SimpleBot, "the first card that plays, else draws, else passes; checks, else calls"),
}


class UnknownBot(LookupError):
    """No usable bot has that name; the message says why, or lists the names."""


@cache
def _registered() -> tuple[dict[str, tuple[Maker, str]], dict[str, str]]:
    """The usable bots, each with a line about it; and why others can't be used. Both by name."""
    bots = dict(_OURS)
    unusable: dict[str, str] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        if entry.name in bots:
            unusable[entry.name] = f"{entry.value} is named {entry.name!r}, which is taken"
            continue
        try:
            maker = entry.load()
        # A mistake in another package must not affect other bots.
        except Exception as error:
            unusable[entry.name] = f"{entry.value} can't be loaded: {error!r}"
            continue
        line = (maker.__doc__ or f"from {entry.value}").strip().splitlines()[0]
        bots[entry.name] = (maker, line.rstrip("."))
    return bots, unusable


def broken() -> dict[str, str]:
    """The bots of other packages that can't be used, by name, and why."""
    return _registered()[1]


def names() -> list[str]:
    """The names of all bots that play in our own process."""
    return list(_registered()[0])


def about(name: str) -> str:
    """One line about the bot of that name."""
    return _registered()[0][name][1]


def named(name: str, seed: int = 0) -> Bot:
    """A new bot of that name; with the same seed it makes the same decisions."""
    bots = _registered()[0]
    if name not in bots:
        reason = broken().get(name) or f"there is no bot {name!r}; there are: {', '.join(bots)}"
        raise UnknownBot(reason)
    return bots[name][0](seed)
