"""A comparison on its way: the sequential test as an onlooker of the event."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pitboss.cli.output import fail
from pitboss.cli.running import Bar
from pitboss.events.batch import Batch
from pitboss.events.plan import Plan
from pitboss.events.schedule.schedule import Round
from pitboss.statistics.comparison import Aim, Comparison, SequentialTest, compare_fixed
from pitboss.statistics.results import row_type


class Trial(Bar):
    """Looks at the blocks in order of their numbers, whatever order they come in."""

    def __init__(self, plan: Plan, aim: Aim, fixed: bool) -> None:
        super().__init__(plan, "Comparing")
        self.test = SequentialTest(aim)
        self._fixed = fixed
        self._early: dict[int, Batch] = {}
        self._next = 0
        self._differences: list[NDArray[np.float64]] = []

    def begins(self, round_: Round, missing: int) -> None:
        """More is planned than the test will ask for."""
        most = self.test.aim.maximum or missing
        super().begins(round_, max(0, min(missing, most - self._next)))

    def counted(self, batches: Sequence[Batch]) -> bool:
        """Take in what is next; whether the test is decided."""
        self.recall(batches)
        super().counted(batches)
        return self.test.finished

    def recall(self, batches: Sequence[Batch]) -> None:
        """Take in what is next, which may have been played by an earlier run."""
        for batch in batches:
            self._early[batch.first] = batch
        while self._next in self._early:
            batch = self._early.pop(self._next)
            self._next += batch.count
            differences = difference_of(batch.rows, self._plan.seats)
            if self._fixed:
                self._differences.append(differences)
            else:
                self.test.add(differences)

    def leaders(self) -> str:
        """How far the evidence has come."""
        seen = self.test.look()
        if self._fixed or not seen.blocks:
            return super().leaders()
        return (
            f"better {seen.percent_better:.0f}%  worse {seen.percent_worse:.0f}%  "
            f"equal {seen.percent_equal:.0f}%"
        )

    def verdict(self) -> Comparison:
        """What is known at the end."""
        if not self._fixed:
            return self.test.look()
        differences = np.concatenate(self._differences or [np.empty(0)])
        return compare_fixed(differences, self.test.aim, unit=self._unit)


def check_margin(margin: float, unit: str) -> None:
    """Refuse what nobody can mean, such as 2 for two percentage points."""
    if not math.isfinite(margin):
        fail(f"--margin {margin} is no difference")
    if unit == "score" and margin >= 1:
        fail(
            f"--margin {margin:g} is {100 * margin:g} percentage points, more than a score has; "
            f"{margin / 100:g} is {margin:g} of them"
        )


def difference_of(rows: bytes, seats: int) -> NDArray[np.float64]:
    """By block, what entrant 0 got more than the mean of the others."""
    found = np.frombuffer(rows, row_type(seats))
    first = found["entrant"] == 0
    mine = np.where(first, found["payoff"], 0.0).sum(axis=1)
    others = np.where(first, 0.0, found["payoff"]).sum(axis=1) / (seats - 1)
    means: NDArray[np.float64] = (mine - others).reshape(-1, seats).mean(axis=1)
    return means
