"""The equities of classes against each other, before the flop."""

import pytest

from pitboss.bots.holdem.classes import CLASSES, class_named
from pitboss.bots.holdem.equity_matrix import DATA, BadData, deals, equities, unpacked


def test_every_two_hands_without_a_common_card_are_counted() -> None:
    assert sum([sum(row) for row in deals()]) == 1326 * 1225
    assert deals()[class_named("AA")][class_named("AA")] == 6
    assert deals()[class_named("AA")][class_named("AKs")] == 12
    assert deals()[class_named("AKs")][class_named("AKs")] == 12


@pytest.mark.parametrize(
    ("name", "percent"),
    [("AA", 85.20), ("KK", 82.40), ("AKs", 67.04), ("22", 50.33), ("72o", 34.58), ("32o", 32.30)],
)
def test_equities_against_any_hand_are_the_published_ones(name: str, percent: float) -> None:
    own = class_named(name)
    pairs = deals()[own]

    won = sum([pairs[other] * equities()[own][other] for other in range(CLASSES)])

    assert 100 * won / sum(pairs) == pytest.approx(percent, abs=0.01)


def test_what_one_class_wins_the_other_loses() -> None:
    for one in range(CLASSES):
        assert equities()[one][one] == 0.5
        for other in range(CLASSES):
            assert equities()[one][other] + equities()[other][one] == pytest.approx(1.0)


def test_aces_against_kings_win_as_often_as_everybody_knows() -> None:
    assert equities()[class_named("AA")][class_named("KK")] == pytest.approx(0.8195, abs=0.0001)


def test_a_damaged_file_is_refused() -> None:
    data = bytearray(DATA.read_bytes())
    data[100] ^= 1

    with pytest.raises(BadData, match="checksum"):
        unpacked(bytes(data))
