"""An event's charts as the API tells them."""

import msgspec

from pitboss.server.event_figures import Figures


class ChartFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A chart as SVG, whose classes /api/charts.css styles."""

    name: str
    title: str
    how: str
    svg: str


class ChartList(msgspec.Struct, frozen=True, kw_only=True):
    """An event's charts."""

    items: list[ChartFacts]
    # How many games they are of.
    games: int


def encoded_charts(figures: Figures) -> msgspec.Raw:
    """All charts as bytes of the answer."""
    from pitboss.report.drawings import drawings

    items = [] if figures.summary is None else drawings(figures.summary)
    charts = [ChartFacts(name=one.name, title=one.title, how=one.how, svg=one.svg) for one in items]
    return msgspec.Raw(msgspec.json.encode(ChartList(items=charts, games=figures.games)))


def chart_files(figures: Figures) -> dict[str, bytes]:
    """Each chart by name, as a file of its own."""
    from pitboss.report.drawings import drawings, standalone

    items = [] if figures.summary is None else drawings(figures.summary)
    return {one.name: standalone(one).encode() for one in items}
