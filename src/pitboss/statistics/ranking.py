"""Ranks by mean payoff: who surely won more than whom, where the amount matters.

A rating counts who placed ahead, however small the pot, so it may put a losing bot first.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.statistics.blocks import Blocks, Floats, Ints

# Entrants with fewer blocks are not ranked apart: with 8 skewed blocks 10% of ranks would be wrong.
ENOUGH = 16
# More blocks are dealt into lots: this many for all groups, at most and at least so many for each.
_LOTS = 8000
_MOST = 1000
_FEWEST = 8
_ROOM = 2_000_000
# A variance smaller than the measured one by this factor counts as zero.
_NONE = 1e-12


@dataclass(frozen=True)
class Ranking:
    """Means and ranks by entrant; NaN: no games."""

    mean: Floats
    # Whether the first is surely better than the second.
    ahead: NDArray[np.bool_]
    # 1 + how many are surely better.
    rank: Ints


@dataclass(frozen=True)
class _Stratum:
    """Blocks, or lots of blocks, that are resampled together."""

    own: Ints
    # By part and entrant, its share in the entrant's mean, centred at 0.
    parts: Floats
    # The parts and the products of all their pairs.
    moments: Floats


def rank_by_payoff(
    blocks: Blocks, *, confidence: float = 0.95, seed: int = 0, resamples: int = 1000
) -> Ranking:
    """The ranks by mean payoff.

    `ahead` holds for all pairs at once with the confidence: blocks are resampled within their
    groups, each difference of means is divided by its standard error in that very sample (a
    bootstrap-t), and the largest ratio over all pairs decides.
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
        ahead[np.ix_(known, known)] = _ahead(mean, known, strata, confidence, resamples, rng)
    return Ranking(mean, ahead, 1 + ahead.sum(axis=0))


