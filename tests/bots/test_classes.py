"""The 169 classes of starting hands."""

from itertools import combinations

import pytest

from pitboss.bots.holdem.classes import (
    CLASSES,
    COMBOS,
    HANDS,
    class_name,
    class_named,
    class_of,
    combos_left,
    combos_of,
    hand_number,
    hands_of,
)
from pitboss.games.holdem.cards import mask_of, read_cards


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("AhKh", "AKs"),
        ("KhAh", "AKs"),
        ("AhKd", "AKo"),
        ("KdAh", "AKo"),
        ("7c7s", "77"),
        ("2c3d", "32o"),
        ("9sTs", "T9s"),
    ],
)
def test_cards_have_the_class_that_players_name(cards: str, name: str) -> None:
    first, second = read_cards(cards)

    assert class_name(class_of(first, second)) == name
    assert class_named(name) == class_of(first, second)


def test_every_hand_is_in_one_of_169_classes() -> None:
    counts = [0] * CLASSES
    for first, second in combinations(range(52), 2):
        counts[class_of(first, second)] += 1

    assert counts == [combos_of(number) for number in range(CLASSES)]
    assert sum(counts) == COMBOS
    assert [len(hands_of(number)) for number in range(CLASSES)] == counts
    assert len({class_name(number) for number in range(CLASSES)}) == CLASSES


def test_a_hand_is_found_by_its_cards_in_any_order() -> None:
    for at, (first, second) in enumerate(HANDS):
        assert hand_number(first, second) == at == hand_number(second, first)


def test_dead_cards_leave_fewer_hands() -> None:
    left = combos_left(mask_of(read_cards("AhAd Kh")))

    assert left[class_named("AA")] == 1
    assert left[class_named("AKs")] == 2
    assert left[class_named("AKo")] == 4
    assert left[class_named("KK")] == 3
    assert left[class_named("72o")] == 12
    assert sum(left) == 49 * 48 // 2


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="'AK' is no class"):
        class_named("AK")
