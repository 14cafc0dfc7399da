"""Train the heads-up blueprint of hold'em: `python training/blueprint.py --help`.

It solves each depth by Monte Carlo regret minimisation, saves its state as it goes, goes on from
there when it is started again, and writes the file that the package ships. The engines must be
compiled for it to end within hours. The result depends on the seed and the deals alone. The shipped
file has seed 1 and the default deals: 1.0 hours on one core of a busy machine, 1.5 MB.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pitboss.bots.holdem.abstraction import Buckets
from pitboss.bots.holdem.blueprint_solver import Solver, train
from pitboss.bots.holdem.blueprint_table import (
    FILE,
    PARTS,
    STREET_BUCKETS,
    all_flops,
    write_file,
)
from pitboss.bots.holdem.blueprint_tree import CALL, DEPTHS, FOLDED, Tree, betting_tree

CHUNK = 100_000
# Buckets to either side, and how many visits of a bucket they are worth together.
NEIGHBOURS = 5
NEIGHBOUR_VISITS = 20
PACKAGE = Path(__file__).parents[1] / "src/pitboss/bots/holdem"


def say(text: str) -> None:
    """A line of progress."""
    print(text, file=sys.stderr, flush=True)


def flop_rows(buckets: Buckets, flops: dict[int, bytes], saved: Path) -> bytes:
    """The buckets of all hands on all flops; `saved` keeps them for the next run."""
    masks = all_flops(buckets)
    if saved.exists():
        rows = saved.read_bytes()
        size = len(rows) // len(masks)
        for number, mask in enumerate(masks):
            flops[mask] = rows[number * size : (number + 1) * size]
        return rows
    rows = b""
    for number, mask in enumerate(masks):
        if number % 100 == 0:
            say(f"flop {number} of {len(masks)}")
        rows += buckets.flop_row(mask)
    saved.write_bytes(rows)
    return rows


def solve(depth: int, deals: int, seed: int, buckets: Buckets, state: Path) -> float:
    """Train one depth to so many deals, from its saved state if any; return the seconds."""
    tree = betting_tree(depth, STREET_BUCKETS)
    solver = Solver(tree, 0)
    done = 0
    spent = 0.0
    if state.exists():
        with np.load(state) as saved:
            done, spent = int(saved["done"]), float(saved["spent"])
            solver.restore(saved["regrets"].tolist(), saved["sums"].tolist())
    say(f"{depth} big blinds: {len(tree.decisions())} decisions, {tree.size} numbers")
    began = told = kept = time.monotonic()
    first = done
    while done < deals:
        count = min(CHUNK, deals - done)
        train(solver, buckets, count, done, seed)
        done += count
        now = time.monotonic()
        if now - told > 10 or done == deals:
            told = now
            left = (now - began) / (done - first) * (deals - done)
            say(f"{depth} big blinds: {done} of {deals} deals, {left / 60:.1f} minutes left")
        if now - kept > 240 or done == deals:
            kept = now
            regrets, sums = solver.tables()
            spare = state.with_suffix(".new.npz")
            total = spent + now - began
            np.savez(spare, done=done, spent=total, regrets=np.array(regrets), sums=np.array(sums))
            spare.replace(state)
    return spent + time.monotonic() - began


def probabilities(
    tree: Tree, node: int, sums: NDArray[np.float64], deals: int
) -> NDArray[np.float64]:
    """The average strategy of a decision by bucket; the rarer one came, the more its neighbours
    count, and one that never came is like its nearest."""
    width, count = tree.buckets[tree.street[node]], tree.count[node]
    base = tree.base[node]
    rows = sums[base : base + width * count].reshape(width, count)
    if tree.street[node] > 0:
        total = np.cumsum(np.vstack([np.zeros((1, count)), rows]), axis=0)
        every = np.arange(width)
        above = total[np.minimum(every + NEIGHBOURS + 1, width)]
        near = np.maximum(above - total[np.maximum(every - NEIGHBOURS, 0)], 0.0)
        # A deal weighs half of their number on average.
        prior = NEIGHBOUR_VISITS * deals / 2 / np.maximum(near.sum(axis=1), 1e-9)
        rows = rows + near * np.minimum(prior, 1.0)[:, None]
    totals = rows.sum(axis=1)
    met = np.flatnonzero(totals > 0)
    if len(met) == 0:
        rows = np.zeros((width, count))
        rows[:, tree.actions(node).index(CALL)] = 1.0
        return rows
    nearest = met[np.abs(np.arange(width)[:, None] - met[None, :]).argmin(axis=1)]
    known: NDArray[np.float64] = rows[nearest] / totals[nearest][:, None]
    return known


def fifteenths(rows: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Probabilities as whole fifteenths that sum to 15: the largest remainders are rounded up."""
    exact = rows * PARTS
    parts = np.floor(exact + 1e-9)
    missing = PARTS - parts.sum(axis=1).astype(int)
    order = np.argsort(-(exact - parts), axis=1, kind="stable")
    ranks = np.argsort(order, axis=1, kind="stable")
    whole: NDArray[np.uint8] = (parts + (ranks < missing[:, None])).astype(np.uint8)
    return whole


def pack(tree: Tree, sums: NDArray[np.float64], deals: int) -> bytes:
    """The section of one depth."""
    pieces = []
    for node, kind in enumerate(tree.kinds):
        if kind < FOLDED:
            pieces.append(fifteenths(probabilities(tree, node, sums, deals))[:, :-1].T.ravel())
    halves = np.concatenate(pieces)
    if len(halves) % 2:
        halves = np.append(halves, np.uint8(0))
    return bytes((halves[0::2] | halves[1::2] << 4).astype(np.uint8).tobytes())


def main() -> None:
    """Train what is asked for, and write the file once every depth has a state."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--deals",
        type=int,
        nargs=4,
        default=[60_000_000, 40_000_000, 40_000_000, 30_000_000],
        help="deals for 100, 50, 25 and 15 big blinds",
    )
    parser.add_argument("--state", type=Path, default=Path("blueprint-state"), help="a folder")
    parser.add_argument("--output", type=Path, default=PACKAGE / FILE)
    parser.add_argument("--pack-only", action="store_true", help="write what the state has so far")
    options = parser.parse_args()
    options.state.mkdir(exist_ok=True)
    flops: dict[int, bytes] = {}
    buckets = Buckets(flops, 1_000_000)
    sections = {"flops": flop_rows(buckets, flops, options.state / "flops.bin")}
    hours = {}
    for depth, deals in sorted(zip(DEPTHS, options.deals, strict=True)):
        state = options.state / f"{depth}.npz"
        if not options.pack_only:
            hours[depth] = round(solve(depth, deals, options.seed, buckets, state) / 3600, 3)
        with np.load(state) as saved:
            tree = betting_tree(depth, STREET_BUCKETS)
            sections[str(depth)] = pack(tree, saved["sums"], int(saved["done"]))
    data = write_file(sections)
    options.output.write_bytes(data)
    print(json.dumps({"bytes": len(data), "hours": hours}))


if __name__ == "__main__":
    main()
