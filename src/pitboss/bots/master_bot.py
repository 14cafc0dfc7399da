"""`master`: the strongest. How it searches is in uno/, and in holdem/ how it plays hold'em."""

from pitboss.bots.by_game import BotByGame
from pitboss.games.game import Decider


class MasterBot(BotByGame):
    """Searches, so that a decision takes a while."""

    name = "master"
    thinks = True

    def __init__(self, seed: int, rollouts: int | None = None, goal: str = "score") -> None:
        """Without a number of rollouts it takes as many as are usual in the game."""
        super().__init__(seed)
        self._rollouts = rollouts
        self._wins = goal == "win"

    def uno_player(self) -> Decider:
        from pitboss.bots.uno.master import UnoMaster

        return UnoMaster(self.seed, self._rollouts, self._wins)

    def holdem_player(self) -> Decider:
        from pitboss.bots.holdem.master import HoldemMaster

        if self._rollouts is None:
            return HoldemMaster(self.seed, wins=self._wins)
        return HoldemMaster(self.seed, self._rollouts, self._wins)
