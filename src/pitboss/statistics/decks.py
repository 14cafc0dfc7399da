"""Which deck a game has where the games of each deck are far apart. Needs no NumPy."""

from typing import Any


def deck_numbers(block: Any, rotation: Any, apart: int, seats: int) -> Any:
    """The number of a game's deck, if its games are so many blocks apart; also of whole columns.

    The event has `seats * apart` blocks. Game r of a deck is played r * apart blocks before game 0,
    or in as many after it as are left.
    """
    return (block + rotation * apart) % (apart * seats)
