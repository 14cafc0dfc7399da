"""Who plays whom in a round of a Swiss event, given the standing and who has met whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from pitboss.events.schedule.matching import NOBODY, largest_matching

Tables = tuple[tuple[int, ...], ...]
_MOST_SWEEPS = 50


@dataclass(frozen=True, kw_only=True)
class Pairing:
    """What a round's pairing depends on."""

    # All entrants, best first.
    order: Sequence[int]
    points: Mapping[int, int]
    byes: Mapping[int, int]
    # How often two have met, by pairs in ascending order.
    met: Mapping[tuple[int, int], int]

    def meetings(self, one: int, other: int) -> int:
        """How often the two have met."""
        return self.met.get((one, other) if one < other else (other, one), 0)

    def sitting_out(self) -> list[int]:
        """All, in the order in which they are due to sit out: fewest byes, then the lowest."""
        places = {entrant: place for place, entrant in enumerate(self.order)}
        return sorted(self.order, key=lambda entrant: (self.byes[entrant], -places[entrant]))

    def pairs(self) -> tuple[Tables, tuple[int, ...]]:
        """Tables of two, and who sits out: as few meet again as is possible at all."""
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

    def _paired(self, players: list[bool], mates: list[int], fresh: list[list[int]]) -> Tables:
        """From the top down, each with whom it suits best among those that leave a best pairing."""
        left = [entrant for entrant in self.order if players[entrant]]
        # Twice the number of new meetings that are possible among those left.
        possible = sum(mate != NOBODY for mate in mates)
        tables = []
        while left:
            one = left.pop(0)
            players[one] = False
            for other in self._suitors(one, left):
                players[other] = False
                rest = list(mates)
                for gone in (one, other):
                    if mates[gone] != NOBODY:
                        rest[mates[gone]] = NOBODY
                rest[one] = rest[other] = NOBODY
                rest = largest_matching(fresh, players, rest)
                without = sum(mate != NOBODY for mate in rest)
                if without + 2 * (not self.meetings(one, other)) == possible:
                    tables.append((one, other))
                    left.remove(other)
                    mates, possible = rest, without
                    break
                players[other] = True
        return tuple(tables)

    def _suitors(self, one: int, left: Sequence[int]) -> list[int]:
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


def deal(pairing: Pairing, seats: int) -> tuple[Tables, tuple[int, ...]]:
    """Tables of a first round: the strong, by order of entry, are spread over them."""
    order, byes = _present(pairing, seats)
    tables = len(order) // seats
    return tuple(tuple(order[table::tables]) for table in range(tables)), byes


def group(pairing: Pairing, seats: int) -> tuple[Tables, tuple[int, ...]]:
    """Tables of neighbours in the standing; then places are swapped while that spares a rematch."""
    order, byes = _present(pairing, seats)
    tables = [order[start : start + seats] for start in range(0, len(order), seats)]
    # Squared: meeting for a third time is worse than two meetings for a second.
    weights = [
        [pairing.meetings(one, other) ** 2 for other in range(len(pairing.order))]
        for one in range(len(pairing.order))
    ]
    for _ in range(_MOST_SWEEPS):
        if not _swap(weights, tables):
            break
    return tuple(map(tuple, tables)), byes


def _present(pairing: Pairing, seats: int) -> tuple[list[int], tuple[int, ...]]:
    byes = tuple(pairing.sitting_out()[: len(pairing.order) % seats])
    return [entrant for entrant in pairing.order if entrant not in byes], byes


def _swap(weights: Sequence[Sequence[int]], tables: list[list[int]]) -> bool:
    """One sweep over all pairs of tables, the nearest in standing first; whether any swapped."""
    swapped = False
    near = sorted(combinations(range(len(tables)), 2), key=lambda pair: (pair[1] - pair[0], pair))
    for upper, lower in near:
        one, other = tables[upper], tables[lower]
        # How much each has met those at either table.
        here = {entrant: sum(weights[entrant][with_] for with_ in one) for entrant in one + other}
        there = {entrant: sum(weights[entrant][with_] for with_ in other) for entrant in here}
        if not any(here[entrant] for entrant in one) and not any(there[e] for e in other):
            continue
        # From the bottom of the upper table and the top of the lower: the nearest in standing.
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
