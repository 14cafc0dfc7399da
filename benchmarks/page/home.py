"""What the home page costs: bytes over the network, and the time until it is drawn.

    python benchmarks/page/home.py

Over the loopback, with nothing in the browser's cache and with everything. Drawn is the first frame
with the button that starts a game; bytes are those of all answers as they were sent, headers
included, until a second after that.
"""

import argparse
import asyncio
import statistics
from typing import Any, Final

from arena import busy, chromium, serving
from playwright.async_api import BrowserContext

WANTED_BYTES: Final = 100_000
WANTED_TIME: Final = 300.0

DRAWN: Final = """
(() => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { window.drawn = performance.now(); };
  const look = () => {
    if (!document.querySelector(".play-form button[type=submit]")) return;
    observer.disconnect();
    requestAnimationFrame(() => channel.port2.postMessage(0));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
})()
"""


async def visit(context: BrowserContext, http: str) -> tuple[float, int, int]:
    """The ms until it was drawn, the bytes and the number of answers."""
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    sizes: list[int] = []

    def finished(event: dict[str, Any]) -> None:
        sizes.append(int(event["encodedDataLength"]))

    session.on("Network.loadingFinished", finished)
    await page.add_init_script(DRAWN)
    await page.goto(f"{http}/")
    await page.wait_for_function("() => window.drawn")
    drawn: float = await page.evaluate("window.drawn")
    await asyncio.sleep(1)
    await page.close()
    return drawn, sum(sizes), len(sizes)


async def main() -> None:
    """Visit it again and again, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=9)
    parser.add_argument("--tables", type=int, default=6)
    options = parser.parse_args()
    print("| live tables | cache | answers | KB | drawn, ms: median, worst | wanted |")
    print("|--:|---|--:|--:|--:|---|")
    for tables in (0, options.tables):
        with serving("--action-timeout", "60") as http:
            await busy(http, tables, 0.5)
            async with chromium() as browser:
                for cache in ("empty", "full"):
                    context = await browser.new_context()
                    rows = []
                    for _ in range(options.visits + 1):
                        rows.append(await visit(context, http))
                        if cache == "empty":
                            await context.close()
                            context = await browser.new_context()
                    # The first visit of all starts the browser's processes, and fills the cache.
                    times, sizes, counts = zip(*rows[1:], strict=True)
                    print(
                        f"| {tables} | {cache} | {max(counts)} | {max(sizes) / 1000:.1f} "
                        f"| {statistics.median(times):.0f}, {max(times):.0f} "
                        f"| {WANTED_BYTES // 1000} KB, {WANTED_TIME:.0f} ms |",
                        flush=True,
                    )
                    await context.close()


if __name__ == "__main__":
    asyncio.run(main())
