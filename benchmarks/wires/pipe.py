"""What a decision over a pipe costs, beside a bare ping-pong of the same bytes, in one run.

    PYTHONPATH=src python benchmarks/wires/pipe.py

The bot is the plainest there is, bots/jedna.py: it parses each line with json and answers with the
first playable card. Ours is everything between two questions: the request, the clock, reading the
answer, the rules, the record, the notifications to both seats. Bare is a write of the very same
bytes, a read, and json on the answer.
"""

import os
import platform
import statistics
import subprocess
import time
from collections.abc import Sequence

from stdio import JEDNA_BOT, Noting, ping_pong, spent

import pitboss
from pitboss.games.record import Record
from pitboss.games.uno import JEDNA as RULES
from pitboss.games.uno import UNO
from pitboss.play.blocking import play
from pitboss.play.clock import TimeControl
from pitboss.play.policy import JEDNA
from pitboss.play.referee import Referee
from pitboss.players.program import Command
from pitboss.players.program.blocking import BlockingProgram
from pitboss.wires.jedna import JednaSession
from pitboss.wires.session import Session

GAMES = 60
ROUNDS = 15


def referee(seed: int) -> Referee:
    """A game between two seats."""
    game = UNO.new(RULES, 2, seed)
    return Referee(game, Record.begin(UNO, RULES, 2, seed), JEDNA, TimeControl(move=5, startup=10))


def players(sessions: Sequence[Session]) -> list[BlockingProgram]:
    """Two programs, started."""
    made = [
        BlockingProgram(Command(words=JEDNA_BOT), session, name=f"player{number}")
        for number, session in enumerate(sessions, start=1)
    ]
    for player in made:
        # The bot stays after a game, which need not be found out while the clock runs.
        player.leaves = False
    return made


def play_games(seats: Sequence[BlockingProgram], games: int) -> tuple[float, int]:
    """Seconds and decisions of so many games."""
    made = [referee(seed) for seed in range(games)]
    begun = time.perf_counter()
    for one in made:
        play(one, seats)
    return time.perf_counter() - begun, sum(len(one.record.actions) for one in made)


def measure(core: int | None) -> tuple[float, float, float, float, int]:
    """Medians: us a decision ours and bare, their ratio, that of processor time; and bytes."""
    if core is not None:
        os.sched_setaffinity(0, {core})
    told: list[tuple[int, bytes]] = []
    noting = players([Noting(JednaSession(), told), Noting(JednaSession(), told)])
    play_games(noting, GAMES)
    for player in noting:
        player.close()
    ours = players([JednaSession(), JednaSession()])
    bots = [
        subprocess.Popen(JEDNA_BOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
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
