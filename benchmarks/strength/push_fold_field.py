"""Push or fold in a field of the classic bots: what counting the score and the rivals' view bring.

Tournaments begin with 12.5 big blinds, which double at the hands 11 and 21. One seat plays push or
fold, and as the Monte Carlo bot after the flop; the others are drawn from five classic bots. All
ways to count play the same tournaments. `python benchmarks/strength/push_fold_field.py --seats 6`
"""

import argparse
from math import sqrt

from opponents.call_station import CallStation
from opponents.maniac import Maniac
from opponents.monte_carlo import MonteCarlo
from opponents.tight_aggressive import TightAggressive
from opponents.tight_passive import TightPassive

from pitboss.bots.bot import Bot
from pitboss.bots.holdem.placement import CHIPS, SCORE
from pitboss.bots.holdem.push_fold import coming_blinds, is_short, push_fold_action
from pitboss.games.game import Game
from pitboss.games.holdem import Tournament, TournamentRules
from pitboss.games.holdem.rules import read_schedule
from pitboss.games.rng import Rng

RULES = TournamentRules(preset="short", blinds=read_schedule("1:400/800+11:800/1600+21:1600/3200"))
FIELD = (CallStation, Maniac, TightPassive, TightAggressive, MonteCarlo)
# What the seat counts, and what it takes the others to count.
WAYS = {
    "score, rivals chips": (SCORE, CHIPS),
    "score, rivals score": (SCORE, SCORE),
    "chips, rivals chips": (CHIPS, CHIPS),
}


class PushFold:
    """Goes all in or folds before the flop when short."""

    name = "push-fold"
    honest = True
    thinks = True

    def __init__(self, seed: int, utility: int, rivals: int) -> None:
        self._rng = Rng(seed)
        self._counts = (utility, rivals)
        self._otherwise = MonteCarlo(seed)

    def decide(self, game: Game, seat: int) -> int:
        """Push or fold if short, else as the Monte Carlo bot."""
        assert isinstance(game, Tournament)
        if not is_short(game.hand, seat):
            return self._otherwise.decide(game, seat)
        utility, rivals = self._counts
        return push_fold_action(
            game.hand, seat, utility, self._rng, rivals=rivals, coming=coming_blinds(game)
        )


def score(seats: int, seed: int, utility: int, rivals: int) -> float:
    """The share of opponents that push or fold beats in one tournament."""
    rng = Rng(seed, stream=1)
    own = int(rng.below(seats))
    bots: list[Bot] = [FIELD[rng.below(len(FIELD))](10 * seed + seat) for seat in range(seats)]
    bots[own] = PushFold(10 * seed + own, utility, rivals)
    game = Tournament(RULES, seats, seed)
    while (seat := game.actor()) >= 0:
        game.apply(bots[seat].decide(game, seat))
    places = game.places()
    beaten = sum([1.0 for place in places if place > places[own]])
    shared = sum([0.5 for place in places if place == places[own]]) - 0.5
    return (beaten + shared) / (seats - 1)


def mean_and_error(numbers: list[float]) -> tuple[float, float]:
    """The mean, and 1.96 of its standard errors."""
    mean = sum(numbers) / len(numbers)
    squares = sum([(number - mean) ** 2 for number in numbers])
    return mean, 1.96 * sqrt(squares / (len(numbers) - 1) / len(numbers))


def main() -> None:
    """Print the scores and how they differ from the first."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    seeds = range(args.seed, args.seed + args.games)
    first: list[float] = []
    print("| seats | counted | score | less than the first |")
    print("|---|---|---|---|")
    for name, (utility, rivals) in WAYS.items():
        scores = [score(args.seats, seed, utility, rivals) for seed in seeds]
        first = first or scores
        mean, error = mean_and_error(scores)
        lead, lead_error = mean_and_error([a - b for a, b in zip(first, scores, strict=True)])
        print(
            f"| {args.seats} | {name} | {mean:.3f} ± {error:.3f} | {lead:.3f} ± {lead_error:.3f} |"
        )


if __name__ == "__main__":
    main()
