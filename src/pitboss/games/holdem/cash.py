"""A cash session: a number of hands, each with fresh stacks; what counts is the sum won."""

from collections.abc import Sequence

from pitboss.games.arrays import i64, vec
from pitboss.games.game import places_from
from pitboss.games.holdem.cards import BIT
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.rules import CashRules
from pitboss.games.holdem.series import Series


class Cash(Series):
    """A session of hands; the button moves one seat a hand."""

    __slots__ = ("hands", "stack", "total")

    def __init__(self, rules: CashRules | None, seats: int, seed: int = 0) -> None:
        """Deal the first hand; without rules, a bare session for `copy`."""
        super().__init__(seats, seed)
        self.hands: i64 = 0
        self.stack: i64 = 0
        # Net chips of the finished hands, by seat.
        self.total: vec[i64] = vec[i64]([0] * seats)
        if rules is None:
            return
        self.hands = rules.hands
        self.stack = rules.stack
        hand = self.hand
        hand.small = rules.small_blind
        hand.big = rules.big_blind
        hand.ante = rules.ante
        hand.big_ante = rules.big_blind_ante
        hand.min_bet = rules.min_bet
        self._begin()

    def _prepare(self, hand: Hand) -> None:
        seat: i64
        for seat in range(self.count):
            hand.start[seat] = self.stack

    def _settle(self, hand: Hand) -> bool:
        present: i64 = 0
        seat: i64
        for seat in range(self.count):
            self.total[seat] += hand.stack[seat] - hand.start[seat]
            if hand.gone & BIT[seat] == 0:
                present += 1
        return present > 0 and hand.number < self.hands

    def _clear(self) -> None:
        self.total = vec[i64]([0] * self.count)

    def scores(self) -> tuple[int, ...]:
        """Net chips of the finished hands."""
        return tuple([chips for chips in self.total])

    def big_blinds(self) -> tuple[float, ...]:
        """The scores in big blinds."""
        return tuple([chips / self.hand.big for chips in self.scores()])

    def places(self) -> tuple[int, ...]:
        """By score."""
        return places_from(list(self.scores()))

    def reason(self) -> str:
        """What ended the session."""
        return "all_hands" if self.hand.number >= self.hands else "abandoned"

    def copy(self) -> "Cash":
        """An independent copy, without the trace."""
        twin = Cash(None, self.count)
        twin.hands = self.hands
        twin.stack = self.stack
        twin.total = self.total[:]
        twin._match(self)
        return twin

    def redeal(self, seat: int, seed: int) -> "Cash":
        """A copy in which cards unknown to the seat are others, also in all later hands."""
        twin = self.copy()
        twin.hand = self.hand.redeal(seat, seed)
        twin.seed = seed
        return twin

    def state(self) -> tuple[int, ...]:
        """Everything that decides how the session goes on."""
        head = (int(self.over), self.seed, self.hands, self.stack)
        return (*head, *self.total, *self.hand.state())

    def resume(self, hand: Hand, seed: int, total: Sequence[int], over: bool) -> None:
        """Go on from a position: its hand, the seed of later hands, the sums so far."""
        self.hand = hand
        self.seed = seed
        self.over = over
        seat: i64
        for seat in range(self.count):
            self.total[seat] = total[seat]
        self.opening = hand.opening_notes()
        self._go_on()
        self.ended = []
