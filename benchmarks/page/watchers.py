"""What those who watch one table cost the server: processor time per move, without and with them.

`python -P benchmarks/page/watchers.py` needs an installed pitboss. Two native bots play, who choose
at random; they and the watchers, whose clients show the game to people, are in a process of their
own. Runs without watchers and with them take turns, so that a busy machine slows down both.
"""

import argparse
import asyncio
import gc
import json
import random
import statistics
import sys
import time

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

import pitboss
from pitboss.server.app import Server
from pitboss.server.settings import Settings

# Milliseconds of processor time per move that 300 watchers may cost.
WANTED = 5.0
# Long enough that coming and going counts for little.
GAMES = ("cash,hands=200", "official,target=0")


class Client(WSListener):
    """A connection: its first message, and answers to its turns."""

    def __init__(self, first: dict[str, object]) -> None:
        self.first = first
        self.rng = random.Random(str(first))
        self.messages = 0
        self.welcomed = asyncio.get_running_loop().create_future()
        self.over = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        transport.send(WSMsgType.TEXT, json.dumps(self.first).encode())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.CLOSE:
            transport.disconnect()
            return
        message = frame.get_payload_as_bytes()
        self.messages += 1
        if not self.welcomed.done():
            self.welcomed.set_result(None)
        if message.startswith(b'{"type":"turn"'):
            turn = json.loads(message)
            action = self.rng.choice(turn["legal"])
            answer = {"type": "action", "turn": turn["turn"], "action": action}
            transport.send(WSMsgType.TEXT, json.dumps(answer).encode())

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002
        for future in (self.welcomed, self.over):
            if not future.done():
                future.set_result(None)


async def clients(port: int, game: str, watchers: int) -> None:
    """One game: a player orders it, all watch, the other player joins, and it is played out."""
    url = f"ws://127.0.0.1:{port}/ws/table"

    async def connected(**first: object) -> Client:
        _, client = await ws_connect(lambda: Client(first), url)
        await client.welcomed
        return client

    one = await connected(type="join", name="one", game=game, seats=2)
    watching = [await connected(type="watch", display=True) for _ in range(watchers)]
    print("ready", flush=True)
    sys.stdin.readline()
    two = await connected(type="join", name="two")
    for client in (one, two, *watching):
        await client.over
    print(json.dumps({"heard": sum(client.messages for client in watching)}), flush=True)


async def measure(server: Server, game: str, watchers: int) -> float:
    """Milliseconds of the server's processor time per move of one game."""
    words = [sys.executable, "-P", __file__, "--clients", str(server.port), game, str(watchers)]
    process = await asyncio.create_subprocess_exec(
        *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert await process.stdout.readline() == b"ready\n"
    lobby = server.places.lobby("table")
    assert lobby is not None
    gc.collect()
    before = time.process_time()
    process.stdin.write(b"go\n")
    while lobby.table is None:  # noqa: ASYNC110 - the game begins at once, or not at all
        await asyncio.sleep(0.001)
    table = lobby.table
    await table.live.done.wait()
    heard = json.loads(await process.stdout.readline())["heard"]
    spent = time.process_time() - before
    await process.wait()
    moves = len(table.record.actions)
    # Each hears of every move, and sees the position after it.
    assert heard >= watchers * moves * 2, (heard, moves)
    return 1000 * spent / moves


async def main(watchers: int, runs: int) -> bool:
    """Print a table of both games; whether the aim was met."""
    settings = Settings(
        port=0, poker_port=0, max_connections=2000, max_connections_per_address=2000
    )
    server = Server(settings)
    await server.start()
    print(f"compiled: {pitboss.COMPILED}")
    print(f"| game | a move alone, ms | with {watchers} watchers | they cost | wanted | |")
    print("|---|--:|--:|--:|--:|---|")
    is_met = True
    try:
        for game in GAMES:
            await measure(server, game, 10)
            pairs = [
                (await measure(server, game, 0), await measure(server, game, watchers))
                for _ in range(runs)
            ]
            alone = statistics.median(pair[0] for pair in pairs)
            watched = statistics.median(pair[1] for pair in pairs)
            cost = statistics.median(pair[1] - pair[0] for pair in pairs)
            wanted = WANTED * watchers / 300
            is_met = is_met and cost <= wanted
            verdict = "met" if cost <= wanted else "missed"
            print(f"| {game} | {alone:.3f} | {watched:.2f} | {cost:.2f} | {wanted:g} | {verdict} |")
    finally:
        await server.stop()
    return is_met


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--watchers", type=int, default=300)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--clients", nargs=3, metavar=("PORT", "GAME", "WATCHERS"))
    options = parser.parse_args()
    if options.clients:
        port, game, watchers = options.clients
        uvloop.run(clients(int(port), game, int(watchers)))
    else:
        sys.exit(0 if uvloop.run(main(options.watchers, options.runs)) else 1)
