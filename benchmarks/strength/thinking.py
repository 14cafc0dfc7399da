"""How long the built-in bots think: the time of every decision of whole games, on one core.

    python -P benchmarks/strength/thinking.py --games 40

All other seats are `simple`.
"""

import argparse
import time
from pathlib import Path
from typing import Final

from pitboss import bots
from pitboss.games.registry import kind_named
from pitboss.games.seeds import seed_from

README = Path(__file__).parent / "README.md"
# Game, preset, seats; and who plays it, with the most that a decision may take, in ms.
TABLES: Final = {
    ("uno", "jedna-reference", 2): {"greedy": 1.0, "counter": 0.02, "master": 100.0},
    ("uno", "jedna-reference", 4): {"greedy": 1.0, "counter": 0.02, "master": 100.0},
    ("uno", "official", 2): {"counter": 0.02, "master": 100.0},
    ("uno", "official", 6): {"counter": 0.02, "master": 100.0},
    ("uno", "uno-online,max_players=10", 10): {"counter": 0.02, "master": 100.0},
    ("holdem-tournament", "algopoker", 2): {"greedy": 1.0, "equity": 10.0, "master": 250.0},
    ("holdem-tournament", "algopoker", 6): {"greedy": 1.0, "equity": 10.0, "master": 250.0},
    ("holdem-tournament", "algopoker", 9): {"greedy": 1.0, "equity": 10.0, "master": 250.0},
}


def main() -> None:
    """Measure all, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40, help="games for each line")
    options = parser.parse_args()
    lines = [
        "| game | seats | bot | decisions | median | 95% below | longest | wanted |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for (game, rules, seats), most in TABLES.items():
        for bot, limit in most.items():
            times = sorted(decision_times(game, rules, seats, bot, options.games))
            middle, high = times[len(times) // 2], times[int(len(times) * 0.95)]
            lines.append(
                f"| {rules} | {seats} | `{bot}` | {len(times):,} | {shown(middle)} | {shown(high)} "
                f"| {shown(times[-1])} | {'met' if high * 1000 < limit else '**not met**'}: "
                f"below {shown(limit / 1000)} |"
            )
            print(lines[-1], flush=True)
    text = README.read_text()
    head, _, rest = text.partition("<!-- times -->\n")
    tail = rest.partition("<!-- end of times -->")[2]
    body = "\n".join(lines)
    README.write_text(f"{head}<!-- times -->\n{body}\n<!-- end of times -->{tail}")


def decision_times(game: str, rules: str, seats: int, bot: str, games: int) -> list[float]:
    """The seconds of each decision of the bot that sits at a different seat in each game."""
    kind = kind_named(game)
    # One record of rules for all games, as in a match.
    played = kind.rules(rules)
    times: list[float] = []
    for number in range(games):
        seat = number % seats
        table = kind.new(played, seats, seed_from(f"thinking/{number}"))
        players = [bots.named("simple" if other != seat else bot, number) for other in range(seats)]
        while (actor := table.actor()) >= 0:
            began = time.perf_counter()
            action = players[actor].decide(table, actor)
            if actor == seat:
                times.append(time.perf_counter() - began)
            table.apply(action)
    return times


def shown(seconds: float) -> str:
    """A time with a fitting unit."""
    if seconds < 0.001:
        return f"{seconds * 1e6:.1f} us"
    return f"{seconds * 1000:.1f} ms"


if __name__ == "__main__":
    main()
