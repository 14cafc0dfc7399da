"""A comparison: is NEW better than BASE, decided with as few blocks as possible?

A generalised sequential probability ratio test (A. Wald, Sequential Analysis, 1947; M. Sobel and
A. Wald for three hypotheses, 1949) on the differences of mirrored blocks, with estimated variance.
"""

import math
from dataclasses import dataclass
from enum import Enum
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.games.unit import SHARES, PayoffLimits, Unit
from pitboss.statistics.blocks import Floats
from pitboss.statistics.interval import Interval, difference_limits, mean_interval

# "Better" means by the margin (mostly) or by much more, so that a large difference shows early.
# Wald's weighted likelihood ratio errs no more often than a simple one.
_TIMES = np.array([1.0, 4.0, 16.0])
_WEIGHTS = np.array([0.8, 0.1, 0.1])
_LOG_WEIGHTS = np.log(_WEIGHTS)
# A block in which so many hands lose a whole stack is allowed for, though none was seen.
_DISASTERS = 4
# What was not seen in n blocks has, with 95% confidence, at most a chance of this over n.
_UNSEEN = 3.0
# A single block with a larger share of all squares shows tails that are too heavy for the test.
_HEAVY = 0.25

# The limits of differences between scores.
DIFFERENCES = difference_limits(SHARES)
# What must not be overlooked unless somebody says otherwise: of scores, of bb/100, of points.
_SHARE_MARGIN = 0.02
_WIN_RATE_MARGIN = 5.0
_POINTS_MARGIN = 10.0


class Verdict(Enum):
    """The result of a comparison."""

    BETTER = "better"
    WORSE = "worse"
    EQUAL = "equal"
    UNDECIDED = "undecided"


# As `decisions` numbers them.
VERDICTS = (Verdict.UNDECIDED, Verdict.BETTER, Verdict.WORSE, Verdict.EQUAL)


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """The question of a comparison, and how sure the answer has to be."""

    # The lead that must not be overlooked: of scores a difference, of bb/100 a win rate.
    margin: float
    # How often bots that are equal may be called better or worse.
    alpha: float = 0.05
    # How often a bot that is better by the margin may be missed.
    beta: float = 0.05
    # No decision before this many blocks.
    minimum: int = 64
    # A look after every so many blocks.
    every: int = 1
    # Given up as undecided after this many blocks; 0: never.
    maximum: int = 0
    # Two pretended blocks, with this difference for either side, add to the variance only, so
    # that a few equal blocks do not look like certainty.
    pretended: float = 1.0
    # The largest lead there can be; None: no such limit is known.
    most: float | None = None

    def __post_init__(self) -> None:
        if not (self.margin > 0 and self.pretended > 0 and self.every > 0):
            raise ValueError("margin, pretended and every must be more than 0")
        if not (0 < self.alpha < 1 and 0 < self.beta < 1):
            raise ValueError("error rates are between 0 and 1")

    @property
    def upper(self) -> float:
        """The evidence at which a difference is believed."""
        return math.log(2 / self.alpha)

    @property
    def lower(self) -> float:
        """The evidence at which a difference of the margin is given up."""
        return math.log(self.beta)


def aim_for(
    unit: Unit,
    *,
    margin: float | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    maximum: int = 0,
    limits: PayoffLimits | None = None,
) -> Aim:
    """The aim for an event's unit: by default 2 percentage points, or 5 bb/100.

    `limits` are `lead_limits`, where payoffs are no shares.
    """
    margin = usual_margin(unit) if margin is None else margin
    if unit.is_share:
        return Aim(margin=margin, alpha=alpha, beta=beta, maximum=maximum, most=1.0)
    pretended, most = 10 * margin, None
    if limits is not None:
        most = limits.high
        pretended = max(pretended, min(_DISASTERS * limits.once_high, most))
    # Poker's blocks are heavy-tailed, so it takes more of them to estimate the variance.
    return Aim(
        margin=margin,
        alpha=alpha,
        beta=beta,
        maximum=maximum,
        minimum=200,
        pretended=pretended,
        most=most,
    )


def usual_margin(unit: Unit) -> float:
    """The margin unless somebody says otherwise."""
    if unit.is_share:
        return _SHARE_MARGIN
    return _WIN_RATE_MARGIN if unit.is_win_rate else _POINTS_MARGIN


def lead_limits(unit: Unit, limits: PayoffLimits | None) -> PayoffLimits | None:
    """How far one can be ahead of the other, where payoffs have these limits."""
    return limits if unit.is_win_rate else difference_limits(limits)


