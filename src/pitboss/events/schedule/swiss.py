"""A Swiss event: a fixed number of rounds between entrants with about as many points."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from pitboss.events.plan import Plan
from pitboss.events.schedule.format import (
    Format,
    Placing,
    PlayedRound,
    elimination_rounds,
    end_of,
    payoff_sum,
)
from pitboss.events.schedule.matching import NOBODY, largest_matching
from pitboss.events.schedule.round import Groups, Round

_MOST_SWEEPS = 50


@dataclass(frozen=True)
class Score:
    """An entrant's standing: two points for each beaten opponent, one for a level one."""

    entrant: int
    points: int
    # The points of all opponents, and the same without the best and the worst of them.
    buchholz: int
    median: int
    payoff: float
    byes: int

    @property
    def rank(self) -> tuple[float, ...]:
        """Lower is better; equal ranks share a place."""
        return (-self.points, -self.buchholz, -self.median, -self.payoff)


class Swiss(Format):
    """Paired by standing, avoiding rematches; byes take turns."""

    name = "swiss"
    meaning = "so many rounds, each against those with about as many points"
    settings = ("rounds",)
    measure = "points, then Buchholz, median Buchholz and payoff"
    ahead = "ahead by points"

    def refusal(self, entrants: int, seats: int, heroes: int) -> str:  # noqa: ARG002
        if entrants >= seats:
            return ""
        return f"a Swiss event at tables of {seats} needs at least {seats} bots, not {entrants}"

    def rounds(self, plan: Plan) -> int:
        return plan.schedule.rounds or elimination_rounds(len(plan.entrants), plan.seats)

    def blocks(self, plan: Plan) -> int:
        groups = len(plan.entrants) // plan.seats
        return self.rounds(plan) * groups * plan.schedule.blocks

    def next_round(self, plan: Plan, played: Sequence[PlayedRound]) -> Round | None:
        if len(played) == self.rounds(plan):
            return None
        scores = self.scores(plan, played)
        met = Counter(
            pair
            for past in played
            for group in past.round.groups
            for pair in combinations(sorted(group), 2)
        )
        pairing = Pairing(
            order=[score.entrant for score in scores],
            points={score.entrant: score.points for score in scores},
            byes={score.entrant: score.byes for score in scores},
            met=met,
        )
        groups: Groups
        if plan.seats == 2:
            groups, byes = pairing.pairs()
        elif played:
            groups, byes = neighbour_groups(pairing, plan.seats)
        else:
            groups, byes = spread_groups(pairing, plan.seats)
        return Round(
            number=len(played) + 1,
            rounds=self.rounds(plan),
            first=end_of(played),
            groups=groups,
            blocks=plan.schedule.blocks,
            byes=byes,
        )

    def scores(self, plan: Plan, played: Sequence[PlayedRound]) -> list[Score]:
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
            # A bye counts as opponents with equal points.
            missed = [points[entrant]] * (byes[entrant] * opponents)
            against = sorted([points[other] for other in met[entrant]] + missed)
            scores.append(
                Score(
                    entrant=entrant,
                    points=points[entrant],
                    buchholz=sum(against),
                    median=sum(against[1:-1]),
                    payoff=payoff_sum(payoffs[entrant]),
                    byes=byes[entrant],
                )
            )
        return sorted(scores, key=lambda score: score.rank)

    def placings(self, plan: Plan, played: Sequence[PlayedRound]) -> list[Placing]:
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


