"""pokerlib (Python): a round that reports everything through queues, any size of raise."""

from random import random

from measure import BIG_BLIND, SMALL_BLIND, STACK, Loop, main
from pokerlib import Player, PlayerGroup, Round
from pokerlib.enums import RoundPublicInId, RoundPublicOutId


class OpenRound(Round):
    """Losers show their cards without being asked, so a hand ends with its last bet."""

    def publicOut(self, out_id: RoundPublicOutId, **facts: object) -> None:  # noqa: N802
        if out_id is RoundPublicOutId.PLAYERCHOICEREQUIRED:
            self._muck_optioned_player_ids.remove(facts["player_id"])


def holdem(seats: int) -> Loop:
    fold, check, call = RoundPublicInId.FOLD, RoundPublicInId.CHECK, RoundPublicInId.CALL
    raise_kind = RoundPublicInId.RAISE

    def loop(hands: int) -> int:
        actions = 0
        for hand in range(hands):
            players = PlayerGroup(Player(0, seat, "", STACK) for seat in range(seats))
            # The seat after the button posts the small blind, also heads up.
            table = OpenRound(hand, players, 0, SMALL_BLIND, BIG_BLIND)
            while not table.finished:
                player = table.current_player
                to_call = table.to_call
                folds = to_call > 0
                raises = player.money > to_call
                kind = int(random() * (folds + 1 + raises)) - folds
                actions += 1
                if kind < 0:
                    table.publicIn(player.id, fold)
                elif kind == 0:
                    table.publicIn(player.id, call if folds else check)
                else:
                    most = player.money - to_call
                    least = min(BIG_BLIND, most)
                    size = least + int(random() * (most - least + 1))
                    table.publicIn(player.id, raise_kind, size)
        return actions

    return loop


if __name__ == "__main__":
    main(holdem=holdem)