class Caveat(msgspec.Struct, frozen=True, kw_only=True):
    """What could undo a verdict, and would probably not have been seen: a rare disaster."""

    # A block that costs the leader so much, in one of so many blocks, would make both equal.
    loss: float
    one_in: int
    # Whether the rules allow for such a block; where they set no limits, anything is possible.
    possible: bool
    # The share of all squared differences that a single block has, and whether it is too large
    # for the error rates to be relied on.
    largest_share: float
    heavy_tails: bool


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """A comparison after some blocks."""

    verdict: Verdict
    # No more blocks are needed.
    finished: bool
    estimate: Interval
    blocks: int
    # Log likelihood ratios of better and of worse over equal; believed at `upper`.
    better: float
    worse: float
    # Log likelihood ratios of exactly the margin over equal; given up at `lower`.
    plus: float
    minus: float
    upper: float
    lower: float
    # The evidence for each verdict, in percent of what a decision needs.
    percent_better: float
    percent_worse: float
    percent_equal: float
    # Blocks still needed if the estimate is the truth, also after it was given up as undecided;
    # None: unknown yet.
    needed: int | None
    caveat: Caveat


@dataclass
class SequentialTest:
    """A running comparison; blocks are added in order of their numbers."""

    aim: Aim
    verdict: Verdict = Verdict.UNDECIDED
    blocks: int = 0
    total: float = 0.0
    squares: float = 0.0
    # The largest difference either way.
    largest: float = 0.0
    finished: bool = False

    def add(self, differences: NDArray[Any]) -> int:
        """Add the next blocks up to the decision; returns how many were used."""
        values = np.asarray(differences, np.float64)
        if self.finished or not len(values):
            return 0
        if self.aim.maximum:
            values = values[: self.aim.maximum - self.blocks]
        counts = np.arange(1, len(values) + 1) + self.blocks
        totals = np.cumsum(np.concatenate([[self.total], values]))[1:]
        squares = np.cumsum(np.concatenate([[self.squares], values**2]))[1:]
        decided = decisions(self.aim, counts, totals, squares)
        at = int(decided.argmax()) if decided.any() else len(values) - 1
        self.blocks = int(counts[at])
        self.total, self.squares = float(totals[at]), float(squares[at])
        self.largest = max(self.largest, float(np.abs(values[: at + 1]).max()))
        self.verdict = VERDICTS[int(decided[at])]
        self.finished = bool(decided[at]) or self.blocks == self.aim.maximum
        return at + 1

    def look(self) -> Comparison:
        """The comparison as it stands."""
        aim, count, total = self.aim, np.array(float(self.blocks)), np.array(self.total)
        variance = np.array(self._variance())
        better, worse = (float(_weighed(aim, count, sums, variance)) for sums in (total, -total))
        plus, minus = (float(_ratio(aim.margin, count, sums, variance)) for sums in (total, -total))
        equal = max(plus, minus) / aim.lower
        return Comparison(
            verdict=self.verdict,
            finished=self.finished,
            estimate=self.interval(),
            blocks=self.blocks,
            better=better,
            worse=worse,
            plus=plus,
            minus=minus,
            upper=aim.upper,
            lower=aim.lower,
            percent_better=_percent(better / aim.upper),
            percent_worse=_percent(worse / aim.upper),
            percent_equal=_percent(equal),
            needed=self._needed(plus, minus),
            caveat=self._caveat(),
        )

    def _caveat(self) -> Caveat:
        loss = abs(self.total) / _UNSEEN
        share = self.largest**2 / self.squares if self.squares else 0.0
        return Caveat(
            loss=loss,
            one_in=max(round(self.blocks / _UNSEEN), 1),
            possible=self.aim.most is None or loss <= self.aim.most,
            largest_share=share,
            # In a few blocks, one is always a large share of them.
            heavy_tails=self.blocks >= self.aim.minimum and share > _HEAVY,
        )

    def interval(self) -> Interval:
        """Every difference that the test would not reject: a confidence sequence.

        It excludes 0 exactly when the evidence says better or worse.
        """
        mean = self.total / self.blocks if self.blocks else None
        low = high = None
        if mean is not None and self.blocks >= self.aim.minimum:
            reach = self._reach()
            most = math.inf if self.aim.most is None else self.aim.most
            low, high = max(mean - reach, -most), min(mean + reach, most)
        return Interval(
            estimate=mean,
            low=low,
            high=high,
            confidence=1 - self.aim.alpha,
            blocks=self.blocks,
            method="sequential",
        )

    def _variance(self) -> float:
        count = np.array(float(self.blocks))
        return float(_variance(self.aim, count, np.array(self.total), np.array(self.squares)))

    def _reach(self) -> float:
        """The distance from the mean at which the evidence comes to `upper`."""
        # Imported here because it is slow to import.
        from scipy.optimize import brentq

        times = self.aim.margin * _TIMES
        slopes = self.blocks * times / self._variance()

        def surplus(reach: float) -> float:
            parts = slopes * (reach - times / 2) + _LOG_WEIGHTS
            return float(np.logaddexp.reduce(parts)) - self.aim.upper

        # The sum is at least its largest part, and at most three times that: e² is more.
        least, most = (
            float((times / 2 + (self.aim.upper + room - _LOG_WEIGHTS) / slopes).min())
            for room in (-2, 2)
        )
        return float(brentq(surplus, least, most, xtol=1e-15, rtol=1e-14))

    def _needed(self, plus: float, minus: float) -> int | None:
        aim = self.aim
        if self.verdict is not Verdict.UNDECIDED:
            return 0
        if self.blocks < 2:
            return None
        mean, variance = abs(self.total / self.blocks), self._variance()
        times = aim.margin * _TIMES
        drift = np.maximum(mean - times / 2, 1e-100)
        ends = [float((variance * (aim.upper - _LOG_WEIGHTS) / times / drift).min())]
        if mean < aim.margin / 2:
            ends.append(-aim.lower * variance / aim.margin / (aim.margin / 2 - mean))
        # Between the two there is no drift either way, and chance alone ends the test.
        near = max(plus, minus)
        rest = max(aim.upper - near, 0) * max(near - aim.lower, 0) * variance / aim.margin**2
        needed = max(min(min(ends) - self.blocks, rest), aim.minimum - self.blocks, 1)
        if aim.maximum and not self.finished:
            needed = min(needed, aim.maximum - self.blocks)
        return math.ceil(min(needed, 1e15))


