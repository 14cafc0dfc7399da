"""Cards as small integers, as two letters of text, and sets of cards as 52-bit masks.

A card is `suit * 13 + rank`, so a mask holds four lanes of 13 ranks, one per suit.
"""

from typing import Final

from pitboss.games.arrays import i64, vec
from pitboss.games.kind import BadNotation

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
CARDS: Final = 52
LANE: Final = 0x1FFF

# A table, because mypyc compiles `i64(1) << n` to a 32-bit shift.
BIT: Final[vec[i64]] = vec[i64]([2**card for card in range(52)])

_UNICODE_SUITS: Final = "♣♦♥♠"


def card_text(card: int) -> str:
    """A card as people write it: `Ah`."""
    if not 0 <= card < CARDS:
        raise ValueError(f"a card is from 0 to {CARDS - 1}, not {card}")
    return RANKS[card % 13] + SUITS[card // 13]


def pretty_card(card: int) -> str:
    """A card with its suit's sign: `A♥`."""
    return card_text(card)[0] + _UNICODE_SUITS[card // 13]


def cards_text(cards: list[int]) -> str:
    """Cards without spaces between: `AhKd`."""
    return "".join([card_text(card) for card in cards])


def read_card(text: str) -> int:
    """The card that a text such as `Ah` names."""
    if len(text) == 2:
        rank = RANKS.find(text[0].upper())
        suit = SUITS.find(text[1].lower())
        if rank >= 0 and suit >= 0:
            return suit * 13 + rank
    raise BadNotation(
        f"{text!r} is no card: expected a rank of {RANKS} and a suit of {SUITS}, as in Ah"
    )


def read_cards(text: str) -> list[int]:
    """The cards in a text such as `AhKd` or `Ah Kd`; each at most once."""
    cards: list[int] = []
    for word in text.split():
        if len(word) % 2 != 0:
            raise BadNotation(f"{word!r} are no cards: expected two letters each, as in AhKd")
        for at in range(0, len(word), 2):
            card = read_card(word[at : at + 2])
            if card in cards:
                raise BadNotation(f"{card_text(card)} is there twice in {text!r}")
            cards.append(card)
    return cards


def mask_of(cards: list[int]) -> int:
    """The cards as a mask."""
    mask: i64 = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def cards_of(mask: int) -> list[int]:
    """The cards in a mask, lowest first."""
    return [card for card in range(CARDS) if mask >> card & 1]
