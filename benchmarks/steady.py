"""What time does not show: memory per live game, and whether the last game costs as the first.

Run in a process of its own: `python -m steady memory uno 10`, `python -m steady drift uno 4`.
"""

import argparse
import gc
import json
import os
from pathlib import Path
from time import process_time

from ours import begun, deal_holdem, deal_uno, holdem_sampled, uno_sampled

LIVE = 20_000
CHUNKS = 12
EDGE = 3
DEALS = {"holdem": deal_holdem, "uno": deal_uno}
LOOPS = {"holdem": holdem_sampled, "uno": uno_sampled}


def resident() -> int:
    """Bytes of this process in memory; the engines' arrays are unseen by sys.getsizeof."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def memory(game: str, seats: int) -> dict[str, float]:
    """The growth of the process by so many copies of a game under way, for each."""
    live = begun(DEALS[game](seats), 2 * seats)
    held = [live] * LIVE
    gc.collect()
    before = resident()
    for at in range(LIVE):
        held[at] = live.copy()
    return {"bytes": (resident() - before) / LIVE}


def drift(game: str, seats: int, seconds: float) -> dict[str, float]:
    """Seconds per game at the beginning and at the end of many chunks, the best of three each."""
    loop = LOOPS[game](seats)
    loop(50)
    games = 1
    while True:
        start = process_time()
        loop(games)
        if process_time() - start >= seconds / CHUNKS:
            break
        games *= 2
    spent = []
    for _ in range(CHUNKS):
        start = process_time()
        loop(games)
        spent.append((process_time() - start) / games)
    return {"first": min(spent[:EDGE]), "last": min(spent[-EDGE:]), "games": CHUNKS * games}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["memory", "drift"])
    parser.add_argument("game", choices=list(DEALS))
    parser.add_argument("seats", type=int)
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()
    if options.what == "memory":
        print(json.dumps(memory(options.game, options.seats)))
    else:
        print(json.dumps(drift(options.game, options.seats, options.seconds)))
