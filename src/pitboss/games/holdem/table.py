"""A table in mid-hand: seats, chips and cards. Betting is in betting.py, the play in hand.py.

Sets of seats are bit masks, here and in the other modules.
"""

from collections.abc import Sequence
from typing import Final

from pitboss.games.arrays import i64, vec
from pitboss.games.holdem.cards import BIT
from pitboss.games.holdem.pots import Pot, pots_of
from pitboss.games.holdem.rules import MOST_CHIPS
from pitboss.games.relabelling import CARD_NUMBERS, RELABELLED
from pitboss.games.rng import Rng

PREFLOP: Final = 0
FLOP: Final = 1
TURN: Final = 2
RIVER: Final = 3
STREETS: Final = ("preflop", "flop", "turn", "river")

BOARD: Final = 5
DECK: Final = 52
NOBODY: Final = -1
# 2**32 modulo 52: this many of the generator's words would favour some cards (see Rng.below).
_UNEVEN: Final = 48

# The single numbers of a table, in the order in which `state` lists them.
FIELDS: Final = (
    *("number", "button", "small", "big", "ante", "big_ante", "min_bet", "small_seat", "big_seat"),
    *("street", "price", "last_raise", "turn", "live", "able", "todo", "acted", "gone", "shown"),
    "dead",
)


