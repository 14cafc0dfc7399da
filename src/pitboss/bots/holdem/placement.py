"""What stacks are worth to a seat: a tournament's score, its first place, or chips.

A tournament's score is the share of opponents beaten. If chips are won one at a time in fair
games, the seat with s chips outlasts the one with t in s / (s + t) of all cases, so the expected
score is the mean of that over the opponents. The chance of first place is the share of all chips.
"""

from collections.abc import Sequence
from typing import Final

from pitboss.games.arrays import i64
from pitboss.games.game import Game
from pitboss.games.holdem import Tournament

# What is counted: the share of opponents beaten, first places, or chips.
SCORE: Final = 0
WIN: Final = 1
CHIPS: Final = 2


def utility_of(game: Game, wins: bool = False) -> int:
    """What counts in the game: SCORE or WIN in a tournament, CHIPS in cash and single hands."""
    if isinstance(game, Tournament):
        return WIN if wins else SCORE
    return CHIPS


def worth(
    utility: int, stacks: Sequence[float], seat: int, starts: Sequence[float] | None = None
) -> float:
    """What the stacks are worth to the seat; scores and chances are from 0 to 1.

    `starts` are the stacks at the start of the hand. They rank the seats that go out in this hand:
    the larger start beats the smaller, equal ones share. A seat that started with 0 was out before
    and is beaten. Without `starts` all seats without chips share.
    """
    own = float(stacks[seat])
    if utility == CHIPS:
        return own
    if utility == WIN:
        total = 0.0
        for chips in stacks:
            total += chips
        return own / total
    beaten = 0.0
    other: i64
    for other in range(len(stacks)):
        if other == seat:
            continue
        chips = float(stacks[other])
        if own > 0.0 or chips > 0.0:
            beaten += own / (own + chips)
        elif starts is None or starts[other] == starts[seat]:
            beaten += 0.5
        elif starts[other] < starts[seat]:
            beaten += 1.0
    return beaten / (len(stacks) - 1)


def worths(
    utility: int, stacks: Sequence[float], starts: Sequence[float] | None = None
) -> list[float]:
    """What the stacks are worth to each seat."""
    return [worth(utility, stacks, seat, starts) for seat in range(len(stacks))]


def needed_equity(
    utility: int, lose: Sequence[float], keep: Sequence[float], win: Sequence[float], seat: int
) -> float:
    """How often a seat must win to prefer the gamble `win` or `lose` to the stacks `keep`."""
    worst = worth(utility, lose, seat)
    best = worth(utility, win, seat)
    if best <= worst:
        return 1.0
    return (worth(utility, keep, seat) - worst) / (best - worst)
