"""Exchanged suits: a game with the same cards but for their suits, or colours, is worth the same.

Hold'em and UNO number their cards alike, `suit * 13 + rank`. A seed beyond its 96 bits says how
suits are exchanged, so that a record needs nothing else.
"""

from itertools import permutations
from typing import Final

from pitboss.games.arrays import i64, vec

_SUITS: Final = 4
_RANKS: Final = 13
# Cards without a suit, UNO's wilds, stay what they are.
CARD_NUMBERS: Final = 54
_ORDERS: Final = list(permutations(range(_SUITS)))
RELABELLINGS: Final = 24
# The card instead of each card, by relabelling and card; relabelling 0 changes nothing.
RELABELLED: Final[vec[i64]] = vec[i64](
    [
        order[card // _RANKS] * _RANKS + card % _RANKS if card < _SUITS * _RANKS else card
        for order in _ORDERS
        for card in range(CARD_NUMBERS)
    ]
)
