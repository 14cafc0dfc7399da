"""Card codes of the uno-online wire."""

import pytest

from pitboss.games.uno.cards import CARD_KINDS
from pitboss.games.uno.notation import read_card
from pitboss.wires.uno_online.encode import CARD_INFOS, CARDS, CODES, color_of, table_card
from pitboss.wires.uno_online.messages import CardInfo

DOCUMENTED = [
    *(f"{number}{color}" for color in "RGBY" for number in range(10)),
    *(f"{prefix}{color}" for color in "RGBY" for prefix in ("skip", "_", "D2")),
    "W",
    "D4W",
]


def test_every_documented_code_is_a_card_and_there_are_no_others() -> None:
    assert sorted(CODES) == sorted(DOCUMENTED)
    assert len(CODES) == CARD_KINDS
    assert all(CODES[CARDS[code]] == code for code in DOCUMENTED)


@pytest.mark.parametrize(
    ("ours", "info"),
    [
        ("r0", CardInfo("0R", "number", "R", 0)),
        ("g5", CardInfo("5G", "number", "G", 5)),
        ("b9", CardInfo("9B", "number", "B", 9)),
        ("y3", CardInfo("3Y", "number", "Y", 3)),
        ("r4", CardInfo("4R", "number", "R", 4)),
        ("bs", CardInfo("skipB", "skip", "B", "skip")),
        ("yr", CardInfo("_Y", "reverse", "Y", "reverse")),
        ("g+2", CardInfo("D2G", "draw2", "G", "draw2")),
        ("w", CardInfo("W", "wild", None, "wild")),
        ("wd4", CardInfo("D4W", "draw4", None, "draw4")),
    ],
)
def test_a_card_is_described_by_code_type_color_and_value(ours: str, info: CardInfo) -> None:
    assert CARD_INFOS[read_card(ours)] == info


def test_a_wild_on_the_table_has_the_colour_that_was_named() -> None:
    assert table_card(CARDS["W"], 2) == CardInfo("W", "wild", "B", "wild")
    assert table_card(CARDS["D4W"], 3) == CardInfo("D4W", "draw4", "Y", "draw4")
    assert table_card(CARDS["4R"], 0) == CARD_INFOS[CARDS["4R"]]


def test_before_a_colour_is_named_there_is_none() -> None:
    assert color_of(-1) is None
    assert table_card(CARDS["W"], -1).color is None
