"""What a bot is: something that decides, given the game and its seat."""

from typing import Protocol

from pitboss.games.game import Game


class Bot(Protocol):
    """A player in our own process.

    An honest bot reads of the game only what its seat may know, and changes nothing: it is handed
    the game itself. Any other is handed a copy in which everything hidden is dealt anew.
    """

    name: str
    honest: bool

    def decide(self, game: Game, seat: int) -> int:
        """A legal action for the seat, whose turn it is."""
