"""PyPokerEngine (Python): its round manager, which copies the table at every action."""

from random import random

from measure import SMALL_BLIND, STACK, Loop, main
from pypokerengine.api.emulator import Emulator
from pypokerengine.engine.poker_constants import PokerConstants
from pypokerengine.engine.round_manager import RoundManager

FINISHED = PokerConstants.Street.FINISHED


def holdem(seats: int) -> Loop:
    emulator = Emulator()
    emulator.set_game_rule(seats, 1, SMALL_BLIND, 0)
    players = {str(seat): {"name": str(seat), "stack": STACK} for seat in range(seats)}

    def loop(hands: int) -> int:
        actions = 0
        for _ in range(hands):
            state, _ = emulator.start_new_round(emulator.generate_initial_game_state(players))
            while state["street"] != FINISHED:
                _, call, to_raise = emulator.generate_possible_actions(state)
                player = state["table"].seats.players[state["next_player"]]
                folds = call["amount"] > player.paid_sum()
                least = to_raise["amount"]["min"]
                most = to_raise["amount"]["max"]
                kind = int(random() * (folds + 1 + (least > 0))) - folds
                if kind < 0:
                    action, amount = "fold", 0
                elif kind == 0:
                    action, amount = "call", call["amount"]
                else:
                    action, amount = "raise", least + int(random() * (most - least + 1))
                state, _ = RoundManager.apply_action(state, action, amount)
                actions += 1
        return actions

    return loop


if __name__ == "__main__":
    main(holdem=holdem)
