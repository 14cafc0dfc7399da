"""Regret minimisation on games whose solutions are known: Kuhn's game and Leduc hold'em."""

from dataclasses import dataclass
from itertools import permutations

import pytest

from pitboss.bots.holdem.blueprint_solver import Solver
from pitboss.bots.holdem.blueprint_tree import CALL, FOLD, FOLDED, SHOWDOWN, Tree
from pitboss.games.rng import Rng


@dataclass(frozen=True)
class Deal:
    """What each player knows by street, and the winner: 1 for player 0, -1 for player 1."""

    buckets: tuple[tuple[int, ...], tuple[int, ...]]
    winner: int


def limit_tree(buckets: list[int], bets: list[int], raises: int) -> Tree:
    """A game with an ante of 1, one size of bet by street and so many bets in each."""
    tree = Tree(buckets)
    root = tree.add(0, CALL, 0)

    def grow(node: int, street: int, paid: tuple[int, int], bet: int, acted: bool) -> None:
        player = tree.kinds[node]
        owed = paid[1 - player] - paid[player]
        called = (max(paid), max(paid))
        first = len(tree.kinds)
        nexts: list[tuple[int, int, tuple[int, int], int, bool]] = []
        if owed:
            tree.add(FOLDED, FOLD, street, -paid[0] if player == 0 else paid[1])
        if not acted:
            nexts.append((tree.add(1 - player, CALL, street), street, called, bet, True))
        elif street + 1 < len(bets):
            nexts.append((tree.add(0, CALL, street + 1), street + 1, called, 0, False))
        else:
            tree.add(SHOWDOWN, CALL, street, max(paid))
        if bet < raises:
            total = max(paid) + bets[street]
            raised = (total, paid[1]) if player == 0 else (paid[0], total)
            nexts.append((tree.add(1 - player, total, street), street, raised, bet + 1, True))
        tree.open(node, first, len(tree.kinds) - first)
        for child in nexts:
            grow(*child)

    grow(root, 0, (1, 1), 0, False)
    return tree


def kuhn() -> tuple[Tree, list[Deal]]:
    """Three cards, one street, one bet."""
    deals = [Deal(((a,), (b,)), 1 if a > b else -1) for a, b in permutations(range(3), 2)]
    return limit_tree([3], [1], 1), deals


def leduc() -> tuple[Tree, list[Deal]]:
    """Two cards of each of three ranks, a card for all on the second street, two bets in each."""
    deals = []
    for cards in permutations(range(6), 3):
        one, two, board = (card // 2 for card in cards)
        strengths = [10 * (rank == board) + rank for rank in (one, two)]
        winner = (strengths[0] > strengths[1]) - (strengths[0] < strengths[1])
        deals.append(Deal(((one, one * 3 + board), (two, two * 3 + board)), winner))
    return limit_tree([3, 9], [2, 4], 2), deals


def solved(tree: Tree, deals: list[Deal], walks: int) -> Solver:
    solver = Solver(tree, 1)
    rng = Rng(2)
    for number in range(walks):
        deal = deals[rng.below(len(deals))]
        for player in (0, 1):
            for street, bucket in enumerate(deal.buckets[player]):
                solver.deal(player, street, bucket)
        solver.iterate(float(number + 1), float(deal.winner))
    return solver


def strategy(tree: Tree, solver: Solver, node: int, bucket: int) -> list[float]:
    count = tree.count[node]
    row = solver.average(tree.base[node] + bucket * count, count)
    return row if sum(row) > 0 else [1 / count] * count


def value(tree: Tree, deals: list[Deal], solver: Solver, best: int | None) -> float:
    """What player 0 wins on average, where player `best` answers as well as can be."""

    def visit(node: int, weights: list[float]) -> list[float]:
        """For each deal its weight times what player 0 wins."""
        kind = tree.kinds[node]
        if kind >= FOLDED:
            signs = [1 if kind == FOLDED else deal.winner for deal in deals]
            return [
                weight * sign * tree.stake[node]
                for weight, sign in zip(weights, signs, strict=True)
            ]
        buckets = [deal.buckets[kind][tree.street[node]] for deal in deals]
        children = tree.children(node)
        if kind != best:
            rows = {bucket: strategy(tree, solver, node, bucket) for bucket in set(buckets)}
            total = [0.0] * len(deals)
            for action, child in enumerate(children):
                parts = [
                    weight * rows[bucket][action]
                    for weight, bucket in zip(weights, buckets, strict=True)
                ]
                for at, won in enumerate(visit(child, parts)):
                    total[at] += won
            return total
        results = [visit(child, weights) for child in children]
        chosen: dict[int, list[float]] = {}
        for bucket in set(buckets):
            held = [at for at, other in enumerate(buckets) if other == bucket]
            sums = [sum(result[at] for at in held) for result in results]
            pick = max(sums) if kind == 0 else min(sums)
            chosen[bucket] = results[sums.index(pick)]
        return [chosen[bucket][at] for at, bucket in enumerate(buckets)]

    return sum(visit(0, [1 / len(deals)] * len(deals)))


def exploitability(tree: Tree, deals: list[Deal], solver: Solver) -> float:
    """What a best response wins on average over both seats."""
    return (value(tree, deals, solver, 0) - value(tree, deals, solver, 1)) / 2


def test_kuhn_is_solved_to_its_known_value() -> None:
    tree, deals = kuhn()

    solver = solved(tree, deals, 50_000)

    assert value(tree, deals, solver, None) == pytest.approx(-1 / 18, abs=0.005)
    assert exploitability(tree, deals, solver) < 0.005


def test_leduc_is_solved_to_its_known_value() -> None:
    tree, deals = leduc()

    solver = solved(tree, deals, 70_000)

    assert value(tree, deals, solver, None) == pytest.approx(-0.0856, abs=0.02)
    assert exploitability(tree, deals, solver) < 0.05


def test_more_walks_leave_less_to_exploit() -> None:
    tree, deals = leduc()

    few, many = (exploitability(tree, deals, solved(tree, deals, n)) for n in (300, 10_000))

    assert many < few / 3
