"""The standings of an event: a row per entrant, the crosstable, and the same without forfeits.

All values are plain, for JSON; None means unknown.
"""

import math
from itertools import pairwise
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.games.unit import Unit
from pitboss.statistics.blocks import Blocks, Floats, Ints, blocks_of
from pitboss.statistics.interval import Interval, entrant_interval
from pitboss.statistics.mirroring import Mirroring, mirroring
from pitboss.statistics.ranking import Ranking, rank_by_payoff
from pitboss.statistics.ratings import RESAMPLES, Ratings, pair_wins, rate
from pitboss.statistics.results import Results

# Digits behind the point by which entrants are put in order.
_DIGITS = 6


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant's line in the standings."""

    entrant: int
    name: str
    # 1 + how many are surely better; `tied`: not surely apart from a neighbour.
    rank: int
    # The lowest rank that is not ruled out: how many played, less those that are surely worse.
    last_rank: int
    tied: bool
    games: int
    blocks: int
    payoff: Interval
    place: Interval
    # First places; a shared one is divided.
    wins: float
    # The raw score of the rules: the total, and the mean by game.
    points: int
    mean_points: Interval
    rating: float | None
    # A limit is also None if there is none: for who won, or lost, everything.
    rating_low: float | None
    rating_high: float | None
    # Games in which it was taken out, and faults in all games.
    forfeits: int
    faults: int


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One entrant against another: the share of games in which it placed ahead, ties half."""

    score: float
    games: int


class Leaderboard(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody's line, with the crosstable: all games, or those without forfeits."""

    # Best first.
    rows: tuple[Row, ...]
    # By entrant, and by entrant again; None: they never met.
    crosstable: tuple[tuple[Cell | None, ...], ...]
    games: int
    blocks: int
    # Games of incomplete blocks, which count nowhere.
    left_out: int
    mirroring: Mirroring


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """All that follows from an event's results."""

    unit: Unit
    seats: int
    confidence: float
    # What decides the order, `rank` and `tied`; the other is for information.
    ranked_by: Literal["rating", "payoff"]
    table: Leaderboard
    # Without the blocks in which anybody forfeited; None: nobody did.
    without_forfeits: Leaderboard | None


def standings(
    results: Results, *, confidence: float = 0.95, seed: int = 0, resamples: int = RESAMPLES
) -> Standings:
    """The standings; equal results and seeds give equal standings."""
    clean = None
    if results.narrow("forfeit").any():
        clean = _leaderboard(results.without_forfeits(), confidence, seed, resamples)
    return Standings(
        unit=results.unit,
        seats=results.seats,
        confidence=confidence,
        ranked_by="rating" if results.unit.is_share else "payoff",
        table=_leaderboard(results, confidence, seed, resamples),
        without_forfeits=clean,
    )


def _leaderboard(results: Results, confidence: float, seed: int, resamples: int) -> Leaderboard:
    blocks = blocks_of(results)
    ratings = rate(blocks, confidence=confidence, seed=seed, resamples=resamples)
    wins = _first_places(blocks)
    points = _totals(blocks, "score")
    forfeits, faults = _totals(blocks, "forfeit"), _totals(blocks, "faults")
    ranked: Ratings | Ranking = ratings
    order = _order(ratings.rating, first_by=ratings.rank)
    if not results.unit.is_share:
        # The amount won counts, not how often.
        ranked = rank_by_payoff(blocks, confidence=confidence, seed=seed, resamples=resamples)
        order = _order(ranked.mean)
    tied = _tied(ranked.ahead, [each for each in order if not math.isnan(ratings.rating[each])])
    playing = int((~np.isnan(ratings.rating)).sum())
    intervals = [
        [entrant_interval(blocks, entrant, name, confidence=confidence) for entrant in order]
        for name in ("payoff", "place", "score")
    ]
    rows = []
    for entrant, payoff, place, score in zip(order, *intervals, strict=True):
        rows.append(
            Row(
                entrant=entrant,
                name=results.names[entrant],
                rank=int(ranked.rank[entrant]),
                last_rank=max(playing - int(ranked.ahead[entrant].sum()), 1),
                tied=entrant in tied,
                games=payoff.blocks * blocks.seats,
                blocks=payoff.blocks,
                payoff=payoff,
                place=place,
                wins=float(wins[entrant]),
                points=int(points[entrant]),
                mean_points=score,
                rating=_known(ratings.rating[entrant]),
                rating_low=_known(ratings.low[entrant]),
                rating_high=_known(ratings.high[entrant]),
                forfeits=int(forfeits[entrant]),
                faults=int(faults[entrant]),
            )
        )
    return Leaderboard(
        rows=tuple(rows),
        crosstable=_crosstable(blocks),
        games=len(blocks) * blocks.seats,
        blocks=len(blocks),
        left_out=blocks.left_out,
        mirroring=mirroring(blocks, confidence=confidence),
    )


def _order(values: Floats, *, first_by: Ints | None = None) -> list[int]:
    """Entrants from the highest value down; those who played nothing are last.

    Values that are equal but for the rounding of some machine are equal: who comes first there must
    not depend on the machine.
    """
    highest = np.round(np.nan_to_num(values, nan=-math.inf), _DIGITS)
    rank = np.zeros(len(values), np.int64) if first_by is None else first_by
    return [int(entrant) for entrant in np.lexsort((-highest, rank, np.isneginf(highest)))]


def _tied(ahead: NDArray[np.bool_], order: list[int]) -> set[int]:
    tied: set[int] = set()
    for upper, lower in pairwise(order):
        if not ahead[upper, lower]:
            tied |= {upper, lower}
    return tied


def _totals(blocks: Blocks, name: str) -> NDArray[Any]:
    """A column's exact sum by entrant."""
    totals = np.zeros(len(blocks.results.names), np.int64)
    for _, piece in blocks.pieces():
        np.add.at(totals, piece.entrants.ravel(), piece.total(name, np.int64).ravel())
    return totals


def _first_places(blocks: Blocks) -> NDArray[np.float64]:
    total = np.zeros(len(blocks.results.names))
    for _, piece in blocks.pieces():
        shares = np.zeros(piece.entrants.shape)
        for games in np.moveaxis(piece.column("place") == 1, 1, 0):
            shared = sum(games.T, start=np.zeros(len(piece), np.int64))
            shares += games / np.maximum(shared, 1)[:, np.newaxis]
        np.add.at(total, piece.entrants.ravel(), shares.ravel())
    return total


def _crosstable(blocks: Blocks) -> tuple[tuple[Cell | None, ...], ...]:
    wins = pair_wins(blocks)
    games = wins + wins.T
    return tuple(
        tuple(
            Cell(score=won / met, games=round(met)) if met else None
            for won, met in zip(own.tolist(), all_.tolist(), strict=True)
        )
        for own, all_ in zip(wins, games, strict=True)
    )


def _known(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
