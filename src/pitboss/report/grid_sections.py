"""The sections of the page that are grids: standings, who beats whom, faults, games."""

from collections.abc import Mapping, Sequence

from pitboss.events.batch import FaultNote
from pitboss.events.plan import game_id
from pitboss.narration.events import rating_span, result_sentence, result_title
from pitboss.narration.games import fault_sentence, written_by
from pitboss.narration.numbers import NOTHING, amount, bare, count, counted, span, there_were
from pitboss.narration.text import excerpt
from pitboss.report.charts import Axis, Whisker, scale_for, value_labels, whisker_axis, whiskers
from pitboss.report.markup import Markup, element, grid, join, section
from pitboss.report.summary import EventSummary
from pitboss.statistics.interval import Interval
from pitboss.statistics.standings import Row

# With more columns, headings are turned.
_MANY = 8
_VERY_MANY = 20
# So many bots are set against one another: the cells grow with the square of their number.
_MOST_COMPARED = 100
_MESSAGE = 400
# The style sheet has this many shades of a good or poor score.
_SHADES = 20


def standings(summary: EventSummary) -> Markup:
    """Everybody's mean with its interval."""
    axis = _standings_axis(summary)
    forfeited = bool(summary.clean)
    faulty = any(row.faults for row in summary.rows)
    headings = [
        heading("#", "n"),
        heading("bot"),
        element("th", whisker_axis(axis), class_="strip", data_fixed=True),
        heading("score" if summary.unit.is_share else summary.unit, "n"),
        heading(f"{100 * summary.standings.confidence:.0f}% interval", "n wide"),
        *([heading("without forfeits", "n wide")] if forfeited else []),
        heading("rating", "n wide more"),
        heading("games", "n wide more"),
        *([heading("faults", "n wide more"), heading("forfeits", "n wide more")] if faulty else []),
    ]
    rows = [_standing(summary, row, axis, forfeited, faulty) for row in summary.rows]
    parts = [_placings(summary)] if summary.placings else []
    parts.append(grid(headings, rows, "standings lined full sortable"))
    if forfeited:
        parts.append(
            _legend("\N{BLACK CIRCLE} all games", "\N{WHITE CIRCLE} blocks without a forfeit")
        )
    return section("standings", "Standings", *parts, how=_standings_how(summary))


def _placings(summary: EventSummary) -> Markup:
    """The event's result by the format's own measure, and what the standings below it are for."""
    rows = [
        element(
            "tr",
            number_cell(one.place, count(one.place)),
            bot_cell(summary, one.entrant),
            element("td", one.note, class_="muted"),
        )
        for one in summary.placings
    ]
    places = grid([heading("place", "n"), heading("bot"), heading("")], rows, "lined sortable")
    return join(
        element("h3", result_title(summary.plan, summary.results)),
        places,
        element("p", result_sentence(summary.plan)),
        element("h3", "All games"),
    )


def _standing(summary: EventSummary, row: Row, axis: Axis, forfeited: bool, faulty: bool) -> Markup:
    unit, payoff = summary.unit, row.payoff
    clean = summary.clean.get(row.entrant)
    label = (
        f"{row.name}: {amount(payoff.estimate, unit)} ({span(payoff.low, payoff.high, unit)}), "
        f"{counted(row.games, 'game')}"
    )
    strip = whiskers(axis, _whisker(payoff), _whisker(clean), summary.colours[row.entrant], label)
    cells = [
        number_cell(row.rank, f"{row.rank}=" if row.tied else f"{row.rank}"),
        bot_cell(summary, row.entrant),
        element("td", strip, class_="strip"),
        number_cell(payoff.estimate, amount(payoff.estimate, unit)),
        number_cell(payoff.low, span(payoff.low, payoff.high, unit), "wide muted"),
    ]
    if forfeited:
        mean = None if clean is None else clean.estimate
        cells.append(number_cell(mean, amount(mean, unit), "wide"))
    cells.append(number_cell(row.rating, _rating(row.rating), "wide more", title=_rating_span(row)))
    cells.append(number_cell(row.games, count(row.games), "wide more"))
    if faulty:
        cells.append(number_cell(row.faults, count(row.faults), "wide more"))
        cells.append(number_cell(row.forfeits, count(row.forfeits), "wide more"))
    return element("tr", *cells)


def _rating(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.0f}"


def _rating_span(row: Row) -> str | None:
    return rating_span(row) or None


