"""Whole events, journal included: games a second, two jobs against one, and whether it slows down.

    python -P benchmarks/arena/run.py

Every figure is of `Runner.run()` with a journal in a new file, from the first batch counted
to the last; bots that exit are started within. What a row is compared with is measured in the same
run.
"""

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pitboss
from pitboss.events.batch import Batch
from pitboss.events.entrants import read_entrants
from pitboss.events.plan import Plan
from pitboss.events.planner import make_plan
from pitboss.events.runner import Runner
from pitboss.events.schedule import Round
from pitboss.events.settings import EventSettings
from pitboss.events.workers import Pool, ThisProcess, Workers
from pitboss.players.forkserver.parent import ForkServer
from pitboss.players.program import Command, Process
from pitboss.store import Journal

BOTS = Path(__file__).parent.parent / "wires" / "bots"
JEDNA = f"'{sys.executable}' '{BOTS / 'jedna.py'}'"
HOLDEM = f"'{sys.executable}' '{BOTS / 'holdem.py'}'"
NATIVE = f"cmd=\"'{sys.executable}' '{BOTS / 'native_holdem.py'}'\" wire=native"
HANDS = 100


class Stopwatch:
    """Notes when how many blocks had been counted."""

    def __init__(self) -> None:
        self.blocks = 0
        self.moments: list[tuple[int, float]] = []

    def begins(self, round_: Round, missing: int) -> None:
        """Nothing to note."""

    def counted(self, batches: Sequence[Batch]) -> bool:
        """Note it."""
        self.blocks += sum(batch.count for batch in batches)
        self.moments.append((self.blocks, time.perf_counter()))
        return False


def plan_of(game: str, bots: Sequence[str], blocks: int, seed: str, rules: str = "") -> Plan:
    """A match of two."""
    settings = EventSettings(game=game, rules=rules, seats=2, blocks=blocks, seed=seed)
    return make_plan(settings, read_entrants(bots, Path.cwd()))


def run(plan: Plan, make: Callable[[], Workers]) -> Stopwatch:
    """Play a whole event, and note when it was how far."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(str(Path(folder) / "journal.db"))
        journal.begin(plan, label="", created="2026-01-01T00:00:00Z", note={})
        workers = make()
        watch = Stopwatch()
        Runner(plan, journal, workers, watch).run()
        workers.close()
        faults = len(list(journal.faults(plan.id)))
        journal.close()
        assert watch.blocks == plan.schedule.blocks
        assert not faults, f"{faults} faults"
    return watch


def rate(plan: Plan, make: Callable[[], Workers], each: int = 1) -> float:
    """Games, or what each game has of something, a second."""
    moments = run(plan, make).moments
    (first, began), (last, ended) = moments[0], moments[-1]
    return (last - first) * plan.seats * each / (ended - began)


def bare_starts(seconds: float) -> float:
    """Pairs of interpreters that start, read one line and exit, a second, on all cores."""
    script = "import json, sys; sys.stdin.readline()"
    cores = len(os.sched_getaffinity(0))
    running: list[subprocess.Popen[bytes]] = []
    count = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds or running:
        while time.perf_counter() - began < seconds and len(running) < 2 * cores:
            one = subprocess.Popen(
                [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            assert one.stdin
            one.stdin.write(b"{}\n")
            one.stdin.close()
            running.append(one)
        one = running.pop(0)
        one.wait()
        assert one.stdout
        one.stdout.close()
        count += 1
    return count / 2 / (time.perf_counter() - began)


def start_costs(count: int) -> tuple[float, float]:
    """Microseconds of processor time that a bot takes to start, read a line and exit.

    Plainly, and from a fork server: what its children and it itself took.
    """
    command = Command(words=(sys.executable, str(BOTS / "jedna.py"), "once"))
    forkserver = ForkServer(command)
    forkserver.prepare()
    try:
        while (first := forkserver.start()) is None:
            time.sleep(0.01)
        keeper = int(Path(f"/proc/{first.pid}/stat").read_text().rpartition(") ")[2].split()[1])
        first.close(1.0)
        before, ticks = resource.getrusage(resource.RUSAGE_CHILDREN), _ticks(keeper)
        # By turns, so that both have the same machine.
        for _ in range(count):
            _run_once(Process(command))
            program = forkserver.start()
            assert program
            _run_once(program)
        after, ticks = resource.getrusage(resource.RUSAGE_CHILDREN), _ticks(keeper) - ticks
    finally:
        forkserver.close()
    plain = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return 1e6 * plain / count, 1e6 * ticks / os.sysconf("SC_CLK_TCK") / count


def _run_once(program: Process) -> None:
    os.write(program.stdin, b'{"type": "game_end"}\n')
    program.close(5.0)


def _ticks(pid: int) -> int:
    """What a process and those that it has reaped took."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return sum(map(int, fields[11:15]))


