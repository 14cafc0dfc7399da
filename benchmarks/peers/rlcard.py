"""RLCard (Python): hold'em and UNO, through its environments, its games and its bare parts."""

import copy
from random import choice, random

import numpy as np
import rlcard
from measure import BIG_BLIND, SMALL_BLIND, STACK, Loop, main
from rlcard.games.nolimitholdem import Game as HoldemGame
from rlcard.games.nolimitholdem.round import Action
from rlcard.games.uno import Dealer, Player, Round
from rlcard.games.uno import Game as UnoGame

HAND = 7


def holdem_game(seats: int) -> HoldemGame:
    game = HoldemGame(num_players=seats)
    game.small_blind = SMALL_BLIND
    game.big_blind = BIG_BLIND
    game.init_chips = [STACK] * seats
    game.dealer_id = 0
    return game


def holdem(seats: int) -> Loop:
    """The game without its environment: half-pot, pot and all-in raises."""
    game = holdem_game(seats)
    fold, call = Action.FOLD, Action.CHECK_CALL

    def loop(hands: int) -> int:
        actions = 0
        for _ in range(hands):
            state, seat = game.init_game()
            while not game.is_over():
                raised = game.round.raised
                folds = raised[seat] < max(raised)
                sizes = state["legal_actions"][2:]
                kind = int(random() * (folds + 1 + bool(sizes))) - folds
                action = fold if kind < 0 else call if kind == 0 else choice(sizes)
                state, seat = game.step(action)
                actions += 1
            game.get_payoffs()
        return actions

    return loop


def holdem_env(seats: int) -> Loop:
    """The environment, which always lists fold."""
    env = rlcard.make(
        "no-limit-holdem", config={"game_num_players": seats, "chips_for_each": STACK}
    )
    env.game.small_blind = SMALL_BLIND
    env.game.big_blind = BIG_BLIND
    fold, call = Action.FOLD.value, Action.CHECK_CALL.value

    def loop(hands: int) -> int:
        actions = 0
        for _ in range(hands):
            state, seat = env.reset()
            while not env.is_over():
                raised = env.game.round.raised
                folds = raised[seat] < max(raised)
                sizes = [action for action in state["legal_actions"] if action > call]
                kind = int(random() * (folds + 1 + bool(sizes))) - folds
                action = fold if kind < 0 else call if kind == 0 else choice(sizes)
                state, seat = env.step(action)
                actions += 1
            env.get_payoffs()
        return actions

    return loop


def uno_env(seats: int) -> Loop:
    env = rlcard.make("uno", config={"game_num_players": seats})

    def loop(games: int) -> int:
        actions = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(choice(list(state["legal_actions"])))
                actions += 1
            env.get_payoffs()
        return actions

    return loop


def uno_game(seats: int) -> Loop:
    game = UnoGame(num_players=seats)

    def loop(games: int) -> int:
        actions = 0
        for _ in range(games):
            state, _ = game.init_game()
            while not game.is_over():
                state, _ = game.step(choice(state["legal_actions"]))
                actions += 1
        return actions

    return loop


def uno_bare(seats: int) -> Loop:
    """Dealer, players and round alone: the rules without the states built for learners."""
    chance = np.random.RandomState()

    def loop(games: int) -> int:
        actions = 0
        for _ in range(games):
            dealer = Dealer(chance)
            players = [Player(seat, chance) for seat in range(seats)]
            for player in players:
                dealer.deal_cards(player, HAND)
            table = Round(dealer, seats, chance)
            table.perform_top_card(players, table.flip_top_card())
            legal_actions = table.get_legal_actions
            proceed = table.proceed_round
            while not table.is_over:
                legal = legal_actions(players, table.current_player)
                proceed(players, legal[int(random() * len(legal))])
                actions += 1
        return actions

    return loop


def holdem_copies(seats: int) -> Loop:
    game = holdem_game(seats)
    game.init_game()
    while not game.public_cards:
        game.step(Action.CHECK_CALL)

    def loop(count: int) -> int:
        for _ in range(count):
            copy.deepcopy(game)
        return 0

    return loop


def uno_copies(seats: int) -> Loop:
    game = UnoGame(num_players=seats)
    state, _ = game.init_game()
    for _ in range(seats):
        state, _ = game.step(state["legal_actions"][0])

    def loop(count: int) -> int:
        for _ in range(count):
            copy.deepcopy(game)
        return 0

    return loop


if __name__ == "__main__":
    main(
        holdem=holdem,
        holdem_env=holdem_env,
        uno_env=uno_env,
        uno_game=uno_game,
        uno_bare=uno_bare,
        holdem_copies=holdem_copies,
        uno_copies=uno_copies,
    )
