"""Rivers solved hand by hand: the textbook case of a bet that is the nuts or nothing."""

import pytest
from builds import Python

from pitboss.bots.holdem.abstraction import COMBOS, combo
from pitboss.bots.holdem.blueprint_tree import CALL, river_tree
from pitboss.bots.holdem.resolving import RiverSolver
from pitboss.games.holdem.cards import mask_of, read_cards

# Prints every number of a small solution, to the last digit.
SCRIPT = """
from pitboss.bots.holdem.abstraction import COMBOS
from pitboss.bots.holdem.blueprint_tree import river_tree
from pitboss.bots.holdem.resolving import RiverSolver
tree = river_tree(1000, 4000, [700])
ranges = [[(hand * step) % 11 / 10 for hand in range(COMBOS)] for step in (3, 7)]
solver = RiverSolver(tree, 0b1001000100100000001, (ranges[0], ranges[1]))
solver.run(3)
for node in tree.decisions():
    for hand in range(0, COMBOS, 5):
        print(solver.strategy(tree.base[node], tree.count[node], hand))
"""

BOARD = mask_of(read_cards("Ah Kd 7c 4s 2h"))


def hand_of(text: str) -> int:
    first, second = read_cards(text)
    return combo(first, second)


def held(*texts: str) -> list[float]:
    """A range of these hands, all as likely."""
    hands = {hand_of(text) for text in texts}
    return [float(hand in hands) for hand in range(COMBOS)]


def test_a_half_pot_bet_is_a_bluff_one_time_in_four_and_called_two_times_in_three() -> None:
    tree = river_tree(1000, 2000, [])
    solver = RiverSolver(tree, BOARD, (held("QcQd"), held("AcAd", "8c9c", "8d9d", "8s9s")))

    solver.run(400)

    assert tree.actions(0) == [CALL, 1000]
    nuts = solver.strategy(tree.base[0], 2, hand_of("AcAd"))
    bluffs = [solver.strategy(tree.base[0], 2, hand_of(text))[1] for text in ("8c9c", "8d9d")]
    faced = tree.first[0] + 1
    catcher = solver.strategy(tree.base[faced], 2, hand_of("QcQd"))
    assert nuts[1] == pytest.approx(1, abs=0.01)
    assert bluffs == pytest.approx([1 / 9, 1 / 9], abs=0.02)
    assert catcher[1] == pytest.approx(2 / 3, abs=0.02)


def test_a_hand_that_nobody_has_gets_no_strategy() -> None:
    tree = river_tree(1000, 2000, [])
    solver = RiverSolver(tree, BOARD, (held("QcQd"), held("AcAd")))

    solver.run(1)

    assert solver.strategy(tree.base[0], 2, hand_of("3c3d")) == []


def test_hands_of_equal_strength_split() -> None:
    tree = river_tree(1000, 2000, [])
    solver = RiverSolver(tree, BOARD, (held("QcQd"), held("QhQs")))

    solver.run(100)

    # Nobody gains by a bet, and nobody folds to one.
    faced = tree.first[0] + 1
    assert solver.strategy(tree.base[faced], 2, hand_of("QcQd"))[1] > 0.95


def test_what_was_played_is_in_the_tree_whatever_its_size() -> None:
    tree = river_tree(2500, 10_000, [700, 2100])

    assert 700 in tree.actions(0)
    raised = tree.first[0] + tree.actions(0).index(700)
    assert 2100 in tree.actions(raised)


def test_both_builds_solve_a_river_to_the_same_digits(
    pure_python: Python, compiled_python: Python
) -> None:
    solved = pure_python(SCRIPT)

    assert len(set(solved.splitlines())) > 100
    assert solved == compiled_python(SCRIPT)
