"""An event for people and for programs: what it was, the standings, what went wrong."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from pitboss.cli.output import console, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.arena.plan import Plan
    from pitboss.arena.results import Results
    from pitboss.arena.statistics.interval import Interval
    from pitboss.arena.statistics.standings import Row, Standings, Table
    from pitboss.store import EventRow, Journal

_FAULTS_SHOWN = 5
_CROSSTABLE_MOST = 12


def tell_event(journal: "Journal", event: str, *, as_json: bool) -> None:
    """Print all that is known of an event."""
    from pitboss.arena.schedule import placings
    from pitboss.arena.statistics.standings import standings

    row = journal.event(event)
    results = journal.results(event)
    if as_json:
        print_json(document(journal, row, results))
        return
    out = console()
    _head(out, row, results)
    if not len(results.rows):
        out.print("Nothing has been played yet.")
        return
    found = standings(results)
    _standings(out, found, found.table, "")
    if found.without_forfeits is not None:
        if found.without_forfeits.games:
            _standings(out, found, found.without_forfeits, "Without forfeited games")
        else:
            out.print("Every block had a forfeited game; there are no standings without them.")
    if 2 < len(row.plan.entrants) <= _CROSSTABLE_MOST:
        _crosstable(out, found.table)
    own = placings(row.plan, results)
    if own:
        from rich.markup import escape

        out.print(f"[bold]By the {row.plan.schedule.format}[/bold]")
        for place, entrant, note in own:
            out.print(f"  {place}. {escape(row.plan.entrants[entrant].name)}  {escape(note)}")
    _faults(out, journal, row.plan, found)
    reading = found.table.mirroring.overall.reading
    if reading:
        out.print(f"{reading[0].upper()}{reading[1:]}.")
    if row.state != "finished" and row.note.get("command"):
        out.print(f"\nNot over yet. To go on:\n\n    {row.note['command']}\n", markup=False)
    out.print(f"More:  pitboss report {event}   pitboss results {event}   pitboss show {event}-0-0")


def tell_standings(out: "Console", journal: "Journal", event: str) -> None:
    """The standings alone, and what went wrong."""
    from pitboss.arena.statistics.standings import standings

    found = standings(journal.results(event))
    _standings(out, found, found.table, "")
    _faults(out, journal, journal.event(event).plan, found)


def document(journal: "Journal", row: "EventRow", results: "Results") -> dict[str, Any]:
    """The same for programs."""
    from pitboss.arena.page import digest
    from pitboss.arena.schedule import placings
    from pitboss.arena.statistics.standings import standings

    plan = row.plan
    own = placings(plan, results) if len(results.rows) else None
    return {
        "event": row.id,
        "name": row.label,
        "state": row.state,
        "game": plan.game,
        "rules": plan.rules,
        "seats": plan.seats,
        "seed": plan.seed,
        "format": plan.schedule.format,
        "bots": plan.entrants,
        "games": len(results.rows),
        # The same for the same games, however they were played.
        "digest": digest(journal.pages(row.id)),
        "standings": standings(results) if len(results.rows) else None,
        "placings": [
            {"place": place, "bot": plan.entrants[entrant].name, "note": note}
            for place, entrant, note in own or []
        ],
        "faults": _counted_faults(journal, plan),
        "command": row.note.get("command", ""),
    }


def _head(out: "Console", row: "EventRow", results: "Results") -> None:
    from rich.markup import escape

    plan = row.plan
    name = f"{escape(row.label)}: " if row.label else ""
    blocks = len(results.rows) // plan.seats
    out.print(
        f"[bold]{name}{escape(plan.rules)}[/bold], {plan.seats} seats, {plan.schedule.format}, "
        f"{len(results.rows):,} games in {blocks:,} mirrored blocks, seed {escape(plan.seed)}, "
        f"event {row.id}"
    )


def _standings(out: "Console", found: "Standings", table: "Table", title: str) -> None:
    from rich.markup import escape
    from rich.table import Table as RichTable

    score = found.unit == "score"
    shown = RichTable(title=title or None, title_justify="left", box=None, pad_edge=False)
    shown.add_column("", justify="right")
    shown.add_column("bot")
    percent = f"{100 * found.confidence:.0f}%"
    for head in (
        "games",
        "score" if score else found.unit,
        f"{percent} interval",
        "wins",
        "place",
        "rating",
        f"{percent} interval",
    ):
        shown.add_column(head, justify="right")
    troubled = any(row.faults for row in table.rows)
    if troubled:
        shown.add_column("faults", justify="right")
        shown.add_column("forfeits", justify="right")
    for row in table.rows:
        cells = [
            f"{row.rank}{'=' if row.tied else ' '}",
            escape(row.name),
            f"{row.games:,}",
            _value(row.payoff.estimate, score),
            _range(row.payoff, score),
            f"{row.wins:,.0f}",
            "-" if row.place.estimate is None else f"{row.place.estimate:.2f}",
            "-" if row.rating is None else f"{row.rating:.0f}",
            _rating_range(row),
        ]
        if troubled:
            cells += [f"{row.faults:,}" if row.faults else "", f"{row.forfeits or ''}"]
        shown.add_row(*cells)
    out.print(shown)
    if any(row.tied for row in table.rows):
        out.print("[dim]= not surely apart from a neighbour in the table[/dim]")


def _value(value: float | None, score: bool) -> str:
    if value is None:
        return "-"
    return f"{100 * value:.1f}%" if score else f"{value:+.1f}"


def _range(interval: "Interval", score: bool) -> str:
    if interval.low is None or interval.high is None:
        return "-"
    return f"{_value(interval.low, score)} to {_value(interval.high, score)}"


def _rating_range(row: "Row") -> str:
    if row.rating_low is None or row.rating_high is None:
        return "-"
    return f"{row.rating_low:.0f} to {row.rating_high:.0f}"


def _crosstable(out: "Console", table: "Table") -> None:
    from rich.markup import escape
    from rich.table import Table as RichTable

    order = [row.entrant for row in table.rows]
    shown = RichTable(title="Against each other", title_justify="left", box=None, pad_edge=False)
    shown.add_column("")
    for number in range(len(order)):
        shown.add_column(str(number + 1), justify="right")
    for number, (row, entrant) in enumerate(zip(table.rows, order, strict=True)):
        cells = [table.crosstable[entrant][other] for other in order]
        shown.add_row(
            f"{number + 1} {escape(row.name)}",
            *["" if cell is None else f"{100 * cell.score:.0f}%" for cell in cells],
        )
    out.print(shown)


def _counted_faults(journal: "Journal", plan: "Plan") -> list[dict[str, Any]]:
    """By bot and kind: how many of the noted ones, and the first."""
    counts: Counter[tuple[int, str]] = Counter()
    first: dict[tuple[int, str], Any] = {}
    for note in journal.faults(plan.id):
        key = (note.entrant, note.kind)
        counts[key] += 1
        first.setdefault(key, note)
    return [
        {
            "bot": plan.entrants[entrant].name,
            "kind": kind,
            "noted": count,
            "first": first[entrant, kind],
            "game": f"{plan.id}-{first[entrant, kind].block}-{first[entrant, kind].rotation}",
        }
        for (entrant, kind), count in sorted(counts.items())
    ]


def _faults(out: "Console", journal: "Journal", plan: "Plan", found: "Standings") -> None:
    if not any(row.faults for row in found.table.rows):
        return
    from rich.markup import escape

    out.print("[bold]Faults[/bold]")
    for fault in _counted_faults(journal, plan):
        note = fault["first"]
        said = (note.stderr or note.detail).strip().splitlines()
        out.print(
            f"  {escape(fault['bot'])}: {fault['kind']}, "
            f"first in {fault['game']}, turn {note.turn}: {escape(note.message)} ({note.cost})"
        )
        for line in said[-_FAULTS_SHOWN:]:
            out.print(f"      {escape(line)}", soft_wrap=True)
