"""Tables for people: one line to a row at any width, and no cell is markup."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_GAP = 2
_LEAST_WIDTH = 12


@dataclass
class Column:
    """A heading and what stands below it."""

    head: str
    right: bool = True
    # Where there is no room for all, columns of higher numbers go first; 0: never.
    spare: int = 0
    # A name: cut short rather than that another column goes.
    shrinks: bool = False
    cells: list[str] = field(default_factory=list)

    def width(self) -> int:
        """Of its longest line."""
        from rich.cells import cell_len

        lines = [self.head, *(line for cell in self.cells for line in cell.split("\n"))]
        return max(map(cell_len, lines))


def fill(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> None:
    """Add rows, which have a cell for each column; what a terminal would obey is spelled out."""
    from pitboss.report.markup import printable

    for row in rows:
        for column, cell in zip(columns, row, strict=True):
            column.cells.append(printable(cell))


def fitted(out: "Console", columns: Sequence[Column], title: str = "") -> "Table":
    """The table, without what there is no room for."""
    from rich.table import Table
    from rich.text import Text

    kept = list(columns)
    while _needed(kept) > out.width and (spare := max(kept, key=lambda one: one.spare)).spare:
        kept.remove(spare)
    room = out.width - _GAP * (len(kept) - 1)
    room -= sum(column.width() for column in kept if not column.shrinks)
    # The short ones first, who leave the others what they don't need.
    shrinking = sorted((one for one in kept if one.shrinks), key=lambda one: one.width())
    widths: dict[int, int] = {}
    for number, column in enumerate(shrinking):
        share = max(_LEAST_WIDTH, room // (len(shrinking) - number))
        widths[id(column)] = min(column.width(), share)
        room -= widths[id(column)]
    table = Table(
        title=Text(title) if title else None, title_justify="left", box=None, pad_edge=False
    )
    for column in kept:
        table.add_column(
            Text(column.head),
            justify="right" if column.right else "left",
            no_wrap=True,
            overflow="ellipsis",
            max_width=widths.get(id(column)),
        )
    for row in zip(*(column.cells for column in kept), strict=True):
        table.add_row(*map(Text, row))
    return table


def _needed(columns: Sequence[Column]) -> int:
    widths = [
        min(column.width(), _LEAST_WIDTH) if column.shrinks else column.width()
        for column in columns
    ]
    return sum(widths) + _GAP * (len(widths) - 1)


def listed(out: "Console", groups: Mapping[str, Sequence[tuple[str, str]]]) -> None:
    """By heading, what to type and what it is: side by side, or one below the other if narrow."""
    from rich.padding import Padding
    from rich.text import Text

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
