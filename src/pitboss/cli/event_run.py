"""Playing an event from the command line: its plan, its workers, its progress, and the way back."""

import os
import re
import shlex
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.text import Text

from pitboss.cli.commands import FAILED, INTERRUPTED
from pitboss.cli.journal import journal_at, seed_in
from pitboss.cli.output import bad_input, fail
from pitboss.events.batch import Batch
from pitboss.events.confinement import missing_sandbox
from pitboss.events.entrants import Entrant, read_entrants
from pitboss.events.plan import Plan
from pitboss.events.planner import make_plan, read_game
from pitboss.events.runner import (
    ENDS_WITH_STDIN,
    SEED_FROM_STDIN,
    SIGN_SECONDS,
    Interrupted,
    Runner,
)
from pitboss.events.schedule import Round, total_rounds
from pitboss.events.secret_seed import commitment, draw_seed, note_of
from pitboss.events.settings import EventSettings
from pitboss.events.settings_reader import BadSetting
from pitboss.events.trial import Trial
from pitboss.events.warm_players import CannotSeat, check_start
from pitboss.events.workers import Cluster, ClusterError, Pool, ThisProcess, Workers, WorkersLost
from pitboss.narration.events import removal_sentence
from pitboss.narration.numbers import plain_amount
from pitboss.players.program import Shortage
from pitboss.statistics.results import row_type
from pitboss.store import Journal, StoreError

_ADDRESS = re.compile(r"(tcp|tls|ucx|wss?)://\S+:\d+/?")
_PATIENCE_SECONDS = 1.0
_TELLING_SECONDS = 0.2
# The width of a terminal with room for a long bar, and of the time left, as 0:00:00.
_WIDE = 110
_TIME_WIDTH = 7
# Asked to end, its terminal closed, and Ctrl and backslash typed.
_STOPPING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
# Without a terminal, such as in a log: seconds until the first line, and between lines.
_FIRST_LINE_SECONDS = 10.0
_LINE_SECONDS = 30.0


def with_seed(plan: Plan, label: str, db: str, *, finished: bool = False) -> Plan:
    """The plan itself if its seed was chosen, else with a seed of its own.

    That is the seed of the newest such event in the journal which is not over, or is `finished` as
    well; otherwise one is drawn.
    """
    if plan.seed:
        return plan
    if os.environ.get(SEED_FROM_STDIN):
        seed = sys.stdin.readline().strip()
    else:
        seed = seed_in(db, plan, label, finished=finished) or draw_seed()
    return msgspec.structs.replace(plan, seed=seed)


def entrants_from(bots: Sequence[str]) -> list[Entrant]:
    """The bots that were typed."""
    with bad_input(BadSetting):
        return read_entrants(bots, Path.cwd())


