"""Charts as SVG: functions from numbers to markup. The sections of the page explain the numbers.

Charts are as wide as the page: horizontal places are percentages, text and dots have sizes in
pixels. Curves and bars are drawn in a square of 1000 by 1000 that is stretched over the plot and
clipped at its edge; labels are outside, in the padding that the style sheet gives to `.chart`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pitboss.games.unit import Unit
from pitboss.narration.numbers import signed
from pitboss.report.block_means import RunningMean
from pitboss.report.markup import Markup, element, join

_ROUND_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_ROW_HEIGHT = 28
_LABEL_HEIGHT = 15
_SQUARE = 1000
# In pixels, without the labels around the plot.
TOGETHER_HEIGHT = 300
BARS_HEIGHT = 64


@dataclass(frozen=True)
class Scale:
    """A linear or logarithmic axis from `low` to `high`; places on it are percentages."""

    low: float
    high: float
    logarithmic: bool = False

    def at(self, value: float) -> float:
        """The place of a value, from 0 to 100; values outside are put at the edge."""
        if self.logarithmic:
            share = math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return 100 * min(max(share, 0.0), 1.0)

    def ticks(self, most: int = 5) -> list[float]:
        """Round numbers within the axis."""
        return self._decades(most) if self.logarithmic else self._steps(most)

    def _steps(self, most: int) -> list[float]:
        rough = (self.high - self.low) / most
        magnitude = 10.0 ** math.floor(math.log10(rough))
        step = next(
            size * magnitude for size in _ROUND_STEPS if size * magnitude >= rough * (1 - 1e-9)
        )
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]

    def _decades(self, most: int) -> list[float]:
        first = math.floor(math.log10(self.low))
        last = math.ceil(math.log10(self.high))
        powers = [10.0**power for power in range(first, last + 1)]
        for factors in ((1, 2, 5), (1, 3), (1,)):
            ticks = [
                factor * power
                for power in powers
                for factor in factors
                if self.low * (1 - 1e-9) <= factor * power <= self.high * (1 + 1e-9)
            ]
            if len(ticks) <= most:
                return ticks
        return ticks[:: -(-len(ticks) // most)]


def scale_for(low: float, high: float, *, within: tuple[float, float] | None = None) -> Scale:
    """An axis from low to high with some room, but not beyond the possible values."""
    room = 0.04 * (high - low) or max(abs(high), 1.0) * 0.05
    low, high = low - room, high + room
    if within is not None:
        low, high = max(low, within[0]), min(high, within[1])
    return Scale(low, high)


def log_scale(low: float, high: float) -> Scale:
    """A logarithmic axis of at least a decade."""
    return Scale(low, max(high, low * 10), logarithmic=True)


@dataclass(frozen=True)
class Axis:
    """A scale with labelled ticks, and the value that everything is compared with."""

    scale: Scale
    labels: Sequence[tuple[float, str]]
    reference: float | None = None


@dataclass(frozen=True)
class Whisker:
    """A mean with its interval; an unknown end extends to the edge of the chart."""

    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Curve:
    """A bot's running mean, in its colour."""

    name: str
    colour: str
    running: RunningMean


def value_labels(values: Sequence[float], unit: Unit) -> list[tuple[float, str]]:
    """Labels for ticks that are payoffs."""
    if unit.is_share:
        fine = any(abs(100 * value - round(100 * value)) > 1e-6 for value in values)
        return [(value, f"{100 * value:.{int(fine)}f}%") for value in values]
    fine = any(abs(value - round(value)) > 1e-6 for value in values)
    return [(value, signed(value, int(fine))) for value in values]


def whisker_axis(axis: Axis) -> Markup:
    """The heading of a column of whiskers."""
    labels = [
        element("text", label, x=_percent(axis.scale.at(value)), y=12, class_="tick mid")
        for value, label in axis.labels
    ]
    return element("svg", *labels, class_="plot", width="100%", height=16, aria_hidden="true")


