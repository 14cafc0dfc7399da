"""The tables of the page, each a function from the account to markup, with how to read it."""

from collections.abc import Mapping, Sequence

from pitboss.events.batch import FaultNote
from pitboss.events.plan import game_id
from pitboss.report.account import Account
from pitboss.report.charts import Axis, Whisker, whisker_axis, whiskers
from pitboss.report.faults import written_by
from pitboss.report.markup import Markup, element, excerpt, join
from pitboss.report.numbers import NOTHING, amount, bare, count, counted, seconds, signed, span
from pitboss.report.scale import scale_for
from pitboss.statistics.interval import Interval
from pitboss.statistics.standings import Row

# More columns than that have their heads turned.
_MANY = 8
_VERY_MANY = 20
_MESSAGE = 400


def section(name: str, title: str, *parts: Markup, how: str, long: bool = False) -> Markup:
    """A part with its heading, and how it is read below."""
    return element(
        "section",
        element("h2", title),
        *parts,
        element("p", how, class_="how"),
        id=name,
        class_="long" if long else None,
    )


def value_labels(values: Sequence[float], unit: str) -> list[tuple[float, str]]:
    """Ticks of payoffs."""
    if unit == "score":
        fine = any(abs(100 * value - round(100 * value)) > 1e-6 for value in values)
        return [(value, f"{100 * value:.{int(fine)}f}%") for value in values]
    fine = any(abs(value - round(value)) > 1e-6 for value in values)
    return [(value, signed(value, int(fine))) for value in values]


def table(heads: Sequence[Markup], rows: Sequence[Markup], name: str) -> Markup:
    """A table that scrolls by itself where the page is too narrow."""
    return element(
        "div",
        element(
            "table",
            element("thead", element("tr", *heads)),
            element("tbody", *rows),
            class_=name,
        ),
        class_="scroll",
    )


def standings(account: Account) -> Markup:
    """Everybody's mean with its interval."""
    axis = _standings_axis(account)
    forfeited = bool(account.clean)
    faulty = any(row.faults for row in account.rows)
    heads = [
        _head("#", "n"),
        _head("bot"),
        element("th", whisker_axis(axis), class_="strip", data_fixed=True),
        _head("score" if account.unit == "score" else account.unit, "n"),
        _head(f"{100 * account.standings.confidence:.0f}% interval", "n wide"),
        *([_head("without forfeits", "n wide")] if forfeited else []),
        _head("rating", "n wide more"),
        _head("games", "n wide more"),
        *([_head("faults", "n wide more"), _head("forfeits", "n wide more")] if faulty else []),
    ]
    rows = [_standing(account, row, axis, forfeited, faulty) for row in account.rows]
    parts = [table(heads, rows, "standings lined full sortable")]
    if forfeited:
        parts.append(
            _legend("\N{BLACK CIRCLE} all games", "\N{WHITE CIRCLE} blocks without a forfeit")
        )
    if account.placings:
        parts.append(_placings(account))
    return section("standings", "Standings", *parts, how=_standings_how(account))


def _placings(account: Account) -> Markup:
    """Where the format has a measure of its own."""
    rows = [
        element(
            "tr",
            _number(one.place, count(one.place)),
            _bot(account, one.entrant),
            element("td", one.note, class_="muted"),
        )
        for one in account.placings
    ]
    drawn = table([_head("place", "n"), _head("bot"), _head("")], rows, "lined sortable")
    return join(element("h3", f"By the rules of the {account.plan.schedule.format}"), drawn)


def _standing(account: Account, row: Row, axis: Axis, forfeited: bool, faulty: bool) -> Markup:
    unit, found = account.unit, row.payoff
    clean = account.clean.get(row.entrant)
    told = (
        f"{row.name}: {amount(found.estimate, unit)} ({span(found.low, found.high, unit)}), "
        f"{counted(row.games, 'game')}"
    )
    strip = whiskers(axis, _whisker(found), _whisker(clean), account.colours[row.entrant], told)
    cells = [
        _number(row.rank, f"{row.rank}=" if row.tied else f"{row.rank}"),
        _bot(account, row.entrant),
        element("td", strip, class_="strip"),
        _number(found.estimate, amount(found.estimate, unit)),
        _number(found.low, span(found.low, found.high, unit), "wide muted"),
    ]
    if forfeited:
        mean = None if clean is None else clean.estimate
        cells.append(_number(mean, amount(mean, unit), "wide"))
    cells.append(_number(row.rating, _rating(row.rating), "wide more", title=_rating_span(row)))
    cells.append(_number(row.games, count(row.games), "wide more"))
    if faulty:
        cells.append(_number(row.faults, count(row.faults), "wide more"))
        cells.append(_number(row.forfeits, count(row.forfeits), "wide more"))
    return element("tr", *cells)


