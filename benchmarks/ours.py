"""Our side of every row, under the policy that the peers play (see peers/__init__.py)."""

import dataclasses
from collections.abc import Callable
from itertools import count
from random import Random

from measure import Loop, main

from pitboss.games.game import Game
from pitboss.games.holdem import HAND
from pitboss.games.holdem.evaluator import evaluate, evaluate_many
from pitboss.games.holdem.hand import FOLD
from pitboss.games.holdem.series import random_hands
from pitboss.games.rng import Rng
from pitboss.games.uno import OFFICIAL, UNO
from pitboss.games.uno.game import random_games
from pitboss.games.uno.rules import DrawnCard, TwoPlayerReverse, UnoCall, WildDrawFour

# Deals a new game from a seed.
Deal = Callable[[int], Game]

# RLCard's UNO, as near as knobs go: one round, no calls, a drawn card that plays is played.
UNO_RULES = dataclasses.replace(
    OFFICIAL,
    target=0,
    must_play=True,
    drawn_card=DrawnCard.AUTO_PLAY,
    two_player_reverse=TwoPlayerReverse.PASS,
    wild_draw_four=WildDrawFour.NO_COLOUR_MATCH,
    uno_call=UnoCall.NONE,
)
# The default hand: blinds of 50 and 100, stacks of 10,000.
HOLDEM_RULES = HAND.rules()
HANDS = 4096


def deal_holdem(seats: int) -> Deal:
    return lambda seed: HAND.new(HOLDEM_RULES, seats, seed)


def deal_uno(seats: int) -> Deal:
    return lambda seed: UNO.new(UNO_RULES, seats, seed)


def holdem_unit(seats: int) -> Loop:
    seeds = count()
    return lambda hands: random_hands(hands, seats, next(seeds))[1]


def uno_unit(seats: int) -> Loop:
    # Far apart, since the games of one call take a seed each from here on.
    seeds = count(0, 1 << 32)
    return lambda games: random_games(UNO_RULES.flags, games, seats, next(seeds))[0]


def holdem_sampled(seats: int) -> Loop:
    """Stepped from Python through the contract, one hand restarted from seed after seed.

    A fold where checking is free is drawn again, here and below.
    """
    seeds = count()
    hand = HAND.new(HOLDEM_RULES, seats, 0)

    def loop(hands: int) -> int:
        rng = Rng(next(seeds))
        actor, sample, apply = hand.actor, hand.sample, hand.apply
        to_call, restart = hand.to_call, hand.restart
        actions = 0
        for _ in range(hands):
            restart(next(seeds))
            while actor() >= 0:
                action = sample(rng)
                while action == FOLD and to_call() == 0:
                    action = sample(rng)
                apply(action)
                actions += 1
        return actions

    return loop


def holdem_stepped(seats: int) -> Loop:
    """The same with the legal actions in hand, as a search does it."""
    seeds = count()
    hand = HAND.new(HOLDEM_RULES, seats, 0)

    def loop(hands: int) -> int:
        rng = Rng(next(seeds))
        actions = 0
        for _ in range(hands):
            hand.restart(next(seeds))
            while hand.actor() >= 0:
                legal = hand.legal()
                action = legal.sample(rng)
                while action == FOLD and hand.to_call() == 0:
                    action = legal.sample(rng)
                hand.apply(action)
                actions += 1
        return actions

    return loop


def holdem_fresh(seats: int) -> Loop:
    """Sampled, with a new object for each hand."""
    seeds = count()

    def loop(hands: int) -> int:
        rng = Rng(next(seeds))
        actions = 0
        for _ in range(hands):
            hand = HAND.new(HOLDEM_RULES, seats, next(seeds))
            while hand.actor() >= 0:
                action = hand.sample(rng)
                while action == FOLD and hand.to_call() == 0:
                    action = hand.sample(rng)
                hand.apply(action)
                actions += 1
        return actions

    return loop


def uno_sampled(seats: int) -> Loop:
    """Stepped from Python through the contract, one game restarted from seed after seed."""
    seeds = count()
    game = UNO.new(UNO_RULES, seats, 0)

    def loop(games: int) -> int:
        rng = Rng(next(seeds))
        actor, sample, apply, restart = game.actor, game.sample, game.apply, game.restart
        actions = 0
        for _ in range(games):
            restart(next(seeds))
            while actor() >= 0:
                apply(sample(rng))
                actions += 1
        return actions

    return loop


def uno_stepped(seats: int) -> Loop:
    """The same with the legal actions in hand."""
    seeds = count()
    game = UNO.new(UNO_RULES, seats, 0)

    def loop(games: int) -> int:
        rng = Rng(next(seeds))
        actions = 0
        for _ in range(games):
            game.restart(next(seeds))
            while game.actor() >= 0:
                game.apply(game.legal().sample(rng))
                actions += 1
        return actions

    return loop


def uno_fresh(seats: int) -> Loop:
    """Sampled, with a new object for each game."""
    seeds = count()

    def loop(games: int) -> int:
        rng = Rng(next(seeds))
        actions = 0
        for _ in range(games):
            game = UNO.new(UNO_RULES, seats, next(seeds))
            while game.actor() >= 0:
                game.apply(game.sample(rng))
                actions += 1
        return actions

    return loop


def copies(game: Game) -> Loop:
    def loop(times: int) -> int:
        copy = game.copy
        for _ in range(times):
            copy()
        return 0

    return loop


def begun(deal: Deal, actions: int) -> Game:
    """A game in which so many actions have been played and more are to come."""
    rng = Rng(7)
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
        holdem_unit=holdem_unit,
        holdem_sampled=holdem_sampled,
        holdem_fresh=holdem_fresh,
        holdem_stepped=holdem_stepped,
        holdem_copies=lambda seats: copies(begun(deal_holdem(seats), seats + 1)),
        uno_unit=uno_unit,
        uno_sampled=uno_sampled,
        uno_stepped=uno_stepped,
        uno_fresh=uno_fresh,
        uno_copies=lambda seats: copies(begun(deal_uno(seats), 10)),
        evaluator=evaluator,
        evaluator_unit=evaluator_unit,
    )
