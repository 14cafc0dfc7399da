"""Calibration: measured error rates, from many comparisons of a bot with itself.

One long match of a bot against itself gives thousands of short ones: the two sides are
exchangeable, so the sign of every difference can be drawn again, and the truth is exactly 0.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

from pitboss.games.unit import Unit
from pitboss.statistics.blocks import Floats
from pitboss.statistics.comparison import VERDICTS, Aim, SequentialTest, Verdict, decisions
from pitboss.statistics.confidence_sequence import (
    FEWEST,
    AsymptoticSequence,
    BoundedSequence,
)
from pitboss.statistics.interval import t_limits

# How many numbers are held at a time.
_ROOM = 500_000
# A comparison without a maximum is given up after this many blocks.
_LIMIT = 10_000_000
# The margin is widened until a comparison of equals takes about this many blocks.
_LONGEST = 20_000

# Draws so many runs of so many blocks.
Source = Callable[[np.random.Generator, int, int], Floats]
# Says for each run whether its interval contains the truth.
Coverage = Callable[[Floats], NDArray[np.bool_]]


class Rate(msgspec.Struct, frozen=True, kw_only=True):
    """How often something happened, with Wilson's interval, and whether the promise was kept."""

    name: str
    hits: int
    runs: int
    rate: float
    low: float
    high: float
    # The promise: the rate is at least and at most this.
    least: float
    most: float
    kept: bool


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """What `pitboss calibrate` shows."""

    rates: tuple[Rate, ...]
    runs: int
    # In each run for the intervals.
    blocks: int
    # The standard deviation of a block's difference.
    deviation: float
    # The margin of the comparisons: wider than asked for where they would take too long.
    margin: float
    # Blocks until a decision between equals.
    median_blocks: int
    kept: bool


def calibrate(
    differences: NDArray[Any],
    *,
    unit: Unit,
    aim: Aim,
    runs: int = 1000,
    blocks: int = 1000,
    shift: float | None = None,
    seed: int = 0,
    tell: Callable[[int, int], None] = lambda done, total: None,  # noqa: ARG005
) -> Calibration:
    """The error rates of all that Pitboss promises, from the blocks of a match of equals."""
    tell(0, 4)
    values = np.asarray(differences, np.float64)
    if len(values) < 2:
        raise ValueError("a calibration needs at least two blocks")
    if values.any():
        # The rates hardly depend on the margin; how long it takes to measure them does.
        widest = max(aim.margin, margin_for(values, blocks=_LONGEST))
        aim = msgspec.structs.replace(aim, margin=widest)
    source = flipped(values)
    rng = np.random.default_rng(seed)
    bounds = (-1.0, 1.0) if unit.is_share else None
    confidence = 1 - aim.alpha
    equals = compared(source, aim, runs=runs, rng=rng)
    tell(1, 4)
    wrong = rate("false positives", equals.called(Verdict.BETTER, Verdict.WORSE), runs)
    rates = [within(wrong, most=aim.alpha)]
    shift = aim.margin if shift is None else shift
    apart = compared(source, aim, runs=runs, rng=rng, shift=shift)
    tell(2, 4)
    power = rate(f"power at {shift:g}", apart.called(Verdict.BETTER), runs)
    rates.append(within(power, least=1 - aim.beta if shift >= aim.margin else 0.0))
    stopped = rate("coverage at the stop", apart.covering(shift), runs)
    rates.append(within(stopped, least=confidence))
    fixed = covered(source, fixed_sample(confidence), runs=runs, blocks=blocks, rng=rng)
    tell(3, 4)
    # Constant differences are covered exactly and sparse ones too often, which does no harm.
    rates.append(within(rate("fixed-sample coverage", fixed, runs), least=confidence - 0.02))
    anytime = anytime_valid(confidence, bounds)
    always = covered(source, anytime, runs=runs, blocks=blocks, rng=rng)
    rates.append(within(rate("anytime-valid coverage", always, runs), least=confidence))
    return Calibration(
        rates=tuple(rates),
        runs=runs,
        blocks=blocks,
        deviation=float(np.sqrt((values**2).mean())),
        margin=aim.margin,
        median_blocks=int(np.median(equals.blocks)),
        kept=all(each.kept for each in rates),
    )


def margin_for(differences: NDArray[Any], *, blocks: int = 2000) -> float:
    """The margin at which a comparison of such blocks takes about `blocks` blocks."""
    # Comparisons of equals have a median of about 8 variances over the margin's square.
    if not np.any(differences):
        raise ValueError("every block is level: any margin is decided soon")
    return math.sqrt(8 * float((np.asarray(differences, np.float64) ** 2).mean()) / blocks)


def flipped(differences: Floats) -> Source:
    """Runs of blocks drawn from a match between equals, each with a random sign."""

    def draw(rng: np.random.Generator, runs: int, blocks: int) -> Floats:
        drawn = rng.choice(differences, (runs, blocks))
        return np.where(rng.random((runs, blocks)) < 0.5, -drawn, drawn)

    return draw


