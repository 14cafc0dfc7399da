"""A Swiss event: a fixed number of rounds between entrants with about as many points."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum

from pitboss.events.plan import Plan
from pitboss.events.schedule.format import Format, Placing, Played, end_of
from pitboss.events.schedule.pairing import Pairing, Tables, deal, group
from pitboss.events.schedule.round import Round


@dataclass(frozen=True)
class Score:
    """An entrant's standing. Points are opponents beaten, twice over: a level one counts once."""

    entrant: int
    points: int
    # The points of all it met; the same without the best and the worst of them.
    buchholz: int
    median: int
    payoff: float
    byes: int

    @property
    def rank(self) -> tuple[float, ...]:
        """Lower is better; equal ranks share a place."""
        return (-self.points, -self.buchholz, -self.median, -self.payoff)


class Swiss(Format):
    """Paired by standing, without meeting again while that can be avoided; byes go round."""

    name = "swiss"
    meaning = "so many rounds, each against those with about as many points"
    settings = ("rounds",)

    def refusal(self, entrants: int, seats: int, heroes: int) -> str:  # noqa: ARG002
        if entrants >= seats:
            return ""
        return f"a Swiss event at tables of {seats} needs at least {seats} bots, not {entrants}"

    def rounds(self, plan: Plan) -> int:
        # As many as a knockout would take.
        needed = 1
        while plan.seats**needed < len(plan.entrants):
            needed += 1
        return plan.schedule.rounds or needed

    def blocks(self, plan: Plan) -> int:
        tables = len(plan.entrants) // plan.seats
        return self.rounds(plan) * tables * plan.schedule.blocks

    def next_round(self, plan: Plan, played: Sequence[Played]) -> Round | None:
        if len(played) == self.rounds(plan):
            return None
        scores = self.scores(plan, played)
        met = Counter(
            pair
            for past in played
            for table in past.round.tables
            for pair in combinations(sorted(table), 2)
        )
        pairing = Pairing(
            order=[score.entrant for score in scores],
            points={score.entrant: score.points for score in scores},
            byes={score.entrant: score.byes for score in scores},
            met=met,
        )
        tables: Tables
        if plan.seats == 2:
            tables, byes = pairing.pairs()
        elif played:
            tables, byes = group(pairing, plan.seats)
        else:
            tables, byes = deal(pairing, plan.seats)
        return Round(
            number=len(played) + 1,
            rounds=self.rounds(plan),
            first=end_of(played),
            tables=tables,
            blocks=plan.schedule.blocks,
            byes=byes,
        )

    def scores(self, plan: Plan, played: Sequence[Played]) -> list[Score]:
        """Everyone's standing, best first; those level in everything by the order of entry."""
        entrants = range(len(plan.entrants))
        opponents = plan.seats - 1
        # As in chess a bye is a win; where several sit out each round, it is worth the average.
        bye = 2 if plan.seats == 2 else opponents
        points = [0] * len(entrants)
        byes = [0] * len(entrants)
        payoffs: list[list[float]] = [[] for _ in entrants]
        met: list[list[int]] = [[] for _ in entrants]
        for past in played:
            for entrant in past.round.byes:
                points[entrant] += bye
                byes[entrant] += 1
            for tally in past.tallies:
                for place, entrant in enumerate(tally.entrants):
                    points[entrant] += tally.beaten(place)
                    payoffs[entrant].append(tally.payoffs[place])
                    met[entrant] += [other for other in tally.entrants if other != entrant]
        scores = []
        for entrant in entrants:
            # Whoever sat out is taken to have met its equals.
            missed = [points[entrant]] * (byes[entrant] * opponents)
            against = sorted([points[other] for other in met[entrant]] + missed)
            scores.append(
                Score(
                    entrant=entrant,
                    points=points[entrant],
                    buchholz=sum(against),
                    median=sum(against[1:-1]),
                    payoff=round(fsum(payoffs[entrant]), 9),
                    byes=byes[entrant],
                )
            )
        return sorted(scores, key=lambda score: score.rank)

    def placings(self, plan: Plan, played: Sequence[Played]) -> list[Placing]:
        scores = self.scores(plan, played)
        ranks = [score.rank for score in scores]
        unit = 2 * (plan.seats - 1)
        return [
            Placing(
                ranks.index(score.rank) + 1,
                score.entrant,
                f"points {score.points / unit:.4g}, Buchholz {score.buchholz / unit:.4g}, "
                f"median {score.median / unit:.4g}",
            )
            for score in scores
        ]
