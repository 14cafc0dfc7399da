"""Where blocks are played: in this process, in a pool of processes, or on a Dask cluster.

Each thread that plays keeps its players, so that they stay warm from batch to batch.
"""

import atexit
import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import util
from typing import Any, Protocol

from pitboss import __version__
from pitboss.events.batch import Batch
from pitboss.events.plan import Plan
from pitboss.events.warm_players import CannotSeat, WarmPlayers, check_start
from pitboss.events.worker import Work, play_blocks
from pitboss.players.program.process import end_everything

# How often in a row a pool is rebuilt for the same work before its error is raised.
_TRIES = 5
_CONNECT_SECONDS = 5.0
_CLUSTER_RETRIES = 3
# How long a cluster may be without workers: they may be starting anew.
NO_WORKERS_SECONDS = 30.0
# How often it is looked whether somebody still plays.
_LOOK_SECONDS = 2.0


class _WarmPlayersByThread:
    """The warm players of this process, one for each thread that plays."""

    def __init__(self) -> None:
        self._mine = threading.local()
        self._all: set[WarmPlayers] = set()
        self._lock = threading.Lock()
        self.core: int | None = None

    def of(self, work: Work) -> WarmPlayers:
        """This thread's players for the event; those of another event are closed first."""
        kept: tuple[str, WarmPlayers] | None = getattr(self._mine, "kept", None)
        if kept is not None and kept[0] == work.event:
            return kept[1]
        if kept is not None:
            self._close(kept[1])
        if not all(entrant.builtin for entrant in work.plan.entrants):
            _keep_to(self.core)
        warm = WarmPlayers(work.plan, self.core, private=work.private)
        self._mine.kept = (work.event, warm)
        with self._lock:
            self._all.add(warm)
        return warm

    def clear(self) -> None:
        """Close all players."""
        with self._lock:
            players, self._all = self._all, set()
        for warm in players:
            warm.close()
        self._mine = threading.local()

    def _close(self, warm: WarmPlayers) -> None:
        with self._lock:
            self._all.discard(warm)
        warm.close()


_warm = _WarmPlayersByThread()
atexit.register(_warm.clear)


def play_here(work: Work) -> Batch:
    """Play in this process and thread; this is what every executor runs."""
    return play_blocks(work, _warm.of(work))


def rest() -> None:
    """End the players that this process keeps warm."""
    _warm.clear()


class WorkersLost(Exception):
    """Workers died again and again, or can't work; the message says what to do next."""


class Workers(Protocol):
    """Those who play, `jobs` batches at a time."""

    jobs: int

    def submit(self, work: Work) -> "Future[Batch]":
        """Begin to play."""

    def broken(self, error: BaseException) -> bool:
        """Whether workers died, so that the same work may be tried again."""

    def lost(self) -> str:
        """Why nothing is played any more, if nobody is left to play."""

    def close(self) -> None:
        """End everything that runs."""


def wait_for(futures: Collection["Future[Batch]"], workers: Workers) -> set["Future[Batch]"]:
    """Those of the futures that are over, at least one; `WorkersLost` if nobody plays any more."""
    while True:
        done = wait(futures, _LOOK_SECONDS, return_when=FIRST_COMPLETED).done
        reason = workers.lost()
        if reason:
            raise WorkersLost(f"{reason}; what was finished is kept")
        if done:
            return done


class ThisProcess:
    """One job, right here."""

    jobs = 1

    def __init__(self) -> None:
        self._before = os.sched_getaffinity(0) if sys.platform == "linux" else set()
        _warm.core = min(self._before, default=None)

    def submit(self, work: Work) -> "Future[Batch]":
        """Play now, before returning."""
        future: Future[Batch] = Future()
        try:
            future.set_result(play_here(work))
        except Exception as error:
            future.set_exception(error)
        return future

    def broken(self, error: BaseException) -> bool:  # noqa: ARG002
        """Never: we would be gone ourselves."""
        return False

    def lost(self) -> str:
        """Never."""
        return ""

    def close(self) -> None:
        """End the players, and use all cores again."""
        rest()
        if self._before:
            os.sched_setaffinity(0, self._before)


class Pool:
    """A pool of processes, each on a core of its own; rebuilt when one of them dies."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool = self._build()

    def submit(self, work: Work) -> "Future[Batch]":
        """Play in the pool."""
        for _ in range(_TRIES):
            pool = self._pool
            # A worker may die just now: then the pool is being taken down while it takes the work,
            # refuses it in one way or another, or forgets it.
            with contextlib.suppress(BrokenProcessPool, OSError):
                future = pool.submit(play_here, work)
                if not getattr(pool, "_broken", False):
                    return future
            pool.shutdown(wait=False)
            self._pool = self._build()
        return self._pool.submit(play_here, work)

    def check_start(self, plan: Plan, private: Sequence[str]) -> None:
        """Start every program once in the pool; `CannotSeat` names who fails, or ends its process.

        `Shortage` if the machine has too little for that.
        """
        if self._survives(plan, private):
            return
        for number, entrant in enumerate(plan.entrants):
            if not entrant.builtin and not self._survives(plan, private, number):
                raise CannotSeat(
                    f"{entrant.name} can't take part: it ends the process that starts it; a "
                    "sandbox would keep it from that"
                )

    def _survives(self, plan: Plan, private: Sequence[str], only: int | None = None) -> bool:
        try:
            self._pool.submit(check_start, plan, private, only).result()
        except BrokenProcessPool:
            self._pool.shutdown(wait=False)
            self._pool = self._build()
            return False
        return True

    def broken(self, error: BaseException) -> bool:
        """Whether a worker died."""
        return isinstance(error, BrokenProcessPool)

    def lost(self) -> str:
        """Never: a pool is built anew."""
        return ""

    def close(self) -> None:
        """Let the workers finish and end their players."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _build(self) -> ProcessPoolExecutor:
        # A fork of this process would inherit its threads' locks; a fresh server process has none.
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["pitboss.events.workers"])
        numbers = context.SimpleQueue()
        for number in range(self.jobs):
            numbers.put(number)
        return ProcessPoolExecutor(
            self.jobs, mp_context=context, initializer=_begin_worker, initargs=(numbers,)
        )


