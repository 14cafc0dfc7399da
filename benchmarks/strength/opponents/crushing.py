"""`crushing`: an opponent written from a description of the best public Jedna agent.

Any skip first; against somebody with one card a wild draw four or a +2; two cards at once; else the
first card of the longest chain of cards from the own hand that play one after the other.
"""

from typing import Final

from pitboss.games.game import Game
from pitboss.games.uno import UnoGame
from pitboss.games.uno.actions import CALL_UNO, CATCH, CHOOSE_COLOUR, DRAW, PASS, PLAYS, SWAP, play
from pitboss.games.uno.cards import (
    BIT,
    CARD_KINDS,
    COLOUR_OF,
    DRAW_TWO,
    RANK_OF,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
)
from pitboss.games.uno.hands import SIZE, STRIDE, cards_in, favourite_colour
from pitboss.games.uno.table import CATCH_CHOICE, COLOUR_CHOICE, SWAP_CHOICE

# The steps after which the search for a longer chain is given up: chains are exact for the hands
# that occur, and a hand of thirty cards costs no more than one of ten.
_STEPS: Final = 300


class CrushingBot:
    """Skips, hits whoever is about to win, plays doubles, and else plans a chain."""

    name = "crushing"
    honest = True
    thinks = False

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def decide(self, game: Game, seat: int) -> int:
        """Its move."""
        assert isinstance(game, UnoGame)
        favourite = favourite_colour(game.hands, seat * STRIDE)
        if game.phase == CATCH_CHOICE:
            return CATCH
        if game.phase == COLOUR_CHOICE:
            return CHOOSE_COLOUR + favourite
        if game.phase == SWAP_CHOICE:
            others = [other for other in range(game.players) if game.may_swap_with(other)]
            return SWAP + min(others, key=lambda other: game.hands[other * STRIDE + SIZE])
        if game.may_call():
            return CALL_UNO
        if not game.plays:
            return DRAW if game.may_draw() else PASS
        plays = [card for card in range(CARD_KINDS) if game.plays & BIT[card]]
        card, colour = self._choice(game, seat, plays, favourite)
        action = play(card, colour)
        return action + PLAYS if game.doubles() & BIT[card] else action

    def _choice(
        self, game: UnoGame, seat: int, plays: list[int], favourite: int
    ) -> tuple[int, int]:
        """The card to play, and the colour to name should it be a wild."""
        for card in plays:
            if RANK_OF[card] == SKIP:
                return card, favourite
        if game.hands[game.after(seat, 1) * STRIDE + SIZE] == 1:
            for card in reversed(plays):
                if card == WILD_DRAW_FOUR or RANK_OF[card] == DRAW_TWO:
                    return card, favourite
        doubles = game.doubles()
        for card in plays:
            if doubles & BIT[card]:
                return card, favourite
        chain = longest_chain(plays, cards_in(game.hands, seat * STRIDE))
        colours = [COLOUR_OF[card] for card in chain if card < WILD]
        return chain[0], colours[0] if colours else favourite


def longest_chain(plays: list[int], hand: list[int]) -> list[int]:
    """The longest row of cards of the hand that play one after the other, the first of `plays`."""
    search = _ChainSearch(hand)
    for card in plays:
        search.extend([card], hand.index(card))
    return search.best


class _ChainSearch:
    """Tries rows of cards depth first, until one has all cards or it has cost enough."""

    def __init__(self, hand: list[int]) -> None:
        self._hand = hand
        self._follow = [
            [at for at, other in enumerate(hand) if at != index and follows(card, other)]
            for index, card in enumerate(hand)
        ]
        self._used = [False] * len(hand)
        self._steps = _STEPS
        self.best: list[int] = []

    def extend(self, chain: list[int], last: int) -> None:
        """Keep the chain if it is the longest, and try all longer ones that begin with it."""
        if len(chain) > len(self.best):
            self.best = chain[:]
        self._used[last] = True
        for index in self._follow[last]:
            if self._steps == 0 or len(self.best) == len(self._hand):
                break
            if not self._used[index]:
                self._steps -= 1
                self.extend([*chain, self._hand[index]], index)
        self._used[last] = False


def follows(card: int, other: int) -> bool:
    """Whether a card plays on another; with a wild between them anything does."""
    if card >= WILD or other >= WILD:
        return True
    return COLOUR_OF[card] == COLOUR_OF[other] or RANK_OF[card] == RANK_OF[other]
