"""The sequential test that watches a comparison, and ends the event once it is decided."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.events.batch import Batch
from pitboss.events.plan import Plan
from pitboss.games.unit import Unit
from pitboss.statistics.comparison import (
    Aim,
    Comparison,
    SequentialTest,
    aim_for,
    compare_fixed,
    lead_limits,
)
from pitboss.statistics.results import Results, Rows, row_type
from pitboss.statistics.troubles import TroubleCount, Troubles

_NOTE_KEY: Final = "comparison"


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What a comparison is to find out, as the journal notes it with the event."""

    margin: float
    alpha: float
    beta: float
    # All planned games are played, and the test looks at them once.
    fixed: bool
    # Given up as undecided after this many blocks.
    most: int

    def aim(self, plan: Plan) -> Aim:
        """The aim of the test."""
        unit = plan.kind().unit
        return aim_for(
            unit,
            margin=self.margin,
            alpha=self.alpha,
            beta=self.beta,
            maximum=self.most,
            limits=lead_limits(unit, plan.payoff_limits()),
        )

    def note(self) -> dict[str, Any]:
        """What the journal notes of it."""
        return {_NOTE_KEY: msgspec.to_builtins(self)}


def question_in(note: Mapping[str, Any]) -> Question | None:
    """The question that an event answers; None if it is no comparison."""
    try:
        return msgspec.convert(note[_NOTE_KEY], Question)
    except (KeyError, msgspec.ValidationError):
        return None


class Trial:
    """Adds blocks to the test in the order of their numbers, whatever order they arrive in."""

    def __init__(self, plan: Plan, question: Question) -> None:
        self.plan = plan
        self.question = question
        self.test = SequentialTest(question.aim(plan))
        self._unit = plan.kind().unit
        self._limits = lead_limits(self._unit, plan.payoff_limits())
        self._early: dict[int, Batch] = {}
        self._next = 0
        self._leads: list[NDArray[np.float64]] = []
        self._troubles = TroubleCount()

    @property
    def fixed(self) -> bool:
        """Whether all planned games are played."""
        return self.question.fixed

    def wanted(self, missing: int) -> int:
        """How many of the missing blocks the test can need; more of them are planned."""
        most = self.test.aim.maximum or missing
        return max(0, min(missing, most - self._next))

    def likely(self, left: int) -> int:
        """About how many of the blocks that are left it takes; more may have to be asked for."""
        if self.fixed:
            return left
        test = self.test
        needed = test.look().needed or test.aim.minimum
        # What was played ahead of a block that takes long is not needed again.
        ahead = sum(batch.count for batch in self._early.values())
        # A guess that is too small costs a little, too.
        return max(1, min(left, self.wanted(left), max(needed, test.blocks // 8) - ahead))

    def add(self, batches: Sequence[Batch]) -> bool:
        """Add batches of this run or an earlier one; returns whether the test is decided."""
        for batch in batches:
            self._early[batch.first] = batch
        while self._next in self._early:
            batch = self._early.pop(self._next)
            self._next += batch.count
            self._count(np.frombuffer(batch.rows, row_type(self.plan.seats)))
        return self.test.finished

    def add_results(self, results: Results) -> None:
        """Add all games of an event up to the first block that is missing."""
        seats = self.plan.seats
        numbers = results.column("block")[::seats]
        gaps = np.flatnonzero(numbers != np.arange(len(numbers)))
        self._next = int(gaps[0]) if len(gaps) else len(numbers)
        self._count(results.some(np.arange(self._next * seats)))

    def _count(self, rows: Rows) -> None:
        leads = game_leads(rows, self._unit)
        blocks = block_means(leads, self.plan.seats)
        used = len(rows)
        if self.fixed:
            self._leads.append(blocks)
        else:
            used = self.test.add(blocks) * self.plan.seats
        self._troubles.add(rows[:used], leads[:used])

    def verdict(self) -> Comparison:
        """The comparison so far."""
        if not self.fixed:
            return self.test.look()
        leads = np.concatenate(self._leads or [np.empty(0)])
        return compare_fixed(leads, self.test.aim, limits=self._limits)

    def troubles(self) -> Troubles:
        """What went wrong in the games that count."""
        confidence = 1 - self.question.alpha
        return self._troubles.look(confidence, self._limits)


def game_leads(rows: Rows, unit: Unit) -> NDArray[np.float64]:
    """By game, how far entrant 0 was ahead.

    That is its own payoff where it is a win rate, otherwise by how much it got more than the mean
    of the others.
    """
    first = rows["entrant"] == 0
    lead: NDArray[np.float64] = np.where(first, rows["payoff"], 0.0).sum(axis=1)
    if not unit.is_win_rate:
        lead -= np.where(first, 0.0, rows["payoff"]).sum(axis=1) / (first.shape[1] - 1)
    return lead


def block_means(leads: NDArray[np.float64], seats: int) -> NDArray[np.float64]:
    """The mean lead over each block's games."""
    means: NDArray[np.float64] = leads.reshape(-1, seats).mean(axis=1)
    return means
