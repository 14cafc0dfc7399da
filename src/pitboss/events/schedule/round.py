"""A round: groups of entrants who play together, and the numbered blocks that they play.

The formats, each in its own module, decide who is in which group.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import msgspec

from pitboss.events.plan import Block

# Entrants, by their places in the plan, who sit at one table; and all groups of a round.
Group = tuple[int, ...]
Groups = tuple[Group, ...]


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """Blocks `first` to `first + count - 1`: one for every group in turn, `blocks` times over.

    So an event that stops early has played as many blocks with each group, give or take one, and
    half a million blocks are a few numbers.
    """

    # From 1, and how many there will be.
    number: int
    rounds: int
    first: int
    groups: Groups
    # How many each group plays.
    blocks: int
    # Entrants who sit out.
    byes: tuple[int, ...] = ()
    # The number of the extra round for level groups; 0: the round itself.
    extra: int = 0
    # After how many blocks of a group who begins repeats itself; 0: by itself. The games of a deck
    # that are played so far apart have the same order of players.
    period: int = 0

    def __str__(self) -> str:
        """For people, such as `round 3 of 5: 15 tables, 20 blocks each, 1 bye`."""
        parts = [_counted(len(self.groups), "table"), _counted(self.blocks, "block")]
        if len(self.groups) > 1:
            parts[1] += " each"
        if self.byes:
            parts.append(_counted(len(self.byes), "bye"))
        text = ", ".join(parts)
        return text if self.rounds == 1 and not self.extra else f"{self.title}: {text}"

    @property
    def title(self) -> str:
        """Which one it is, such as `round 3 of 5`."""
        extra = f", level, extra {self.extra}" if self.extra else ""
        return f"round {self.number} of {self.rounds}{extra}"

    @property
    def count(self) -> int:
        """How many blocks it has."""
        return len(self.groups) * self.blocks

    @property
    def end(self) -> int:
        """The number after its last block."""
        return self.first + self.count

    def numbers(self) -> range:
        """The numbers of its blocks."""
        return range(self.first, self.end)

    def block(self, number: int) -> Block:
        """The block with that number."""
        cycle, place = divmod(number - self.first, len(self.groups))
        if not 0 <= cycle < self.blocks:
            raise IndexError(f"round {self.number} has no block {number}")
        group = self.groups[place]
        cycle += self.extra * self.blocks
        if self.period:
            cycle %= self.period
        orders = _rotations(len(group))
        # Every block gives everyone each seat once; this only varies who begins its first game.
        order = orders[cycle % len(orders)][(cycle + place) % len(group)]
        return Block(number, tuple([group[at] for at in order]))


@dataclass(frozen=True)
class Stretch:
    """Some blocks of a round, created one by one where they are played."""

    round: Round
    numbers: range

    def __iter__(self) -> Iterator[Block]:
        return map(self.round.block, self.numbers)


@cache
def arrangements(seats: int) -> Groups:
    """Seating orders which, used in turn, give everyone each other equally often as a neighbour.

    Neighbours matter in card games, and the games of a block keep the order. The orders are those
    of E. J. Williams, "Experimental designs balanced for the estimation of residual effects of
    treatments" (1949), for all but the first player, who is put in front and closes the circle.
    """
    others = seats - 1
    zigzag = [(step + 1) // 2 if step % 2 else -(step // 2) for step in range(others)]
    rows = [tuple(1 + (place + shift) % others for place in zigzag) for shift in range(others)]
    # An odd number of others is balanced only together with the orders read backwards.
    backwards = [row[::-1] for row in rows] if others % 2 else []
    return tuple(dict.fromkeys((0, *row) for row in [*rows, *backwards]))


@cache
def _rotations(seats: int) -> tuple[Groups, ...]:
    """Every arrangement, starting from each seat."""
    return tuple(
        tuple(order[turn:] + order[:turn] for turn in range(seats)) for order in arrangements(seats)
    )


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
