"""Betting: which actions are legal. What an action does is in hand.py.

An action is FOLD, CALL (which checks when nothing is owed), or the total that the seat raises to
in this street.
"""

from typing import Final

from pitboss.games.arrays import i64, vec
from pitboss.games.game import IllegalAction, Legal
from pitboss.games.holdem.cards import BIT
from pitboss.games.holdem.table import Table
from pitboss.games.rng import Rng

FOLD: Final = -1
CALL: Final = 0

# More than any amount of chips, and small enough for a compiled integer.
_TOO_MUCH: Final = 1 << 40


class Betting(Table):
    """A table with the betting rules."""

    __slots__ = ()

    def actor(self) -> int:
        """The seat to move; -1 when the hand is over."""
        return self.turn

    def to_call(self) -> i64:
        """The chips that CALL puts in now: 0 is a check."""
        seat = self.turn
        if seat < 0:
            return 0
        owed = self.owed(seat)
        chips = self.stack[seat]
        return owed if owed < chips else chips

    def owed(self, seat: i64) -> i64:
        """What the seat must add to stay in, however few chips it has."""
        bet = self.bet
        price = self.price
        if self.able & ~BIT[seat] == 0:
            # All others are all in: more than the highest of their bets can't be won. Only a
            # short big blind leaves the price above it.
            most = bet[seat]
            other: i64
            for other in range(self.count):
                if self.live & BIT[other] != 0 and bet[other] > most:
                    most = bet[other]
            if most < price:
                price = most
        return price - bet[seat]

    def max_raise(self) -> i64:
        """The highest total that the actor may raise to; 0 if it may not raise."""
        seat = self.turn
        # Nobody else could answer a raise.
        if seat < 0 or self.able & ~BIT[seat] == 0:
            return 0
        bet = self.bet[seat]
        owed = self.price - bet
        chips = self.stack[seat]
        if chips <= owed:
            return 0
        # TDA rule 47 A: short all-ins reopen the betting for a seat that has acted only when
        # together they make a full raise for it.
        if owed < self.last_raise and self.acted & BIT[seat] != 0:
            return 0
        return bet + chips

    def min_raise(self) -> i64:
        """The lowest total that the actor may raise to; 0 if it may not raise."""
        high = self.max_raise()
        low = self.price + self.last_raise
        return low if low < high else high

    def legal(self) -> Legal:
        """The actor's legal actions; folding is legal even when checking is free."""
        if self.turn < 0:
            return Legal(vec[i64]())
        high = self.max_raise()
        if high == 0:
            return Legal(vec[i64]([FOLD, CALL]))
        return Legal(vec[i64]([FOLD, CALL]), self.min_raise(), high)

    def sample(self, rng: Rng) -> int:
        """The same action as `legal().sample(rng)`, without building the set."""
        if self.turn < 0:
            raise ValueError("the hand is over")
        high = self.max_raise()
        if high == 0:
            return rng.below(2) - 1
        pick = rng.below(3)
        if pick < 2:
            return pick - 1
        low = self.price + self.last_raise
        if low > high:
            low = high
        return low + rng.below(high - low + 1)

    def fallback(self) -> int:
        """Check if that is free, else fold."""
        return CALL if self.to_call() == 0 else FOLD

    def check(self, action: int) -> None:
        """Raise `IllegalAction` unless the action is legal."""
        if self.turn < 0:
            raise IllegalAction("game_over", action=action)
        if action > 0:
            high = self.max_raise()
            if action > _TOO_MUCH:
                raise IllegalAction("raise_too_big", amount=action, maximum=high)
            total: i64 = action
            if total != high and (total > high or total < self.price + self.last_raise):
                raise self._refusal(total, high)
        elif action < FOLD:
            raise IllegalAction("unknown_action", action=action)

    def _refusal(self, total: i64, high: i64) -> IllegalAction:
        seat = self.turn
        if high > 0 and total > high:
            return IllegalAction("raise_too_big", amount=total, maximum=high)
        if high > 0:
            return IllegalAction("raise_too_small", amount=total, minimum=self.min_raise())
        owed = self.price - self.bet[seat]
        if self.stack[seat] <= owed:
            return IllegalAction("stack_too_small", amount=total, stack=self.stack[seat], owed=owed)
        if self.able & ~BIT[seat] == 0:
            return IllegalAction("nobody_to_raise", amount=total)
        return IllegalAction("raise_not_open", amount=total, owed=owed, full=self.last_raise)
