"""`simple`: the first card that plays, else draws, else passes; checks, else calls.

In a game that it does not know it does what is done for a silent player.
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
    play,
    played_card,
)
from pitboss.games.uno.cards import WILD
from pitboss.games.uno.hands import SIZE, STRIDE, favourite_colour


class SimpleBot:
    """The same decision in the same position, always."""

    name = "simple"
    honest = True

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def decide(self, game: Game, seat: int) -> int:
        """The plainest action."""
        if isinstance(game, UnoGame):
            return decide_uno(game, seat)
        if isinstance(game, (Hand, Tournament, Cash)) and CALL in game.legal():
            return CALL
        return game.fallback()


def decide_uno(game: UnoGame, seat: int) -> int:
    """Play, draw, pass; call UNO, catch whoever did not, name the colour most held."""
    legal = list(game.legal())
    colour = favourite_colour(game.hands, seat * STRIDE)
    for wanted in (CALL_UNO, CATCH, CHOOSE_COLOUR + colour):
        if wanted in legal:
            return wanted
    first = legal[0]
    if first < DRAW:
        card = played_card(first)
        return play(card, colour) if card >= WILD else first
    if first >= SWAP:
        return min(legal, key=lambda action: game.hands[(action - SWAP) * STRIDE + SIZE])
    return DRAW if DRAW in legal else PASS
