"""Ranges: how likely a player holds each of the 1,326 hands, narrowed by what it did.

How strong each hand is on a board is in `Ladder`; what two ranges win from each other in worlds.py.
"""

from typing import Final

from pitboss.bots.holdem.classes import CLASS_OF_HAND, CLASSES, COMBOS, HAND_MASK
from pitboss.bots.holdem.equity_matrix import deals, equities
from pitboss.bots.holdem.ordering import NUMBER, NUMBER_BITS, put_in_order
from pitboss.games.arrays import i64, vec
from pitboss.games.holdem.cards import BIT
from pitboss.games.holdem.evaluator import evaluate
from pitboss.games.rng import Rng

# A hand's strength is the share of pots that it takes from a random hand, in parts of this.
SURE: Final = 10_000
# The weight of a hand of which nothing is known.
WHOLE: Final = 4096
# How many boards are dealt out to compare all hands.
_BOARDS_AFTER_FLOP: Final = 96
_BOARDS_AFTER_TURN: Final = 44
# Ladders are pure functions of the board, so that keeping some changes no decision.
_KEPT: Final = 64


class Ladder:
    """All hands on a board by their strength; those that the board rules out have -1."""

    def __init__(self, board: tuple[int, ...]) -> None:
        mask: i64 = 0
        for card in board:
            mask |= BIT[card]
        self.board: i64 = mask
        self.strength: vec[i64] = vec[i64]([0] * COMBOS)
        # The possible hands, the weakest first.
        self.order: vec[i64] = vec[i64]()
        if len(board) == 0:
            self._take_equities()
        else:
            self._compare_all(5 - len(board))
        self._put_in_order()

    def _take_equities(self) -> None:
        """Before the flop the equities of all classes are known."""
        table = equities()
        met = deals()
        by_class: list[int] = []
        for number in range(CLASSES):
            taken = 0.0
            for other in range(CLASSES):
                taken += met[number][other] * table[number][other]
            by_class.append(int(SURE * taken / sum(met[number])))
        hand: i64
        for hand in range(COMBOS):
            self.strength[hand] = by_class[CLASS_OF_HAND[hand]]

    def _compare_all(self, missing: i64) -> None:
        """Deal boards out and compare all hands on them."""
        taken: vec[i64] = vec[i64]([0] * COMBOS)
        met: vec[i64] = vec[i64]([0] * COMBOS)
        items: vec[i64] = vec[i64]([0] * COMBOS)
        boards: i64 = 1
        if missing == 2:
            boards = _BOARDS_AFTER_FLOP
        elif missing == 1:
            boards = _BOARDS_AFTER_TURN
        # The board seeds its own runouts: a ladder is the same in every game.
        rng = Rng(self.board)
        done: i64 = 0
        while done < boards:
            board = self.board
            wanted = missing
            while wanted > 0:
                card = rng.below(52)
                if board & BIT[card] == 0:
                    board |= BIT[card]
                    wanted -= 1
            self._compare(board, items, taken, met)
            done += 1
        hand: i64
        for hand in range(COMBOS):
            if met[hand] > 0:
                self.strength[hand] = taken[hand] * SURE // met[hand]
            elif self.board & HAND_MASK[hand] != 0:
                self.strength[hand] = -1
            else:
                self.strength[hand] = SURE // 2

    def _put_in_order(self) -> None:
        items: vec[i64] = vec[i64]([0] * COMBOS)
        size: i64 = 0
        hand: i64
        for hand in range(COMBOS):
            if self.strength[hand] >= 0:
                items[size] = (self.strength[hand] << NUMBER_BITS) | hand
                size += 1
        put_in_order(items, size)
        order: vec[i64] = vec[i64]([0] * size)
        at: i64
        for at in range(size):
            order[at] = items[at] & NUMBER
        self.order = order

    def _compare(self, board: i64, items: vec[i64], taken: vec[i64], met: vec[i64]) -> None:
        """Add to `taken` how many half pots each hand wins, and to `met` how many it plays for."""
        size: i64 = 0
        hand: i64 = 0
        while hand < COMBOS:
            if HAND_MASK[hand] & board == 0:
                items[size] = (evaluate(board | HAND_MASK[hand]) << NUMBER_BITS) | hand
                size += 1
            hand += 1
        put_in_order(items, size)
        low: i64 = 0
        while low < size:
            high = low + 1
            while high < size and items[high] >> NUMBER_BITS == items[low] >> NUMBER_BITS:
                high += 1
            at = low
            while at < high:
                hand = items[at] & NUMBER
                # Itself is among those that tie, and is not met.
                taken[hand] += low + high - 1
                met[hand] += 2 * (size - 1)
                at += 1
            low = high


