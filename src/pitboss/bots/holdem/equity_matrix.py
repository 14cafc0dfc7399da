"""How often a class of starting hands beats another one, all-in before the flop.

The numbers are exact but for rounding: `training/equity_matrix.py` opens every board. The file
`equity_matrix.bin` is the four bytes `PBEQ`, a CRC-32 of what follows (4 bytes, big-endian), and
zlib-compressed: for each class and each higher class, in order, the share of the pots that the
first wins, ties halved, as 16 bits (big-endian, 65535 is all).
"""

from functools import cache
from pathlib import Path
from typing import Final
from zlib import compress, crc32, decompress

from pitboss.bots.holdem.classes import CLASSES, combos_left, hands_of
from pitboss.games.holdem.cards import mask_of

DATA: Final = Path(__file__).with_name("equity_matrix.bin")
_MAGIC: Final = b"PBEQ"
_ALL: Final = 65535


class BadData(ValueError):
    """A data file that is damaged; the message says which."""


def packed(equities: list[list[float]]) -> bytes:
    """The matrix as the file's bytes."""
    shares = [
        round(_ALL * equities[one][other])
        for one in range(CLASSES)
        for other in range(one + 1, CLASSES)
    ]
    body = compress(b"".join([share.to_bytes(2, "big") for share in shares]), 9)
    return _MAGIC + crc32(body).to_bytes(4, "big") + body


def unpacked(data: bytes) -> list[list[float]]:
    """The matrix of the file's bytes."""
    body = data[8:]
    if data[:4] != _MAGIC or crc32(body).to_bytes(4, "big") != data[4:8]:
        raise BadData(f"{DATA.name} is damaged: its checksum is wrong; install the package again")
    shares = decompress(body)
    matrix = [[0.5] * CLASSES for _ in range(CLASSES)]
    at = 0
    for one in range(CLASSES):
        for other in range(one + 1, CLASSES):
            share = int.from_bytes(shares[at : at + 2], "big") / _ALL
            matrix[one][other] = share
            matrix[other][one] = 1.0 - share
            at += 2
    return matrix


@cache
def equities() -> list[list[float]]:
    """The share of pots that a class wins against another: `equities()[one][other]`."""
    return unpacked(DATA.read_bytes())


@cache
def deals() -> list[list[int]]:
    """How many pairs of hands of two classes have no card in common: `deals()[one][other]`."""
    matrix = []
    for one in range(CLASSES):
        hands = hands_of(one)
        left = combos_left(mask_of(list(hands[0])))
        matrix.append([len(hands) * count for count in left])
    return matrix