def _standings_axis(summary: EventSummary) -> Axis:
    intervals = [*(row.payoff for row in summary.rows), *summary.clean.values()]
    ends = [
        end
        for interval in intervals
        for end in (interval.estimate, interval.low, interval.high)
        if end is not None
    ]
    within = (0.0, 1.0) if summary.unit.is_share else None
    scale = scale_for(
        min(ends, default=summary.reference), max(ends, default=summary.reference), within=within
    )
    inside = scale.low <= summary.reference <= scale.high
    return Axis(
        scale,
        value_labels(scale.ticks(5), summary.unit),
        summary.reference if inside else None,
    )


def _whisker(interval: Interval | None) -> Whisker | None:
    if interval is None or interval.estimate is None:
        return None
    return Whisker(interval.estimate, interval.low, interval.high)


def _standings_how(summary: EventSummary) -> str:
    meaning = (
        "the share of opponents beaten, a tie being half"
        if summary.unit.is_share
        else "big blinds won for a hundred hands"
    )
    surely = f"{100 * summary.standings.confidence:.0f}%"
    # A rating counts who was ahead, not by how much: in chips the two may disagree.
    order = "" if summary.standings.ranked_by == "rating" else "Bots are ranked by this mean. "
    text = (
        f"A dot is a bot's mean over its {summary.blocks_called} ({meaning}), and its whisker "
        f"is where the true mean lies with {surely} confidence; the dashed line is what equals "
        f"would get. {order}Bots marked = are not surely apart from a neighbour"
    )
    if summary.clean:
        return f"{text}, and where the hollow dot is elsewhere, faults moved the score."
    return f"{text}: more games may turn them around."


def heat_map(summary: EventSummary) -> Markup:
    """Everybody against everybody."""
    unit, order = summary.unit, summary.order[:_MOST_COMPARED]
    met = [cell.score for row in summary.crosstable for cell in row if cell is not None]
    most = max([*(abs(score - summary.reference) for score in met), 0.1 if unit.is_share else 1.0])
    headings = [
        element("th", element("div", summary.name(other), title=summary.name(other)))
        for other in order
    ]
    rows = [
        element(
            "tr",
            element(
                "th",
                element("span", summary.name(one), class_=f"bot {summary.colours[one]}"),
                title=summary.name(one),
                scope="row",
            ),
            *[_cell(summary, one, other, most) for other in order],
        )
        for one in order
    ]
    name = "heat" + " many" * (len(order) > _MANY) + " crowd" * (len(order) > _VERY_MANY)
    ramp = element(
        "span",
        amount(summary.reference - most, unit),
        element("span", class_="ramp"),
        amount(summary.reference + most, unit),
    )
    meaning = (
        "per cent: how often the row finished ahead of the column, a tie being half"
        if unit.is_share
        else f"{unit}: half of what the row won more than the column, so heads-up its winnings"
    )
    best = f"The best {len(order)} bots. " if len(order) < len(summary.order) else ""
    return section(
        "crosstable",
        "Who beats whom",
        grid([element("th"), *headings], rows, name),
        element("div", ramp, class_="legend"),
        how=f"{best}Each cell is a score in {meaning}; blue is better than equal, orange worse. "
        "A cell's number of games is shown when pointed at; a row with both colours has "
        "favourite opponents.",
    )


def _cell(summary: EventSummary, one: int, other: int, most: float) -> Markup:
    cell = summary.crosstable[one][other]
    if one == other:
        return element("td", class_="self")
    if cell is None:
        return element("td", "\N{MIDDLE DOT}", class_="never", title="never met")
    above = cell.score - summary.reference
    return element(
        "td",
        bare(cell.score, summary.unit),
        class_=f"{'up' if above >= 0 else 'down'} a{round(_SHADES * abs(above) / most)}",
        title=f"{summary.name(one)} against {summary.name(other)}: "
        f"{amount(cell.score, summary.unit)}, {counted(cell.games, 'game')}",
    )


