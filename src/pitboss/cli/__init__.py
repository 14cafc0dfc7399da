"""The command line: one file per command. Engines are imported by the commands that need them."""

import sys
import traceback
from typing import Annotated

import typer

from pitboss.cli.bots import bots
from pitboss.cli.calibrate import calibrate
from pitboss.cli.compare import compare
from pitboss.cli.demo import demo
from pitboss.cli.equity import equity
from pitboss.cli.export import export
from pitboss.cli.games import games
from pitboss.cli.output import FAILED
from pitboss.cli.play import play
from pitboss.cli.replay import replay
from pitboss.cli.report import report
from pitboss.cli.results import results
from pitboss.cli.rules import rules
from pitboss.cli.serve import serve
from pitboss.cli.show import show
from pitboss.cli.standings import standings
from pitboss.cli.tournament import tournament

__all__ = ["app", "main"]

app = typer.Typer(
    name="pitboss",
    help="An arena for card-game bots: UNO, Jedna and no-limit hold'em.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    demo,
    play,
    compare,
    tournament,
    serve,
    results,
    standings,
    report,
    show,
    export,
    replay,
    calibrate,
    equity,
    games,
    bots,
    rules,
):
    app.command()(command)


def _version(wanted: bool) -> None:
    if wanted:
        from pitboss import COMPILED, __version__

        engines = "compiled" if COMPILED else "pure Python"
        typer.echo(f"pitboss {__version__} ({engines} engines)")
        raise typer.Exit


@app.callback()
def _pitboss(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version and the build."
        ),
    ] = False,
) -> None:
    """An arena for card-game bots: UNO, Jedna and no-limit hold'em."""


def main() -> None:
    """The `pitboss` command."""
    try:
        app(prog_name="pitboss")
    except Exception:
        # Python would leave with 1, which `compare` and `replay --verify` mean something by.
        traceback.print_exc()
        sys.exit(FAILED)
