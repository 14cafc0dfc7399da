"""Events are played whole, once, and alike, however the work is cut and whoever dies meanwhile."""

import contextlib
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from runner_rig import CREATED, Onlooker, plan_of, run

from pitboss.events import runner, worker
from pitboss.events.batch import Batch, digest, pack_actions, unpack_actions
from pitboss.events.plan import Block, Plan
from pitboss.events.warm_players import WarmPlayers
from pitboss.events.worker import Work, play_blocks
from pitboss.events.workers import Pool, ThisProcess, WorkersLost
from pitboss.store import Journal


def played(plan: Plan, numbers: range) -> Batch:
    blocks = tuple(Block(number, tuple(range(plan.seats))) for number in numbers)
    with WarmPlayers(plan) as table:
        return play_blocks(Work(plan.id, plan, blocks), table)


@pytest.mark.parametrize("game", ["jedna", "uno-online", "holdem", "holdem-tournament"])
def test_a_bout_is_the_same_game_as_a_refereed_one(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = plan_of(game, "simple", "random", blocks=20)
    bout = played(plan, range(20))

    monkeypatch.setattr(worker, "_is_honest", lambda _: False)
    refereed = played(plan, range(20))

    assert (bout.rows, bout.actions) == (refereed.rows, refereed.actions)
    assert not bout.thinking
    assert refereed.thinking[0].answers > 0


def test_a_block_seats_every_entrant_everywhere_once() -> None:
    assert list(Block(0, (4, 1, 3)).seatings()) == [(4, 1, 3), (1, 3, 4), (3, 4, 1)]


def test_actions_are_unpacked_as_they_were_packed() -> None:
    games = [[1, 2, 3], [], [-1, -1000, 2_000_000_000]]

    assert unpack_actions(pack_actions(games)) == games


def test_the_digest_does_not_depend_on_how_batches_are_cut() -> None:
    plan = plan_of("jedna", "simple", "random", blocks=30)

    whole = digest([played(plan, range(30))])
    cut = digest([played(plan, range(7)), played(plan, range(7, 30))])
    other = digest([played(plan, range(29))])

    assert whole == cut != other


@pytest.mark.parametrize("format_", ["round-robin", "swiss", "knockout", "ladder"])
def test_one_job_and_two_play_the_same_games(tmp_path: Path, format_: str) -> None:
    plan = plan_of("jedna", "simple:3", "random:2", blocks=20, format=format_)

    one = run(plan, tmp_path / "one.db")
    two = run(plan, tmp_path / "two.db", Pool(2))

    assert one == two


def test_what_was_stopped_goes_on_and_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    plan = plan_of("jedna", "simple:2", "random:2", blocks=150, format="round-robin")
    whole = run(plan, tmp_path / "whole.db")

    first = Onlooker(most=100)
    run(plan, tmp_path / "parts.db", onlooker=first)
    rest = Onlooker()
    parts = run(plan, tmp_path / "parts.db", onlooker=rest)

    assert parts == whole
    assert first.blocks >= 100
    assert first.blocks + rest.blocks == 900


def test_an_event_that_is_over_is_not_played_again(tmp_path: Path) -> None:
    plan = plan_of("jedna", "simple", "random", blocks=10)
    run(plan, tmp_path / "journal.db")

    again = Onlooker()
    run(plan, tmp_path / "journal.db", onlooker=again)

    assert again.blocks == 0


def test_a_dead_worker_costs_nothing_but_time(tmp_path: Path) -> None:
    plan = plan_of("jedna", "simple", "random", blocks=40_000)
    whole = run(plan, tmp_path / "whole.db")
    pool = Pool(2)
    killed: list[int] = []

    class Killer(Onlooker):
        def counted(self, batches: Sequence[Batch]) -> bool:  # noqa: ARG002
            victim = next(iter(pool._pool._processes or {}), None)
            if len(killed) < 3 and victim is not None and victim not in killed:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(victim, signal.SIGKILL)
                    killed.append(victim)
            return False

    found = run(plan, tmp_path / "killed.db", pool, Killer())

    assert len(killed) == 3
    assert found == whole


@pytest.mark.slow
def test_work_that_comes_while_a_worker_dies_is_done_or_told_to_be_lost() -> None:
    plan = plan_of("jedna", "simple", "random", blocks=1)
    work = Work(plan.id, plan, (Block(0, (0, 1)),))
    chance = random.Random(1)
    before = sys.getswitchinterval()
    # The pool is taken down in another thread, step by step between ours.
    sys.setswitchinterval(1e-6)
    pool = Pool(2)
    done = lost = 0
    try:
        expected = pool.submit(work).result(180).rows
        for _ in range(80):
            with contextlib.suppress(ProcessLookupError):
                os.kill(next(iter(pool._pool._processes or {})), signal.SIGKILL)
            until = time.monotonic() + chance.uniform(0, 0.004)
            while time.monotonic() < until:
                pass
            for one in [pool.submit(work) for _ in range(4)]:
                try:
                    assert one.result(180).rows == expected
                    done += 1
                except BrokenProcessPool:
                    lost += 1
    finally:
        sys.setswitchinterval(before)
        pool.close()

    assert done
    assert lost


def test_workers_that_die_every_time_are_told_of(tmp_path: Path) -> None:
    plan = plan_of("jedna", "simple", "random", blocks=10)

    class Doomed(ThisProcess):
        def submit(self, work: Work) -> "Future[Batch]":  # noqa: ARG002
            future: Future[Batch] = Future()
            future.set_exception(BrokenProcessPool("gone"))
            return future

        def broken(self, error: BaseException) -> bool:
            return isinstance(error, BrokenProcessPool)

    with pytest.raises(WorkersLost, match="run the same command to go on"):
        run(plan, tmp_path / "journal.db", Doomed())


def test_an_interrupt_keeps_what_the_workers_were_playing(tmp_path: Path) -> None:
    plan = plan_of("jedna", "simple", "random", blocks=200_000)
    before = threading.active_count()

    class Impatient(Onlooker):
        def counted(self, batches: Sequence[Batch]) -> bool:
            super().counted(batches)
            if self.blocks > 100:
                raise KeyboardInterrupt
            return False

    with pytest.raises(runner.Interrupted):
        run(plan, tmp_path / "journal.db", Pool(2), Impatient())

    with Journal.open(str(tmp_path / "journal.db")) as journal:
        kept = journal.event(plan.id).blocks
    assert 100 < kept < 200_000
    until = time.monotonic() + 60
    while threading.active_count() > before and time.monotonic() < until:
        time.sleep(0.05)
    assert threading.active_count() <= before


def test_games_are_journalled_before_they_are_counted(tmp_path: Path) -> None:
    plan = plan_of("jedna", "simple", "random", blocks=500)
    seen = []

    with Journal.open(str(tmp_path / "journal.db")) as journal:
        journal.begin(plan, label="", created=CREATED, note={})

        class Auditor(Onlooker):
            def counted(self, batches: Sequence[Batch]) -> bool:
                super().counted(batches)
                with Journal.open(str(tmp_path / "journal.db"), read_only=True) as other:
                    seen.append((self.blocks, other.event(plan.id).blocks))
                return False

        here = ThisProcess()
        runner.Runner(plan, journal, here, Auditor()).run()
        here.close()

    assert seen
    assert all(counted == kept for counted, kept in seen)
