"""What a local best response wins from the blueprint of hold'em, heads-up; see `--help`.

After Lisy and Bowling (2017): a player that knows the blueprint's strategy, and so the exact weight
of each of its hands, takes at every turn the action that would be best if both checked to the
showdown afterwards. Its gain is a lower bound of what the blueprint can lose. It has the actions of
the tree: fold, call, half pot, pot and all-in, three quarters of the pot before the flop.

The opponent's cards are never dealt: its actions and the board are drawn by the weights of all its
hands, and wherever an action ends the hand, or leaves only cards to come, its part of the mean is
added at once. That is the same on average as dealing, and varies less.
"""

import argparse
from itertools import combinations
from math import sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from pitboss.bots.holdem.abstraction import COMBOS, HAND, Shares, combo
from pitboss.bots.holdem.blueprint import DOUBT, RARE
from pitboss.bots.holdem.blueprint_table import PARTS, Table, shipped_buckets, shipped_table
from pitboss.bots.holdem.blueprint_tree import (
    BIG_BLIND,
    CALL,
    FOLD,
    FOLDED,
    SHOWDOWN,
    Spot,
    Tree,
    river_tree,
)
from pitboss.bots.holdem.master import ROLLOUTS, river_iterations
from pitboss.bots.holdem.resolving import RiverSolver
from pitboss.games.holdem.table import RIVER

Vector = NDArray[np.float64]
BOARD_CARDS = (0, 3, 4, 5)
# Boards for the equities before the flop and on it; later all are counted.
SAMPLES = {0: 150, 1: 300}
HANDS = np.array(list(HAND), dtype=np.int64)


class Deal:
    """The cards of one hand, and what depends on them alone."""

    def __init__(self, rng: Random, shares: Shares) -> None:
        self.own = combo(*rng.sample(range(52), 2))
        self._board: list[int] = []
        self._rng = rng
        self._shares = shares
        self._buckets: dict[int, NDArray[np.int64]] = {}
        self._equities: dict[int, Vector] = {}

    def open(self, street: int, weights: Vector) -> None:
        """Draw the board up to a street, by the weights of the opponent's hands."""
        missing = BOARD_CARDS[street] - len(self._board)
        if missing > 0:
            other = self._rng.choices(range(COMBOS), weights.tolist())[0]
            taken = self.board(street) | HAND[self.own] | HAND[other]
            deck = [card for card in range(52) if not taken >> card & 1]
            self._board += self._rng.sample(deck, missing)

    def board(self, street: int) -> int:
        """The board of a street as a mask."""
        return sum(1 << card for card in self._board[: BOARD_CARDS[street]])

    def buckets(self, street: int) -> NDArray[np.int64]:
        """The buckets of all hands."""
        if street not in self._buckets:
            every = shipped_buckets().of_all(self.board(street), BOARD_CARDS[street])
            self._buckets[street] = np.array(every)
        return self._buckets[street]

    def free(self, street: int) -> Vector:
        """One for each hand that the opponent may have, zero for the others."""
        taken = self.board(street) | HAND[self.own]
        free: Vector = ((HANDS & taken) == 0).astype(np.float64)
        return free

    def equities(self, street: int) -> Vector:
        """How often the own hand wins against each other one, if nobody bets any more."""
        if street not in self._equities:
            board = self.board(street)
            taken = board | HAND[self.own]
            deck = [card for card in range(52) if not taken >> card & 1]
            missing = 5 - BOARD_CARDS[street]
            if street in SAMPLES:
                boards = [
                    board | sum(1 << card for card in self._rng.sample(deck, missing))
                    for _ in range(SAMPLES[street])
                ]
            else:
                boards = [
                    board | sum(1 << card for card in cards)
                    for cards in combinations(deck, missing)
                ]
            met, halves = self._shares.versus(self.own, boards)
            self._equities[street] = np.array(halves) / np.maximum(2 * np.array(met), 1)
        return self._equities[street]


class Blueprint:
    """The opponent: the shipped strategy of one depth, for all hands at once."""

    def __init__(self, table: Table) -> None:
        self.tree = table.tree
        self.table = table
        self._rows: dict[int, Vector] = {}

    def strategy(self, node: int, deal: Deal) -> Vector:
        """Each hand's probability of each action."""
        tree = self.table.tree
        street = tree.street[node]
        if node not in self._rows:
            width = tree.buckets[street]
            parts = [self.table.parts(node, bucket) for bucket in range(width)]
            self._rows[node] = np.array(parts) / PARTS
        every: Vector = self._rows[node][deal.buckets(street)]
        return every


class River:
    """The opponent on a river that it solves anew."""

    def __init__(self, tree: Tree, solver: RiverSolver) -> None:
        self.tree = tree
        self._solver = solver

    def strategy(self, node: int, deal: Deal) -> Vector:  # noqa: ARG002
        """Each hand's probability of each action."""
        base, count = self.tree.base[node], self.tree.count[node]
        even = [1 / count] * count
        rows = np.array(
            [self._solver.strategy(base, count, hand) or even for hand in range(COMBOS)]
        )
        rows[rows < RARE] = 0.0
        solved: Vector = rows / rows.sum(axis=1)[:, None]
        return solved


