"""The sections of the page that are charts: how scores settled, their spread, thinking times."""

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.events.batch import BUCKETS
from pitboss.games.unit import Unit
from pitboss.narration.numbers import amount, count, counted, seconds
from pitboss.report.charts import (
    BARS_HEIGHT,
    TOGETHER_HEIGHT,
    Axis,
    Curve,
    Scale,
    bars,
    curve_panel,
    curves_backdrop,
    curves_together,
    log_scale,
    scale_for,
    value_labels,
)
from pitboss.report.grid_sections import bot_cell, heading, number_cell
from pitboss.report.markup import Markup, element, grid, section
from pitboss.report.summary import EventSummary

# More curves can't be followed in one chart.
_TOGETHER = 5
_COLUMNS = 5
_BACKDROP = "everybody"
# From this share of the blocks on, bands are shown whole.
_SETTLED = 0.15


@dataclass(frozen=True)
class Panel:
    """One bot's plot, under its name and a short note."""

    name: str
    colour: str
    note: str
    plot: Markup
    height: int


@dataclass(frozen=True)
class Charts:
    """A section of charts: one plot of everybody, or a panel for each bot; or neither."""

    name: str
    title: str
    how: str
    together: Markup | None = None
    panels: tuple[Panel, ...] = ()
    # What the panels' plots refer to.
    backdrop: Markup | None = None


def running_means(summary: EventSummary) -> Markup:
    """Each bot's mean while blocks were played."""
    charts = course_charts(summary)
    if charts.together is not None:
        drawn = element("div", charts.together, class_="chart")
        return section(charts.name, charts.title, drawn, how=charts.how)
    if not charts.panels:
        return section(charts.name, charts.title, how=charts.how)
    panels = _panels([_panel(panel, charts.name) for panel in charts.panels])
    return section(
        charts.name, charts.title, charts.backdrop or Markup(), panels, how=charts.how, long=True
    )


def course_charts(summary: EventSummary) -> Charts:
    """How everybody's mean settled: curves together, or a panel for each if there are many."""
    colours = summary.colours
    name, title = "course", "How the scores settled"
    curves = [
        Curve(summary.name(entrant), colours[entrant], summary.running_means[entrant])
        for entrant in summary.order
        if summary.running_means[entrant].blocks
    ]
    how = (
        "The line is a bot's mean after so many of its blocks, on a logarithmic axis; the band "
        "around it is where the true mean lies with 95% confidence at every moment at once, so "
        "looking early and often is allowed. It is wider than the whisker above, which holds for "
        "one look at the end."
    )
    if not curves:
        return Charts(name, title, "No block is complete yet.")
    if len(curves) <= _TOGETHER:
        x, y = _curve_axes(summary, curves, ticks=5)
        return Charts(name, title, how, together=curves_together(curves, x, y, TOGETHER_HEIGHT))
    x, y = _curve_axes(summary, curves, ticks=3)
    height = 76 if len(curves) > _COLUMNS * 2 else 110
    return Charts(
        name,
        title,
        f"{how} Grey lines are all the others, on the same axes.",
        panels=tuple(
            Panel(
                curve.name,
                curve.colour,
                amount(curve.running.means[-1], summary.unit),
                curve_panel(curve, x, y, _BACKDROP, height=height),
                height,
            )
            for curve in curves
        ),
        backdrop=curves_backdrop(curves, x, y, _BACKDROP),
    )


def _curve_axes(summary: EventSummary, curves: list[Curve], ticks: int) -> tuple[Axis, Axis]:
    most = max(curve.running.blocks[-1] for curve in curves)
    across = log_scale(min(curve.running.blocks[0] for curve in curves), most)
    ends = [summary.reference]
    for curve in curves:
        running = curve.running
        for blocks, mean, low, high in zip(
            running.blocks, running.means, running.lows, running.highs, strict=True
        ):
            if blocks >= _SETTLED * most:
                ends += [end for end in (mean, low, high) if end is not None]
            else:
                ends.append(mean)
    within = (0.0, 1.0) if summary.unit.is_share else None
    up = scale_for(min(ends), max(ends), within=within)
    x = Axis(across, [(tick, _short_count(int(tick))) for tick in across.ticks(ticks)])
    return x, Axis(up, value_labels(up.ticks(ticks), summary.unit), summary.reference)


def histograms(summary: EventSummary) -> Markup:
    """Histograms of block means."""
    charts = spread_charts(summary)
    panels = _panels([_panel(panel) for panel in charts.panels])
    return section(charts.name, charts.title, panels, how=charts.how, long=True)


def spread_charts(summary: EventSummary) -> Charts:
    """How the blocks of each bot are spread."""
    colours = summary.colours
    bins = summary.histograms
    scale = Scale(bins.edges[0], bins.edges[-1])
    inner = scale.ticks(3)
    if summary.unit.is_share:
        inner = [tick for tick in inner if -1e-9 <= tick <= 1 + 1e-9]
    reference = summary.reference if scale.low <= summary.reference <= scale.high else None
    axis = Axis(scale, value_labels(inner, summary.unit), reference)
    panels = []
    for entrant in summary.order:
        own = bins.entrants[entrant]
        if own is None:
            continue
        label = (
            f"{summary.name(entrant)}: mean {amount(own.mean, summary.unit)} over "
            f"{counted(sum(own.counts), 'block')}"
        )
        panels.append(
            Panel(
                summary.name(entrant),
                colours[entrant],
                f"\N{PLUS-MINUS SIGN}{_deviation(own.deviation, summary.unit)}",
                bars(own.counts, axis, colours[entrant], mark=own.mean, label=label),
                BARS_HEIGHT,
            )
        )
    tails = " The outermost bars also hold the few blocks beyond them." if bins.open_ended else ""
    block = (
        "one deck played from every seat, which takes luck out of the comparison: "
        f"{summary.standings.table.mirroring.overall.reading}"
        if summary.plan.mirror
        else "a game from every seat; here every game had a deck of its own"
    )
    return Charts(
        "spread",
        "How the blocks are spread",
        f"Each bar counts {summary.blocks_called} by their mean "
        f"{'score' if summary.unit.is_share else summary.unit}, on axes that all share, and the "
        "upright line is the bot's mean; the number at the top right is the standard deviation of "
        f"a block.{tails} A block is {block}.",
        panels=tuple(panels),
    )


