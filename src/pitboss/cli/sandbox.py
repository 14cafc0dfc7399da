"""`pitboss sandbox`: what a hostile bot can't do on this machine."""

from typing import Annotated

import typer
from rich.table import Column
from rich.table import Table as RichTable

from pitboss.cli.commands import FAILED, MISMATCH
from pitboss.cli.options import AsJson
from pitboss.cli.output import console, fail, print_json
from pitboss.cli.waiting import Waiting


def sandbox(
    off: Annotated[
        bool,
        typer.Option("--off", help="Try the same without a sandbox, to see what it is for."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Try everything a hostile bot might, in a sandbox, and show what is held back, and by what.

    The attempts are bounded, and leave nothing behind. Exit code 1 if one of them is successful; 5
    if there can be no sandbox here, and the message says what to do.

    Examples:

        pitboss sandbox

        pitboss sandbox --off --json
    """
    # Imported here, so that --help is quick.
    from pitboss.players.sandbox import NoSandbox, check_sandbox
    from pitboss.players.sandbox.probes import LIMITS, try_everything

    if not off:
        try:
            check_sandbox()
        except NoSandbox as error:
            fail(str(error), FAILED)
    with Waiting("trying"):
        outcomes = try_everything(None if off else LIMITS)
    held = sum(outcome.held for outcome in outcomes)
    if as_json:
        print_json(
            {
                "sandbox": not off,
                "held": held,
                "attempts": [
                    {
                        "name": one.attempt.name,
                        "attempt": one.attempt.what,
                        "held": one.held,
                        "by": one.attempt.keeper if one.held and not off else None,
                        "answer": one.why,
                    }
                    for one in outcomes
                ],
            }
        )
    else:
        grid = RichTable(
            Column("a bot that tries to", no_wrap=True),
            Column("is", no_wrap=True),
            Column("" if off else "by", style="dim"),
            box=None,
            pad_edge=False,
        )
        for one in outcomes:
            told = "[green]held back[/]" if one.held else "[bold red]successful[/]"
            grid.add_row(one.attempt.what, told, "" if off else one.attempt.keeper)
        out = console()
        out.print(grid)
        out.print(
            f"\n{held} of {len(outcomes)} attempts are held back"
            f"{' without a sandbox' if off else ' here'}."
        )
    raise typer.Exit(0 if held == len(outcomes) else MISMATCH)
