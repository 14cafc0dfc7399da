"""The report's charts as drawings of their own: each SVG has its labels and names inside.

They have classes and no style. `standalone` adds the style sheet, for whoever opens one by itself.
"""

from dataclasses import dataclass

from pitboss.report.chart_sections import (
    Charts,
    Panel,
    course_charts,
    spread_charts,
    timing_charts,
)
from pitboss.report.charts import TOGETHER_HEIGHT, short_name
from pitboss.report.markup import Markup, element
from pitboss.report.page import report_file
from pitboss.report.summary import EventSummary

_WIDTH = 760
# The room around a plot for its labels: above, right, below and left.
_AROUND = (10, 112, 30, 46)
_COLUMNS = 3
_GAP = 26
_CAPTION = 22
_BELOW = 30
_LABELS = 38
_NAME = 22


@dataclass(frozen=True)
class Drawing:
    """A chart by name: SVG as text, and how to read it."""

    name: str
    title: str
    how: str
    svg: str


def drawings(summary: EventSummary) -> list[Drawing]:
    """The charts of an event that have anything to show."""
    sections = (course_charts(summary), spread_charts(summary), timing_charts(summary))
    return [
        Drawing(charts.name, charts.title, charts.how, str(_drawn(charts)))
        for charts in sections
        if charts.together is not None or charts.panels
    ]


def standalone(drawing: Drawing) -> str:
    """The drawing as a file: with its colours, light or dark like the reader's screen."""
    style = element("style", Markup(_COLOURS + report_file("charts.css")))
    head, tag, rest = drawing.svg.partition(">")
    return f"{head}{tag}{style}{rest}"


_COLOURS = """
:root { background: var(--page); }
:root { --page: #fff; --ink: #1a1e24; --muted: #5b6470; --faint: #eceef1; --line: #d9dde2; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171b; --ink: #e4e7eb; --muted: #9aa3af; --faint: #23282e; --line: #343b44; }
}
"""


def _drawn(charts: Charts) -> Markup:
    if charts.together is not None:
        above, right, below, left = _AROUND
        plot = _placed(charts.together, left, above, _WIDTH - left - right, TOGETHER_HEIGHT)
        return _whole(charts.title, above + TOGETHER_HEIGHT + below, plot)
    left = _LABELS if charts.name == "course" else 0
    column = (_WIDTH - _GAP * (_COLUMNS - 1)) / _COLUMNS
    row = _CAPTION + charts.panels[0].height + _BELOW
    panels = [
        _panel(panel, place % _COLUMNS * (column + _GAP), place // _COLUMNS * row, column, left)
        for place, panel in enumerate(charts.panels)
    ]
    rows = -(-len(panels) // _COLUMNS)
    return _whole(charts.title, rows * row, charts.backdrop or Markup(), *panels)


def _panel(panel: Panel, x: float, y: float, width: float, left: int) -> Markup:
    return element(
        "g",
        element("circle", cx=x + 5, cy=y + 10, r=4, class_="dot all"),
        element(
            "text",
            short_name(panel.name, _NAME),
            element("title", panel.name),
            x=x + 14,
            y=y + 14,
            class_="title",
        ),
        element("text", panel.note, x=x + width, y=y + 14, class_="tick end"),
        _placed(panel.plot, x + left, y + _CAPTION, width - left, panel.height),
        class_=panel.colour,
    )


def _placed(plot: Markup, x: float, y: float, width: float, height: int) -> Markup:
    return element("svg", plot, x=x, y=y, width=width, height=height, overflow="visible")


def _whole(title: str, height: float, *parts: Markup) -> Markup:
    return element(
        "svg",
        element("title", title),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {height:.0f}",
        class_="plot drawing",
        role="img",
        font_family="system-ui, sans-serif",
    )
