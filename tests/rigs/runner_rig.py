"""Events for tests: plans of built-in bots, run to the end in a journal of their own."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pitboss.events.batch import Batch, digest
from pitboss.events.entrants import read_entrants
from pitboss.events.plan import Plan
from pitboss.events.planner import make_plan
from pitboss.events.runner import Runner
from pitboss.events.schedule import Round
from pitboss.events.settings import EventSettings
from pitboss.events.workers import Pool, ThisProcess, Workers
from pitboss.store import Journal

CREATED = "2026-01-01T00:00:00Z"


def plan_of(
    game: str,
    *bots: str,
    blocks: int,
    seed: str = "1",
    format: str | None = None,  # noqa: A002
    mirror: bool | Literal["apart"] = True,
) -> Plan:
    settings = EventSettings(game=game, blocks=blocks, seed=seed, format=format, mirror=mirror)
    return make_plan(settings, read_entrants(bots, Path.cwd()))


class Onlooker:
    """Counts, and stops after so many blocks if told to."""

    def __init__(self, most: int | None = None) -> None:
        self.blocks = 0
        self.rounds = 0
        self.waited: list[str] = []
        self.removed: list[tuple[str, str]] = []
        self.told: list[str] = []
        self._most = most

    def begins(self, round_: Round, missing: int) -> None:  # noqa: ARG002
        self.rounds += 1

    def counted(self, batches: Sequence[Batch]) -> bool:
        self.blocks += sum(batch.count for batch in batches)
        return self._most is not None and self.blocks >= self._most

    def wants(self, left: int) -> int:
        return left

    def waits(self, reason: str, seconds: float) -> None:  # noqa: ARG002
        self.waited.append(reason)

    def removes(self, name: str, reason: str) -> None:
        self.removed.append((name, reason))

    def notes(self, text: str) -> None:
        self.told.append(text)


def run(
    plan: Plan, path: Path, workers: Workers | None = None, onlooker: Onlooker | None = None
) -> str:
    """Play what is missing; the digest of all games in the journal."""
    mine = workers or ThisProcess()
    with Journal.open(str(path)) as journal:
        journal.begin(plan, label="", created=CREATED, note={})
        try:
            Runner(plan, journal, mine, onlooker or Onlooker()).run()
        finally:
            mine.close()
        return digest(journal.batches(plan.id))


__all__ = ["CREATED", "Onlooker", "Pool", "plan_of", "run"]
