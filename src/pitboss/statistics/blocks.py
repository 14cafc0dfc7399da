"""Whole mirrored blocks as columns, the source of every interval. Single games are in results.py.

A block's places are the seats of its first game. In game r, place k sits at seat (k - r) mod n, as
in `plan.Block.seatings`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.statistics.results import Results

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Groups with fewer blocks than this are resampled together, and so are all if there are many.
FEW = 4
_MANY = 2000
# How many blocks are in memory in full at a time.
_PIECE = 50_000
# With more entrants, the blocks of each are looked up in a list.
_FEW_ENTRANTS = 8


@dataclass(frozen=True)
class Blocks:
    """The complete blocks of some results, ordered by number."""

    results: Results
    number: NDArray[Any]
    # Entrants by block and place.
    entrants: Ints
    # The row of each game, by block and rotation, or the rows if they are as they come.
    games: Ints | range
    # Only of the last column that was asked for.
    _means: dict[str, Floats] = field(default_factory=dict, repr=False, compare=False)
    _extents: dict[str, tuple[float, float]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def __len__(self) -> int:
        return len(self.number)

    @property
    def seats(self) -> int:
        """How many sit at a table, and so how many games a block has."""
        return self.results.seats

    @property
    def left_out(self) -> int:
        """How many games belong to incomplete blocks."""
        return len(self.results) - len(self) * self.seats

    @property
    def rows(self) -> Ints:
        """The row of each game, by block and rotation."""
        if isinstance(self.games, range):
            return np.arange(self.games.start, self.games.stop).reshape(-1, self.seats)
        return self.games

    def pieces(self) -> Iterator[tuple[slice, "Blocks"]]:
        """The same blocks some at a time, and which they are."""
        for start in range(0, len(self), _PIECE):
            at = slice(start, min(start + _PIECE, len(self)))
            games = self.games
            if isinstance(games, range):
                games = games[at.start * self.seats : at.stop * self.seats]
            else:
                games = games[at]
            yield at, Blocks(self.results, self.number[at], self.entrants[at], games)

    def column(self, name: str) -> NDArray[Any]:
        """A per-seat column, by block, rotation and place."""
        games = self._games(name)
        column = np.empty(games.shape, self.results.kind[name].base)
        for rotation in range(self.seats):
            for place in range(self.seats):
                column[:, rotation, place] = games[:, rotation, (place - rotation) % self.seats]
        return column

    def by_seat(self, name: str) -> NDArray[Any]:
        """A per-seat column, by block, seat and place."""
        places = np.arange(self.seats)
        games = self._games(name)
        column = np.empty(games.shape, self.results.kind[name].base)
        for seat in range(self.seats):
            column[:, seat] = games[:, (places - seat) % self.seats, seat]
        return column

    def mean(self, name: str) -> Floats:
        """The mean over each block's games, by block and place."""
        if name not in self._means:
            self._means.clear()
            total = self.total(name, np.float64)
            total /= self.seats
            self._means[name] = total
        return self._means[name]

    def total(self, name: str, kind: type[np.generic]) -> NDArray[Any]:
        """The sum over each block's games, by block and place."""
        games = self._games(name)
        total = np.zeros((len(self), self.seats), kind)
        for rotation in range(self.seats):
            for place in range(self.seats):
                total[:, place] += games[:, rotation, (place - rotation) % self.seats]
        return total

    def some(self, most: int) -> "Blocks":
        """At most so many of the blocks, evenly spaced."""
        if len(self) <= most:
            return self
        at = np.linspace(0, len(self) - 1, most).astype(np.int64)
        games = at[:, np.newaxis] * self.seats + np.arange(self.seats)
        if isinstance(self.games, range):
            games += self.games.start
        else:
            games = self.games[at]
        return Blocks(self.results, self.number[at], self.entrants[at], games)

    def extent(self, name: str) -> tuple[float, float]:
        """The least and the greatest mean of anybody in a block."""
        if name not in self._extents:
            mean = self.mean(name)
            ends = (float(mean.min()), float(mean.max())) if mean.size else (0.0, 0.0)
            self._extents[name] = ends
        return self._extents[name]

    @cached_property
    def groups(self) -> Ints:
        """A number for each block, equal where the entrants are the same in any order."""
        return labels(np.sort(self.entrants, axis=1))

    @cached_property
    def are_one_group(self) -> bool:
        """Whether the entrants of all blocks are the same."""
        return not self.groups.any()

    @property
    def strata(self) -> Ints:
        """The blocks that are resampled together: those of a group, and -1 for all small groups."""
        groups = self.groups
        sizes = np.bincount(groups)
        few = FEW if len(sizes) <= _MANY else len(groups) + 1
        return np.where(sizes[groups] < few, -1, groups)

    def of(self, entrant: int, name: str = "payoff") -> tuple[Floats, Ints]:
        """An entrant's mean in each of its blocks, and the positions of those blocks."""
        if len(self.results.names) <= _FEW_ENTRANTS:
            own = np.flatnonzero(self.entrants.ravel() == entrant)
        else:
            cells, ends = self._cells
            own = cells[ends[entrant] : ends[entrant + 1]]
        return self.mean(name).ravel()[own], own // self.seats

    @cached_property
    def _cells(self) -> tuple[Ints, Ints]:
        """The cells of `entrants` in order of entrant, and where each entrant's begin."""
        flat = self.entrants.ravel()
        # Short integers are sorted by radix.
        cells = np.argsort(flat.astype(np.int16), kind="stable")
        count = np.bincount(flat, minlength=len(self.results.names))
        return cells, np.concatenate([[0], np.cumsum(count)])

    def differences(self, one: int, other: int, name: str = "payoff") -> Floats:
        """One entrant's mean minus another's, for each block in which both played."""
        mean = self.mean(name)
        ones, others = self.entrants == one, self.entrants == other
        both = ones.any(axis=1) & others.any(axis=1)
        at = np.arange(len(self))[both]
        gaps: Floats = mean[at, ones[both].argmax(axis=1)] - mean[at, others[both].argmax(axis=1)]
        return gaps

    def _games(self, name: str) -> NDArray[Any]:
        """A per-seat column, by block, rotation and seat; its values may be narrow."""
        values = self.results.narrow(name)
        if isinstance(self.games, range):
            games = values[self.games.start : self.games.stop]
            return games.reshape(-1, self.seats, self.seats)
        picked: NDArray[Any] = values[self.games]
        return picked


