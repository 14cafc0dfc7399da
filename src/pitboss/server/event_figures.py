"""What follows from an event's games: standings, who beats whom, and each bot's own results.

Made in threads; event_watch.py decides when.
"""

import asyncio
import time
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pitboss.events.plan import Plan
from pitboss.store import EventRow
from pitboss.store.journal import Journal

# Statistics and charts take a moment to import, and most servers never show an event.
if TYPE_CHECKING:
    from pitboss.report.growing_event import GrowingEvent
    from pitboss.report.summary import EventSummary
    from pitboss.statistics.pairs import PairScores


@dataclass(frozen=True)
class Figures:
    """An event's figures after so many blocks."""

    blocks: int
    games: int
    # None: nothing has been played.
    summary: "EventSummary | None" = None
    against: "PairScores" = ()
    leader: tuple[str, float | None] | None = None
    # How much of a processor's time it took to make them.
    seconds: float = 0.0
    # What else was made of them, by name.
    parts: dict[str, "asyncio.Future[Any]"] = field(default_factory=dict)


class GrowingFigures:
    """Figures of one event, again and again; each time only what is new is read."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._growing: GrowingEvent | None = None

    @property
    def games(self) -> int:
        """How many games' rows are kept."""
        return 0 if self._growing is None else self._growing.games

    def figures(self, journal: Journal, row: EventRow, now: datetime) -> Figures:
        """The figures of all that the journal has; never called by two threads at a time."""
        from pitboss.report.growing_event import GrowingEvent
        from pitboss.statistics.pairs import pair_scores

        began = time.thread_time()
        if self._growing is None:
            self._growing = GrowingEvent(self._plan)
        self._growing.read(journal)
        games = self._growing.games
        if not games:
            return Figures(0, 0)
        summary = self._growing.summary(row, commands=(), now=now)
        first = summary.rows[0]
        # What standings need besides; whoever asks for them does not wait for it then.
        _ = summary.placings
        return Figures(
            games // self._plan.seats,
            games,
            summary,
            pair_scores(summary.blocks, confidence=summary.standings.confidence),
            (first.name, first.payoff.estimate),
            time.thread_time() - began,
        )
