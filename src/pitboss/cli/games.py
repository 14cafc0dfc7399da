"""`pitboss games`: which games there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Column
from rich.table import Table as RichTable

from pitboss.cli.options import AsJson
from pitboss.cli.output import console, print_json

if TYPE_CHECKING:
    from pitboss.games.kind import Kind


def games(as_json: AsJson = False) -> None:
    """List the games, their rule presets and how many may play.

    Examples:

        pitboss games

        pitboss games --json
    """
    # Imported here, so that --help is quick.
    from pitboss.games.registry import kinds

    rows = [_row(name, kind) for name, kind in kinds().items()]
    if as_json:
        print_json(rows)
        return
    # Whole words, to be typed.
    longest = max(len(preset) for row in rows for preset in row["presets"])
    game, presets = Column("game", no_wrap=True), Column("presets", min_width=longest + 1)
    grid = RichTable(game, presets, "seats", "what it is", box=None, pad_edge=False)
    for row in rows:
        seats = f"{row['fewest']} to {row['most']}"
        grid.add_row(row["game"], ", ".join(row["presets"]), seats, row["title"])
    console().print(grid)
    console().print("\nRules in full: [bold]pitboss rules PRESET[/bold]")


def _row(name: str, kind: Kind[Any, Any]) -> dict[str, Any]:
    seats = kind.seats(kind.rules())
    return {
        "game": name,
        "title": kind.title,
        "presets": list(kind.presets),
        "fewest": seats[0],
        "most": seats[-1],
    }
