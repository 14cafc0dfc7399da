"""Running an event: hand out what is missing, journal what comes back, then count it.

The journal alone says what has been played. A batch that is lost, here or in a worker, is missing
there, and is played again with the same deals.
"""

import time
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from pitboss.events.batch import Batch
from pitboss.events.culprits import Detective
from pitboss.events.giving_up import Streak, reason_of
from pitboss.events.pauses import PAUSES
from pitboss.events.plan import Block, Plan
from pitboss.events.schedule import Round, Stretch, is_fixed, next_round
from pitboss.events.worker import Work
from pitboss.events.workers import Workers, WorkersLost, wait_for
from pitboss.players.program import Shortage
from pitboss.statistics.results import Results

# A batch should take about a second: short enough to lose, long enough not to be noticed.
_BATCH_SECONDS = 1.0
_GROWTH = 8
_MOST_BLOCKS = 20_000
_FIRST_BATCH = 1
_MOST_BREAKS = 5
# So often a bot may use up the machine before it is taken out.
_MOST_GREED = 3
# Compressed, of one event; then no more of them are kept.
MOST_TRANSCRIPT_BYTES = 100 << 20
# How often whoever plays an event gives the journal a sign of life.
SIGN_SECONDS = 2.0
# Set in the environment of a runner that has to stop when its standard input ends.
ENDS_WITH_STDIN = "PITBOSS_ENDS_WITH_STDIN"
# Set if the first line of its standard input is the seed, which no file and no command may tell.
SEED_FROM_STDIN = "PITBOSS_SEED_FROM_STDIN"


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

    def remove(self, event: str, entrant: int, *, block: int, reason: str) -> None:
        """Record that an entrant is out of the event."""

    def removals(self, event: str) -> "Sequence[Removed]":
        """Who is out of the event."""

    def transcript_bytes(self, event: str) -> int:
        """How much is kept of what passed between us and programs."""


class Removed(Protocol):
    """An entrant that is out of the event, as the store tells it."""

    @property
    def entrant(self) -> int:
        """Its place in the plan."""

    @property
    def reason(self) -> str:
        """Why it is out."""


class Watcher(Protocol):
    """Follows an event: a progress bar, a sequential test."""

    def begins(self, round_: Round, missing: int) -> None:
        """A round is about to be played, with so many blocks missing."""

    def counted(self, batches: Sequence[Batch]) -> bool:
        """These batches have been journalled; returns whether the event may stop."""

    def wants(self, left: int) -> int:
        """About how many of the blocks that are left may be needed, at least one."""

    def waits(self, reason: str, seconds: float) -> None:
        """Nothing can be played for a while, which costs no bot anything."""

    def removes(self, name: str, reason: str) -> None:
        """A bot is out of the event, and forfeits what is left of its games."""

    def notes(self, text: str) -> None:
        """Something else that whoever watches should know."""


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
    # Those that were being played when a worker died: each is played by itself.
    doubtful: deque[int] = field(default_factory=deque)

    def __len__(self) -> int:
        return len(self.doubtful) + sum(len(numbers) for numbers in self.ranges)

    def take(self, most: int) -> range:
        """The next few, without a gap."""
        if self.doubtful:
            number = self.doubtful.popleft()
            return range(number, number + 1)
        numbers = self.ranges.popleft()
        if len(numbers) > most:
            self.ranges.appendleft(numbers[most:])
        return numbers[:most]

    def put_back(self, numbers: range) -> None:
        """Take back blocks that were not played."""
        self.ranges.appendleft(numbers)


