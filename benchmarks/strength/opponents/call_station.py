"""The call station: never folds and never raises."""

from opponents.holdem_table import hand_in
from pitboss.games.game import Game
from pitboss.games.holdem import CALL


class CallStation:
    """hold'em: checks and calls, whatever it holds."""

    name = "call-station"
    honest = True
    thinks = False

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def decide(self, game: Game, seat: int) -> int:  # noqa: ARG002
        """Check or call."""
        return game.fallback() if hand_in(game) is None else CALL
