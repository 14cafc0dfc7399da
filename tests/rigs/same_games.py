"""Plays games and prints a digest of every state on the way; run pure and compiled to compare.

Usage: same_games.py KIND RULES SEATS FIRST COUNT
"""

import sys

import pitboss
from pitboss.games.game import Game
from pitboss.games.registry import kind_named
from pitboss.games.rng import Rng
from pitboss.games.uno.actions import CALL_UNO, DRAW

CHUNK = 100


def choose(game: Game, rng: Rng) -> int:
    """Mostly at random; in UNO with a liking for playing cards, so that games stay short."""
    action = game.sample(rng)
    if action != DRAW or rng.below(8) == 0:
        return action
    legal = list(game.legal())
    if CALL_UNO in legal:
        return CALL_UNO
    plays = [play for play in legal if play < DRAW]
    return plays[rng.below(len(plays))] if plays else action


def main(name: str, text: str, seats: int, first: int, count: int) -> None:
    kind = kind_named(name)
    rules = kind.rules(text)
    print("compiled" if pitboss.COMPILED else "pure", file=sys.stderr)
    digest = actions = 0
    for number in range(first, first + count):
        game = kind.new(rules, seats, number)
        rng = Rng(number, 99)
        while game.actor() >= 0:
            game.apply(choose(game, rng))
            # The hash of a tuple of whole numbers is the same in every process.
            digest = hash((digest, game.state()))
            actions += 1
        result = game.result()
        # The hash of text is not, so the reason goes in as its bytes.
        digest = hash((digest, result.places, result.scores, *result.reason.encode()))
        if (number - first + 1) % CHUNK == 0:
            print(number, actions, digest)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:]))
