"""What every table of a server uses: settings, clock, metrics, journal."""

from collections.abc import Callable
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Counter, Gauge, disable_created_metrics
from prometheus_client.exposition import generate_latest

from pitboss.server import log
from pitboss.server.settings import Settings
from pitboss.store.live_journal import LiveJournal

disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """The numbers that one server keeps; `text` is what /metrics answers."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._decisions: dict[str, Counter] = {}
        self.connections = Gauge(
            "pitboss_connections", "Open connections by wire.", ["wire"], registry=registry
        )
        self.games_running = Gauge(
            "pitboss_games_running", "Games in progress by game.", ["game"], registry=registry
        )
        self.games = Counter("pitboss_games", "Games begun by game.", ["game"], registry=registry)
        self.games_finished = Counter(
            "pitboss_games_finished", "Games finished by game.", ["game"], registry=registry
        )
        self.actions = Counter(
            "pitboss_actions", "Actions played by game.", ["game"], registry=registry
        )
        self.faults = Counter(
            "pitboss_faults", "Faults of players by kind.", ["kind"], registry=registry
        )
        self.rejected = Counter(
            "pitboss_rejected",
            "Connections and messages refused by reason.",
            ["reason"],
            registry=registry,
        )
        self.failures = Counter(
            "pitboss_table_failures", "Tables ended by a mistake of ours.", registry=registry
        )
        self.decision_seconds = Counter(
            "pitboss_decision_seconds",
            "Server time spent on decisions by game.",
            ["game"],
            registry=registry,
        )

    def count_decision(self, game: str, seconds: float) -> None:
        """Count the time that an answer took us; looking up labels takes longer than counting."""
        counter = self._decisions.get(game)
        if counter is None:
            counter = self._decisions[game] = self.decision_seconds.labels(game)
        counter.inc(seconds)

    def reject(self, reason: str) -> None:
        """Count a connection or a message that was refused."""
        self.rejected.labels(reason).inc()
        log.refuse(reason)

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        return generate_latest(self._registry)


@dataclass(kw_only=True)
class Services:
    """One server's, shared by all its doors."""

    settings: Settings
    metrics: Metrics
    journal: LiveJournal | None
    now: Callable[[], float]
    # Where the poker door listens; 0 until it does.
    poker_port: int = 0
    # Called for every answer over a connection with the seconds until all had been told.
    timed: Callable[[float], None] | None = None

    def decided(self, game: str, seconds: float) -> None:
        """Count the time that an answer took us."""
        self.metrics.count_decision(game, seconds)
        if self.timed is not None:
            self.timed(seconds)
