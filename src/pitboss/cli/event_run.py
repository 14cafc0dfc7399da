"""Playing an event from the command line: its plan, its workers, and the way back."""

import os
import re
import shlex
import signal
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec
import typer

from pitboss.cli.commands import FAILED, INTERRUPTED
from pitboss.cli.event_choice import choose_event, is_over
from pitboss.cli.journal import journal_at
from pitboss.cli.output import bad_input, fail
from pitboss.cli.progress import Bar
from pitboss.cli.waiting import Waiting
from pitboss.events.confinement import missing_sandbox
from pitboss.events.entrants import Entrant, read_entrants
from pitboss.events.plan import Plan
from pitboss.events.planner import make_plan, read_game
from pitboss.events.runner import (
    ENDS_WITH_STDIN,
    SIGN_SECONDS,
    Interrupted,
    Runner,
)
from pitboss.events.secret_seed import commitment, note_of
from pitboss.events.settings import EventSettings
from pitboss.events.settings_reader import BadSetting
from pitboss.events.warm_players import CannotSeat, check_start
from pitboss.events.workers import Cluster, ClusterError, Pool, ThisProcess, Workers, WorkersLost
from pitboss.players.program import Shortage
from pitboss.store import Journal, StoreError

_ADDRESS = re.compile(r"(tcp|tls|ucx|wss?)://\S+:\d+/?")
# Asked to end, its terminal closed, and Ctrl and backslash typed.
_STOPPING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


def with_seed(plan: Plan, label: str, db: str, *, new: bool = False) -> Plan:
    """The plan itself if its seed was chosen, else with a seed of its own.

    That is the seed of the newest such event in the journal which is not over, unless a `new` one
    is wanted; otherwise one is drawn.
    """
    return choose_event(plan, label, db, new=new).plan


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
    """The command that was typed, but for what was said once; it resumes the event too."""
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    kept = [word for word in words[:end] if word not in ("--new", "--keep")]
    return shlex.join(["pitboss", *kept, *words[end:]])


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
            with Waiting("starting the bots"):
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
    bar: Bar,
    *,
    db: str,
    jobs: int,
    cluster: str,
    label: str,
    secret: bool,
    file: Path | None = None,
    wary: bool = False,
    note: Mapping[str, Any] = _NOTHING,
    follows: str = "",
) -> None:
    """Play what is missing of the event in the journal at `db`; a `file` may describe it.

    `secret`: its seed was drawn. `note` is what else the journal notes of it,
    `follows` the event whose games it takes over.
    """
    if is_over(plan, db):
        # No bot needs to be there to look up what it has played.
        return
    private = [db.removeprefix("sqlite:///"), *([str(file)] if file else [])]
    with (
        ready(plan, jobs=jobs, cluster=cluster, private=private, wary=wary) as workers,
        journal_at(db, writing=True) as journal,
    ):
        if secret and not all(entrant.builtin for entrant in plan.entrants):
            print(
                f"Event {plan.id}. Its seed is secret until the end; the SHA-256 of it is\n"
                f"{commitment(plan.seed)}",
                file=sys.stderr,
                flush=True,
            )
        run_event(
            plan,
            journal,
            workers,
            bar,
            label=label,
            resume=typed_command(),
            secret=secret,
            private=private,
            note=note,
            follows=follows,
        )


def run_event(
    plan: Plan,
    journal: Journal,
    workers: Workers,
    bar: Bar,
    *,
    label: str,
    resume: str,
    secret: bool = False,
    private: Sequence[str] = (),
    note: Mapping[str, Any] = _NOTHING,
    follows: str = "",
) -> None:
    """Play what is missing of the event; if something stops it, print how to go on."""
    journal.wait_for_server(bar.waits)
    whole = {"command": resume, **(note_of(plan, label) if secret else {}), **note}
    if not journal.begin(plan, label=label, created=_moment(), note=whole) and note:
        journal.annotate(plan.id, note)
    bar.reads(lambda: journal.results(plan.id))
    before = journal.event(plan.id)
    try:
        with _signs_of_life(journal, plan.id):
            if follows:
                journal.take_over(follows, plan.id)
            Runner(plan, journal, workers, bar, private).run()
        # An interrupt at the last moment is told, too.
        bar.close()
        # Whoever only looks at an event that is over does not change when it ended.
        if before.state != "finished" or journal.event(plan.id).blocks > before.blocks:
            journal.finish(plan.id, "finished", finished=_moment())
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


def _way_back(resume: str) -> str:
    return f"every finished block is kept. To go on:\n\n    {resume}\n"


def _moment() -> str:
    return datetime.now(UTC).isoformat()


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
