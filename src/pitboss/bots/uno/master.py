"""`master` for the UNO family: the policy of `counter`, improved by search at every decision."""

from typing import Final

from pitboss.bots.uno.search import Search
from pitboss.bots.uno.weights import policy_for
from pitboss.games.game import Game
from pitboss.games.uno import UnoGame

# Rollouts for a decision, with so many players; with more each takes longer, and there are fewer.
ROLLOUTS: Final = 3000
_PLAYERS: Final = 6


class UnoMaster:
    """Tries every move in worlds that fit what it has seen; a bot of its own for each game."""

    name = "master"
    honest = True
    thinks = True

    def __init__(self, seed: int = 0, rollouts: int | None = None, wins: bool = False) -> None:
        """Without a number of rollouts it takes as many as are usual.

        `wins`: only the first place counts; otherwise the share of opponents beaten.
        """
        if rollouts is not None and rollouts < 1:
            raise ValueError(f"rollouts={rollouts} will not do: at least 1")
        self._is_usual = rollouts is None
        self._search = Search(rollouts or ROLLOUTS, seed, wins)
        self._wins = wins

    def decide(self, game: Game, seat: int) -> int:
        """The best move that the rollouts find."""
        if not isinstance(game, UnoGame):
            raise TypeError("this bot plays games of the UNO family")
        if self._is_usual:
            self._search.rollouts = ROLLOUTS * _PLAYERS // max(_PLAYERS, game.players)
        policy = policy_for(game.rules, game.present(), self._wins)
        return self._search.choose(game, seat, policy)
