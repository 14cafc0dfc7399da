"""What every table of a server uses: settings, clock, metrics, journal."""

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.server.metrics import Metrics
from pitboss.server.settings import Settings
from pitboss.store.live_journal import LiveJournal


@dataclass(kw_only=True)
class Services:
    """One server's, shared by all its doors."""

    settings: Settings
    metrics: Metrics
    journal: LiveJournal | None
    now: Callable[[], float]
    # Called for every answer over a connection with the seconds until all had been told.
    timed: Callable[[float], None] | None = None

    def decided(self, game: str, seconds: float) -> None:
        """Count the time that an answer took us."""
        self.metrics.decision_seconds.labels(game).inc(seconds)
        if self.timed is not None:
            self.timed(seconds)