def _strata(
    blocks: Blocks, mean: Floats, count: Ints, rng: np.random.Generator
) -> Iterator[_Stratum]:
    """The share of each block in the means of its entrants, by group."""
    payoff = blocks.mean("payoff")
    # A few values vary too little about their own mean.
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
        # The products of a large group need much memory.
        most = min(lots, max(4 * _ROOM // len(own) ** 2, 64))
        if len(chosen) > most:
            # Equal lots of whole blocks; sums of lots vary as sums of blocks do.
            rows = rng.permutation(len(chosen)) % most
        if len(own) == entrants.shape[1]:
            centre = np.bincount(at.ravel(), payoff[chosen].ravel()) / len(chosen)
            share = (payoff[chosen] - centre[at]) / count[entrants]
        else:
            # The groups themselves are resampled too, so distances are from the overall mean.
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
    once = [np.ones((1, len(stratum.parts))) for stratum in strata]
    spread = _sampled(once, strata, players)[1]
    rows = [variances[0] for variances in _variances(spread, known, players)]
    # Where all blocks came out alike, nothing is known about what was not seen.
    vague = [row <= _NONE * float((mean[known] ** 2).max()) for row in rows]
    least = [np.maximum(_NONE * row, 1e-300) for row in rows]
    if len(strata) == 1:
        widest = _widest_together(strata[0], known, least, vague, resamples, rng)
    else:
        widest = _widest(strata, players, known, least, vague, resamples, rng)
    limit = float(np.quantile(widest, confidence))
    ahead = np.zeros((len(known), len(known)), np.bool_)
    for at, row in enumerate(rows):
        gaps = mean[known[at]] - mean[known[at + 1 :]]
        needed = np.where(vague[at], math.inf, limit * np.sqrt(row))
        ahead[at, at + 1 :] = gaps > needed
        ahead[at + 1 :, at] = -gaps > needed
    return ahead


def _widest(
    strata: list[_Stratum],
    players: int,
    known: Ints,
    least: list[Floats],
    vague: list[NDArray[np.bool_]],
    resamples: int,
    rng: np.random.Generator,
) -> Floats:
    """By sample, the largest difference over its standard error."""
    widest = np.zeros(resamples)
    step = max(_ROOM // players**2, 1)
    for start in range(0, resamples, step):
        some = min(step, resamples - start)
        drawn = [
            rng.multinomial(size, np.full(size, 1 / size), some).astype(np.float64)
            for size in (len(stratum.parts) for stratum in strata)
        ]
        shift, spread = _sampled(drawn, strata, players)
        shift = shift[:, known]
        found = widest[start : start + some]
        for at, again in enumerate(_variances(spread, known, players)):
            shifted = np.abs(shift[:, at : at + 1] - shift[:, at + 1 :])
            np.maximum(again, least[at], out=again)
            shifted /= np.sqrt(again, out=again)
            shifted[:, vague[at]] = 0
            np.maximum(found, shifted.max(axis=1), out=found)
    return widest


def _widest_together(
    stratum: _Stratum,
    known: Ints,
    least: list[Floats],
    vague: list[NDArray[np.bool_]],
    resamples: int,
    rng: np.random.Generator,
) -> Floats:
    """The same where all blocks are resampled together, as those of hundreds of entrants are.

    Goes through the pairs and not the samples, so that no covariances need be kept.
    """
    size = len(stratum.parts)
    larger = size / max(size - 1, 1)
    drawn = rng.multinomial(size, np.full(size, 1 / size), resamples).astype(np.float64)
    parts = stratum.parts[:, np.searchsorted(stratum.own, known)]
    shift = drawn @ parts
    own = (drawn @ parts**2 - shift**2 / size) * larger
    widest = np.zeros(resamples)
    for at in range(len(known) - 1):
        one, later = slice(at, at + 1), slice(at + 1, None)
        again = drawn @ (parts[:, one] * parts[:, later])
        again -= shift[:, one] * shift[:, later] / size
        again *= -2 * larger
        again += own[:, one] + own[:, later]
        np.maximum(again, least[at], out=again)
        shifted = np.abs(shift[:, one] - shift[:, later])
        shifted /= np.sqrt(again, out=again)
        shifted[:, vague[at]] = 0
        np.maximum(widest, shifted.max(axis=1), out=widest)
    return widest


def _sampled(drawn: list[Floats], strata: list[_Stratum], players: int) -> tuple[Floats, Floats]:
    """By sample, the shift of each mean, and the covariances of all means, each pair once.

    The pairs are in the order of `np.triu_indices`.
    """
    samples = len(drawn[0])
    shift = np.zeros((samples, players))
    starts = _starts(players)
    spread = np.zeros((samples, starts[-1]))
    for weights, stratum in zip(drawn, strata, strict=True):
        own, size = stratum.own, len(stratum.parts)
        totals = weights @ stratum.moments
        sums, products = totals[:, : len(own)], totals[:, len(own) :]
        shift[:, own] += sums
        larger = size / max(size - 1, 1)
        one, other = np.triu_indices(len(own))
        within = (products - sums[:, one] * sums[:, other] / size) * larger
        spread[:, starts[own[one]] + own[other] - own[one]] += within
    return shift, spread


def _starts(players: int) -> Ints:
    """Where the pairs of each first one begin, and after the last, where all end."""
    return np.concatenate([[0], np.cumsum(np.arange(players, 0, -1))])


def _variances(spread: Floats, known: Ints, players: int) -> Iterator[Floats]:
    """For each of the known, the variances of its mean less that of each later one, by sample."""
    starts = _starts(players)
    own = spread[:, starts[known]]
    for at, one in enumerate(known[:-1].tolist()):
        later = known[at + 1 :] - one
        pairs = later if len(known) < players else slice(1, players - one)
        between = own[:, at : at + 1] + own[:, at + 1 :]
        between -= 2 * spread[:, starts[one] : starts[one + 1]][:, pairs]
        yield between
