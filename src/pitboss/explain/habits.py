"""Decisions of many games summed up: which habits cost how much, and how sure that is."""

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import NormalDist, stdev
from typing import Final

import msgspec

from pitboss.explain.decisions import Decision
from pitboss.games.analyst import Habit

# How often we may wrongly call anything at all a mistake, in all that we say of a bot.
_FALSE_ALARMS: Final = 0.05
# Habits that share more than this part of their decisions are told together.
_SAME: Final = 0.5
# Less often it is no habit, and the spread between decisions is hardly known.
_FEW: Final = 5


class HabitSum(msgspec.Struct, frozen=True, kw_only=True):
    """What a habit cost in all decisions that show it, against the best action without it."""

    habit: str
    title: str
    times: int
    # How often it could have been shown.
    chances: int
    # The mean of a decision, and the sum, each with its standard error.
    each: float
    each_error: float
    total: float
    total_error: float
    is_sure: bool
    # A costlier habit that most of these decisions show, too.
    within: str = ""


def least_errors(looks: int) -> float:
    """By how many standard errors one of so many numbers must differ from 0 to be no chance."""
    return NormalDist().inv_cdf(1 - _FALSE_ALARMS / max(1, looks))


def is_mistake(decision: Decision, looks: int) -> bool:
    """Whether it surely cost something, being one of so many decisions."""
    cost, error = decision.cost, decision.cost_error
    return cost > 0 and cost >= least_errors(looks) * error


def sum_up(decisions: Iterable[Decision], habits: Sequence[Habit]) -> list[HabitSum]:
    """The habits that were shown: those that surely cost something first, then by their total."""
    costs: dict[str, list[tuple[float, float]]] = {}
    shown_in: dict[str, set[int]] = {}
    chances: dict[str, int] = {}
    for number, decision in enumerate(decisions):
        for name in decision.chances:
            chances[name] = chances.get(name, 0) + 1
        for shown in decision.habits:
            costs.setdefault(shown.habit, []).append((shown.cost, shown.error))
            shown_in.setdefault(shown.habit, set()).add(number)
    titles = {habit.name: habit.title for habit in habits}
    threshold = least_errors(len(costs))
    sums = [_sum(name, titles[name], costs[name], chances[name], threshold) for name in costs]
    sums.sort(key=lambda one: (not one.is_sure, -one.total))
    for at, one in enumerate(sums):
        for larger in sums[:at]:
            shared = shown_in[one.habit] & shown_in[larger.habit]
            if larger.is_sure and len(shared) > _SAME * one.times:
                sums[at] = msgspec.structs.replace(one, within=larger.habit)
                break
    return sums


def _sum(
    name: str, title: str, costs: list[tuple[float, float]], chances: int, threshold: float
) -> HabitSum:
    times = len(costs)
    total = sum(cost for cost, _ in costs)
    error = sqrt(sum(error**2 for _, error in costs))
    if times >= _FEW:
        # The decisions differ among themselves, besides what chance does in the worlds.
        error = max(error, stdev(cost for cost, _ in costs) * sqrt(times))
    return HabitSum(
        habit=name,
        title=title,
        times=times,
        chances=chances,
        each=total / times,
        each_error=error / times,
        total=total,
        total_error=error,
        is_sure=times >= _FEW and total > 0 and total >= threshold * error,
    )
