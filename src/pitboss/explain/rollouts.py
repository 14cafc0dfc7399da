"""What the alternatives of a decision are worth, each played out in the same worlds.

The best one is chosen in some worlds and valued in others: the best of many estimates is too high.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from pitboss.games.analyst import Analyst
from pitboss.games.game import Game
from pitboss.games.rng import Rng

# So many worlds are dealt for each that is used, where some fit better than others.
_CANDIDATES: Final = 4
# The share of the worlds in which the best alternative is chosen, and rounds of choosing: after
# each the worse half of the alternatives is dropped.
_CHOOSING: Final = 0.5
_ROUNDS: Final = 2
_LEAST_WORLDS: Final = 8
_PRECISION: Final = 1 << 30


@dataclass(frozen=True)
class Estimate:
    """A weighted mean and its standard error."""

    mean: float
    error: float
    worlds: int


@dataclass(frozen=True)
class Judgement:
    """A decision: what was played was worth so much, and the others so much more or less."""

    worth: Estimate
    # By action, what it is worth more than what was played.
    against_played: dict[int, Estimate]
    # The best by the worlds it was chosen in; what was played, if nothing seemed better.
    best: int
    # By habit that was shown, the best action that does not show it.
    instead: dict[str, int]
    # The habits that any of the alternatives shows.
    chances: frozenset[str]


class _Tally:
    """Values of actions over worlds that have weights."""

    def __init__(self) -> None:
        self.weights: list[float] = []
        self.values: dict[int, list[tuple[int, float]]] = {}

    def estimate(self, action: int) -> Estimate:
        return _mean([(self.weights[at], value) for at, value in self.values[action]])

    def difference(self, action: int, other: int) -> Estimate:
        """How much more the action got than the other, in the worlds of both."""
        theirs = dict(self.values[other])
        pairs = [
            (self.weights[at], value - theirs[at])
            for at, value in self.values[action]
            if at in theirs
        ]
        return _mean(pairs)


def _mean(pairs: Sequence[tuple[float, float]]) -> Estimate:
    total = sum(weight for weight, _ in pairs)
    mean = sum(weight * value for weight, value in pairs) / total
    squares = sum((weight * (value - mean)) ** 2 for weight, value in pairs)
    count = len(pairs)
    # And a world in which it makes no difference: that all were alike does not mean that all are.
    squares += (total / count * mean) ** 2
    error = sqrt(squares) / total
    return Estimate(mean, error, count)


def judge(
    analyst: Analyst[Any], game: Game, played: int, *, worlds: int, seed: int
) -> Judgement | None:
    """What the alternatives of a decision were worth; None if there was no choice."""
    actions = analyst.alternatives(game, played)
    if len(actions) < 2:
        return None
    rng = Rng(seed)
    habits = {action: analyst.habits_in(game, action) for action in actions}
    choosing = _Tally()
    seemed = _choose(analyst, game, played, actions, max(_LEAST_WORLDS, worlds), rng, choosing)
    best = max(actions, key=seemed.__getitem__)
    if seemed[best] <= 0:
        best = played
    instead = {}
    for habit in habits[played]:
        others = [action for action in actions if habit not in habits[action]]
        if others:
            instead[habit] = max(others, key=seemed.__getitem__)
    against = {a: choosing.difference(a, played) for a in actions if a != played}
    worth = choosing.estimate(played)
    finalists = {best, *instead.values()} - {played}
    if finalists:
        valuing = _Tally()
        count = max(_LEAST_WORLDS, worlds)
        _play(analyst, game, [played, *sorted(finalists)], count, rng, valuing)
        worth = valuing.estimate(played)
        against |= {action: valuing.difference(action, played) for action in finalists}
    chances = frozenset[str]().union(*habits.values())
    return Judgement(worth, against, best, instead, chances)


def _choose(
    analyst: Analyst[Any],
    game: Game,
    played: int,
    actions: list[int],
    worlds: int,
    rng: Rng,
    tally: _Tally,
) -> dict[int, float]:
    """How much better than what was played each action seems; bad ones are looked at less."""
    each = max(_LEAST_WORLDS, round(_CHOOSING * worlds / _ROUNDS))
    left = actions
    seemed: dict[int, float] = {}
    for _ in range(_ROUNDS):
        _play(analyst, game, left, each, rng, tally)
        seemed |= {action: tally.difference(action, played).mean for action in left}
        better = sorted(left, key=seemed.__getitem__, reverse=True)[: (len(left) + 1) // 2]
        left = [action for action in actions if action in better or action == played]
    return seemed


def _play(
    analyst: Analyst[Any],
    game: Game,
    actions: Iterable[int],
    count: int,
    rng: Rng,
    tally: _Tally,
) -> None:
    """Play each action in each of so many worlds."""
    for seed, weight in _worlds(analyst, game, count, rng):
        at = len(tally.weights)
        tally.weights.append(weight)
        world = analyst.world(game, seed)
        for action in actions:
            value = analyst.worth(world.copy(), action)
            tally.values.setdefault(action, []).append((at, value))


def _worlds(analyst: Analyst[Any], game: Game, count: int, rng: Rng) -> list[tuple[int, float]]:
    """Seeds of worlds, with their weights."""
    if not analyst.is_informed:
        return [(_seed(rng), 1.0) for _ in range(count)]
    seeds = [_seed(rng) for _ in range(_CANDIDATES * count)]
    weights = [analyst.weight(analyst.world(game, seed)) for seed in seeds]
    step = sum(weights) / count
    if step == 0:
        return [(seed, 1.0) for seed in seeds[:count]]
    # Every so much weight a world is taken, so that those that fit are taken more often.
    reached, mark = 0.0, step * int(rng.below(_PRECISION)) / _PRECISION
    chosen = []
    for seed, weight in zip(seeds, weights, strict=True):
        reached += weight
        times = 0
        while mark < reached:
            times += 1
            mark += step
        if times:
            chosen.append((seed, float(times)))
    return chosen


def _seed(rng: Rng) -> int:
    return int(rng.next()) << 32 | int(rng.next())
