"""What a decision over a pipe costs, beside a bare ping-pong of the same bytes, in one run.

    PYTHONPATH=src python benchmarks/wires/pipe.py

The bot is the plainest there is: it parses each line with json and answers with the first playable
card. Ours is everything between two questions: the request, the clock, reading the answer, the
rules, the record, the notifications to both seats. Bare is a write of the very same bytes, a read,
and json on the answer.
"""

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pitboss
from pitboss.arena.clock import TimeControl
from pitboss.arena.drive import play
from pitboss.arena.policy import JEDNA
from pitboss.arena.referee import Referee
from pitboss.games.game import Game
from pitboss.games.uno import JEDNA as RULES
from pitboss.games.uno import UNO
from pitboss.players.process import ProcessPlayer
from pitboss.players.program import Command
from pitboss.protocols.jedna import JednaSession
from pitboss.records import Record

BOT = """
import sys, json
names = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
write, flush = sys.stdout.write, sys.stdout.flush
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "request_action":
        continue
    state = message["state"]
    if state["playable_cards"]:
        card = state["playable_cards"][0]
        answer = {"action": "play", "card": card}
        if card[0] == "w":
            answer["wild_color"] = names.get(state["hand"][0][0], "red")
    elif "draw" in state["available_actions"]:
        answer = {"action": "draw"}
    else:
        answer = {"action": "pass"}
    write(json.dumps(answer) + "\\n")
    flush()
"""
GAMES = 60
ROUNDS = 15
COMMAND = (sys.executable, "-c", BOT)


def referee(seed: int) -> Referee:
    """A game between two seats."""
    game = UNO.new(RULES, 2, seed)
    return Referee(game, Record.begin(UNO, RULES, 2, seed), JEDNA, TimeControl(move=5, startup=10))


class Noting(JednaSession):
    """Notes what is sent with each question, in order, for all seats."""

    def __init__(self, told: list[tuple[int, bytes]]) -> None:
        super().__init__()
        self._told = told
        self._seat = 0
        self._lines: list[bytes] = []

    def opening(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        self._seat = seat
        return self._note(super().opening(game, seat, names))

    def request(self, game: Game, turn: int, seconds: float) -> bytes:
        line = super().request(game, turn, seconds)
        self._told.append((self._seat, b"".join(one + b"\n" for one in (*self._lines, line))))
        self._lines = []
        return line

    def played(self, *what: Any) -> list[bytes]:
        return self._note(super().played(*what))

    def closing(self, game: Game, names: Sequence[str]) -> list[bytes]:
        return self._note(super().closing(game, names))

    def _note(self, lines: list[bytes]) -> list[bytes]:
        self._lines += lines
        return lines


def players(sessions: Sequence[JednaSession]) -> list[ProcessPlayer]:
    """Two programs, started."""
    made = [
        ProcessPlayer(Command(words=COMMAND), session, name=f"player{number}")
        for number, session in enumerate(sessions, start=1)
    ]
    for player in made:
        # The bot stays after a game, which need not be found out while the clock runs.
        player._parts = False
    return made


def spent(pids: Sequence[int | None]) -> float:
    """Processor seconds of this process and those; what others do on the machine is not in it."""
    stats = [Path(f"/proc/{pid}/schedstat").read_text() for pid in pids]
    return time.process_time() + sum(int(stat.split()[0]) for stat in stats) / 1e9


def play_games(seats: Sequence[ProcessPlayer], games: int) -> tuple[float, int]:
    """Seconds and decisions of so many games."""
    made = [referee(seed) for seed in range(games)]
    begun = time.perf_counter()
    for one in made:
        play(one, seats)
    return time.perf_counter() - begun, sum(len(one.record.actions) for one in made)


def ping_pong(bots: Sequence[subprocess.Popen[bytes]], told: list[tuple[int, bytes]]) -> float:
    """Seconds for the same bytes, written and answered."""
    pipes = [(bot.stdin.fileno(), bot.stdout.fileno()) for bot in bots if bot.stdin and bot.stdout]
    write, read, loads = os.write, os.read, json.loads
    begun = time.perf_counter()
    for seat, data in told:
        to, back = pipes[seat]
        write(to, data)
        loads(read(back, 65536))
    return time.perf_counter() - begun


def measure(core: int | None) -> tuple[float, float, float, float, int]:
    """Medians: us a decision ours and bare, their ratio, that of processor time; and bytes."""
    if core is not None:
        os.sched_setaffinity(0, {core})
    told: list[tuple[int, bytes]] = []
    noting = players([Noting(told), Noting(told)])
    play_games(noting, GAMES)
    for player in noting:
        player.close()
    ours = players([JednaSession(), JednaSession()])
    bots = [
        subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        for _ in range(2)
    ]
    play_games(ours, 3)
    ping_pong(bots, told[:200])
    rows: list[tuple[float, float, float]] = []
    for _ in range(ROUNDS):
        first = spent([player.pid for player in ours])
        seconds, decisions = play_games(ours, GAMES)
        second = spent([player.pid for player in ours])
        third = spent([bot.pid for bot in bots])
        bare = ping_pong(bots, told)
        cpu = (second - first) / decisions / (spent([bot.pid for bot in bots]) - third) * len(told)
        rows.append((seconds / decisions * 1e6, bare / len(told) * 1e6, cpu))
    for player in ours:
        player.close()
    for bot in bots:
        bot.communicate()
    size = sum(len(data) for _, data in told) // len(told)
    return (
        statistics.median(row[0] for row in rows),
        statistics.median(row[1] for row in rows),
        statistics.median(row[0] / row[1] for row in rows),
        statistics.median(row[2] for row in rows),
        size,
    )


def main() -> None:
    """Print the table."""
    cores = sorted(os.sched_getaffinity(0))
    engines = "compiled" if pitboss.COMPILED else "interpreted"
    print(f"Python {platform.python_version()}, engines {engines}, {len(cores)} cores")
    print("| bots | bytes a question | bare us | ours us | ratio | ratio of processor time |")
    print("|---|---|---|---|---|---|")
    for label, core in (("on any core", None), ("on the runner's core", cores[0])):
        ours, bare, ratio, cpu, size = measure(core)
        print(f"| {label} | {size} | {bare:.1f} | {ours:.1f} | {ratio:.2f} | {cpu:.2f} |")


if __name__ == "__main__":
    main()