class ExecutorWorkers:
    """Workers behind an executor."""

    def __init__(
        self, executor: Executor, jobs: int, broken: Callable[[BaseException], bool]
    ) -> None:
        self.jobs = jobs
        self._executor = executor
        self._broken = broken

    def submit(self, work: Work) -> "Future[Batch]":
        """Play wherever the executor runs it."""
        return self._executor.submit(play_here, work)

    def broken(self, error: BaseException) -> bool:
        """Whether this kind of executor lost a worker."""
        return self._broken(error)

    def lost(self) -> str:
        """Not that we know."""
        return ""

    def close(self) -> None:
        """Wait for the work in progress, and end the executor."""
        self._executor.shutdown(wait=True)


class ClusterError(Exception):
    """The cluster can't be used; the message says why and what to do next."""


class Cluster(ExecutorWorkers):
    """The workers of a Dask cluster: those of a scheduler such as `tcp://scheduler:8786`."""

    def __init__(self, address: str, now: Callable[[], float] = time.monotonic) -> None:
        self._address = address
        self._now = now
        # Since when there have been no workers; None: there are some.
        self._empty: float | None = None
        try:
            from distributed import Client, KilledWorker
            from distributed.comm.core import CommClosedError
        except ImportError as error:
            raise ClusterError(
                "a cluster needs Dask: install it with  pip install 'pitboss[cluster]'"
            ) from error
        try:
            # Dask has no types.
            make: Any = Client
            self._client: Any = make(address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise ClusterError(
                f"no Dask scheduler answers at {address} ({error}): start one with  dask scheduler"
            ) from error
        try:
            threads = self._check()
        except BaseException:
            self._client.close()
            raise
        super().__init__(
            # A batch that was played but not fetched is played again elsewhere; it counts once.
            self._client.get_executor(retries=_CLUSTER_RETRIES, pure=False),
            threads,
            lambda error: isinstance(error, (KilledWorker, CommClosedError)),
        )

    def _check(self) -> int:
        """How many batches the cluster plays at a time; all its workers must have this version."""
        try:
            versions: dict[str, Any] = self._client.run(_version)
        except ImportError as error:
            raise ClusterError(f"the workers lack pitboss ({error}): install it there") from error
        if not versions:
            raise ClusterError("the scheduler has no workers: start some with  dask worker ADDRESS")
        for worker, version in versions.items():
            if version != __version__:
                raise ClusterError(
                    f"worker {worker} has pitboss {version}, and we have {__version__}: "
                    "install the same version everywhere"
                )
        return sum(self._client.nthreads().values())

    def submit(self, work: Work) -> "Future[Batch]":
        """Play on any of the workers; cancelled if the scheduler is gone."""
        if self._client.status == "running":
            return super().submit(work)
        future: Future[Batch] = Future()
        future.cancel()
        return future

    def lost(self) -> str:
        """Whether the scheduler is gone, or has had no workers for a while."""
        if self._client.status != "running":
            return f"the Dask scheduler at {self._address} does not answer any more"
        if self._client.scheduler_info()["workers"]:
            self._empty = None
            return ""
        if self._empty is None:
            self._empty = self._now()
        if self._now() - self._empty < NO_WORKERS_SECONDS:
            return ""
        return (
            f"the Dask scheduler has had no workers for {NO_WORKERS_SECONDS:g} seconds: start "
            f"some with  dask worker {self._address}"
        )

    def close(self) -> None:
        """End the players on all workers, and disconnect."""
        if self._empty is None and self._client.status == "running":
            super().close()
            self._client.run(rest)
        # Nobody is left who could finish anything.
        with contextlib.suppress(Exception):
            self._client.close(timeout=_CONNECT_SECONDS)


def _version() -> str:
    return __version__


def _begin_worker(numbers: Any) -> None:
    # What stops an event is for the process that started us; it lets us finish the batch.
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    if sys.platform == "linux":
        cores = sorted(os.sched_getaffinity(0))
        _warm.core = cores[numbers.get() % len(cores)]
    util.Finalize(None, _warm.clear, exitpriority=10)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    """Wait for the end of the parent process, then end the players and this process."""
    from multiprocessing.connection import wait

    wait([sentinel])
    with contextlib.suppress(Exception):
        # Another thread may be starting one just now, so it is not enough to clear what is warm.
        end_everything()
    os._exit(1)


def _keep_to(core: int | None) -> None:
    """Stay on the core where the players are: waking another costs more than it saves."""
    if core is not None and sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, {core})
