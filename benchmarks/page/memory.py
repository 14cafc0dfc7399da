"""Whether a page that stays open grows: its heap and its nodes after thousands of moves.

    python benchmarks/page/memory.py

Chromium watches a table of built-in bots. After some moves, and again after 10,000 more, garbage is
collected, and the page is asked for its heap, its nodes and its listeners.
"""

import argparse
import asyncio
from typing import Any, Final

from arena import ENDLESS, chromium, order, serving, until

PACE: Final = 0.002
# Until caches of cards and of code are as full as they get.
WARM_UP: Final = 2000
FIGURES: Final = {"JSHeapUsedSize": "heap, KB", "Nodes": "nodes", "JSEventListeners": "listeners"}


async def measure(http: str, game: str, moves: int) -> tuple[dict[str, float], dict[str, float]]:
    """The figures before and after so many moves."""
    order(http, f"long-{game}", ENDLESS[game], house=["simple"] * 4, pace=PACE)
    async with chromium() as browser:
        page = await browser.new_page(viewport={"width": 1280, "height": 800})
        session = await page.context.new_cdp_session(page)
        await session.send("Performance.enable")
        heard = 0

        def hear(frame: Any) -> None:
            nonlocal heard
            heard += str(frame).startswith('{"type":"state"')

        page.on("websocket", lambda socket: socket.on("framereceived", hear))

        async def figures() -> dict[str, float]:
            for _ in range(3):
                await session.send("HeapProfiler.collectGarbage")
                await asyncio.sleep(0.3)
            metrics = (await session.send("Performance.getMetrics"))["metrics"]
            return {one["name"]: one["value"] for one in metrics if one["name"] in FIGURES}

        await page.goto(f"{http}/table/long-{game}")
        await until(lambda: heard >= WARM_UP)
        before = await figures()
        begun = heard
        await until(lambda: heard >= begun + moves)
        return before, await figures()


async def main() -> None:
    """Measure both games, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=10_000)
    options = parser.parse_args()
    print(f"| game | figure | before | after {options.moves:,} moves |")
    print("|---|---|--:|--:|")
    with serving() as http:
        for game in ENDLESS:
            before, after = await measure(http, game, options.moves)
            for name, title in FIGURES.items():
                unit = 1024 if "KB" in title else 1
                old, new = before[name] / unit, after[name] / unit
                print(f"| {game} | {title} | {old:,.0f} | {new:,.0f} |", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