def decisions(aim: Aim, counts: NDArray[Any], totals: Floats, squares: Floats) -> NDArray[np.int64]:
    """At each look 1 for better, 2 for worse, 3 for equal; 0: play on."""
    variance = _variance(aim, counts, totals, squares)
    # Evidence for a difference is evidence for the one in front.
    lead = np.abs(totals)
    # A likelihood ratio is at most that of the mean itself, which is quick to compute.
    differ = lead**2 >= 1.999 * aim.upper * counts * variance
    everywhere = np.broadcast_to(counts, lead.shape)
    evidence = _weighed(aim, everywhere[differ], lead[differ], variance[differ])
    differ[differ] = evidence >= aim.upper
    equal = _ratio(aim.margin, counts, lead, variance) <= aim.lower
    verdicts = np.where(differ, np.where(totals > 0, 1, 2), 3 * equal)
    looks = (counts >= aim.minimum) & (counts % aim.every == 0)
    return np.where(looks, verdicts, 0).astype(np.int64)


def compare_fixed(
    differences: NDArray[Any], aim: Aim, *, limits: PayoffLimits | None = DIFFERENCES
) -> Comparison:
    """The comparison for a number of blocks that was fixed beforehand.

    Better or worse: the interval excludes 0. Equal: two one-sided tests reject a difference of
    the margin (D. Schuirmann, 1987).
    """
    values = np.asarray(differences, np.float64)
    estimate = mean_interval(values, confidence=1 - aim.alpha, limits=limits)
    inner = mean_interval(values, confidence=1 - 2 * aim.beta, limits=limits)
    verdict = Verdict.UNDECIDED
    if len(values) > 1 and not estimate.contains(0.0):
        verdict = Verdict.BETTER if values.mean() > 0 else Verdict.WORSE
    elif inner.inside(-aim.margin, aim.margin):
        verdict = Verdict.EQUAL
    running = SequentialTest(aim, blocks=len(values))
    running.total, running.squares = float(values.sum()), float((values**2).sum())
    running.largest = float(np.abs(values).max(initial=0.0))
    return msgspec.structs.replace(
        running.look(), verdict=verdict, finished=True, estimate=estimate, needed=0
    )


def _weighed(aim: Aim, counts: NDArray[Any], sums: Floats, variance: Floats) -> Floats:
    """The log likelihood ratio of better, by the margin or more, over equal."""
    evidence = _ratio(aim.margin, counts, sums, variance) + math.log(_WEIGHTS[0])
    for times, weight in zip(_TIMES[1:], _WEIGHTS[1:], strict=True):
        ratio = _ratio(aim.margin * times, counts, sums, variance)
        evidence = np.logaddexp(evidence, ratio + math.log(weight))
    return evidence


def _ratio(difference: float, counts: NDArray[Any], sums: Floats, variance: Floats) -> Floats:
    """The log likelihood ratio of exactly this difference over none, for normal blocks."""
    ratio: Floats = difference / variance * (sums - counts * (difference / 2))
    return ratio


def _variance(aim: Aim, counts: NDArray[Any], totals: Floats, squares: Floats) -> Floats:
    about = np.maximum(squares - totals**2 / np.maximum(counts, 1), 0)
    # Six fewer than there are: about what Student's t asks for so far out in its tails.
    variance: Floats = (about + 2 * aim.pretended**2) / np.maximum(counts - 4, 1)
    return variance


def _percent(share: float) -> float:
    return 100 * min(max(share, 0.0), 1.0) + 0.0
