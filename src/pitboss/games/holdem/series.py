"""Hands in a row at one table: what a tournament and a cash session have in common.

Hand k is dealt from the seed's stream k, so its cards do not depend on what was played before.
"""

from pitboss.games.arrays import i64
from pitboss.games.game import Legal, Result
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.notes import GAME_OVER
from pitboss.games.holdem.view import SeriesView
from pitboss.games.rng import Rng


class Series:
    """A game of many hands; a subclass says what a hand counts and when it is the last."""

    __slots__ = ("count", "ended", "hand", "opening", "over", "seed", "trace")

    def __init__(self, seats: int, seed: int) -> None:
        self.trace: list[tuple[int, ...]] | None = None
        self.count: i64 = seats
        self.seed: int = seed
        self.over = False
        # The hand in progress, or the last one.
        self.hand = Hand(None, [0] * seats)
        # The hands that the last action ended: several when all others have withdrawn.
        self.ended: list[Hand] = []
        # How the game began, as notes.
        self.opening: list[tuple[int, ...]] = []

    # What a subclass decides

    def _prepare(self, hand: Hand) -> None:
        """Set the stacks and blinds of the next hand; `self.hand` is still the last one."""
        raise NotImplementedError

    def _settle(self, hand: Hand) -> bool:
        """Count a finished hand; whether the game goes on."""
        raise NotImplementedError

    def _clear(self) -> None:
        """Forget the hands so far; `self.hand` gives the blinds and stacks of the first."""
        raise NotImplementedError

    def scores(self) -> tuple[int, ...]:
        """The scores as they stand, by seat."""
        raise NotImplementedError

    def places(self) -> tuple[int, ...]:
        """The places as they stand, by seat, from 1."""
        raise NotImplementedError

    def reason(self) -> str:
        """What ended the game."""
        raise NotImplementedError

    # Playing

    def _begin(self) -> None:
        """Deal the first hand; the first dealer is by the seed."""
        first = self.hand
        first.number = 0
        first.button = Rng(self.seed).below(self.count)
        self.trace = self.opening
        self._deal_after(first, first.button)
        self._go_on()
        self.ended = []
        self.trace = None

    def restart(self, seed: int) -> None:
        """Begin anew from another seed; who left is back."""
        self.seed = seed
        self.over = False
        self.opening = []
        self.hand = self.hand.copy()
        self.hand.gone = 0
        self._clear()
        self._begin()

    def _deal_after(self, last: Hand, button: i64) -> None:
        hand = Hand(None, [0] * self.count)
        hand.trace = self.trace
        hand.number = last.number + 1
        hand.gone = last.gone
        hand.ante = last.ante
        hand.big_ante = last.big_ante
        hand.min_bet = last.min_bet
        hand.small = last.small
        hand.big = last.big
        self._prepare(hand)
        hand.button = button
        if hand.start[button] == 0:
            hand.button = hand.next_dealt(button)
        hand.draw(Rng(self.seed, hand.number))
        self.hand = hand
        hand.open()

    def _go_on(self) -> None:
        """Deal on until someone has to act or the game is over."""
        while self.hand.turn < 0 and not self.over:
            hand = self.hand
            self.ended.append(hand)
            if self._settle(hand):
                self._deal_after(hand, (hand.button + 1) % self.count)
            else:
                self.over = True
                if self.trace is not None:
                    self.trace.append((GAME_OVER, hand.number, *self.scores()))

    @property
    def seats(self) -> int:
        """How many seats the game began with."""
        return self.count

    def actor(self) -> int:
        """The seat to move; -1 when the game is over."""
        return self.hand.turn

    def legal(self) -> Legal:
        """What the actor may do now; empty when the game is over."""
        return self.hand.legal()

    def sample(self, rng: Rng) -> int:
        """A random action, drawn as `legal().sample(rng)` draws it."""
        return self.hand.sample(rng)

    def fallback(self) -> int:
        """Check if that is free, else fold."""
        return self.hand.fallback()

    def apply(self, action: int) -> None:
        """Play the action, or raise `IllegalAction` and change nothing."""
        hand = self.hand
        hand.trace = self.trace
        hand.apply(action)
        if len(self.ended) != 0:
            self.ended = []
        if hand.turn < 0:
            self._go_on()

    def withdraw(self, seat: int) -> None:
        """Fold the seat whenever its turn comes; it goes on posting blinds."""
        hand = self.hand
        hand.trace = self.trace
        hand.withdraw(seat)
        if len(self.ended) != 0:
            self.ended = []
        if hand.turn < 0:
            self._go_on()

    # Knowing

    def result(self) -> Result:
        """Places and scores; `ValueError` before the end."""
        if not self.over:
            raise ValueError("the game is not over")
        return Result(self.places(), self.scores(), self.reason())

    def view(self, seat: int) -> SeriesView:
        """What the seat may know: the hand in progress, and how everybody stands."""
        hand = self.hand
        return SeriesView(hand.number, hand.view(seat), self.scores(), self.places(), self.over)

    def _match(self, other: "Series") -> None:
        """Take over what all series have; hands that are over never change, so they are shared."""
        self.over = other.over
        self.seed = other.seed
        self.hand = other.hand.copy()
        self.opening = other.opening
