"""Tight and aggressive by chart: few hands, raised by position, and bets that follow up."""

from opponents.holdem_table import bet_of_pot, check_or_fold, hand_in, raise_to
from pitboss.games.game import Game
from pitboss.games.holdem import CALL, PREFLOP, Hand
from pitboss.games.holdem.strength import strength
from pitboss.games.rng import Rng

# The share of hands that it opens with, by how many seats act after it; the last entry for more.
_OPEN = (0.60, 0.55, 0.42, 0.30, 0.24, 0.20, 0.17, 0.15, 0.13)
# The shares of hands that raise and call a raise, and that meet a second raise.
_RERAISE = 0.05
_CALL_RAISE = 0.14
_CALL_RERAISE = 0.04
# With so few big blinds it goes all in or folds, with this much wider a range.
_SHORT = 12
_SHOVE = 1.15
# After the flop, the shares of hands that are worse: to bet for value, to raise, to call a pot.
_VALUE = 0.72
_RAISE = 0.93
_CALL = 0.72
# Of 100 flops that it raised before, those it bets whatever they brought.
_FOLLOW_UP = 55


class TightAggressive:
    """hold'em: opens by a chart of positions, bets its good hands, and gives up the rest."""

    name = "tight-aggressive"
    honest = True
    thinks = False

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)
        # The hand in which it raised last before the flop.
        self._raised = 0

    def decide(self, game: Game, seat: int) -> int:
        """By chart before the flop, by strength after it."""
        hand = hand_in(game)
        if hand is None:
            return game.fallback()
        first, second = hand.hole(seat)
        own = strength(first, second, hand.board())
        if hand.street > PREFLOP:
            return self._after_flop(hand, own)
        action = _before_flop(hand, seat, 1 - own)
        if action > 0:
            self._raised = int(hand.number)
        return action

    def _after_flop(self, hand: Hand, own: float) -> int:
        owed = int(hand.to_call())
        if owed == 0:
            rivals = len(hand.seats_in(hand.live)) - 1
            leads = self._raised == hand.number and hand.street == PREFLOP + 1
            if leads and rivals == 1 and self._rng.below(100) < _FOLLOW_UP:
                return bet_of_pot(hand, 0.6)
            return bet_of_pot(hand, 0.7) if own >= _VALUE + 0.05 * (rivals - 1) else CALL
        if own >= _RAISE:
            return bet_of_pot(hand, 1.0)
        # A bet of a pot is 0.5 of the pot that it makes.
        pressure = owed / hand.pot()
        return CALL if own >= _CALL * min(1.0, 0.6 + pressure) else check_or_fold(hand)


def _before_flop(hand: Hand, seat: int, share: float) -> int:
    """The chart's action with a hand of the best `share` of all."""
    behind = sum([1 for other in hand.seats_in(hand.todo) if other != seat])
    opening = _OPEN[min(behind, len(_OPEN) - 1)]
    chips = hand.stack[seat] + hand.bet[seat]
    all_in = int(hand.max_raise())
    if chips <= _SHORT * hand.big:
        raised = hand.price > hand.big
        wanted = opening * (0.6 if raised else _SHOVE)
        if share <= wanted:
            return raise_to(hand, all_in) if all_in > 0 else CALL
        return check_or_fold(hand)
    if hand.price <= hand.big:
        if share > opening:
            return check_or_fold(hand)
        callers = sum([1 for bet in hand.bets() if bet >= hand.big]) - 1
        return raise_to(hand, hand.big * (2.5 + max(callers, 0)))
    if hand.price > 6 * hand.big:
        if share <= _CALL_RERAISE:
            return raise_to(hand, all_in) if all_in > 0 else CALL
        return check_or_fold(hand)
    if share <= _RERAISE:
        return raise_to(hand, 3 * hand.price)
    return CALL if share <= _CALL_RAISE else check_or_fold(hand)
