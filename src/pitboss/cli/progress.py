"""How far an event is, while it is played: of the whole of it, whoever played the rest and when."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cli.waiting import Waiting
from pitboss.events.batch import Batch
from pitboss.events.plan import Plan
from pitboss.events.schedule import Round, total_blocks, total_rounds
from pitboss.events.trial import Trial
from pitboss.narration.comparison import progress_words
from pitboss.narration.events import leading_words, removal_advice
from pitboss.narration.numbers import plain_amount
from pitboss.statistics.results import Results, row_type


class Bar:
    """Progress with the time left and who leads, once it takes a while."""

    def __init__(self, plan: Plan, what: str) -> None:
        self._plan = plan
        self._unit = plan.kind().unit
        self._waiting = Waiting(what, "games")
        self._total = total_blocks(plan)
        self._done = 0
        self._sums = np.zeros(len(plan.entrants))
        self._games = np.zeros(len(plan.entrants), np.int64)
        # Reads all games of the event, those of earlier runs too.
        self._read: Callable[[], Results] | None = None
        # Whether games of earlier runs are not in the sums yet.
        self._lacks_some = False
        # By the format's own measure, after the last whole round.
        self._leading = ""

    def reads(self, read: Callable[[], Results]) -> None:
        """Games of earlier runs count too; this reads all of them."""
        self._read = read

    def begins(self, round_: Round, missing: int) -> None:
        """A round with so many missing blocks."""
        self._enter(round_, round_.count - missing, round_.count if round_.extra else 0)

    def _enter(self, round_: Round, earlier: int, more: int) -> None:
        """A round of which some blocks were played earlier; `more` blocks than planned."""
        self._total += more
        self._done += earlier
        self._lacks_some = self._lacks_some or earlier > 0
        if total_rounds(self._plan) > 1:
            self._waiting.what = round_.title
            if round_.first and self._read is not None and earlier < round_.count:
                self._leading = leading_words(self._plan, self._read())
                self._waiting.more = self._leading
        seats = self._plan.seats
        if earlier < round_.count:
            self._waiting.start(self._done * seats)
        self._waiting.tell(self._done * seats, self._total * seats)

    def counted(self, batches: Sequence[Batch]) -> bool:
        """Add what was played to the scores."""
        self._done += sum(batch.count for batch in batches)
        if self._lacks_some and self._read is not None:
            # Reading a million games takes a moment, and who is soon done needs none of them.
            if self._waiting.is_long:
                self._lacks_some = False
                self._take_stock(self._read())
        else:
            kind = row_type(self._plan.seats)
            for batch in batches:
                rows = np.frombuffer(batch.rows, kind)
                self._add(rows["entrant"].ravel(), rows["payoff"].ravel())
        self._waiting.more = self.leaders()
        seats = self._plan.seats
        self._waiting.tell(self._done * seats, self._total * seats)
        return False

    def _take_stock(self, results: Results) -> None:
        self._sums[:] = 0
        self._games[:] = 0
        self._add(results.column("entrant").ravel(), results.column("payoff").ravel())

    def _add(self, entrants: NDArray[Any], payoffs: NDArray[Any]) -> None:
        size = len(self._sums)
        self._sums += np.bincount(entrants, payoffs, size)
        self._games += np.bincount(entrants, minlength=size)

    def wants(self, left: int) -> int:
        """All that are left."""
        return left

    def waits(self, reason: str, seconds: float) -> None:
        """Say why nothing is played for a while."""
        self._waiting.say(f"Waiting {seconds:g} s, which costs no bot anything: {reason}")

    def removes(self, name: str, reason: str) -> None:
        """Say who is out, and why."""
        names = [entrant.name for entrant in self._plan.entrants]
        for line in removal_advice(self._plan, names.index(name), reason):
            self._waiting.say(line)

    def notes(self, text: str) -> None:
        """Say it."""
        self._waiting.say(text)

    def close(self) -> None:
        """Take the bar away."""
        self._waiting.close()

    def leaders(self) -> str:
        """The best few so far."""
        if self._leading or self._lacks_some:
            return self._leading
        means = np.divide(
            self._sums, self._games, out=np.full(len(self._sums), -np.inf), where=self._games > 0
        )
        best = [one for one in np.argsort(-means, kind="stable")[:3] if self._games[one]]
        return ", ".join(
            f"{self._plan.entrants[one].name} {plain_amount(float(means[one]), self._unit)}"
            for one in best
        )


class ComparisonBar(Bar):
    """Progress of a trial, which may be decided before all planned blocks are played."""

    def __init__(self, plan: Plan, trial: Trial) -> None:
        super().__init__(plan, "Comparing")
        self._trial = trial
        self._total = 0
        self._waiting.at_most = not trial.fixed

    def begins(self, round_: Round, missing: int) -> None:
        """A round of which the trial wants some blocks."""
        earlier = round_.count - missing
        self._enter(round_, earlier, earlier + self._trial.wanted(missing))

    def counted(self, batches: Sequence[Batch]) -> bool:
        """Show what was played; whether the trial is decided."""
        decided = self._trial.add(batches)
        super().counted(batches)
        return decided

    def wants(self, left: int) -> int:
        """About as many as decide it."""
        return self._trial.likely(left)

    def leaders(self) -> str:
        """The lead so far, and about how much is left to play."""
        if self._trial.fixed or not self._trial.test.blocks:
            return super().leaders()
        return progress_words(self._trial)