def whiskers(
    axis: Axis, all_games: Whisker | None, clean: Whisker | None, colour: str, label: str
) -> Markup:
    """One row: all games as a dot with a whisker, and below it those without forfeits, hollow."""
    marks = [_upright(axis.scale.at(value), "grid") for value, _ in axis.labels]
    if axis.reference is not None:
        marks.append(_upright(axis.scale.at(axis.reference), "zero"))
    middle = _ROW_HEIGHT / 2
    if all_games is not None:
        y = middle - 4 if clean is not None else middle
        marks.append(_whisker(axis.scale, all_games, y, "all"))
    if clean is not None:
        marks.append(_whisker(axis.scale, clean, middle + 6, "clean"))
    return element(
        "svg",
        element("title", label),
        *marks,
        class_=f"plot {colour}",
        width="100%",
        height=_ROW_HEIGHT,
        role="img",
        aria_label=label,
    )


def _whisker(scale: Scale, whisker: Whisker, y: float, which: str) -> Markup:
    left = 0.0 if whisker.low is None else scale.at(whisker.low)
    right = 100.0 if whisker.high is None else scale.at(whisker.high)
    known = whisker.low is not None and whisker.high is not None
    return join(
        element(
            "line",
            x1=_percent(left),
            x2=_percent(right),
            y1=y,
            y2=y,
            class_=f"whisker {which}" if known else f"whisker {which} unknown",
        ),
        element(
            "circle",
            cx=_percent(scale.at(whisker.mean)),
            cy=y,
            r=4.5 if which == "all" else 3,
            class_=f"dot {which}",
        ),
    )


def curves_together(curves: Sequence[Curve], x: Axis, y: Axis, height: int) -> Markup:
    """A few curves in one chart, each with its band and its name at the end."""
    bands = [_band(curve.running, x.scale, y.scale, curve.colour) for curve in curves]
    lines = [_curve(curve.running, x.scale, y.scale, f"curve {curve.colour}") for curve in curves]
    ends = [
        height * (1 - y.scale.at(curve.running.means[-1]) / 100) if curve.running.means else 0.0
        for curve in curves
    ]
    names = [
        element(
            "text",
            short_name(curve.name),
            element("title", curve.name),
            x="100%",
            dx=8,
            y=place + 4,
            class_=f"name {curve.colour}",
        )
        for curve, place in zip(curves, _apart(ends, height), strict=True)
        if curve.running.means
    ]
    return _framed(x, y, height, _stretched(*bands, *lines), *names)


def curves_backdrop(curves: Sequence[Curve], x: Axis, y: Axis, name: str) -> Markup:
    """All curves once, as the background of every panel."""
    path = " ".join(_points(curve.running, x.scale, y.scale) for curve in curves)
    drawn = element("path", id=name, d=path, class_="backdrop", vector_effect="non-scaling-stroke")
    return element(
        "svg", element("defs", drawn), width=0, height=0, class_="hidden", aria_hidden="true"
    )


def curve_panel(curve: Curve, x: Axis, y: Axis, backdrop: str, height: int = 76) -> Markup:
    """One bot's curve in front of everybody's."""
    drawn = _stretched(
        element("use", href=f"#{backdrop}"),
        _band(curve.running, x.scale, y.scale, curve.colour),
        _curve(curve.running, x.scale, y.scale, f"curve {curve.colour}"),
    )
    return _framed(x, y, height, drawn)


def bars(
    counts: Sequence[int],
    x: Axis,
    colour: str,
    *,
    mark: float | None = None,
    height: int = BARS_HEIGHT,
    label: str = "",
) -> Markup:
    """A histogram with bars of equal width; every bar that is not empty is visible."""
    most = max(counts, default=0) or 1
    # Two pixels in height.
    least = 2 * _SQUARE / height
    edges = [round(_SQUARE * number / len(counts)) for number in range(len(counts) + 1)]
    # Gaps between bars, if there is room.
    gap = 4 if len(counts) <= 60 else 0
    path = "".join(
        f"M{left + gap} {_SQUARE}V{_SQUARE - max(least, _SQUARE * count / most):.0f}"
        f"H{right - gap}V{_SQUARE}"
        for (left, right), count in zip(pairwise(edges), counts, strict=True)
        if count
    )
    marks = []
    if mark is not None:
        marks.append(_upright(x.scale.at(mark), "mean"))
    flat = Axis(Scale(0, 1), ())
    return _framed(
        x,
        flat,
        height,
        _stretched(element("path", d=path, class_=f"bar {colour}")),
        *marks,
        title=label,
    )


