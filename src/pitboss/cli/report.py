"""`pitboss report`: an event as one page to look at."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.journal import journal_at
from pitboss.cli.options import DATABASE, LIVE, AsJson, Database, EventName, ShowSeed
from pitboss.cli.output import STDOUT, bad_input, fail, print_json, whole_file
from pitboss.cli.waiting import Waiting

if TYPE_CHECKING:
    from pitboss.store import EventRow, Journal


def report(
    event: EventName = "last",
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            help="The file to write, named after the event if empty; -: standard output.",
        ),
    ] = "",
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="Say what decisions and habits cost each bot most, in some of the games that it "
            "lost; takes a while.",
        ),
    ] = False,
    show_seed: ShowSeed = False,
    db: Database = DATABASE,
    as_json: AsJson = False,
) -> None:
    """Write an event's standings, charts, faults and games worth a look as one HTML file.

    The file needs nothing else, neither a network nor other files. --json prints its numbers too.

    Examples:

        pitboss report

        pitboss report k7f3q2ab -o cup.html --explain

        pitboss report last --db league.db --json

        pitboss report live -o evening.html
    """
    # Imported here, so that --help is quick.
    from pitboss.explain.from_journal import explain_event
    from pitboss.explain.words import document
    from pitboss.report.from_journal import event_page, event_summary, summary_document
    from pitboss.store import UnknownEvent
    from pitboss.store.live_games import is_live

    if as_json and output == STDOUT:
        fail("--json prints to standard output itself: name a file with -o")
    with journal_at(db, writing=False) as journal, Waiting("reporting") as waiting:
        if event == LIVE or is_live(event):
            _report_live(journal, event, output, as_json)
            return
        with bad_input(UnknownEvent):
            row = journal.event(event)
        waiting.tell(0, 3)
        commands = report_commands(journal, row, show_seed=show_seed)
        now = datetime.now(UTC)
        summary = event_summary(journal, row, commands=commands, now=now, show_seed=show_seed)
        waiting.tell(1, 3)
        _ = summary.standings
        waiting.tell(2, 3)
        explained = None
        if explain:
            waiting.turn_to("explaining")
            explained = explain_event(journal, row.plan, waiting.tell)
            waiting.turn_to("reporting")
        page = event_page(journal, summary, explained)
    name = output or f"pitboss-{row.id}.html"
    with whole_file(name) as file:
        file.write(page)
    if as_json:
        print_json(
            {
                "event": row.id,
                "label": row.label,
                "file": name,
                "bytes": len(page),
                "games": summary.games,
                **summary_document(summary),
                **({"explained": [*map(document, explained.values())]} if explained else {}),
            }
        )
    elif name != STDOUT:
        typer.echo(f"{name}: {summary.games:,} games of event {row.id}, {len(page):,} bytes")


def _report_live(journal: Journal, name: str, output: str, as_json: bool) -> None:
    """Write the page of all live games, or of one."""
    from pitboss.narration.live_games import game_document
    from pitboss.report.from_journal import live_games_page

    rows = journal.live.games() if name == LIVE else [journal.live.find(name)]
    if not rows:
        fail(f"{journal.where} has no live games yet")
    page = live_games_page(rows, datetime.now(UTC))
    file_name = output or f"pitboss-{LIVE if name == LIVE else rows[0].id}.html"
    with whole_file(file_name) as file:
        file.write(page)
    if as_json:
        games = [game_document(row) for row in rows]
        print_json({"event": LIVE, "file": file_name, "bytes": len(page), "games": games})
    elif file_name != STDOUT:
        typer.echo(f"{file_name}: {len(rows):,} live games, {len(page):,} bytes")


def report_commands(
    journal: Journal, event: EventRow, *, show_seed: bool = False
) -> tuple[str, ...]:
    """The commands that play the event again and write its report."""
    played = str(event.note.get("command", "")) if show_seed else event.command
    words = ["pitboss", "report", event.id]
    reported = words if journal.where == DATABASE else [*words, "--db", journal.where]
    return (*([played] if played else []), shlex.join(reported))
