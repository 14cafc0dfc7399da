"""The rock: plays few hands, calls with good ones, and bets only the best."""

from opponents.holdem_table import bet_of_pot, check_or_fold, hand_in
from pitboss.games.game import Game
from pitboss.games.holdem import CALL, PREFLOP
from pitboss.games.holdem.strength import strength

# Shares of all hands that are worse: to call a blind, to call a raise, to raise.
_LIMP = 0.75
_CALL_RAISE = 0.90
_RAISE = 0.985
# The same after the flop: to call a small bet, a bet of a pot, and to bet oneself.
_CALL_SMALL = 0.70
_CALL_POT = 0.85
_BET = 0.95
# With so few big blinds it no longer waits for the best hands.
_SHORT = 8


class TightPassive:
    """hold'em: waits for good hands, calls with them, and raises only the very best."""

    name = "tight-passive"
    honest = True
    thinks = False

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def decide(self, game: Game, seat: int) -> int:
        """Mostly a check or a fold."""
        hand = hand_in(game)
        if hand is None:
            return game.fallback()
        first, second = hand.hole(seat)
        own = strength(first, second, hand.board())
        owed = int(hand.to_call())
        if hand.street == PREFLOP:
            if own >= _RAISE:
                return bet_of_pot(hand, 1.0)
            raised = hand.price > hand.big
            needed = _CALL_RAISE if raised else _LIMP
            if hand.stack[seat] + hand.bet[seat] <= _SHORT * hand.big:
                needed = _LIMP
            return CALL if own >= needed else check_or_fold(hand)
        if own >= _BET:
            return bet_of_pot(hand, 0.5)
        pressure = owed / hand.pot()
        needed = _CALL_SMALL + (_CALL_POT - _CALL_SMALL) * min(2 * pressure, 1.0)
        return CALL if own >= needed else check_or_fold(hand)
