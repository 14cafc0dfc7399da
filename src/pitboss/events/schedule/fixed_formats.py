"""Formats whose groups are fixed from the start, all in one round: match, round-robin, gauntlet.

Entrants who join late have a round of their own after it, so that what was played stays as it is.
Where all combinations of entrants would be too many groups, a balanced choice is played.
"""

from abc import abstractmethod
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import ceil, comb, gcd

from pitboss.events.plan import Plan
from pitboss.events.schedule.format import Format, PlayedRound
from pitboss.events.schedule.round import Group, Groups, Round

# Up to so many groups are all played; of more, a balanced choice.
FEW = 250
_MOST_STARTERS = 60
_MOST_SWEEPS = 60
# Attempts of the search, divided by the number of entrants.
_ATTEMPTS = 400


class FixedFormat(Format):
    """A format with a single round, so that all workers have work until the end."""

    @abstractmethod
    def groups_of(self, entrants: int, plan: Plan) -> Groups:
        """All groups of the first so many entrants."""

    def groups(self, plan: Plan) -> Groups:
        """All groups of those who were there from the start."""
        return self.groups_of((*plan.schedule.stages, len(plan.entrants))[0], plan)

    def all_rounds(self, plan: Plan) -> list[Round]:
        """The round, and one for each time that others joined: whoever they meet."""
        rounds: list[Round] = []
        before = 0
        for entrants in (*plan.schedule.stages, len(plan.entrants)):
            groups = tuple(
                group for group in self.groups_of(entrants, plan) if max(group) >= before
            )
            rounds.append(
                Round(
                    number=len(rounds) + 1,
                    rounds=self.rounds(plan),
                    first=rounds[-1].end if rounds else 0,
                    groups=groups,
                    blocks=plan.schedule.blocks,
                    period=plan.apart // len(groups),
                )
            )
            before = entrants
        return rounds

    def rounds(self, plan: Plan) -> int:
        return len(plan.schedule.stages) + 1

    def blocks(self, plan: Plan) -> int:
        return self.all_rounds(plan)[-1].end

    def next_round(self, plan: Plan, played: Sequence[PlayedRound]) -> Round | None:
        return next(iter(self.all_rounds(plan)[len(played) :]), None)


class Match(FixedFormat):
    """All entrants in one group."""

    name = "match"
    meaning = "all at one table"

    def refusal(self, entrants: int, seats: int, heroes: int) -> str:  # noqa: ARG002
        if entrants == seats:
            return ""
        return f"a match at a table of {seats} needs exactly {seats} bots, not {entrants}"

    def groups_of(self, entrants: int, plan: Plan) -> Groups:  # noqa: ARG002
        return (tuple(range(entrants)),)


class RoundRobin(FixedFormat):
    """Everybody meets everybody."""

    name = "round-robin"
    meaning = "everybody meets everybody equally often"

    def refusal(self, entrants: int, seats: int, heroes: int) -> str:  # noqa: ARG002
        if entrants >= seats:
            return ""
        return f"a round-robin at tables of {seats} needs at least {seats} bots, not {entrants}"

    def groups_of(self, entrants: int, plan: Plan) -> Groups:
        return all_play_all(entrants, plan.seats)


class Gauntlet(FixedFormat):
    """A few heroes meet all the others, who do not meet without a hero."""

    name = "gauntlet"
    meaning = "the first bots, its heroes, each meet all the others, but not one another"
    settings = ("heroes",)

    def refusal(self, entrants: int, seats: int, heroes: int) -> str:
        if entrants - heroes >= seats - 1:
            return ""
        return (
            f"a gauntlet of {heroes} at tables of {seats} needs at least {seats - 1} bots "
            f"besides, not {entrants - heroes}"
        )

    def groups_of(self, entrants: int, plan: Plan) -> Groups:
        # One hero in each group, with others grouped as in a round-robin.
        heroes = plan.schedule.heroes
        return tuple(
            (hero, *(heroes + other for other in others))
            for others in all_play_all(entrants - heroes, plan.seats - 1)
            for hero in range(heroes)
        )


