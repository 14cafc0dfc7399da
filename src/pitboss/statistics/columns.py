"""Many games by column, each value as narrow as all of its column allow.

As rows, three million games of two bots take 190 MB.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

# From narrow to wide.
_INTEGERS = tuple(np.dtype(name) for name in ("i1", "<i2", "<i4", "<i8"))
_FLOATS = tuple(np.dtype(name) for name in ("<f4", "<f8"))


class Columns:
    """The columns of games of one `row_type`, filled part by part."""

    def __init__(self, kind: np.dtype[np.void], room: int) -> None:
        self.kind = kind
        self._room = room
        self._games = 0
        # A column of zeros takes no memory.
        self._columns: dict[str, NDArray[Any]] = {}

    def __len__(self) -> int:
        return self._games

    def add(self, part: Mapping[str, NDArray[Any]]) -> None:
        """Take in more games."""
        games = len(next(iter(part.values())))
        end = self._games + games
        if end > self._room:
            self._room = max(end, self._room + self._room // 8)
            for name, known in self._columns.items():
                self._columns[name] = self._moved(name, known.dtype)
        for name in self.kind.names or ():
            values = part[name]
            column = self._columns.get(name)
            if column is None or not _fits(values, column.dtype):
                # Floats have a zero with a sign.
                if column is None and values.dtype.kind != "f" and not values.any():
                    continue
                least = None if column is None else column.dtype
                column = self._columns[name] = self._moved(name, _narrowest(values, least))
            column[self._games : end] = values
        self._games = end

    def _moved(self, name: str, kind: np.dtype[Any]) -> NDArray[Any]:
        """The column with values of that kind and with all its room, which is zeros."""
        column = np.zeros((self._room, *self.kind[name].shape), kind)
        if name in self._columns:
            column[: self._games] = self._columns[name][: self._games]
        return column

    def narrow(self, name: str) -> NDArray[Any]:
        """A column, with values that may be narrower than in a row."""
        column = self._columns.get(name)
        if column is None:
            return np.broadcast_to(np.zeros((), self.kind[name].base), self._shape(name))
        return column[: self._games]

    def wide(self, name: str) -> NDArray[Any]:
        """A column as rows have it."""
        return self.narrow(name).astype(self.kind[name].base, copy=False)

    def rows(self, at: NDArray[np.int64] | slice = slice(None)) -> NDArray[np.void]:
        """Some games as rows, or all."""
        columns = {name: self.narrow(name)[at] for name in self.kind.names or ()}
        rows = np.empty(len(columns["block"]), self.kind)
        for name, values in columns.items():
            rows[name] = values
        return rows

    def _shape(self, name: str) -> tuple[int, ...]:
        return (self._games, *self.kind[name].shape)


def _fits(values: NDArray[Any], kind: np.dtype[Any]) -> bool:
    if values.dtype.itemsize <= kind.itemsize:
        return True
    if kind.kind == "f":
        with np.errstate(over="ignore"):
            return bool((values.astype(kind) == values).all())
    ends = np.iinfo(kind)
    return bool(values.min() >= ends.min and values.max() <= ends.max)


def _narrowest(values: NDArray[Any], least: np.dtype[Any] | None) -> np.dtype[Any]:
    """The narrowest kind that holds the values exactly and is not narrower than `least`."""
    kinds = {"i": _INTEGERS, "f": _FLOATS}
    for kind in kinds.get(values.dtype.kind, ()):
        if (least is None or kind.itemsize >= least.itemsize) and _fits(values, kind):
            return kind
    widest: np.dtype[Any] = values.dtype
    return widest
