"""Forfeits and faults in a comparison: how many, whose, and what the other games say.

The verdict is over all games. Those in which nothing went wrong are a selection, so what they say
only describes them.
"""

from dataclasses import dataclass, field

import msgspec
import numpy as np

from pitboss.games.unit import PayoffLimits
from pitboss.statistics.blocks import Floats
from pitboss.statistics.interval import Interval, mean_interval
from pitboss.statistics.results import Rows


class SideTroubles(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong on one side."""

    # Games that it forfeited, games in which it had a fault at all, and its faults.
    forfeits: int = 0
    faulty: int = 0
    faults: int = 0
    # Whether most of the other side's lead is from these games.
    decisive: bool = False


class Troubles(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong on both sides, and the lead without that."""

    new: SideTroubles
    base: SideTroubles
    # Over the games in which nobody had a fault, by block, and how many these are.
    without: Interval
    games_without: int

    @property
    def any(self) -> bool:
        """Whether anything went wrong."""
        return bool(self.new.faulty or self.base.faulty)


@dataclass
class _Side:
    forfeits: int = 0
    faulty: int = 0
    faults: int = 0
    # The sum of leads over the games that it forfeited.
    lead: float = 0.0


@dataclass
class TroubleCount:
    """Counts what went wrong in the blocks of a comparison, in which entrant 0 is NEW."""

    sides: tuple[_Side, _Side] = field(default_factory=lambda: (_Side(), _Side()))
    total: float = 0.0
    # The mean lead over each block's games without a fault, where there are any, and their number.
    clean: list[Floats] = field(default_factory=list)
    clean_games: int = 0

    def add(self, rows: Rows, leads: Floats) -> None:
        """Count the games of whole blocks, and NEW's lead in each game."""
        seats = rows.dtype["entrant"].shape[0]
        self.total += float(leads.sum())
        faults = rows["faults"]
        clean = ~faults.any(axis=1).reshape(-1, seats)
        games = clean.sum(axis=1)
        sums = np.where(clean, leads.reshape(-1, seats), 0.0).sum(axis=1)
        self.clean.append(sums[games > 0] / games[games > 0])
        self.clean_games += int(games.sum())
        if clean.all():
            return
        new = rows["entrant"] == 0
        for side, own in zip(self.sides, (new, ~new), strict=True):
            forfeits = (rows["forfeit"] & own).any(axis=1)
            side.forfeits += int(forfeits.sum())
            side.faulty += int(((faults > 0) & own).any(axis=1).sum())
            side.faults += int(faults[own].sum())
            side.lead += float(leads[forfeits].sum())

    def look(self, confidence: float, limits: PayoffLimits | None) -> Troubles:
        """What went wrong so far."""
        clean = np.concatenate(self.clean or [np.empty(0)])
        new, base = (
            SideTroubles(
                forfeits=side.forfeits,
                faulty=side.faulty,
                faults=side.faults,
                decisive=side.forfeits > 0 and sign * side.lead > sign * self.total / 2 > 0,
            )
            for side, sign in zip(self.sides, (-1, 1), strict=True)
        )
        return Troubles(
            new=new,
            base=base,
            without=mean_interval(clean, confidence=confidence, limits=limits),
            games_without=self.clean_games,
        )
