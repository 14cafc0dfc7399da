"""How late a server's event loop is while bots think at its tables, in a thread beside it.

    python -P benchmarks/arena/thinking.py --tables 4 --seconds 10

The bot has every seat of every table, so that somebody thinks at every moment. The loop sleeps for
2 ms again and again; how much later it wakes is the delay that any other client would see.
"""

import argparse
import asyncio
import sys
import time

import pitboss
from pitboss import bots
from pitboss.games.record import Record
from pitboss.games.registry import find
from pitboss.play.live import LiveGame
from pitboss.play.policy import NATIVE
from pitboss.play.referee import Referee
from pitboss.play.time_control import TimeControl
from pitboss.players.inprocess import LiveBot
from pitboss.server.app import SWITCH_SECONDS

NAP = 0.002


def table(game: str, bot: str, seats: int, number: int) -> LiveGame:
    """A live game of so many such bots."""
    kind, text = find(game)
    rules = kind.rules(text)
    record = Record.begin(kind, rules, seats, number, None)
    referee = Referee(kind.new(rules, seats, number), record, NATIVE, TimeControl(move=60))
    return LiveGame(referee, [LiveBot(bots.named(bot, seat)) for seat in range(seats)], [])


async def delays(
    game: str, bot: str, seats: int, tables: int, seconds: float
) -> tuple[list[float], int]:
    """How late the loop woke, in order of size, and how many moves were made meanwhile."""
    running: list[LiveGame] = []
    late: list[float] = []
    moves = dealt = 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        over = [live for live in running if live.done.is_set()]
        moves += sum(len(live.referee.record.actions) for live in over)
        running = [live for live in running if live not in over]
        while len(running) < tables:
            dealt += 1
            running.append(table(game, bot, seats, dealt))
            running[-1].start()
        began = time.perf_counter()
        await asyncio.sleep(NAP)
        late.append(time.perf_counter() - began - NAP)
    moves += sum(len(live.referee.record.actions) for live in running)
    for live in running:
        live.stop()
    return sorted(late), moves


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="master")
    parser.add_argument("--games", default="official,algopoker")
    parser.add_argument("--seats", type=int, default=4, help="at each table")
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args()
    sys.setswitchinterval(SWITCH_SECONDS)
    print(f"{'compiled' if pitboss.COMPILED else 'pure'}; milliseconds that the loop is late")
    print("| tables | median | 95% | 99% | most | moves/s |\n|---|---|---|---|---|---|")
    for game, tables in [
        ("official", 0),
        *((game, asked.tables) for game in asked.games.split(",")),
    ]:
        late, moves = asyncio.run(delays(game, asked.bot, asked.seats, tables, asked.seconds))
        shares = (late[int(len(late) * share)] * 1000 for share in (0.5, 0.95, 0.99))
        what = f"{tables} of {game}, {asked.bot}" if tables else "none"
        cells = [what, *(f"{share:.1f}" for share in shares), f"{late[-1] * 1000:.1f}"]
        print(f"| {' | '.join(cells)} | {moves / asked.seconds:.0f} |")


if __name__ == "__main__":
    main()
