"""`pitboss rules`: every knob of a game's rules."""

from typing import Annotated

import typer
from rich.table import Column
from rich.table import Table as RichTable

from pitboss.cli.options import AsJson
from pitboss.cli.output import bad_input, console, fail, print_json
from pitboss.events.settings_reader import did_you_mean


def rules(
    name: Annotated[
        str,
        typer.Argument(help="A preset or a game, with knobs if you like: official,target=0."),
    ],
    as_json: AsJson = False,
) -> None:
    """Show every knob of a preset: its value, what it means, what else it takes.

    Examples:

        pitboss rules official

        pitboss rules official,target=0

        pitboss rules algopoker --json
    """
    # Imported here, so that --help is quick.
    from pitboss.games.registry import UnknownGame, find, kinds
    from pitboss.games.rules import BadRules, choices, knobs, write_value

    try:
        kind, text = find(name)
    except UnknownGame as error:
        known = [*kinds(), *(preset for kind in kinds().values() for preset in kind.presets)]
        fail(f"{error}{did_you_mean(name.partition(',')[0], known)}")
    with bad_input(BadRules):
        chosen = kind.rules(text)
    preset = kind.presets[chosen.preset]
    rows = [
        {
            "knob": knob,
            "value": write_value(chosen, knob),
            "preset": write_value(preset, knob),
            "meaning": field.metadata["meaning"],
            "choices": choices(type(chosen), knob),
        }
        for knob, field in knobs(type(chosen)).items()
    ]
    written = kind.write_rules(chosen)
    if as_json:
        print_json({"game": kind.name, "rules": written, "knobs": rows})
        return
    out = console()
    out.print(f"[bold]{kind.title}[/bold], rules {written}\n")
    # Nothing is cut off, least of all what is to be typed.
    grid = RichTable(Column("knob", no_wrap=True), box=None, pad_edge=False)
    for head in ("value", "meaning", "takes"):
        grid.add_column(head, overflow="fold")
    for row in rows:
        changed = row["value"] != row["preset"]
        value = f"[bold]{row['value']}[/bold] (not {row['preset']})" if changed else row["value"]
        grid.add_row(row["knob"], value, row["meaning"], ", ".join(row["choices"]) or "a number")
    out.print(grid)
