"""How each bot's mean settled while blocks were played, and how its blocks were spread."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.statistics.blocks import Blocks, Floats
from pitboss.statistics.confidence_sequence import sequence_for

# Looks at the mean, evenly spaced on a logarithmic axis, from this share of the blocks on: before,
# bands are all there is to see.
_LOOKS = 28
_BEGIN = 0.02
_BINS = 40
# More different values than that are drawn as a range, fewer each by itself.
_FEW_VALUES = 25
# Of bb/100, so much on either side is gathered in the outermost bars.
_TAIL = 0.005


@dataclass(frozen=True)
class Course:
    """The mean after so many blocks, within a band in which it may be looked at any time."""

    blocks: list[int]
    means: list[float]
    # None: too early to say.
    lows: list[float | None]
    highs: list[float | None]


@dataclass(frozen=True)
class Spread:
    """How often an entrant's blocks came out how well."""

    counts: list[int]
    mean: float
    deviation: float


@dataclass(frozen=True)
class Spreads:
    """All entrants' blocks, in bars that they share."""

    edges: list[float]
    # Whether the outermost bars hold what lies beyond them too.
    open_ended: bool
    # By entrant; None: it played no whole block.
    entrants: list[Spread | None]


def block_means(blocks: Blocks) -> list[Floats]:
    """Each entrant's mean over each of its blocks, in the order in which they are numbered."""
    means = blocks.mean("payoff").ravel()
    entrants = blocks.entrants.ravel()
    order = np.argsort(entrants, kind="stable")
    ends = np.cumsum(np.bincount(entrants, minlength=len(blocks.results.names)))[:-1]
    return [part.astype(np.float64) for part in np.split(means[order], ends)]


def course(means: Floats, unit: str) -> Course:
    """The running mean at a few dozen moments."""
    if not len(means):
        return Course([], [], [], [])
    begin = max(1, int(_BEGIN * len(means)))
    looks = sorted({int(look) for look in np.geomspace(begin, len(means), _LOOKS).round()})
    sequence = sequence_for(unit)
    found = Course([], [], [], [])
    done = 0
    for look in looks:
        sequence.add(means[done:look])
        done = look
        interval = sequence.interval()
        found.blocks.append(look)
        found.means.append(float(interval.estimate or 0.0))
        found.lows.append(interval.low)
        found.highs.append(interval.high)
    return found


def spreads(means: list[Floats]) -> Spreads:
    """Histograms with the same bars for everybody."""
    together = np.concatenate(means) if means else np.empty(0)
    if not len(together):
        return Spreads([0.0, 1.0], False, [None] * len(means))
    edges, open_ended = _edges(together)
    return Spreads(
        edges.tolist(),
        open_ended,
        [
            Spread(
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
