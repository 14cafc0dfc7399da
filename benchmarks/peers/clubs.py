"""clubs (Python): a dealer that takes a bet and rounds it to a legal one."""

from random import random

from clubs import Dealer
from clubs.configs import NO_LIMIT_HOLDEM_TWO_PLAYER
from measure import BIG_BLIND, SMALL_BLIND, STACK, Loop, main


def holdem(seats: int) -> Loop:
    config = dict(NO_LIMIT_HOLDEM_TWO_PLAYER)
    config["num_players"] = seats
    config["blinds"] = [SMALL_BLIND, BIG_BLIND] + [0] * (seats - 2)
    config["start_stack"] = STACK
    dealer = Dealer(**config)
    reset = dealer.reset
    step = dealer.step

    def loop(hands: int) -> int:
        actions = 0
        for _ in range(hands):
            seen = reset(reset_button=True, reset_stacks=True)
            while dealer.action >= 0:
                call = seen["call"]
                least = seen["min_raise"]
                most = seen["max_raise"]
                folds = call > 0
                raises = most > call
                kind = int(random() * (folds + 1 + raises)) - folds
                if kind < 0:
                    bet = -1
                elif kind == 0:
                    bet = call
                else:
                    bet = least + int(random() * (most - least + 1))
                seen, _, _ = step(bet)
                actions += 1
        return actions

    return loop


if __name__ == "__main__":
    main(holdem=holdem)
