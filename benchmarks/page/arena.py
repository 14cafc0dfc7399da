"""What the benchmarks of the page share: a server, its tables, a browser."""

import asyncio
import json
import random
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

from playwright.async_api import Browser, async_playwright
from websockets.asyncio.client import connect

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS: Final = (
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
# Long enough for any measurement: they go on until the server stops.
ENDLESS: Final = {"uno": "official,target=100000", "holdem": "holdem-cash,hands=1000000"}


@contextmanager
def serving(*options: str) -> Iterator[str]:
    """`pitboss serve` on free ports and without a journal; its address."""
    command = [sys.executable, "-m", "pitboss", "serve", "--port", "0", "--poker-port", "0"]
    process = subprocess.Popen(
        [*command, "--db", "none", "--log-level", "error", *options],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://localhost:(\d+)", process.stdout.readline())
        assert found is not None
        yield f"http://127.0.0.1:{found[1]}"
    finally:
        process.terminate()
        process.wait()


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser without a window."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=list(FLAGS), timeout=60_000
        )
        try:
            yield browser
        finally:
            await browser.close()


def order(http: str, name: str, game: str, *, house: Sequence[str], pace: float) -> None:
    """A table of built-in bots alone, which play at once."""
    wish = {"name": name, "game": game, "seats": len(house), "house": list(house), "pace": pace}
    _post(f"{http}/api/tables", wish)
    _post(f"{http}/api/tables/{name}/start", {})


def _post(url: str, body: dict[str, Any]) -> None:
    data = json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request):
        pass


async def busy(http: str, tables: int, pace: float) -> None:
    """So many tables of two bots, half of them UNO and half hold'em, not all in step."""
    for number in range(tables):
        game = ENDLESS["uno" if number % 2 else "holdem"]
        order(http, f"busy-{number}", game, house=["simple"] * 2, pace=pace)
        await asyncio.sleep(pace / tables)


@asynccontextmanager
async def players(
    http: str,
    table: str,
    order: dict[str, Any],
    names: Sequence[str],
    pause: float,
    sent: list[tuple[float, int]],
    gate: asyncio.Event,
) -> AsyncIterator[None]:
    """Clients that play at a table, the first of which orders it; when they answered which turn.

    While the gate is closed nobody answers.
    """
    url = f"{http.replace('http', 'ws')}/ws/{table}"
    playing = []
    for name in names:
        playing.append(asyncio.create_task(_play(url, {"name": name, **order}, pause, sent, gate)))
        await asyncio.sleep(0.3)
    try:
        yield
    finally:
        for one in playing:
            one.cancel()


async def _play(
    url: str,
    join: dict[str, Any],
    pause: float,
    sent: list[tuple[float, int]],
    gate: asyncio.Event,
) -> None:
    rng = random.Random(join["name"])
    async with connect(url, max_size=None) as socket:
        await socket.send(json.dumps({"type": "join", **join}))
        async for frame in socket:
            message = json.loads(frame)
            if message["type"] != "turn":
                continue
            await gate.wait()
            if pause:
                await asyncio.sleep(pause * rng.uniform(0.5, 1.5))
            legal = [action for action in message["legal"] if action != "fold"]
            answer = {"type": "action", "turn": message["turn"], "action": rng.choice(legal)}
            sent.append((time.time() * 1000, message["turn"]))
            await socket.send(json.dumps(answer))


async def until(reached: Callable[[], bool]) -> None:
    """Wait for it; looking now and then disturbs less than being told of every move."""
    while not reached():  # noqa: ASYNC110
        await asyncio.sleep(0.2)


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which that part of them lies."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(part * len(ranked)))]
