"""Confidence sequences: intervals that may be looked at after every block.

The chance that the truth is *ever* outside is at most 1 - confidence. Each sequence keeps a few
sums, however many blocks there are, and adding a batch equals adding its blocks one by one.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import gammainc, gammaln

from pitboss.games.unit import SHARES, Unit
from pitboss.statistics.blocks import Floats
from pitboss.statistics.interval import Interval

# Sequences are tightest near this many blocks and lose little elsewhere.
TUNED_FOR = 500
# With fewer blocks, their variance is too rough for a limit theorem.
FEWEST = 200


@dataclass
class BoundedSequence:
    """For values between two bounds; holds for any number of blocks, without approximation.

    The empirical-Bernstein sequence of S. Howard, A. Ramdas, J. McAuliffe and J. Sekhon
    (Time-uniform, nonparametric, nonasymptotic confidence sequences, 2021), theorem 4, with their
    gamma-exponential mixture.
    """

    low: float
    high: float
    confidence: float = 0.95
    blocks: int = 0
    total: float = 0.0
    # The sum of squared distances to the mean of the blocks before.
    spread: float = 0.0

    def add(self, values: NDArray[Any]) -> None:
        """Add the next blocks."""
        values = np.asarray(values, np.float64)
        if not len(values):
            return
        if values.min() < self.low or values.max() > self.high:
            raise ValueError(f"a value is not between {self.low} and {self.high}")
        totals, spreads = self.path(values)
        self.blocks += len(values)
        self.total, self.spread = float(totals[-1]), float(spreads[-1])

    def path(self, values: Floats) -> tuple[Floats, Floats]:
        """The total and the spread after each of the next blocks, over the last axis."""
        totals = _running(self.total, values)
        before = np.arange(values.shape[-1]) + self.blocks
        # The middle counts as one block before the first.
        guesses = ((self.low + self.high) / 2 + totals - values) / (before + 1)
        return totals, _running(self.spread, (values - guesses) ** 2)

    def excess(self, deviation: Floats, spread: Floats) -> Floats:
        """The log evidence that a sum is not this far above its mean by chance."""
        scale = self.high - self.low
        prior = self._prior() / scale**2
        shape = spread / scale**2 + prior
        place = np.maximum(deviation / scale + shape, 1e-300)
        evidence: Floats = (
            prior * math.log(prior)
            - gammaln(prior)
            - math.log(gammainc(prior, prior))
            + gammaln(shape)
            + np.log(np.maximum(gammainc(shape, place), 1e-300))
            - shape * np.log(place)
            + place
            - prior
        )
        return evidence

    def interval(self) -> Interval:
        """Where the true mean lies."""
        if not self.blocks:
            return _interval(self, self.low, self.high, "empirical Bernstein")
        mean = self.total / self.blocks
        reach = self._reach() / self.blocks
        low, high = max(self.low, mean - reach), min(self.high, mean + reach)
        return _interval(self, low, high, "empirical Bernstein")

    def _prior(self) -> float:
        return (self.high - self.low) ** 2 / 8 * TUNED_FOR / _tuning(self._alpha() / 2)

    def _alpha(self) -> float:
        return 1 - self.confidence

    def _reach(self) -> float:
        """How far the total may be from its mean, in sums of blocks."""
        spread = np.array(self.spread)
        needed = math.log(2 / self._alpha())

        def surplus(deviation: float) -> float:
            return float(self.excess(np.array(deviation), spread)) - needed

        outside = self.high - self.low
        while surplus(outside) < 0:
            outside *= 2
        return float(brentq(surplus, 0.0, outside, xtol=1e-12, rtol=1e-14))


@dataclass
class AsymptoticSequence:
    """For values without known bounds, such as bb/100; holds in the limit of many blocks.

    The normal mixture of I. Waudby-Smith, D. Arbour, R. Sinha, E. Kennedy and A. Ramdas
    (Time-uniform central limit theory and asymptotic confidence sequences, 2024).
    """

    confidence: float = 0.95
    blocks: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, values: NDArray[Any]) -> None:
        """Add the next blocks."""
        values = np.asarray(values, np.float64)
        if len(values):
            self.total = float(_running(self.total, values)[-1])
            self.squares = float(_running(self.squares, values**2)[-1])
            self.blocks += len(values)

    def reaches(self, values: Floats) -> tuple[Floats, Floats]:
        """The mean and the reach after each of the next blocks, over the last axis."""
        counts = np.arange(1, values.shape[-1] + 1) + self.blocks
        mean = _running(self.total, values) / counts
        square = _running(self.squares, values**2) / counts - mean**2
        square = np.maximum(square, 0) * counts / np.maximum(counts - 1, 1)
        return mean, np.sqrt(square) * self._factor(counts.astype(np.float64))

    def interval(self) -> Interval:
        """Where the true mean lies; unbounded for the first blocks."""
        low = high = None
        if self.blocks >= FEWEST:
            mean = self.total / self.blocks
            square = max(self.squares / self.blocks - mean**2, 0.0)
            square *= self.blocks / (self.blocks - 1)
            if square > 0:
                reach = math.sqrt(square) * float(self._factor(np.array(float(self.blocks))))
                low, high = mean - reach, mean + reach
        return _interval(self, low, high, "normal mixture")

    def _factor(self, counts: Floats) -> Floats:
        alpha = 1 - self.confidence
        known = counts * _tuning(alpha) / TUNED_FOR
        factor: Floats = np.sqrt(
            2 * (known + 1) / (counts * known) * np.log(np.sqrt(known + 1) / alpha)
        )
        return factor


def sequence_for(
    unit: Unit, *, paired: bool = False, confidence: float = 0.95
) -> BoundedSequence | AsymptoticSequence:
    """The sequence for an event's unit: for block means, or for paired differences of them."""
    if not unit.is_share:
        return AsymptoticSequence(confidence)
    low, high = SHARES.low, SHARES.high
    return BoundedSequence(
        low - high if paired else low, high - low if paired else high, confidence
    )


def _interval(
    sequence: BoundedSequence | AsymptoticSequence,
    low: float | None,
    high: float | None,
    method: str,
) -> Interval:
    return Interval(
        estimate=sequence.total / sequence.blocks if sequence.blocks else None,
        low=low,
        high=high,
        confidence=sequence.confidence,
        blocks=sequence.blocks,
        method=method,
    )


def _tuning(alpha: float) -> float:
    """The ratio of the variance at which a mixture is tightest to the prior."""
    return -2 * math.log(alpha) + math.log(1 - 2 * math.log(alpha))


def _running(start: float, values: Floats) -> Floats:
    """Running totals from `start` on, added in order so that the size of batches is irrelevant."""
    first = np.full((*values.shape[:-1], 1), start)
    totals: Floats = np.cumsum(np.concatenate([first, values], axis=-1), axis=-1)[..., 1:]
    return totals
