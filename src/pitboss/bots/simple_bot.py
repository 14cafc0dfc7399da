"""`simple`: the first card that plays, else draws, else passes; checks, else calls.

In a game that it does not know it plays the fallback, as for a silent player.
"""

from pitboss.games.game import Game
from pitboss.games.holdem import CALL, Cash, Hand, Tournament
from pitboss.games.uno import UnoGame
from pitboss.games.uno.actions import (
    CALL_UNO,
    CATCH,
    CHOOSE_COLOUR,
    DRAW,
    PASS,
    SWAP,
    nth_play,
    play,
    played_card,
)
from pitboss.games.uno.cards import WILD
from pitboss.games.uno.hands import SIZE, STRIDE, favourite_colour
from pitboss.games.uno.table import CATCH_CHOICE, COLOUR_CHOICE, SWAP_CHOICE


class SimpleBot:
    """Always makes the same decision in the same position."""

    name = "simple"
    honest = True

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def decide(self, game: Game, seat: int) -> int:
        """The simplest legal action."""
        if isinstance(game, UnoGame):
            return decide_uno(game, seat)
        if isinstance(game, (Hand, Tournament, Cash)) and CALL in game.legal():
            return CALL
        return game.fallback()


def decide_uno(game: UnoGame, seat: int) -> int:
    """Play, else draw, else pass; call UNO, catch those who forgot, name the colour most held."""
    phase = game.phase
    if phase == CATCH_CHOICE:
        return CATCH
    if phase == SWAP_CHOICE:
        return SWAP + _shortest_hand(game)
    if phase == COLOUR_CHOICE:
        return CHOOSE_COLOUR + favourite_colour(game.hands, seat * STRIDE)
    if game.may_call():
        return CALL_UNO
    if game.plays == 0:
        return DRAW if game.may_draw() else PASS
    action = nth_play(game.plays, 0)
    if action < WILD:
        return action
    return play(played_card(action), favourite_colour(game.hands, seat * STRIDE))


def _shortest_hand(game: UnoGame) -> int:
    others = [seat for seat in range(game.players) if game.may_swap_with(seat)]
    sizes = [game.hands[seat * STRIDE + SIZE] for seat in others]
    return others[sizes.index(min(sizes))]
