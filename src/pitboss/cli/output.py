"""Where commands write: text, grids and JSON to the terminal, errors, and whole files."""

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

import msgspec
import typer
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from pitboss.cli.commands import BAD_INPUT
from pitboss.narration.text import Grid, printable

STDOUT = "-"

_PIPE_WIDTH = 120
_GAP = 2
_LEAST_WIDTH = 12


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
    """Exit with the message of such an error."""
    try:
        yield
    except errors as error:
        fail(f"{about}: {error}" if about else str(error))


def column_widths(grid: Grid) -> list[int]:
    """The width of each column's longest line."""
    return [
        max(cell_len(line) for cell in (column.heading, *cells) for line in cell.split("\n"))
        for column, *cells in zip(grid.columns, *grid.rows, strict=True)
    ]


def fitted(out: Console, grid: Grid) -> RichTable:
    """The grid as rich prints it, without the columns for which there is no room."""
    columns, widths = grid.columns, column_widths(grid)
    kept = list(range(len(columns)))

    while _least_width(grid, kept) > out.width:
        first = max(kept, key=lambda at: columns[at].spare)
        if not columns[first].spare:
            break
        kept.remove(first)
    room = out.width - _GAP * (len(kept) - 1)
    room -= sum(widths[at] for at in kept if not columns[at].shrinks)
    # The narrow ones first: what they don't need is left for the others.
    shrinking = sorted((at for at in kept if columns[at].shrinks), key=lambda at: widths[at])
    limits: dict[int, int] = {}
    for number, at in enumerate(shrinking):
        share = max(_LEAST_WIDTH, room // (len(shrinking) - number))
        limits[at] = min(widths[at], share)
        room -= limits[at]
    title = Text(grid.title) if grid.title else None
    shown = RichTable(title=title, title_justify="left", box=None, pad_edge=False)
    for at in kept:
        shown.add_column(
            Text(columns[at].heading),
            justify="right" if columns[at].right else "left",
            no_wrap=True,
            overflow="ellipsis",
            max_width=limits.get(at),
        )
    for row in grid.rows:
        shown.add_row(*(Text(row[at]) for at in kept))
    return shown


def _least_width(grid: Grid, kept: Sequence[int]) -> int:
    """How much room these columns need when names are cut short."""
    least = [
        min(width, _LEAST_WIDTH) if column.shrinks else width
        for at, (column, width) in enumerate(zip(grid.columns, column_widths(grid), strict=True))
        if at in kept
    ]
    return sum(least) + _GAP * (len(least) - 1)


def print_list(out: Console, groups: Mapping[str, Sequence[tuple[str, str]]]) -> None:
    """By heading, words to type with their meaning beside them, or below if there is no room."""
    pairs = [pair for group in groups.values() for pair in group]
    width = max(len(text) for text, _ in pairs)
    beside = all(2 + width + _GAP + len(about) <= out.width for _, about in pairs)
    for number, (heading, group) in enumerate(groups.items()):
        out.print(Text(f"\n{heading}" if number else heading, style="bold"))
        for text, about in group:
            if beside:
                out.print(f"  {text:<{width}}  {about}", markup=False)
            else:
                # Whole, to be copied.
                out.print(f"  {text}", markup=False, soft_wrap=True)
                out.print(Padding(Text(about), (0, 0, 0, 6)))


@contextmanager
def whole_file(name: str) -> Iterator[BinaryIO]:
    """A file to write to, which gets its name once it is complete; `-` is standard output."""
    if name == STDOUT:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(name)
    if path.exists() and not path.is_file():
        # A pipe or a device is written to, never replaced.
        try:
            with path.open("wb") as file:
                yield file
        except OSError as error:
            fail(f"{name} can't be written: {error.strerror}")
        return
    # What a link leads to is replaced, not the link.
    path = path.resolve()
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        fail(f"{name} can't be written: {error.strerror}")
    try:
        with os.fdopen(handle, "wb") as whole:
            yield whole
            whole.flush()
            os.fsync(whole.fileno())
        # A temporary file is private; the finished one gets the usual permissions.
        mask = os.umask(0)
        os.umask(mask)
        Path(temporary).chmod(0o666 & ~mask)
        Path(temporary).replace(path)
    except OSError as error:
        fail(f"{name} can't be written: {error.strerror}")
    finally:
        with suppress(FileNotFoundError):
            Path(temporary).unlink()
