"""The contract of bots that play in our own process. Which there are is in registry.py."""

from typing import Protocol

from pitboss.games.game import Game


class Bot(Protocol):
    """A player in our own process.

    An honest bot looks only at what its seat may know and changes nothing, so it gets the game
    itself. Any other bot gets a copy in which everything hidden is dealt again at random.

    A bot may also have `thinks = True`: a decision may take more than about 2 ms, and so is made
    beside the event loop at a live table. Without the attribute it answers at once.
    """

    name: str
    honest: bool

    def decide(self, game: Game, seat: int) -> int:
        """A legal action for the seat, whose turn it is."""


def thinks(bot: Bot) -> bool:
    """Whether a decision of the bot takes so long that nobody else should wait for it."""
    return bool(getattr(bot, "thinks", False))
