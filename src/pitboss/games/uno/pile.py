"""The draw pile and the discards, in one array. Who draws, and when, is in table.py.

Cards are shuffled as they are drawn: the loose part of the pile is a set, and each draw takes a
random member. Nothing else uses the generator, so the seed still decides the order.

    [0, under)  fixed, drawn last    [under, loose)  a set    [loose, count)  fixed, drawn first
    ... and the discards from the far end, oldest outermost, without the card on the table.
"""

from typing import final

from pitboss.games.arrays import i64, vec
from pitboss.games.relabelling import CARD_NUMBERS, RELABELLED
from pitboss.games.rng import Rng
from pitboss.games.uno.cards import BIT, DECK, DECK_SIZE, NO_CARD, WILD
from pitboss.games.uno.hands import SIZE, STRIDE, TWICE, WILDS


@final
class Pile:
    """All cards that are neither in a hand nor on the table."""

    __slots__ = ("cards", "count", "discarded", "loose", "rng", "under")

    def __init__(
        self, cards: vec[i64], count: i64, under: i64, loose: i64, discarded: i64, rng: Rng
    ) -> None:
        self.cards = cards
        self.count = count
        self.under = under
        self.loose = loose
        self.discarded = discarded
        self.rng = rng

    def copy(self) -> "Pile":
        """An independent copy that will draw the same cards."""
        return Pile(
            self.cards[:], self.count, self.under, self.loose, self.discarded, self.rng.copy()
        )

    def draw(self) -> i64:
        """Take the next card; `NO_CARD` if there is none."""
        count = self.count
        if count == 0:
            return NO_CARD
        last = count - 1
        self.count = last
        cards = self.cards
        if count > self.loose:
            return cards[last]
        self.loose = last
        under = self.under
        if count > under:
            pick = under + self.rng.below(count - under)
            card = cards[pick]
            cards[pick] = cards[last]
            return card
        self.under = last
        return cards[last]

    def deal(self, hands: vec[i64], players: i64, size: i64, left: i64) -> None:
        """Deal `size` loose cards to each player who has not left, in order of seats."""
        cards = self.cards
        rng = self.rng
        count = self.count
        # The generator is inlined by hand: interpreted, the calls would cost more than the deal.
        a = rng.a
        b = rng.b
        c = rng.c
        counter = rng.counter
        seat: i64 = 0
        while seat < players:
            if left == 0 or left & BIT[seat] == 0:
                at: i64 = seat * STRIDE
                number: i64 = 0
                while number < size:
                    out: i64 = (a + b + counter) & 0xFFFFFFFF
                    counter += 1
                    a = b ^ (b >> 9)
                    b = c * 9 & 0xFFFFFFFF
                    c = (((c << 21) | (c >> 11)) + out) & 0xFFFFFFFF
                    product: i64 = out * count
                    # A draw that would be biased (see Rng.below) is repeated.
                    low: i64 = product & 0xFFFFFFFF
                    if low < count and low < 0x100000000 % count:
                        continue
                    pick: i64 = product >> 32
                    card = cards[pick]
                    count -= 1
                    cards[pick] = cards[count]
                    bit = BIT[card]
                    if card >= WILD:
                        hands[at + card - WILD + WILDS] += 1
                        hands[at] |= bit
                    elif hands[at] & bit:
                        hands[at + TWICE] |= bit
                    else:
                        hands[at] |= bit
                    number += 1
                hands[at + SIZE] = size
            seat += 1
        rng.a = a
        rng.b = b
        rng.c = c
        rng.counter = counter
        self.count = count
        self.loose = count

    def put_back(self, card: i64) -> None:
        """Return a card just drawn to the loose part."""
        self.cards[self.count] = card
        self.count += 1
        self.loose = self.count

    def discard(self, card: i64) -> None:
        """Put the card that was on the table onto the discards."""
        self.discarded += 1
        self.cards[DECK_SIZE - self.discarded] = card

    def shuffle_in_discards(self) -> None:
        """Turn the discards into the loose pile; the pile must be empty."""
        discarded = self.discarded
        cards = self.cards
        first: i64 = DECK_SIZE - discarded
        i: i64 = 0
        while i < discarded:
            cards[i] = cards[first + i]
            i += 1
        self.count = discarded
        self.loose = discarded
        self.under = 0
        self.discarded = 0

    def lay_under(self, bottom: list[int]) -> None:
        """Put cards under the pile; the first of them is drawn first."""
        added = len(bottom)
        kept = [self.cards[i] for i in range(self.count)]
        for i, card in enumerate([*reversed(bottom), *kept]):
            self.cards[i] = card
        self.under += added
        self.loose += added
        self.count += added

    def lay_discards_under(self) -> None:
        """Put the discards under the pile; the oldest is drawn first."""
        oldest_first = self.discards()
        self.discarded = 0
        self.lay_under(oldest_first)

    def discards(self) -> list[int]:
        """The discards, oldest first, without the card on the table."""
        return [self.cards[DECK_SIZE - 1 - i] for i in range(self.discarded)]

    def fixed_top(self) -> list[int]:
        """The cards of fixed order on top, the next one first."""
        return [self.cards[i] for i in range(self.count - 1, self.loose - 1, -1)]

    def loose_cards(self) -> list[int]:
        """The cards drawn at random once the fixed top is gone, in storage order."""
        return [self.cards[i] for i in range(self.under, self.loose)]

    def fixed_bottom(self) -> list[int]:
        """The cards of fixed order that come last, the next one first."""
        return [self.cards[i] for i in range(self.under - 1, -1, -1)]


def stacked_pile(
    first: list[int], loose: list[int], last: list[int], discards: list[int], rng: Rng
) -> Pile:
    """A pile of three parts, each with its next card first, and discards with the oldest first."""
    cards = [*reversed(last), *loose, *reversed(first)]
    unused = [0] * (DECK_SIZE - len(cards) - len(discards))
    return Pile(
        vec[i64](cards + unused + list(reversed(discards))),
        len(cards),
        len(last),
        len(last) + len(loose),
        len(discards),
        rng,
    )


def full_deck(rng: Rng) -> Pile:
    """All 108 cards, shuffled."""
    cards = DECK[:]
    if rng.relabelling != 0:
        first: i64 = rng.relabelling * CARD_NUMBERS
        i: i64 = 0
        while i < DECK_SIZE:
            cards[i] = RELABELLED[first + cards[i]]
            i += 1
    return Pile(cards, DECK_SIZE, 0, DECK_SIZE, 0, rng)
