"""What the AlgoPoker server costs: processor time per action, and many tables at once.

`python -P benchmarks/wires/algopoker.py` needs an installed pitboss; only compiled figures count.
The bots run in one process of their own; they choose at random among the valid actions.
"""

import argparse
import asyncio
import gc
import json
import random
import subprocess
import sys
import time
from pathlib import Path

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect
from prometheus_client import Counter

import pitboss
from pitboss.server.lobby import Places
from pitboss.server.poker_door import PokerDoor
from pitboss.server.services import Metrics, Services
from pitboss.server.settings import Settings
from pitboss.store.live_journal import LiveJournal

# Milliseconds of processor time per action that are wanted, by seats.
WANTED = {2: 0.09, 6: 0.14, 9: 0.19}
WANTED_P99_MS = 20.0
WANTED_TABLE_KB = 200.0


class Bot(WSListener):
    """Answers its own requests; reads no more of a message than it needs."""

    def __init__(self, name: str, waits: list[float]) -> None:
        self.name = name
        self.waits = waits
        self.rng = random.Random(name)
        self.mine = b"\0"
        self.asked = 0.0
        self.over = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        transport.send(WSMsgType.TEXT, json.dumps({"type": "join", "name": self.name}).encode())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()
            return
        message = frame.get_payload_as_bytes()
        if message.startswith(b'{"type":"action_re'):
            if self.asked and message.startswith(b'{"type":"action_result"'):
                self.waits.append(time.perf_counter() - self.asked)
                self.asked = 0.0
            if message.startswith(self.mine):
                transport.send(WSMsgType.TEXT, self._choose(message))
                self.asked = time.perf_counter()
        elif message.startswith(b'{"type":"game_start"'):
            seat = json.loads(message)["player_names"].index(self.name)
            self.mine = f'{{"type":"action_request","actor_seat":{seat},'.encode()

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        if not self.over.done():
            self.over.set_result(None)

    def _choose(self, message: bytes) -> bytes:
        at = message.rfind(b'"valid_actions":')
        end = message.find(b"]", at)
        action = self.rng.choice(json.loads(message[at + 16 : end + 1]))
        if action["type"] == "raise":
            action["amount"] = action["min_amount"]
        return json.dumps({"type": "action", "action": action}).encode()


async def bots(port: int, tables: int, seats: int, games: int) -> None:
    """Play so many tournaments in a row at so many tables; print how long answers took."""
    waits: list[float] = []
    for game in range(games):
        players = []
        for table in range(tables):
            for seat in range(seats):
                name = f"{game}.{table}.{seat}"
                _, bot = await ws_connect(
                    lambda name=name: Bot(name, waits), f"ws://127.0.0.1:{port}/{table}"
                )
                players.append(bot.over)
        await asyncio.gather(*players)
    print(json.dumps({"games": games * tables, "p99": quantile(waits, 0.99)}))


def quantile(values: list[float], share: float) -> float:
    """The value below which that share lies."""
    return sorted(values)[int(share * (len(values) - 1))] if values else 0.0


def total(counter: Counter) -> int:
    """What was counted, under all labels together."""
    return int(sum(child.value for family in counter.collect() for child in family.samples))


def resident() -> float:
    """Memory of this process in KB."""
    status = Path("/proc/self/status").read_text()
    return float(status.split("VmRSS:")[1].split()[0])


async def measure(tables: int, seats: int, games: int, window: float, journal: Path | None) -> dict:
    """Serve the bots of another process; the figures of this one."""
    settings = Settings(
        poker_port=0,
        lobby_wait=window,
        max_connections=10_000,
        max_connections_per_address=10_000,
        max_tables=10_000,
    )
    took: list[float] = []
    metrics = Metrics()
    kept = LiveJournal.open(str(journal)) if journal else None
    services = Services(
        settings=settings, metrics=metrics, journal=kept, now=time.monotonic, timed=took.append
    )
    places = Places(services)
    server = PokerDoor(services, places)
    (_, port), *_ = await server.start()
    gc.collect()
    before = resident()
    command = [
        sys.executable,
        "-P",
        __file__,
        "--bots",
        str(port),
        str(tables),
        str(seats),
        str(games),
    ]
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    # Without the fork; joining and the first page faults are part of it.
    began = time.process_time()
    most = before
    ending = asyncio.ensure_future(process.communicate())
    while not ending.done():
        await asyncio.wait([ending], timeout=0.05)
        most = max(most, resident())
    spent = time.process_time() - began
    told = json.loads(ending.result()[0])
    places.stop("measured")
    await server.stop()
    if kept is not None:
        await asyncio.to_thread(kept.close)
    actions = total(metrics.actions)
    return {
        "finished": total(metrics.games_finished),
        "played": told["games"],
        "actions": actions,
        "faults": total(metrics.faults),
        "cpu_ms": 1000 * spent / actions,
        "p99_ms": 1000 * quantile(took, 0.99),
        "answer_p99_ms": 1000 * told["p99"],
        "table_kb": (most - before) / tables,
    }


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--bots", nargs=4, type=int, help=argparse.SUPPRESS)
    parser.add_argument("--games", type=int, default=20, help="tournaments for each row")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--journal", type=Path, help="keep a journal there while measuring")
    options = parser.parse_args()
    if options.bots:
        uvloop.run(bots(*options.bots))
        return
    print(f"Engines {'compiled' if pitboss.COMPILED else 'interpreted'}.\n")
    print("| seats | actions | server CPU per action, ms | wanted | p99 of a decision, ms |")
    print("|--:|--:|--:|--:|--:|")
    for seats, wanted in WANTED.items():
        row = uvloop.run(measure(1, seats, options.games, 0.05, options.journal))
        print(
            f"| {seats} | {row['actions']} | {row['cpu_ms']:.3f} | {wanted} | {row['p99_ms']:.2f} |"
        )
    row = uvloop.run(measure(options.tables, 5, 1, 5.0, options.journal))
    print("\n| tables of 5 | finished | actions | faults | CPU per action, ms |", end="")
    print(" p99 of a decision, ms | p99 of an answer at the bot, ms | memory per table, KB |")
    print("|--:|--:|--:|--:|--:|--:|--:|--:|")
    print(
        f"| {options.tables} | {row['finished']} | {row['actions']} | {row['faults']} |"
        f" {row['cpu_ms']:.3f} | {row['p99_ms']:.2f} (< {WANTED_P99_MS:g}) |"
        f" {row['answer_p99_ms']:.1f} | {row['table_kb']:.0f} (< {WANTED_TABLE_KB:g}) |"
    )


if __name__ == "__main__":
    main()
