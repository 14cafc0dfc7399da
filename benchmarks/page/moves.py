"""How long a move takes until it is on screen, while other tables play too.

    python benchmarks/page/moves.py

Two clients play over the native wire, and Chromium watches them. The time is from the moment that a
client sends its move until Chromium has painted the frame that shows it: the way to the server, the
referee, the way to the browser, and all that the page does. Both clocks are the machine's.
"""

import argparse
import asyncio
from typing import Final

from arena import ENDLESS, busy, chromium, players, quantile, serving, until

WANTED: Final = 100.0
BETWEEN_MOVES: Final = 0.12

# What a frame shows is what the page was told before it: it draws in the task in which it hears.
WATCH: Final = """
(() => {
  const painted = (window.painted = []);
  const channel = new MessageChannel();
  let told = 0;
  let waiting = false;
  const now = () => performance.timeOrigin + performance.now();
  channel.port1.onmessage = ({ data }) => painted.push([now(), data]);
  window.WebSocket = class extends WebSocket {
    constructor(...words) {
      super(...words);
      this.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.type !== "state") return;
        told = message.turn;
        if (waiting) return;
        waiting = true;
        requestAnimationFrame(() => {
          waiting = false;
          channel.port2.postMessage(told);
        });
      });
    }
  };
})()
"""


async def measure(http: str, game: str, moves: int) -> list[float]:
    """The times of so many moves of one game, in ms."""
    table = f"measured-{game}"
    sent: list[tuple[float, int]] = []
    order = {"game": ENDLESS[game], "seats": 2}
    gate = asyncio.Event()
    gate.set()
    async with (
        players(http, table, order, ["red", "blue"], BETWEEN_MOVES, sent, gate),
        chromium() as browser,
    ):
        page = await browser.new_page(viewport={"width": 1280, "height": 800})
        await page.add_init_script(WATCH)
        await page.goto(f"{http}/table/{table}")
        await page.locator(".log li").first.wait_for()
        # The first frames load modules and fonts.
        await asyncio.sleep(2)
        begun = len(sent)
        await until(lambda: len(sent) >= begun + moves)
        await asyncio.sleep(1)
        painted: list[tuple[float, int]] = await page.evaluate("window.painted")
    taken = []
    for moment, turn in sent[begun : begun + moves]:
        frames = [frame for frame, shown in painted if shown > turn and frame > moment]
        # One that was never shown by itself counts, with the frame that showed it among others.
        if frames:
            taken.append(frames[0] - moment)
    return taken


async def main() -> None:
    """Measure both games, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--pace", type=float, default=0.5)
    options = parser.parse_args()
    with serving("--action-timeout", "60") as http:
        await busy(http, options.tables - 1, options.pace)
        print(f"{options.tables} tables, a move every {options.pace} s at each of the others\n")
        print("| game | moves | median, ms | p95, ms | p99, ms | wanted p95 |")
        print("|---|--:|--:|--:|--:|--:|")
        for game in ENDLESS:
            taken = await measure(http, game, options.moves)
            figures = [f"{quantile(taken, part):.0f}" for part in (0.5, 0.95, 0.99)]
            print(f"| {game} | {len(taken)} | {' | '.join(figures)} | {WANTED:.0f} |", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
