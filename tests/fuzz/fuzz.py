"""`make fuzz`: a million frames, lines and requests that are almost right, over every wire.

Seeded, so that what was found can be found again; and resumable: what has been sent is noted in a
file, and the next run goes on there.
"""

import argparse
import asyncio
import json
import logging
import sys
import time
from pathlib import Path

from fuzz_rig import BATCH, OPTIONS, Fuzz
from serve_rig import serving

# Batches between two looks at the server, and at once.
_LOOK = 120
_AT_ONCE = 24
# Megabytes that a server may have grown by since it had heard the first ones.
_GROWTH = 64.0


def main() -> None:
    """Send what is missing, and say how the server stood it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000, help="cases in all")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--state", type=Path, default=Path("build/fuzz.json"))
    parser.add_argument("--again", action="store_true", help="begin at the beginning")
    asked = parser.parse_args()
    # Of connections that the server closes, as it should.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    batches = -(-asked.count // BATCH)
    done = 0
    if asked.state.exists() and not asked.again:
        noted = json.loads(asked.state.read_text())
        done = noted["batches"] if noted["seed"] == asked.seed else 0
    if done >= batches:
        print(f"All {asked.count} cases of seed {asked.seed} were sent; --again sends them anew.")
        return
    asked.state.parent.mkdir(parents=True, exist_ok=True)
    log = asked.state.with_suffix(".log")
    with serving(*OPTIONS, log=log) as server:
        fuzz = Fuzz(server)
        began, before = time.monotonic(), done
        first = grown = 0.0
        while done < batches:
            until = min(batches, done + _LOOK)
            for at in range(done, until, _AT_ONCE):
                asyncio.run(_send(fuzz, asked.seed, range(at, min(until, at + _AT_ONCE))))
            done = until
            fuzz.check()
            if "traceback" in log.read_text():
                sys.exit(f"there is a traceback in {log}")
            first = first or fuzz.memory
            grown = fuzz.memory - first
            asked.state.write_text(json.dumps({"seed": asked.seed, "batches": done}))
            rate = BATCH * (done - before) / (time.monotonic() - began)
            print(f"{BATCH * done:>9} cases, {rate:.0f} a second, {grown:+.0f} MB", flush=True)
            if grown > _GROWTH:
                sys.exit(f"the server has grown by {grown:.0f} MB")
        code, rest = server.stop()
        if code != 0 or "traceback" in rest:
            sys.exit(f"the server ended with {code}: {rest[-2000:]}")
    print(f"{BATCH * batches} cases: no traceback, no dead table, {grown:+.0f} MB.")


async def _send(fuzz: Fuzz, seed: str, numbers: range) -> None:
    await asyncio.gather(*(fuzz.batch(seed, number) for number in numbers))


if __name__ == "__main__":
    main()
