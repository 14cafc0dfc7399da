"""The contract of bots that play in our own process. Which there are is in registry.py."""

from typing import Protocol

from pitboss.games.game import Game


class Bot(Protocol):
    """A player in our own process.

    An honest bot looks only at what its seat may know and changes nothing, so it gets the game
    itself. Any other bot gets a copy in which everything hidden is dealt again at random.
    """

    name: str
    honest: bool

    def decide(self, game: Game, seat: int) -> int:
        """A legal action for the seat, whose turn it is."""