def solved_river(spot: Spot, depth: int, deal: Deal, ranges: list[Vector], count: int) -> River:
    """The river from its first decision on, as the player at the table solves it."""
    tree = river_tree(spot.paid, depth * BIG_BLIND, [])
    solver = RiverSolver(tree, deal.board(RIVER), (ranges[0].tolist(), ranges[1].tolist()))
    solver.run(count)
    return River(tree, solver)


def best_action(
    blueprint: Blueprint | River, node: int, deal: Deal, weights: Vector, first: int
) -> int:
    """The number of the action that is best if nobody bets afterwards."""
    tree = blueprint.tree
    spot = tree.spots[node]
    equities = deal.equities(spot.street)
    own, other = spot.bets[spot.player], spot.bets[1 - spot.player]
    pot = 2 * spot.paid + own + other
    wins = float(weights @ equities) / float(weights.sum())
    values = []
    for at, action in enumerate(tree.actions(node)):
        if action == FOLD:
            values.append(0.0)
        elif action == CALL:
            values.append(wins * pot - (1 - wins) * (other - own))
        elif spot.street < first:
            values.append(-1e9)
        else:
            child = tree.first[node] + at
            folds = blueprint.strategy(child, deal)[:, tree.actions(child).index(FOLD)]
            folded = float(weights @ folds) / float(weights.sum())
            stay = weights * (1 - folds)
            called = float(stay @ equities) / max(float(stay.sum()), 1e-12)
            won = called * (pot + action - other) - (1 - called) * (action - own)
            values.append(folded * pot + (1 - folded) * won)
    return int(np.argmax(values))


def play(
    blueprint: Blueprint, deal: Deal, seat: int, first: int, rng: Random, iterations: int
) -> float:
    """What the local best response wins in one hand, in thousandths of a big blind."""
    opponent: Blueprint | River = blueprint
    tree = blueprint.tree
    depth = max(tree.stake) // BIG_BLIND
    node = 0
    weights = deal.free(0)
    # What the blueprint takes both players' ranges for.
    ranges = [np.ones(COMBOS), np.ones(COMBOS)]
    won, left = 0.0, 1.0
    while tree.kinds[node] < FOLDED:
        street = tree.street[node]
        player = tree.kinds[node]
        deal.open(street, weights)
        weights = weights * deal.free(street)
        if street == RIVER and iterations > 0 and opponent is blueprint:
            open_board = (HANDS & deal.board(RIVER)) == 0
            ranges = [own * open_board for own in ranges]
            opponent = solved_river(tree.spots[node], depth, deal, ranges, iterations)
            tree, node = opponent.tree, 0
            continue
        if player == seat:
            pick = best_action(opponent, node, deal, weights, first)
        else:
            rows = opponent.strategy(node, deal)
            shares = (weights @ rows) / weights.sum()
            for at, child in enumerate(tree.children(node)):
                if tree.kinds[child] >= FOLDED and shares[at] > 0:
                    ended = gain(tree, child, deal, weights * rows[:, at], seat)
                    won += left * float(shares[at]) * ended
                    shares[at] = 0.0
            rest = float(shares.sum())
            left *= rest
            if rest < 1e-9:
                return won
            pick = rng.choices(range(tree.count[node]), shares.tolist())[0]
            weights = weights * rows[:, pick]
        if opponent is blueprint and iterations > 0:
            played = blueprint.strategy(node, deal)[:, pick]
            ranges[player] = ranges[player] * np.maximum(played * PARTS, DOUBT)
        node = tree.first[node] + pick
    return won + left * gain(tree, node, deal, weights, seat)


def gain(tree: Tree, node: int, deal: Deal, weights: Vector, seat: int) -> float:
    """What the local best response wins where the hand ends, or only cards are to come."""
    stake = tree.stake[node] * 10.0
    if tree.kinds[node] == SHOWDOWN:
        wins = float(weights @ deal.equities(tree.street[node])) / float(weights.sum())
        return stake * (2 * wins - 1)
    return stake if seat == 0 else -stake


def measure(depth: int, hands: int, seed: int, first: int, iterations: int) -> tuple[float, float]:
    """The mean gain of a hand in both seats, and half the width of its 95% interval."""
    blueprint = Blueprint(shipped_table(depth))
    shares = Shares()
    gains = []
    for number in range(hands):
        won = 0.0
        for seat in (0, 1):
            # The same cards in both seats.
            rng = Random(seed * 1_000_003 + number)
            won += play(blueprint, Deal(rng, shares), seat, first, rng, iterations)
        gains.append(won / 2)
    mean = sum(gains) / hands
    variance = sum((gain - mean) ** 2 for gain in gains) / max(hands - 1, 1)
    return mean, 1.96 * sqrt(variance / hands)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--depths", type=int, nargs="+", default=[100, 50, 25])
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bets-from", type=int, nargs="+", default=[0], help="street: 0 to 3")
    parser.add_argument(
        "--river-iterations",
        type=int,
        default=river_iterations(ROLLOUTS),
        help="with which rivers are solved anew, as master does; 0: the bare blueprint",
    )
    options = parser.parse_args()
    for depth in options.depths:
        for first in options.bets_from:
            mean, half = measure(
                depth, options.hands, options.seed, first, options.river_iterations
            )
            print(f"{depth} big blinds, bets from street {first}: {mean:.0f} ± {half:.0f} mbb")


if __name__ == "__main__":
    main()
