"""How soon `/api/events/{id}/standings` answers for a million games, also while they grow.

    python benchmarks/page/standings.py

The games are invented: a round-robin of eight bots, written into a journal of its own. Besides the
standings, a client asks for `/health` all the time: how late it is answered shows for how long the
server's event loop was kept from its tables.
"""

import argparse
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from arena import quantile, serving

from pitboss.events.batch import Batch, pack_actions
from pitboss.events.entrants import Entrant
from pitboss.events.plan import Plan, Schedule
from pitboss.events.schedule import next_round
from pitboss.statistics.results import row_type
from pitboss.store import Journal

WANTED: Final = 300.0
BOTS: Final = 8
# Blocks in a batch, and how often one is written while the event grows, in seconds.
BATCH: Final = 5000
PAUSE: Final = 0.5
CREATED: Final = "2026-01-31T12:00:00+00:00"


def plan_of(games: int) -> Plan:
    """A round-robin of built-in bots with at least so many games."""
    meetings = BOTS * (BOTS - 1) // 2
    return Plan(
        game="uno",
        rules="jedna@1",
        seats=2,
        entrants=tuple(Entrant(name=f"bot {one + 1}", bot="random") for one in range(BOTS)),
        seed="invented",
        schedule=Schedule(format="round-robin", blocks=games // meetings),
    )


def batch_of(plan: Plan, first: int, count: int) -> Batch:
    """Invented games in which earlier bots are a little better."""
    round_ = next_round(plan, 0, None)
    assert round_ is not None
    rng = np.random.default_rng(first)
    rows = np.zeros(2 * count, row_type(2))
    seated = np.array([round_.block(number).entrants for number in range(first, first + count)])
    rows["block"] = np.repeat(np.arange(first, first + count), 2)
    rows["rotation"] = np.tile([0, 1], count)
    rows["entrant"][0::2], rows["entrant"][1::2] = seated, seated[:, ::-1]
    ahead = rows["entrant"][:, 1] - rows["entrant"][:, 0]
    won = rng.random(2 * count) < 0.5 + ahead / (8 * BOTS)
    rows["place"] = np.where(np.stack([won, ~won], axis=1), 1, 2)
    rows["payoff"] = 2 - rows["place"]
    rows["score"] = 100 * rows["payoff"].astype(np.int64)
    rows["actions"] = 1
    games = [[0]] * (2 * count)
    return Batch(
        event=plan.id, first=first, count=count, rows=rows.tobytes(), actions=pack_actions(games)
    )


def timed(url: str) -> float:
    """How many ms it took to answer."""
    began = time.perf_counter()
    with urllib.request.urlopen(url, timeout=120) as answer:
        answer.read()
    return 1000 * (time.perf_counter() - began)


class Pulse:
    """Asks for `/health` again and again, from a thread."""

    def __init__(self, http: str) -> None:
        self.times: list[float] = []
        self._url = f"{http}/health"
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def _beat(self) -> None:
        while not self._over.wait(0.01):
            self.times.append(timed(self._url))

    def __enter__(self) -> "Pulse":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()


def again(url: str, seconds: float, each: Callable[[], object]) -> list[float]:
    """The ms of every answer within so many seconds; `each` is called after it."""
    times = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        times.append(timed(url))
        each()
        time.sleep(0.05)
    return times


def main() -> None:
    """Write the journal, ask, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=15.0)
    options = parser.parse_args()
    plan = plan_of(2 * options.games)
    print("| standings | games | ms: median, worst | wanted | /health meanwhile, worst ms |")
    print("|---|--:|--:|--:|--:|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        db = str(Path(folder) / "pitboss.db")
        with Journal.open(db) as journal:
            journal.begin(plan, label="invented", created=CREATED, note={})
            written = 0
            while written < options.games // 2:
                count = min(BATCH, options.games // 2 - written)
                journal.write([batch_of(plan, written, count)])
                written += count
            with serving("--db", db) as http:
                url = f"{http}/api/events/{plan.id}/standings"

                def row(name: str, measure: Callable[[], list[float]]) -> None:
                    with Pulse(http) as pulse:
                        times = measure()
                    wanted = f"{WANTED:.0f}" if "first" not in name else ""
                    print(
                        f"| {name} | {2 * written:,} | {quantile(times, 0.5):.1f}, "
                        f"{max(times):.1f} | {wanted} | {max(pulse.times):.1f} |",
                        flush=True,
                    )

                row("the first time", lambda: [timed(url)])
                row("later", lambda: again(url, options.seconds / 3, lambda: None))
                last = time.monotonic()

                def grow() -> None:
                    nonlocal written, last
                    if time.monotonic() - last > PAUSE:
                        journal.write([batch_of(plan, written, BATCH)])
                        written += BATCH
                        last = time.monotonic()

                row("while it grows", lambda: again(url, options.seconds, grow))


if __name__ == "__main__":
    main()
