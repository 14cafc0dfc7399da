"""Monte Carlo equity with thresholds: deals the rest at random, and compares with the pot odds."""

from opponents.holdem_table import bet_of_pot, check_or_fold, hand_in
from pitboss.games.game import Game
from pitboss.games.holdem import CALL
from pitboss.games.holdem.equity import sampled_equity
from pitboss.games.rng import Rng

_SAMPLES = 400
# Above these multiples of a fair share of the pot it raises by a pot, or half of one.
_RAISE_POT = 1.6
_RAISE_HALF = 1.3
# How much better than the pot odds a call must be: who bets has more than random cards.
_MARGIN = 0.06


class MonteCarlo:
    """hold'em: equity against random hands by 400 samples, with thresholds for bets and calls."""

    name = "monte-carlo"
    honest = True
    thinks = False

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def decide(self, game: Game, seat: int) -> int:
        """By equity against as many random hands as are in."""
        hand = hand_in(game)
        if hand is None:
            return game.fallback()
        rivals = len(hand.seats_in(hand.live)) - 1
        deal = [hand.hole(seat), *[() for _ in range(rivals)]]
        seed = int(self._rng.next())
        equity = sampled_equity(deal, hand.board(), samples=_SAMPLES, seed=seed).hands[0].equity
        owed = int(hand.to_call())
        odds = owed / (hand.pot() + owed)
        fair = 1 / (rivals + 1)
        if equity >= min(_RAISE_POT * fair, 0.85) and equity > odds + _MARGIN:
            return bet_of_pot(hand, 1.0)
        if equity >= min(_RAISE_HALF * fair, 0.8) and (owed == 0 or equity > odds + 2 * _MARGIN):
            return bet_of_pot(hand, 0.5)
        if owed == 0 or equity >= odds + _MARGIN:
            return CALL
        return check_or_fold(hand)
