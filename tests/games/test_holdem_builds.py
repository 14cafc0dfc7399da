"""The compiled engine and the pure one play the same hands, state by state."""

from builds import Python

SCRIPT = """
import hashlib
from pitboss.games.game import IllegalAction
from pitboss.games.holdem import CASH, HAND, TOURNAMENT, Hand
from pitboss.games.holdem.series import random_hands
from pitboss.games.rng import Rng

digest = hashlib.sha256()

def play(kind, game, seed):
    rng = Rng(seed)
    game.trace = []
    while game.actor() >= 0:
        digest.update(repr((game.state(), game.view(game.actor()))).encode())
        digest.update(repr((list(game.legal())[:5], game.legal().high)).encode())
        wild = rng.below(30000) - 100
        try:
            if wild not in game.legal():
                game.apply(wild)
        except IllegalAction as refusal:
            digest.update(str(refusal).encode())
        digest.update(repr(game.redeal(game.actor(), seed).state()).encode())
        game.apply(game.sample(rng))
    digest.update(repr((game.state(), game.result(), game.view(-1), game.trace)).encode())
    digest.update(kind.write_position(game).encode())

dice = Rng(2026)
for seed in range(300):
    stacks = [1 + dice.below(3000) for _ in range(2 + seed % 8)]
    rules = HAND.rules(f"hand,ante={seed % 3 * 10},big_blind_ante={seed % 2 * 100}")
    play(HAND, Hand(rules, stacks, seed % len(stacks), seed), seed)
for seed in range(6):
    play(TOURNAMENT, TOURNAMENT.new(TOURNAMENT.rules(), 2 + seed, seed), seed)
    play(CASH, CASH.new(CASH.rules("cash,hands=10"), 2 + seed, seed), seed)
print(digest.hexdigest(), [random_hands(300, seats, 5) for seats in (2, 6, 9)])
"""


def test_pure_and_compiled_play_the_same_hands(
    pure_python: Python, compiled_python: Python
) -> None:
    assert pure_python(SCRIPT) == compiled_python(SCRIPT)
