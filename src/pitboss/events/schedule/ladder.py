"""A ladder: neighbours play, and the winner takes the upper rung."""

from collections.abc import Sequence
from math import ceil

from pitboss.events.plan import Plan
from pitboss.events.schedule.format import Format, Placing, PlayedRound, end_of
from pitboss.events.schedule.round import Round


class Ladder(Format):
    """A group's rungs are reassigned by its result; level entrants keep their order."""

    name = "ladder"
    meaning = "neighbours play, the winner moves up; begins in the order of entry"
    settings = ("rounds",)
    measure = "the rung reached at the end"
    ahead = "on top"

    def refusal(self, entrants: int, seats: int, heroes: int) -> str:  # noqa: ARG002
        if entrants >= seats:
            return ""
        return f"a ladder at tables of {seats} needs at least {seats} bots, not {entrants}"

    def rounds(self, plan: Plan) -> int:
        # Enough for the last to reach the top, and with two seats for a sorted ladder.
        return plan.schedule.rounds or ceil(2 * len(plan.entrants) / plan.seats)

    def blocks(self, plan: Plan) -> int:
        entrants = len(plan.entrants)
        groups = (
            (entrants - _top(entrants, plan.seats, number)) // plan.seats
            for number in range(1, self.rounds(plan) + 1)
        )
        return sum(groups) * plan.schedule.blocks

    def next_round(self, plan: Plan, played: Sequence[PlayedRound]) -> Round | None:
        if len(played) == self.rounds(plan):
            return None
        order, seats = self.order(plan, played), plan.seats
        number = len(played) + 1
        top = _top(len(order), seats, number)
        starts = range(top, len(order) - seats + 1, seats)
        bottom = top + len(starts) * seats
        return Round(
            number=number,
            rounds=self.rounds(plan),
            first=end_of(played),
            groups=tuple(tuple(order[start : start + seats]) for start in starts),
            blocks=plan.schedule.blocks,
            byes=tuple(order[:top] + order[bottom:]),
        )

    def order(self, plan: Plan, played: Sequence[PlayedRound]) -> list[int]:
        """The entrants from the top rung down."""
        order = list(range(len(plan.entrants)))
        for past in played:
            for tally in past.tallies:
                top = order.index(tally.entrants[0])
                order[top : top + plan.seats] = tally.ranked()
        return order

    def placings(self, plan: Plan, played: Sequence[PlayedRound]) -> list[Placing]:
        return [
            Placing(rung + 1, entrant, _moved(entrant - rung))
            for rung, entrant in enumerate(self.order(plan, played))
        ]


def _top(entrants: int, seats: int, number: int) -> int:
    """The first rung that plays: every other round is shifted, so that groups mix."""
    if number % 2:
        return 0
    shift = entrants % seats or seats // 2
    return shift if shift + seats <= entrants else 0


def _moved(rungs: int) -> str:
    if rungs == 0:
        return "where it began"
    return f"{abs(rungs)} {'up' if rungs > 0 else 'down'}"
