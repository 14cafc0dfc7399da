"""The games of an event as columns: a row per game, ordered by block and rotation.

Rows hold only what is the same on every run, so no thinking times.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.games.unit import SHARES, PayoffLimits, Unit
from pitboss.statistics.columns import Columns
from pitboss.statistics.decks import deck_numbers

Rows = NDArray[np.void]


def row_type(seats: int) -> np.dtype[np.void]:
    """The columns of a game; the last six have a value per seat."""
    return np.dtype(
        [
            ("block", "<i8"),
            ("rotation", "<i2"),
            # How many actions were played.
            ("actions", "<i4"),
            # Who sat there.
            ("entrant", "<i2", (seats,)),
            # From 1; equal results share a place.
            ("place", "i1", (seats,)),
            # The raw score of the rules: points, chips.
            ("score", "<i8", (seats,)),
            # The value that counts, in the event's unit: the share of opponents beaten, or bb/100.
            ("payoff", "<f8", (seats,)),
            # Whether the seat was taken out of the game for a fault.
            ("forfeit", "?", (seats,)),
            # How many faults the seat committed.
            ("faults", "<i4", (seats,)),
        ]
    )


@dataclass(frozen=True)
class Results:
    """Games of one event, with the names of its entrants, and the unit and limits of its payoffs.

    Columns are as good as rows and take less memory, but have no games that are out of order.
    """

    names: tuple[str, ...]
    unit: Unit
    games: Rows | Columns
    # How many blocks lie between two games of one deck; 0: all are in one block.
    apart: int = 0
    # None: payoffs that are no shares have no known limits.
    stakes: PayoffLimits | None = None

    def __len__(self) -> int:
        return len(self.games)

    @cached_property
    def rows(self) -> Rows:
        """A row for each game."""
        return self.games.rows() if isinstance(self.games, Columns) else self.games

    def some(self, at: NDArray[np.int64]) -> Rows:
        """The rows of some games."""
        return self.games.rows(at) if isinstance(self.games, Columns) else self.games[at]

    @property
    def seats(self) -> int:
        """How many sit at a table."""
        return int(self.kind["entrant"].shape[0])

    @property
    def kind(self) -> np.dtype[Any]:
        """The `row_type` of its games."""
        return self.games.kind if isinstance(self.games, Columns) else self.games.dtype

    @property
    def limits(self) -> PayoffLimits | None:
        """What a payoff can be."""
        return SHARES if self.unit.is_share else self.stakes

    def column(self, name: str) -> NDArray[Any]:
        """One column: by game, or by game and seat."""
        if isinstance(self.games, Columns):
            return self.games.wide(name)
        values: NDArray[Any] = self.games[name]
        return values

    def narrow(self, name: str) -> NDArray[Any]:
        """The same, with values that may be narrower than in a row: too narrow to reckon with."""
        return self.games.narrow(name) if isinstance(self.games, Columns) else self.games[name]

    @cached_property
    def units(self) -> NDArray[np.int64]:
        """The number, by game, of what chance deals as a whole: a block, or a deck played apart.

        As long as decks are played in part, blocks stand for themselves. They share decks, but in
        changed seats, so that this makes intervals rather too wide.
        """
        blocks: NDArray[np.int64] = self.column("block").astype(np.int64)
        if not self.apart:
            return blocks
        rotations = self.column("rotation").astype(np.int64)
        decks: NDArray[np.int64] = deck_numbers(blocks, rotations, self.apart, self.seats)
        games = np.unique(decks, return_counts=True)[1]
        return decks if (games == self.seats).all() else blocks

    def without_forfeits(self) -> "Results":
        """Only the blocks in which nobody was taken out of a game."""
        marred = np.unique(self.units[self.column("forfeit").any(axis=1)])
        kept = self.rows[~np.isin(self.units, marred)]
        return Results(self.names, self.unit, kept, self.apart, self.stakes)


def in_order(parts: Sequence[Rows]) -> Rows:
    """All rows, each game once, in order; there is at least one part."""
    rows = parts[0] if len(parts) == 1 else np.concatenate(parts)
    keys = rows["block"] * rows.dtype["entrant"].shape[0] + rows["rotation"]
    # A journal's batches are in order and never overlap, and sorting a million rows is slow.
    if not (keys[1:] > keys[:-1]).all():
        rows = rows[np.unique(keys, return_index=True)[1]]
    return rows
