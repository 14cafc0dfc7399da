"""Grids on a terminal: one line to a row at any width, and no cell is markup."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.narration.grid import Grid

_GAP = 2
_LEAST_WIDTH = 12


def column_widths(grid: Grid) -> list[int]:
    """The width of each column's longest line."""
    return [
        max(cell_len(line) for cell in (column.heading, *cells) for line in cell.split("\n"))
        for column, *cells in zip(grid.columns, *grid.rows, strict=True)
    ]


def fitted(out: Console, grid: Grid) -> Table:
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
    # The narrow ones first: they leave the others what they don't need.
    shrinking = sorted((at for at in kept if columns[at].shrinks), key=lambda at: widths[at])
    limits: dict[int, int] = {}
    for number, at in enumerate(shrinking):
        share = max(_LEAST_WIDTH, room // (len(shrinking) - number))
        limits[at] = min(widths[at], share)
        room -= limits[at]
    title = Text(grid.title) if grid.title else None
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for at in kept:
        table.add_column(
            Text(columns[at].heading),
            justify="right" if columns[at].right else "left",
            no_wrap=True,
            overflow="ellipsis",
            max_width=limits.get(at),
        )
    for row in grid.rows:
        table.add_row(*(Text(row[at]) for at in kept))
    return table


def _least_width(grid: Grid, kept: Sequence[int]) -> int:
    """How much room these columns need when names are cut short."""
    least = [
        min(width, _LEAST_WIDTH) if column.shrinks else width
        for at, (column, width) in enumerate(zip(grid.columns, column_widths(grid), strict=True))
        if at in kept
    ]
    return sum(least) + _GAP * (len(least) - 1)


def print_list(out: Console, groups: Mapping[str, Sequence[tuple[str, str]]]) -> None:
    """By heading, what to type and what it is: side by side, or one below the other if narrow."""
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