def _rating(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.0f}"


def _rating_span(row: Row) -> str | None:
    if row.rating_low is None or row.rating_high is None:
        return None
    return f"{row.rating_low:.0f} to {row.rating_high:.0f}"


def _standings_axis(account: Account) -> Axis:
    intervals = [*(row.payoff for row in account.rows), *account.clean.values()]
    ends = [
        end
        for interval in intervals
        for end in (interval.estimate, interval.low, interval.high)
        if end is not None
    ]
    within = (0.0, 1.0) if account.unit == "score" else None
    scale = scale_for(
        min(ends, default=account.reference), max(ends, default=account.reference), within=within
    )
    inside = scale.low <= account.reference <= scale.high
    return Axis(
        scale,
        value_labels(scale.ticks(5), account.unit),
        account.reference if inside else None,
    )


def _whisker(found: Interval | None) -> Whisker | None:
    if found is None or found.estimate is None:
        return None
    return Whisker(found.estimate, found.low, found.high)


def _standings_how(account: Account) -> str:
    meaning = (
        "the share of opponents beaten, a tie being half"
        if account.unit == "score"
        else "big blinds won for a hundred hands"
    )
    surely = f"{100 * account.standings.confidence:.0f}%"
    # A rating counts who was ahead, not by how much: in chips the two may disagree.
    order = "" if account.standings.ranked_by == "rating" else "Bots are ranked by this mean. "
    told = (
        f"A dot is a bot's mean over its mirrored blocks ({meaning}), and its whisker is where the "
        f"true mean lies with {surely} confidence; the dashed line is what equals would get. "
        f"{order}Bots marked = are not surely apart from a neighbour"
    )
    if account.clean:
        return f"{told}, and where the hollow dot is elsewhere, faults moved the score."
    return f"{told}: more games may turn them around."


def heat_table(account: Account) -> Markup:
    """Everybody against everybody."""
    unit, order = account.unit, account.order
    met = [cell.score for row in account.crosstable for cell in row if cell is not None]
    most = max(
        [*(abs(score - account.reference) for score in met), 0.1 if unit == "score" else 1.0]
    )
    heads = [
        element("th", element("div", account.name(other), title=account.name(other)))
        for other in order
    ]
    rows = [
        element(
            "tr",
            element(
                "th",
                element("span", account.name(one), class_=f"bot {account.colours[one]}"),
                title=account.name(one),
                scope="row",
            ),
            *[_cell(account, one, other, most) for other in order],
        )
        for one in order
    ]
    name = "heat" + " many" * (len(order) > _MANY) + " crowd" * (len(order) > _VERY_MANY)
    ramp = element(
        "span",
        amount(account.reference - most, unit),
        element("span", class_="ramp"),
        amount(account.reference + most, unit),
    )
    meaning = (
        "per cent: how often the row finished ahead of the column, a tie being half"
        if unit == "score"
        else f"{unit}: half of what the row won more than the column, so heads-up its winnings"
    )
    return section(
        "crosstable",
        "Who beats whom",
        table([element("th"), *heads], rows, name),
        element("div", ramp, class_="legend"),
        how=f"Each cell is a score in {meaning}; blue is better than equal, orange worse. "
        "A cell's number of games is shown when pointed at; a row with both colours has "
        "favourite opponents.",
    )


def _cell(account: Account, one: int, other: int, most: float) -> Markup:
    cell = account.crosstable[one][other]
    if one == other:
        return element("td", class_="self")
    if cell is None:
        return element("td", "\N{MIDDLE DOT}", class_="never", title="never met")
    above = cell.score - account.reference
    return element(
        "td",
        bare(cell.score, account.unit),
        class_="up" if above >= 0 else "down",
        style=f"--a:{abs(above) / most:.2f}",
        title=f"{account.name(one)} against {account.name(other)}: "
        f"{amount(cell.score, account.unit)}, {counted(cell.games, 'game')}",
    )


