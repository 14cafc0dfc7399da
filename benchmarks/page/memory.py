"""Whether a page that stays open grows: its heap and its nodes after thousands of moves.

    python benchmarks/page/memory.py

Chromium watches a client that plays with built-in bots. After some moves, and again after 10,000
more, the game waits, garbage is collected, and the page is asked for its heap, its nodes and its
listeners.
"""

import argparse
import asyncio
from typing import Any, Final

from arena import ENDLESS, chromium, players, serving, until

# Until caches of cards and of code are as full as they get.
WARM_UP: Final = 2000
FIGURES: Final = {"JSHeapUsedSize": "heap, KB", "Nodes": "nodes", "JSEventListeners": "listeners"}


async def measure(http: str, game: str, moves: int, looks: int) -> list[dict[str, float]]:
    """The figures before, on the way, and after so many moves."""
    order = {"game": ENDLESS[game], "seats": 4, "house": ["simple"] * 3, "time": {"move": 600}}
    gate = asyncio.Event()
    gate.set()
    table = f"long-{game}"
    async with players(http, table, order, ["red"], 0, [], gate), chromium() as browser:
        page = await browser.new_page(viewport={"width": 1280, "height": 800})
        session = await page.context.new_cdp_session(page)
        await session.send("Performance.enable")
        heard = 0

        def hear(frame: Any) -> None:
            nonlocal heard
            heard += str(frame).startswith('{"type":"state"')

        page.on("websocket", lambda socket: socket.on("framereceived", hear))

        async def figures() -> dict[str, float]:
            gate.clear()
            await asyncio.sleep(3)
            # What is on its way was drawn, and what flies has landed.
            await page.evaluate("() => new Promise((done) => setTimeout(done, 6000))")
            for _ in range(3):
                await session.send("HeapProfiler.collectGarbage")
                await asyncio.sleep(0.3)
            metrics = (await session.send("Performance.getMetrics"))["metrics"]
            gate.set()
            return {one["name"]: one["value"] for one in metrics if one["name"] in FIGURES}

        await page.goto(f"{http}/table/{table}")
        found = []
        for look in range(looks + 1):
            wanted = WARM_UP + moves * look // looks
            await until(lambda wanted=wanted: heard >= wanted)  # type: ignore[misc]
            found.append(await figures())
        return found


async def main() -> None:
    """Measure both games, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=10_000)
    parser.add_argument("--looks", type=int, default=4)
    options = parser.parse_args()
    counts = [options.moves * look // options.looks for look in range(options.looks + 1)]
    print(f"| game | after moves | {' | '.join(f'{count:,}' for count in counts)} |")
    print(f"|---|---|{'--:|' * len(counts)}")
    with serving() as http:
        for game in ENDLESS:
            found = await measure(http, game, options.moves, options.looks)
            for name, title in FIGURES.items():
                unit = 1024 if "KB" in title else 1
                row = " | ".join(f"{figures[name] / unit:,.0f}" for figures in found)
                print(f"| {game} | {title} | {row} |", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
