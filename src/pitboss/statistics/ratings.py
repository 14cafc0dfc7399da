"""Ratings: one number per entrant, from who placed ahead of whom in every game.

A Bradley-Terry model of all pairs of every game. Plackett and Luce's model of several placings has
the same pairs, so a game may have any number of seats. Equal places are half a win for both. The
order of games is irrelevant.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from pitboss.statistics.blocks import Blocks, Floats, Ints, labels

# A difference of 400 is odds of ten to one, as in chess. The entrants' mean is the anchor.
SCALE = 400 / math.log(10)
ANCHOR = 1500.0
# Everybody gets this many drawn games against an average player, which keeps ratings finite.
PRIOR = 1.0
RESAMPLES = 1000

# More distinct blocks than this are dealt into this many lots, which are resampled instead.
_LOTS = 1000
_ROOM = 2_000_000


@dataclass(frozen=True)
class Ratings:
    """Ratings by entrant, with intervals from resampled blocks; NaN: no games."""

    rating: Floats
    low: Floats
    high: Floats
    # Whether the first is surely better than the second.
    ahead: NDArray[np.bool_]
    # 1 + how many are surely better.
    rank: Ints


def rate(
    blocks: Blocks, *, confidence: float = 0.95, seed: int = 0, resamples: int = RESAMPLES
) -> Ratings:
    """The ratings of everybody who played.

    `ahead` holds for all pairs at once with the confidence: the widest of all standardised
    differences between resampled ratings decides (a max-t test), not the overlap of intervals.
    """
    players = len(blocks.results.names)
    wins = pair_wins(blocks)
    played = (wins + wins.T).sum(axis=1) > 0
    missing = np.full(players, np.nan)
    ahead = np.zeros((players, players), np.bool_)
    if not played.any():
        return Ratings(missing, missing, missing, ahead, np.ones(players, np.int64))
    own = np.flatnonzero(played)
    at = np.full(players, -1)
    at[own] = np.arange(len(own))
    best = strengths(wins[np.ix_(own, own)])
    rng = np.random.default_rng(seed)
    again = np.concatenate(
        [strengths(batch, start=best) for batch in _resampled(blocks, at, len(own), resamples, rng)]
    )
    tails = np.quantile(
        again - again.mean(axis=0), [(1 - confidence) / 2, (1 + confidence) / 2], axis=0
    )
    rating, low, high = missing.copy(), missing.copy(), missing.copy()
    rating[own] = ANCHOR + SCALE * best
    low[own] = ANCHOR + SCALE * (best + tails[0])
    high[own] = ANCHOR + SCALE * (best + tails[1])
    ahead[np.ix_(own, own)] = _ahead(best, again, confidence)
    return Ratings(rating, low, high, ahead, 1 + ahead.sum(axis=0))


def pair_wins(blocks: Blocks) -> Floats:
    """How often each entrant placed ahead of each other one; equal places count half."""
    players = len(blocks.results.names)
    wins = np.zeros(players * players)
    for first, second, halves in _pairs(blocks.entrants, blocks.column("place")):
        together = 2 * blocks.seats
        wins += np.bincount(first * players + second, halves, players * players)
        wins += np.bincount(second * players + first, together - halves, players * players)
    wins = wins.reshape(players, players) / 2
    np.fill_diagonal(wins, 0)
    return wins


def strengths(wins: Floats, *, prior: float = PRIOR, start: Floats | None = None) -> Floats:
    """The log strengths, with mean 0, that make these wins likeliest, by Newton's method.

    `wins` may be many matrices at once, over the leading axes.
    """
    # Our own loop, because SciPy's root finders and minimizers take one system at a time, and
    # the bootstrap solves a thousand of them as one array.
    players = wins.shape[-1]
    games = wins + np.swapaxes(wins, -1, -2)
    won = wins.sum(axis=-1) + prior / 2
    diagonal = np.arange(players)
    theta = np.zeros(wins.shape[:-1]) if start is None else np.broadcast_to(start, wins.shape[:-1])
    for _ in range(200):
        chance = expit(theta[..., :, np.newaxis] - theta[..., np.newaxis, :])
        average = expit(theta)
        gradient = won - (games * chance).sum(axis=-1) - prior * average
        bend = games * chance * (1 - chance)
        slope = -bend
        slope[..., diagonal, diagonal] += bend.sum(axis=-1) + prior * average * (1 - average)
        if not prior:
            # Nothing fixes the mean then, and it does not matter.
            slope = slope + 1
        step = np.linalg.solve(slope, gradient[..., np.newaxis])[..., 0]
        # A full step from far away may overshoot.
        largest = np.abs(step).max(axis=-1, keepdims=True)
        theta = theta + step / np.maximum(largest, 1)
        # Convergence is quadratic: after a step of 1e-6 the error is about 1e-12.
        if float(largest.max()) < 1e-6:
            break
    centred: Floats = theta - theta.mean(axis=-1, keepdims=True)
    return centred


def _pairs(entrants: Ints, place: NDArray[Any]) -> Iterator[tuple[Ints, Ints, Ints]]:
    """For each two places of a block: both entrants, and twice the first one's wins."""
    seats = entrants.shape[1]
    for one in range(seats):
        for other in range(one + 1, seats):
            mine, theirs = place[:, :, one], place[:, :, other]
            halves = 2 * (mine < theirs).sum(axis=1) + (mine == theirs).sum(axis=1)
            yield entrants[:, one], entrants[:, other], halves.astype(np.int64)


@dataclass(frozen=True)
class _Pool:
    """Blocks that are resampled together; equal blocks are kept once."""

    # By distinct block and place.
    entrants: Ints
    # By distinct block and pair of places: twice the first one's wins.
    halves: Ints
    # How many blocks are equal to it.
    weight: Floats


