"""`greedy` for hold'em: hand charts by position before the flop, made hands and pot odds after it.

It looks at nothing but its own cards, the board, the bets and its position: an example of a whole
player in one file.
"""

from typing import Final

from pitboss.games.game import Game
from pitboss.games.holdem import CALL, FOLD, PREFLOP, RIVER, Cash, Hand, Tournament
from pitboss.games.holdem.cards import BIT
from pitboss.games.holdem.evaluator import PAIR, THREE_OF_A_KIND, TWO_PAIR, evaluate
from pitboss.games.holdem.strength import strength

# The share of all hands to open with, by how many players are still to act: the fewer, the more.
OPENING: Final = (1.0, 0.70, 0.45, 0.32, 0.26, 0.21, 0.18, 0.15, 0.13)
# The shares of hands to raise a raise with, and to call one with.
RERAISING: Final = 0.05
CALLING: Final = 0.16
# With fewer big blinds than this it goes all in or folds.
SHORT: Final = 10

# What made hands and draws are worth: about the chance to win against somebody who bets.
NOTHING: Final = 0.12
WEAK_PAIR: Final = 0.35
TOP_PAIR: Final = 0.62
OVERPAIR: Final = 0.70
TWO_PAIRS: Final = 0.80
MONSTER: Final = 0.90
# Each card to come completes four to a flush, or four to a straight, this often.
FLUSH_DRAW: Final = 0.18
STRAIGHT_DRAW: Final = 0.16


class HoldemGreedy:
    """Plays by chart and by pot odds, and never bluffs."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def decide(self, game: Game, seat: int) -> int:
        """A legal action for the seat."""
        assert isinstance(game, (Hand, Tournament, Cash))
        hand = game if isinstance(game, Hand) else game.hand
        if hand.street == PREFLOP:
            return before_flop(hand, seat)
        return after_flop(hand, seat)


def before_flop(hand: Hand, seat: int) -> int:
    """The chart's action."""
    first, second = hand.hole(seat)
    share = 1 - strength(first, second, ())
    waiting = len(hand.seats_in(hand.todo & ~BIT[seat]))
    opening = OPENING[min(waiting, len(OPENING) - 1)]
    price, big = int(hand.price), int(hand.big)
    raised = price > big
    if hand.stack[seat] + hand.bet[seat] <= SHORT * big:
        # Half of what one would open with calls somebody who is all in.
        wanted = opening / 2 if raised else opening
        return _raise_to(hand, int(hand.max_raise())) if share <= wanted else hand.fallback()
    if not raised:
        limpers = sum([bet == big for bet in hand.bets()]) - 1
        if share <= opening * (0.6 if limpers > 0 else 1.0):
            return _raise_to(hand, big * (3 + max(limpers, 0)))
        cheap = hand.to_call() * 4 <= hand.pot() and share <= 2 * opening
        return CALL if cheap else hand.fallback()
    if price > 8 * big:
        return _raise_to(hand, int(hand.max_raise())) if share <= RERAISING / 2 else hand.fallback()
    if share <= RERAISING:
        return _raise_to(hand, 3 * price)
    return CALL if share <= CALLING else hand.fallback()


def after_flop(hand: Hand, seat: int) -> int:
    """Bets and raises good hands, calls by pot odds."""
    chance = winning_chance(hand, seat)
    rivals = len(hand.seats_in(hand.live)) - 1
    # Each further rival may have the better hand.
    chance *= 0.9 ** (rivals - 1)
    pot, owed = hand.pot(), int(hand.to_call())
    if owed == 0:
        return _raise_to(hand, round(0.66 * pot)) if chance > 0.5 else CALL
    if chance > 0.75:
        return _raise_to(hand, int(hand.price) + pot + owed)
    return CALL if chance > owed / (pot + owed) else FOLD


def winning_chance(hand: Hand, seat: int) -> float:
    """A rough chance to win, by what the cards make now and may still make."""
    hole = hand.hole(seat)
    board = hand.board()
    common = sum([int(BIT[card]) for card in board])
    mask = common + sum([int(BIT[card]) for card in hole])
    chance = _made(evaluate(mask) >> 26, hole, board)
    if hand.street < RIVER:
        cards_to_come = 2 if len(board) == 3 else 1
        chance += (1 - chance) * cards_to_come * _draws(mask, common)
    return chance


def _made(category: int, hole: tuple[int, ...], board: tuple[int, ...]) -> float:
    """What the hand is worth as it is; what the board shows alone belongs to everybody."""
    ranks = sorted([card % 13 for card in board])
    own = [card % 13 for card in hole]
    paired_board = len(set(ranks)) < len(ranks)
    if category >= THREE_OF_A_KIND:
        uses_own = category > THREE_OF_A_KIND or own[0] == own[1] or bool(set(own) & set(ranks))
        return MONSTER if uses_own else WEAK_PAIR
    if category == TWO_PAIR and not paired_board:
        return TWO_PAIRS
    if category >= PAIR:
        if own[0] == own[1]:
            return OVERPAIR if own[0] > ranks[-1] else WEAK_PAIR
        if ranks[-1] in own:
            return TOP_PAIR
        if set(own) & set(ranks):
            return WEAK_PAIR
    return NOTHING + 0.08 * (max(own) == 12)


def _draws(mask: int, common: int) -> float:
    """How often the next card completes a flush or a straight of the own cards."""
    chance = 0.0
    for suit in range(4):
        lane = mask >> 13 * suit & 0x1FFF
        if lane.bit_count() == 4 and (common >> 13 * suit & 0x1FFF).bit_count() < 4:
            chance += FLUSH_DRAW
    ranks = _ranks_in(mask)
    low_ace = ranks << 1 | ranks >> 12
    # Four ranks in a row are open at both ends; a gap leaves half as many cards.
    if any(low_ace >> low & 0b1111 == 0b1111 for low in range(11)):
        chance += STRAIGHT_DRAW
    elif any((low_ace >> low & 0b11111).bit_count() == 4 for low in range(10)):
        chance += STRAIGHT_DRAW / 2
    return chance


def _ranks_in(mask: int) -> int:
    return (mask | mask >> 13 | mask >> 26 | mask >> 39) & 0x1FFF


def _raise_to(hand: Hand, total: int) -> int:
    """A raise as near as possible to the total; a call where none is allowed."""
    high = int(hand.max_raise())
    return min(max(total, int(hand.min_raise())), high) if high > 0 else CALL
