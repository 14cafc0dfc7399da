"""Ranks by mean payoff: who surely won more than whom, in units that say how much was won.

A rating counts who placed ahead, however small the pot, and so may put a bot first that loses.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.statistics.blocks import Blocks, Floats, Ints

# Who has fewer blocks is not ranked apart from anybody: of 8 skewed ones, 10% would err.
ENOUGH = 16
# Blocks are dealt into lots if there are more: so many for all tables, but some for each.
_LOTS = 8000
_MOST = 1000
_FEWEST = 8
_ROOM = 2_000_000
# A variance this much smaller than the one found is none.
_NONE = 1e-12


@dataclass(frozen=True)
class Ranking:
    """By entrant; NaN: no games."""

    mean: Floats
    # Whether the first is surely better than the second.
    ahead: NDArray[np.bool_]
    # 1 + how many are surely better.
    rank: Ints


@dataclass(frozen=True)
class _Stratum:
    """Blocks, or lots of them, that are resampled together."""

    own: Ints
    # By part and entrant: what it adds to the entrant's mean, about 0.
    parts: Floats
    # That, and the products of all pairs.
    moments: Floats


def rank_by_payoff(
    blocks: Blocks, *, confidence: float = 0.95, seed: int = 0, resamples: int = 1000
) -> Ranking:
    """The ranks by mean payoff.

    `ahead` holds for all pairs at once with the confidence: blocks are resampled within their
    tables, each difference of means is divided by its own standard error, found anew in every
    sample (a bootstrap-t), and the largest over all pairs decides.
    """
    players = len(blocks.results.names)
    count = np.bincount(blocks.entrants.ravel(), minlength=players)
    total = np.bincount(blocks.entrants.ravel(), blocks.mean("payoff").ravel(), players)
    mean = np.divide(total, count, out=np.full(players, np.nan), where=count > 0)
    ahead = np.zeros((players, players), np.bool_)
    known = np.flatnonzero(count >= ENOUGH)
    if len(known) > 1:
        rng = np.random.default_rng(seed)
        strata = list(_strata(blocks, mean, count, rng))
        found = _ahead(mean, known, strata, confidence, resamples, rng)
        ahead[np.ix_(known, known)] = found
    return Ranking(mean, ahead, 1 + ahead.sum(axis=0))


def _strata(
    blocks: Blocks, mean: Floats, count: Ints, rng: np.random.Generator
) -> Iterator[_Stratum]:
    """What each block adds to the means of its entrants, by table."""
    payoff = blocks.mean("payoff")
    # Centred by their own mean, few values vary too little.
    scale = np.sqrt(count / np.maximum(count - 1, 1)) / np.maximum(count, 1)
    stratum = blocks.strata
    order = np.argsort(stratum, kind="stable")
    starts = np.flatnonzero(np.diff(stratum[order], prepend=-2))
    lots = min(max(_LOTS // len(starts), _FEWEST), _MOST)
    for chosen in np.split(order, starts[1:]):
        entrants = blocks.entrants[chosen]
        own, at = np.unique(entrants, return_inverse=True)
        at = at.reshape(entrants.shape)
        rows = np.arange(len(chosen))
        # All pairs of a large pool take room.
        most = min(lots, max(4 * _ROOM // len(own) ** 2, 64))
        if len(chosen) > most:
            # Equal lots of whole blocks; sums of lots vary as sums of blocks do.
            rows = rng.permutation(len(chosen)) % most
        if len(own) == entrants.shape[1]:
            centre = np.bincount(at.ravel(), payoff[chosen].ravel()) / len(chosen)
            share = (payoff[chosen] - centre[at]) / count[entrants]
        else:
            # Who sat at which table is resampled too: what counts is the distance from the mean.
            share = (payoff[chosen] - mean[entrants]) * scale[entrants]
        size = int(rows.max()) + 1
        cells = (rows[:, np.newaxis] * len(own) + at).ravel()
        parts = np.bincount(cells, share.ravel(), size * len(own)).reshape(size, len(own))
        parts = parts - parts.mean(axis=0)
        yield _Stratum(own.astype(np.int64), parts, _moments(parts))


def _moments(parts: Floats) -> Floats:
    one, other = np.triu_indices(parts.shape[1])
    return np.concatenate([parts, parts[:, one] * parts[:, other]], axis=1)


def _ahead(
    mean: Floats,
    known: Ints,
    strata: list[_Stratum],
    confidence: float,
    resamples: int,
    rng: np.random.Generator,
) -> NDArray[np.bool_]:
    players = len(mean)
    first, second = np.triu_indices(len(known), 1)
    once = [np.ones((1, len(stratum.parts))) for stratum in strata]
    variance = _variances(_sampled(once, strata, players)[1], known[first], known[second])[0]
    gaps = mean[known[first]] - mean[known[second]]
    # Where every block came out alike, nothing is known of what was not seen.
    vague = variance <= _NONE * float((mean[known] ** 2).max())
    widest = np.zeros(resamples)
    step = max(_ROOM // players**2, 1)
    for start in range(0, resamples, step):
        some = min(step, resamples - start)
        drawn = [
            rng.multinomial(size, np.full(size, 1 / size), some).astype(np.float64)
            for size in (len(stratum.parts) for stratum in strata)
        ]
        shift, spread = _sampled(drawn, strata, players)
        again = _variances(spread, known[first], known[second])
        again = np.sqrt(np.maximum(again, np.maximum(_NONE * variance, 1e-300)))
        shifted = np.abs(shift[:, known[first]] - shift[:, known[second]]) / again
        widest[start : start + some] = np.where(vague, 0, shifted).max(axis=1)
    needed = float(np.quantile(widest, confidence)) * np.sqrt(variance)
    needed = np.where(vague, math.inf, needed)
    ahead = np.zeros((len(known), len(known)), np.bool_)
    ahead[first, second] = gaps > needed
    ahead[second, first] = -gaps > needed
    return ahead


def _sampled(drawn: list[Floats], strata: list[_Stratum], players: int) -> tuple[Floats, Floats]:
    """By sample, how far each mean moved, and the covariances of all means."""
    samples = len(drawn[0])
    shift = np.zeros((samples, players))
    spread = np.zeros((samples, players, players))
    for weights, stratum in zip(drawn, strata, strict=True):
        own, size = stratum.own, len(stratum.parts)
        found = weights @ stratum.moments
        sums, products = found[:, : len(own)], found[:, len(own) :]
        one, other = np.triu_indices(len(own))
        within = (products - sums[:, one] * sums[:, other] / size) * (size / max(size - 1, 1))
        shift[:, own] += sums
        spread[:, own[one], own[other]] += within
        off = one != other
        spread[:, own[other[off]], own[one[off]]] += within[:, off]
    return shift, spread


def _variances(spread: Floats, first: Ints, second: Ints) -> Floats:
    """Of the difference of two means."""
    found: Floats = (
        spread[:, first, first] + spread[:, second, second] - 2 * spread[:, first, second]
    )
    return found
