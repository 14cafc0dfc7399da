"""Reports of what a journal holds: the page of an event, and that of live games."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pitboss import __version__
from pitboss.events.plan import read_game_id
from pitboss.explain.explanation import Explanation
from pitboss.narration.comparison import comparison_document
from pitboss.narration.games import record_sentences
from pitboss.narration.live_games import game_sentences
from pitboss.report.growing_event import GrowingEvent, moment_text
from pitboss.report.live_page import live_page
from pitboss.report.page import page
from pitboss.report.summary import EventSummary
from pitboss.store import EventRow, GameRow, Journal

# How many games the page has move by move, and how many lines of each.
_GAMES_IN_FULL = 6
_MOST_LINES = 120


def event_summary(
    journal: Journal,
    event: EventRow,
    *,
    commands: Sequence[str],
    now: datetime,
    show_seed: bool = False,
) -> EventSummary:
    """All that the report of an event is made from."""
    growing = GrowingEvent(event.plan)
    growing.read(journal)
    return growing.summary(event, commands=commands, now=now, show_seed=show_seed)


def event_page(
    journal: Journal, summary: EventSummary, explained: Mapping[int, Explanation] | None = None
) -> bytes:
    """The page of an event, with the moves of the first few games worth a look.

    `explained` is what decisions cost, by entrant, if that was asked for.
    """
    moves: dict[str, Sequence[str]] = {}
    for highlight in summary.highlights:
        if highlight.game in moves or len(moves) == _GAMES_IN_FULL:
            continue
        lines = record_sentences(journal.record(*read_game_id(highlight.game)))
        moves[highlight.game] = _shortened(lines)
    return page(summary, moves, explained).encode()


def live_games_page(rows: Sequence[GameRow], now: datetime) -> bytes:
    """The page of live games; a single one is shown in full."""
    ended = [row for row in rows if row.state != "running"]
    if len(rows) == 1:
        lines = {row.id: game_sentences(row) for row in ended}
    else:
        lines = {row.id: _shortened(game_sentences(row)) for row in ended[:_GAMES_IN_FULL]}
    return live_page(
        rows, lines, version=__version__, written=moment_text(now.isoformat())
    ).encode()


def summary_document(summary: EventSummary) -> dict[str, Any]:
    """The page's numbers for programs."""
    return {
        "standings": summary.standings,
        **(
            {"comparison": comparison_document(summary.comparison)}
            if summary.comparison is not None
            else {}
        ),
        "faults": [
            {"bot": summary.name(entrant), "kind": kind, "count": count}
            for (entrant, kind), count in summary.faults.counts.items()
        ],
        "thinking": {
            summary.name(entrant): {
                "answers": spent.answers,
                "mean": spent.total / spent.answers if spent.answers else None,
                "longest": spent.longest,
            }
            for entrant, spent in summary.thinking.items()
        },
        "games_worth_a_look": [
            {
                "game": one.game,
                "why": one.why,
                "bot": None if one.entrant is None else summary.name(one.entrant),
            }
            for one in summary.highlights
        ],
    }


def _shortened(lines: list[str]) -> list[str]:
    more = len(lines) - _MOST_LINES
    return lines if more <= 0 else [*lines[:_MOST_LINES], f"... and {more:,} more"]
