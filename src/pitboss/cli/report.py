"""`pitboss report`: an event as one page to look at."""

import shlex
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from pitboss import __version__
from pitboss.cli.atomic_file import STDOUT, whole_file
from pitboss.cli.console import Waiting, bad_input, fail, print_json
from pitboss.cli.journal import journal_at
from pitboss.cli.live_games import LIVE
from pitboss.cli.options import DATABASE, AsJson, Database, EventName, ShowSeed
from pitboss.events.plan import read_game_id
from pitboss.narration.games import record_sentences
from pitboss.narration.live_games import game_document, game_sentences
from pitboss.report.highlights import count_faults
from pitboss.report.live_page import live_page
from pitboss.report.page import page
from pitboss.report.summary import EventSummary
from pitboss.store import EventRow, Journal, UnknownEvent
from pitboss.store.live_games import is_live

# So many games are told move by move in the page itself, each up to so many lines.
_TOLD_GAMES = 6
_TOLD_LINES = 120


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
    show_seed: ShowSeed = False,
    db: Database = DATABASE,
    as_json: AsJson = False,
) -> None:
    """Write an event's standings, charts, faults and games worth a look as one HTML file.

    The file needs nothing else, neither a network nor other files. --json prints its numbers too.

    Examples:

        pitboss report

        pitboss report k7f3q2ab -o cup.html

        pitboss report last --db league.db --json

        pitboss report live -o evening.html
    """
    if as_json and output == STDOUT:
        fail("--json prints to standard output itself: name a file with -o")
    with journal_at(db, writing=False) as journal, Waiting("reporting") as waiting:
        if event == LIVE or is_live(event):
            _report_live(journal, event, output, as_json)
            return
        with bad_input(UnknownEvent):
            found = journal.event(event)
        waiting.tell(0, 4)
        account = account_of(journal, found, datetime.now(UTC), show_seed=show_seed)
        waiting.tell(1, 4)
        _ = account.standings
        waiting.tell(2, 4)
        moves = _moves(journal, account)
        waiting.tell(3, 4)
        written = page(account, moves).encode()
    name = output or f"pitboss-{found.id}.html"
    with whole_file(name) as file:
        file.write(written)
    if as_json:
        print_json(_document(account, name, len(written)))
    elif name != STDOUT:
        typer.echo(f"{name}: {account.games:,} games of event {found.id}, {len(written):,} bytes")


def _report_live(journal: Journal, name: str, output: str, as_json: bool) -> None:
    """Write the page of all live games, or of one."""
    rows = journal.live.games() if name == LIVE else [journal.live.find(name)]
    if not rows:
        fail(f"{journal.where} has no live games yet")
    most = _TOLD_GAMES if len(rows) > 1 else 1
    ended = [row for row in rows if row.state != "running"]
    lines = {row.id: _shortened(game_sentences(row), whole=len(rows) == 1) for row in ended[:most]}
    now = _moment(datetime.now(UTC).isoformat())
    page = live_page(rows, lines, version=__version__, written=now).encode()
    file_name = output or f"pitboss-{LIVE if name == LIVE else rows[0].id}.html"
    with whole_file(file_name) as file:
        file.write(page)
    if as_json:
        games = [game_document(row) for row in rows]
        print_json({"event": LIVE, "file": file_name, "bytes": len(page), "games": games})
    elif file_name != STDOUT:
        typer.echo(f"{file_name}: {len(rows):,} live games, {len(page):,} bytes")


def _shortened(lines: Sequence[str], *, whole: bool = False) -> Sequence[str]:
    more = len(lines) - _TOLD_LINES
    return lines if whole or more <= 0 else [*lines[:_TOLD_LINES], f"... and {more:,} more"]


def report_of(journal: Journal, event: EventRow) -> bytes:
    """The page of an event."""
    account = account_of(journal, event, datetime.now(UTC))
    return page(account, _moves(journal, account)).encode()


def account_of(
    journal: Journal, event: EventRow, now: datetime, *, show_seed: bool = False
) -> EventSummary:
    """All that a report is made from."""
    return EventSummary(
        plan=event.plan,
        event=event.id,
        label=event.label,
        created=_moment(event.created),
        finished=_moment(event.finished),
        written=_moment(now.isoformat()),
        state=event.state,
        version=__version__,
        seed=event.plan.seed if show_seed else event.seed,
        commands=_commands(journal, event, show_seed=show_seed),
        results=journal.results(event.id),
        faults=count_faults(journal.faults(event.id)),
        thinking=journal.thinking(event.id),
    )


def _commands(journal: Journal, event: EventRow, *, show_seed: bool) -> tuple[str, ...]:
    played = str(event.note.get("command", "")) if show_seed else event.command
    words = ["pitboss", "report", event.id]
    reported = words if journal.where == DATABASE else [*words, "--db", journal.where]
    return (*([played] if played else []), shlex.join(reported))


def _moment(text: str) -> str:
    """Such as `31 January 2026, 12:00 UTC`; nothing for nothing."""
    if not text:
        return ""
    moment = datetime.fromisoformat(text).astimezone(UTC)
    return f"{moment.day} {moment:%B %Y, %H:%M} UTC"


def _moves(journal: Journal, account: EventSummary) -> dict[str, Sequence[str]]:
    """The first few games worth a look, as lines."""
    found: dict[str, Sequence[str]] = {}
    for highlight in account.highlights:
        if highlight.game in found or len(found) == _TOLD_GAMES:
            continue
        lines = record_sentences(journal.record(*read_game_id(highlight.game)))
        found[highlight.game] = _shortened(lines)
    return found


def _document(account: EventSummary, name: str, size: int) -> dict[str, Any]:
    """The page's numbers for programs."""
    return {
        "event": account.event,
        "label": account.label,
        "file": name,
        "bytes": size,
        "games": account.games,
        "standings": account.standings,
        "faults": [
            {"bot": account.name(entrant), "kind": kind, "count": count}
            for (entrant, kind), count in account.faults.counts.items()
        ],
        "thinking": {
            account.name(entrant): {
                "answers": spent.answers,
                "mean": spent.total / spent.answers if spent.answers else None,
                "longest": spent.longest,
            }
            for entrant, spent in account.thinking.items()
        },
        "games_worth_a_look": [
            {
                "game": one.game,
                "why": one.why,
                "bot": None if one.entrant is None else account.name(one.entrant),
            }
            for one in account.highlights
        ],
    }
