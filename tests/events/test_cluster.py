"""A real Dask cluster of two workers plays the same games, also when one of them is killed."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from journal_rig import wait_for_a_batch
from runner_rig import Onlooker, plan_of, run

from pitboss.events import workers
from pitboss.events.batch import Batch

pytest.importorskip("distributed", reason="the cluster needs pitboss[cluster]")


class Dask:
    """A scheduler and two workers, each a process."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self._file = folder / "scheduler.json"
        self.scheduler = self._start("dask_scheduler", "--port", "0", "--no-show")
        until = time.monotonic() + 180
        while not self._file.exists():
            assert time.monotonic() < until, "the scheduler does not start"
            time.sleep(0.05)
        self.address = str(json.loads(self._file.read_text())["address"])
        self.workers: list[subprocess.Popen[bytes]] = []
        self.start_workers(2)

    def start_workers(self, count: int) -> None:
        """Start so many workers, and wait for them."""
        self.workers = [self._start("dask_worker", "--nthreads", "1") for _ in range(count)]
        self._wait_for_workers(count)

    def _start(self, what: str, *words: str) -> "subprocess.Popen[bytes]":
        # What it says is only of use when the test has failed.
        log = (self._folder / f"{what}-{time.monotonic_ns()}.log").open("wb")
        self._stack.enter_context(log)
        extra = ["--no-nanny"] if what == "dask_worker" else []
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", f"distributed.cli.{what}"),
                *("--scheduler-file", str(self._file), "--no-dashboard", *extra, *words),
            ],
            cwd=self._folder,
            stdout=log,
            stderr=log,
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

    def _wait_for_workers(self, count: int) -> None:
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(count, timeout=180)


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Dask]:
    with ExitStack() as stack:
        yield Dask(tmp_path, stack)


def pitboss(*words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "pitboss", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(running: "subprocess.Popen[str]") -> dict[str, Any]:
    out, err = running.communicate(timeout=600)
    assert running.returncode == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.mark.slow
def test_one_job_two_jobs_and_a_cluster_give_the_same_record(dask: Dask, tmp_path: Path) -> None:
    match = ["play", "jedna", "simple", "random", "-n", "10000", "--seed", "1", "--json"]

    one = told(pitboss(*match, "--jobs", "1", "--db", str(tmp_path / "one.db")))
    again = told(pitboss(*match, "--jobs", "1", "--db", str(tmp_path / "again.db")))
    two = told(pitboss(*match, "--jobs", "2", "--db", str(tmp_path / "two.db")))
    many = told(pitboss(*match, "--cluster", dask.address, "--db", str(tmp_path / "many.db")))

    assert one["games"] == 10_000
    assert one["digest"] == again["digest"] == two["digest"] == many["digest"]
    assert one["standings"] == again["standings"] == two["standings"] == many["standings"]


@pytest.mark.slow
def test_a_killed_worker_of_a_cluster_changes_nothing(dask: Dask, tmp_path: Path) -> None:
    match = ["play", "jedna", "random:2", "-n", "24000", "--seed", "1", "--json"]
    whole = told(pitboss(*match, "--jobs", "2", "--db", str(tmp_path / "whole.db")))

    running = pitboss(*match, "--cluster", dask.address, "--db", str(tmp_path / "killed.db"))
    wait_for_a_batch(tmp_path / "killed.db")
    assert running.poll() is None
    dask.workers[0].send_signal(signal.SIGKILL)
    killed = told(running)

    assert killed["digest"] == whole["digest"]


def test_a_scheduler_that_is_not_there_is_told_of(tmp_path: Path) -> None:
    running = pitboss(
        *("play", "jedna", "simple", "random", "--cluster", "tcp://127.0.0.1:9"),
        *("--db", str(tmp_path / "journal.db")),
    )

    _, said = running.communicate(timeout=300)

    assert running.returncode == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in said
    assert "Traceback" not in said


@pytest.mark.slow
def test_a_cluster_without_workers_and_one_without_a_scheduler_end_with_a_message(
    dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "NO_WORKERS_SECONDS", 1.0)
    plan = plan_of("jedna", "random:2", blocks=1_000_000)

    class Saboteur(Onlooker):
        """Kills some processes once something has been played."""

        def __init__(self, *victims: "subprocess.Popen[bytes]") -> None:
            super().__init__()
            self.victims = victims

        def counted(self, batches: Sequence[Batch]) -> bool:
            for victim in self.victims:
                victim.kill()
            return super().counted(batches)

    without_workers = Saboteur(*dask.workers)
    with pytest.raises(workers.WorkersLost, match=r"no workers for 1 seconds.* dask worker tcp:"):
        run(plan, tmp_path / "journal.db", workers.Cluster(dask.address), without_workers)
    dask.start_workers(1)
    without_scheduler = Saboteur(dask.scheduler)
    with pytest.raises(workers.WorkersLost, match="does not answer any more; what was finished"):
        run(plan, tmp_path / "journal.db", workers.Cluster(dask.address), without_scheduler)

    assert without_workers.blocks
    assert without_scheduler.blocks
