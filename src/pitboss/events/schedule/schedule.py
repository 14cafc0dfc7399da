"""An event from its first round to its last: what is next, who is where, how much there is."""

from collections.abc import Iterator

import numpy as np

from pitboss.events.plan import Block, Plan
from pitboss.events.schedule import (
    Format,
    Gauntlet,
    Knockout,
    Ladder,
    Match,
    Meeting,
    Placing,
    Played,
    Round,
    RoundRobin,
    Score,
    Static,
    Swiss,
)
from pitboss.statistics.results import Results

__all__ = [
    "FORMATS",
    "Meeting",
    "Placing",
    "Played",
    "Round",
    "Score",
    "blocks_of",
    "bracket",
    "history",
    "is_fixed",
    "ladder_order",
    "next_round",
    "placings",
    "swiss_scores",
    "total_blocks",
    "total_rounds",
]

FORMATS: dict[str, Format] = {
    format_.name: format_
    for format_ in (Match(), RoundRobin(), Swiss(), Knockout(), Gauntlet(), Ladder())
}


def next_round(plan: Plan, number: int, results: Results | None) -> Round | None:
    """The round after the first `number` rounds, whose results are given; None if none follows.

    Only results count, not their order nor when they came, so that an event can go on anywhere.
    """
    played: list[Played] = []
    format_ = FORMATS[plan.schedule.format]
    coming = format_.next_round(plan, played)
    if isinstance(format_, Static) or number == 0:
        # There is no need to look at half a million games.
        return coming if number == 0 else None
    if results is None:
        raise ValueError(f"round {number + 1} depends on the results of those before it")
    played, coming = history(plan, results, most=number)
    if len(played) < number and coming is not None:
        raise ValueError(f"games of round {len(played) + 1} are missing")
    return coming


def is_fixed(plan: Plan) -> bool:
    """Whether all meetings are known from the start: one round, whatever comes of it."""
    return isinstance(FORMATS[plan.schedule.format], Static)


def history(
    plan: Plan, results: Results, most: int | None = None
) -> tuple[list[Played], Round | None]:
    """The rounds that are over, or the first few of them, and the one that follows."""
    format_ = FORMATS[plan.schedule.format]
    rows = results.rows[np.lexsort((results.rows["rotation"], results.rows["block"]))]
    blocks = rows["block"]
    played: list[Played] = []
    while True:
        coming = format_.next_round(plan, played)
        if coming is None or len(played) == most:
            return played, coming
        first, end = np.searchsorted(blocks, (coming.first, coming.end)).tolist()
        if end - first < coming.count * plan.seats:
            return played, coming
        played.append(Played(coming, rows[first:end]))


def blocks_of(round_: Round) -> Iterator[Block]:
    """All blocks of a round, in order."""
    return map(round_.block, round_.numbers())


def total_blocks(plan: Plan) -> int:
    """How many blocks the event takes; of a knockout, without extra ones."""
    return FORMATS[plan.schedule.format].blocks(plan)


def total_rounds(plan: Plan) -> int:
    """How many rounds the event takes."""
    return FORMATS[plan.schedule.format].rounds(plan)


def placings(plan: Plan, results: Results) -> list[Placing] | None:
    """Who is where by the format's own measure, best first; None where only statistics tell."""
    played, _ = history(plan, results)
    return FORMATS[plan.schedule.format].placings(plan, played)


def bracket(plan: Plan, results: Results) -> list[list[Meeting]]:
    """A knockout's meetings, round by round."""
    format_ = FORMATS[plan.schedule.format]
    if not isinstance(format_, Knockout):
        raise ValueError(f"only a knockout has a bracket, not a {format_.name}")
    return format_.bracket(plan, history(plan, results)[0])


def swiss_scores(plan: Plan, results: Results) -> list[Score]:
    """A Swiss event's standing after the last whole round, best first."""
    format_ = FORMATS[plan.schedule.format]
    if not isinstance(format_, Swiss):
        raise ValueError(f"only a Swiss event has such scores, not a {format_.name}")
    return format_.scores(plan, history(plan, results)[0])


def ladder_order(plan: Plan, results: Results) -> list[int]:
    """A ladder's entrants from the top rung down, after the last whole round."""
    format_ = FORMATS[plan.schedule.format]
    if not isinstance(format_, Ladder):
        raise ValueError(f"only a ladder has rungs, not a {format_.name}")
    return format_.order(plan, history(plan, results)[0])