def measure(rounds: int, scale: float) -> dict[str, Any]:
    """All rows, each as often as there are rounds."""
    found: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        found.setdefault(name, []).append(value)
        print(f"  {name}: {value:,.3g}", file=sys.stderr, flush=True)

    for number in range(rounds):
        seed = str(number)
        size = max(1, round(150 * scale))
        note("bare pairs of starts/s", bare_starts(3 * scale))
        plainly, forked = start_costs(max(1, round(200 * scale)))
        note("microseconds of processor time, plain start and exit", plainly)
        note("microseconds of processor time, from a fork server", forked)
        once = f'cmd="{JEDNA} once"'
        plan = plan_of("jedna", [once, once], size, seed)
        note("Jedna games/s, bots that exit, 2 jobs", rate(plan, lambda: Pool(2)))
        plain = f"{once} nursery=no"
        plan = plan_of("jedna", [plain, plain], size, seed)
        note("Jedna games/s, bots that exit, plain starts, 2 jobs", rate(plan, lambda: Pool(2)))
        plan = plan_of("jedna", [JEDNA, JEDNA], round(1000 * scale), seed)
        note("Jedna games/s, bots that stay, 1 job", rate(plan, ThisProcess))
        blocks = max(1, round(50 * scale))
        plan = plan_of("holdem-cash", [HOLDEM, HOLDEM], blocks, seed, f"hands={HANDS}")
        note("hold'em hands/s, bots that stay, 1 job", rate(plan, ThisProcess, HANDS))
        plan = plan_of("holdem-cash", [NATIVE, NATIVE], blocks, seed, f"hands={HANDS}")
        note("hold'em hands/s, the same, native wire, 1 job", rate(plan, ThisProcess, HANDS))
        blocks = round(300_000 * scale)
        for game, pair in (("jedna", ("simple", "random")), ("uno-online", ("simple", "simple"))):
            name = f"{game} games/s, {' and '.join(pair)}"
            plan = plan_of(game, pair, blocks, seed)
            note(f"{name}, 1 job", rate(plan, ThisProcess))
            note(f"{name}, 2 jobs", rate(plan, lambda: Pool(2)))
    return found


def growth(games: int) -> dict[str, float]:
    """Microseconds a game in the first thousand, and from there on in tenths of all."""
    plan = plan_of("jedna", ("simple", "random"), games // 2, "growth")
    watch = run(plan, ThisProcess)
    told = {}
    marks = [0.001, *(tenth / 10 for tenth in range(1, 11))]
    before_games, before_moment = 0, watch.moments[0][1]
    for mark in marks:
        for blocks, moment in watch.moments:
            if 2 * blocks >= mark * games and 2 * blocks > before_games:
                name = f"to game {2 * blocks:,}"
                told[name] = 1e6 * (moment - before_moment) / (2 * blocks - before_games)
                before_games, before_moment = 2 * blocks, moment
                break
    return told


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1.0, help="size of each measurement")
    parser.add_argument("--growth", type=int, default=1_000_000, help="games; 0: leave it out")
    asked = parser.parse_args()
    found = {
        "compiled": pitboss.COMPILED,
        "python": platform.python_version(),
        "cores": len(os.sched_getaffinity(0)),
        "rows": measure(asked.rounds, asked.scale),
        "growth": growth(asked.growth) if asked.growth else {},
    }
    print(f"Python {found['python']}, {found['cores']} cores, compiled: {found['compiled']}\n")
    print("| what | median | least | most |\n|---|---|---|---|")
    for name, values in found["rows"].items():
        middle = statistics.median(values)
        print(f"| {name} | {middle:,.0f} | {min(values):,.0f} | {max(values):,.0f} |")
    for name in [name for name in found["rows"] if name.endswith("2 jobs")]:
        alone = found["rows"].get(name.replace("2 jobs", "1 job"))
        if alone:
            ratios = [two / one for one, two in zip(alone, found["rows"][name], strict=True)]
            middle = statistics.median(ratios)
            label = name.replace(", 2 jobs", ": 2 jobs over 1")
            print(f"| {label} | {middle:.2f} | {min(ratios):.2f} | {max(ratios):.2f} |")
    print("\n| microseconds a game | |\n|---|---|")
    for name, value in found["growth"].items():
        print(f"| {name} | {value:.1f} |")
    print(json.dumps(found), file=sys.stderr)


if __name__ == "__main__":
    main()
