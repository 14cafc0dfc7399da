"""An event for people and for programs: what it was, the standings, what went wrong."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from pitboss.cli.output import console, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.events.plan import Plan
    from pitboss.statistics.interval import Interval
    from pitboss.statistics.results import Results
    from pitboss.statistics.standings import Row, Standings, Table
    from pitboss.store import EventRow, Journal

_FAULTS_SHOWN = 5
_SENT_SHOWN = 60
_LONGEST_LINE = 160
_CROSSTABLE_MOST = 12


def tell_event(journal: "Journal", event: str, *, as_json: bool, show_seed: bool = False) -> None:
    """Print all that is known of an event, without the seed of one that is not over."""
    from pitboss.cli.journal import journal_words
    from pitboss.events.schedule import placings
    from pitboss.report.markup import printable
    from pitboss.statistics.standings import standings

    row = journal.event(event)
    results = journal.results(event)
    if as_json:
        print_json(document(journal, row, results, show_seed=show_seed))
        return
    out = console()
    _head(out, row, results, show_seed=show_seed)
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
        out.print(f"[bold]By the {row.plan.schedule.format}[/bold]")
        for place, entrant, note in own:
            out.print(f"  {place}. {row.plan.entrants[entrant].name}  {note}", markup=False)
    _faults(out, journal, row.plan, found)
    reading = found.table.mirroring.overall.reading
    if reading:
        out.print(f"{reading[0].upper()}{reading[1:]}.")
    there = journal_words(journal)
    if row.state != "finished" and row.note.get("command"):
        command = row.note["command"] if show_seed else row.command
        out.print(f"\nNot over yet. {'To go on' if command else 'How to go on is told by'}:\n")
        command = command or f"pitboss standings {event} --show-seed{there}"
        out.print(f"    {printable(str(command))}\n", markup=False, soft_wrap=True)
    out.print(
        f"More:  pitboss report {event}{there}   pitboss results {event}{there}   "
        f"pitboss show {event}-0-0{there}",
        markup=False,
        soft_wrap=True,
    )


def tell_standings(out: "Console", journal: "Journal", event: str) -> None:
    """The standings alone, and what went wrong."""
    from pitboss.statistics.standings import standings

    found = standings(journal.results(event))
    _standings(out, found, found.table, "")
    _faults(out, journal, journal.event(event).plan, found)


def document(
    journal: "Journal", row: "EventRow", results: "Results", *, show_seed: bool = False
) -> dict[str, Any]:
    """The same for programs."""
    from pitboss.events.batch import digest
    from pitboss.events.schedule import placings
    from pitboss.statistics.standings import standings

    plan = row.plan
    own = placings(plan, results) if len(results.rows) else None
    return {
        "event": row.id,
        "name": row.label,
        "state": row.state,
        "game": plan.game,
        "rules": plan.rules,
        "seats": plan.seats,
        "seed": plan.seed if show_seed else row.seed,
        "format": plan.schedule.format,
        "bots": plan.entrants,
        "games": len(results.rows),
        # The same for the same games, however they were played.
        "digest": digest(journal.batches(row.id)),
        "standings": standings(results) if len(results.rows) else None,
        "placings": [
            {"place": place, "bot": plan.entrants[entrant].name, "note": note}
            for place, entrant, note in own or []
        ],
        "faults": _counted_faults(journal, plan),
        "command": row.note.get("command", "") if show_seed else row.command,
    }


def _head(out: "Console", row: "EventRow", results: "Results", *, show_seed: bool) -> None:
    from rich.text import Text

    from pitboss.report.markup import printable

    plan = row.plan
    name = f"{row.label}: " if row.label else ""
    blocks = len(results.rows) // plan.seats
    seed = plan.seed if show_seed else row.seed
    told = (
        f", {plan.seats} seats, {plan.schedule.format}, {len(results.rows):,} games in "
        f"{blocks:,} mirrored blocks, {'' if seed is None else f'seed {seed}, '}event {row.id}"
    )
    out.print(Text.assemble((printable(f"{name}{plan.rules}"), "bold"), printable(told)))


def _standings(out: "Console", found: "Standings", table: "Table", title: str) -> None:
    from pitboss.cli.tables import Column, fill, fitted

    score = found.unit == "score"
    percent = f"{100 * found.confidence:.0f}%"
    columns = [
        Column(""),
        Column("bot", right=False, shrinks=True),
        Column("games", spare=1),
        Column("score" if score else found.unit),
        Column(f"{percent} interval"),
        Column("wins", spare=4),
        Column("place", spare=5),
        Column("rating", spare=2),
        Column(f"{percent} interval", spare=3),
    ]
    troubled = any(row.faults for row in table.rows)
    if troubled:
        columns += [Column("faults"), Column("forfeits")]
    for row in table.rows:
        cells = [
            f"{row.rank}{'=' if row.tied else ' '}" if row.games else "- ",
            row.name,
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
        fill(columns, [cells])
    out.print(fitted(out, columns, title))
    if any(row.tied for row in table.rows):
        out.print("[dim]= not surely apart from a neighbour in the table[/dim]")


def _value(value: float | None, score: bool) -> str:
    if value is None:
        return "-"
    return f"{100 * value:.1f}%" if score else f"{value:+.1f}"


def _range(interval: "Interval", score: bool) -> str:
    if interval.low is None or interval.high is None:
        return "-"
    low = f"{100 * interval.low:.1f}" if score else _value(interval.low, score)
    return f"{low} to {_value(interval.high, score)}"


def _rating_range(row: "Row") -> str:
    if row.rating_low is None or row.rating_high is None:
        return "-"
    return f"{row.rating_low:.0f} to {row.rating_high:.0f}"


def _crosstable(out: "Console", table: "Table") -> None:
    from pitboss.cli.tables import Column, fill, fitted

    order = [row.entrant for row in table.rows]
    columns = [Column("", right=False, shrinks=True)]
    columns += [Column(str(number + 1)) for number in range(len(order))]
    for number, (row, entrant) in enumerate(zip(table.rows, order, strict=True), start=1):
        cells = [table.crosstable[entrant][other] for other in order]
        told = ["" if cell is None else f"{100 * cell.score:.0f}%" for cell in cells]
        fill(columns, [[f"{number} {row.name}", *told]])
    out.print(fitted(out, columns, "Against each other"))


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
    totals = {row.name: row.faults for row in found.table.rows}
    if not any(totals.values()):
        return
    from pitboss.report.markup import printable

    out.print("[bold]Faults[/bold]")
    faults = _counted_faults(journal, plan)
    noted: Counter[str] = Counter()
    for fault in faults:
        noted[fault["bot"]] += fault["noted"]
    for fault in faults:
        note, bot = fault["first"], fault["bot"]
        # Of many faults a batch notes some.
        often = "" if noted[bot] == totals[bot] else "at least "
        times = "once" if not often and fault["noted"] == 1 else f"{often}{fault['noted']:,} times"
        told = f"  {bot}: {fault['kind']} {times}, first in {fault['game']}, turn {note.turn} "
        told += f"({note.cost}): {note.message}"
        if note.said:
            told += f"; it sent: {note.said[:_SENT_SHOWN]}"
        said = (note.stderr or note.detail).strip().splitlines()
        for line in [told, *(f"      {line[:_LONGEST_LINE]}" for line in said[-_FAULTS_SHOWN:])]:
            # A bot may write what a terminal obeys.
            out.print(printable(line), markup=False, soft_wrap=True)