@cache
def all_play_all(entrants: int, seats: int) -> Groups:
    """Groups in which all play equally often, and meet each other as evenly as possible."""
    if seats == 1:
        return tuple((entrant,) for entrant in range(entrants))
    if seats == 2:
        return _pairs(entrants)
    if comb(entrants, seats) <= FEW:
        return _combinations(entrants, seats)
    # A cyclic design: each starter is moved around the circle of entrants, so that all play
    # equally often, and entrants i and i + k meet as often as k is a difference in a starter.
    return tuple(
        tuple((place + shift) % entrants for place in starter)
        for starter in _starters(entrants, seats)
        for shift in range(entrants)
    )


def _pairs(entrants: int) -> Groups:
    # By distance on the circle: after each distance all have played equally often.
    return tuple(
        (one, (one + distance) % entrants)
        for distance in range(1, entrants // 2 + 1)
        for one in range(entrants // 2 if 2 * distance == entrants else entrants)
    )


def _combinations(entrants: int, seats: int) -> Groups:
    # Groups that differ only by a turn of the circle follow each other, as with pairs.
    groups: dict[Group, None] = {}
    for group in combinations(range(entrants), seats):
        for shift in range(entrants):
            groups[tuple(sorted((place + shift) % entrants for place in group))] = None
    return tuple(groups)


def _starters(entrants: int, seats: int) -> list[list[int]]:
    """Sets in which every difference occurs as evenly as a local search finds."""
    others, differences = entrants - 1, seats * (seats - 1)
    # The fewest with which all differences could be equally frequent, with no more groups than
    # there are pairs, but enough that all can meet.
    even = others // gcd(others, differences)
    number = max(min(even, entrants // 2, _MOST_STARTERS), ceil(others / differences))
    while True:
        counts, starters = _most_even(entrants, seats, number)
        if min(counts[1:]) > 0:
            return [sorted(starter) for starter in starters]
        # Some would never meet.
        number += 1


def _most_even(entrants: int, seats: int, number: int) -> tuple[list[int], list[list[int]]]:
    """The best of several searches."""
    ideal = 1 if number * seats * (seats - 1) % (entrants - 1) else 0
    best = _search(entrants, seats, number, 0)
    for attempt in range(1, _ATTEMPTS // entrants):
        if _spread(best[0]) <= ideal:
            break
        candidate = _search(entrants, seats, number, attempt)
        if _spread(candidate[0]) < _spread(best[0]):
            best = candidate
    return best


def _search(
    entrants: int, seats: int, number: int, attempt: int
) -> tuple[list[int], list[list[int]]]:
    """Starters, and how often each difference occurs in them; every attempt differs."""
    places = list(range(entrants))
    places = places[attempt:] + places[:attempt]
    counts = [0] * entrants
    starters: list[list[int]] = []
    for _ in range(number):
        starter = [0]
        while len(starter) < seats:
            place = _best(counts, starter, places)
            _count(counts, starter, place, 1)
            starter.append(place)
        starters.append(starter)
    for _ in range(_MOST_SWEEPS):
        if _spread(counts) == 0 or not _improve(counts, starters, places):
            break
    return counts, starters


def _spread(counts: list[int]) -> int:
    return max(counts[1:]) - min(counts[1:])


def _improve(counts: list[int], starters: list[list[int]], places: list[int]) -> bool:
    """Move single places to where differences are rarer; whether any was moved."""
    moved = False
    for starter in starters:
        for _ in range(len(starter)):
            place = starter.pop(0)
            _count(counts, starter, place, -1)
            best = _best(counts, starter, places)
            if _weight(counts, starter, best) >= _weight(counts, starter, place):
                best = place
            moved = moved or best != place
            _count(counts, starter, best, 1)
            starter.append(best)
    return moved


def _best(counts: list[int], starter: list[int], places: list[int]) -> int:
    free = [place for place in places if place not in starter]
    return min(free, key=lambda place: _weight(counts, starter, place))


def _weight(counts: list[int], starter: list[int], place: int) -> int:
    """By how much the sum of squares of the counts grows when the place joins the starter."""
    before = 0
    after = 0
    size = len(counts)
    touched = []
    for other in starter:
        for difference in ((place - other) % size, (other - place) % size):
            before += counts[difference] ** 2
            counts[difference] += 1
            after += counts[difference] ** 2
            touched.append(difference)
    for difference in touched:
        counts[difference] -= 1
    return after - before


def _count(counts: list[int], starter: list[int], place: int, by: int) -> None:
    size = len(counts)
    for other in starter:
        counts[(place - other) % size] += by
        counts[(other - place) % size] += by
