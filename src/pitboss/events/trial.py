"""The sequential test that watches a comparison, and ends the event once it is decided."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pitboss.events.batch import Batch
from pitboss.events.plan import Plan
from pitboss.statistics.comparison import Aim, Comparison, SequentialTest, compare_fixed
from pitboss.statistics.interval import difference_limits
from pitboss.statistics.results import row_type


class Trial:
    """Adds blocks to the test in the order of their numbers, whatever order they arrive in."""

    def __init__(self, plan: Plan, aim: Aim, *, fixed: bool) -> None:
        """`fixed`: all planned games are played, and the test looks at them once."""
        self.test = SequentialTest(aim)
        self.fixed = fixed
        self._seats = plan.seats
        self._limits = difference_limits(plan.payoff_limits())
        self._early: dict[int, Batch] = {}
        self._next = 0
        self._differences: list[NDArray[np.float64]] = []

    def wanted(self, missing: int) -> int:
        """How many of the missing blocks the test can need; more of them are planned."""
        most = self.test.aim.maximum or missing
        return max(0, min(missing, most - self._next))

    def add(self, batches: Sequence[Batch]) -> bool:
        """Add batches of this run or an earlier one; returns whether the test is decided."""
        for batch in batches:
            self._early[batch.first] = batch
        while self._next in self._early:
            batch = self._early.pop(self._next)
            self._next += batch.count
            differences = block_differences(batch.rows, self._seats)
            if self.fixed:
                self._differences.append(differences)
            else:
                self.test.add(differences)
        return self.test.finished

    def verdict(self) -> Comparison:
        """The comparison so far."""
        if not self.fixed:
            return self.test.look()
        differences = np.concatenate(self._differences or [np.empty(0)])
        return compare_fixed(differences, self.test.aim, limits=self._limits)


def block_differences(rows: bytes, seats: int) -> NDArray[np.float64]:
    """By block, by how much entrant 0 got more than the mean of the others."""
    games = np.frombuffer(rows, row_type(seats))
    first = games["entrant"] == 0
    mine = np.where(first, games["payoff"], 0.0).sum(axis=1)
    others = np.where(first, 0.0, games["payoff"]).sum(axis=1) / (seats - 1)
    means: NDArray[np.float64] = (mine - others).reshape(-1, seats).mean(axis=1)
    return means
