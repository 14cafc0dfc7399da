"""Running an event from the command line: workers, progress, interrupts, and the way back."""

import shlex
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import numpy as np
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from pitboss.arena.results import row_type
from pitboss.arena.runner import Interrupted, Runner, WorkersLost
from pitboss.arena.schedule import total_rounds
from pitboss.cli.options import cores
from pitboss.cli.output import FAILED, INTERRUPTED, fail

if TYPE_CHECKING:
    from pitboss.arena.page import Page
    from pitboss.arena.plan import Plan
    from pitboss.arena.schedule import Round
    from pitboss.arena.workers import Workers
    from pitboss.store import Journal

_PATIENCE_SECONDS = 1.0
_TELLING_SECONDS = 0.2


def resume_command(seed: str, seeded: bool) -> str:
    """The command that goes on with the event: the one that was typed, with its seed."""
    words = ["pitboss", *sys.argv[1:]]
    return shlex.join(words if seeded else [*words, "--seed", seed])


class Bar:
    """Progress with the time left and the scores so far; on a terminal, once it takes a while."""

    def __init__(self, plan: "Plan", what: str) -> None:
        self._plan = plan
        self._what = what
        self._unit = plan.kind().unit
        self._began = time.monotonic()
        self._told = 0.0
        self._left = 0
        self._blocks = 0
        self._sums = np.zeros(len(plan.entrants))
        self._games = np.zeros(len(plan.entrants), np.int64)
        self._bar: Progress | None = None
        self._task = TaskID(0)

    def begins(self, round_: "Round", missing: int) -> None:
        """A round with so many missing blocks."""
        self._left += missing
        if total_rounds(self._plan) > 1:
            self._what = str(round_)

    def counted(self, pages: "Sequence[Page]") -> bool:
        """Add what was played to the scores, and show them."""
        kind = row_type(self._plan.seats)
        for page in pages:
            self._blocks += page.count
            rows = np.frombuffer(page.rows, kind)
            entrants = rows["entrant"].ravel()
            size = len(self._sums)
            self._sums += np.bincount(entrants, rows["payoff"].ravel(), size)
            self._games += np.bincount(entrants, minlength=size)
        self._show()
        return False

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()

    def _show(self) -> None:
        now = time.monotonic()
        if self._bar is None:
            if not sys.stderr.isatty() or now - self._began < _PATIENCE_SECONDS:
                return
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.fields[rate]}"),
                TimeRemainingColumn(),
                TextColumn("{task.fields[scores]}"),
                console=Console(stderr=True),
                transient=True,
            )
            self._task = self._bar.add_task(self._what, total=self._left, rate="", scores="")
            self._bar.start()
        if now - self._told < _TELLING_SECONDS:
            return
        self._told = now
        games = self._blocks * self._plan.seats / max(now - self._began, 1e-6)
        self._bar.update(
            self._task,
            description=self._what,
            completed=self._blocks,
            total=self._left,
            rate=f"{games:,.0f} games/s" if games >= 10 else f"{games:.1f} games/s",
            scores=self.leaders(),
        )

    def leaders(self) -> str:
        """The best few so far."""
        means = np.divide(
            self._sums, self._games, out=np.full(len(self._sums), -np.inf), where=self._games > 0
        )
        best = [one for one in np.argsort(-means, kind="stable")[:3] if self._games[one]]
        return ", ".join(
            f"{self._plan.entrants[one].name} {_told(means[one], self._unit)}" for one in best
        )


def _told(value: float, unit: str) -> str:
    return f"{100 * value:.1f}%" if unit == "score" else f"{value:+.1f}"


@contextmanager
def workers_for(jobs: int, cluster: str) -> "Iterator[Workers]":
    """Who plays: this process, a pool, or a cluster."""
    from pitboss.arena.workers import Pool, ThisProcess

    found: Workers
    if cluster:
        from pitboss.cluster import Cluster, ClusterError

        try:
            found = Cluster(cluster)
        except ClusterError as error:
            fail(str(error))
    else:
        jobs = jobs or cores()
        found = ThisProcess() if jobs == 1 else Pool(jobs)
    try:
        yield found
    finally:
        found.close()


@contextmanager
def journal_at(url: str, *, writing: bool) -> "Iterator[Journal]":
    """The journal; what is wrong with it is told, and the exit code says that nothing was lost."""
    from pitboss.store import Journal, NotPlayed, StoreError, UnknownEvent

    try:
        journal = Journal.open(url, read_only=not writing)
    except StoreError as error:
        fail(str(error))
    try:
        yield journal
    except (UnknownEvent, NotPlayed) as error:
        fail(str(error))
    except StoreError as error:
        typer.echo(f"pitboss: {error}", err=True)
        raise typer.Exit(FAILED) from error
    finally:
        journal.close()


@contextmanager
def stoppable() -> Iterator[None]:
    """A request to end is an interrupt, so that finished work is kept."""

    def stop(number: int, frame: Any) -> None:  # noqa: ARG001
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def run_event(
    plan: "Plan",
    journal: "Journal",
    watcher: Any,
    *,
    jobs: int,
    cluster: str,
    label: str,
    resume: str,
) -> None:
    """Play what is missing of the event; an interrupt tells how to go on, and leaves."""
    from pitboss.arena.seating import CannotSeat, check_start

    try:
        if not cluster:
            check_start(plan)
    except CannotSeat as error:
        fail(str(error))
    journal.begin(plan, label=label, created=_moment(), note={"command": resume})
    try:
        with stoppable(), workers_for(jobs, cluster) as workers:
            Runner(plan, journal, workers, watcher).run()
    except (Interrupted, KeyboardInterrupt) as error:
        watcher.close()
        journal.finish(plan.id, "stopped", finished=_moment())
        typer.echo(
            f"\nStopped; every finished block is kept. To go on:\n\n    {resume}\n", err=True
        )
        raise typer.Exit(INTERRUPTED) from error
    except WorkersLost as error:
        watcher.close()
        typer.echo(f"pitboss: {error}", err=True)
        raise typer.Exit(FAILED) from error
    finally:
        watcher.close()
    journal.finish(plan.id, "finished", finished=_moment())


def _moment() -> str:
    return datetime.now(UTC).isoformat()
