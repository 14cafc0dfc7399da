"""Ratings: one number per entrant, from who placed ahead of whom in every game.

A Bradley-Terry model of all pairs of every game. Plackett and Luce's model of several placings has
the same pairs, so a game may have any number of seats. Equal places are half a win for both. The
order of games is irrelevant. rating_limits.py has the intervals.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, ndtri, stdtr

from pitboss.statistics.blocks import Blocks, Floats, Ints
from pitboss.statistics.rating_limits import Evidence, information, limits

# A difference of 400 is odds of ten to one, as in chess. The entrants' mean is the anchor.
SCALE = 400 / math.log(10)
ANCHOR = 1500.0
# Everybody gets this many drawn games against an average player, which keeps ratings finite.
PRIOR = 1.0
RESAMPLES = 1000


@dataclass(frozen=True)
class Ratings:
    """Ratings by entrant; NaN: no games. A limit is infinite for who won or lost everything."""

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
    differences decides (a max-t test), not the overlap of intervals.
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
    wins = wins[np.ix_(own, own)]
    best = strengths(wins)
    spread, freedom = _spread(blocks, at, best)
    evidence = Evidence(wins, best, np.diagonal(spread), freedom, blocks.seats)
    low, high = limits(evidence, confidence)
    rating, lows, highs = missing.copy(), missing.copy(), missing.copy()
    rating[own] = ANCHOR + SCALE * best
    # The estimate is drawn towards the mean a little; it is never shown outside.
    lows[own] = ANCHOR + SCALE * np.minimum(low, best)
    highs[own] = ANCHOR + SCALE * np.maximum(high, best)
    rng = np.random.default_rng(seed)
    ahead[np.ix_(own, own)] = _ahead(evidence, spread, confidence, resamples, rng)
    return Ratings(rating, lows, highs, ahead, 1 + ahead.sum(axis=0))


def pair_wins(blocks: Blocks) -> Floats:
    """How often each entrant placed ahead of each other one; equal places count half."""
    players = len(blocks.results.names)
    wins = np.zeros(players * players)
    together = 2 * blocks.seats
    for _, piece in blocks.pieces():
        for one, other, halves in _pairs(piece):
            first, second = piece.entrants[:, one], piece.entrants[:, other]
            np.add.at(wins, first * players + second, halves.astype(np.float64))
            np.add.at(wins, second * players + first, (together - halves).astype(np.float64))
    wins = wins.reshape(players, players) / 2
    np.fill_diagonal(wins, 0)
    return wins


def strengths(wins: Floats, *, prior: float = PRIOR, start: Floats | None = None) -> Floats:
    """The log strengths, with mean 0, that make these wins likeliest, by Newton's method."""
    games = wins + wins.T
    won = wins.sum(axis=-1) + prior / 2
    theta = np.zeros(len(wins)) if start is None else start
    for _ in range(200):
        chance = expit(theta[:, np.newaxis] - theta)
        average = expit(theta)
        gradient = won - (games * chance).sum(axis=-1) - prior * average
        slope = information(games, chance) + np.diag(prior * average * (1 - average))
        if not prior:
            # Nothing fixes the mean then, and it does not matter.
            slope = slope + 1
        step = np.linalg.solve(slope, gradient)
        # A full step from far away may overshoot.
        largest = float(np.abs(step).max())
        theta = theta + step / max(largest, 1)
        # Convergence is quadratic: after a step of 1e-6 the error is about 1e-12.
        if largest < 1e-6:
            break
    centred: Floats = theta - theta.mean()
    return centred


def _pairs(blocks: Blocks) -> Iterator[tuple[int, int, Ints]]:
    """For each two places of a block: both places, and twice the first one's wins."""
    place = blocks.column("place")
    for one in range(blocks.seats):
        for other in range(one + 1, blocks.seats):
            mine, theirs = place[:, :, one], place[:, :, other]
            halves = np.zeros(len(blocks), np.int64)
            for rotation in range(blocks.seats):
                halves += 2 * (mine[:, rotation] < theirs[:, rotation])
                halves += mine[:, rotation] == theirs[:, rotation]
            yield one, other, halves


