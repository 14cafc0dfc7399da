"""Text made safe to show, and grids of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

# The longest excerpt.
_LONGEST = 3000


def printable(text: str) -> str:
    """The text with control and direction characters spelled out."""
    if text.isprintable():
        return text
    return "".join(
        char
        if char.isprintable() or char in "\n\t"
        else f"\\u{ord(char):04x}"
        if char != "\r"
        else ""
        for char in text
    )


def excerpt(text: str, most: int = _LONGEST) -> str:
    """The end of a long text, which says most."""
    return text if len(text) <= most else f"... {text[-most:]}"


def some_of(names: Sequence[str], most: int = 3) -> str:
    """The first few of a list, and how many more there are."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


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
        """Add a row, with a cell for each column; control characters are spelled out."""
        assert len(cells) == len(self.columns)
        self.rows.append([printable(cell) for cell in cells])

    def first(self, most: int) -> "Grid":
        """The same with so many rows at most."""
        return Grid(self.columns, self.title, self.rows[:most])
