"""pokers (Rust): immutable states, any size of raise.

It asks players who are all-in too, and lists the big blind's option as a call, so it counts more
actions and a few more folds than the others.
"""

from random import getrandbits, random

from measure import BIG_BLIND, SMALL_BLIND, STACK, Loop, main
from pokers import Action, ActionEnum, State


def holdem(seats: int) -> Loop:
    check_kind = ActionEnum.Check
    fold, check, call = Action(ActionEnum.Fold), Action(check_kind), Action(ActionEnum.Call)
    raise_kind = ActionEnum.Raise
    from_seed = State.from_seed

    def loop(hands: int) -> int:
        actions = 0
        for _ in range(hands):
            state = from_seed(seats, 0, SMALL_BLIND, BIG_BLIND, STACK, getrandbits(63))
            while not state.final_state:
                # Fold and raise are always listed; check or call stands between them.
                passive = [check] if state.legal_actions[1] == check_kind else [fold, call]
                kind = int(random() * (len(passive) + 1))
                if kind < len(passive):
                    action = passive[kind]
                else:
                    player = state.players_state[state.current_player]
                    most = player.stake + player.bet_chips - state.min_bet
                    if most > 0:
                        least = min(BIG_BLIND, most)
                        size = least + int(random() * (most - least + 1))
                        action = Action(raise_kind, size)
                    else:
                        action = passive[int(random() * len(passive))]
                state = state.apply_action(action)
                actions += 1
        return actions

    return loop


if __name__ == "__main__":
    main(holdem=holdem)
