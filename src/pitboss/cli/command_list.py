"""`pitboss --help`: the commands, looking as typer shows one command, in half the time.

typer's own help imports Markdown and tracebacks, which take as long as all the rest.
"""

from typing import Any

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text
from typer.core import TyperGroup

_NAME_STYLE = "bold cyan"


class CommandList(TyperGroup):
    """All commands, each with its line of help."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Print usage, options and commands."""
        out = Console(highlight=False, emoji=False)
        usage = Text(self.get_usage(ctx), style="bold")
        usage.highlight_regex(r"^Usage: ", "yellow")
        out.print(Padding(usage, 1))
        out.print(Padding(Text(self.help or ""), (0, 1, 1, 1)))
        options = _table()
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
        commands = _table()
        commands.add_column(style=_NAME_STYLE, no_wrap=True, width=max(map(len, self.commands)))
        commands.add_column(ratio=10)
        for name, command in self.commands.items():
            commands.add_row(name, Text(command.help or ""))
        _print_panel(out, "Options", options)
        _print_panel(out, "Commands", commands)


def _table() -> Table:
    return Table(show_header=False, expand=True, box=None, pad_edge=False)


def _print_panel(out: Console, title: str, content: RenderableType) -> None:
    out.print(Panel(content, title=title, title_align="left", border_style="dim"))
