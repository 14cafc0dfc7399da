"""An event on the terminal: its standings and what went wrong, or the same as JSON."""

from rich.console import Console
from rich.text import Text

from pitboss.cli.journal import journal_words
from pitboss.cli.output import console, fitted, print_json
from pitboss.events.plan import Plan
from pitboss.narration.comparison import comparison_lines, event_comparison, verdict_sentence
from pitboss.narration.events import (
    advice_lines,
    crosstable_grid,
    event_document,
    fault_lines,
    heading,
    mirroring_sentence,
    placing_lines,
    removal_lines,
    standings_grid,
)
from pitboss.narration.fairness import sharing_sentence
from pitboss.narration.text import printable
from pitboss.statistics.standings import Leaderboard, Standings, standings
from pitboss.store import Journal


def print_event(journal: Journal, event: str, *, as_json: bool, show_seed: bool = False) -> None:
    """Print all that is known of an event, without the seed of one that is not over."""
    row = journal.event(event)
    plan, results = row.plan, journal.results(event)
    if as_json:
        print_json(event_document(journal, row, results, show_seed=show_seed))
        return
    out = console()
    title, facts = heading(row, results, show_seed=show_seed)
    out.print(Text.assemble((title, "bold"), f", {facts}"))
    if not len(results):
        out.print("Nothing has been played yet.")
        return
    if (compared := event_comparison(journal, row, results)) is not None:
        for line in (verdict_sentence(compared), *comparison_lines(compared)):
            out.print(line, markup=False, soft_wrap=True)
    overall = standings(results)
    _print_standings(out, overall, overall.table)
    if overall.without_forfeits is not None:
        if overall.without_forfeits.games:
            _print_standings(out, overall, overall.without_forfeits, "Without forfeited games")
        else:
            out.print("Every block had a forfeited game; there are no standings without them.")
    if (crosstable := crosstable_grid(overall.table)) is not None:
        out.print(fitted(out, crosstable))
    if placings := placing_lines(plan, results, overall.table):
        out.print(f"[bold]By the {plan.schedule.format}[/bold]")
        for line in placings:
            out.print(f"  {line}", markup=False)
    _print_faults(out, journal, plan, overall.table)
    if mirroring := mirroring_sentence(plan, overall.table):
        out.print(mirroring)
    if sharing := sharing_sentence(plan):
        out.print(printable(sharing), markup=False)
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


def print_standings(out: Console, journal: Journal, event: str) -> None:
    """The standings alone, and what went wrong."""
    overall = standings(journal.results(event))
    _print_standings(out, overall, overall.table)
    _print_faults(out, journal, journal.event(event).plan, overall.table)


def _print_standings(out: Console, overall: Standings, board: Leaderboard, title: str = "") -> None:
    out.print(fitted(out, standings_grid(overall, board, title)))
    if any(row.tied for row in board.rows):
        out.print("[dim]= not surely apart from a neighbour in the table[/dim]")


def _print_faults(out: Console, journal: Journal, plan: Plan, board: Leaderboard) -> None:
    lines = fault_lines(journal, plan, board)
    if lines:
        out.print("[bold]Faults[/bold]")
    for line in [*lines, *advice_lines(journal, plan), *removal_lines(journal, plan)]:
        out.print(line, markup=False, soft_wrap=True)
