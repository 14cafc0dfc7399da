"""The journal's events, watched from an event loop: what is being played, how fast, and figures.

Nothing here waits for the journal or computes in the loop. Figures of an event are made at most
once at a time; who asks meanwhile is given those that were made last.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, TypeVar

from pitboss.events.schedule import total_blocks
from pitboss.games.registry import UnknownGame
from pitboss.server import log
from pitboss.server.event_figures import Figures, GrowingFigures
from pitboss.store import EventRow, StoreError
from pitboss.store.event_row import LIFELESS, State
from pitboss.store.journal import Journal

T = TypeVar("T")

# A list of events is read at most this often, in seconds.
_FRESH: Final = 0.3
# The rate is that of so many seconds.
_WINDOW: Final = 30.0
_SHORTEST: Final = 0.5
# How long to wait for newer figures if there are older ones.
_PATIENCE: Final = 0.2
# Large events are not figured out without a pause, of so many times as long as it took; in seconds
# at most.
_PAUSE: Final = 2.0
_LONGEST_PAUSE: Final = 5.0
# How many games' rows are kept in memory, and of how many events at most.
_MOST_GAMES: Final = 3_000_000
_MOST_EVENTS: Final = 24
# How many events of a list are figured out at a time to see who leads.
_AHEAD: Final = 4


class Progress(NamedTuple):
    """How an event is getting on."""

    state: State
    # Blocks a second, as the journal grew; None if nobody plays it, or it is too early to tell.
    rate: float | None


@dataclass
class _Sight:
    """What was seen of an event, each time that somebody looked."""

    # When, and how many blocks there were.
    counts: deque[tuple[float, int]] = field(default_factory=deque)
    updated: str = ""
    # When a sign of life was seen last.
    alive_at: float = 0.0


@dataclass
class _Course:
    """An event's figures: the last that were made, and those being made."""

    growing: GrowingFigures
    figures: Figures | None = None
    task: "asyncio.Task[Figures] | None" = None
    # Not before this moment are they made again.
    rested_at: float = 0.0


