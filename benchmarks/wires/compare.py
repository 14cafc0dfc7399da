"""Two installed versions side by side in one run: every aim of the wires, before and after.

    python benchmarks/wires/compare.py --before OLD/bin/python OLD_TREE/benchmarks/wires

Both pythons need a compiled pitboss. The versions take turns, run after run, and each ratio is to
the bare ping-pong of the same process, so that what else the machine does concerns both alike.
Figures are medians of the runs, with the least and the greatest.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
# What is measured, in which unit, and the most that is wanted.
AIMS = {
    "pipe": ("a decision over a pipe, bots on any core", "times bare", 1.15),
    "pipe-pinned": ("a decision over a pipe, bots on the runner's core", "times bare", 1.15),
    "holdem": ("hold'em over lines, sessions of 100 hands", "times bare", 1.25),
    "native": ("native wire, Jedna", "times bare", 1.25),
    "native-holdem": ("native wire, hold'em, sessions of 100 hands", "times bare", 1.25),
    "seats-2": ("AlgoPoker server, 2 seats", "CPU ms an action", 0.09),
    "seats-6": ("AlgoPoker server, 6 seats", "CPU ms an action", 0.14),
    "seats-9": ("AlgoPoker server, 9 seats", "CPU ms an action", 0.19),
    "help": ("pitboss --help", "ms", 120.0),
}


def measure(what: str) -> dict[str, float]:
    """The figure of one aim, of the version that is installed here; `cpu` by processor time."""
    if what.startswith("pipe"):
        return _pipe(pinned=what == "pipe-pinned")
    if what.startswith("seats-"):
        return _server(int(what.removeprefix("seats-")))
    if what == "help":
        return _help()
    return _stay(what)


def _pipe(*, pinned: bool) -> dict[str, float]:
    import pipe

    core = min(os.sched_getaffinity(0)) if pinned else None
    _, _, ratio, cpu, _ = pipe.measure(core)
    return {"figure": ratio, "cpu": cpu}


def _stay(what: str) -> dict[str, float]:
    import stdio

    uno, cash = stdio.kind_named("uno"), stdio.kind_named("holdem-cash")
    jedna, session = uno.rules("jedna"), cash.rules("")
    if what == "native":
        made = stdio.native(uno, jedna)
        row = stdio.staying(stdio.NATIVE_JEDNA_BOT, made, uno, jedna, stdio.NATIVE, 40, 1, 9)
    elif what == "native-holdem":
        made = stdio.native(cash, session)
        row = stdio.staying(stdio.NATIVE_HOLDEM_BOT, made, cash, session, stdio.NATIVE, 5, 100, 9)
    else:
        # Before the wires were registered it had another name.
        made = getattr(stdio, "AlgoPokerSession", None) or stdio.LineSession
        row = stdio.staying(stdio.HOLDEM_BOT, made, cash, session, stdio.ALGOPOKER, 5, 100, 9)
    return {"figure": float(row[4]), "cpu": float(row[5].rpartition("=")[2])}


def _server(seats: int) -> dict[str, float]:
    import algopoker
    import uvloop

    row = uvloop.run(algopoker.measure(1, seats, 20, 0.05, None))
    return {"figure": row["cpu_ms"], "cpu": row["cpu_ms"]}


def _help() -> dict[str, float]:
    words = [str(Path(sys.executable).parent / "pitboss"), "--help"]
    took, spent = [], []
    for _ in range(5):
        children = os.times()
        begun = time.perf_counter()
        subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
        took.append(1000 * (time.perf_counter() - begun))
        now = os.times()
        used = now.children_user + now.children_system
        spent.append(1000 * (used - children.children_user - children.children_system))
    return {"figure": statistics.median(took), "cpu": statistics.median(spent)}


def measured(python: str, folder: Path, what: str) -> dict[str, float]:
    """The figure of one aim in a process of the version's own."""
    words = [python, "-P", __file__, "--only", what, "--folder", str(folder)]
    done = subprocess.run(words, stdout=subprocess.PIPE, check=True, timeout=600)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _spread(values: list[float]) -> str:
    digits = 0 if values[0] > 10 else 2 if values[0] > 0.5 else 3
    middle, least, most = statistics.median(values), min(values), max(values)
    return f"{middle:.{digits}f} ({least:.{digits}f} to {most:.{digits}f})"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--before", nargs=2, metavar=("PYTHON", "FOLDER"), required=True)
    parser.add_argument("--after", nargs=2, metavar=("PYTHON", "FOLDER"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--aims", nargs="*", choices=list(AIMS), default=list(AIMS))
    options = parser.parse_args()
    after = options.after or (sys.executable, str(HERE))
    sides = [(python, Path(folder).resolve()) for python, folder in (options.before, after)]
    load = os.getloadavg()[0]
    print(f"{options.runs} runs, {os.cpu_count()} cores, load at the start {load:.1f}\n")
    print("| | unit | before | after | wanted | by processor time, before | after |")
    print("|---|---|--:|--:|--:|--:|--:|")
    for what in options.aims:
        label, unit, wanted = AIMS[what]
        rows: list[list[dict[str, float]]] = [[], []]
        for _ in range(options.runs):
            for side, (python, folder) in enumerate(sides):
                rows[side].append(measured(python, folder, what))
        before, now = ([row["figure"] for row in side] for side in rows)
        cpu_before, cpu_now = ([row["cpu"] for row in side] for side in rows)
        cells = [label, unit, _spread(before), _spread(now), f"{wanted:g}"]
        print("|", " | ".join([*cells, _spread(cpu_before), _spread(cpu_now)]), "|", flush=True)
    print(f"\nload at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    if "--only" in sys.argv:
        one = argparse.ArgumentParser()
        one.add_argument("--only")
        one.add_argument("--folder")
        wanted_one = one.parse_args()
        sys.path.insert(0, wanted_one.folder)
        print(json.dumps(measure(wanted_one.only)))
    else:
        main()
