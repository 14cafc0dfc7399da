"""Series of hands at one table: a freeze-out tournament, a cash session, and random hands.

Hand k is dealt from the seed's stream k, so its cards do not depend on what was played before.
"""

from collections.abc import Sequence

from pitboss.games.arrays import i64, vec
from pitboss.games.game import Legal, Result, places_from
from pitboss.games.holdem.betting import CALL, FOLD
from pitboss.games.holdem.cards import BIT
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.notes import ELIMINATED, GAME_OVER
from pitboss.games.holdem.rules import HAND_PRESETS, CashRules, TournamentRules
from pitboss.games.holdem.view import SeriesView, hand_text, series_text
from pitboss.games.rng import Rng


class Series:
    """A game of many hands; a subclass scores each hand and decides which is the last."""

    __slots__ = ("count", "ended", "hand", "opening", "over", "seed", "trace")

    def __init__(self, seats: int, seed: int) -> None:
        self.trace: list[tuple[int, ...]] | None = None
        self.count: i64 = seats
        self.seed: int = seed
        self.over = False
        # The hand in progress, or the last one.
        self.hand = Hand(None, [0] * seats)
        # The hands that ended with the last action: several once all others have withdrawn.
        self.ended: list[Hand] = []
        # The notes of the game's beginning.
        self.opening: list[tuple[int, ...]] = []

    # For subclasses

    def _prepare(self, hand: Hand) -> None:
        """Set the stacks and blinds of the next hand; `self.hand` is still the last one."""
        raise NotImplementedError

    def _settle(self, hand: Hand) -> bool:
        """Score a finished hand; returns whether the game goes on."""
        raise NotImplementedError

    def _clear(self) -> None:
        """Forget all hands so far, for a restart."""
        raise NotImplementedError

    def scores(self) -> tuple[int, ...]:
        """The scores as they stand, by seat."""
        raise NotImplementedError

    def places(self) -> tuple[int, ...]:
        """The places as they stand, by seat, from 1."""
        raise NotImplementedError

    def reason(self) -> str:
        """Why the game ended."""
        raise NotImplementedError

    # The play

    def _begin(self) -> None:
        """Deal the first hand; the seed decides who deals."""
        first = self.hand
        first.number = 0
        first.button = Rng(self.seed).below(self.count)
        self.trace = self.opening
        self._deal_after(first, first.button)
        self._go_on()
        self.ended = []
        self.trace = None

    def restart(self, seed: int) -> None:
        """Start again from another seed; players who left are back."""
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
        """Deal hands until someone has to act or the game is over."""
        while self.hand.turn < 0 and not self.over:
            hand = self.hand
            self.ended.append(hand)
            if self._settle(hand):
                self._deal_after(hand, (hand.button + 1) % self.count)
            else:
                self.over = True
                if self.trace is not None:
                    self.trace.append((GAME_OVER, hand.number, *self.scores()))

    def _resume(self, hand: Hand, seed: int, over: bool) -> None:
        self.hand = hand
        self.seed = seed
        self.over = over
        self.opening = hand.opening_notes()
        self._go_on()
        self.ended = []

    @property
    def seats(self) -> int:
        """How many seats the game began with."""
        return self.count

    def actor(self) -> int:
        """The seat to move; -1 when the game is over."""
        return self.hand.turn

    def legal(self) -> Legal:
        """The actor's legal actions; none when the game is over."""
        return self.hand.legal()

    def sample(self, rng: Rng) -> int:
        """The same action as `legal().sample(rng)`, without building the set."""
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
        """Fold the seat whenever its turn comes; it keeps posting blinds."""
        hand = self.hand
        hand.trace = self.trace
        hand.withdraw(seat)
        if len(self.ended) != 0:
            self.ended = []
        if hand.turn < 0:
            self._go_on()

    # Results and views

    def result(self) -> Result:
        """Places and scores; raises `ValueError` before the end."""
        if not self.over:
            raise ValueError("the game is not over")
        return Result(self.places(), self.scores(), self.reason())

    def view(self, seat: int) -> SeriesView:
        """What the seat may know: the hand in progress, the scores and the places."""
        hand = self.hand
        return SeriesView(hand.number, hand.view(seat), self.scores(), self.places(), self.over)

    def view_text(self, seat: int) -> str:
        """The view as JSON text."""
        hand = hand_text(self.hand, seat)
        return series_text(self.hand.number, hand, self.scores(), self.places(), self.over)

    def _match(self, other: "Series") -> None:
        """Take over what all series have; `opening` never changes, so it is shared."""
        self.over = other.over
        self.seed = other.seed
        self.hand = other.hand.copy()
        self.opening = other.opening