def _framed(x: Axis, y: Axis, height: int, *marks: Markup, title: str = "") -> Markup:
    """A plot: grid lines first, then the marks, then the labels outside."""
    grid: list[Markup] = []
    labels: list[Markup] = []
    for value, label in x.labels:
        at = x.scale.at(value)
        grid.append(_upright(at, "grid"))
        labels.append(
            element("text", label, x=_percent(at), y=height + 13, class_=f"tick {_anchor(at)}")
        )
    for value, label in y.labels:
        up = _percent(100 - y.scale.at(value))
        grid.append(_level(up, "grid"))
        labels.append(element("text", label, x=-6, y=up, dy="0.32em", class_="tick end"))
    if x.reference is not None:
        grid.append(_upright(x.scale.at(x.reference), "zero"))
    if y.reference is not None:
        grid.append(_level(_percent(100 - y.scale.at(y.reference)), "zero"))
    base = _level("100%", "base")
    return element(
        "svg",
        element("title", title) if title else Markup(),
        *grid,
        *marks,
        base,
        *labels,
        class_="plot",
        width="100%",
        height=height,
        role="img",
    )


def _stretched(*marks: Markup) -> Markup:
    return element(
        "svg",
        *marks,
        viewBox=f"0 0 {_SQUARE} {_SQUARE}",
        preserveAspectRatio="none",
        width="100%",
        height="100%",
    )


def _curve(running: RunningMean, x: Scale, y: Scale, name: str) -> Markup:
    return element(
        "path", d=_points(running, x, y), class_=name, vector_effect="non-scaling-stroke"
    )


def _points(running: RunningMean, x: Scale, y: Scale) -> str:
    return _line([_point(x, y, *at) for at in zip(running.blocks, running.means, strict=True)])


def _band(running: RunningMean, x: Scale, y: Scale, colour: str) -> Markup:
    lower: list[str] = []
    upper: list[str] = []
    for blocks, low, high in zip(running.blocks, running.lows, running.highs, strict=True):
        if low is not None and high is not None:
            lower.append(_point(x, y, blocks, low))
            upper.append(_point(x, y, blocks, high))
    return element("path", d=_line(upper + lower[::-1]), class_=f"band {colour}")


def _line(points: Sequence[str]) -> str:
    return f"M{' '.join(points)}" if points else ""


def _point(x: Scale, y: Scale, across: float, up: float) -> str:
    return f"{x.at(across) * _SQUARE / 100:.0f} {_SQUARE - y.at(up) * _SQUARE / 100:.0f}"


def _upright(at: float, name: str) -> Markup:
    return element("line", x1=_percent(at), x2=_percent(at), y1=0, y2="100%", class_=name)


def _level(at: str, name: str) -> Markup:
    return element("line", x1=0, x2="100%", y1=at, y2=at, class_=name)


def _apart(places: Sequence[float], height: int) -> list[float]:
    """The places, moved so far that labels do not overlap."""
    order = sorted(range(len(places)), key=lambda number: places[number])
    moved = list(places)
    for before, after in pairwise(order):
        moved[after] = max(moved[after], moved[before] + _LABEL_HEIGHT)
    below = max(moved, default=0.0) - height
    if below > 0:
        limit = float(height)
        for number in reversed(order):
            moved[number] = min(moved[number], limit)
            limit = moved[number] - _LABEL_HEIGHT
    return moved


def _anchor(at: float) -> str:
    return "start" if at < 6 else "end" if at > 94 else "mid"


def _percent(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") + "%"


def short_name(name: str, most: int = 14) -> str:
    """A name of at most so many letters."""
    return name if len(name) <= most else name[: most - 1] + "\N{HORIZONTAL ELLIPSIS}"
