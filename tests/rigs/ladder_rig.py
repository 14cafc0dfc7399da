"""The built-in bots for tests: each in every game that it plays, with little time to think."""

from collections.abc import Iterator

from pitboss import bots
from pitboss.games.registry import kinds

# How often a search plays out or samples in a test: enough to come to a decision of its own.
_LITTLE = 24


def quick(name: str) -> str:
    """The bot at a level that decides quickly."""
    numbers = [option for option in bots.entry(name).options if not option.words]
    chosen = ",".join(f"{option.name}={max(option.least, _LITTLE)}" for option in numbers)
    return f"{name}:{chosen}" if chosen else name


def every_bot_and_preset() -> Iterator[tuple[str, str, str]]:
    """(bot, kind, preset) of all that go together."""
    for name in bots.names():
        for kind in kinds().values():
            if bots.entry(name).plays(kind.name):
                yield from ((quick(name), kind.name, preset) for preset in kind.presets)
