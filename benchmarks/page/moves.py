"""How long a move takes until it is on screen, while other tables play too.

    python benchmarks/page/moves.py

Two clients play over the native wire, and Chromium watches them. The time is from the moment that a
client sends its move until Chromium has painted the frame that shows it: the way to the server, the
referee, the way to the browser, and all that the page does. Both clocks are the machine's.
"""

import argparse
import asyncio
import json
import random
import time
from typing import Any, Final

from arena import ENDLESS, busy, chromium, quantile, serving, until
from websockets.asyncio.client import connect

WANTED: Final = 100.0
BETWEEN_MOVES: Final = 0.12

# The telling beside the game is written in the same task as the game itself: when a line of it has
# been painted, the move has.
WATCH: Final = """
() => {
  const painted = (window.painted = []);
  const channel = new MessageChannel();
  channel.port1.onmessage = () => painted.push(performance.timeOrigin + performance.now());
  let waiting = false;
  new MutationObserver(() => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      channel.port2.postMessage(0);
    });
  }).observe(document.querySelector(".log"), { childList: true, subtree: true });
}
"""


async def play(
    url: str, name: str, join: dict[str, Any], sent: list[float], rng: random.Random
) -> None:
    """Answer every question after a pause, and note when, in ms."""
    async with connect(url, max_size=None) as socket:
        await socket.send(json.dumps({"type": "join", "name": name, **join}))
        async for frame in socket:
            message = json.loads(frame)
            if message["type"] != "turn":
                continue
            await asyncio.sleep(BETWEEN_MOVES * rng.uniform(0.5, 1.5))
            legal = [action for action in message["legal"] if action != "fold"]
            answer = {"type": "action", "turn": message["turn"], "action": rng.choice(legal)}
            sent.append(time.time() * 1000)
            await socket.send(json.dumps(answer))


async def measure(http: str, game: str, moves: int) -> list[float]:
    """The times of so many moves of one game, in ms."""
    table = f"measured-{game}"
    url = f"{http.replace('http', 'ws')}/ws/{table}"
    order = {"game": ENDLESS[game], "seats": 2}
    sent: list[float] = []
    rng = random.Random(game)
    players = [asyncio.create_task(play(url, "red", order, sent, rng))]
    await asyncio.sleep(0.3)
    players.append(asyncio.create_task(play(url, "blue", order, sent, rng)))
    try:
        async with chromium() as browser:
            page = await browser.new_page(viewport={"width": 1280, "height": 800})
            await page.goto(f"{http}/table/{table}")
            await page.locator(".log li").first.wait_for()
            # The first frames load modules and fonts.
            await asyncio.sleep(2)
            await page.evaluate(WATCH)
            del sent[:]
            await until(lambda: len(sent) >= moves)
            await asyncio.sleep(1)
            painted: list[float] = await page.evaluate("window.painted")
    finally:
        for player in players:
            player.cancel()
    taken = []
    for at, moment in enumerate(sent[:moves]):
        following = sent[at + 1] if at + 1 < len(sent) else moment + 1000
        frame = next((frame for frame in painted if frame > moment), None)
        # A move that was not on screen before the next one took at least as long as that.
        taken.append(min(frame or moment + 1000, following) - moment)
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