def planned(settings: EventSettings, entrants: Sequence[Entrant]) -> Plan:
    """The plan; without a format all sit at one table, or meet in pairs where they don't fit.

    Games are for each meeting, and are rounded up to whole blocks.
    """
    with bad_input(BadSetting):
        kind, rules = read_game(settings.game, settings.rules)
        possible = kind.seats(kind.rules(rules))
        seats = settings.seats
        if seats is None:
            together = settings.format in (None, "match") and len(entrants) in possible
            seats = len(entrants) if together else possible[0]
        blocks = -(-(settings.games or 0) // seats)
        if settings.mirror == "apart":
            # The event has as many parts as seats.
            blocks = -(-blocks // seats) * seats
        whole = msgspec.structs.replace(settings, seats=seats, blocks=blocks, games=None)
        return make_plan(whole, entrants)


def typed_command() -> str:
    """The command that was typed, which resumes the event too."""
    return shlex.join(["pitboss", *sys.argv[1:]])


@contextmanager
def ready(
    plan: Plan,
    *,
    jobs: int,
    cluster: str,
    private: Sequence[str] = (),
    wary: bool = False,
) -> Iterator[Workers]:
    """The workers: this process, a pool, or a cluster. Checks first that every bot starts.

    Enter it before a journal is opened for writing, so that a bad event leaves no trace. `wary`: no
    program that could end this process is started from it.
    """
    with stoppable(), _workers(plan, jobs, cluster, private, wary) as workers:
        yield workers


@contextmanager
def _workers(
    plan: Plan, jobs: int, cluster: str, private: Sequence[str], wary: bool
) -> Iterator[Workers]:
    workers: Workers
    if cluster:
        if not _ADDRESS.fullmatch(cluster):
            fail(f"--cluster {cluster!r} should be like tcp://scheduler:8786")
        try:
            workers = Cluster(cluster)
        except ClusterError as error:
            fail(str(error))
    else:
        jobs = jobs or _cores()
        apart = Pool(jobs) if wary and _is_open(plan) else None
        try:
            if apart is not None:
                apart.check_start(plan, private)
            else:
                check_start(plan, private)
        except (CannotSeat, Shortage) as error:
            fail(str(error))
        if reason := missing_sandbox(plan):
            typer.echo(f"Programs run without a sandbox: {reason}", err=True)
        workers = apart or (Pool(jobs) if jobs > 1 else ThisProcess())
    try:
        yield workers
    finally:
        workers.close()


def _is_open(plan: Plan) -> bool:
    """Whether there are programs that may run without a sandbox."""
    usual = plan.confinement.sandbox
    return any((one.sandbox or usual) != "require" for one in plan.entrants if not one.builtin)


@contextmanager
def stoppable() -> Iterator[None]:
    """Treat the signals that end a process as an interrupt, so that finished work is kept."""

    def stop(number: int, frame: Any) -> None:  # noqa: ARG001
        raise KeyboardInterrupt

    # `nohup` has a hangup ignored, and so do we.
    wanted = [one for one in _STOPPING if signal.getsignal(one) is not signal.SIG_IGN]
    before = {one: signal.signal(one, stop) for one in wanted}
    if os.environ.get(ENDS_WITH_STDIN):
        threading.Thread(target=_stop_with_stdin, daemon=True).start()
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _stop_with_stdin() -> None:
    """Stop when standard input ends: whoever holds its other end is gone."""
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def _signs_of_life(journal: Journal, event: str) -> Iterator[None]:
    """Tell the journal every few seconds that the event is being played."""
    over = threading.Event()

    def tell() -> None:
        while not over.wait(SIGN_SECONDS):
            # Should the journal fail, the batches' own writes report it.
            with suppress(StoreError):
                journal.touch(event, datetime.now(UTC))

    teller = threading.Thread(target=tell, name="signs of life", daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()


def play_event(
    plan: Plan,
    bar: "Bar",
    *,
    db: str,
    jobs: int,
    cluster: str,
    label: str,
    secret: bool,
    file: Path | None = None,
    wary: bool = False,
) -> None:
    """Play what is missing of the event in the journal at `db`; a `file` may describe it.

    `secret`: its seed was drawn.
    """
    private = [db.removeprefix("sqlite:///"), *([str(file)] if file else [])]
    if secret and not all(entrant.builtin for entrant in plan.entrants):
        print(
            f"Event {plan.id}. Its seed is secret until the end; the SHA-256 of it is\n"
            f"{commitment(plan.seed)}",
            file=sys.stderr,
            flush=True,
        )
    with (
        ready(plan, jobs=jobs, cluster=cluster, private=private, wary=wary) as workers,
        journal_at(db, writing=True) as journal,
    ):
        run_event(
            plan,
            journal,
            workers,
            bar,
            label=label,
            resume=typed_command(),
            secret=secret,
            private=private,
        )


def run_event(
    plan: Plan,
    journal: Journal,
    workers: Workers,
    bar: "Bar",
    *,
    label: str,
    resume: str,
    secret: bool = False,
    private: Sequence[str] = (),
) -> None:
    """Play what is missing of the event; if something stops it, print how to go on."""
    journal.wait_for_server(bar.waits)
    note = {"command": resume, **(note_of(plan, label) if secret else {})}
    journal.begin(plan, label=label, created=_moment(), note=note)
    try:
        with _signs_of_life(journal, plan.id):
            Runner(plan, journal, workers, bar, private).run()
    except (Interrupted, KeyboardInterrupt) as error:
        # Of a terminal that was closed nobody reads any more.
        with suppress(OSError):
            bar.close()
            typer.echo(f"\nStopped; {_way_back(resume)}", err=True)
        with suppress(StoreError):
            journal.finish(plan.id, "stopped", finished=_moment())
        raise typer.Exit(INTERRUPTED) from error
    except (StoreError, WorkersLost) as error:
        bar.close()
        fail(f"{error}\n\nStopped; {_way_back(resume)}", FAILED)
    finally:
        bar.close()
    journal.finish(plan.id, "finished", finished=_moment())


def _way_back(resume: str) -> str:
    return f"every finished block is kept. To go on:\n\n    {resume}\n"


def _moment() -> str:
    return datetime.now(UTC).isoformat()


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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
        self._tell(removal_sentence(name, reason))

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
        """The evidence so far, in percent of what decides."""
        seen = self._trial.test.look()
        if self._trial.fixed or not seen.blocks:
            return super().leaders()
        return (
            f"better {seen.percent_better:.0f}%  worse {seen.percent_worse:.0f}%  "
            f"equal {seen.percent_equal:.0f}%"
        )


def _bar_width(width: int) -> int:
    """The width of the bar itself on a terminal of that width."""
    return 40 if width >= _WIDE else 10
