"""The maniac: raises most of the time, in random sizes, and hardly ever folds."""

from opponents.holdem_table import bet_of_pot, hand_in, raise_to
from pitboss.games.game import Game
from pitboss.games.holdem import CALL, FOLD
from pitboss.games.rng import Rng

# Of 100 decisions: raises, and folds to a bet; the rest are checks and calls.
_RAISES = 65
_FOLDS = 10
# Of 100 raises, those that are all in.
_ALL_IN = 8


class Maniac:
    """hold'em: raises mostly, by half a pot to two pots or all in, with any cards."""

    name = "maniac"
    honest = True
    thinks = False

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def decide(self, game: Game, seat: int) -> int:  # noqa: ARG002
        """A raise in two of three cases."""
        hand = hand_in(game)
        if hand is None:
            return game.fallback()
        rng = self._rng
        mood = rng.below(100)
        if mood < _RAISES:
            if rng.below(100) < _ALL_IN:
                return raise_to(hand, hand.max_raise())
            return bet_of_pot(hand, 0.5 + rng.below(151) / 100)
        if mood < _RAISES + _FOLDS and hand.to_call() > 0:
            return FOLD
        return CALL
