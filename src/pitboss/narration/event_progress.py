"""How far an event is that is not over, and whether somebody plays it, in a sentence."""

from datetime import datetime
from typing import Any

from pitboss.events.schedule import history, is_fixed, total_blocks
from pitboss.narration.numbers import counted
from pitboss.statistics.results import Results
from pitboss.store import EventRow

_LATELY_SECONDS = 600


def progress_sentence(event: EventRow, results: Results, now: datetime) -> str:
    """How far it is; empty if it is over."""
    if event.state == "finished":
        return ""
    facts = progress_facts(event, results, now)
    round_ = f", {facts['round']}" if facts["round"] else ""
    of = f"{facts['played']:,} of {facts['planned']:,} games ({facts['percent']}%){round_}"
    if _ends_when_decided(event):
        of = f"{counted(facts['played'], 'game')}; it ends when it is decided"
    sign = f", last sign of life {_ago(event, now)}" if event.updated else ""
    if facts["running"]:
        return f"It is being played: {of}{sign}."
    return f"It is not over, and nobody plays it now: {of}{sign}."


def progress_facts(event: EventRow, results: Results, now: datetime) -> dict[str, Any]:
    """The same for programs."""
    plan, seats = event.plan, event.plan.seats
    played = len(results) // seats
    # A knockout may have extra blocks.
    planned = played if event.state == "finished" else max(total_blocks(plan), played)
    coming = None if is_fixed(plan) else history(plan, results)[1]
    return {
        "running": event.is_played(now),
        "played": played * seats,
        "planned": planned * seats,
        "percent": 100 * played // planned if planned else 0,
        "round": coming.title if coming is not None else "",
        "last_sign": event.updated,
    }


def _ends_when_decided(event: EventRow) -> bool:
    """Whether so many games are planned that a comparison surely ends before."""
    return str(event.note.get("command", "")).startswith("pitboss compare ")


def _ago(event: EventRow, now: datetime) -> str:
    seconds = max(0, int(event.silence(now)))
    if seconds < _LATELY_SECONDS:
        return f"{counted(seconds, 'second')} ago"
    return f"at {event.updated[:16].replace('T', ' ')} UTC"
