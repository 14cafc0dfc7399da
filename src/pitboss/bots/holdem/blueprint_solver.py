"""Counterfactual regret minimisation by external sampling, on a public tree for two players.

One walk of the tree takes all actions of one player and samples those of the other. Whoever deals
sets the buckets and the winner first, so that the same walk solves Kuhn's game, Leduc and hold'em.
Later walks weigh more (linear averaging), for regrets as for the strategy.
"""

from typing import Final, final

from pitboss.bots.holdem.abstraction import Buckets, combo
from pitboss.bots.holdem.blueprint_tree import FOLDED, SHOWDOWN, Tree
from pitboss.games.arrays import i64, vec
from pitboss.games.holdem.cards import BIT
from pitboss.games.holdem.evaluator import evaluate
from pitboss.games.rng import Rng

_STREETS: Final = 4
# More than any decision has actions.
_WIDTH: Final = 8
_LEVELS: Final = 64
_WORD: Final = 4294967296.0


@final
class Solver:
    """The regrets and the sum of strategies at all decisions of a tree."""

    def __init__(self, tree: Tree, seed: int) -> None:
        self.size: i64 = tree.size
        self.rng = Rng(seed)
        self.regrets: vec[float] = vec[float]([0.0] * tree.size)
        self.sums: vec[float] = vec[float]([0.0] * tree.size)
        # The deal: buckets by player and street, and what player 0 gets of the stake: -1, 0 or 1.
        self.buckets: vec[i64] = vec[i64]([0] * (2 * _STREETS))
        self.winner: float = 0.0
        self.weight: float = 0.0
        self._kinds: vec[i64] = vec[i64](tree.kinds)
        self._first: vec[i64] = vec[i64](tree.first)
        self._count: vec[i64] = vec[i64](tree.count)
        self._street: vec[i64] = vec[i64](tree.street)
        self._base: vec[i64] = vec[i64](tree.base)
        self._stake: vec[float] = vec[float]([float(stake) for stake in tree.stake])
        self._values: vec[float] = vec[float]([0.0] * (_WIDTH * _LEVELS))
        self.visits: i64 = 0

    def restore(self, regrets: list[float], sums: list[float]) -> None:
        """Go on from the tables of another solver."""
        if len(regrets) != self.size or len(sums) != self.size:
            raise ValueError(f"the tables of this tree have {self.size} numbers")
        self.regrets = vec[float](regrets)
        self.sums = vec[float](sums)

    def tables(self) -> tuple[list[float], list[float]]:
        """The regrets and the sum of strategies, as `restore` takes them."""
        return list(self.regrets), list(self.sums)

    def deal(self, player: int, street: int, bucket: int) -> None:
        """Set what a player knows of its cards in a street."""
        self.buckets[player * _STREETS + street] = bucket

    def iterate(self, weight: float, winner: float) -> None:
        """Walk the tree once for each player with the cards that are dealt."""
        self.weight = weight
        self.winner = winner
        self._walk(0, 0, 0)
        self._walk(0, 1, 0)

    def _walk(self, node: i64, hero: i64, level: i64) -> float:
        """What the hero wins from a node on, in chips; learn on the way."""
        kind = self._kinds[node]
        if kind >= FOLDED:
            stake = self._stake[node]
            if kind == SHOWDOWN:
                stake = stake * self.winner
            if hero == 1:
                stake = -stake
            return stake
        self.visits += 1
        count = self._count[node]
        first = self._first[node]
        regrets = self.regrets
        bucket = self.buckets[kind * _STREETS + self._street[node]]
        base = self._base[node] + bucket * count
        total: float = 0.0
        regret: float
        action: i64
        for action in range(count):
            regret = regrets[base + action]
            if regret > 0.0:
                total += regret
        if kind != hero:
            return self._walk(first + self._sample(base, count, total), hero, level)

        values = self._values
        at = level * _WIDTH
        mean: float = 0.0
        value: float
        for action in range(count):
            value = self._walk(first + action, hero, level + 1)
            values[at + action] = value
            if total > 0.0:
                regret = regrets[base + action]
                if regret > 0.0:
                    mean += regret * value
            else:
                mean += value
        if total > 0.0:
            mean = mean / total
        else:
            mean = mean / float(count)
        weight = self.weight
        for action in range(count):
            regrets[base + action] += weight * (values[at + action] - mean)
        return mean

    def _sample(self, base: i64, count: i64, total: float) -> i64:
        """Draw an action of the other player, and add its strategy to the average."""
        regrets = self.regrets
        sums = self.sums
        weight = self.weight
        action: i64
        if total <= 0.0:
            share = weight / float(count)
            for action in range(count):
                sums[base + action] += share
            return self.rng.below(count)
        aim = float(self.rng.next()) / _WORD * total
        share = weight / total
        picked: i64 = -1
        for action in range(count):
            regret = regrets[base + action]
            if regret > 0.0:
                sums[base + action] += regret * share
                if aim >= 0.0:
                    picked = action
                aim -= regret
        return picked

    def average(self, base: int, count: int) -> list[float]:
        """The average strategy of one bucket at a decision; all zero where it never came."""
        start: i64 = base
        row = [self.sums[start + action] for action in range(count)]
        total = sum(row)
        return [part / total for part in row] if total > 0.0 else [0.0] * count


def train(solver: Solver, buckets: Buckets, deals: int, start: int, seed: int) -> None:
    """Solve hold'em over random deals, the first of which weighs one more than `start`."""
    rng = Rng(seed, start)
    solver.rng = rng
    known = solver.buckets
    cards = vec[i64]([0] * 9)
    number: i64
    card: i64
    at: i64
    for number in range(deals):
        taken: i64 = 0
        at = 0
        while at < 9:
            card = rng.below(52)
            if taken & BIT[card] == 0:
                taken |= BIT[card]
                cards[at] = card
                at += 1
        flop = BIT[cards[4]] | BIT[cards[5]] | BIT[cards[6]]
        turn = flop | BIT[cards[7]]
        river = turn | BIT[cards[8]]
        for at in range(2):
            hand = combo(cards[2 * at], cards[2 * at + 1])
            known[at * _STREETS] = buckets.of(0, 0, hand)
            known[at * _STREETS + 1] = buckets.of(flop, 3, hand)
            known[at * _STREETS + 2] = buckets.of(turn, 4, hand)
            known[at * _STREETS + 3] = buckets.of(river, 5, hand)
        own = evaluate(river | BIT[cards[0]] | BIT[cards[1]])
        other = evaluate(river | BIT[cards[2]] | BIT[cards[3]])
        winner = 0.0
        if own > other:
            winner = 1.0
        elif own < other:
            winner = -1.0
        solver.iterate(float(start + number + 1), winner)
