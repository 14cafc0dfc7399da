"""How far an event is that is not over, and whether somebody plays it, in a sentence."""

from datetime import datetime
from typing import Any

from pitboss.events.schedule import history, is_fixed, total_blocks
from pitboss.events.trial import question_in
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
    most = "at most " if facts["at_most"] else ""
    of = f"{facts['played']:,} of {most}{facts['planned']:,} games ({facts['percent']}%){round_}"
    sign = f", last sign of life {_ago(event, now)}" if event.updated else ""
    if facts["running"]:
        return f"It is being played: {of}{sign}."
    return f"It is not over, and nobody plays it now: {of}{sign}."


def progress_facts(event: EventRow, results: Results, now: datetime) -> dict[str, Any]:
    """The same for programs, of an event that is not over."""
    plan, seats = event.plan, event.plan.seats
    played = len(results) // seats
    # A knockout may have extra blocks.
    planned = total_blocks(plan)
    question = question_in(event.note)
    # More are planned than a comparison needs.
    at_most = question is not None and not question.fixed
    if question is not None and at_most:
        planned = min(planned, question.most)
    planned = max(planned, played)
    coming = None if is_fixed(plan) else history(plan, results)[1]
    return {
        "running": event.is_played(now),
        "played": played * seats,
        "planned": planned * seats,
        # Whether it may end before, because it is decided.
        "at_most": at_most,
        "percent": 100 * played // planned if planned else 0,
        "round": coming.title if coming is not None else "",
        "last_sign": event.updated,
    }


def _ago(event: EventRow, now: datetime) -> str:
    seconds = max(0, int(event.silence(now)))
    if seconds < _LATELY_SECONDS:
        return f"{counted(seconds, 'second')} ago"
    return f"at {event.updated[:16].replace('T', ' ')} UTC"
