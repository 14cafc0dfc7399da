"""Plays games of one bot and prints a digest of each; run twice, or in two builds, to compare.

Usage: bot_games.py BOT
"""

import sys
from collections.abc import Iterator

from pitboss import bots
from pitboss.games.registry import kind_named
from pitboss.games.seeds import seed_from

# Kind, rules, seats.
GAMES = [
    ("uno", "official,target=0", 4),
    ("uno", "uno-online", 2),
    ("uno", "jedna-reference", 3),
    ("holdem-tournament", "", 2),
    ("holdem-tournament", "", 6),
    ("holdem-cash", "", 3),
]
# Enough of a game to tell; the rest costs time only.
MOST_ACTIONS = 16


def digests(bot: str) -> Iterator[str]:
    """A line for each game that the bot plays."""
    for name, text, seats in GAMES:
        if not bots.entry(bot).plays(name):
            continue
        kind = kind_named(name)
        game = kind.new(kind.rules(text), seats, seed_from("digest"))
        players = [bots.named(bot, seed_from(f"digest/{seat}")) for seat in range(seats)]
        actions: list[int] = []
        while game.actor() >= 0 and len(actions) < MOST_ACTIONS:
            seat = game.actor()
            actions.append(players[seat].decide(game, seat))
            game.apply(actions[-1])
        # The hash of a tuple of whole numbers is the same in every process.
        yield f"{bot} {name} {len(actions)} {hash((*actions, *game.state()))}"


if __name__ == "__main__":
    print("\n".join(digests(sys.argv[1])))
