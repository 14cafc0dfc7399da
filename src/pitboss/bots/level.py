"""A bot and its level, as people write them: `master`, `master:rollouts=1000,goal=win`."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pitboss.bots.option import BadValue, Option, Value


class BadLevel(ValueError):
    """Options that a bot has not got, or can't have like that; the message says what it can."""


@dataclass(frozen=True, slots=True)
class Level:
    """A bot by its name, and the options that are not as usual. Its text is always the same."""

    bot: str
    chosen: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.chosen)
        return f"{self.bot}:{options}" if options else self.bot

    def values(self, options: Sequence[Option]) -> dict[str, Value]:
        """The values to make the bot with."""
        usual = {each.name: each.usual for each in options if each.usual is not None}
        return usual | dict(self.chosen)


def read_level(
    bot: str, text: str, options: Sequence[Option], titles: Collection[str] = ()
) -> Level:
    """The level that the text behind the bot's colon describes; `BadLevel` if it describes none.

    `titles` are names of levels that could have been written instead.
    """
    known = {option.name: option for option in options}
    chosen: dict[str, Value] = {}
    for part in text.split(","):
        name, equals, value = (each.strip() for each in part.partition("="))
        if not known:
            raise BadLevel(f"{bot} has no options; {part!r} can't be chosen")
        if name not in known or not equals:
            named = f"; or a level by name: {', '.join(titles)}" if titles else ""
            raise BadLevel(f"{bot} has no option {part!r}; there are: {_listed(known)}{named}")
        if name in chosen:
            raise BadLevel(f"{bot}:{text} says {name} twice")
        try:
            chosen[name] = known[name].read(value)
        except BadValue as error:
            raise BadLevel(f"{bot}: {error}") from error
    unusual = {name: value for name, value in chosen.items() if value != known[name].usual}
    return Level(bot, tuple(sorted(unusual.items())))


def _listed(known: Mapping[str, Option]) -> str:
    return ", ".join(f"{name} ({option.values})" for name, option in known.items())
