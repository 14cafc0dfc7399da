"""Measure the engines beside their peers and write the tables into README.md.

Every measurement is a process of its own; contestants of a row run side by side, in rounds, so
that a slow spell of the machine falls on all of them.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import environment
from report import Measured, row_table, steady_table, targets_table
from rows import ROWS, Contestant, Row, Where

import pitboss

HERE = Path(__file__).parent
README = HERE / "README.md"
BEGIN = "<!-- figures -->"
END = "<!-- end of figures -->"


def child(where: Where, *arguments: str) -> dict[str, float] | str:
    """Run a module of this folder in its environment: what it measured, or why it could not."""
    python = environment.PYTHON if where is Where.PEERS else Path(sys.executable)
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if where is Where.PURE:
        # The plain source comes before the compiled package that is installed.
        variables["PYTHONPATH"] = str(environment.ROOT / "src")
    done = subprocess.run(
        [python, "-m", *arguments],
        cwd=HERE,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        return (done.stderr.strip().splitlines() or [f"ended with {done.returncode}"])[-1]
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def measure(row: Row, contestant: Contestant, seconds: float) -> Measured | None:
    """One contestant, once."""
    module, loop = contestant.run
    found = child(contestant.where, module, loop, str(row.seats), "--seconds", str(seconds))
    if isinstance(found, str):
        say(f"  {contestant.name} could not run: {found}")
        return None
    measured = Measured(int(found["games"]), int(found["actions"]), found["seconds"])
    say(f"  {contestant.name}: {measured.rate:,.0f} {row.unit}/s")
    return measured


def measure_all(
    rows: Sequence[Row], rounds: int, seconds: float
) -> dict[str, dict[str, list[Measured]]]:
    """Every contestant of every row, in rounds; one that can't run is not tried again."""
    figures: dict[str, dict[str, list[Measured]]] = {
        row.name: {contestant.name: [] for contestant in row.contestants} for row in rows
    }
    unable = set()
    for at in range(rounds):
        for row in rows:
            say(f"Round {at + 1} of {rounds}: {row.title}")
            for contestant in row.contestants:
                if (row.name, contestant.name) in unable:
                    continue
                measured = measure(row, contestant, seconds)
                if measured is None:
                    unable.add((row.name, contestant.name))
                else:
                    figures[row.name][contestant.name].append(measured)
    return figures


def measure_steady(seconds: float) -> list[str]:
    """Memory and drift of our games, as a table."""
    memory = {}
    drift = {}
    for game, seats in (("uno", 10), ("holdem", 9)):
        what = f"{game}, {seats} seats"
        held = child(Where.COMPILED, "steady", "memory", game, str(seats))
        if not isinstance(held, str):
            memory[what] = held["bytes"]
        spent = child(
            Where.COMPILED, "steady", "drift", game, str(seats), "--seconds", str(seconds)
        )
        if not isinstance(spent, str):
            drift[what] = (spent["first"], spent["last"])
    return steady_table(memory, drift)


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def write_readme(report: str) -> None:
    """Put the report between the marks."""
    text = README.read_text()
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    README.write_text(f"{before}{BEGIN}\n{report}\n{END}{after}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the engines beside their peers.")
    parser.add_argument("--quick", action="store_true", help="one short round; writes no README")
    parser.add_argument("--only", metavar="ROW", help=f"one of: {', '.join(r.name for r in ROWS)}")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement")
    parser.add_argument("--json", type=Path, metavar="FILE", help="every measurement, as JSON")
    options = parser.parse_args()
    rows = [row for row in ROWS if options.only in (None, row.name)]
    if not rows:
        parser.error(f"there is no row {options.only!r}")
    if not pitboss.COMPILED:
        say("pitboss is not compiled here, so these are the figures of pure Python.")
    for peer, reason in environment.install_peers().items():
        say(f"{peer} could not be installed and is left out: {reason}")
    rounds, seconds = (1, 0.2) if options.quick else (options.rounds, options.seconds)

    figures = measure_all(rows, rounds, seconds)
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    lines = [f"{machine}; the best of {rounds} rounds of {seconds:g} s.", ""]
    lines += [*targets_table(rows, figures), ""]
    for row in rows:
        lines += row_table(row, figures[row.name])
    if options.only is None:
        lines += measure_steady(10 * seconds)
    report = "\n".join(lines).strip()
    print(report)
    if options.json is not None:
        told = {
            row: {
                name: [[one.games, one.actions, one.seconds] for one in found]
                for name, found in contestants.items()
            }
            for row, contestants in figures.items()
        }
        options.json.write_text(json.dumps(told, indent=1) + "\n")
    if options.only is None and not options.quick:
        write_readme(report)


if __name__ == "__main__":
    main()
