"""`equity`: how often its hand wins against what others seem to have. Counted in holdem/."""

from pitboss.bots.by_game import BotByGame
from pitboss.games.game import Decider


class EquityBot(BotByGame):
    """Bets and calls by sampled equity, in hold'em."""

    name = "equity"
    thinks = True

    def __init__(self, seed: int, samples: int, goal: str = "score") -> None:
        super().__init__(seed)
        self._samples = samples
        self._wins = goal == "win"

    def holdem_player(self) -> Decider:
        from pitboss.bots.holdem.equity import HoldemEquity

        return HoldemEquity(self.seed, self._samples, self._wins)
