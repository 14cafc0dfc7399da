"""One hand of no-limit hold'em: posting, playing, streets, showdown.

Chips and cards are in table.py, the legal actions in betting.py.
"""

from collections.abc import Sequence
from typing import final

from pitboss.games.arrays import i64, vec
from pitboss.games.game import Result, places_from
from pitboss.games.holdem.betting import CALL, FOLD, Betting
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
from pitboss.games.holdem.table import BOARD, DECK, NOBODY, PREFLOP, RIVER
from pitboss.games.holdem.view import HandView, hand_text, view_of
from pitboss.games.rng import Rng

__all__ = ["CALL", "FOLD", "Hand"]


@final
class Hand(Betting):
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
        """Deal from the seed, or from a deck: two cards for each seat with chips, in order of
        seats, then the board. Where the deck has -1 or ends early, the seed decides.

        Without rules nothing is dealt: the caller fills the table, as `copy` does.
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

    # The deal

    def reset(self, rng: Rng) -> None:
        """Deal the next hand: the same starting stacks, the button one seat on."""
        self.number += 1
        self.button = self.next_dealt(self.button)
        self.draw(rng)
        self.open()

    def restart(self, seed: int) -> None:
        """Deal from another seed with the same stacks and button; players who left are back."""
        self.gone = 0
        self.draw(Rng(seed))
        self.open()

    def open(self) -> None:
        """Begin the hand with the stacks and cards as set: post the blinds, pass the first turn."""
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
        # A short big blind does not lower the price; see `owed` for where nobody else can bet.
        self.price = self.big
        self.last_raise = self.min_bet if self.min_bet > self.big else self.big
        self.todo = self.able
        self.pass_turn(big_seat)

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

    # The play

    def apply(self, action: int) -> None:
        """Play the action, or raise `IllegalAction` and change nothing."""
        self.check(action)
        self.play(action)

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
            chips = self.owed(seat)
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
        self.pass_turn(seat)

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
            self.pass_turn(seat)

    def pass_turn(self, seat: i64) -> None:
        """Pass the turn to the next seat that has to act, or end the street."""
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
        self.pass_turn(self.button)

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
        """Give everything to the last seat that has not folded; it shows nothing."""
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

    # Results, copies and views

    def result(self) -> Result:
        """The chips gained or lost as scores, and the places by score."""
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
        """A copy in which the cards hidden from the seat are dealt again at random."""
        twin = self.copy()
        twin.fill(Rng(seed), twin.hide(seat))
        return twin

    def view(self, seat: int) -> HandView:
        """What the seat may know: its own cards, what is open, and all the chips."""
        return view_of(self, seat)

    def view_text(self, seat: int) -> str:
        """The view as JSON text."""
        return hand_text(self, seat)

    def _dealt(self) -> tuple[int, ...]:
        seats = (self.button, self.small_seat, self.big_seat)
        return (DEALT, self.number, *seats, self.small, self.big, *self.starting_stacks())

    def opening_notes(self) -> list[tuple[int, ...]]:
        """The notes of the deal, the blinds and whatever else came before the first decision."""
        twin = self.copy()
        notes: list[tuple[int, ...]] = []
        twin.trace = notes
        twin.open()
        if twin.state() == self.state():
            return notes
        # A position in mid-hand: the play so far is not known.
        notes = [note for note in notes if note[0] == DEALT or note[0] == HOLE]
        if self.street > PREFLOP:
            notes.append((STREET, self.street, *self.board()))
        return notes