def faults(account: Account) -> Markup:
    """What went wrong, by bot and kind, with the first few in the bots' own words."""
    found = account.faults
    total = sum(row.faults for row in account.rows)
    if not total and not found.counts:
        return section(
            "faults",
            "Faults",
            how="Nobody committed one: every answer was in time and legal. So no game was decided "
            "by a fault.",
        )
    kinds = found.kinds()
    guilty = [row for row in account.rows if row.faults or found.of(row.entrant)]
    heads = [
        _head("bot"),
        *[_head(kind, "n") for kind in kinds],
        _head("in all", "n"),
        _head("forfeits", "n"),
    ]
    rows = [
        element(
            "tr",
            _bot(account, row.entrant),
            *[
                _number(number, count(number) if number else "")
                for number in (found.counts.get((row.entrant, kind), 0) for kind in kinds)
            ],
            _number(row.faults, count(row.faults)),
            _number(row.forfeits, count(row.forfeits)),
        )
        for row in guilty
    ]
    told = [_faults_of(account, row.entrant) for row in guilty]
    described = sum(found.counts.values())
    partly = (
        f"; the kinds are known of the {count(described)} that the journal describes"
        if described < total
        else ""
    )
    return section(
        "faults",
        "Faults",
        table(heads, rows, "lined sortable"),
        *told,
        how=f"There were {counted(total, 'fault')} in all{partly}. The first three of each bot and "
        "kind are told; a forfeit took the bot out of the game, anything else cost it a turn at "
        "most.",
        long=True,
    )


def _faults_of(account: Account, entrant: int) -> Markup:
    parts = []
    for (owner, kind), notes in account.faults.first.items():
        if owner != entrant:
            continue
        alike: dict[tuple[str, ...], list[FaultNote]] = {}
        for note in notes:
            key = (note.cost, note.message, note.detail, note.stderr)
            alike.setdefault(key, []).append(note)
        times = f" \N{MULTIPLICATION SIGN} {count(account.faults.counts[owner, kind])}"
        told = [_fault(account, group) for group in alike.values()]
        parts.append(element("div", element("p", element("b", kind), times), *told, class_="fault"))
    return join(element("h3", account.name(entrant)), *parts)


def _fault(account: Account, notes: Sequence[FaultNote]) -> Markup:
    """Faults that differ only in where they happened."""
    first = notes[0]
    where = ", ".join(
        f"{game_id(account.event, note.block, note.rotation)} turn {note.turn}" for note in notes
    )
    more = excerpt(written_by(first))
    written = element("details", element("summary", "what it wrote"), element("pre", more))
    return element(
        "div",
        excerpt(first.message, _MESSAGE),
        element("div", f"cost {first.cost}; ", element("code", where), class_="muted"),
        written if more else Markup(),
    )


def replays(account: Account, moves: Mapping[str, Sequence[str]]) -> Markup:
    """Games worth looking at; a few are told right here."""
    rows = [
        element(
            "tr",
            element("td", excerpt(one.why, _MESSAGE)),
            _bot(account, one.entrant)
            if one.entrant is not None
            else element("td", "everybody", class_="muted"),
            element("td", element("code", f"pitboss show {one.game}")),
        )
        for one in account.highlights
    ]
    told = [
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
        table([_head("why"), _head("who"), _head("how to see it")], rows, "games lined sortable"),
        element("div", *told, class_="after"),
        how="The command tells the whole game with everybody's cards, faults and times. A game's "
        "name is its event, its block, and which of the block's rotations it is.",
        long=True,
    )


def timing_table(account: Account) -> Markup:
    """Answers, and how long they took."""
    rows = []
    for entrant in account.order:
        spent = account.thinking.get(entrant)
        if spent is None or not spent.answers:
            continue
        mean = spent.total / spent.answers
        rows.append(
            element(
                "tr",
                _bot(account, entrant),
                _number(spent.answers, count(spent.answers)),
                _number(mean, seconds(mean)),
                _number(spent.longest, seconds(spent.longest)),
                _number(spent.total, seconds(spent.total), "wide"),
            )
        )
    heads = [_head("bot"), *[_head(name, "n") for name in ("answers", "mean", "longest")]]
    return table([*heads, _head("in all", "n wide")], rows, "lined sortable")


def _head(text: str, name: str | None = None) -> Markup:
    return element("th", text, class_=name, scope="col")


def _bot(account: Account, entrant: int) -> Markup:
    name = account.name(entrant)
    return element("td", name, class_=f"bot {account.colours[entrant]}", title=name)


def _number(value: float | None, text: str, name: str = "", *, title: str | None = None) -> Markup:
    return element(
        "td",
        text,
        class_=f"n {name}".strip(),
        # Unknown values sort to one end.
        data_v=-1e300 if value is None else f"{value:.6g}",
        title=title,
    )


def _legend(*words: str) -> Markup:
    return element("div", *[element("span", word) for word in words], class_="legend")
