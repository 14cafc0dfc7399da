"""`pitboss bots`: the built-in bots and their levels, and how to name one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Column
from rich.table import Table as RichTable
from rich.text import Text

from pitboss.cli.options import AsJson
from pitboss.cli.output import console, print_json, print_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pitboss.bots import Entry, Option

# A table needs so many columns.
_TABLE = 100
_OTHERS = (
    ("simple:3", "three of a built-in bot"),
    ("./mybot.py", "a program: run as it is, or by python, ruby or node"),
    ('"java -jar bot.jar"', "a command line"),
    ("\"cmd='ruby agent.rb' name=Rb timeout=2\"", "the same with a name and a time limit"),
    ("\"cmd='python3 bot.py {url}' wire=websocket\"", "a program that connects to us"),
)


def bots(as_json: AsJson = False) -> None:
    """List the built-in bots and their levels, and the other ways to name a bot.

    Examples:

        pitboss bots

        pitboss bots --json
    """
    # Imported here, so that --help is quick.
    from pitboss import bots as built_in

    known = {name: built_in.entry(name) for name in built_in.names()}
    if as_json:
        print_json([_row(name, entry) for name, entry in known.items()])
        return
    out = console()
    if out.width < _TABLE:
        print_list(out, {"Built in": tuple(_list(known))})
    else:
        out.print(_grid(known))
    out.print()
    if levels := tuple(_levels(known)):
        print_list(out, {"Levels": levels})
        out.print()
    print_list(out, {"Your own": _OTHERS})


def _row(name: str, entry: Entry) -> dict[str, Any]:
    return {
        "name": name,
        "about": entry.about,
        "games": _games(entry),
        "options": [
            {
                "name": option.name,
                "meaning": option.meaning,
                "values": option.values,
                "usual": option.usual,
            }
            for option in entry.options
        ],
        "levels": dict(entry.levels),
        "time": entry.time,
        "strength": entry.strength,
    }


def _games(entry: Entry) -> list[str]:
    from pitboss.games.registry import kinds

    return [kind for kind in kinds() if entry.plays(kind)]


def _told(known: Mapping[str, Entry]) -> dict[str, list[str]]:
    """What is told of the bots, by headings; headings of nothing are left out."""
    entries = known.values()
    told = {
        "what it does": [entry.about for entry in entries],
        "games": [", ".join(_games(entry)) if entry.games else "all" for entry in entries],
        "thinks up to": [entry.time for entry in entries],
        "beats of all bots": [entry.strength for entry in entries],
    }
    return {heading: texts for heading, texts in told.items() if any(texts)}


def _grid(known: Mapping[str, Entry]) -> RichTable:
    told = _told(known)
    grid = RichTable(Column("bot", no_wrap=True), box=None, pad_edge=False)
    for heading in told:
        grid.add_column(heading, overflow="fold")
    for name, *texts in zip(known, *told.values(), strict=True):
        grid.add_row(name, *map(Text, texts))
    return grid


def _list(known: Mapping[str, Entry]) -> Iterator[tuple[str, str]]:
    """The same where a table would break words."""
    told = _told(known)
    for name, about, *others in zip(known, *told.values(), strict=True):
        more = zip(list(told)[1:], others, strict=True)
        yield name, "\n".join([about, *(f"{heading}: {text}" for heading, text in more if text)])


def _levels(known: Mapping[str, Entry]) -> Iterator[tuple[str, str]]:
    """What can be chosen of each bot: an example to type, and what it means."""
    for name, entry in known.items():
        for option in entry.options:
            values = option.values if option.words else f"{option.least} to {option.most}"
            yield f"{name}:{option.name}={_example(option)}", f"{option.meaning} ({values})"
        if len(entry.options) > 1:
            both = ",".join(f"{option.name}={_example(option)}" for option in entry.options)
            yield f"{name}:{both}", "several of them"


def _example(option: Option) -> str:
    """A value to show."""
    if option.words:
        return option.words[-1]
    return str(min(1000, option.most))
