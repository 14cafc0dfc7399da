"""A round: tables that may all play at once, and the numbered blocks that they play.

Who sits at the tables is decided by the formats, in modules of their own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import msgspec

from pitboss.events.plan import Block


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """Blocks `first` to `first + count - 1`: one at every table in turn, `blocks` times over.

    So an event that stops early has played as much at each table, give or take a block, and
    half a million blocks are a few numbers.
    """

    # From 1, and how many there will be.
    number: int
    rounds: int
    first: int
    # Places in the plan's entrants.
    tables: tuple[tuple[int, ...], ...]
    # How many each table plays.
    blocks: int
    # Who sits out.
    byes: tuple[int, ...] = ()
    # Which repetition it is for tables that were level; 0: none, it is the round itself.
    extra: int = 0

    def __str__(self) -> str:
        """For people, such as `round 3 of 5: 15 tables, 20 blocks each, 1 bye`."""
        parts = [_counted(len(self.tables), "table"), _counted(self.blocks, "block")]
        if len(self.tables) > 1:
            parts[1] += " each"
        if self.byes:
            parts.append(_counted(len(self.byes), "bye"))
        text = ", ".join(parts)
        if self.extra:
            return f"round {self.number} of {self.rounds}, level, extra {self.extra}: {text}"
        return text if self.rounds == 1 else f"round {self.number} of {self.rounds}: {text}"

    @property
    def count(self) -> int:
        """How many blocks it has."""
        return len(self.tables) * self.blocks

    @property
    def end(self) -> int:
        """The number after its last block."""
        return self.first + self.count

    def numbers(self) -> range:
        """The numbers of its blocks."""
        return range(self.first, self.end)

    def block(self, number: int) -> Block:
        """The block of that number."""
        cycle, place = divmod(number - self.first, len(self.tables))
        if not 0 <= cycle < self.blocks:
            raise IndexError(f"round {self.number} has no block {number}")
        table = self.tables[place]
        cycle += self.extra * self.blocks
        orders = _turned(len(table))
        # Every block gives everyone each seat once; this only changes who begins its first game.
        order = orders[cycle % len(orders)][(cycle + place) % len(table)]
        return Block(number, tuple([table[at] for at in order]))


@dataclass(frozen=True)
class Stretch:
    """Some blocks of a round, made one by one where they are played."""

    round: Round
    numbers: range

    def __iter__(self) -> Iterator[Block]:
        return map(self.round.block, self.numbers)


@cache
def arrangements(seats: int) -> tuple[tuple[int, ...], ...]:
    """Orders around a table which, used in turn, give everyone each other as a neighbour alike.

    Whom one sits behind matters in card games, and a block's games keep the order. The orders are
    those of E. J. Williams, "Experimental designs balanced for the estimation of residual effects
    of treatments" (1949), for all but the first player, who is put in front and closes the circle.
    """
    others = seats - 1
    zigzag = [(step + 1) // 2 if step % 2 else -(step // 2) for step in range(others)]
    rows = [tuple(1 + (place + shift) % others for place in zigzag) for shift in range(others)]
    # An odd number of others is balanced only together with the orders read backwards.
    backwards = [row[::-1] for row in rows] if others % 2 else []
    return tuple(dict.fromkeys((0, *row) for row in [*rows, *backwards]))


@cache
def _turned(seats: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Every arrangement, begun at each of its seats."""
    return tuple(
        tuple(order[turn:] + order[:turn] for turn in range(seats)) for order in arrangements(seats)
    )


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
