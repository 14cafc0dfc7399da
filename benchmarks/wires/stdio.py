"""Games a second between programs over standard input and output, beside what is bare of us.

    python benchmarks/wires/stdio.py

Bots that stay play on the runner's core; bare is a ping-pong of the very same bytes with the same
bots. Bots that exit after each game have all cores; bare is starting two of them for each game, as
many ahead as we do, and waiting for their ends.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pitboss
from pitboss.games.game import Game
from pitboss.games.kind import Kind
from pitboss.games.record import Record
from pitboss.games.registry import kind_named
from pitboss.play.answer import Answer, Unusable
from pitboss.play.blocking import play
from pitboss.play.clock import TimeControl
from pitboss.play.policy import ALGOPOKER, JEDNA, NATIVE, Policy
from pitboss.play.referee import Referee
from pitboss.players.program import Command
from pitboss.players.program.blocking import BlockingProgram
from pitboss.wires.algopoker import AlgoPokerSession
from pitboss.wires.jedna import JednaSession
from pitboss.wires.native import NativeSession
from pitboss.wires.native.messages import Time
from pitboss.wires.session import Session

BOTS = Path(__file__).parent / "bots"
JEDNA_BOT = (sys.executable, str(BOTS / "jedna.py"))
HOLDEM_BOT = (sys.executable, str(BOTS / "holdem.py"))
NATIVE_JEDNA_BOT = (sys.executable, str(BOTS / "native_jedna.py"))
NATIVE_HOLDEM_BOT = (sys.executable, str(BOTS / "native_holdem.py"))
CONTROL = TimeControl(move=5, startup=10)


class Noting(Session):
    """Notes what is sent with each question, in order, for all seats."""

    def __init__(self, session: Session, told: list[tuple[int, bytes]]) -> None:
        self._session = session
        self._told = told
        self._seat = 0
        self._lines: list[bytes] = []

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        self._seat = seat
        return self._note(self._session.begin(game, seat, names))

    def ask(self, game: Game, turn: int, seconds: float) -> bytes:
        line = self._session.ask(game, turn, seconds)
        self._told.append((self._seat, b"".join(one + b"\n" for one in (*self._lines, line))))
        self._lines = []
        return line

    def decode(self, line: bytes, game: Game) -> Answer | Unusable:
        return self._session.decode(line, game)

    def played(self, *what: Any) -> list[bytes]:
        return self._note(self._session.played(*what))

    def refusal(self, *what: Any) -> list[bytes]:
        raise AssertionError(f"refused: {what}")

    def end(self, game: Game, names: Sequence[str], seed: str = "") -> list[bytes]:
        return self._note(self._session.end(game, names, seed))

    def _note(self, lines: list[bytes]) -> list[bytes]:
        self._lines += lines
        return lines


def players(
    words: tuple[str, ...], sessions: Sequence[Session], core: int | None
) -> list[BlockingProgram]:
    """Two seats' programs."""
    return [
        BlockingProgram(Command(words=words, core=core), session, name=f"player{number}")
        for number, session in enumerate(sessions, start=1)
    ]


def spent(pids: Sequence[int | None]) -> float:
    """Processor seconds of this process and those; what others do on the machine is not in it."""
    stats = [Path(f"/proc/{pid}/schedstat").read_text() for pid in pids]
    return time.process_time() + sum(int(stat.split()[0]) for stat in stats) / 1e9


def play_games(
    kind: Kind[Any, Any], rules: Any, policy: Policy, seats: Sequence[BlockingProgram], games: int
) -> tuple[float, int]:
    """Seconds and decisions of so many games."""
    text = kind.write_rules(rules)
    game = kind.new(rules, 2, 0)
    begun = time.perf_counter()
    decisions = 0
    for seed in range(games):
        game.restart(seed)
        record = Record(game=kind.name, rules=text, seats=2, seed=str(seed))
        outcome = play(Referee(game, record, policy, CONTROL), seats)
        assert not outcome.incidents, outcome.incidents
        decisions += len(outcome.record.actions)
    return time.perf_counter() - begun, decisions


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


def native(kind: Kind[Any, Any], rules: Any) -> Callable[[], Session]:
    """Sessions of a game over the native protocol."""
    text = kind.write_rules(rules)
    return lambda: NativeSession(kind, text, Time(CONTROL.move, CONTROL.bank, CONTROL.startup))


