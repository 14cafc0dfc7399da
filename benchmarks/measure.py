"""One measurement: a loop run for about so many seconds, told as one JSON line."""

import argparse
import gc
import json
import os
from collections.abc import Callable

# Processor time: on a busy machine it tells more than the clock on the wall, and here, with one
# thread that never waits, it is the same on an idle one.
from time import process_time

# Plays that many games (or copies, or evaluations) and tells how many actions they took.
Loop = Callable[[int], int]

SMALL_BLIND = 50
BIG_BLIND = 100
STACK = 10_000


def timed(loop: Loop, seconds: float) -> dict[str, float]:
    """Run the loop in growing batches until the time is up, after one batch to warm it."""
    batch = 1
    while True:
        start = process_time()
        loop(batch)
        spent = process_time() - start
        if spent >= seconds / 20:
            break
        batch *= 2
    gc.collect()
    games = actions = 0
    total = 0.0
    while total < seconds:
        start = process_time()
        actions += loop(batch)
        total += process_time() - start
        games += batch
    return {"games": games, "actions": actions, "seconds": total}


def main(**loops: Callable[[int], Loop]) -> None:
    """Time the loop named on the command line: `python -m peers.clubs holdem 6`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("loop", choices=[name.replace("_", "-") for name in loops])
    parser.add_argument("seats", type=int)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    # Some peers print as they play: their words go nowhere, the figures to the real output.
    with os.fdopen(os.dup(1), "w") as out:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        loop = loops[options.loop.replace("-", "_")](options.seats)
        out.write(json.dumps(timed(loop, options.seconds)) + "\n")
