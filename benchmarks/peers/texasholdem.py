"""texasholdem (Python): a table that plays hand after hand, any size of raise."""

from random import random

from measure import BIG_BLIND, SMALL_BLIND, STACK, Loop, main
from texasholdem import ActionType, PlayerState, TexasHoldEm


def holdem(seats: int) -> Loop:
    table = TexasHoldEm(
        buyin=STACK, big_blind=BIG_BLIND, small_blind=SMALL_BLIND, max_players=seats
    )
    players = table.players
    take_action = table.take_action
    check, call, fold = ActionType.CHECK, ActionType.CALL, ActionType.FOLD
    raise_kind = ActionType.RAISE
    facing = PlayerState.TO_CALL

    def loop(hands: int) -> int:
        actions = 0
        for _ in range(hands):
            for player in players:
                player.chips = STACK
            table.start_hand()
            while table.is_hand_running():
                # The same choices as get_available_moves() lists, at half its cost.
                seat = table.current_player
                player = players[seat]
                passive = (fold, call) if player.state is facing else (check,)
                raises = table.raise_option and player.chips > table.chips_to_call(seat)
                kind = int(random() * (len(passive) + raises))
                actions += 1
                if kind < len(passive):
                    take_action(passive[kind])
                    continue
                most = table.player_bet_amount(seat) + player.chips
                least = min(most, table.value_to_total(table.min_raise(), seat))
                take_action(raise_kind, total=least + int(random() * (most - least + 1)))
        return actions

    return loop


if __name__ == "__main__":
    main(holdem=holdem)