def _pools(blocks: Blocks) -> Iterator[_Pool]:
    """A pool for every group with enough blocks, and one for the rest."""
    order = np.argsort(blocks.entrants, axis=1, kind="stable")
    entrants = np.take_along_axis(blocks.entrants, order, axis=1)
    place = np.take_along_axis(blocks.column("place"), order[:, np.newaxis], axis=2)
    halves = np.stack([pair[2] for pair in _pairs(entrants, place)], axis=1)
    kinds = labels(np.concatenate([blocks.groups[:, np.newaxis], halves], axis=1))
    _, first, weight = np.unique(kinds, return_index=True, return_counts=True)
    pool = blocks.strata[first]
    by_pool = np.argsort(pool, kind="stable")
    starts = np.flatnonzero(np.diff(pool[by_pool], prepend=-2))
    for chosen in np.split(by_pool, starts[1:]):
        at = first[chosen]
        yield _Pool(entrants[at], halves[at], weight[chosen].astype(np.float64))


def _with_sweeps(pool: _Pool) -> _Pool:
    """The pool with two more blocks, spread over all clean sweeps that its groups allow.

    Without them a pool of equal blocks would show no chance at all, as if one block were proof.
    """
    seats = pool.entrants.shape[1]
    groups, at = np.unique(pool.entrants, axis=0), np.arange(seats)
    orders = [np.roll(way, turn) for way in (at, at[::-1]) for turn in range(seats)]
    sweeps = [
        [2 * seats * int(order[i] < order[j]) for i in range(seats) for j in range(i + 1, seats)]
        for order in orders
    ]
    count = len(groups) * len(orders)
    return _Pool(
        np.concatenate([pool.entrants, np.repeat(groups, len(orders), axis=0)]),
        np.concatenate([pool.halves, np.tile(np.array(sweeps), (len(groups), 1))]),
        np.concatenate([pool.weight, np.full(count, 2 / count)]),
    )


def _resampled(
    blocks: Blocks, at: Ints, players: int, resamples: int, rng: np.random.Generator
) -> Iterator[Floats]:
    """Batches of win matrices, from blocks resampled within their pools."""
    pools = [_spread(pool, at, players, rng) for pool in _pools(blocks)]
    step = max(_ROOM // players**2, 1)
    for start in range(0, resamples, step):
        wins = np.zeros((min(step, resamples - start), players * players))
        for columns, parts, chances, draws in pools:
            drawn = rng.multinomial(draws, chances, len(wins)).astype(np.float64)
            wins[:, columns] += drawn @ parts
        wins = wins.reshape(-1, players, players) / 2
        wins[:, np.arange(players), np.arange(players)] = 0
        yield wins


def _spread(
    pool: _Pool, at: Ints, players: int, rng: np.random.Generator
) -> tuple[Ints, Floats, Floats, int]:
    """The pairs of a pool, the wins that each part adds to them, the parts' chances, the draws."""
    draws = round(float(pool.weight.sum()))
    parts = len(pool.weight)
    lot = np.arange(parts)
    if parts > _LOTS:
        # Equal lots of whole blocks; sums of lots vary as sums of blocks do.
        blocks = np.repeat(lot, pool.weight.astype(np.int64))
        lots = rng.permutation(len(blocks)) % _LOTS
        pool = _Pool(pool.entrants[blocks], pool.halves[blocks], np.ones(len(blocks)))
        lot, parts, draws = lots, _LOTS, _LOTS
        chances = np.full(_LOTS, 1 / _LOTS)
    else:
        pool = _with_sweeps(pool)
        parts = len(pool.weight)
        lot = np.arange(parts)
        chances = pool.weight / pool.weight.sum()
    seats = pool.entrants.shape[1]
    own = at[pool.entrants]
    ends = [(i, j) for i in range(seats) for j in range(i + 1, seats)]
    codes = [own[:, i] * players + own[:, j] for i, j in ends]
    codes += [own[:, j] * players + own[:, i] for i, j in ends]
    columns, column = np.unique(np.stack(codes, axis=1), return_inverse=True)
    column = column.reshape(len(own), -1)
    values = np.concatenate([pool.halves, 2 * seats - pool.halves], axis=1)
    flat = np.bincount(
        (lot[:, np.newaxis] * len(columns) + column).ravel(),
        values.ravel().astype(np.float64),
        parts * len(columns),
    )
    sums = flat.reshape(parts, len(columns)).astype(np.float64)
    return columns.astype(np.int64), sums, chances, draws


def _ahead(best: Floats, again: Floats, confidence: float) -> NDArray[np.bool_]:
    """Who is surely better than whom, all pairs together."""
    first, second = np.triu_indices(len(best), 1)
    gaps = best[first] - best[second]
    ahead = np.zeros((len(best), len(best)), np.bool_)
    if not len(gaps):
        return ahead
    centred = again - again.mean(axis=0)
    total = centred.T @ centred / (len(again) - 1)
    spread = np.diagonal(total)
    error = np.sqrt(np.maximum(spread[first] + spread[second] - 2 * total[first, second], 1e-18))
    widest = np.zeros(len(again))
    step = max(_ROOM // len(gaps), 1)
    for start in range(0, len(again), step):
        some = centred[start : start + step]
        widest[start : start + step] = np.abs((some[:, first] - some[:, second]) / error).max(
            axis=1
        )
    needed = np.quantile(widest, confidence) * error
    ahead[first, second] = gaps > needed
    ahead[second, first] = -gaps > needed
    return ahead
