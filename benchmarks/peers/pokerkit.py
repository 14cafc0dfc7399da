"""PokerKit (Python): every rule, automated but for the bets."""

import copy
from random import random

from measure import BIG_BLIND, SMALL_BLIND, STACK, Loop, main
from pokerkit import Automation, Mode, NoLimitTexasHoldem, State


def start(seats: int) -> State:
    return NoLimitTexasHoldem.create_state(
        tuple(Automation),
        True,
        0,
        (SMALL_BLIND, BIG_BLIND),
        BIG_BLIND,
        STACK,
        seats,
        mode=Mode.CASH_GAME,
    )


def holdem(seats: int) -> Loop:
    def loop(hands: int) -> int:
        actions = 0
        for _ in range(hands):
            state = start(seats)
            while state.status:
                folds = state.checking_or_calling_amount > 0
                least = state.min_completion_betting_or_raising_to_amount
                kind = int(random() * (folds + 1 + (least is not None))) - folds
                if kind < 0:
                    state.fold()
                elif kind == 0:
                    state.check_or_call()
                else:
                    most = state.max_completion_betting_or_raising_to_amount
                    size = least + int(random() * (most - least + 1))
                    state.complete_bet_or_raise_to(size)
                actions += 1
        return actions

    return loop


def copies(seats: int) -> Loop:
    state = start(seats)
    while not state.board_cards:
        state.check_or_call()

    def loop(count: int) -> int:
        for _ in range(count):
            copy.deepcopy(state)
        return 0

    return loop


if __name__ == "__main__":
    main(holdem=holdem, copies=copies)
