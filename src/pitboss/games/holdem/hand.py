"""One hand of no-limit hold'em: posting, betting, streets, showdown. Chips and cards: table.py.

An action is FOLD, CALL (which checks when nothing is owed), or the total that the seat raises to
in this street.
"""

from collections.abc import Sequence
from typing import Final

from pitboss.games.arrays import i64, vec
from pitboss.games.game import IllegalAction, Legal, Result, places_from
from pitboss.games.holdem.cards import BIT
from pitboss.games.holdem.evaluator import evaluate
from pitboss.games.holdem.notes import (
    ANTE,
    BIG_BLIND,
    BIG_BLIND_ANTE,
    CALLED,
    CHECKED,
    DEALT,
    FOLDED,
    HAND_OVER,
    HOLE,
    POSTED,
    RAISED,
    RETURNED,
    SHOWN,
    SMALL_BLIND,
    STREET,
    WITHDREW,
    WON,
)
from pitboss.games.holdem.pots import share_out
from pitboss.games.holdem.rules import HandRules
from pitboss.games.holdem.table import BOARD, DECK, NOBODY, PREFLOP, RIVER, Table
from pitboss.games.holdem.view import HandView
from pitboss.games.rng import Rng

FOLD: Final = -1
CALL: Final = 0

# Above any amount of chips, and small enough for a compiled integer.
_TOO_MUCH: Final = 1 << 40


