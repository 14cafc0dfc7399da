"""The blueprint at a table: follows the betting, stays legal, and plays hands as it should."""

import pytest

from pitboss.bots.holdem import blueprint_table
from pitboss.bots.holdem.abstraction import CLASS
from pitboss.bots.holdem.blueprint import HeadsUpPlayer, lower_share
from pitboss.bots.holdem.blueprint_table import BadBlueprint, read_file, shipped_table, write_file
from pitboss.bots.holdem.blueprint_tree import CALL, DEPTHS, FOLD, FOLDED, betting_tree
from pitboss.bots.holdem.classes import class_named
from pitboss.games.holdem.cards import read_cards
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.rules import HandRules
from pitboss.games.rng import Rng

RULES = HandRules(preset="test", small_blind=50, big_blind=100)


def table_hand(stack: int = 10_000, seed: int = 1, deck: str = "") -> Hand:
    """A hand for two with the button at seat 0, and so many chips each."""
    return Hand(RULES, [stack, stack], 0, seed, deck=read_cards(deck) if deck else None)


def step(hand: Hand, *actions: int) -> None:
    for action in actions:
        hand.apply(action)


@pytest.mark.parametrize("depth", DEPTHS)
def test_every_strategy_of_the_shipped_file_sums_to_one(depth: int) -> None:
    table = shipped_table(depth)
    tree = table.tree

    for node in tree.decisions()[::50]:
        for bucket in range(tree.buckets[tree.street[node]]):
            parts = table.parts(node, bucket)
            assert sum(parts) == 15
            assert min(parts) >= 0


@pytest.mark.parametrize("depth", DEPTHS)
def test_aces_never_fold_before_the_flop_and_seven_two_folds_on_the_button(depth: int) -> None:
    table = shipped_table(depth)
    tree = table.tree

    for node in tree.decisions():
        if tree.street[node] == 0 and FOLD in tree.actions(node):
            assert table.parts(node, class_named("AA"))[0] <= 1
    assert table.parts(0, class_named("72o"))[0] >= 8


def test_the_tree_ends_in_showdowns_of_equal_stakes_and_in_folds() -> None:
    tree = betting_tree(25, [1, 1, 1, 1])

    for node, kind in enumerate(tree.kinds):
        if kind >= FOLDED:
            assert 0 < abs(tree.stake[node]) <= 2500
        else:
            assert tree.actions(node).count(CALL) == 1


def test_a_damaged_file_is_refused() -> None:
    data = write_file({"15": b"abc"})

    assert list(read_file(data)) == ["15"]
    with pytest.raises(BadBlueprint, match="checksum"):
        read_file(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(BadBlueprint, match="version"):
        read_file(data.replace(b'"version": 1', b'"version": 9'))
    with pytest.raises(BadBlueprint, match="header"):
        read_file(b"\x00\x01")


def test_the_shipped_file_is_at_most_ten_megabytes() -> None:
    assert sum(len(part) for part in blueprint_table._shipped().values()) < 10_000_000


@pytest.mark.parametrize("stack", [1_500, 3_300, 10_000, 40_000])
def test_every_decision_is_legal_against_random_play(stack: int) -> None:
    rng = Rng(stack)

    for number in range(40):
        hand = table_hand(stack, seed=number)
        player = HeadsUpPlayer(number)
        seat = number % 2
        while hand.turn >= 0:
            if hand.turn != seat:
                hand.apply(hand.sample(rng))
                continue
            options = player.probabilities(hand, seat)
            assert sum(share for _, share in options) == pytest.approx(1)
            for action, _ in options:
                hand.check(action)
            hand.apply(player.decide(hand, seat))


def test_a_line_on_the_tree_is_followed_exactly() -> None:
    hand = table_hand()
    player = HeadsUpPlayer(1)
    tree = shipped_table(100).tree

    step(hand, 250, CALL, CALL)
    line = player.line(hand, 0)
    # Looked at for the first time in mid-hand, it is found by the size of the pot.
    assert tree.spots[line.node].street == 1

    hand = table_hand()
    player = HeadsUpPlayer(1)
    player.line(hand, 0)
    step(hand, 250, CALL)
    step(hand, 250)
    line = player.line(hand, 0)
    assert [tree.actions(node)[at] for node, at in line.path] == [250, CALL, 250]
    step(hand, CALL, CALL)
    line = player.line(hand, 0)
    assert [tree.actions(node)[at] for node, at in line.path] == [250, CALL, 250, CALL, CALL]
    assert tree.spots[line.node].paid == 500


def test_the_same_look_twice_changes_nothing() -> None:
    hand = table_hand()
    player = HeadsUpPlayer(1)
    step(hand, 300)

    first = player.probabilities(hand, 1)

    assert player.probabilities(hand, 1) == first
    assert len(player.line(hand, 1).path) == 1


def test_the_same_seed_plays_the_same_hand() -> None:
    def played(seed: int) -> list[int]:
        hand = table_hand(seed=5)
        players = [HeadsUpPlayer(seed), HeadsUpPlayer(seed + 1)]
        actions = []
        while hand.turn >= 0:
            actions.append(players[hand.turn].decide(hand, hand.turn))
            hand.apply(actions[-1])
        return actions

    assert played(3) == played(3)


def test_hidden_cards_change_no_decision() -> None:
    hand = table_hand(seed=9)
    step(hand, 250)

    own = HeadsUpPlayer(4).probabilities(hand, 1)

    for seed in range(5):
        assert HeadsUpPlayer(4).probabilities(hand.redeal(1, seed), 1) == own


def test_all_in_from_the_other_leaves_only_a_fold_or_a_call() -> None:
    hand = table_hand()
    step(hand, 10_000)

    actions = {action for action, _ in HeadsUpPlayer(1).probabilities(hand, 1)}

    assert actions <= {FOLD, CALL}


def test_an_opponents_raise_moves_its_range_towards_good_hands() -> None:
    hand = table_hand(deck="7c 2d 9h 9s")
    player = HeadsUpPlayer(1)
    player.line(hand, 0)
    step(hand, 250, 625)

    _, other = player.ranges(hand, 0)

    by_class = dict.fromkeys(("AA", "72o"), 0.0)
    for name in by_class:
        held = [other[at] for at in range(1326) if CLASS[at] == class_named(name)]
        by_class[name] = sum(held) / len(held)
    assert by_class["AA"] > 3 * by_class["72o"]


@pytest.mark.parametrize(("size", "share"), [(0.5, 1.0), (1.0, 0.0), (0.75, 0.4286)])
def test_a_bet_between_two_sizes_is_taken_for_either(size: float, share: float) -> None:
    assert lower_share(0.5, 1.0, size) == pytest.approx(share, abs=1e-4)