class Runner:
    """Plays one event."""

    def __init__(
        self,
        plan: Plan,
        journal: Journal,
        workers: Workers,
        watcher: Watcher,
        private: Sequence[str] = (),
    ) -> None:
        """`private` are files that no program in a sandbox may read."""
        self.plan = plan
        self._private = tuple(private)
        self.event = plan.id
        self._journal = journal
        self._workers = workers
        self._watcher = watcher
        self._pace = _Pace(workers.jobs)
        self._detective = Detective(plan, workers, self._private)
        self._has_programs = not all(entrant.builtin for entrant in plan.entrants)
        # Why entrants are out of the event.
        self._removed: dict[int, str] = {}
        self._breaks = 0
        self._shortages = 0
        # How much room there is for transcripts.
        self._room = MOST_TRANSCRIPT_BYTES
        if any(entrant.transcript for entrant in plan.entrants):
            self._room -= journal.transcript_bytes(self.event)
        # How often each entrant was found to use up the machine.
        self._greed: Counter[int] = Counter()
        # How each entrant lost its last games, in the order in which they came back.
        self._streaks: dict[int, Streak] = {}

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
        self._removed = {one.entrant: one.reason for one in self._journal.removals(self.event)}
        numbers = range(round_.first, round_.first + round_.count)
        queue = _Queue(deque(self._journal.missing(self.event, numbers)))
        self._watcher.begins(round_, len(queue))
        running: dict[Future[Batch], range] = {}
        try:
            while queue or running:
                # One batch more than there are workers, so that none of them waits for us.
                while queue and len(running) < self._workers.jobs + (self._workers.jobs > 1):
                    taken = queue.take(self._pace.next(self._watcher.wants(len(queue))))
                    work = Work(
                        self.event,
                        self.plan,
                        Stretch(round_, taken),
                        self._removed,
                        private=self._private,
                        streaks=self._streaks,
                        transcripts=self._room > 0,
                    )
                    running[self._workers.submit(work)] = taken
                done = wait_for(running, self._workers)
                if self._take(round_, done, running, queue):
                    self._finish(running)
                    return True
        except KeyboardInterrupt:
            self._finish(running)
            raise Interrupted from None
        except WorkersLost:
            over = [future for future in running if future.done() and not future.cancelled()]
            self._count([future.result() for future in over if future.exception() is None])
            raise
        return False

    def _take(
        self,
        round_: Round,
        done: set[Future[Batch]],
        running: dict[Future[Batch], range],
        queue: _Queue,
    ) -> bool:
        batches, shortage, lost = self._sort(done, running, queue)
        if lost and self._has_programs:
            # Suspects are watched while nobody else plays.
            while running:
                over = wait_for(running, self._workers)
                more, short, others = self._sort(over, running, queue)
                batches, shortage, lost = batches + more, short or shortage, {**lost, **others}
        if self._count(batches):
            return True
        if lost and self._has_programs:
            found, short = self._trace(round_, lost, queue)
            shortage = short or shortage
            if self._count(found):
                return True
        elif lost:
            for taken in lost:
                queue.put_back(taken)
            self._count_break(lost)
        if shortage is not None:
            self._wait(*shortage)
        return False

    def _sort(
        self, done: set[Future[Batch]], running: dict[Future[Batch], range], queue: _Queue
    ) -> tuple[list[Batch], tuple[Shortage, int] | None, dict[range, BaseException]]:
        """What was played, what was lacking in which block, and the blocks whose worker died."""
        batches = []
        shortage: tuple[Shortage, int] | None = None
        lost: dict[range, BaseException] = {}
        for future in done:
            taken = running.pop(future)
            if future.cancelled():
                # By a cluster that lost it, and is there again.
                queue.put_back(taken)
                continue
            error = future.exception()
            if error is None:
                batch = future.result()
                self._pace.learn(batch)
                batches.append(batch)
            elif isinstance(error, Shortage):
                queue.put_back(taken)
                shortage = error, taken.start
            elif self._workers.broken(error):
                lost[taken] = error
            else:
                raise error
        return batches, shortage, lost

    def _count(self, batches: Sequence[Batch]) -> bool:
        """Journal what was played; whether the watcher has seen enough."""
        if not batches:
            return False
        self._breaks = self._shortages = 0
        self._write(batches)
        for batch in batches:
            self._give_up(batch)
        return self._watcher.counted(batches)

    def _give_up(self, batch: Batch) -> None:
        """Take out whoever has lost too many games in a row by silence."""
        for entrant, streak in batch.streaks.items():
            whole = self._streaks.get(entrant, Streak()).followed_by(streak)
            self._streaks = {**self._streaks, entrant: whole}
            reason = batch.given_up.get(entrant, "")
            if not reason and 0 < self.plan.max_faults <= whole.games:
                reason = reason_of(whole)
            if reason and entrant not in self._removed:
                self._remove(entrant, batch.first + batch.count - 1, reason)

    def _write(self, batches: Sequence[Batch]) -> None:
        """Journal batches, with their transcripts as long as there is room for these."""
        if self._room <= 0:
            batches = [msgspec.structs.replace(batch, transcripts=()) for batch in batches]
        self._journal.write(batches)
        size = sum(len(one.lines) for batch in batches for one in batch.transcripts)
        if size and size >= self._room:
            self._watcher.notes(
                f"Transcripts: {MOST_TRANSCRIPT_BYTES >> 20} MB are kept, the most for one event. "
                "Of the games from here on there are none."
            )
        self._room -= size

    def _trace(
        self, round_: Round, lost: Mapping[range, BaseException], queue: _Queue
    ) -> tuple[list[Batch], tuple[Shortage, int] | None]:
        """Find out who ended workers, if it was a bot; returns what was played on the way."""
        batches = []
        shortage: tuple[Shortage, int] | None = None
        unsolved: list[Block] = []
        for taken in lost:
            # Of many blocks any may be the one; each is played by itself then.
            if len(taken) > 1:
                queue.doubtful.extend(taken)
                continue
            block = round_.block(taken.start)
            try:
                finding = self._detective.investigate(block, self._removed)
            except Shortage as error:
                queue.doubtful.append(block.number)
                shortage = error, block.number
                continue
            if finding.batch is not None:
                batches.append(finding.batch)
            elif finding.culprit is not None:
                self._remove(
                    finding.culprit,
                    block.number,
                    "taken out of the event: it ended the process that it played in",
                )
                queue.doubtful.append(block.number)
            else:
                unsolved.append(block)
                # The others are played first: it may be something that passes.
                queue.ranges.append(taken)
        if not batches:
            self._count_break(lost, unsolved)
        return batches, shortage

    def _remove(self, entrant: int, block: int, reason: str) -> None:
        """Take a bot out of the event for good."""
        self._journal.remove(self.event, entrant, block=block, reason=reason)
        self._removed = {**self._removed, entrant: reason}
        self._breaks = self._shortages = 0
        self._watcher.removes(self.plan.entrants[entrant].name, reason)

    def _count_break(
        self, lost: Mapping[range, BaseException], unsolved: Sequence[Block] = ()
    ) -> None:
        self._pace.size = 1
        self._breaks += 1
        if self._breaks <= _MOST_BREAKS * self._workers.jobs:
            return
        taken, error = next(iter(lost.items()))
        suspects = {one for block in unsolved for one in self._detective.suspects(block, {})}
        names = " or ".join(self.plan.entrants[one].name for one in sorted(suspects))
        hint = f"; it may be {names}, though not alone" if names else ""
        raise WorkersLost(
            f"workers died {self._breaks} times in a row, last while playing blocks "
            f"{taken.start} to {taken.stop - 1} ({error}){hint}; what was finished is kept: run "
            "the same command to go on, with --jobs 1 to see what ends them"
        ) from error

    def _wait(self, shortage: Shortage, block: int) -> None:
        """Let the machine come to rest before the same blocks are tried again."""
        self._pace.size = 1
        if shortage.entrant is not None and shortage.entrant not in self._removed:
            self._greed[shortage.entrant] += 1
            if self._greed[shortage.entrant] == _MOST_GREED:
                self._remove(
                    shortage.entrant,
                    block,
                    "taken out of the event: it used up the machine's processes",
                )
                return
        if self._shortages == len(PAUSES):
            raise WorkersLost(
                f"{shortage}, for more than a minute; what was finished is kept: run the same "
                "command to go on, with fewer --jobs, or without the bot that uses so much"
            ) from shortage
        seconds = PAUSES[self._shortages]
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
            self._write(batches)
