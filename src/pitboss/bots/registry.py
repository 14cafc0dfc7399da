"""The bots that play in our own process, by name: ours (ladder.py), and those of other packages.

A bot is chosen by its name, or by name and level (level.py). Choosing loads none of ours: each is
imported when it is made.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pkgutil import resolve_name
from typing import Any, Final

from pitboss.bots.bot import Bot
from pitboss.bots.ladder import LADDER, Rung
from pitboss.bots.level import BadLevel, Level, read_level
from pitboss.bots.option import Option, Value

GROUP: Final = "pitboss.bots"

# Makes a bot from a seed, and a value for each option.
Maker = Callable[..., Bot]


class UnknownBot(LookupError):
    """No usable bot is meant; the message says why, or lists what there is."""


class WrongGame(ValueError):
    """A bot that does not play the game; the message lists those that do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A bot as the registry knows it."""

    about: str
    maker: Callable[[], Maker]
    # Tells it from what it was before; empty: it has never changed.
    version: str = ""
    # The kinds of game that it plays; empty: any.
    games: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    # Levels by name, the usual one included, as `named` takes them; empty: there is but one.
    levels: Mapping[str, str]
    # What was measured of it, if anything.
    time: str = ""
    strength: str = ""

    def plays(self, kind: str) -> bool:
        """Whether it plays this kind of game."""
        return not self.games or kind in self.games


def _ours(name: str, rung: Rung) -> Entry:
    levels = {
        title: str(Level(name, tuple(sorted(values.items()))))
        for title, values in rung.levels.items()
    }
    return Entry(
        about=rung.about,
        maker=lambda: resolve_name(rung.place),
        version=str(rung.version) if rung.version > 1 else "",
        games=rung.games,
        options=rung.options,
        levels=levels,
        time=rung.time,
        strength=rung.strength,
    )


def _foreign(maker: Any, place: str, version: str) -> Entry:
    games: Sequence[str] = getattr(maker, "games", ())
    options: Sequence[Option] = getattr(maker, "options", ())
    if isinstance(games, str) or not all(isinstance(each, str) for each in games):
        raise TypeError(f"games is {games!r}; a tuple of names was expected")
    if not all(isinstance(each, Option) for each in options):
        raise TypeError(f"options is {options!r}; a tuple of pitboss.bots.Option was expected")
    line = (maker.__doc__ or f"from {place}").strip().splitlines()[0]
    return Entry(
        about=line.rstrip("."),
        maker=lambda: maker,
        version=version,
        games=tuple(games),
        options=tuple(options),
        levels={},
    )


@cache
def _registered() -> tuple[dict[str, Entry], dict[str, str]]:
    """The usable bots; and why others can't be used. Both by name."""
    bots = {name: _ours(name, rung) for name, rung in LADDER.items()}
    unusable: dict[str, str] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        if entry.name in bots:
            unusable[entry.name] = f"{entry.value} is named {entry.name!r}, which is taken"
            continue
        try:
            version = entry.dist.version if entry.dist else ""
            bots[entry.name] = _foreign(entry.load(), entry.value, version)
        # A mistake in another package must not affect other bots.
        except Exception as error:
            unusable[entry.name] = f"{entry.value} can't be loaded: {error!r}"
    return bots, unusable


def broken() -> dict[str, str]:
    """The bots of other packages that can't be used, by name, and why."""
    return _registered()[1]


def names(kind: str = "") -> list[str]:
    """The names of all bots that play in our own process, or of those that play the game."""
    return [name for name, each in _registered()[0].items() if not kind or each.plays(kind)]


def entry(text: str) -> Entry:
    """What is known of the bot that the text names, with or without a level."""
    name = text.partition(":")[0]
    known = _registered()[0].get(name)
    if known is None:
        reason = broken().get(name)
        raise UnknownBot(reason or f"there is no bot {name!r}; there are: {', '.join(names())}")
    return known


def about(name: str) -> str:
    """One line about the bot of that name."""
    return entry(name).about


@cache
def level(text: str) -> Level:
    """The bot and its level that the text means: `master:rollouts=1000`, or `master:quick`."""
    name, colon, options = text.partition(":")
    known = entry(name)
    if options in known.levels:
        return level(known.levels[options])
    if not colon:
        return Level(name)
    try:
        return read_level(name, options, known.options, known.levels)
    except BadLevel as error:
        raise UnknownBot(str(error)) from error


def short_name(text: str) -> str:
    """What a bot of that level is called at a table: `master:quick`, where its level has a name."""
    written = str(level(text))
    for title, other in entry(text).levels.items():
        if written == other and written != level(text).bot:
            return f"{level(text).bot}:{title}"
    return written


def check_game(text: str, kind: str) -> None:
    """Raise `WrongGame` if the bot does not play this kind of game."""
    known = entry(text)
    if not known.plays(kind):
        name = text.partition(":")[0]
        raise WrongGame(
            f"{name} plays {' and '.join(known.games)}, not {kind}; "
            f"there are: {', '.join(names(kind))}"
        )


def check_live(text: str) -> None:
    """Raise `UnknownBot` if the level would keep too many others waiting at live tables."""
    chosen = dict(level(text).chosen)
    for option in entry(text).options:
        value = chosen.get(option.name)
        if option.most_live is not None and isinstance(value, int) and value > option.most_live:
            raise UnknownBot(
                f"{text}: {option.name} is at most {option.most_live} at a live table, not {value}"
            )


def named(text: str, seed: int = 0) -> Bot:
    """A new bot of that name and level; with the same seed it makes the same decisions."""
    maker, values = _made_by(text)
    return maker(seed, **values)


@cache
def _made_by(text: str) -> tuple[Maker, dict[str, Value]]:
    known = entry(text)
    return known.maker(), level(text).values(known.options)
