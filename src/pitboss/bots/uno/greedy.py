"""`greedy` for the UNO family: the strategy tips that uno-online gives to authors of bots.

Action cards first; against somebody with few cards keep the colour; else change it to one that is
held more often; wilds last, but a wild draw four at once against one or two cards.
"""

from typing import Final

from pitboss.games.game import Game
from pitboss.games.uno import UnoGame
from pitboss.games.uno.actions import (
    CALL_UNO,
    CATCH,
    CHALLENGE,
    CHOOSE_COLOUR,
    DRAW,
    PASS,
    PLAYS,
    SWAP,
    play,
)
from pitboss.games.uno.cards import (
    BIT,
    CARD_KINDS,
    COLOUR_OF,
    RANK_OF,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
)
from pitboss.games.uno.hands import SIZE, STRIDE, cards_in
from pitboss.games.uno.table import CATCH_CHOICE, COLOUR_CHOICE, SWAP_CHOICE

# An opponent with so many cards is about to win.
_FEW: Final = 2
# With so many cards, somebody who played a wild draw four probably had another card to play.
_SUSPICIOUS: Final = 10


class UnoGreedy:
    """Plays the first of its tips that applies, without a look ahead."""

    name = "greedy"
    honest = True
    thinks = False

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def decide(self, game: Game, seat: int) -> int:
        """The move that the tips recommend."""
        if not isinstance(game, UnoGame):
            raise TypeError("this bot plays games of the UNO family")
        hand = cards_in(game.hands, seat * STRIDE)
        if game.phase == CATCH_CHOICE:
            return CATCH
        if game.phase == COLOUR_CHOICE:
            return CHOOSE_COLOUR + _colour_held_most(hand)
        if game.phase == SWAP_CHOICE:
            others = [other for other in range(game.players) if game.may_swap_with(other)]
            return SWAP + min(others, key=lambda other: _size(game, other))
        if game.may_call():
            return CALL_UNO
        if game.may_challenge() and _size(game, game.four_by) >= _SUSPICIOUS:
            return CHALLENGE
        plays = [card for card in range(CARD_KINDS) if game.plays & BIT[card]]
        if not plays:
            return DRAW if game.may_draw() else PASS
        card = _best(game, seat, hand, plays)
        rest = [other for other in hand if other != card]
        action = play(card, _colour_held_most(rest))
        return action + PLAYS if game.doubles() & BIT[card] else action


def _best(game: UnoGame, seat: int, hand: list[int], plays: list[int]) -> int:
    """The card that comes first by the tips; of equals the dearest, which costs most if kept."""
    next_seat = game.after(seat, 1)
    is_urgent = _size(game, next_seat) <= _FEW

    def rank(card: int) -> tuple[int, int, int]:
        if card >= WILD:
            # Saved for the critical moment, and then the one that makes the opponent draw.
            tip = 0 if card == WILD_DRAW_FOUR and is_urgent else 4
            return tip, card, 0
        if RANK_OF[card] >= SKIP:
            return 1, -_held(hand, COLOUR_OF[card]), -RANK_OF[card]
        keeps_colour = COLOUR_OF[card] == game.colour
        if is_urgent:
            return (2 if keeps_colour else 3), -_held(hand, COLOUR_OF[card]), -RANK_OF[card]
        # The colour that is held most, whether or not that changes it.
        return 2, -_held(hand, COLOUR_OF[card]), -RANK_OF[card]

    return min(plays, key=rank)


def _size(game: UnoGame, seat: int) -> int:
    return game.hands[seat * STRIDE + SIZE]


def _held(hand: list[int], colour: int) -> int:
    """How many cards of the colour are in the hand."""
    return sum(COLOUR_OF[card] == colour for card in hand)


def _colour_held_most(hand: list[int]) -> int:
    return max(range(4), key=lambda colour: _held(hand, colour))
