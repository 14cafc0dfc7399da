"""What a sandbox costs: starts of programs and games of bots, inside and outside, side by side."""

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pitboss.events.entrants import read_entrants
from pitboss.events.plan import Block, Confinement, Plan
from pitboss.events.warm_players import WarmPlayers
from pitboss.events.worker import Work, play_blocks
from pitboss.players.program import Command, Process
from pitboss.players.sandbox import Sandbox, check_sandbox
from pitboss.players.sandbox.network import PrivateNetwork

BOTS = Path(__file__).parents[1] / "wires" / "bots"


def start(words: tuple[str, ...], sandbox: Sandbox | None) -> float:
    """Milliseconds from the order to start a program to its first byte."""
    began = time.perf_counter()
    process = Process(Command(words=words, sandbox=sandbox))
    while not process.read():
        time.sleep(0.0001)
    taken = time.perf_counter() - began
    process.close()
    return 1000 * taken


def games_a_second(folder: Path, once: str, confinement: str, blocks: int) -> float:
    """Games of two bots that stay, or with `once` leave after each, in one process."""
    texts = []
    for name in "ab":
        (folder / name).mkdir(exist_ok=True)
        shutil.copy(BOTS / "jedna.py", folder / name)
        texts.append(f"cmd='{sys.executable} {folder}/{name}/jedna.py {once}' name={name}")
    plan = Plan(
        game="uno",
        rules="jedna",
        seats=2,
        seed="bench",
        entrants=tuple(read_entrants(texts, folder)),
        confinement=Confinement(sandbox=confinement),
    )
    with WarmPlayers(plan) as warm:
        play_blocks(Work("event", plan, [Block(0, (0, 1)), Block(1, (0, 1))]), warm)
        began = time.perf_counter()
        batch = play_blocks(
            Work("event", plan, [Block(2 + one, (0, 1)) for one in range(blocks)]), warm
        )
        assert not batch.faults, batch.faults[0]
        return 2 * blocks / (time.perf_counter() - began)


def compared(
    name: str,
    outside: Callable[[], float],
    inside: Callable[[], float],
    n: int,
    best: Callable[[list[float]], float],
) -> None:
    """Print the medians of both, and the best, measured in turns."""
    sides = [[outside(), inside()] for _ in range(n)]
    cells = []
    for choose in (statistics.median, best):
        plain, held = (choose(list(values)) for values in zip(*sides, strict=True))
        cells += [f"{plain:,.1f}", f"{held:,.1f}", f"{held - plain:+,.1f}"]
    print(f"| {name} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Measure all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--blocks", type=int, default=100)
    typed = parser.parse_args()
    check_sandbox()
    box = Sandbox()
    network = PrivateNetwork()
    inside = Sandbox(entrance=network.entrance)
    print(
        "| | median outside | sandbox | | best outside | sandbox | |\n|---|---|---|---|---|---|---|"
    )
    for name, words in {
        "ms to start sh": ("/bin/sh", "-c", "echo x; read y"),
        "ms to start Python": (sys.executable, "-c", "print(1, flush=True); input()"),
    }.items():
        compared(
            name, lambda w=words: start(w, None), lambda w=words: start(w, box), typed.starts, min
        )
        compared(
            f"{name}, in its own network",
            lambda w=words: start(w, None),
            lambda w=words: start(w, inside),
            typed.starts,
            min,
        )
    network.close()
    with tempfile.TemporaryDirectory() as folder:
        for name, once in {"that stay": "", "from fork servers": "once"}.items():
            compared(
                f"Jedna games/s, bots {name}",
                lambda w=once: games_a_second(Path(folder), w, "off", typed.blocks),
                lambda w=once: games_a_second(Path(folder), w, "require", typed.blocks),
                typed.rounds,
                max,
            )


if __name__ == "__main__":
    main()
