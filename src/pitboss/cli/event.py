"""An event from the command line: what was typed into a plan, who plays it, and the way back."""

import os
import re
import secrets
import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import msgspec
import typer

from pitboss.cli.console import bad_input, fail
from pitboss.cli.exit_codes import FAILED, INTERRUPTED
from pitboss.events.entrants import Entrant, read_entrants
from pitboss.events.plan import Plan
from pitboss.events.planner import make_plan, read_game
from pitboss.events.runner import Interrupted, Runner, Watcher, WorkersLost
from pitboss.events.settings import BadSetting, EventSettings
from pitboss.events.warm_players import CannotSeat, check_start
from pitboss.events.workers import Pool, ThisProcess, Workers
from pitboss.store import Journal, StoreError

# An event's id is a hash of its plan: who knows all but a short seed could try them all.
_SEED_BYTES = 8
_ADDRESS = re.compile(r"(tcp|tls|ucx|wss?)://\S+:\d+/?")


def seed_or_new(seed: str) -> str:
    """The seed that was typed, or a new one that nobody can find by trying."""
    return seed or secrets.token_hex(_SEED_BYTES)


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
        whole = msgspec.structs.replace(settings, seats=seats, blocks=blocks, games=None)
        return make_plan(whole, entrants)


def resume_command(seed: str, seeded: bool) -> str:
    """The command that goes on with the event: the one that was typed, with its seed."""
    words = ["pitboss", *sys.argv[1:]]
    if not seeded:
        # What follows two dashes is no option.
        end = words.index("--") if "--" in words else len(words)
        words[end:end] = ["--seed", seed]
    return shlex.join(words)


@contextmanager
def ready(plan: Plan, *, jobs: int, cluster: str) -> Iterator[Workers]:
    """Who plays: this process, a pool, or a cluster; every bot has been seen to start.

    To be entered before a journal is opened for writing: what can't be played leaves no trace.
    """
    with stoppable(), _workers(plan, jobs, cluster) as found:
        yield found


@contextmanager
def _workers(plan: Plan, jobs: int, cluster: str) -> Iterator[Workers]:
    found: Workers
    if cluster:
        if not _ADDRESS.fullmatch(cluster):
            fail(f"--cluster {cluster!r} should be like tcp://scheduler:8786")
        from pitboss.events.cluster import Cluster, ClusterError

        try:
            found = Cluster(cluster)
        except ClusterError as error:
            fail(str(error))
    else:
        try:
            check_start(plan)
        except CannotSeat as error:
            fail(str(error))
        jobs = jobs or _cores()
        found = ThisProcess() if jobs == 1 else Pool(jobs)
    try:
        yield found
    finally:
        found.close()


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


class Onlooker(Watcher, Protocol):
    """A watcher that can be told to leave the terminal alone."""

    def close(self) -> None:
        """Show nothing from now on."""


def run_event(
    plan: Plan,
    journal: Journal,
    workers: Workers,
    watcher: Onlooker,
    *,
    label: str,
    resume: str,
) -> None:
    """Play what is missing of the event; whatever stops it, how to go on is told."""
    journal.begin(plan, label=label, created=_moment(), note={"command": resume})
    try:
        Runner(plan, journal, workers, watcher).run()
    except (Interrupted, KeyboardInterrupt) as error:
        watcher.close()
        journal.finish(plan.id, "stopped", finished=_moment())
        typer.echo(f"\nStopped; {_way_back(resume)}", err=True)
        raise typer.Exit(INTERRUPTED) from error
    except (StoreError, WorkersLost) as error:
        watcher.close()
        fail(f"{error}\n\nStopped; {_way_back(resume)}", FAILED)
    finally:
        watcher.close()
    journal.finish(plan.id, "finished", finished=_moment())


def _way_back(resume: str) -> str:
    return f"every finished block is kept. To go on:\n\n    {resume}\n"


def _moment() -> str:
    return datetime.now(UTC).isoformat()


def _cores() -> int:
    """How many processes may run at a time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
