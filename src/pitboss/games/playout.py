"""A game played out by bots in process, without clocks or faults, whatever game it is."""

from typing import Protocol

from pitboss.games.game import Game


class Decider(Protocol):
    """Decides for a seat; reads of the game only what that seat may know, and changes nothing."""

    def decide(self, game: Game, seat: int) -> int:
        """A legal action for the seat, whose turn it is."""


def play_out(game: Game, bots: list[Decider], actions: list[int]) -> None:
    """Play to the end, adding each action."""
    seat = game.actor()
    while seat >= 0:
        action = bots[seat].decide(game, seat)
        game.apply(action)
        actions.append(action)
        seat = game.actor()
