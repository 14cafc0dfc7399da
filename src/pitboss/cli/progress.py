"""How far an event is, while it is played: a bar on a terminal, lines in a log."""

import sys
import time
from collections.abc import Sequence

import numpy as np
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.text import Text

from pitboss.events.batch import Batch
from pitboss.events.plan import Plan
from pitboss.events.schedule import Round, total_rounds
from pitboss.events.trial import Trial
from pitboss.narration.comparison import progress_words
from pitboss.narration.events import removal_advice
from pitboss.narration.numbers import plain_amount
from pitboss.statistics.results import row_type

_PATIENCE_SECONDS = 1.0
_TELLING_SECONDS = 0.2
# The width of a terminal with room for a long bar, and of the time left, as 0:00:00.
_WIDE = 110
_TIME_WIDTH = 7
# Without a terminal, such as in a log: seconds until the first line, and between lines.
_FIRST_LINE_SECONDS = 10.0
_LINE_SECONDS = 30.0


class Bar:
    """Progress with the time left and the scores so far, once it takes a while."""

    def __init__(self, plan: Plan, what: str) -> None:
        self._plan = plan
        self._what = what
        self._unit = plan.kind().unit
        self._began = time.monotonic()
        self._shown_at = 0.0
        self._left = 0
        self._blocks = 0
        self._sums = np.zeros(len(plan.entrants))
        self._games = np.zeros(len(plan.entrants), np.int64)
        self._bar: Progress | None = None
        self._task = TaskID(0)

    def begins(self, round_: Round, missing: int) -> None:
        """A round with so many missing blocks."""
        self._left += missing
        if total_rounds(self._plan) > 1:
            self._what = str(round_)

    def counted(self, batches: Sequence[Batch]) -> bool:
        """Add what was played to the scores, and show them."""
        kind = row_type(self._plan.seats)
        for batch in batches:
            self._blocks += batch.count
            rows = np.frombuffer(batch.rows, kind)
            entrants = rows["entrant"].ravel()
            size = len(self._sums)
            self._sums += np.bincount(entrants, rows["payoff"].ravel(), size)
            self._games += np.bincount(entrants, minlength=size)
        self._show()
        return False

    def waits(self, reason: str, seconds: float) -> None:
        """Say why nothing is played for a while."""
        self._tell(f"Waiting {seconds:g} s, which costs no bot anything: {reason}")

    def removes(self, name: str, reason: str) -> None:
        """Say who is out, and why."""
        names = [entrant.name for entrant in self._plan.entrants]
        self._tell(removal_advice(self._plan, names.index(name), reason))

    def _tell(self, line: str) -> None:
        if self._bar is not None:
            self._bar.console.print(line, markup=False, highlight=False)
        else:
            print(line, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()

    def _show(self) -> None:
        now = time.monotonic()
        if not sys.stderr.isatty():
            self._write(now)
            return
        if self._bar is None:
            if now - self._began < _PATIENCE_SECONDS:
                return
            console = Console(stderr=True)
            # Names are put into the columns, and are no markup.
            self._bar = Progress(
                TextColumn("{task.description}", markup=False),
                BarColumn(_bar_width(console.width)),
                TextColumn("{task.fields[rate]}", markup=False),
                TimeRemainingColumn(),
                TextColumn("{task.fields[scores]}", markup=False),
                console=console,
                transient=True,
            )
            self._task = self._bar.add_task(self._what, total=self._left, rate="", scores="")
            self._bar.start()
        if now - self._shown_at < _TELLING_SECONDS:
            return
        self._shown_at = now
        rate = self._rate(now)
        # The time left is more important than who leads.
        width = self._bar.console.width
        room = width - _bar_width(width) - _TIME_WIDTH - len(self._what) - len(rate) - 4
        scores = Text(self.leaders() if room > 0 else "")
        scores.truncate(room, overflow="ellipsis")
        self._bar.update(
            self._task,
            description=self._what,
            completed=self._blocks,
            total=self._left,
            rate=rate,
            scores=scores.plain,
        )

    def _write(self, now: float) -> None:
        """Print a line now and then, for a log."""
        since = now - (self._shown_at or self._began)
        if since < (_LINE_SECONDS if self._shown_at else _FIRST_LINE_SECONDS):
            return
        self._shown_at = now
        seats = self._plan.seats
        typer.echo(
            f"{self._what}: {self._blocks * seats:,} of {self._left * seats:,} games, "
            f"{self._rate(now)}; {self.leaders()}",
            err=True,
        )

    def _rate(self, now: float) -> str:
        games = self._blocks * self._plan.seats / max(now - self._began, 1e-6)
        return f"{games:,.0f} games/s" if games >= 10 else f"{games:.1f} games/s"

    def leaders(self) -> str:
        """The best few so far."""
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

    def begins(self, round_: Round, missing: int) -> None:
        """A round of which the trial wants some blocks."""
        super().begins(round_, self._trial.wanted(missing))

    def counted(self, batches: Sequence[Batch]) -> bool:
        """Show what was played; whether the trial is decided."""
        decided = self._trial.add(batches)
        super().counted(batches)
        return decided

    def leaders(self) -> str:
        """The lead so far, and about how much is left to play."""
        if self._trial.fixed or not self._trial.test.blocks:
            return super().leaders()
        return progress_words(self._trial)


def _bar_width(width: int) -> int:
    """The width of the bar itself on a terminal of that width."""
    return 40 if width >= _WIDE else 10
