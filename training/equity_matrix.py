"""Count how often each class of starting hands beats each other one, all-in before the flop.

Exact: every board is opened, but boards that differ only in the names of the suits once. About
two minutes on one core when the engines are compiled. Needs NumPy.
"""

import argparse
from collections.abc import Iterator
from itertools import combinations, islice, permutations
from math import comb
from pathlib import Path

import numpy as np

from pitboss.bots.holdem.classes import (
    CLASS_OF_HAND,
    CLASSES,
    COMBOS,
    HAND_MASK,
    HANDS,
    class_named,
)
from pitboss.bots.holdem.equity_matrix import DATA, deals, packed
from pitboss.games.holdem.cards import LANE
from pitboss.games.holdem.evaluator import evaluate

# Boards of five cards for two hands that share none.
BOARDS = comb(48, 5)


def boards() -> Iterator[tuple[int, int]]:
    """One board, as a mask, of all that differ only by suits; and how many it stands for."""
    for cards in combinations(range(52), 5):
        board = sum([1 << card for card in cards])
        suits = [board >> (13 * suit) & LANE for suit in range(4)]
        if suits == sorted(suits):
            yield board, len(set(permutations(suits)))


def leads(limit: int | None) -> np.ndarray:
    """By how many boards and pairs of hands each class beats each other one more than it loses."""
    masks = [int(mask) for mask in HAND_MASK]
    classes = np.array([int(number) for number in CLASS_OF_HAND])
    sharing = [
        (one, other)
        for one, other in combinations(range(COMBOS), 2)
        if set(HANDS[one]) & set(HANDS[other])
    ]
    left = np.array([one for one, _ in sharing])
    right = np.array([other for _, other in sharing])
    leads_of_sharing = np.zeros(len(sharing))
    total = np.zeros((CLASSES, CLASSES))
    for board, weight in islice(boards(), limit):
        values = np.array([-1 if board & mask else evaluate(board | mask) for mask in masks])
        dealt = np.flatnonzero(values >= 0)
        levels, level = np.unique(values[dealt], return_inverse=True)
        cells = np.bincount(level * CLASSES + classes[dealt], minlength=len(levels) * CLASSES)
        held = cells.reshape(len(levels), CLASSES).astype(np.float32)
        # A hand beats all of lower levels; what equals win from equals cancels out below.
        total += weight * (held.T @ np.cumsum(held, axis=0))
        # Two hands with a card in common can't be dealt together. NaN is neither more nor less.
        strength = np.where(values >= 0, values, np.nan)
        one, other = strength[left], strength[right]
        leads_of_sharing += weight * ((one > other).view(np.int8) - (one < other).view(np.int8))
    cells = classes[left] * CLASSES + classes[right]
    shared = np.bincount(cells, leads_of_sharing, CLASSES * CLASSES).reshape(total.shape)
    return (total - total.T) - (shared - shared.T)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, help="stop after this many boards, to try it out")
    parser.add_argument("--out", type=Path, default=DATA, help="the file to write (%(default)s)")
    args = parser.parse_args()
    pairs = np.array(deals())
    equities = 0.5 + leads(args.limit) / (2 * BOARDS * pairs)
    if args.limit is None:
        args.out.write_bytes(packed(equities.tolist()))
        print(f"wrote {args.out}")
    aces, kings = class_named("AA"), class_named("KK")
    print(f"AA against KK: {equities[aces, kings]:.6f}")


if __name__ == "__main__":
    main()
