"""What one seat, or the public, may know of a hand or of hands in a row. Built by the games."""

from typing import NamedTuple

from pitboss.games.holdem.pots import Pot


class HandView(NamedTuple):
    """A hand as one viewer knows it; every tuple is by seat."""

    viewer: int
    seats: int
    button: int
    small_seat: int
    big_seat: int
    small_blind: int
    big_blind: int
    street: int
    board: tuple[int, ...]
    # A seat's two cards where the viewer may know them, else ().
    cards: tuple[tuple[int, ...], ...]
    # While a hand goes on, chips not yet wagered; afterwards, with what was won.
    stacks: tuple[int, ...]
    starting_stacks: tuple[int, ...]
    bets: tuple[int, ...]
    # What the seat has put in during the whole hand, bets included.
    paid: tuple[int, ...]
    won: tuple[int, ...]
    # Collected chips only: `pot` adds the bets that are still in front of the seats.
    pots: tuple[Pot, ...]
    pot: int
    dealt_in: tuple[bool, ...]
    folded: tuple[bool, ...]
    all_in: tuple[bool, ...]
    withdrawn: tuple[bool, ...]
    # The seat to move, or -1, and what it may do besides folding.
    actor: int
    can_check: bool
    call: int
    # Both are 0 when the actor may not raise.
    min_raise: int
    max_raise: int


class SeriesView(NamedTuple):
    """A tournament or a cash session as one viewer knows it."""

    hand_number: int
    hand: HandView
    # Final or current chips in a tournament, net chips in a cash session.
    scores: tuple[int, ...]
    places: tuple[int, ...]
    over: bool
