"""OpenSpiel's universal_poker (C++), raising the pot or everything (its `fcpa` sizes)."""

from random import random

import pyspiel
from measure import BIG_BLIND, SMALL_BLIND, STACK, Loop, main

CHANCE = -1
FOLD, CALL, POT, ALL_IN = range(4)


def start(seats: int) -> pyspiel.State:
    """A state before the deal; cloning it is six times as fast as `new_initial_state`."""
    heads_up = seats == 2
    blinds = [BIG_BLIND, SMALL_BLIND] if heads_up else [SMALL_BLIND, BIG_BLIND] + [0] * (seats - 2)
    game = pyspiel.load_game(
        "universal_poker",
        {
            "betting": "nolimit",
            "bettingAbstraction": "fcpa",
            "numPlayers": seats,
            "numRounds": 4,
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            "blind": " ".join(map(str, blinds)),
            "firstPlayer": "2 1 1 1" if heads_up else "3 1 1 1",
            "stack": " ".join([str(STACK)] * seats),
        },
    )
    return game.new_initial_state()


def holdem(seats: int) -> Loop:
    clone = start(seats).clone
    hole_cards = 2 * seats
    deck = list(range(52))

    def loop(hands: int) -> int:
        actions = 0
        for _ in range(hands):
            state = clone()
            apply = state.apply_action
            current = state.current_player
            legal_actions = state.legal_actions
            # Dealing from our own deck spares listing the 52 outcomes of every chance node.
            for dealt in range(hole_cards):
                swap = dealt + int(random() * (52 - dealt))
                card = deck[swap]
                deck[swap] = deck[dealt]
                deck[dealt] = card
                apply(card)
            dealt = hole_cards
            while True:
                player = current()
                if player >= 0:
                    legal = legal_actions()
                    raises = legal[-1] > CALL
                    kinds = legal.index(CALL) + 1 + raises
                    kind = int(random() * kinds)
                    if raises and kind == kinds - 1:
                        kind = kind + int(random() * (len(legal) - kind))
                    apply(legal[kind])
                    actions += 1
                elif player == CHANCE:
                    swap = dealt + int(random() * (52 - dealt))
                    card = deck[swap]
                    deck[swap] = deck[dealt]
                    deck[dealt] = card
                    apply(card)
                    dealt += 1
                else:
                    state.returns()
                    break
        return actions

    return loop


def copies(seats: int) -> Loop:
    state = start(seats)
    for card in range(2 * seats):
        state.apply_action(card)
    for _ in range(seats):
        state.apply_action(CALL)
    for card in range(2 * seats, 2 * seats + 3):
        state.apply_action(card)

    def loop(count: int) -> int:
        clone = state.clone
        for _ in range(count):
            clone()
        return 0

    return loop


if __name__ == "__main__":
    main(holdem=holdem, copies=copies)
