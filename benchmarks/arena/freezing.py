"""What it costs to count processor time and to freeze: the same games with and without, in turns.

    python -P benchmarks/arena/freezing.py --rounds 5

Each round plays every way once, one after the other; a ratio is of one round, so that what the
machine does in between is in both.
"""

import argparse
import platform
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

import pitboss
from pitboss.events.entrants import read_entrants
from pitboss.events.plan import Block, Plan
from pitboss.events.planner import make_plan
from pitboss.events.settings import EventSettings
from pitboss.events.warm_players import WarmPlayers
from pitboss.events.worker import Work, play_blocks

BOTS = Path(__file__).parent.parent / "wires" / "bots"
WAYS = {
    "wall clock, nobody frozen": {"clock": "wall", "ponder": True},
    "processor time, nobody frozen": {"clock": "cpu", "ponder": True},
    "processor time, frozen": {"clock": "cpu", "ponder": False},
}
# Thinks long enough for the other one to be frozen, in every turn.
THINKER = """
import runpy, sys, time
class Slow:
    def __init__(self, file): self.file = file
    def write(self, text):
        until = time.process_time() + 0.015
        while time.process_time() < until: pass
        return self.file.write(text)
    def __getattr__(self, name): return getattr(self.file, name)
sys.stdout = Slow(sys.stdout)
runpy.run_path(sys.argv[1], run_name="__main__")
"""


def processor_seconds() -> float:
    """What this process and its children that have ended have used."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def rate(plan: Plan, blocks: int) -> tuple[float, float]:
    """Games a second with programs that are warm, and milliseconds of processor time for one."""
    before = processor_seconds()
    with WarmPlayers(plan) as warm:
        pair = tuple(range(plan.seats))
        play_blocks(Work("", plan, [Block(0, pair)]), warm)
        began = time.perf_counter()
        batch = play_blocks(Work("", plan, [Block(1 + n, pair) for n in range(blocks)]), warm)
        seconds = time.perf_counter() - began
        assert not batch.faults, batch.faults
    games = plan.seats * blocks
    return games / seconds, 1000 * (processor_seconds() - before) / games


def measure(title: str, game: str, rules: str, bot: str, blocks: int, rounds: int) -> None:
    """Print a row for each way."""
    settings = EventSettings(game=game, rules=rules, seats=2, blocks=blocks, seed="freezing")
    plan = make_plan(settings, read_entrants([bot, bot], Path.cwd()))
    rates: dict[str, list[float]] = {way: [] for way in WAYS}
    costs: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(rounds):
        for way, keys in WAYS.items():
            games, cost = rate(msgspec.structs.replace(plan, **keys), blocks)
            rates[way].append(games)
            costs[way].append(cost)
    first = next(iter(WAYS))
    for way in WAYS:
        ratios = [one / other for one, other in zip(rates[way], rates[first], strict=True)]
        extra = [one / other for one, other in zip(costs[way], costs[first], strict=True)]
        print(
            f"| {title}, {way} | {statistics.median(rates[way]):,.1f} | "
            f"{statistics.median(ratios):.2f} | {statistics.median(costs[way]):.1f} ms | "
            f"{statistics.median(extra):.2f} |",
            flush=True,
        )


def main(arguments: Sequence[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1.0, help="of the number of games")
    options = parser.parse_args(arguments)
    build = "compiled" if pitboss.COMPILED else "pure Python"
    print(f"Python {platform.python_version()}, {build}\n")
    print("| what | games/s | to the first | processor time a game | to the first |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        thinker = Path(folder) / "thinker.py"
        thinker.write_text(THINKER)
        python, jedna, holdem = sys.executable, BOTS / "jedna.py", BOTS / "holdem.py"
        rows = (
            ("Jedna, bots that stay", "jedna", "", f"cmd='{python} {jedna}'", 100),
            ("hold'em of 100 hands, bots that stay", "cash", "", f"cmd='{python} {holdem}'", 6),
            ("Jedna, 15 ms a move", "jedna", "", f"cmd='{python} {thinker} {jedna}'", 2),
        )
        for title, game, rules, bot, blocks in rows:
            measure(title, game, rules, bot, max(1, round(options.scale * blocks)), options.rounds)


if __name__ == "__main__":
    main(sys.argv[1:])
