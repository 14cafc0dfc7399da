"""An event on the terminal: its standings and what went wrong, or the same as JSON."""

import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

from rich.console import Console
from rich.live import Live
from rich.text import Text

from pitboss.cli.journal import journal_words
from pitboss.cli.output import console, fitted, print_json
from pitboss.cli.waiting import Waiting
from pitboss.events.plan import Plan
from pitboss.narration.comparison import comparison_lines, event_comparison, verdict_sentence
from pitboss.narration.event_progress import progress_facts, progress_sentence
from pitboss.narration.events import (
    advice_lines,
    check_lines,
    crosstable_grid,
    event_document,
    fault_lines,
    heading,
    mirroring_sentence,
    removal_lines,
    result_grid,
    result_sentence,
    standings_grid,
    succession_lines,
)
from pitboss.narration.fairness import sharing_sentence
from pitboss.narration.text import Grid, printable
from pitboss.statistics.results import Results
from pitboss.statistics.standings import Leaderboard, Standings, standings
from pitboss.store import EventRow, Journal

# How often a watched event is looked at; less often if it takes long to figure out.
_WATCH_SECONDS = 2.0
_PAUSE = 2.0


def print_event(
    journal: Journal, event: str, *, as_json: bool, show_seed: bool = False, top: int = 0
) -> None:
    """Print all that is known of an event, without the seed of one that is not over.

    `top`: only the first few bots of each table.
    """
    row = journal.event(event)
    plan = row.plan
    # Reading takes about as long as figuring out.
    with Waiting("reckoning") as waiting:
        waiting.tell(0, 2)
        results = journal.results(event)
        waiting.tell(1, 2)
        overall = standings(results) if len(results) and not as_json else None
        if as_json:
            document = event_document(journal, row, results, show_seed=show_seed)
    if as_json:
        if row.state != "finished":
            document["progress"] = progress_facts(row, results, datetime.now(UTC))
        print_json(document)
        return
    out = console()
    _print_heading(out, row, results, show_seed=show_seed)
    for line in succession_lines(journal, row):
        out.print(line, markup=False)
    if overall is None:
        out.print("Nothing has been played yet.")
        return
    if (compared := event_comparison(journal, row, results)) is not None:
        for line in (verdict_sentence(compared), *comparison_lines(compared)):
            out.print(line, markup=False, soft_wrap=True)
    _print_tables(out, plan, results, overall, top)
    if overall.without_forfeits is not None:
        if overall.without_forfeits.games:
            board = overall.without_forfeits
            _print_standings(out, overall, board, "Without forfeited games", top)
        else:
            out.print("Every block had a forfeited game; there are no standings without them.")
    crosstable = None if top else crosstable_grid(overall.table)
    if crosstable is not None:
        out.print(fitted(out, crosstable))
    _print_faults(out, journal, plan, overall.table)
    if mirroring := mirroring_sentence(plan, overall.table):
        out.print(mirroring)
    if sharing := sharing_sentence(plan):
        out.print(printable(sharing), markup=False)
    there = journal_words(journal)
    if row.state != "finished" and row.note.get("command") and not row.is_played(datetime.now(UTC)):
        command = row.note["command"] if show_seed else row.command
        out.print(f"\n{'To go on' if command else 'How to go on is told by'}:\n")
        command = command or f"pitboss standings {event} --show-seed{there}"
        out.print(f"    {printable(str(command))}\n", markup=False, soft_wrap=True)
    out.print(
        f"More:  pitboss report {event}{there}   pitboss results {event}{there}   "
        f"pitboss show {event}-0-0{there}",
        markup=False,
        soft_wrap=True,
    )


def print_standings(out: Console, journal: Journal, event: str) -> None:
    """The standings alone, and what went wrong."""
    overall = standings(journal.results(event))
    _print_standings(out, overall, overall.table)
    _print_faults(out, journal, journal.event(event).plan, overall.table)


def watch_event(journal: Journal, event: str, *, top: int) -> None:
    """Show the standings anew whenever games were played, until nobody plays the event any more.

    On a terminal they are drawn in place.
    """
    out = console()
    if not sys.stdout.isatty():
        _watch(journal, event, lambda row: _print_brief(out, journal, row, top))
        return
    with Live(console=out, auto_refresh=False, vertical_overflow="ellipsis") as live:

        def draw(row: EventRow) -> None:
            with out.capture() as drawn:
                _print_brief(out, journal, row, top)
            live.update(Text.from_ansi(drawn.get()), refresh=True)

        _watch(journal, event, draw)


def _watch(journal: Journal, event: str, show: Callable[[EventRow], None]) -> None:
    seen = None
    while True:
        row = journal.event(event)
        is_played = row.is_played(datetime.now(UTC))
        began = time.monotonic()
        if seen != (row.blocks, is_played):
            seen = row.blocks, is_played
            show(row)
        if not is_played:
            return
        time.sleep(max(_WATCH_SECONDS, _PAUSE * (time.monotonic() - began)))


def _print_brief(out: Console, journal: Journal, row: EventRow, top: int) -> None:
    results = journal.results(row.id)
    _print_heading(out, row, results)
    if len(results):
        _print_tables(out, row.plan, results, standings(results), top)
    out.print()


def _print_heading(
    out: Console, row: EventRow, results: Results, *, show_seed: bool = False
) -> None:
    title, facts = heading(row, results, show_seed=show_seed)
    out.print(Text.assemble((title, "bold"), f", {facts}"))
    if progress := progress_sentence(row, results, datetime.now(UTC)):
        out.print(Text(progress, style="yellow"))


def _print_tables(out: Console, plan: Plan, results: Results, overall: Standings, top: int) -> None:
    """The event's result; if its format has one of its own, the standings below it."""
    result = result_grid(plan, results, overall.table)
    if result is None:
        _print_standings(out, overall, overall.table, top=top)
        return
    _print_grid(out, result, top)
    out.print(Text(result_sentence(plan)))
    _print_standings(out, overall, overall.table, "Standings of all games", top)


def _print_standings(
    out: Console, overall: Standings, board: Leaderboard, title: str = "", top: int = 0
) -> None:
    _print_grid(out, standings_grid(overall, board, title), top)
    if any(row.tied for row in board.rows[: top or None]):
        out.print("[dim]= not surely apart from a neighbour in the table[/dim]")


def _print_grid(out: Console, grid: Grid, top: int) -> None:
    """The first few rows of a table, and how many more it has; all if `top` is 0."""
    out.print(fitted(out, grid.first(top or len(grid.rows))))
    if top and len(grid.rows) > top:
        out.print(f"[dim]and {len(grid.rows) - top:,} more[/dim]")


def _print_faults(out: Console, journal: Journal, plan: Plan, board: Leaderboard) -> None:
    lines = fault_lines(journal, plan, board)
    if lines:
        out.print("[bold]Faults[/bold]")
        lines += check_lines(journal, plan)
    for line in [*lines, *advice_lines(journal, plan), *removal_lines(journal, plan)]:
        out.print(line, markup=False, soft_wrap=True)
