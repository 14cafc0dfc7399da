"""`random`: any legal action, all equally likely; raises of all sizes count as one."""

from pitboss.games.game import Game
from pitboss.games.rng import Rng


class RandomBot:
    """Plays at random, from a seed."""

    name = "random"
    honest = True

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def decide(self, game: Game, seat: int) -> int:  # noqa: ARG002
        """A random legal action."""
        return game.sample(self._rng)
