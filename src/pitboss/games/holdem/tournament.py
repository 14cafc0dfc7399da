"""A freeze-out: hands with rising blinds until one seat has all the chips."""

from collections.abc import Sequence

from pitboss.games.arrays import i64, vec
from pitboss.games.game import places_from
from pitboss.games.holdem.cards import BIT
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.notes import ELIMINATED
from pitboss.games.holdem.rules import TournamentRules
from pitboss.games.holdem.series import Series


class Tournament(Series):
    """A tournament at one table; seats are permanent, and a seat without chips is out."""

    __slots__ = ("hand_limit", "levels", "out", "stack")

    def __init__(self, rules: TournamentRules | None, seats: int, seed: int = 0) -> None:
        """Deal the first hand; without rules, a bare tournament for `copy`."""
        super().__init__(seats, seed)
        # A seat's final place, once it is out.
        self.out: vec[i64] = vec[i64]([0] * seats)
        # Three numbers a level: its first hand, small blind, big blind.
        self.levels: vec[i64] = vec[i64]()
        self.hand_limit: i64 = 0
        self.stack: i64 = 0
        if rules is None:
            return
        self.levels = vec[i64]([number for level in rules.blinds for number in level])
        self.hand_limit = rules.hand_limit
        self.stack = rules.stack
        hand = self.hand
        hand.ante = rules.ante
        hand.big_ante = rules.big_blind_ante
        hand.min_bet = rules.min_bet
        self._clear()
        self._begin()

    def _clear(self) -> None:
        self.out = vec[i64]([0] * self.count)
        seat: i64
        for seat in range(self.count):
            self.hand.stack[seat] = self.stack

    def _prepare(self, hand: Hand) -> None:
        seat: i64
        for seat in range(self.count):
            hand.start[seat] = self.hand.stack[seat]
        levels = self.levels
        at: i64 = 0
        while at < len(levels) and levels[at] <= hand.number:
            hand.small = levels[at + 1]
            hand.big = levels[at + 2]
            at += 3

    def _settle(self, hand: Hand) -> bool:
        start = hand.start
        stack = hand.stack
        count = self.count
        left: i64 = 0
        present: i64 = 0
        seat: i64
        for seat in range(count):
            if stack[seat] > 0:
                left += 1
                if hand.gone & BIT[seat] == 0:
                    present += 1
        for seat in range(count):
            if start[seat] > 0 and stack[seat] == 0:
                # Of those who go out in one hand, the one who began it with more places higher.
                place = left + 1
                other: i64
                for other in range(count):
                    if stack[other] == 0 and start[other] > start[seat]:
                        place += 1
                self.out[seat] = place
                if self.trace is not None:
                    self.trace.append((ELIMINATED, seat, place))
        return left > 1 and present > 0 and hand.number < self.hand_limit

    def scores(self) -> tuple[int, ...]:
        """The chips that each seat has."""
        return self.hand.stacks()

    def places(self) -> tuple[int, ...]:
        """Final for who is out; for the others by chips, as if the tournament ended now."""
        stacks = list(self.hand.stacks() if self.hand.turn < 0 else self.hand.starting_stacks())
        now = places_from(stacks)
        return tuple([self.out[seat] or now[seat] for seat in range(self.count)])

    def final_places(self) -> tuple[int, ...]:
        """The places of the seats that are out, 0 for the others."""
        return tuple([place for place in self.out])

    def reason(self) -> str:
        """What ended the tournament."""
        if sum([1 for chips in self.hand.stacks() if chips > 0]) == 1:
            return "last_standing"
        return "hand_limit" if self.hand.number >= self.hand_limit else "abandoned"

    def copy(self) -> "Tournament":
        """An independent copy, without the trace."""
        twin = Tournament(None, self.count)
        twin.levels = self.levels
        twin.hand_limit = self.hand_limit
        twin.stack = self.stack
        twin.out = self.out[:]
        twin._match(self)
        return twin

    def redeal(self, seat: int, seed: int) -> "Tournament":
        """A copy in which cards unknown to the seat are others, also in all later hands."""
        twin = self.copy()
        twin.hand = self.hand.redeal(seat, seed)
        twin.seed = seed
        return twin

    def state(self) -> tuple[int, ...]:
        """Everything that decides how the tournament goes on."""
        return (
            int(self.over),
            self.seed,
            self.hand_limit,
            *self.out,
            *self.levels,
            *self.hand.state(),
        )

    def resume(self, hand: Hand, seed: int, out: Sequence[int], over: bool) -> None:
        """Go on from a position: its hand, the seed of later hands, the places of who is out."""
        self.hand = hand
        self.seed = seed
        self.over = over
        seat: i64
        for seat in range(self.count):
            self.out[seat] = out[seat]
        self.opening = hand.opening_notes()
        self._go_on()
        self.ended = []
