"""A player who is not there: it was taken out of the event, and forfeits every game."""

import time

from pitboss.games.game import Game
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.player import BlockingPlayer, Reply
from pitboss.play.ruling import Turn


class AbsentPlayer(BlockingPlayer):
    """A seat that nobody takes."""

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        self._fault = Fault(FaultKind.REMOVED, reason)

    @property
    def absence(self) -> Fault | None:
        """Why it was taken out."""
        return self._fault

    def ask(self, game: Game, turn: Turn) -> Reply:  # noqa: ARG002
        """Never a decision."""
        return self._fault, time.monotonic()
