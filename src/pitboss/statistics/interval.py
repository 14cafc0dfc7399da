"""Intervals of a mean over blocks, for a number of blocks fixed beforehand.

Looking while games are still played needs confidence_sequence.py instead.
"""

import math
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from pitboss.games.unit import PayoffLimits
from pitboss.statistics.blocks import Blocks, Floats, Ints, dense

# Skewness widens either side of an interval by at most this factor.
_WIDEST = 2.0


class Interval(msgspec.Struct, frozen=True, kw_only=True):
    """An estimated mean and the limits of the true one; None: unknown."""

    estimate: float | None
    low: float | None
    high: float | None
    confidence: float
    blocks: int
    # Such as "t", "skewed t", "unseen": docs/statistics.md explains them.
    method: str

    def contains(self, value: float) -> bool:
        """Whether the value is not excluded."""
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)

    def inside(self, low: float, high: float) -> bool:
        """Whether all of it is strictly between these."""
        if self.low is None or self.high is None:
            return False
        return low < self.low and self.high < high


def limits_of(blocks: Blocks, name: str = "payoff") -> PayoffLimits | None:
    """The least and the greatest value of a column, where the rules limit it.

    Points have no limits, but what anybody got in a block might happen to everybody.
    """
    if name == "place":
        return PayoffLimits(1.0, blocks.seats, 1.0, blocks.seats)
    if name == "payoff":
        return blocks.results.limits
    return PayoffLimits(-math.inf, math.inf, *blocks.extent(name))


def difference_limits(limits: PayoffLimits | None) -> PayoffLimits | None:
    """The limits of what one gets more than another at the same table."""
    if limits is None:
        return None
    whole, once = limits.high - limits.low, limits.once_high - limits.once_low
    return PayoffLimits(-whole, whole, -once, once)


def mean_interval(
    values: NDArray[Any],
    *,
    confidence: float = 0.95,
    limits: PayoffLimits | None = None,
    groups: Ints | None = None,
) -> Interval:
    """The mean of block means; `groups` numbers blocks of the same entrants, whose differences
    are due to the schedule and not to chance.

    What was not seen in n blocks may have a chance of up to about 3.7 / n. So where payoffs have
    limits, the interval allows for blocks as far out as one hand can bring them.
    """
    values = np.asarray(values, np.float64)
    count = len(values)
    if count == 0:
        return _interval(None, None, None, confidence, 0, "none")
    mean = float(values.mean())
    unseen_below, unseen_above = _unseen(values, confidence, limits)
    if float(np.ptp(values)) <= 1e-12 * max(1.0, abs(mean)):
        if limits is None:
            return _interval(mean, None, None, confidence, count, "constant")
        low, high = mean - unseen_below, mean + unseen_above
        return _interval(mean, low, high, confidence, count, "constant", limits)
    error, freedom, centred = _within(values, groups)
    quantile = float(stdtrit(freedom, (1 + confidence) / 2))
    below, above = _reaches(_skewness(centred), quantile, count)
    plain, deviation = quantile * error, error * math.sqrt(count)
    low, high = float(below) * deviation, float(above) * deviation
    method = "t" if max(low, high) < 1.1 * plain else "skewed t"
    if unseen_below > low or unseen_above > high:
        low, high, method = max(low, unseen_below), max(high, unseen_above), "unseen"
    return _interval(mean, mean - low, mean + high, confidence, count, method, limits)


def entrant_interval(
    blocks: Blocks, entrant: int, name: str = "payoff", *, confidence: float = 0.95
) -> Interval:
    """An entrant's mean payoff, place or score."""
    values, at = blocks.of(entrant, name)
    groups = None if blocks.are_one_group else blocks.groups[at]
    del at
    limits = limits_of(blocks, name)
    return mean_interval(values, confidence=confidence, limits=limits, groups=groups)


def paired_interval(
    blocks: Blocks, one: int, other: int, name: str = "payoff", *, confidence: float = 0.95
) -> Interval:
    """How much more one entrant got than another in the blocks that both played."""
    limits = difference_limits(limits_of(blocks, name))
    differences = blocks.differences(one, other, name)
    return mean_interval(differences, confidence=confidence, limits=limits)


def t_limits(values: Floats, confidence: float) -> tuple[Floats, Floats]:
    """Student's t over the last axis, widened for skewness."""
    count = values.shape[-1]
    mean = values.mean(axis=-1)
    centred = values - mean[..., np.newaxis]
    deviation = np.sqrt((centred**2).sum(axis=-1) / (count - 1))
    quantile = float(stdtrit(count - 1, (1 + confidence) / 2))
    low, high = _reaches(_skewness(centred), quantile, count)
    return mean - low * deviation, mean + high * deviation


def _reaches(skewness: Floats, quantile: float, count: int) -> tuple[Floats, Floats]:
    """How many deviations the limits are below and above the mean.

    The cubic transformation of P. Hall (On the removal of skewness by transformation, 1992) moves
    both limits towards the longer tail. Under heavy tails the measured skewness is mostly noise, so
    limits are only moved outwards, and not without end.
    """
    plain = quantile / math.sqrt(count)
    none = np.abs(skewness) < 1e-6
    skew = np.where(none, 1.0, skewness)
    below, above = (
        np.where(none, plain, np.abs(np.cbrt(1 + skew * (side - skew / (6 * count))) - 1))
        * np.where(none, 1, 3 / np.abs(skew))
        for side in (plain, -plain)
    )
    return np.clip(below, plain, _WIDEST * plain), np.clip(above, plain, _WIDEST * plain)


def _skewness(centred: Floats) -> Floats:
    squares = centred * centred
    square, cube = squares.mean(axis=-1), (squares * centred).mean(axis=-1)
    skewness: Floats = np.divide(cube, square**1.5, out=np.zeros_like(cube), where=square > 0)
    return skewness


def _unseen(values: Floats, confidence: float, limits: PayoffLimits | None) -> tuple[float, float]:
    """How far down and up blocks that were not seen, beyond all that were, may move the mean."""
    if limits is None:
        return 0.0, 0.0
    share = 1 - ((1 - confidence) / 2) ** (1 / len(values))
    below, above = float(values.min()) - limits.once_low, limits.once_high - float(values.max())
    return share * max(below, 0.0), share * max(above, 0.0)


def _within(values: Floats, groups: Ints | None) -> tuple[float, float, Floats]:
    """The standard error within groups, Welch's degrees of freedom, and the centred values."""
    count = len(values)
    group = np.zeros(count, np.int64)
    if groups is not None:
        group = dense(groups)
        if np.bincount(group).min() < 2:
            # One group, which counts differences between opponents as chance: rather too wide.
            group = np.zeros(count, np.int64)
    sizes = np.bincount(group).astype(np.float64)
    means = np.bincount(group, values) / sizes
    centred = values - (means[group] if len(means) > 1 else means[0])
    parts = np.bincount(group, centred**2) / (sizes - 1) * sizes / count**2
    total = float(parts.sum())
    if total <= 1e-24 * float(values @ values) / count:
        return _within(values, None)
    return math.sqrt(total), total**2 / float((parts**2 / (sizes - 1)).sum()), centred


def _interval(
    estimate: float | None,
    low: float | None,
    high: float | None,
    confidence: float,
    blocks: int,
    method: str,
    limits: PayoffLimits | None = None,
) -> Interval:
    if limits is not None:
        low = None if low is None else max(low, limits.low)
        high = None if high is None else min(high, limits.high)
    return Interval(
        estimate=estimate, low=low, high=high, confidence=confidence, blocks=blocks, method=method
    )
