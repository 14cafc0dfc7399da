"""Worlds: deals of the hidden cards, as likely as a seat believes them to be.

They are a chain: each is made from the last by exchanging cards, and an exchange that fits the
evidence worse is less likely to be made (Metropolis and others, 1953). A single hidden hand that
can be one of a few is not sampled but enumerated.
"""

from typing import Final, final

from pitboss.bots.uno.belief import Evidence
from pitboss.bots.uno.conduct import Conduct
from pitboss.games.arrays import i64, vec
from pitboss.games.rng import Rng
from pitboss.games.uno.cards import BIT, CARD_KINDS
from pitboss.games.uno.game import UnoGame
from pitboss.games.uno.hands import SIZE, STRIDE, add_card, cards_in
from pitboss.games.uno.table import NOBODY

# The most hands that are enumerated: as many as there are cards.
_FEW_HANDS: Final = CARD_KINDS
_WORD: Final = 1 << 32
# Exchanges for each hidden card in a hand, before the first world and between two.
_BURN_IN: Final = 8
_STEPS: Final = 2
# Likewise if hands are compared with what their owners did. Then fewer exchanges are made, and each
# costs more, so that those between two worlds are so many in all.
_LONG_BURN_IN: Final = 24
_FEW_STEPS: Final = 6


@final
class Worlds:
    """The worlds of one decision."""

    __slots__ = (
        "base",
        "chances",
        "conducts",
        "counts",
        "firsts",
        "hands",
        "held",
        "masks",
        "owners",
        "rng",
        "seat",
        "slots",
        "steps",
        "weights",
        "width",
    )

    def __init__(
        self,
        game: UnoGame,
        seat: int,
        evidence: list[Evidence],
        conducts: list[Conduct],
        rng: Rng,
    ) -> None:
        self.seat: i64 = seat
        self.rng = rng
        # A deal that does not depend on where the hidden cards really are.
        base = game.redeal(seat, rng.next())
        self.base = base
        hidden: list[int] = []
        owners: list[int] = []
        for other in range(game.players):
            if other != seat:
                hand = cards_in(base.hands, other * STRIDE)
                hidden += hand
                owners += [other] * len(hand)
        # How many of the hidden cards are in hands; the others are the pile.
        self.held: i64 = len(hidden)
        pile = base.pile
        hidden += pile.fixed_bottom() + pile.loose_cards() + pile.fixed_top()
        owners += [NOBODY] * (len(hidden) - len(owners))
        self.slots = vec[i64]([card for card in hidden])
        self.owners = vec[i64]([owner for owner in owners])
        # Hands to be enumerated, and how likely each is.
        self.hands: list[list[int]] = []
        self.weights: list[float] = []
        # By seat, what its decisions say of its hand; None if they say nothing.
        self.conducts: list[Conduct | None] = [None] * game.players
        for conduct in conducts:
            conduct.matches = conduct.count(self.slots)
            self.conducts[conduct.owner] = conduct
        self.steps: i64 = _FEW_STEPS if conducts else _STEPS * self.held
        self._weigh(evidence)
        self._exchange((_LONG_BURN_IN if conducts else _BURN_IN) * self.held)

    def _weigh(self, evidence: list[Evidence]) -> None:
        """Work out what a hand with so many of the cards that it seems to lack is worth."""
        base = self.base
        ordered: list[Evidence] = []
        # By seat, where its evidence begins.
        firsts: list[int] = []
        width: i64 = 1
        for seat in range(base.players):
            firsts.append(len(ordered))
            ordered += [known for known in evidence if known.owner == seat]
            width = max(width, base.hands[seat * STRIDE + SIZE] + 1)
        firsts.append(len(ordered))
        self.firsts = vec[i64]([first for first in firsts])
        self.masks = vec[i64]([known.mask for known in ordered])
        self.width = width
        self.chances: list[float] = []
        counts: list[int] = []
        for known in ordered:
            size = base.hands[known.owner * STRIDE + SIZE]
            cards: i64 = 0
            while cards < width:
                # No hand has more than its size, so no more are ever asked for.
                self.chances.append(known.chance(min(cards, size), size))
                cards += 1
            count: i64 = 0
            slot: i64 = 0
            while slot < self.held:
                if self.owners[slot] == known.owner and known.mask & BIT[self.slots[slot]]:
                    count += 1
                slot += 1
            counts.append(count)
        self.counts = vec[i64]([count for count in counts])

    def _exchange(self, times: i64) -> None:
        """Exchange hidden cards at random, as far as the evidence allows."""
        slots = self.slots
        total: i64 = len(slots)
        while times > 0:
            times -= 1
            one = self.rng.below(self.held)
            other = self.rng.below(total)
            mine = self.owners[one]
            theirs = self.owners[other]
            if mine == theirs:
                continue
            gone = slots[one]
            came = slots[other]
            if gone == came:
                continue
            ratio = self._change(mine, gone, came)
            if theirs >= 0:
                ratio *= self._change(theirs, came, gone)
            if ratio < 1.0 and float(self.rng.next()) >= ratio * _WORD:
                self._change(mine, came, gone)
                if theirs >= 0:
                    self._change(theirs, gone, came)
                continue
            slots[one] = came
            slots[other] = gone
            # Accepted in two steps, since the second costs much more (Christen and Fox, 2005).
            if not self._is_explained(mine, theirs):
                slots[one] = gone
                slots[other] = came
                self._change(mine, came, gone)
                if theirs >= 0:
                    self._change(theirs, gone, came)

    def _is_explained(self, mine: i64, theirs: i64) -> bool:
        """Whether the hands, as they were just changed, explain what their owners did."""
        one = self.conducts[mine]
        other: Conduct | None = None
        if theirs >= 0:
            other = self.conducts[theirs]
        ratio = 1.0
        if one is not None:
            ratio *= one.compare(self.slots)
        if other is not None:
            ratio *= other.compare(self.slots)
        if ratio < 1.0 and float(self.rng.next()) >= ratio * _WORD:
            return False
        if one is not None:
            one.matches = one.compared
        if other is not None:
            other.matches = other.compared
        return True

    def _change(self, owner: i64, gone: i64, came: i64) -> float:
        """Count a card for another in a hand; returns by what factor that makes it likelier."""
        ratio = 1.0
        index = self.firsts[owner]
        end = self.firsts[owner + 1]
        while index < end:
            mask = self.masks[index]
            before = self.counts[index]
            count = before
            if mask & BIT[gone]:
                count -= 1
            if mask & BIT[came]:
                count += 1
            if count != before:
                at = index * self.width
                ratio *= self.chances[at + count] / self.chances[at + before]
                self.counts[index] = count
            index += 1
        return ratio

    def sample(self) -> UnoGame:
        """Another world."""
        self._exchange(self.steps)
        world = self._bare()
        slot: i64 = 0
        while slot < self.held:
            add_card(world.hands, self.owners[slot] * STRIDE, self.slots[slot])
            slot += 1
        total: i64 = len(self.slots)
        cards = world.pile.cards
        while slot < total:
            cards[slot - self.held] = self.slots[slot]
            slot += 1
        return self._finish(world)

    def _bare(self) -> UnoGame:
        """The base without the other hands."""
        world = self.base.copy()
        at: i64 = 0
        mine = self.seat * STRIDE
        end: i64 = world.players * STRIDE
        while at < end:
            if at < mine or at >= mine + STRIDE:
                world.hands[at] = 0
            at += 1
        return world

    def _finish(self, world: UnoGame) -> UnoGame:
        world.pile.rng = Rng(self.rng.next())
        if world.four_by != self.seat and world.four_by != NOBODY:
            world.bluff = world.holds_colour(world.four_by, world.four_on)
        world.ask()
        return world

    # Enumeration.

    def enumerate_hands(self) -> bool:
        """List all hands that the only opponent may hold; False if there are more than a few."""
        if self.held == 0 or self.owners[0] != self.owners[self.held - 1]:
            return False
        size: int = self.held
        supply = [0] * CARD_KINDS
        for card in self.slots:
            supply[card] += 1
        kinds = sum([1 for count in supply if count > 0])
        if 1 < size < len(self.slots) - 1 and kinds * (kinds - 1) > 2 * _FEW_HANDS:
            # There are as many hands of two cards alone.
            return False
        self._list_hands(supply, 0, size, len(self.slots), [], 1.0)
        if len(self.hands) > _FEW_HANDS:
            self.hands = []
            self.weights = []
            return False
        total = sum(self.weights)
        self.weights = [weight / total for weight in self.weights]
        return True

    def _list_hands(
        self, supply: list[int], card: int, size: int, rest: int, hand: list[int], ways: float
    ) -> None:
        """List the hands with `size` more cards, of the `rest` of this kind and later ones."""
        if len(self.hands) > _FEW_HANDS or size > rest:
            return
        if size == 0:
            self.hands.append(hand)
            self.weights.append(ways * self._chance(hand))
            return
        count = supply[card]
        chosen = ways
        for copies in range(min(size, count) + 1):
            if copies > 0:
                # Of so many copies, this many are in the hand.
                chosen = chosen * float(count - copies + 1) / float(copies)
            longer = hand + [card] * copies
            self._list_hands(supply, card + 1, size - copies, rest - count, longer, chosen)

    def _chance(self, hand: list[int]) -> float:
        """How well a hand of the only opponent fits the evidence, and explains what it did."""
        chance = 1.0
        owner = self.owners[0]
        index = self.firsts[owner]
        while index < self.firsts[owner + 1]:
            count: i64 = 0
            for card in hand:
                if self.masks[index] & BIT[card]:
                    count += 1
            chance *= self.chances[index * self.width + count]
            index += 1
        conduct = self.conducts[owner]
        return chance if conduct is None else chance * conduct.chance(hand)

    def with_hand(self, number: int) -> UnoGame:
        """A world in which the only opponent has the hand of that number."""
        world = self._bare()
        hand = self.hands[number]
        rest: list[int] = [card for card in self.slots]
        for card in hand:
            add_card(world.hands, self.owners[0] * STRIDE, card)
            rest.remove(card)
        at: i64 = 0
        for card in rest:
            world.pile.cards[at] = card
            at += 1
        return self._finish(world)
