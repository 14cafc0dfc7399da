"""The command line: one file per command. Engines are imported by the commands that need them."""

import errno
import os
import sys
import traceback
from typing import Annotated, NoReturn

import typer

from pitboss.cli.bots import bots
from pitboss.cli.calibrate import calibrate
from pitboss.cli.compare import compare
from pitboss.cli.demo import demo
from pitboss.cli.equity import equity
from pitboss.cli.export import export
from pitboss.cli.games import games
from pitboss.cli.output import FAILED, INTERRUPTED, READER_GONE
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

_DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

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
    _open_streams()
    try:
        try:
            app(prog_name="pitboss")
        finally:
            sys.stdout.flush()
    except SystemExit as left:
        # Typer and rich say 1, as Python does, by which `compare` and `replay --verify` mean
        # something.
        if isinstance(left.__context__, BrokenPipeError):
            _leave(READER_GONE)
        raise
    except BrokenPipeError:
        _leave(READER_GONE)
    except KeyboardInterrupt:
        _leave(INTERRUPTED)
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _DISK_ERRORS:
            typer.echo(f"pitboss: the output can't be written: {error.strerror}", err=True)
        else:
            traceback.print_exc()
        _leave(FAILED)


def _open_streams() -> None:
    """Give a command that was started without some standard stream an empty one.

    Otherwise the next file that is opened would take its place, such as the journal.
    """
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(handle)
    sys.stdin = sys.stdin or os.fdopen(0)
    sys.stdout = sys.stdout or os.fdopen(1, "w")
    sys.stderr = sys.stderr or os.fdopen(2, "w")


def _leave(code: int) -> NoReturn:
    """Leave without another try to write what could not be written."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    sys.exit(code)
