"""A bout: built-in bots play a game out with nobody in between. Clocks and faults are elsewhere."""

from pitboss.bots.bot import Bot
from pitboss.games.game import Game
from pitboss.games.uno.game import UnoGame
from pitboss.games.uno.table import OVER


def play_out(game: Game, bots: list[Bot], actions: list[int]) -> None:
    """Play to the end, adding each action; only for honest bots, who are handed the game itself."""
    if isinstance(game, UnoGame):
        _play_uno(game, bots, actions)
        return
    seat = game.actor()
    while seat >= 0:
        action = bots[seat].decide(game, seat)
        game.apply(action)
        actions.append(action)
        seat = game.actor()


# The same, said of a class that is known: compiled, its calls cost next to nothing.
def _play_uno(game: UnoGame, bots: list[Bot], actions: list[int]) -> None:
    while game.phase != OVER:
        seat: int = game.turn
        action = bots[seat].decide(game, seat)
        game.apply(action)
        actions.append(action)