def _deviation(value: float, unit: Unit) -> str:
    return f"{100 * value:.1f}%" if unit.is_share else f"{value:,.1f}"


def timing(summary: EventSummary) -> Markup:
    """Histograms of answer times, with logarithmic buckets."""
    charts = timing_charts(summary)
    if not charts.panels:
        return section(charts.name, charts.title, how=charts.how)
    return section(
        charts.name,
        charts.title,
        _panels([_panel(panel) for panel in charts.panels]),
        element("div", _timing_grid(summary), class_="scroll after"),
        how=charts.how,
        long=True,
    )


def timing_charts(summary: EventSummary) -> Charts:
    """How long each bot took for its answers."""
    name, title = "timing", "Thinking time"
    spent = {
        entrant: summary.thinking[entrant]
        for entrant in summary.order
        if entrant in summary.thinking and summary.thinking[entrant].answers
    }
    if not spent:
        return Charts(
            name,
            title,
            "No times were taken: built-in bots answer at once, in the process that plays. "
            "Programs are timed, answer by answer.",
        )
    used = [n for n in range(BUCKETS) if any(one.histogram[n] for one in spent.values())]
    first, last = (min(used), max(used) + 1) if used else (0, 1)
    # Bucket n ends at 2**n microseconds, and so begins at 2**(n-1).
    scale = Scale(2.0 ** (first - 1), 2.0 ** (last - 1), logarithmic=True)
    marks = [10.0**power for power in range(8) if scale.low <= 10.0**power <= scale.high]
    marks = marks[:: -(-len(marks) // 4)] if marks else []
    axis = Axis(scale, [(mark, _power(mark * 1e-6)) for mark in marks])
    colours = summary.colours
    panels = []
    for entrant, one in spent.items():
        mean = one.total / one.answers
        label = (
            f"{summary.name(entrant)}: {counted(one.answers, 'answer')}, mean {seconds(mean)}, "
            f"longest {seconds(one.longest)}"
        )
        plot = bars(one.histogram[first:last], axis, colours[entrant], mark=mean * 1e6, label=label)
        panels.append(
            Panel(summary.name(entrant), colours[entrant], seconds(mean), plot, BARS_HEIGHT)
        )
    return Charts(
        name,
        title,
        "Each bar counts answers that took up to twice as long as those of the bar before; the "
        "upright line is the mean, and a bar is never too low to be seen. "
        f"{_counted_time(summary)}",
        panels=tuple(panels),
    )


def _counted_time(summary: EventSummary) -> str:
    """What the times are of."""
    wall = "The clock runs from the question to the answer's arrival, so it includes the way there "
    wall += "and back."
    if summary.plan.clock == "wall":
        return wall
    processor = "Times are processor time: what the bot and all that it started used, of whichever "
    processor += "core."
    if not any(entrant.clock == "wall" for entrant in summary.plan.entrants):
        return processor
    return f"{processor} Not so of bots with a clock of their own. {wall}"


def _timing_grid(summary: EventSummary) -> Markup:
    """Everybody's answers, and how long they took."""
    rows = []
    for entrant in summary.order:
        spent = summary.thinking.get(entrant)
        if spent is None or not spent.answers:
            continue
        mean = spent.total / spent.answers
        rows.append(
            element(
                "tr",
                bot_cell(summary, entrant),
                number_cell(spent.answers, count(spent.answers)),
                number_cell(mean, seconds(mean)),
                number_cell(spent.longest, seconds(spent.longest)),
                number_cell(spent.total, seconds(spent.total), "wide"),
            )
        )
    headings = [heading("bot"), *[heading(name, "n") for name in ("answers", "mean", "longest")]]
    return grid([*headings, heading("in all", "n wide")], rows, "lined sortable")


def _panels(panels: Sequence[Markup]) -> Markup:
    """Panels in rows of equal length, if the page is wide enough."""
    rows = -(-len(panels) // _COLUMNS) or 1
    across = max(-(-len(panels) // rows), 2)
    return element("div", *panels, class_=f"panels of{across}")


def _panel(panel: Panel, kind: str = "") -> Markup:
    return element(
        "figure",
        element(
            "figcaption",
            element("b", panel.name, title=panel.name),
            element("span", panel.note),
        ),
        panel.plot,
        class_=f"panel {panel.colour} {kind}".strip(),
    )


def _power(value: float) -> str:
    """A power of ten of seconds, short."""
    for limit, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= limit * (1 - 1e-9):
            return f"{round(value / limit)} {name}"
    return seconds(value)


def _short_count(value: int) -> str:
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if value >= size and value % size == 0:
            return f"{value // size}{letter}"
    return count(value)
