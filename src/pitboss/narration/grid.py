"""A grid of text: what is to be shown in rows and columns, wherever that is."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pitboss.narration.text import printable


@dataclass(frozen=True)
class Column:
    """A heading, and how its column gives way where there is little room."""

    heading: str
    right: bool = True
    # Where there is no room for all, columns of higher numbers go first; 0: never.
    spare: int = 0
    # Holds names, which may be cut short.
    shrinks: bool = False


@dataclass
class Grid:
    """Rows of cells below their headings; a cell is text, never markup."""

    columns: Sequence[Column]
    title: str = ""
    rows: list[list[str]] = field(default_factory=list)

    def add(self, *cells: str) -> None:
        """Add a row, with a cell for each column; what a terminal would obey is spelled out."""
        assert len(cells) == len(self.columns)
        self.rows.append([printable(cell) for cell in cells])
