"""The means of blocks: how a bot's running mean settled, and how its blocks are distributed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.games.unit import Unit
from pitboss.statistics.blocks import Blocks, Floats
from pitboss.statistics.confidence_sequence import sequence_for

# Looks at the running mean are evenly spaced on a logarithmic axis, from this share of the blocks
# on: earlier ones would show nothing but wide bands.
_LOOKS = 28
_BEGIN = 0.02
_BINS = 40
# Up to so many different values get a bar each; more are cut into bins.
_FEW_VALUES = 25
# This share of values without bounds is gathered in the outermost bar on either side.
_TAIL = 0.005


@dataclass(frozen=True)
class RunningMean:
    """The mean after so many blocks, with a band that is valid at every look."""

    blocks: list[int]
    means: list[float]
    # None: too few blocks.
    lows: list[float | None]
    highs: list[float | None]


@dataclass(frozen=True)
class Histogram:
    """How many of an entrant's blocks fell into each bar."""

    counts: list[int]
    mean: float
    deviation: float


@dataclass(frozen=True)
class Histograms:
    """All entrants' blocks, in the same bars."""

    edges: list[float]
    # Whether the outermost bars include the values beyond them.
    open_ended: bool
    # By entrant; None: it played no whole block.
    entrants: list[Histogram | None]


def block_means(blocks: Blocks) -> list[Floats]:
    """The mean of each block, by entrant, in order of the blocks' numbers."""
    means = blocks.mean("payoff").ravel()
    entrants = blocks.entrants.ravel()
    order = np.argsort(entrants, kind="stable")
    ends = np.cumsum(np.bincount(entrants, minlength=len(blocks.results.names)))[:-1]
    return [part.astype(np.float64) for part in np.split(means[order], ends)]


def running_mean(means: Floats, unit: Unit) -> RunningMean:
    """The running mean at a few dozen moments."""
    if not len(means):
        return RunningMean([], [], [], [])
    begin = max(1, int(_BEGIN * len(means)))
    looks = sorted({int(look) for look in np.geomspace(begin, len(means), _LOOKS).round()})
    sequence = sequence_for(unit)
    running = RunningMean([], [], [], [])
    done = 0
    for look in looks:
        sequence.add(means[done:look])
        done = look
        interval = sequence.interval()
        running.blocks.append(look)
        running.means.append(float(interval.estimate or 0.0))
        running.lows.append(interval.low)
        running.highs.append(interval.high)
    return running


def histograms(means: list[Floats]) -> Histograms:
    """Histograms with the same bars for everybody."""
    together = np.concatenate(means) if means else np.empty(0)
    if not len(together):
        return Histograms([0.0, 1.0], False, [None] * len(means))
    edges, open_ended = _edges(together)
    return Histograms(
        edges.tolist(),
        open_ended,
        [
            Histogram(
                np.histogram(np.clip(own, edges[0], edges[-1]), edges)[0].tolist(),
                float(own.mean()),
                float(own.std(ddof=1)) if len(own) > 1 else 0.0,
            )
            if len(own)
            else None
            for own in means
        ],
    )


def _edges(values: Floats) -> tuple[NDArray[np.float64], bool]:
    distinct = np.unique(np.round(values[:200_000], 9))
    if len(distinct) == 1:
        return np.array([distinct[0] - 0.5, distinct[0] + 0.5]), False
    if len(distinct) <= _FEW_VALUES:
        # Thirds and halves at the same table are not evenly spaced; the closest two decide.
        gap = float(np.diff(distinct).min())
        span = float(distinct[-1] - distinct[0])
        if span / gap <= 2 * _BINS:
            return np.linspace(
                distinct[0] - gap / 2, distinct[-1] + gap / 2, round(span / gap) + 2
            ), False
    low, high = np.quantile(values, (_TAIL, 1 - _TAIL))
    if high - low < 1e-9:
        low, high = values.min(), values.max()
    open_ended = bool(values.min() < low or values.max() > high)
    return np.linspace(low, high, _BINS + 1), open_ended