def faults(summary: EventSummary) -> Markup:
    """Faults by bot and kind, the first few in detail."""
    known = summary.faults
    total = sum(row.faults for row in summary.rows)
    if not total and not known.counts:
        return section(
            "faults",
            "Faults",
            how="Nobody committed one: every answer was in time and legal. So no game was decided "
            "by a fault.",
        )
    kinds = known.kinds()
    guilty = [row for row in summary.rows if row.faults or known.of(row.entrant)]
    headings = [
        heading("bot"),
        *[heading(kind, "n") for kind in kinds],
        heading("in all", "n"),
        heading("forfeits", "n"),
    ]
    rows = [
        element(
            "tr",
            bot_cell(summary, row.entrant),
            *[
                number_cell(number, count(number) if number else "")
                for number in (known.counts.get((row.entrant, kind), 0) for kind in kinds)
            ],
            number_cell(row.faults, count(row.faults)),
            number_cell(row.forfeits, count(row.forfeits)),
        )
        for row in guilty
    ]
    details = [_faults_of(summary, row.entrant) for row in guilty]
    described = sum(known.counts.values())
    partly = (
        f"; the kinds are known of the {count(described)} that the journal describes"
        if described < total
        else ""
    )
    return section(
        "faults",
        "Faults",
        grid(headings, rows, "lined sortable"),
        *[element("p", removal) for removal in summary.removals],
        *details,
        how=f"{there_were(total, 'fault')} in all{partly}. The first three of each bot and kind "
        "are shown; a forfeit took the bot out of the game, anything else cost it a turn at "
        "most.",
        long=True,
    )


def _faults_of(summary: EventSummary, entrant: int) -> Markup:
    parts = []
    for (owner, kind), notes in summary.faults.first.items():
        if owner != entrant:
            continue
        alike: dict[tuple[str, ...], list[FaultNote]] = {}
        for note in notes:
            key = (note.cost, note.message, note.said, note.detail, note.stderr)
            alike.setdefault(key, []).append(note)
        times = f" \N{MULTIPLICATION SIGN} {count(summary.faults.counts[owner, kind])}"
        examples = [_fault(summary, group) for group in alike.values()]
        title = element("p", element("b", kind), times)
        parts.append(element("div", title, *examples, class_="fault"))
    return join(element("h3", summary.name(entrant)), *parts)


def _fault(summary: EventSummary, notes: Sequence[FaultNote]) -> Markup:
    """Faults that differ only in their place."""
    first = notes[0]
    where = ", ".join(
        f"{game_id(summary.event, note.block, note.rotation)} turn {note.turn}" for note in notes
    )
    text = excerpt(written_by(first))
    output = element("details", element("summary", "what it wrote"), element("pre", text))
    return element(
        "div",
        excerpt(fault_sentence(first), _MESSAGE),
        element("div", f"cost {first.cost}; ", element("code", where), class_="muted"),
        output if text else Markup(),
    )


def replays(summary: EventSummary, moves: Mapping[str, Sequence[str]]) -> Markup:
    """Games worth a look; `moves` has the moves of a few of them."""
    rows = [
        element(
            "tr",
            element("td", excerpt(one.why, _MESSAGE)),
            bot_cell(summary, one.entrant)
            if one.entrant is not None
            else element("td", "everybody", class_="muted"),
            element("td", element("code", f"pitboss show {one.game}")),
        )
        for one in summary.highlights
    ]
    move_lists = [
        element(
            "details",
            element("summary", "The moves of ", element("code", game)),
            element("ol", *[element("li", line) for line in lines]),
        )
        for game, lines in moves.items()
    ]
    return section(
        "replays",
        "Games worth a look",
        grid(
            [heading("why"), heading("who"), heading("how to see it")], rows, "games lined sortable"
        ),
        element("div", *move_lists, class_="after"),
        how="The command tells the whole game with everybody's cards, faults and times. A game's "
        "name is its event, its block, and which of the block's rotations it is.",
        long=True,
    )


def heading(text: str, name: str | None = None) -> Markup:
    """The heading of a column."""
    return element("th", text, class_=name, scope="col")


def bot_cell(summary: EventSummary, entrant: int) -> Markup:
    """A cell with a bot's name in its colour."""
    name = summary.name(entrant)
    return element("td", name, class_=f"bot {summary.colours[entrant]}", title=name)


def number_cell(
    value: float | None, text: str, name: str = "", *, title: str | None = None
) -> Markup:
    """A cell with a number, which is also what its column is sorted by."""
    return element(
        "td",
        text,
        class_=f"n {name}".strip(),
        # Unknown values are sorted to one end.
        data_v=-1e300 if value is None else f"{value:.6g}",
        title=title,
    )


def _legend(*words: str) -> Markup:
    return element("div", *[element("span", word) for word in words], class_="legend")