_ladders: Final[dict[tuple[int, ...], Ladder]] = {}


def ladder_of(board: tuple[int, ...]) -> Ladder:
    """All hands on the board, by strength."""
    board = tuple(sorted(board))
    found = _ladders.get(board)
    if found is None:
        if len(_ladders) >= _KEPT:
            _ladders.clear()
        found = Ladder(board)
        _ladders[board] = found
    return found


class Range:
    """The weight of every hand that a player may hold."""

    __slots__ = ("weight",)

    def __init__(self) -> None:
        self.weight: vec[i64] = vec[i64]([WHOLE] * COMBOS)

    def remove(self, cards: i64) -> None:
        """Rule out all hands with one of these cards."""
        hand: i64
        for hand in range(COMBOS):
            if HAND_MASK[hand] & cards != 0:
                self.weight[hand] = 0

    def places(self, ladder: Ladder) -> vec[i64]:
        """Of each hand the share of this range that is weaker on the board, in parts of SURE."""
        bottoms: vec[i64] = vec[i64]([0] * COMBOS)
        tops: vec[i64] = vec[i64]([0] * COMBOS)
        self._rank(ladder, bottoms, tops)
        hand: i64
        for hand in range(COMBOS):
            bottoms[hand] = (bottoms[hand] + tops[hand]) // 2
        return bottoms

    def _rank(self, ladder: Ladder, bottoms: vec[i64], tops: vec[i64]) -> None:
        """Set the shares of this range that are weaker than each hand, and not stronger."""
        weight = self.weight
        strength = ladder.strength
        order = ladder.order
        size: i64 = len(order)
        total: i64 = 0
        at: i64
        for at in range(size):
            total += weight[order[at]]
        if total == 0:
            return
        below: i64 = 0
        low: i64 = 0
        while low < size:
            # Hands of equal strength share their place.
            through = below
            high = low
            while high < size and strength[order[high]] == strength[order[low]]:
                through += weight[order[high]]
                high += 1
            for at in range(low, high):
                bottoms[order[at]] = below * SURE // total
                tops[order[at]] = through * SURE // total
            below = through
            low = high

    def narrow(self, ladder: Ladder, low: float, high: float, blur: float, rest: float) -> None:
        """Keep the hands between two shares of the range, the weakest first.

        The edges are `blur` wide, and what is outside keeps the share `rest` of its weight.
        """
        bottoms: vec[i64] = vec[i64]([0] * COMBOS)
        tops: vec[i64] = vec[i64]([0] * COMBOS)
        self._rank(ladder, bottoms, tops)
        weight = self.weight
        hand: i64
        for hand in range(COMBOS):
            if weight[hand] > 0:
                kept = 1.0
                # The strongest hands are always above the lower edge, the weakest below the upper.
                if low > 0.0:
                    kept = (tops[hand] / SURE - low) / blur + 0.5
                if high < 1.0:
                    upper = (high - bottoms[hand] / SURE) / blur + 0.5
                    if upper < kept:
                        kept = upper
                if kept > 1.0:
                    kept = 1.0
                elif kept < 0.0:
                    kept = 0.0
                scaled = float(weight[hand]) * (rest + (1.0 - rest) * kept)
                whole = i64(scaled)
                # What is possible stays possible: otherwise a range could become empty.
                weight[hand] = whole if whole > 1 else i64(1)
        self._lift()

    def _lift(self) -> None:
        """Scale the weights up so that rounding them never matters."""
        most: i64 = 1
        hand: i64
        for hand in range(COMBOS):
            if self.weight[hand] > most:
                most = self.weight[hand]
        if most < WHOLE:
            for hand in range(COMBOS):
                self.weight[hand] = self.weight[hand] * WHOLE // most

    def share(self) -> float:
        """How many of all hands it holds, counted by weight."""
        total: i64 = 0
        hand: i64
        for hand in range(COMBOS):
            total += self.weight[hand]
        return total / (WHOLE * COMBOS)