def blocks_of(results: Results) -> Blocks:
    """The blocks of which no game is missing."""
    whole = _all_whole(results)
    number, games = _whole(results) if whole is None else whole
    first = slice(None, None, results.seats) if isinstance(games, range) else games[:, 0]
    entrants = results.narrow("entrant")[first].astype(np.int64)
    blocks = Blocks(results, number, entrants, games)
    for _, piece in blocks.pieces():
        strange = (piece.column("entrant") != piece.entrants[:, np.newaxis]).any(axis=(1, 2))
        if strange.any():
            strange_one = piece.number[strange.argmax()]
            raise ValueError(f"block {strange_one} does not rotate its entrants")
    return blocks


def _all_whole(results: Results) -> tuple[NDArray[Any], range] | None:
    """The blocks' numbers and all rows, if every block is whole and all are in order."""
    seats = results.seats
    if results.apart or len(results) % seats:
        return None
    number = results.narrow("block").reshape(-1, seats)
    rotation = results.narrow("rotation").reshape(-1, seats)
    first = number[:, 0]
    if (
        (number != first[:, np.newaxis]).any()
        or (rotation != np.arange(seats, dtype=np.int16)).any()
        or (first[1:] <= first[:-1]).any()
    ):
        return None
    return first, range(len(results))


def _whole(results: Results) -> tuple[NDArray[Any], Ints]:
    """The numbers of the blocks that are whole, and the rows of their games."""
    seats = results.seats
    number, rotation = results.units, results.column("rotation")
    order = np.arange(len(number))
    keys = number * seats + rotation
    if not (keys[1:] > keys[:-1]).all():
        order = np.lexsort((rotation, number))
        number, rotation = number[order], rotation[order]
    starts = np.flatnonzero(np.diff(number, prepend=number[:1] - 1))
    sizes = np.diff(starts, append=len(number))
    rows = starts[sizes == seats][:, np.newaxis] + np.arange(seats)
    rows = rows[(rotation[rows] == np.arange(seats)).all(axis=1)]
    return number[rows[:, 0]].astype(np.int64), order[rows]


def labels(rows: NDArray[Any]) -> Ints:
    """A number from 0 for each row of small non-negative integers, equal for equal rows."""
    numbers = np.zeros(len(rows), np.int64)
    for column in rows.T:
        # Dense again after every column, so that nothing overflows.
        numbers = dense(numbers * (int(column.max(initial=0)) + 1) + column)
    return numbers


def dense(keys: Ints) -> Ints:
    """Equal keys as equal numbers from 0, in the same order."""
    top = int(keys.max(initial=0)) + 1
    if top > 4 * len(keys) + 1000:
        return np.unique(keys, return_inverse=True)[1].reshape(-1).astype(np.int64)
    # Sorting takes many times as long.
    numbers: Ints = (np.cumsum(np.bincount(keys, minlength=top) > 0) - 1)[keys]
    return numbers
