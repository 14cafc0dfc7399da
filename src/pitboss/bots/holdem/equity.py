"""`equity` for hold'em: sampled equity against narrowed ranges, weighed by what chips are worth.

It asks how often its hand wins against what the rivals seem to have, and what its stack would be
worth after a win and after a loss. It does not ask how rivals answer a raise: `master` does.
"""

from typing import Final

from pitboss.bots.holdem.opponents import Opponents, hand_in
from pitboss.bots.holdem.placement import utility_of, worth
from pitboss.bots.holdem.reading import ranges_of
from pitboss.bots.holdem.worlds import Worlds
from pitboss.games.game import Game
from pitboss.games.holdem import CALL, FOLD, PREFLOP, Hand
from pitboss.games.rng import Rng

# It bets with this much more than a fair share of the pot, and a whole pot with that much more.
_BET: Final = 1.3
_BET_POT: Final = 1.6
# Nobody has more than everything: with several rivals the shares above are cut off here.
_SURE: Final = 0.85
# A raise needs to be better than a call by this much equity.
_MARGIN: Final = 0.08
# With so few big blinds a raise is all in.
_SHORT: Final = 12


class HoldemEquity:
    """Bets when it has more than its share of the pot, and calls when the odds are good."""

    def __init__(self, seed: int, samples: int = 400, wins: bool = False) -> None:
        self._rng = Rng(seed)
        self._samples = samples
        self._wins = wins
        self._opponents = Opponents()

    def decide(self, game: Game, seat: int) -> int:
        """A legal action for the seat."""
        self._opponents.look(game, seat)
        action = self._choice(game, seat)
        self._opponents.remember(game, seat, action)
        return action

    def _choice(self, game: Game, seat: int) -> int:
        hand = hand_in(game)
        rivals = [other for other in hand.seats_in(hand.live) if other != seat]
        ranges = ranges_of(hand, seat, rivals, self._opponents)
        worlds = Worlds(hand.hole(seat), hand.board(), ranges, self._samples, self._rng)
        equity = worlds.equity()
        utility = utility_of(game, self._wins)
        owed = int(hand.to_call())
        needed = _needed(hand, seat, rivals, owed, utility) if owed > 0 else 0.0
        fair = 1 / (len(rivals) + 1)
        chips = int(hand.stack[seat])
        if hand.max_raise() > 0 and equity > min(_BET * fair, _SURE):
            pot = hand.pot() + owed
            share = 1.0 if equity > min(_BET_POT * fair, _SURE) else 0.6
            total = int(hand.price) + round(share * pot)
            is_short = hand.street == PREFLOP and chips <= _SHORT * hand.big
            if is_short or 2 * (total - int(hand.bet[seat])) > chips:
                total = int(hand.max_raise())
            total = min(max(total, int(hand.min_raise())), int(hand.max_raise()))
            put = min(total - int(hand.bet[seat]), max(hand.stacks()))
            if equity > max(needed, _needed(hand, seat, rivals, put, utility)) + _MARGIN:
                return total
        if owed == 0 or equity > needed:
            return CALL
        return FOLD


def _needed(hand: Hand, seat: int, rivals: list[int], put: int, utility: int) -> float:
    """The equity with which putting in so many chips is worth as much as giving up.

    One rival, the one that has put in most, is taken to call.
    """
    stacks, starts = list(hand.stacks()), hand.starting_stacks()
    rival = max(rivals, key=lambda other: (hand.paid()[other], hand.stack[other]))
    owed = max(int(hand.bet[seat]) + put - int(hand.bet[rival]), 0)
    answer = min(owed, stacks[rival])
    put = min(put, int(hand.bet[rival]) + answer - int(hand.bet[seat]))
    pot = hand.pot()

    def after(own: int, other: int) -> float:
        now = [*stacks]
        now[seat] += own
        now[rival] += other
        return worth(utility, now, seat, starts)

    folded = after(0, pot)
    won = after(pot + answer, -answer)
    lost = after(-put, pot + put)
    return (folded - lost) / max(won - lost, 1e-9)
