"""Fit the weights of the UNO policy by self-play.

SPSA (Spall, 1992): all weights are changed at once by random signs, the two opposite changes play
each other on mirrored decks, and the weights move towards the winner. The same seed, steps and
decks give the same weights on any machine; compiled engines are some fifty times faster.

    python training/uno_weights.py jedna-reference:2 official:4 --steps 2000
"""

import argparse
import dataclasses
import random
import statistics
import sys
import time

from pitboss.bots.uno.contest import shares
from pitboss.bots.uno.policy import WEIGHTS, policy_of
from pitboss.bots.uno.weights import FITTED, nearest_fit
from pitboss.games.uno.rules import PRESETS
from pitboss.games.uno.table import RuleFlags

# Weights are fitted as floats and rounded to whole numbers at the end.
UNIT = 10
# How much each weight is changed to see what it does, before the change shrinks.
SCALES = (
    *(20, 40, 10, 60, 60, 10, 3, 3, 60, 60, 15, 20, 60),
    *(6, 80, 30, 40, 20, 80, 100, 60, 10, 60, 60, 20, 60),
)
# A player of the first card that plays, against which the result is told.
FIRST_CARD = [0] * 17 + [-1000, -10000, -10000, -10000, 0] + [0] * 4
# Decks on which the result is measured, far from those of the fit.
CHECK_DECKS = 7 * 10**9


def fit(
    rules: RuleFlags, seats: int, start: list[int], *, steps: int, games: int, seed: int
) -> list[int]:
    """The weights after so many steps of so many games each; the mean of the later half."""
    chance = random.Random(seed)
    theta = [weight / UNIT for weight in start]
    mean = theta[:]
    deck = 10**9 * (1 + seed)
    decks = max(1, games // (2 * seats))
    begun = time.monotonic()
    for step in range(steps):
        done = step / steps
        spread = 0.5 * (1 - done) + 0.15
        signs = [chance.choice((-1, 1)) * scale for scale in SCALES]
        plus, minus = (
            [weight + way * spread * sign for weight, sign in zip(theta, signs, strict=True)]
            for way in (1, -1)
        )
        result = statistics.fmean(
            shares(rules, seats, policy_of(rounded(plus)), policy_of(rounded(minus)), deck, decks)
        )
        if seats > 2:
            # One against many of the other: played both ways round, so that it stays fair.
            back = shares(
                rules, seats, policy_of(rounded(minus)), policy_of(rounded(plus)), deck, decks
            )
            result = (result + 1.0 - statistics.fmean(back)) / 2
        deck += decks
        slope = (result - 0.5) / spread * (4.0 * (1 - done) + 0.5)
        theta = [weight + slope * sign for weight, sign in zip(theta, signs, strict=True)]
        if 2 * step < steps:
            mean = theta[:]
        else:
            mean = [0.99 * old + 0.01 * new for old, new in zip(mean, theta, strict=True)]
        if step % 100 == 99:
            told = f"step {step + 1} of {steps}, {time.monotonic() - begun:.0f} s"
            print(told, file=sys.stderr, flush=True)
    return rounded(mean)


def rounded(theta: list[float]) -> list[int]:
    """As the policy takes them."""
    return [round(UNIT * weight) for weight in theta]


def strength(
    rules: RuleFlags, seats: int, one: list[int], others: list[int], decks: int
) -> tuple[float, float]:
    """The share of opponents that one beats among the others, and its standard error."""
    results = shares(rules, seats, policy_of(one), policy_of(others), CHECK_DECKS, decks)
    return statistics.fmean(results), statistics.stdev(results) / len(results) ** 0.5


def main() -> None:
    """Fit what the command line names, and print each as a line of weights.py's table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("fits", nargs="+", metavar="PRESET:PLAYERS")
    parser.add_argument("--steps", type=int, default=1000, help="steps of the fit (1000)")
    parser.add_argument("--games", type=int, default=2000, help="games of each step (2000)")
    parser.add_argument("--seed", type=int, default=1, help="where chance begins (1)")
    parser.add_argument("--afresh", action="store_true", help="do not begin at the known weights")
    parser.add_argument("--wins", action="store_true", help="only the first place counts")
    options = parser.parse_args()
    assert len(SCALES) == len(FIRST_CARD) == WEIGHTS
    for name in options.fits:
        preset, _, players = name.partition(":")
        seats = int(players)
        rules = PRESETS[preset].flags
        if options.wins:
            # Whoever wins the first round has points, and all others none.
            rules = dataclasses.replace(PRESETS[preset], target=1).flags
        start = FIRST_CARD if options.afresh else FITTED[nearest_fit(FITTED, rules, seats)]
        weights = fit(
            rules, seats, start, steps=options.steps, games=options.games, seed=options.seed
        )
        decks = 20000 // seats
        after, error = strength(rules, seats, weights, FIRST_CARD, decks)
        before, _ = strength(rules, seats, start, FIRST_CARD, decks)
        print(f'    ("{preset}", {seats}): {weights},')
        print(
            f"    # {before:.4f} -> {after:.4f} +- {error:.4f} against the first card", flush=True
        )


if __name__ == "__main__":
    main()
