"""`greedy`: well-known advice; no search and no memory. The advice is in uno/ and holdem/."""

from pitboss.bots.by_game import BotByGame
from pitboss.games.game import Decider


class GreedyBot(BotByGame):
    """Plays by tips and charts."""

    name = "greedy"

    def uno_player(self) -> Decider:
        from pitboss.bots.uno.greedy import UnoGreedy

        return UnoGreedy(self.seed)

    def holdem_player(self) -> Decider:
        from pitboss.bots.holdem.greedy import HoldemGreedy

        return HoldemGreedy(self.seed)