@dataclass(frozen=True, kw_only=True)
class Pairing:
    """The facts that decide a round's groups, and the groups of two."""

    # All entrants, best first.
    order: Sequence[int]
    points: Mapping[int, int]
    byes: Mapping[int, int]
    # How often two have met, with the lower entrant first.
    met: Mapping[tuple[int, int], int]

    def meetings(self, one: int, other: int) -> int:
        """How often the two have met."""
        return self.met.get((one, other) if one < other else (other, one), 0)

    def sitting_out(self) -> list[int]:
        """All entrants in order of sitting out: fewest byes, then the lowest."""
        places = {entrant: place for place, entrant in enumerate(self.order)}
        return sorted(self.order, key=lambda entrant: (self.byes[entrant], -places[entrant]))

    def pairs(self) -> tuple[Groups, tuple[int, ...]]:
        """Pairs and who sits out, with as few rematches as possible."""
        fresh = self._fresh()
        players = [True] * len(self.order)
        nobody = [NOBODY] * len(self.order)
        if len(self.order) % 2 == 0:
            return self._paired(players, largest_matching(fresh, players, nobody), fresh), ()
        due = self.sitting_out()
        chosen, best = due[0], nobody
        for entrant in due:
            if self.byes[entrant] > self.byes[due[0]]:
                break
            players[entrant] = False
            mates = largest_matching(fresh, players, nobody)
            players[entrant] = True
            if best is nobody or mates.count(NOBODY) < best.count(NOBODY):
                chosen, best = entrant, mates
            if best.count(NOBODY) == 1:
                break
        players[chosen] = False
        return self._paired(players, best, fresh), (chosen,)

    def _fresh(self) -> list[list[int]]:
        return [
            [other for other in self.order if other != one and not self.meetings(one, other)]
            for one in range(len(self.order))
        ]

    def _paired(self, players: list[bool], mates: list[int], fresh: list[list[int]]) -> Groups:
        """From the top down, each with the preferred opponent that leaves the fewest rematches."""
        left = [entrant for entrant in self.order if players[entrant]]
        # Twice the number of first meetings that are possible among those left.
        possible = sum(mate != NOBODY for mate in mates)
        pairs = []
        while left:
            one = left.pop(0)
            players[one] = False
            for other in self._opponents(one, left):
                players[other] = False
                rest = list(mates)
                for gone in (one, other):
                    if mates[gone] != NOBODY:
                        rest[mates[gone]] = NOBODY
                rest[one] = rest[other] = NOBODY
                rest = largest_matching(fresh, players, rest)
                without = sum(mate != NOBODY for mate in rest)
                if without + 2 * (not self.meetings(one, other)) == possible:
                    pairs.append((one, other))
                    left.remove(other)
                    mates, possible = rest, without
                    break
                players[other] = True
        return tuple(pairs)

    def _opponents(self, one: int, left: Sequence[int]) -> list[int]:
        """Opponents in order of preference; the best of a group of equals meets its middle."""
        equals = sum(self.points[other] == self.points[one] for other in left)
        # `one` itself was the first of its group.
        middle = (equals + 1) // 2 - 1
        places = {other: place for place, other in enumerate(left)}
        return sorted(
            left,
            key=lambda other: (
                self.meetings(one, other),
                places[other] >= equals,
                abs(places[other] - max(middle, 0)),
                places[other],
            ),
        )


def spread_groups(pairing: Pairing, seats: int) -> tuple[Groups, tuple[int, ...]]:
    """The groups of a first round: the strong, by order of entry, are spread over them."""
    order, byes = _present(pairing, seats)
    groups = len(order) // seats
    return tuple(tuple(order[number::groups]) for number in range(groups)), byes


def neighbour_groups(pairing: Pairing, seats: int) -> tuple[Groups, tuple[int, ...]]:
    """Groups of neighbours in the standing, with swaps as long as they spare rematches."""
    order, byes = _present(pairing, seats)
    groups = [order[start : start + seats] for start in range(0, len(order), seats)]
    # Squared: meeting for a third time is worse than two meetings for a second.
    weights = [
        [pairing.meetings(one, other) ** 2 for other in range(len(pairing.order))]
        for one in range(len(pairing.order))
    ]
    for _ in range(_MOST_SWEEPS):
        if not _swap(weights, groups):
            break
    return tuple(map(tuple, groups)), byes


def _present(pairing: Pairing, seats: int) -> tuple[list[int], tuple[int, ...]]:
    byes = tuple(pairing.sitting_out()[: len(pairing.order) % seats])
    return [entrant for entrant in pairing.order if entrant not in byes], byes


def _swap(weights: Sequence[Sequence[int]], groups: list[list[int]]) -> bool:
    """One sweep over all pairs of groups, the nearest in standing first; whether any swapped."""
    swapped = False
    near = sorted(combinations(range(len(groups)), 2), key=lambda pair: (pair[1] - pair[0], pair))
    for upper, lower in near:
        one, other = groups[upper], groups[lower]
        # How much each has met those in either group.
        here = {entrant: sum(weights[entrant][with_] for with_ in one) for entrant in one + other}
        there = {entrant: sum(weights[entrant][with_] for with_ in other) for entrant in here}
        if not any(here[entrant] for entrant in one) and not any(there[e] for e in other):
            continue
        # Ties go to the bottom of the upper group and the top of the lower, the nearest.
        gain, place, below = max(
            (
                here[one[place]]
                + there[other[below]]
                - there[one[place]]
                - here[other[below]]
                + 2 * weights[one[place]][other[below]],
                place,
                -below,
            )
            for place in range(len(one))
            for below in range(len(other))
        )
        if gain > 0:
            one[place], other[-below] = other[-below], one[place]
            swapped = True
    return swapped