class EventWatch:
    """The events of one journal."""

    def __init__(
        self,
        journal: Journal,
        *,
        now: Callable[[], float],
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        is_played_here: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.journal = journal
        self._now = now
        self._clock = clock
        self._is_played_here = is_played_here
        self._reading = ThreadPoolExecutor(2, "events")
        self._figuring = ThreadPoolExecutor(2, "figures")
        self._making = ThreadPoolExecutor(2, "parts")
        self._rows: list[EventRow] = []
        self._read_at = float("-inf")
        self._reader: asyncio.Task[list[EventRow]] | None = None
        self._sights: dict[str, _Sight] = {}
        self._courses: OrderedDict[str, _Course] = OrderedDict()
        self._planned: dict[str, int | None] = {}
        # Whoever led when an event's figures were made last.
        self._leaders: dict[str, tuple[int, str, float | None]] = {}

    def close(self) -> None:
        """Begin nothing more."""
        for pool in (self._reading, self._figuring, self._making):
            pool.shutdown(wait=False, cancel_futures=True)

    async def read(self, work: Callable[[Journal], T]) -> T:
        """Read the journal, in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reading, work, self.journal)

    # What there is, and how it is getting on.

    async def events(self) -> list[EventRow]:
        """All events, the newest first."""
        if self._now() - self._read_at < _FRESH:
            return self._rows
        if self._reader is None:
            self._reader = asyncio.create_task(self._read())
        return await asyncio.shield(self._reader)

    async def _read(self) -> list[EventRow]:
        try:
            rows = await self.read(self._events)
        finally:
            self._reader = None
        self._rows = rows
        self._read_at = self._now()
        for row in rows:
            self._observe(row)
        return rows

    def _events(self, journal: Journal) -> list[EventRow]:
        """All events. How many blocks they take is found out here: some schedules are long."""
        rows = journal.events()
        for row in rows:
            if row.id not in self._planned:
                self._planned[row.id] = _planned(row)
        return rows

    def planned(self, row: EventRow) -> int | None:
        """How many blocks the event takes, as far as is known; None if its plan can't be read."""
        return self._planned.get(row.id)

    def forget(self) -> None:
        """Read the events anew when somebody asks next."""
        self._read_at = float("-inf")

    async def find(self, name: str) -> EventRow | None:
        """The event of that id, or the only one of that label."""
        rows = await self.events()
        for row in rows:
            if row.id == name:
                return row
        labelled = [row for row in rows if row.label == name]
        return labelled[0] if len(labelled) == 1 else None

    def progress(self, row: EventRow) -> Progress:
        """Whether somebody plays it, and how fast."""
        if row.state != "running" and not self._is_played_here(row.id):
            return Progress(row.state, None)
        sight = self._sights.get(row.id) or self._observe(row)
        alive = self._now() - sight.alive_at < LIFELESS
        if not alive and not self._is_played_here(row.id):
            return Progress("stopped", None)
        return Progress("running", _rate(sight.counts))

    def _observe(self, row: EventRow) -> _Sight:
        now = self._now()
        sight = self._sights.get(row.id)
        if row.state != "running":
            self._sights.pop(row.id, None)
            return sight or _Sight()
        if sight is None:
            sight = self._sights[row.id] = _Sight(updated=row.updated)
            # Who gives no signs (an older pitboss) may be alive; a moment later its blocks tell.
            age = row.silence(self._clock()) if row.updated else 0.0
            sight.alive_at = now - abs(age)
        elif row.updated != sight.updated or row.blocks != sight.counts[-1][1]:
            sight.updated = row.updated
            sight.alive_at = now
        sight.counts.append((now, row.blocks))
        while sight.counts[0][0] < now - _WINDOW:
            sight.counts.popleft()
        return sight

    # Figures.

    async def figures(self, row: EventRow) -> Figures:
        """The newest figures that are there soon: at once but for the first time."""
        course = self._course(row)
        self._refresh(row, course)
        task = course.task
        if course.figures is None:
            assert task is not None
            return await asyncio.shield(task)
        # Those of large events take longer than anybody wants to wait.
        if task is not None and course.figures.seconds < _PATIENCE:
            await asyncio.wait([task], timeout=_PATIENCE)
        return course.figures

    async def soon(self, row: EventRow) -> Figures | None:
        """The figures if they are there soon, even for the first time."""
        course = self._course(row)
        self._refresh(row, course)
        if course.task is not None:
            await asyncio.wait([course.task], timeout=_PATIENCE)
        return course.figures

    async def part(self, figures: Figures, name: str, make: Callable[[], T]) -> T:
        """Something that takes a while to make from figures, made once."""
        made = figures.parts.get(name)
        if made is None:
            loop = asyncio.get_running_loop()
            made = figures.parts[name] = loop.run_in_executor(self._making, make)
        try:
            result: T = await asyncio.shield(made)
        except Exception:
            figures.parts.pop(name, None)
            raise
        return result

    def leader(self, row: EventRow) -> tuple[str, float | None] | None:
        """Who leads, as far as is known by now; finds out if nobody has asked before."""
        known = self._leaders.get(row.id)
        if row.blocks and (known is None or known[0] < row.blocks):
            busy = sum(course.task is not None for course in self._courses.values())
            if busy < _AHEAD:
                self._refresh(row, self._course(row))
        return known[1:] if known is not None else None

    def _course(self, row: EventRow) -> _Course:
        course = self._courses.get(row.id)
        if course is None:
            course = self._courses[row.id] = _Course(GrowingFigures(row.plan))
        self._courses.move_to_end(row.id)
        return course

    def _refresh(self, row: EventRow, course: _Course) -> None:
        made = course.figures
        if course.task is not None or (made is not None and made.blocks >= row.blocks):
            return
        if made is not None and self._now() < course.rested_at:
            return
        course.task = asyncio.create_task(self._figure_out(row, course))
        course.task.add_done_callback(_retrieve)

    async def _figure_out(self, row: EventRow, course: _Course) -> Figures:
        loop = asyncio.get_running_loop()
        try:
            figures = await loop.run_in_executor(
                self._figuring, course.growing.figures, self.journal, row, self._clock()
            )
        finally:
            course.task = None
        course.figures = figures
        course.rested_at = self._now() + min(_PAUSE * figures.seconds, _LONGEST_PAUSE)
        if figures.leader is not None:
            self._leaders[row.id] = (figures.blocks, *figures.leader)
        self._make_room(row.id)
        return figures

    def _make_room(self, kept: str) -> None:
        """Forget the rows of events that nobody has asked for lately."""
        for event, course in list(self._courses.items()):
            games = sum(one.growing.games for one in self._courses.values())
            if games <= _MOST_GAMES and len(self._courses) <= _MOST_EVENTS:
                return
            if event != kept and course.task is None:
                del self._courses[event]


def _planned(row: EventRow) -> int | None:
    try:
        row.plan.kind()
    except (StoreError, UnknownGame):
        return None
    return total_blocks(row.plan)


def _rate(counts: deque[tuple[float, int]]) -> float | None:
    if not counts:
        # It ends, or has only begun.
        return None
    (began, first), (ended, last) = counts[0], counts[-1]
    if ended - began < _SHORTEST:
        return None
    return (last - first) / (ended - began)


def _retrieve(task: "asyncio.Task[Any]") -> None:
    """Tell of a failure that nobody waits for."""
    if task.cancelled():
        return
    error = task.exception()
    if error is not None and not isinstance(error, StoreError):
        log.warn("an event can't be figured out", error=repr(error))
