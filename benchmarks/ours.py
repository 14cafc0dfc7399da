"""Our side of every row, under the policy that the peers play (see peers/__init__.py)."""

from collections.abc import Callable
from itertools import count
from random import Random

from measure import BIG_BLIND, SMALL_BLIND, STACK, Loop, main

from pitboss.games.game import Game
from pitboss.games.holdem import HAND
from pitboss.games.holdem.bulk import random_hands
from pitboss.games.holdem.evaluator import evaluate, evaluate_many
from pitboss.games.rng import Rng
from pitboss.games.uno import UNO
from pitboss.games.uno.bulk import random_games

# Deals a new game from a seed.
Deal = Callable[[int], Game]

HOLDEM = HAND.rules(f"{next(iter(HAND.presets))},blinds={SMALL_BLIND}/{BIG_BLIND},stack={STACK}")
HANDS = 4096


def deal_holdem(seats: int) -> Deal:
    return lambda seed: HAND.new(HOLDEM, seats, seed)


def deal_uno(seats: int) -> Deal:
    rules = UNO.rules()
    return lambda seed: UNO.new(rules, seats, seed)


def sampled(deal: Deal) -> Loop:
    """Stepped from Python by the shortest way."""
    seeds = count()

    def loop(games: int) -> int:
        rng = Rng(next(seeds), 1)
        actions = 0
        for _ in range(games):
            game = deal(next(seeds))
            while game.actor() >= 0:
                game.apply(game.sample(rng))
                actions += 1
        return actions

    return loop


def stepped(deal: Deal) -> Loop:
    """Stepped from Python with the legal actions in hand, as a search or a bot does it."""
    seeds = count()

    def loop(games: int) -> int:
        rng = Rng(next(seeds), 1)
        actions = 0
        for _ in range(games):
            game = deal(next(seeds))
            while game.actor() >= 0:
                game.apply(game.legal().sample(rng))
                actions += 1
        return actions

    return loop


def in_unit(play: Callable[[int, int, int], tuple[int, int]], seats: int) -> Loop:
    seeds = count()
    return lambda games: play(games, seats, next(seeds))[1]


def copies(game: Game) -> Loop:
    def loop(times: int) -> int:
        copy = game.copy
        for _ in range(times):
            copy()
        return 0

    return loop


def begun(deal: Deal, actions: int) -> Game:
    """A game in which so many actions have been played and more are to come."""
    rng = Rng(7, 1)
    seed = 0
    while True:
        game = deal(seed)
        played = 0
        while game.actor() >= 0:
            if played == actions:
                return game
            game.apply(game.sample(rng))
            played += 1
        seed += 1


def masks() -> list[int]:
    rng = Random(7)
    return [sum(1 << card for card in rng.sample(range(52), 7)) for _ in range(HANDS)]


def evaluator(_: int) -> Loop:
    hands = masks()

    def loop(times: int) -> int:
        for at in range(times):
            evaluate(hands[at % HANDS])
        return 0

    return loop


def evaluator_unit(_: int) -> Loop:
    hands = masks()

    def loop(times: int) -> int:
        # Batches double, so that all but the first and shortest are whole rounds.
        evaluate_many(hands, times // HANDS)
        return 0

    return loop


if __name__ == "__main__":
    main(
        holdem_unit=lambda seats: in_unit(random_hands, seats),
        holdem_sampled=lambda seats: sampled(deal_holdem(seats)),
        holdem_stepped=lambda seats: stepped(deal_holdem(seats)),
        holdem_copies=lambda seats: copies(begun(deal_holdem(seats), seats + 1)),
        uno_unit=lambda seats: in_unit(random_games, seats),
        uno_sampled=lambda seats: sampled(deal_uno(seats)),
        uno_stepped=lambda seats: stepped(deal_uno(seats)),
        uno_copies=lambda seats: copies(begun(deal_uno(seats), 10)),
        evaluator=evaluator,
        evaluator_unit=evaluator_unit,
    )
