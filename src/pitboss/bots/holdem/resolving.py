"""Solving the river of a hand for two without buckets: every hand of two cards for itself.

Regret matching+ over a small betting tree, for all hands at once. The ranges with which both
players came to the river are given, and so is the number of iterations.
"""

from typing import Final, final

from pitboss.bots.breath import breathe
from pitboss.bots.holdem.abstraction import COMBOS, HIGH, LOW, Shares
from pitboss.bots.holdem.blueprint_tree import FOLDED, SHOWDOWN, Tree
from pitboss.bots.holdem.ordering import NUMBER, NUMBER_BITS
from pitboss.games.arrays import i64, vec

_LEVELS: Final = 16
_WIDTH: Final = 6
# A hand that is this much rarer than the likeliest of either range is left out.
_RARELY: Final = 0.005


@final
class RiverSolver:
    """The regrets of all hands at all decisions of one river, in order of strength."""

    def __init__(self, tree: Tree, board: i64, ranges: tuple[list[float], list[float]]) -> None:
        """The board as a mask; of each player, how likely each hand is. One bucket in the tree."""
        shares = Shares()
        shares.rank(board)
        least = (max(ranges[0]) * _RARELY, max(ranges[1]) * _RARELY)
        order: list[int] = []
        values: list[int] = []
        at: i64
        for at in range(shares.count):
            hand = shares.ranked[at] & NUMBER
            if ranges[0][hand] > least[0] or ranges[1][hand] > least[1]:
                order.append(hand)
                values.append(shares.ranked[at] >> NUMBER_BITS)
        count = len(order)
        self.count: i64 = count
        self._kinds: vec[i64] = vec[i64](tree.kinds)
        self._first: vec[i64] = vec[i64](tree.first)
        self._actions: vec[i64] = vec[i64](tree.count)
        self._base: vec[i64] = vec[i64](tree.base)
        self._stake: vec[float] = vec[float]([float(stake) for stake in tree.stake])
        # By place in the order: the hand's cards, and where the hands of equal strength begin.
        self._low: vec[i64] = vec[i64]([LOW[hand] for hand in order])
        self._high: vec[i64] = vec[i64]([HIGH[hand] for hand in order])
        self._ties: vec[i64] = vec[i64]([0] * count)
        self._place: vec[i64] = vec[i64]([-1] * COMBOS)
        self._reach: vec[float] = vec[float]([0.0] * (2 * _LEVELS * count))
        for at in range(count):
            hand = order[at]
            self._place[hand] = at
            self._ties[at] = at
            if at > 0 and values[at] == values[at - 1]:
                self._ties[at] = self._ties[at - 1]
            self._reach[at] = ranges[0][hand]
            self._reach[_LEVELS * count + at] = ranges[1][hand]
        size = tree.size * count
        self._regrets: vec[float] = vec[float]([0.0] * size)
        self._sums: vec[float] = vec[float]([0.0] * size)
        self._values: vec[float] = vec[float]([0.0] * (_LEVELS * count))
        self._choices: vec[float] = vec[float]([0.0] * (_LEVELS * _WIDTH * count))
        self._shares: vec[float] = vec[float]([0.0] * (_LEVELS * _WIDTH * count))
        self._by_card: vec[float] = vec[float]([0.0] * 52)
        self._weight: float = 0.0

    def run(self, iterations: int) -> None:
        """Improve both players' strategies so many times, in turn; later ones weigh more."""
        number: i64
        for number in range(iterations):
            self._weight = float(number + 1)
            self._walk(0, 0, 0)
            self._walk(0, 1, 0)

    def strategy(self, base: int, count: int, hand: int) -> list[float]:
        """How often a hand takes each action of the decision whose numbers begin at `base`; nothing
        for a hand that neither player comes here with."""
        place = self._place[hand]
        if place < 0:
            return []
        start: i64 = base
        row = [self._sums[(start + at) * self.count + place] for at in range(count)]
        total = sum(row)
        if total <= 0.0:
            return [1.0 / count] * count
        return [part / total for part in row]

    def _walk(self, node: i64, hero: i64, level: i64) -> None:
        """What each hand of the hero wins, times the weight of what it meets, in `_values`."""
        kind = self._kinds[node]
        if kind == FOLDED:
            self._fold(self._stake[node], hero, level)
            return
        if kind == SHOWDOWN:
            self._show(self._stake[node], hero, level)
            return
        breathe()
        count = self.count
        actions = self._actions[node]
        regrets = self._regrets
        base = self._base[node] * count
        shares = self._shares
        spot = level * _WIDTH * count
        place: i64
        action: i64
        for place in range(count):
            total: float = 0.0
            for action in range(actions):
                total += regrets[base + action * count + place]
            for action in range(actions):
                if total > 0.0:
                    shares[spot + action * count + place] = (
                        regrets[base + action * count + place] / total
                    )
                else:
                    shares[spot + action * count + place] = 1.0 / float(actions)
        reach = self._reach
        mover = (kind * _LEVELS + level) * count
        waiter = ((1 - kind) * _LEVELS + level) * count
        values = self._values
        here = level * count
        below = here + count
        for place in range(count):
            reach[waiter + count + place] = reach[waiter + place]
        choices = self._choices
        for action in range(actions):
            row = spot + action * count
            for place in range(count):
                reach[mover + count + place] = reach[mover + place] * shares[row + place]
            self._walk(self._first[node] + action, hero, level + 1)
            if kind == hero:
                for place in range(count):
                    choices[row + place] = values[below + place]
            elif action == 0:
                for place in range(count):
                    values[here + place] = values[below + place]
            else:
                for place in range(count):
                    values[here + place] += values[below + place]
        if kind != hero:
            return
        sums = self._sums
        weight = self._weight
        for place in range(count):
            mean: float = 0.0
            for action in range(actions):
                row = spot + action * count + place
                mean += shares[row] * choices[row]
            values[here + place] = mean
            own = reach[mover + place] * weight
            for action in range(actions):
                row = spot + action * count + place
                at = base + action * count + place
                regret = regrets[at] + choices[row] - mean
                if regret < 0.0:
                    regret = 0.0
                regrets[at] = regret
                sums[at] += own * shares[row]

    def _fold(self, stake: float, hero: i64, level: i64) -> None:
        if hero == 1:
            stake = -stake
        count = self.count
        rival = ((1 - hero) * _LEVELS + level) * count
        here = level * count
        reach = self._reach
        values = self._values
        by_card = self._by_card
        low = self._low
        high = self._high
        place: i64
        for place in range(52):
            by_card[place] = 0.0
        total: float = 0.0
        for place in range(count):
            part = reach[rival + place]
            total += part
            by_card[low[place]] += part
            by_card[high[place]] += part
        for place in range(count):
            # The same two cards are counted with either card.
            met = total - by_card[low[place]] - by_card[high[place]] + reach[rival + place]
            values[here + place] = stake * met

    def _show(self, stake: float, hero: i64, level: i64) -> None:
        count = self.count
        rival = ((1 - hero) * _LEVELS + level) * count
        here = level * count
        reach = self._reach
        values = self._values
        by_card = self._by_card
        low = self._low
        high = self._high
        ties = self._ties
        place: i64
        other: i64
        for place in range(52):
            by_card[place] = 0.0
        total: float = 0.0
        start: i64 = 0
        for place in range(count):
            if ties[place] == place:
                for other in range(start, place):
                    part = reach[rival + other]
                    total += part
                    by_card[low[other]] += part
                    by_card[high[other]] += part
                start = place
            values[here + place] = stake * (total - by_card[low[place]] - by_card[high[place]])
        for place in range(52):
            by_card[place] = 0.0
        total = 0.0
        end = count
        place = count - 1
        while place >= 0:
            # The hands above those of equal strength are counted when the first of these is met.
            if place == count - 1 or ties[place] != ties[place + 1]:
                for other in range(place + 1, end):
                    part = reach[rival + other]
                    total += part
                    by_card[low[other]] += part
                    by_card[high[other]] += part
                end = place + 1
            values[here + place] -= stake * (total - by_card[low[place]] - by_card[high[place]])
            place -= 1