@dataclass(frozen=True)
class Runs:
    """How comparisons ended, one entry per run."""

    aim: Aim
    # As numbered by `decisions`.
    verdict: NDArray[np.int64]
    blocks: NDArray[np.int64]
    total: Floats
    squares: Floats

    def called(self, *verdicts: Verdict) -> int:
        """How many had one of these verdicts."""
        return sum(int((self.verdict == VERDICTS.index(each)).sum()) for each in verdicts)

    def covering(self, truth: float) -> int:
        """How many ended with an interval that contains the truth."""
        ends = zip(self.blocks, self.total, self.squares, strict=True)
        return sum(
            SequentialTest(self.aim, blocks=int(count), total=float(total), squares=float(squares))
            .interval()
            .contains(truth)
            for count, total, squares in ends
        )


def compared(
    source: Source, aim: Aim, *, runs: int, rng: np.random.Generator, shift: float = 0.0
) -> Runs:
    """Comparisons of blocks from the source, each with `shift` added."""
    verdicts, lengths = np.zeros(runs, np.int64), np.zeros(runs, np.int64)
    totals, squares = np.zeros(runs), np.zeros(runs)
    going = np.arange(runs)
    blocks, limit = 0, aim.maximum or _LIMIT
    while len(going) and blocks < limit:
        step = min(max(_ROOM // len(going), 1), max(blocks // 4, 512), limit - blocks)
        drawn = source(rng, len(going), step) + shift
        counts = np.arange(1, step + 1) + blocks
        sums = totals[going, np.newaxis] + np.cumsum(drawn, axis=1)
        squared = squares[going, np.newaxis] + np.cumsum(drawn**2, axis=1)
        decided = decisions(aim, counts, sums, squared)
        every = np.arange(len(going))
        first = np.where(decided.any(axis=1), (decided > 0).argmax(axis=1), step - 1)
        verdicts[going], lengths[going] = decided[every, first], counts[first]
        totals[going], squares[going] = sums[every, first], squared[every, first]
        going = going[verdicts[going] == 0]
        blocks += step
    return Runs(aim, verdicts, lengths, totals, squares)


def covered(
    source: Source,
    contains: Coverage,
    *,
    runs: int,
    blocks: int,
    rng: np.random.Generator,
) -> int:
    """In how many runs the interval contains the truth."""
    chunk = max(_ROOM // blocks, 1)
    return sum(
        int(contains(source(rng, min(chunk, runs - start), blocks)).sum())
        for start in range(0, runs, chunk)
    )


def fixed_sample(confidence: float, truth: float = 0.0) -> Coverage:
    """Whether the interval after the last block contains the truth."""

    def contains(drawn: Floats) -> NDArray[np.bool_]:
        low, high = t_limits(drawn, confidence)
        # The tolerance is for rounding where all blocks are alike.
        inside: NDArray[np.bool_] = (low <= truth + 1e-12) & (truth - 1e-12 <= high)
        return inside

    return contains


def anytime_valid(
    confidence: float, bounds: tuple[float, float] | None, truth: float = 0.0
) -> Coverage:
    """Whether the confidence sequence contains the truth after every block."""

    def contains(drawn: Floats) -> NDArray[np.bool_]:
        counts = np.arange(1, drawn.shape[-1] + 1)
        if bounds is None:
            mean, reach = AsymptoticSequence(confidence).reaches(drawn)
            outside = (np.abs(mean - truth) > reach) & (reach > 0) & (counts >= FEWEST)
        else:
            sequence = BoundedSequence(*bounds, confidence)
            totals, spreads = sequence.path(drawn)
            # One check for both sides: only the larger deviation can be outside.
            deviation = np.abs(totals - counts * truth)
            needed = math.log(2 / (1 - confidence))
            # Evidence is at most deviation² / (2 spread), which is quick to compute.
            outside = deviation**2 >= 1.999 * needed * spreads
            outside[outside] = sequence.excess(deviation[outside], spreads[outside]) >= needed
        return np.asarray(~outside.any(axis=1))

    return contains


def rate(name: str, hits: int, runs: int, *, confidence: float = 0.95) -> Rate:
    """A rate with the interval of E. Wilson (1927)."""
    interval = binomtest(hits, runs).proportion_ci(confidence, method="wilson")
    return Rate(
        name=name,
        hits=hits,
        runs=runs,
        rate=hits / runs,
        low=float(interval.low),
        high=float(interval.high),
        least=0.0,
        most=1.0,
        kept=True,
    )


def within(measured: Rate, *, least: float = 0.0, most: float = 1.0) -> Rate:
    """The rate with its promise, which is broken only if the whole interval is outside."""
    kept = measured.high >= least and measured.low <= most
    return msgspec.structs.replace(measured, least=least, most=most, kept=kept)
