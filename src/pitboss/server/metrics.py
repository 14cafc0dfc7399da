"""Counters and gauges of the running server, as Prometheus text."""

from collections import defaultdict


class Metrics:
    """Numbers by name and label; `text` is what /metrics answers."""

    def __init__(self) -> None:
        self._counters: dict[str, defaultdict[str, float]] = {}
        self._help: dict[str, tuple[str, str]] = {}

    def declare(self, name: str, kind: str, meaning: str) -> None:
        """Name a metric, `counter` or `gauge`, before it is used."""
        self._help[name] = (kind, meaning)
        self._counters.setdefault(name, defaultdict(float))

    def add(self, name: str, amount: float = 1.0, label: str = "") -> None:
        """Count; the label is written as Prometheus has it, such as `game="uno"`."""
        self._counters[name][label] += amount

    def set(self, name: str, value: float, label: str = "") -> None:
        """Put a gauge to a value."""
        self._counters[name][label] = value

    def text(self) -> str:
        """All metrics in the text format of Prometheus."""
        lines: list[str] = []
        for name, (kind, meaning) in self._help.items():
            lines += [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]
            for label, value in sorted(self._counters[name].items()):
                lines.append(f"{name}{{{label}}} {value:g}" if label else f"{name} {value:g}")
        return "\n".join(lines) + "\n"


def server_metrics() -> Metrics:
    """The metrics that the server keeps."""
    metrics = Metrics()
    metrics.declare("pitboss_connections", "gauge", "Open connections by wire.")
    metrics.declare("pitboss_games_running", "gauge", "Games in progress by game.")
    metrics.declare("pitboss_games_total", "counter", "Games begun by game.")
    metrics.declare("pitboss_games_finished_total", "counter", "Games finished by game.")
    metrics.declare("pitboss_actions_total", "counter", "Actions played by game.")
    metrics.declare("pitboss_faults_total", "counter", "Faults of players by kind.")
    metrics.declare(
        "pitboss_rejected_total", "counter", "Connections and messages refused by reason."
    )
    metrics.declare("pitboss_decision_seconds_total", "counter", "Server time spent on decisions.")
    return metrics
