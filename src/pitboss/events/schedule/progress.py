"""An event's progress: the rounds that are over, the next one, and the order so far."""

from collections.abc import Iterator

import numpy as np

from pitboss.events.plan import Block, Plan
from pitboss.events.schedule.fixed_formats import FixedFormat, Gauntlet, Match, RoundRobin
from pitboss.events.schedule.format import Format, Placing, PlayedRound
from pitboss.events.schedule.knockout import Knockout, Meeting
from pitboss.events.schedule.ladder import Ladder
from pitboss.events.schedule.round import Round
from pitboss.events.schedule.swiss import Score, Swiss
from pitboss.statistics.results import Results

FORMATS: dict[str, Format] = {
    format_.name: format_
    for format_ in (Match(), RoundRobin(), Swiss(), Knockout(), Gauntlet(), Ladder())
}


def next_round(plan: Plan, number: int, results: Results | None) -> Round | None:
    """The round after the first `number` rounds; None if none follows.

    It depends on nothing but the results of those rounds, so an event can go on anywhere.
    """
    format_ = FORMATS[plan.schedule.format]
    if isinstance(format_, FixedFormat):
        # The results, perhaps half a million games, are not needed.
        return next(iter(format_.all_rounds(plan)[number:]), None)
    if number == 0:
        return format_.next_round(plan, [])
    if results is None:
        raise ValueError(f"round {number + 1} depends on the results of those before it")
    played, coming = history(plan, results, most=number)
    if len(played) < number and coming is not None:
        raise ValueError(f"games of round {len(played) + 1} are missing")
    return coming


def is_fixed(plan: Plan) -> bool:
    """Whether all groups are known from the start, without any results."""
    return isinstance(FORMATS[plan.schedule.format], FixedFormat)


def history(
    plan: Plan, results: Results, most: int | None = None
) -> tuple[list[PlayedRound], Round | None]:
    """The finished rounds, at most `most` of them, and the one that follows."""
    format_ = FORMATS[plan.schedule.format]
    rows = results.rows[np.lexsort((results.rows["rotation"], results.rows["block"]))]
    blocks = rows["block"]
    played: list[PlayedRound] = []
    while True:
        coming = format_.next_round(plan, played)
        if coming is None or len(played) == most:
            return played, coming
        first, end = np.searchsorted(blocks, (coming.first, coming.end)).tolist()
        if end - first < coming.count * plan.seats:
            return played, coming
        played.append(PlayedRound(coming, rows[first:end]))


def blocks_of(round_: Round) -> Iterator[Block]:
    """All blocks of a round, in order."""
    return map(round_.block, round_.numbers())


def total_blocks(plan: Plan) -> int:
    """How many blocks the event takes, without a knockout's extra ones."""
    return FORMATS[plan.schedule.format].blocks(plan)


def total_rounds(plan: Plan) -> int:
    """How many rounds the event takes."""
    return FORMATS[plan.schedule.format].rounds(plan)


def placings(plan: Plan, results: Results) -> list[Placing] | None:
    """The order by the format's own measure, best first; None if it has none."""
    if is_fixed(plan):
        # Its games, perhaps a million, need not be told apart.
        return None
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
