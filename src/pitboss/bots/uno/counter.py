"""`counter` for the UNO family: adds up the weighted features of each move, and plays the best."""

from pitboss.bots.uno.weights import policy_for
from pitboss.games.game import Game
from pitboss.games.uno import UnoGame


class UnoCounter:
    """Plays by the policy alone; the same position gives the same move."""

    name = "counter"
    honest = True
    thinks = False

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def decide(self, game: Game, seat: int) -> int:
        """The move that the weights say is best."""
        if not isinstance(game, UnoGame):
            raise TypeError("this bot plays games of the UNO family")
        return policy_for(game.rules, game.present()).decide(game, seat)
