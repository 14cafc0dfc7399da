"""How long `pitboss standings` takes, and how much memory, for large events.

    python benchmarks/arena/standings.py

The games are invented: everybody against everybody, earlier ones being a little better, in a
journal as an event would leave it. With `--json` the command also takes the digest of every move,
which is not measured here.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import numpy as np

from pitboss.events.batch import Batch, pack_actions
from pitboss.events.entrants import Entrant
from pitboss.events.plan import Plan, Schedule
from pitboss.statistics.results import row_type
from pitboss.store import Journal

# Bots, games, the game and its rules, and what is wanted: seconds and MB.
EVENTS: Final = (
    (2, 3_000_000, "uno", "jedna@1", 2, 300),
    (500, 250_000, "uno", "jedna@1", 10, 500),
    (500, 250_000, "holdem", "hand@1", 10, 500),
)
# Blocks in a batch; built-in bots play several times as many in one.
BATCH: Final = 1000
CREATED: Final = "2026-01-31T12:00:00+00:00"


def plan_of(bots: int, games: int, game: str, rules: str) -> Plan:
    """A round-robin."""
    meetings = bots * (bots - 1) // 2
    return Plan(
        game=game,
        rules=rules,
        seats=2,
        entrants=tuple(Entrant(name=f"bot {one + 1}", bot="random") for one in range(bots)),
        seed="invented",
        schedule=Schedule(format="round-robin", blocks=max(games // 2 // meetings, 1)),
    )


def batch_of(plan: Plan, first: int, count: int) -> Batch:
    """Invented games, each of a single move."""
    bots = len(plan.entrants)
    pairs = np.stack(np.triu_indices(bots, 1), axis=1)
    seated = pairs[np.arange(first, first + count) % len(pairs)]
    rng = np.random.default_rng(first)
    rows = np.zeros(2 * count, row_type(2))
    rows["block"] = np.repeat(np.arange(first, first + count), 2)
    rows["rotation"] = np.tile([0, 1], count)
    rows["entrant"][0::2], rows["entrant"][1::2] = seated, seated[:, ::-1]
    ahead = (rows["entrant"][:, 1] - rows["entrant"][:, 0]) / bots
    luck = rng.normal(size=2 * count) + 0.4 * ahead
    rows["place"] = np.where(np.stack([luck > 0, luck <= 0], axis=1), 1, 2)
    if plan.game == "uno":
        rows["payoff"] = 2 - rows["place"]
        rows["score"] = rng.integers(1, 200, (2 * count, 1)) * (2 - rows["place"])
    else:
        rows["payoff"] = np.round(np.stack([luck, -luck], axis=1) * 900)
        rows["score"] = rows["payoff"]
    rows["actions"] = 1
    return Batch(
        event=plan.id,
        first=first,
        count=count,
        rows=rows.tobytes(),
        actions=pack_actions([[0]] * (2 * count)),
    )


def write(db: str, plan: Plan, games: int) -> None:
    """A journal with these games."""
    with Journal.open(db) as journal:
        journal.begin(plan, label="invented", created=CREATED, note={})
        firsts = range(0, games // 2, BATCH)
        for some in range(0, len(firsts), 100):
            journal.write(
                [
                    batch_of(plan, first, min(BATCH, games // 2 - first))
                    for first in firsts[some : some + 100]
                ]
            )


def measured(db: str) -> tuple[float, float, float]:
    """The seconds by the clock and of the processor, and the peak in MB."""
    command = [sys.executable, "-m", "pitboss", "standings", "--db", db]
    began = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"pitboss standings ended with {child.returncode}")
    return seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    """Write the journals, measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="the best one counts")
    options = parser.parse_args()
    print("| bots | games | unit | seconds | wanted | of the processor | MB | wanted |")
    print("|--:|--:|---|--:|--:|--:|--:|--:|", flush=True)
    for bots, games, game, rules, most_seconds, most_memory in EVENTS:
        plan = plan_of(bots, games, game, rules)
        with tempfile.TemporaryDirectory() as folder:
            db = str(Path(folder) / "pitboss.db")
            write(db, plan, games)
            seconds, processor, memory = min(measured(db) for _ in range(options.rounds))
        print(
            f"| {bots} | {games:,} | {plan.kind().unit.value} | {seconds:.1f} | {most_seconds} | "
            f"{processor:.1f} | {memory:.0f} | {most_memory} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