def _spread(blocks: Blocks, at: Ints, best: Floats) -> tuple[Floats, Ints]:
    """The covariances of everybody's wins, over what was expected, and the blocks they rest on."""
    players = len(best)
    own = blocks.entrants if len(at) == players else at[blocks.entrants]
    surplus = np.zeros(own.shape)
    for part, piece in blocks.pieces():
        more_of = surplus[part]
        for one, other, halves in _pairs(piece):
            chance = expit(best[own[part, one]] - best[own[part, other]])
            more = halves / 2 - blocks.seats * chance
            more_of[:, one] += more
            more_of[:, other] -= more
        more_of[:] = np.take_along_axis(more_of, _sorted(piece), axis=1)
    # Blocks of the same entrants vary about their own mean, where there are enough of them.
    group, many = blocks.groups, blocks.strata >= 0
    sizes = np.bincount(group)
    means = [np.bincount(group, surplus[:, place]) / sizes for place in range(blocks.seats)]
    wider = sizes / np.maximum(sizes - 1, 1)
    for part, piece in blocks.pieces():
        centred = surplus[part].copy()
        for place, mean in enumerate(means):
            centred[:, place] -= np.where(many[part], mean[group[part]], 0)
        centred *= np.sqrt(np.where(many[part], wider[group[part]], 1))[:, np.newaxis]
        np.put_along_axis(surplus[part], _sorted(piece), centred, axis=1)
    total = np.zeros(players * players)
    for one in range(blocks.seats):
        for other in range(blocks.seats):
            cells = own[:, one] * players + own[:, other]
            total += np.bincount(cells, surplus[:, one] * surplus[:, other], players**2)
    count = np.bincount(own.ravel(), minlength=players)
    # Elsewhere the estimate itself was fitted to the blocks.
    loose = np.bincount(own[~many].ravel(), minlength=players)
    # In how many groups each entrant is.
    first = np.zeros(len(sizes), np.int64)
    first[group[::-1]] = np.arange(len(group) - 1, -1, -1)
    tables = np.bincount(own[first[many[first]]].ravel(), minlength=players)
    freedom = np.maximum(count - tables - (loose > 0), 1)
    scale = np.sqrt(np.where(loose > 0, count / np.maximum(count - 1, 1), 1.0))
    return total.reshape(players, players) * scale * scale[:, np.newaxis], freedom


def _sorted(blocks: Blocks) -> Ints:
    """The places of each block in the order of entrants."""
    return np.argsort(blocks.entrants, axis=1, kind="stable")


def _ahead(
    evidence: Evidence,
    spread: Floats,
    confidence: float,
    resamples: int,
    rng: np.random.Generator,
) -> NDArray[np.bool_]:
    """Who is surely better than whom, all pairs together."""
    best = evidence.best
    players = len(best)
    ahead = np.zeros((players, players), np.bool_)
    first, second = np.triu_indices(players, 1)
    if not len(first):
        return ahead
    average = expit(best)
    known = evidence.information() + np.diag(PRIOR * average * (1 - average))
    inverse: Floats = np.linalg.inv(known).astype(np.float64)
    model = _between(inverse, first, second)
    least = evidence.least_dispersion(np.diagonal(evidence.information()))
    variance = np.maximum(
        _between(inverse @ spread @ inverse, first, second),
        np.maximum(least[first], least[second]) * model,
    )
    gaps = best[first] - best[second]
    freedom = np.minimum(evidence.freedom[first], evidence.freedom[second])
    # As far out as a normal value would be, for Student's t with few blocks is wider.
    surely = -ndtri(stdtr(freedom, -np.abs(gaps) / np.sqrt(variance)))
    drawn = rng.normal(size=(resamples, players)) @ np.linalg.cholesky(inverse).T
    widest = np.zeros(resamples)
    error = np.zeros((players, players))
    error[first, second] = np.sqrt(model)
    for one in range(players - 1):
        ratios = np.abs(drawn[:, one : one + 1] - drawn[:, one + 1 :]) / error[one, one + 1 :]
        np.maximum(widest, ratios.max(axis=1), out=widest)
    apart = surely > np.quantile(widest, confidence)
    ahead[first, second] = apart & (gaps > 0)
    ahead[second, first] = apart & (gaps < 0)
    return ahead


def _between(covariance: Floats, first: Ints, second: Ints) -> Floats:
    """The variances of the differences of pairs."""
    own = np.diagonal(covariance)
    between: Floats = own[first] + own[second] - 2 * covariance[first, second]
    return between
