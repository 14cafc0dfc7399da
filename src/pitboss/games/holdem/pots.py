"""Side pots: who can win which chips, and how winners share them. Betting is in betting.py."""

from typing import NamedTuple

from pitboss.games.arrays import i64, vec
from pitboss.games.holdem.cards import BIT
from pitboss.games.holdem.notes import WON


class Pot(NamedTuple):
    """Chips, and the seats that can win them."""

    amount: int
    seats: tuple[int, ...]


def _level_above(paid: vec[i64], live: i64, level: i64) -> i64:
    """The smallest amount above the level that a live seat has paid; -1 if there is none."""
    lowest: i64 = -1
    seat: i64
    for seat in range(len(paid)):
        chips: i64 = paid[seat]
        if chips > level and live & BIT[seat] != 0 and (lowest < 0 or chips < lowest):
            lowest = chips
    return lowest


def _between(paid: vec[i64], low: i64, high: i64) -> i64:
    """The chips of all seats between two levels of payment."""
    total: i64 = 0
    seat: i64
    for seat in range(len(paid)):
        chips: i64 = paid[seat]
        if chips > low:
            total += (chips if chips < high else high) - low
    return total


def pots_of(paid: vec[i64], live: i64, dead: i64) -> list[Pot]:
    """The main pot, with the dead chips (paid for the table), and the side pots."""
    pots: list[Pot] = []
    left: i64 = dead
    seat: i64
    for seat in range(len(paid)):
        left += paid[seat]
    low: i64 = 0
    level: i64 = _level_above(paid, live, -1)
    extra: i64 = dead
    while level >= 0:
        above: i64 = _level_above(paid, live, level)
        # Chips of folded seats above every live payment belong to the last pot.
        amount: i64 = _between(paid, low, level) + extra if above >= 0 else left
        if amount > 0:
            seats: list[int] = []
            for seat in range(len(paid)):
                if live & BIT[seat] != 0 and paid[seat] >= level:
                    seats.append(seat)
            pots.append(Pot(amount, tuple(seats)))
        left -= amount
        extra = 0
        low = level
        level = above
    return pots


def share_out(
    paid: vec[i64],
    live: i64,
    dead: i64,
    values: vec[i64],
    button: i64,
    won: vec[i64],
    trace: list[tuple[int, ...]] | None,
) -> None:
    """Divide each pot among the best hands of the seats that can win it; adds to `won`."""
    count: i64 = len(paid)
    left: i64 = dead
    seat: i64
    for seat in range(count):
        left += paid[seat]
    number: i64 = 0
    low: i64 = 0
    level: i64 = _level_above(paid, live, -1)
    extra: i64 = dead
    while left > 0 and level >= 0:
        above: i64 = _level_above(paid, live, level)
        amount: i64 = _between(paid, low, level) + extra if above >= 0 else left
        best: i64 = -1
        winners: i64 = 0
        shares: i64 = 0
        for seat in range(count):
            if live & BIT[seat] != 0 and paid[seat] >= level:
                if values[seat] > best:
                    best = values[seat]
                    winners = BIT[seat]
                    shares = 1
                elif values[seat] == best:
                    winners |= BIT[seat]
                    shares += 1
        if amount > 0:
            share: i64 = amount // shares
            odd: i64 = amount - share * shares
            seat = button
            while shares > 0:
                seat += 1
                if seat >= count:
                    seat = 0
                if winners & BIT[seat] != 0:
                    shares -= 1
                    # Odd chips go to the first winner left of the button.
                    chips: i64 = share + odd
                    odd = 0
                    won[seat] += chips
                    if trace is not None and chips > 0:
                        trace.append((WON, seat, chips, number))
            number += 1
        left -= amount
        extra = 0
        low = level
        level = above
