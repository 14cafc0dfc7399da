"""How every command prints: to people, as JSON to programs, errors without a traceback."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, NoReturn, Self

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from pitboss.cli.exit_codes import BAD_INPUT
from pitboss.narration.text import printable

_PATIENCE_SECONDS = 1.0
_PIPE_WIDTH = 120


def console() -> Console:
    """Standard output, as wide as the terminal or $COLUMNS say, or wide enough for a pipe."""
    known = sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdecimal()
    return Console(highlight=False, emoji=False, width=None if known else _PIPE_WIDTH)


def print_json(value: Any) -> None:
    """One JSON document, indented."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def fail(message: str, code: int = BAD_INPUT) -> NoReturn:
    """Print what is wrong and exit; the default code says that the input was bad."""
    # It may quote a bot, whose text may hold control sequences.
    typer.echo(f"pitboss: {printable(message)}", err=True)
    raise typer.Exit(code)


@contextmanager
def bad_input(*errors: type[Exception], about: str = "") -> Iterator[None]:
    """Exit with the message of such an error, which says what is wrong with the input."""
    try:
        yield
    except errors as error:
        fail(f"{about}: {error}" if about else str(error))


class Waiting:
    """A bar with the time left, shown on a terminal once the work has taken a second."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._began = monotonic()
        self._bar: Progress | None = None
        self._task = TaskID(0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def tell(self, done: int, total: int) -> None:
        """How far the work is."""
        if self._bar is None:
            if not sys.stderr.isatty() or monotonic() - self._began < _PATIENCE_SECONDS:
                return
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.percentage:3.0f}%"),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._task = self._bar.add_task(self._what, total=total)
            self._bar.start()
        self._bar.update(self._task, completed=done, total=total)
