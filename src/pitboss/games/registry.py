"""All games: ours, and those of other packages by the entry point group `pitboss.games`."""

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from pitboss.games.holdem import CASH, HAND, TOURNAMENT
from pitboss.games.kind import Kind
from pitboss.games.uno import UNO

GROUP = "pitboss.games"


class UnknownGame(LookupError):
    """No game has that name; the message lists the names."""


@cache
def kinds() -> dict[str, Kind[Any, Any]]:
    """All kinds of game by name: ours first, then those of other installed packages."""
    by_name: dict[str, Kind[Any, Any]] = {kind.name: kind for kind in (UNO, HAND, TOURNAMENT, CASH)}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        kind = entry.load()
        if not isinstance(kind, Kind):
            raise TypeError(f"entry point {entry.value} is no pitboss.games.kind.Kind")
        if kind.name in by_name:
            raise ValueError(f"{entry.value} is named {kind.name!r}, which is taken")
        by_name[kind.name] = kind
    return by_name


def kind_named(name: str) -> Kind[Any, Any]:
    """The kind of game with that name."""
    kind = kinds().get(name)
    if kind is None:
        raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(kinds())}")
    return kind


def find(text: str) -> tuple[Kind[Any, Any], str]:
    """The kind and the rules text that a user means by a kind or a preset, with any knobs."""
    name = text.split(",")[0].split("@")[0]
    if name in kinds():
        kind = kinds()[name]
        rest = text.partition(",")[2]
        return kind, f"{next(iter(kind.presets))},{rest}" if rest else ""
    for kind in kinds().values():
        if name in kind.presets:
            return kind, text
    names = [*kinds(), *(preset for kind in kinds().values() for preset in kind.presets)]
    raise UnknownGame(f"there is no game {name!r}; there are: {', '.join(dict.fromkeys(names))}")