class Tournament(Series):
    """A freeze-out with rising blinds, until one seat has all the chips.

    Seats are permanent; a seat without chips is out.
    """

    __slots__ = ("hand_limit", "levels", "out", "stack")

    def __init__(self, rules: TournamentRules | None, seats: int, seed: int = 0) -> None:
        """Deal the first hand; without rules, an empty tournament for `copy`."""
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
                # Of seats that go out in the same hand, the larger starting stack places higher.
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
        """Final places of seats that are out; the others by chips, as if it ended now."""
        stacks = list(self.hand.stacks() if self.hand.turn < 0 else self.hand.starting_stacks())
        now = places_from(stacks)
        return tuple([self.out[seat] or now[seat] for seat in range(self.count)])

    def beginning(self) -> tuple[tuple[int, ...], int, int]:
        """The stacks that it began with, and the blinds of its first hand."""
        return (self.stack,) * self.count, self.levels[1], self.levels[2]

    def final_places(self) -> tuple[int, ...]:
        """The places of the seats that are out, 0 for the others."""
        return tuple([place for place in self.out])

    def reason(self) -> str:
        """Why the tournament ended."""
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
        """A copy in which what the seat cannot know is dealt again, later hands too."""
        twin = self.copy()
        twin.hand = self.hand.redeal(seat, seed)
        twin.seed = seed
        return twin

    def state(self) -> tuple[int, ...]:
        """Everything: tournaments with equal states go on in the same way."""
        return (
            int(self.over),
            self.seed,
            self.hand_limit,
            *self.out,
            *self.levels,
            *self.hand.state(),
        )

    def resume(self, hand: Hand, seed: int, out: Sequence[int], over: bool) -> None:
        """Continue from a position: its hand, the seed of later hands, the places of seats out."""
        seat: i64
        for seat in range(self.count):
            self.out[seat] = out[seat]
        self._resume(hand, seed, over)


class Cash(Series):
    """A number of hands, each with fresh stacks; the button moves one seat a hand.

    The score is the sum won.
    """

    __slots__ = ("hands", "stack", "total")

    def __init__(self, rules: CashRules | None, seats: int, seed: int = 0) -> None:
        """Deal the first hand; without rules, an empty session for `copy`."""
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
        """Why the session ended."""
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
        """A copy in which what the seat cannot know is dealt again, later hands too."""
        twin = self.copy()
        twin.hand = self.hand.redeal(seat, seed)
        twin.seed = seed
        return twin

    def state(self) -> tuple[int, ...]:
        """Everything: sessions with equal states go on in the same way."""
        head = (int(self.over), self.seed, self.hands, self.stack)
        return (*head, *self.total, *self.hand.state())

    def resume(self, hand: Hand, seed: int, total: Sequence[int], over: bool) -> None:
        """Continue from a position: its hand, the seed of later hands, the totals so far."""
        seat: i64
        for seat in range(self.count):
            self.total[seat] = total[seat]
        self._resume(hand, seed, over)


def random_hands(count: int, seats: int, seed: int) -> tuple[int, int]:
    """Play random hands of the default rules, to measure; returns the numbers of hands and actions.

    Fold (only when facing a bet), call and raise are equally likely, and so is every total that
    one may raise to. `Hand.sample` also folds when checking is free.
    """
    rng = Rng(seed)
    rules = HAND_PRESETS["hand"]
    hand = Hand(rules, [rules.stack] * seats, 0, seed)
    actions: i64 = 0
    hands: i64 = 0
    wanted: i64 = count
    while hands < wanted:
        while hand.turn >= 0:
            hand.play(_choice(hand, rng))
            actions += 1
        hands += 1
        hand.reset(rng)
    return hands, actions


def _choice(hand: Hand, rng: Rng) -> i64:
    high = hand.max_raise()
    pick: i64
    if hand.bet[hand.turn] < hand.price:
        pick = rng.below(3 if high > 0 else 2)
        if pick == 0:
            return FOLD
    else:
        pick = 1 + (rng.below(2) if high > 0 else 0)
    if pick == 1:
        return CALL
    low = hand.price + hand.last_raise
    if low > high:
        low = high
    return low + rng.below(high - low + 1)
