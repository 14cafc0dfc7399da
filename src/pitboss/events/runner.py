"""Running an event: hand out what is missing, journal what comes back, then count it.

The journal alone says what has been played. A batch that is lost, here or in a worker, is missing
there, and is played again with the same deals.
"""

import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field
from typing import Protocol

from pitboss.events.batch import Batch
from pitboss.events.plan import Plan
from pitboss.events.schedule import Round, Stretch, is_fixed, next_round
from pitboss.events.worker import Work
from pitboss.events.workers import Workers
from pitboss.players.program import Shortage
from pitboss.statistics.results import Results

# A batch should take about a second: short enough to lose, long enough not to be noticed.
_BATCH_SECONDS = 1.0
_GROWTH = 8
_MOST_BLOCKS = 20_000
_FIRST_BATCH = 1
_MOST_BREAKS = 5
# How often whoever plays an event gives the journal a sign of life.
SIGN_SECONDS = 2.0
# Set in the environment of a runner that has to stop when its standard input ends.
ENDS_WITH_STDIN = "PITBOSS_ENDS_WITH_STDIN"
# Seconds to wait, one after another, when the machine has too little of something.
_PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)


class WorkersLost(Exception):
    """Workers died again and again, or can't work; the message says what to do next."""


class Interrupted(Exception):
    """Somebody stopped the event; everything finished is in the journal."""


class Journal(Protocol):
    """The part of the store that a runner uses."""

    def write(self, batches: Sequence[Batch]) -> int:
        """Write the batches; returns how many blocks are new."""

    def missing(self, event: str, blocks: range) -> list[range]:
        """The blocks that have not been played."""

    def results(self, event: str) -> Results:
        """The results of all games so far."""


class Watcher(Protocol):
    """Follows an event: a progress bar, a sequential test."""

    def begins(self, round_: Round, missing: int) -> None:
        """A round is about to be played, with so many blocks missing."""

    def counted(self, batches: Sequence[Batch]) -> bool:
        """These batches have been journalled; returns whether the event may stop."""

    def waits(self, reason: str, seconds: float) -> None:
        """Nothing can be played for a while, which costs no bot anything."""


@dataclass
class _Pace:
    """How many blocks make a batch of about a second."""

    jobs: int
    size: int = _FIRST_BATCH

    def learn(self, batch: Batch) -> None:
        """Measure a batch that was played in full."""
        if batch.count < self.size and batch.seconds < _BATCH_SECONDS:
            return
        wanted = int(batch.count * _BATCH_SECONDS / max(batch.seconds, 1e-6))
        self.size = max(1, min(wanted, self.size * _GROWTH, _MOST_BLOCKS))

    def next(self, left: int) -> int:
        """How many blocks to hand out: fewer towards the end, so that all workers end together."""
        return max(1, min(self.size, -(-left // (2 * self.jobs)) if self.jobs > 1 else left))


@dataclass
class _Queue:
    """Block numbers that nobody plays yet."""

    ranges: deque[range] = field(default_factory=deque)

    def __len__(self) -> int:
        return sum(len(numbers) for numbers in self.ranges)

    def take(self, most: int) -> range:
        """The next few, without a gap."""
        numbers = self.ranges.popleft()
        if len(numbers) > most:
            self.ranges.appendleft(numbers[most:])
        return numbers[:most]

    def put_back(self, numbers: range) -> None:
        """Take back blocks that were not played."""
        self.ranges.appendleft(numbers)


class Runner:
    """Plays one event."""

    def __init__(self, plan: Plan, journal: Journal, workers: Workers, watcher: Watcher) -> None:
        self.plan = plan
        self.event = plan.id
        self._journal = journal
        self._workers = workers
        self._watcher = watcher
        self._pace = _Pace(workers.jobs)
        self._breaks = 0
        self._shortages = 0

    def run(self) -> None:
        """Play until the event is over, or the watcher has seen enough.

        `Interrupted` if somebody stops it; everything played by then is in the journal.
        """
        number = 0
        while True:
            # Reading a million games takes a moment, and only some formats need them.
            unread = number == 0 or is_fixed(self.plan)
            results = None if unread else self._journal.results(self.event)
            round_ = next_round(self.plan, number, results)
            if round_ is None or self._play(round_):
                return
            number += 1

    def _play(self, round_: Round) -> bool:
        numbers = range(round_.first, round_.first + round_.count)
        queue = _Queue(deque(self._journal.missing(self.event, numbers)))
        self._watcher.begins(round_, len(queue))
        running: dict[Future[Batch], range] = {}
        try:
            while queue.ranges or running:
                # One batch more than there are workers, so that none of them waits for us.
                while queue.ranges and len(running) < self._workers.jobs + (self._workers.jobs > 1):
                    taken = queue.take(self._pace.next(len(queue)))
                    work = Work(self.event, self.plan, Stretch(round_, taken))
                    future = self._workers.submit(work)
                    running[future] = taken
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                if self._take(done, running, queue):
                    self._finish(running)
                    return True
        except KeyboardInterrupt:
            self._finish(running)
            raise Interrupted from None
        return False

    def _take(
        self, done: set[Future[Batch]], running: dict[Future[Batch], range], queue: _Queue
    ) -> bool:
        batches = []
        shortage: Shortage | None = None
        for future in done:
            taken = running.pop(future)
            error = future.exception()
            if error is None:
                batch = future.result()
                self._pace.learn(batch)
                batches.append(batch)
                continue
            queue.put_back(taken)
            if isinstance(error, Shortage):
                shortage = error
            elif self._workers.broken(error):
                self._count_break(taken, error)
            else:
                raise error
        if shortage is not None:
            self._wait(shortage)
        if not batches:
            return False
        self._breaks = self._shortages = 0
        self._journal.write(batches)
        return self._watcher.counted(batches)

    def _count_break(self, taken: range, error: BaseException) -> None:
        self._pace.size = 1
        self._breaks += 1
        if self._breaks > _MOST_BREAKS * self._workers.jobs:
            raise WorkersLost(
                f"workers died {self._breaks} times in a row, last while playing blocks "
                f"{taken.start} to {taken.stop - 1} ({error}); what was finished is kept: run the "
                "same command to go on, with --jobs 1 to see what ends them"
            ) from error

    def _wait(self, shortage: Shortage) -> None:
        """Let the machine come to rest before the same blocks are tried again."""
        self._pace.size = 1
        if self._shortages == len(_PAUSES):
            raise WorkersLost(
                f"{shortage}, for more than a minute; what was finished is kept: run the same "
                "command to go on, with fewer --jobs, or without the bot that uses so much"
            ) from shortage
        seconds = _PAUSES[self._shortages]
        self._shortages += 1
        self._watcher.waits(str(shortage), seconds)
        time.sleep(seconds)

    def _finish(self, running: dict[Future[Batch], range]) -> None:
        """Wait for the batches in progress, and journal them; an interrupt gives them up."""
        for future in running:
            future.cancel()
        batches = []
        for future in running:
            try:
                batches.append(future.result())
            except (CancelledError, KeyboardInterrupt):
                continue
            except Shortage:
                continue
            except Exception as error:
                if not self._workers.broken(error):
                    raise
        if batches:
            self._journal.write(batches)