class Table:
    """Chips and cards. A seat whose stack is 0 at the start of the hand is not dealt in."""

    __slots__ = (
        "able",
        "acted",
        "ante",
        "bet",
        "big",
        "big_ante",
        "big_seat",
        "button",
        "cards",
        "count",
        "dead",
        "gone",
        "last_raise",
        "live",
        "min_bet",
        "number",
        "price",
        "shown",
        "small",
        "small_seat",
        "stack",
        "start",
        "street",
        "todo",
        "trace",
        "turn",
        "won",
    )

    def __init__(self, count: i64) -> None:
        self.trace: list[tuple[int, ...]] | None = None
        self.count: i64 = count
        # The number of the hand in a series.
        self.number: i64 = 1
        self.button: i64 = 0
        self.small: i64 = 0
        self.big: i64 = 0
        self.ante: i64 = 0
        self.big_ante: i64 = 0
        self.min_bet: i64 = 0
        self.small_seat: i64 = NOBODY
        self.big_seat: i64 = NOBODY
        self.street: i64 = PREFLOP
        # What a seat must bet in this street to stay in.
        self.price: i64 = 0
        # The size of the last full bet or raise of the street, and so of the smallest next one.
        self.last_raise: i64 = 0
        self.turn: i64 = NOBODY
        # Seats that have not folded; of these, not all in; of these, yet to act at this price.
        self.live: i64 = 0
        self.able: i64 = 0
        self.todo: i64 = 0
        # Seats that have acted in this street, at whatever price.
        self.acted: i64 = 0
        # Seats that have withdrawn and are folded whenever their turn comes.
        self.gone: i64 = 0
        # Seats in the showdown.
        self.shown: i64 = 0
        # The big blind's ante for the table: paid, but not part of its bets.
        self.dead: i64 = 0
        self.start: vec[i64] = vec[i64]([0] * count)
        self.stack: vec[i64] = vec[i64]([0] * count)
        self.bet: vec[i64] = vec[i64]([0] * count)
        self.won: vec[i64] = vec[i64]([0] * count)
        # Two cards by seat, then the board; -1 where no card was dealt.
        self.cards: vec[i64] = vec[i64]([-1] * (2 * count + BOARD))

    @property
    def seats(self) -> int:
        """How many seats the table has, those not dealt in included."""
        return self.count

    # Setup and copies

    def take_stacks(self, stacks: Sequence[int]) -> None:
        """Set the starting stacks; the total is limited so that `Rng.below` can draw any amount."""
        playing: i64 = 0
        total = 0
        seat: i64
        for seat in range(self.count):
            chips = stacks[seat]
            total += chips
            if chips < 0 or total > MOST_CHIPS:
                raise ValueError(f"stacks are from 0 to {MOST_CHIPS} in all, not {list(stacks)}")
            self.start[seat] = chips
            if chips > 0:
                playing += 1
        if playing < 2:
            raise ValueError("a hand takes at least two seats with chips")

    def set_chips(self, stacks: Sequence[int], bets: Sequence[int], won: Sequence[int]) -> None:
        """Set the chips in the middle of a hand, by seat."""
        seat: i64
        for seat in range(self.count):
            self.stack[seat] = stacks[seat]
            self.bet[seat] = bets[seat]
            self.won[seat] = won[seat]

    def draw(self, rng: Rng) -> None:
        """Deal cards to all seats, so that no card depends on who is still in the game."""
        cards = self.cards
        used: i64 = 0
        # `rng.below(DECK)` is inlined by hand: the deal is a fifth of a hand's time.
        a = rng.a
        b = rng.b
        c = rng.c
        counter = rng.counter
        size: i64 = len(cards)
        spot: i64 = 0
        while spot < size:
            out: i64 = (a + b + counter) & 0xFFFFFFFF
            counter += 1
            a = b ^ (b >> 9)
            b = c * 9 & 0xFFFFFFFF
            c = (((c << 21) | (c >> 11)) + out) & 0xFFFFFFFF
            product: i64 = out * DECK
            card: i64 = product >> 32
            bit = BIT[card]
            if used & bit == 0 and product & 0xFFFFFFFF >= _UNEVEN:
                used |= bit
                cards[spot] = card
                spot += 1
        if rng.relabelling != 0:
            first: i64 = rng.relabelling * CARD_NUMBERS
            for spot in range(size):
                cards[spot] = RELABELLED[first + cards[spot]]
        rng.a = a
        rng.b = b
        rng.c = c
        rng.counter = counter
        start = self.start
        seat: i64
        for seat in range(self.count):
            if start[seat] == 0:
                cards[2 * seat] = -1
                cards[2 * seat + 1] = -1

    def lay(self, deck: Sequence[int], rng: Rng) -> None:
        """Deal from a deck: hole cards by seat, then the board; -1 stands for any card."""
        at = 0
        used: i64 = 0
        spot: i64
        for spot in range(len(self.cards)):
            if self._sits_out(spot):
                continue
            card = deck[at] if at < len(deck) else -1
            at += 1
            if not -1 <= card < DECK:
                raise ValueError(f"there is no card {card}")
            self.cards[spot] = card
            if card >= 0:
                if used & BIT[card] != 0:
                    raise ValueError(f"card {card} is in the deck twice")
                used |= BIT[card]
        if at < len(deck):
            raise ValueError(f"the deck has {len(deck)} cards, but only {at} are dealt")
        self.fill(rng, used)

    def fill(self, rng: Rng, used: i64) -> None:
        """Deal random cards, none of them in `used`, to the places that hold -1."""
        cards = self.cards
        spot: i64
        for spot in range(len(cards)):
            if cards[spot] >= 0 or self._sits_out(spot):
                continue
            card = rng.below(DECK)
            while used & BIT[card] != 0:
                card = rng.below(DECK)
            used |= BIT[card]
            cards[spot] = card

    def _sits_out(self, spot: i64) -> bool:
        return spot < 2 * self.count and self.start[spot // 2] == 0

    def hide(self, seat: i64) -> i64:
        """Remove the cards that the seat may not know; returns the set of those it may."""
        cards = self.cards
        board = 2 * self.count
        open_cards = board + (self.street + 2 if self.street > PREFLOP else 0)
        used: i64 = 0
        spot: i64
        for spot in range(len(cards)):
            owner = spot // 2
            if spot < board:
                known = owner == seat or self.shown & BIT[owner] != 0
            else:
                known = spot < open_cards
            if not known:
                cards[spot] = -1
            elif cards[spot] >= 0:
                used |= BIT[cards[spot]]
        return used

    # Written out instead of looping over FIELDS, because search copies games all the time.
    def match(self, other: "Table") -> None:
        """Become equal to a table with as many seats, except for the trace."""
        self.number = other.number
        self.button = other.button
        self.small = other.small
        self.big = other.big
        self.ante = other.ante
        self.big_ante = other.big_ante
        self.min_bet = other.min_bet
        self.small_seat = other.small_seat
        self.big_seat = other.big_seat
        self.street = other.street
        self.price = other.price
        self.last_raise = other.last_raise
        self.turn = other.turn
        self.live = other.live
        self.able = other.able
        self.todo = other.todo
        self.acted = other.acted
        self.gone = other.gone
        self.shown = other.shown
        self.dead = other.dead
        seat: i64
        for seat in range(self.count):
            self.start[seat] = other.start[seat]
            self.stack[seat] = other.stack[seat]
            self.bet[seat] = other.bet[seat]
            self.won[seat] = other.won[seat]
        spot: i64
        for spot in range(len(self.cards)):
            self.cards[spot] = other.cards[spot]

    def state(self) -> tuple[int, ...]:
        """Everything as numbers: games with equal states go on in the same way."""
        numbers = [getattr(self, name) for name in FIELDS]
        chips = (*self.start, *self.stack, *self.bet, *self.won)
        return (self.count, *numbers, *chips, *self.cards)

    # Questions

    def next_dealt(self, seat: i64) -> i64:
        """The next seat that was dealt in."""
        count = self.count
        start = self.start
        while True:
            seat += 1
            if seat >= count:
                seat = 0
            if start[seat] > 0:
                return seat

    def stacks(self) -> tuple[int, ...]:
        """The chips behind each seat; once the hand is over, with what it won."""
        return tuple([chips for chips in self.stack])

    def starting_stacks(self) -> tuple[int, ...]:
        """The chips that each seat began the hand with."""
        return tuple([chips for chips in self.start])

    def bets(self) -> tuple[int, ...]:
        """What each seat has wagered in this street, not yet collected."""
        return tuple([chips for chips in self.bet])

    def winnings(self) -> tuple[int, ...]:
        """What each seat took from the pots; returned bets are not winnings."""
        return tuple([chips for chips in self.won])

    def nets(self) -> tuple[int, ...]:
        """What each seat has gained or lost so far."""
        return tuple([self.stack[seat] - self.start[seat] for seat in range(self.count)])

    def paid(self) -> tuple[int, ...]:
        """What each seat has put in during this hand, bets and antes included."""
        paid: list[int] = []
        seat: i64
        for seat in range(self.count):
            paid.append(self.start[seat] + self.won[seat] - self.stack[seat])
        return tuple(paid)

    def hole(self, seat: int) -> tuple[int, ...]:
        """The seat's two cards; empty if it was not dealt in."""
        first = self.cards[2 * seat]
        return (first, self.cards[2 * seat + 1]) if first >= 0 else ()

    def board(self) -> tuple[int, ...]:
        """The open cards of the board."""
        first = 2 * self.count
        size = self.street + 2 if self.street > PREFLOP else 0
        return tuple([self.cards[first + at] for at in range(size)])

    def pots(self) -> tuple[Pot, ...]:
        """The pots of collected chips; after the hand, as they were before they were paid out."""
        collected = vec[i64]([0] * self.count)
        seat: i64
        for seat in range(self.count):
            paid = self.start[seat] + self.won[seat] - self.stack[seat]
            collected[seat] = paid - self.bet[seat]
        if self.dead > 0:
            collected[self.big_seat] -= self.dead
        return tuple(pots_of(collected, self.live, self.dead))

    def pot(self) -> int:
        """All chips put in: the pots and the bets in front of the seats."""
        total: i64 = 0
        seat: i64
        for seat in range(self.count):
            total += self.start[seat] + self.won[seat] - self.stack[seat]
        return total

    def seats_in(self, mask: int) -> tuple[int, ...]:
        """The seats of a set such as `live` or `shown`."""
        return tuple([seat for seat in range(self.count) if mask & BIT[seat] != 0])