class Hand(Table):
    """A hand in progress."""

    __slots__ = ()

    def __init__(
        self,
        rules: HandRules | None,
        stacks: Sequence[int],
        button: int = 0,
        seed: int = 0,
        *,
        deck: Sequence[int] | None = None,
    ) -> None:
        """Deal from the seed, or from a deck: two cards for each seat that has chips, in order
        of seats, then the board; where it holds -1 or ends early, the seed decides.

        Without rules the table is bare: for `match` and `restore`.
        """
        super().__init__(len(stacks))
        if rules is None:
            return
        count: i64 = self.count
        if count < 2 or 2 * count + BOARD > DECK:
            raise ValueError(f"a hand takes from 2 to {(DECK - BOARD) // 2} seats, not {count}")
        if not 0 <= button < count:
            raise ValueError(f"the button is at a seat from 0 to {count - 1}, not {button}")
        self.small = rules.small_blind
        self.big = rules.big_blind
        self.ante = rules.ante
        self.big_ante = rules.big_blind_ante
        self.min_bet = rules.min_bet
        self.button = button
        self.take_stacks(stacks)
        if deck is None:
            self.draw(Rng(seed))
        else:
            self.lay(deck, Rng(seed))
        self.open()

    # Dealing

    def reset(self, rng: Rng) -> None:
        """Deal the next hand: the same starting stacks, the button one seat on."""
        self.number += 1
        self.button = self.next_dealt(self.button)
        self.draw(rng)
        self.open()

    def open(self) -> None:
        """Begin the hand for the starting stacks and cards there are: post, and find the actor."""
        start = self.start
        stack = self.stack
        bet = self.bet
        won = self.won
        live: i64 = 0
        playing: i64 = 0
        seat: i64
        for seat in range(self.count):
            chips = start[seat]
            stack[seat] = chips
            bet[seat] = 0
            won[seat] = 0
            if chips > 0:
                live |= BIT[seat]
                playing += 1
        self.live = live
        self.able = live
        self.acted = 0
        self.shown = 0
        self.dead = 0
        self.street = PREFLOP
        # With two players the button is the small blind, and so acts first before the flop.
        small_seat = self.button
        if playing > 2 or start[small_seat] == 0:
            small_seat = self.next_dealt(small_seat)
        big_seat = self.next_dealt(small_seat)
        self.small_seat = small_seat
        self.big_seat = big_seat
        trace = self.trace
        if trace is not None:
            trace.append(self._dealt())
        if self.ante > 0:
            for seat in range(self.count):
                if live & BIT[seat] != 0:
                    self._post(seat, self.ante, ANTE)
        if self.big_ante > 0:
            self.dead = self._post(big_seat, self.big_ante, BIG_BLIND_ANTE)
        bet[small_seat] = self._post(small_seat, self.small, SMALL_BLIND)
        bet[big_seat] = self._post(big_seat, self.big, BIG_BLIND)
        if trace is not None:
            for seat in range(self.count):
                if live & BIT[seat] != 0:
                    trace.append((HOLE, seat, self.cards[2 * seat], self.cards[2 * seat + 1]))
        # A short big blind does not lower the price.
        self.price = self.big
        self.last_raise = self.min_bet if self.min_bet > self.big else self.big
        self.todo = self.able
        self._pass_turn(big_seat)

    def _post(self, seat: i64, due: i64, what: i64) -> i64:
        stack = self.stack
        chips = stack[seat]
        if due < chips:
            chips = due
        else:
            self.able &= ~BIT[seat]
        stack[seat] -= chips
        if self.trace is not None and chips > 0:
            self.trace.append((POSTED, seat, chips, what))
        return chips

    # Playing

    def actor(self) -> int:
        """The seat to move; -1 when the hand is over."""
        return self.turn

    def to_call(self) -> i64:
        """The chips that CALL puts in now: 0 is a check."""
        seat = self.turn
        if seat < 0:
            return 0
        owed = self.price - self.bet[seat]
        chips = self.stack[seat]
        return owed if owed < chips else chips

    def max_raise(self) -> i64:
        """The highest total that the actor may raise to; 0 if it may not raise."""
        seat = self.turn
        # Nobody is left who could answer a raise.
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
        """What the actor may do; to fold is legal even when checking is free."""
        if self.turn < 0:
            return Legal(vec[i64]())
        high = self.max_raise()
        if high == 0:
            return Legal(vec[i64]([FOLD, CALL]))
        return Legal(vec[i64]([FOLD, CALL]), self.min_raise(), high)

    def sample(self, rng: Rng) -> int:
        """A random action, drawn as `legal().sample(rng)` draws it."""
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

    def apply(self, action: int) -> None:
        """Play the action, or raise `IllegalAction` and change nothing."""
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
        self.play(action)

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

    def play(self, action: i64) -> None:
        """Play an action that is known to be legal."""
        seat = self.turn
        if action < 0:
            self._fold(seat)
            return
        bit = BIT[seat]
        stack = self.stack
        bet = self.bet
        before = bet[seat]
        if action == CALL:
            chips = self.price - before
            if chips > stack[seat]:
                chips = stack[seat]
            bet[seat] = before + chips
            self.todo &= ~bit
            if self.trace is not None:
                self.trace.append((CALLED, seat, chips) if chips > 0 else (CHECKED, seat))
        else:
            chips = action - before
            bet[seat] = action
            # A short all-in is no full raise, so last_raise stays.
            raised = action - self.price
            if raised >= self.last_raise:
                self.last_raise = raised
            self.price = action
            self.todo = self.able & ~bit
            if self.trace is not None:
                self.trace.append((RAISED, seat, action, chips))
        if chips > 0:
            left = stack[seat] - chips
            stack[seat] = left
            if left == 0:
                self.able &= ~bit
        self.acted |= bit
        self._pass_turn(seat)

    def _fold(self, seat: i64) -> None:
        bit = BIT[seat]
        live = self.live & ~bit
        self.live = live
        self.able &= ~bit
        self.todo &= ~bit
        self.acted |= bit
        if self.trace is not None:
            self.trace.append((FOLDED, seat))
        if live & (live - 1) == 0:
            self._win_unseen()
        else:
            self._pass_turn(seat)

    def _pass_turn(self, seat: i64) -> None:
        """Give the turn to the next seat that has to act, or end the street."""
        todo = self.todo
        able = self.able
        if todo == 0 or (able & (able - 1) == 0 and self._covers(todo)):
            self._end_street()
            return
        count = self.count
        while True:
            seat += 1
            if seat >= count:
                seat = 0
            if todo & BIT[seat] != 0:
                break
        self.turn = seat
        if self.gone & BIT[seat] != 0:
            self._fold(seat)

    def _covers(self, lone: i64) -> bool:
        """Whether the only seat with chips behind has bet as much as every other live seat."""
        bet = self.bet
        live = self.live
        most: i64 = 0
        own: i64 = 0
        seat: i64
        for seat in range(self.count):
            if lone & BIT[seat] != 0:
                own = bet[seat]
            elif live & BIT[seat] != 0 and bet[seat] > most:
                most = bet[seat]
        return own >= most

    def _end_street(self) -> None:
        self._collect()
        able = self.able
        if self.street == RIVER or able & (able - 1) == 0:
            self._show_down()
            return
        self.street += 1
        if self.trace is not None:
            self.trace.append((STREET, self.street, *self.board()))
        self.price = 0
        self.last_raise = self.min_bet if self.min_bet > 0 else self.big
        self.acted = 0
        self.todo = able
        self._pass_turn(self.button)

    def _collect(self) -> None:
        """Give back what nobody called, then take the bets off the table."""
        bet = self.bet
        top: i64 = 0
        second: i64 = 0
        owner: i64 = 0
        seat: i64
        for seat in range(self.count):
            chips = bet[seat]
            bet[seat] = 0
            if chips > top:
                second = top
                top = chips
                owner = seat
            elif chips > second:
                second = chips
        if top > second:
            self.stack[owner] += top - second
            self.able |= BIT[owner] & self.live
            if self.trace is not None:
                self.trace.append((RETURNED, owner, top - second))

    def _win_unseen(self) -> None:
        """The last seat that has not folded takes everything and shows nothing."""
        self._collect()
        start = self.start
        stack = self.stack
        total: i64 = 0
        owner: i64 = 0
        seat: i64
        for seat in range(self.count):
            total += start[seat] - stack[seat]
            if self.live & BIT[seat] != 0:
                owner = seat
        self.won[owner] = total
        stack[owner] += total
        if self.trace is not None and total > 0:
            self.trace.append((WON, owner, total, 0))
        self._finish()

    def _show_down(self) -> None:
        """Open the rest of the board, compare, and pay."""
        trace = self.trace
        while self.street < RIVER:
            self.street += 1
            if trace is not None:
                trace.append((STREET, self.street, *self.board()))
        live = self.live
        self.shown = live
        cards = self.cards
        count = self.count
        common: i64 = 0
        spot: i64
        for spot in range(2 * count, 2 * count + BOARD):
            common |= BIT[cards[spot]]
        start = self.start
        stack = self.stack
        values = vec[i64]([0] * count)
        paid = vec[i64]([0] * count)
        seat: i64
        for seat in range(count):
            paid[seat] = start[seat] - stack[seat]
            if live & BIT[seat] != 0:
                first = cards[2 * seat]
                second = cards[2 * seat + 1]
                values[seat] = evaluate(common | BIT[first] | BIT[second])
                if trace is not None:
                    trace.append((SHOWN, seat, first, second))
        paid[self.big_seat] -= self.dead
        won = self.won
        share_out(paid, live, self.dead, values, self.button, won, trace)
        for seat in range(count):
            stack[seat] += won[seat]
        self._finish()

    def _finish(self) -> None:
        self.turn = NOBODY
        self.todo = 0
        if self.trace is not None:
            self.trace.append((HAND_OVER, self.number, *self.stacks()))

    def withdraw(self, seat: int) -> None:
        """Fold the seat whenever its turn comes, from now on."""
        if not 0 <= seat < self.count:
            raise ValueError(f"there is no seat {seat}; there are 0 to {self.count - 1}")
        if self.gone & BIT[seat] != 0:
            return
        self.gone |= BIT[seat]
        if self.trace is not None:
            self.trace.append((WITHDREW, seat))
        if self.turn == seat:
            self._fold(seat)

    # Knowing

    def result(self) -> Result:
        """Scores are the chips gained or lost; places follow them."""
        if self.turn >= 0:
            raise ValueError("the hand is not over")
        nets = self.nets()
        return Result(places_from(list(nets)), nets, "showdown" if self.shown != 0 else "folds")

    def copy(self) -> "Hand":
        """An independent copy, without the trace."""
        twin = Hand(None, [0] * self.count)
        twin.match(self)
        return twin

    def redeal(self, seat: int, seed: int) -> "Hand":
        """A copy in which the cards that the seat may not know are others, at random."""
        twin = self.copy()
        twin.fill(Rng(seed), twin.hide(seat))
        return twin

    def view(self, seat: int) -> HandView:
        """What the seat may know: its own cards, what is open, and all the chips."""
        seats = range(self.count)
        known = self.shown
        if seat >= 0:
            known |= BIT[seat]
        bets = self.bets()
        pots = self.pots()
        return HandView(
            viewer=seat,
            seats=self.count,
            button=self.button,
            small_seat=self.small_seat,
            big_seat=self.big_seat,
            small_blind=self.small,
            big_blind=self.big,
            street=self.street,
            board=self.board(),
            cards=tuple([self.hole(s) if known & BIT[s] != 0 else () for s in seats]),
            stacks=self.stacks(),
            starting_stacks=self.starting_stacks(),
            bets=bets,
            paid=self.paid(),
            won=self.winnings(),
            pots=pots,
            pot=sum([pot.amount for pot in pots]) + sum(bets),
            dealt_in=tuple([self.start[s] > 0 for s in seats]),
            folded=tuple([self.start[s] > 0 and self.live & BIT[s] == 0 for s in seats]),
            all_in=tuple([self.live & ~self.able & BIT[s] != 0 for s in seats]),
            withdrawn=tuple([self.gone & BIT[s] != 0 for s in seats]),
            actor=self.turn,
            can_check=self.turn >= 0 and self.to_call() == 0,
            call=self.to_call(),
            min_raise=self.min_raise(),
            max_raise=self.max_raise(),
        )

    def _dealt(self) -> tuple[int, ...]:
        seats = (self.button, self.small_seat, self.big_seat)
        return (DEALT, self.number, *seats, self.small, self.big, *self.starting_stacks())

    def opening_notes(self) -> list[tuple[int, ...]]:
        """How the hand was dealt, and what had happened by its first decision."""
        twin = self.copy()
        notes: list[tuple[int, ...]] = []
        twin.trace = notes
        twin.open()
        if twin.state() == self.state():
            return notes
        # A position in mid-hand: how the board came about is not known.
        notes = [note for note in notes if note[0] == DEALT or note[0] == HOLE]
        if self.street > PREFLOP:
            notes.append((STREET, self.street, *self.board()))
        return notes
