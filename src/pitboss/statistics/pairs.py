"""Two entrants against each other, and an entrant seat by seat, with intervals over blocks."""

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.games.unit import PayoffLimits
from pitboss.statistics.blocks import Blocks, Floats
from pitboss.statistics.interval import Interval, difference_limits, limits_of, mean_interval

# With more entrants, the intervals of all pairs take too long to be worth it.
MOST_ENTRANTS = 64


class PairScore(msgspec.Struct, frozen=True, kw_only=True):
    """One entrant's score against another; the limits are None where they are unknown."""

    score: float
    low: float | None
    high: float | None
    games: int


# By entrant, and by entrant again; None: they never met.
PairScores = tuple[tuple[PairScore | None, ...], ...]


def pair_scores(blocks: Blocks, *, confidence: float = 0.95) -> PairScores:
    """How often one placed ahead of the other; for amounts, half of what it won more."""
    size = len(blocks.results.names)
    is_share = blocks.results.unit.is_share
    limits = limits_of(blocks)
    if not is_share and (gaps := difference_limits(limits)) is not None:
        limits = PayoffLimits(*(gap / 2 for gap in gaps))
    first, second, values = _meetings(blocks)
    order = np.argsort(first * size + second, kind="stable")
    codes = (first * size + second)[order]
    starts = np.flatnonzero(np.diff(codes, prepend=-1))
    scores: list[list[PairScore | None]] = [[None] * size for _ in range(size)]
    for start, end in zip(starts, [*starts[1:], len(codes)], strict=True):
        one, other = divmod(int(codes[start]), size)
        own = values[order[start:end]]
        found = _score(own, blocks.seats, confidence, limits, bounded=size <= MOST_ENTRANTS)
        scores[one][other] = found
        scores[other][one] = _mirrored(found, 1.0 if is_share else 0.0)
    return tuple(map(tuple, scores))


def _meetings(blocks: Blocks) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Both entrants, the lower first, and the first one's mean score, by block and pair."""
    name = "place" if blocks.results.unit.is_share else "payoff"
    column = blocks.column(name)
    firsts, seconds, scores = [], [], []
    for i in range(blocks.seats):
        for j in range(i + 1, blocks.seats):
            mine, theirs = column[:, :, i], column[:, :, j]
            if name == "place":
                score = ((mine < theirs) + 0.5 * (mine == theirs)).mean(axis=1)
                turned = 1 - score
            else:
                score = ((mine - theirs) / 2).mean(axis=1)
                turned = -score
            one, other = blocks.entrants[:, i], blocks.entrants[:, j]
            ahead = one < other
            firsts.append(np.where(ahead, one, other))
            seconds.append(np.where(ahead, other, one))
            scores.append(np.where(ahead, score, turned))
    return np.concatenate(firsts), np.concatenate(seconds), np.concatenate(scores)


def _score(
    values: Floats,
    seats: int,
    confidence: float,
    limits: PayoffLimits | None,
    *,
    bounded: bool,
) -> PairScore:
    low = high = None
    if bounded:
        interval = mean_interval(values, confidence=confidence, limits=limits)
        low, high = interval.low, interval.high
    return PairScore(score=float(values.mean()), low=low, high=high, games=len(values) * seats)


def _mirrored(score: PairScore, whole: float) -> PairScore:
    """The same seen from the other side: scores of both add up to `whole`."""
    return PairScore(
        score=whole - score.score,
        low=None if score.high is None else whole - score.high,
        high=None if score.low is None else whole - score.low,
        games=score.games,
    )


def seat_intervals(blocks: Blocks, entrant: int, *, confidence: float = 0.95) -> list[Interval]:
    """An entrant's mean payoff in each seat."""
    block, place = np.nonzero(blocks.entrants == entrant)
    payoffs = blocks.by_seat("payoff")[block, :, place]
    limits = limits_of(blocks)
    groups = blocks.groups[block]
    return [
        mean_interval(payoffs[:, seat], confidence=confidence, limits=limits, groups=groups)
        for seat in range(blocks.seats)
    ]
