"""An event that may still be played: its summary, again and again, without reading it anew."""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec
import numpy as np

from pitboss import __version__
from pitboss.events.batch import Thinking
from pitboss.events.plan import Plan
from pitboss.events.trial import question_in
from pitboss.narration.live_games import moment_words
from pitboss.report.summary import EventSummary, Faults
from pitboss.statistics.results import Results, Rows, in_order, row_type
from pitboss.store import EventRow, Journal
from pitboss.store.batches import add_thinking


class GrowingEvent:
    """What was read of an event; `read` takes in only what the journal has got since."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._rows: Rows = np.empty(0, row_type(plan.seats))
        self._faults = Faults()
        self._thinking: dict[int, Thinking] = {}
        self._removed: dict[int, str] = {}
        # The first block of every page that was read.
        self._known: set[int] = set()

    @property
    def games(self) -> int:
        """How many games were read."""
        return len(self._rows)

    def read(self, journal: Journal) -> None:
        """Take in what is new."""
        self._removed = {one.entrant: one.reason for one in journal.removals(self.plan.id)}
        parts = [self._rows]
        for page in journal.pages(self.plan.id, self._known):
            self._known.add(page.first)
            parts.append(page.rows)
            for note in page.faults:
                self._faults.add(note)
            add_thinking(self._thinking, page.thinking)
        if len(parts) > 1:
            self._rows = in_order(parts)

    def summary(
        self, event: EventRow, *, commands: Sequence[str], now: datetime, show_seed: bool = False
    ) -> EventSummary:
        """The summary of all that was read; later reads leave it as it is."""
        names = tuple(entrant.name for entrant in self.plan.entrants)
        return EventSummary(
            plan=self.plan,
            event=event.id,
            label=event.label,
            created=moment_text(event.created),
            finished=moment_text(event.finished),
            written=moment_text(now.isoformat()),
            state=event.state,
            version=__version__,
            seed=self.plan.seed if show_seed else event.seed,
            commitment=event.commitment,
            commands=tuple(commands),
            results=Results(
                names, self.plan.kind().unit, self._rows, self.plan.apart, self.plan.payoff_limits()
            ),
            faults=self._faults.copy(),
            thinking={
                entrant: msgspec.structs.replace(times, histogram=[*times.histogram])
                for entrant, times in self._thinking.items()
            },
            removed=self._removed,
            question=question_in(event.note),
        )


def moment_text(text: str) -> str:
    """A moment as the report shows it; empty if there is none."""
    return moment_words(datetime.fromisoformat(text).astimezone(UTC).isoformat()) if text else ""