def staying(
    words: tuple[str, ...],
    session: Callable[[], Session],
    kind: Kind[Any, Any],
    rules: Any,
    policy: Policy,
    games: int,
    hands: int,
    rounds: int,
) -> list[str]:
    """Bots that stay, on the runner's core: a row of the table. A game counts as so many hands."""
    cores = os.sched_getaffinity(0)
    core = min(cores)
    os.sched_setaffinity(0, {core})
    told: list[tuple[int, bytes]] = []
    noting = players(words, [Noting(session(), told), Noting(session(), told)], core)
    play_games(kind, rules, policy, noting, games)
    for player in noting:
        player.close()
    ours = players(words, [session(), session()], core)
    bots = [
        subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        for _ in range(2)
    ]
    play_games(kind, rules, policy, ours, 2)
    ping_pong(bots, told[:200])
    rates, bare, ratios = [], [], []
    ours_spent, bare_spent = [], []
    for _ in range(rounds):
        before = spent([player.pid for player in ours])
        seconds, decisions = play_games(kind, rules, policy, ours, games)
        ours_spent.append((spent([player.pid for player in ours]) - before) / games / hands)
        before = spent([bot.pid for bot in bots])
        least = ping_pong(bots, told) * decisions / len(told)
        bare_spent.append((spent([bot.pid for bot in bots]) - before) / games / hands)
        rates.append(games * hands / seconds)
        bare.append(games * hands / least)
        ratios.append(seconds / least)
    for player in ours:
        player.close()
    for bot in bots:
        bot.communicate()
    os.sched_setaffinity(0, cores)
    size = sum(len(data) for _, data in told) / len(told)
    cpu = statistics.median(ours_spent), statistics.median(bare_spent)
    return [
        *_row(len(told) / games / hands, size, rates, bare, ratios),
        f"{1 / cpu[0]:.0f} : {1 / cpu[1]:.0f} = {cpu[0] / cpu[1]:.2f}",
    ]


def bare_starts(words: tuple[str, ...], games: int) -> float:
    """Seconds for starting two programs for each game, those of the next game ahead."""
    begun = time.perf_counter()
    running: deque[subprocess.Popen[bytes]] = deque()
    for _ in range(games):
        for _ in range(2):
            pipe = subprocess.PIPE
            bot = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0)
            # The end of its input is in the pipe before it looks.
            assert bot.stdin
            bot.stdin.close()
            bot.stdin = None
            running.append(bot)
        while len(running) > 4:
            running.popleft().communicate()
    while running:
        running.popleft().communicate()
    return time.perf_counter() - begun


def leaving(games: int, rounds: int) -> list[str]:
    """Bots that exit after each game, on all cores: a row of the table."""
    words = (*JEDNA_BOT, "once")
    kind = kind_named("uno")
    rules = kind.rules("jedna")
    ours = players(words, [JednaSession(), JednaSession()], None)
    play_games(kind, rules, JEDNA, ours, 3)
    rates, bare, ratios = [], [], []
    decisions = 0
    for _ in range(rounds):
        seconds, decisions = play_games(kind, rules, JEDNA, ours, games)
        least = bare_starts(words, games)
        rates.append(games / seconds)
        bare.append(games / least)
        ratios.append(seconds / least)
    for player in ours:
        player.close()
    return [*_row(decisions / games, 0.0, rates, bare, ratios), ""]


def _row(
    decisions: float,
    size: float,
    rates: Sequence[float],
    bare: Sequence[float],
    ratios: Sequence[float],
) -> list[str]:
    return [
        f"{decisions:.1f}",
        f"{size:.0f}" if size else "",
        f"{statistics.median(rates):.0f} ({min(rates):.0f} to {max(rates):.0f})",
        f"{statistics.median(bare):.0f} ({min(bare):.0f} to {max(bare):.0f})",
        f"{statistics.median(ratios):.2f}",
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    engines = "compiled" if pitboss.COMPILED else "interpreted"
    print(f"Python {platform.python_version()}, engines {engines}, {os.cpu_count()} cores\n")
    print("| | decisions each | bytes a question | a second | bare, a second | ratio |", end="")
    print(" per second of processor time | wanted |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    uno, cash = kind_named("uno"), kind_named("holdem-cash")
    jedna = uno.rules("jedna")
    row = staying(JEDNA_BOT, JednaSession, uno, jedna, JEDNA, 40, 1, rounds)
    print("| Jedna games, bots stay |", " | ".join(row), "| 500 |", flush=True)
    row = staying(NATIVE_JEDNA_BOT, native(uno, jedna), uno, jedna, NATIVE, 40, 1, rounds)
    print("| Jedna games, native |", " | ".join(row), "| |", flush=True)
    row = leaving(30, max(3, rounds // 2))
    print("| Jedna games, bots exit after each |", " | ".join(row), "| 75 |", flush=True)
    hands = 100
    session = cash.rules("")
    row = staying(HOLDEM_BOT, AlgoPokerSession, cash, session, ALGOPOKER, 5, hands, rounds)
    print("| hands of hold'em, sessions of 100 |", " | ".join(row), "| 2500 |", flush=True)
    row = staying(NATIVE_HOLDEM_BOT, native(cash, session), cash, session, NATIVE, 5, hands, rounds)
    print("| hands of hold'em, native, sessions of 100 |", " | ".join(row), "| |", flush=True)
    hand = kind_named("holdem")
    row = staying(HOLDEM_BOT, AlgoPokerSession, hand, hand.rules(""), ALGOPOKER, 500, 1, rounds)
    print("| hands of hold'em, one by one |", " | ".join(row), "| 2500 |", flush=True)


if __name__ == "__main__":
    main()
