"""Cards as this wire spells and describes them: 4R, skipB, _Y, D2G, W, D4W."""

from typing import Final

from pitboss.games.uno.cards import (
    CARD_KINDS,
    COLOUR_OF,
    DRAW_TWO,
    NO_COLOUR,
    RANK_OF,
    REVERSE,
    SKIP,
    WILD,
)
from pitboss.wires.uno_online.messages import CardInfo, CardType, Color

COLORS: Final[tuple[Color, ...]] = ("R", "G", "B", "Y")
COLOR_NUMBERS: Final = {color: number for number, color in enumerate(COLORS)}

_PREFIXES: Final = {SKIP: "skip", REVERSE: "_", DRAW_TWO: "D2"}
_TYPES: Final[dict[int, CardType]] = {SKIP: "skip", REVERSE: "reverse", DRAW_TWO: "draw2"}


def _described(card: int) -> CardInfo:
    if card >= WILD:
        code, kind = ("W", "wild") if card == WILD else ("D4W", "draw4")
        return CardInfo(code, "wild" if kind == "wild" else "draw4", None, kind)
    rank = RANK_OF[card]
    color = COLORS[COLOUR_OF[card]]
    if rank < SKIP:
        return CardInfo(f"{rank}{color}", "number", color, rank)
    return CardInfo(f"{_PREFIXES[rank]}{color}", _TYPES[rank], color, _TYPES[rank])


CARD_INFOS: Final = tuple(_described(card) for card in range(CARD_KINDS))
CODES: Final = tuple(info.code for info in CARD_INFOS)
CARDS: Final = {code: card for card, code in enumerate(CODES)}

# A wild on the table has the colour that was named for it.
_NAMED: Final = {
    (card, number): CardInfo(
        CARD_INFOS[card].code, CARD_INFOS[card].type, color, CARD_INFOS[card].value
    )
    for card in range(WILD, CARD_KINDS)
    for number, color in enumerate(COLORS)
}


def table_card(card: int, colour: int) -> CardInfo:
    """The card on the table, with the colour that counts."""
    return _NAMED.get((card, colour), CARD_INFOS[card])


def color_of(colour: int) -> Color | None:
    """The letter of a colour; None if there is none."""
    return COLORS[colour] if colour != NO_COLOUR else None
