"""The `pitboss` command: its commands, each imported when it is typed, and exit codes."""

import errno
import os
import sys
import traceback
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
import typer.main
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as RichTable
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

from pitboss import COMPILED, __version__

# What a command exits with, for scripts to rely on; 0 is success, and `compare` has its own.
# A check failed.
MISMATCH = 1
BAD_INPUT = 2
# The journal, the workers or the output failed.
FAILED = 5
INTERRUPTED = 130
# What a shell reports for a program that SIGPIPE ended.
READER_GONE = 141

# By group of the help, each command with its line of help, which is the first of its docstring. It
# is the function of its name, in the module of its name.
GROUPS = {
    "Start": {
        "demo": "Play a small mirrored tournament in each game, and show who won, and how sure "
        "that is.",
        "new": "Make a small working bot to start from, with its README and its test.",
        "check": "Check that a bot speaks its protocol: scenario by scenario, then in seeded "
        "games.",
        "shell": "Play a game against bots, in the terminal.",
    },
    "Play": {
        "play": "Play a match and show who is better, and how sure that is.",
        "compare": "Say in one word whether NEW is better than BASE: better, worse, equal or "
        "undecided.",
        "tournament": "Play a tournament; the same command goes on where it was stopped.",
        "serve": "Serve poker tables and UNO rooms to bots and browsers, until interrupted.",
        "join": "Connect a program that talks over its standard input and output to a table of a "
        "server.",
    },
    "Look": {
        "results": "List the events in the journal, or the games of one, or those that were "
        "played on servers.",
        "standings": "Show an event's standings, with intervals.",
        "show": "Show one game event by event, with its result, faults and times, and how to "
        "replay it.",
        "explain": "Explain what a bot's decisions cost it, the costliest first, and its habits.",
        "report": "Write an event's standings, charts, faults and games worth a look as one HTML "
        "file.",
        "export": "Write an event's games for other programs: always the same bytes for the same "
        "games.",
        "replay": "Show the games of a file, or check that they replay to what is recorded.",
    },
    "More": {
        "games": "List the games, their rule presets and how many may play.",
        "bots": "List the built-in bots and their levels, and the other ways to name a bot.",
        "rules": "Show every knob of a preset: its value, what it means, what else it takes.",
        "equity": "Show how often each hand wins, ties, and what share of the pot it takes.",
        "sandbox": "Try everything a hostile bot might, in a sandbox, and show what is held back, "
        "and by what.",
        "calibrate": "Play a bot against itself, and count how often our own statistics are wrong.",
    },
}
COMMANDS = {name: line for group in GROUPS.values() for name, line in group.items()}

_NAME_STYLE = "bold cyan"
_DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


class CommandList(TyperGroup):
    """All commands by group, each with its line of help, in half the time that typer takes.

    typer's own help imports Markdown and tracebacks, which take as long as all the rest.
    """

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Print usage, options and commands."""
        out = Console(highlight=False, emoji=False)
        usage = Text(self.get_usage(ctx), style="bold")
        usage.highlight_regex(r"^Usage: ", "yellow")
        out.print(Padding(usage, 1))
        out.print(Padding(Text(self.help or ""), (0, 1, 1, 1)))
        options = _columns()
        options.add_column(no_wrap=True)
        options.add_column(no_wrap=True)
        options.add_column(ratio=10)
        for option in self.get_params(ctx):
            long = [name for name in option.opts if name.startswith("--")]
            short = [name for name in option.opts if not name.startswith("--")]
            options.add_row(
                Text(",".join(long), style=_NAME_STYLE),
                Text(",".join(short), style="bold green"),
                Text(getattr(option, "help", None) or ""),
            )
        _print_panel(out, "Options", options)
        for title, group in GROUPS.items():
            commands = _columns()
            commands.add_column(style=_NAME_STYLE, no_wrap=True, width=max(map(len, COMMANDS)))
            commands.add_column(ratio=10)
            for name, line in group.items():
                commands.add_row(name, Text(line))
            _print_panel(out, title, commands)


def _columns() -> RichTable:
    return RichTable(show_header=False, expand=True, box=None, pad_edge=False)


def _print_panel(out: Console, title: str, content: RenderableType) -> None:
    out.print(Panel(content, title=title, title_align="left", border_style="dim"))


app = typer.Typer(
    name="pitboss",
    cls=CommandList,
    help="An arena for card-game bots: UNO, Jedna and no-limit hold'em.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def command(name: str) -> Any:
    """The command of that name, with its parameters."""
    alone = typer.Typer(add_completion=False)
    alone.command(name)(getattr(import_module(f"pitboss.cli.{name}"), name))
    return typer.main.get_command(alone)


class LazyCommand(TyperCommand):
    """A command that is listed by a line of help, and imported when it is typed."""

    def make_context(self, *args: Any, **options: Any) -> Any:
        """The context of the command itself, imported now."""
        return command(str(self.name)).make_context(*args, **options)


def _in_its_own_module() -> None:
    """Stand in for a command that has not been imported."""


for _name, _line in COMMANDS.items():
    app.command(_name, cls=LazyCommand, help=_line)(_in_its_own_module)


def _version(wanted: bool) -> None:
    if wanted:
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
        # Typer and rich exit with 1, as Python does, which means something else in `compare` and
        # `replay --verify`.
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
    """Open an empty stream for each standard stream that is missing.

    Otherwise the next file that is opened, such as the journal, would take its place.
    """
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(handle)
    sys.stdin = sys.stdin or os.fdopen(0)
    sys.stdout = sys.stdout or os.fdopen(1, "w")
    sys.stderr = sys.stderr or os.fdopen(2, "w")


def _leave(code: int) -> NoReturn:
    """Exit without writing what is left in the buffers."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    sys.exit(code)
