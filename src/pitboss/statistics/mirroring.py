"""What mirroring achieved: how many fresh games each game of a mirrored block was worth.

The comparison is with as many games with a fresh deck each, in which everybody sits in every seat
equally often. So only the effect of the shared deck is counted, not that of fair seating.
"""

import math

import msgspec
import numpy as np
from scipy.special import stdtrit

from pitboss.statistics.blocks import Blocks, Floats, labels

# Blocks beyond one for each group; with fewer a variance says nothing.
_FEWEST = 8
# More blocks than this tell hardly more about it.
_MOST = 200_000


class Worth(msgspec.Struct, frozen=True, kw_only=True):
    """The variance of a mean of fresh games over that of mirrored ones, for as many games."""

    # None: no spread is left, or there are too few blocks.
    ratio: float | None
    low: float | None
    high: float | None
    blocks: int
    reading: str


class Mirroring(msgspec.Struct, frozen=True, kw_only=True):
    """The worth of a game for all entrants together, and for each."""

    overall: Worth
    # By entrant; None: it played no block.
    entrants: tuple[Worth | None, ...]


def mirroring(blocks: Blocks, *, confidence: float = 0.95) -> Mirroring:
    """How much the shared deck helped."""
    blocks = blocks.some(_MOST)
    single, shared, freedom = _squares(blocks)
    each: list[Worth | None] = []
    for entrant in range(len(blocks.results.names)):
        own = blocks.entrants == entrant
        worth = _worth(single[own], shared[own], float(freedom[own].sum()), confidence)
        each.append(worth if own.any() else None)
    # All of a block's entrants share its chance: it counts once.
    free = float(freedom.mean(axis=1).sum())
    overall = _worth(single.sum(axis=1), shared.sum(axis=1), free, confidence)
    return Mirroring(overall=overall, entrants=tuple(each))


def _squares(blocks: Blocks) -> tuple[Floats, Floats, Floats]:
    """By block and place: shares in the variance of games, in that of blocks, and in freedom."""
    seats = blocks.seats
    payoff = blocks.by_seat("payoff").astype(np.float64)
    single = np.zeros((len(blocks), seats))
    shared = np.zeros((len(blocks), seats))
    freedom = np.zeros((len(blocks), seats))
    for place in range(seats):
        # Opponents and seats are the schedule's doing, not chance, so they are centred away.
        group = labels(np.stack([blocks.groups, blocks.entrants[:, place]], axis=1))
        count = np.bincount(group, minlength=1).astype(np.float64)
        weight = np.where(count > 1, count / np.maximum(count - 1, 1), 0.0)[group]
        centred = np.empty((len(blocks), seats))
        for seat in range(seats):
            values = payoff[:, seat, place]
            centred[:, seat] = values - (np.bincount(group, values) / count)[group]
        single[:, place] = weight * (centred**2).mean(axis=1)
        shared[:, place] = weight * seats * centred.mean(axis=1) ** 2
        freedom[:, place] = 1 - 1 / np.maximum(count, 1)[group]
    return single, shared, freedom


def _worth(single: Floats, shared: Floats, freedom: float, confidence: float) -> Worth:
    count = len(single)
    top, bottom = float(single.sum()), float(shared.sum())
    scale = top / max(count, 1)
    if freedom < _FEWEST or scale < 1e-24:
        reading = "too few blocks, or no chance in them, to tell what mirroring did"
        return Worth(ratio=None, low=None, high=None, blocks=count, reading=reading)
    if bottom <= 1e-12 * top:
        reading = "every block came out the same: mirroring took out all the chance"
        return Worth(ratio=None, low=None, high=None, blocks=count, reading=reading)
    ratio = top / bottom
    # The delta method, for the logarithm of a ratio of two sums over blocks.
    error = float(((single / top - shared / bottom) ** 2).sum()) * count / freedom
    spread = math.exp(float(stdtrit(freedom, (1 + confidence) / 2)) * math.sqrt(error))
    low, high = ratio / spread, ratio * spread
    return Worth(ratio=ratio, low=low, high=high, blocks=count, reading=_reading(ratio, low, high))


def _reading(ratio: float, low: float, high: float) -> str:
    if high < 1 and ratio < 0.9:
        return f"mirroring cost something here: each game was worth {ratio:.2f} fresh ones"
    if low <= 1 and high > 1.5:
        return "too few blocks to tell what mirroring did"
    if ratio < 1.1:
        return "these games diverge soon: mirroring hardly helps"
    return f"mirroring made each game worth {ratio:.1f} fresh ones"
