"""What cards do when they are played, or drawn by choice; what each knob means is in rules.py."""

from typing import Final

from pitboss.games.arrays import i64
from pitboss.games.uno.cards import (
    BIT,
    COLOUR_OF,
    DECK_SIZE,
    DRAW_TWO,
    NO_CARD,
    NO_COLOUR,
    RANK_OF,
    REVERSE,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
)
from pitboss.games.uno.hands import SIZE, STRIDE, TWICE, add_card, favourite_colour, take_card
from pitboss.games.uno.notes import (
    NOTE_DREW,
    NOTE_FORGOT_UNO,
    NOTE_PASSED_HANDS,
    NOTE_PLAYED,
    NOTE_REVERSED,
    NOTE_SWAPPED,
)
from pitboss.games.uno.round import Round
from pitboss.games.uno.table import AFTER_DRAW, FOUR_WAR, NO_WAR, RUNNING, SWAP_CHOICE, TWO_WAR

_SEVEN: Final = 7


class Effects(Round):
    """A round in which cards are played, with all that follows from them."""

    __slots__ = ()

    def play_card(self, card: i64, colour: i64, copies: i64) -> None:
        """Lay one card, or two alike, from the actor's hand on the table, with all effects."""
        seat = self.turn
        at = seat * STRIDE
        hands = self.hands
        pile = self.pile
        # Written out, as `take_card` and `discard` are elsewhere: this is most of every game.
        pile.discarded += 1
        pile.cards[DECK_SIZE - pile.discarded] = self.top
        if card < WILD:
            bit = BIT[card]
            word: i64 = at + TWICE if hands[at + TWICE] & bit else at
            hands[word] ^= bit
            size: i64 = hands[at + SIZE] - 1
            hands[at + SIZE] = size
            self.colour = COLOUR_OF[card]
        else:
            if card == WILD_DRAW_FOUR:
                self.four_by = seat
                self.four_on = self.colour
                self.bluff = self.holds_colour(seat, self.colour)
            take_card(hands, at, card)
            size = hands[at + SIZE]
            self.colour = colour
        if copies == 2:
            pile.discard(card)
            take_card(hands, at, card)
            size -= 1
        self.top = card
        self.idle = 0
        if self.trace is not None:
            self.trace.append((NOTE_PLAYED, seat, card, self.colour, copies))

        rank = RANK_OF[card]
        if size <= 1 and self.few_left(seat, card, size, copies):
            return
        steps: i64 = 1
        if rank >= SKIP:
            if rank == SKIP:
                steps = 1 + copies
            elif rank == REVERSE:
                steps = self.reverse(copies)
            elif rank != RANK_OF[WILD]:
                steps = self.demand(rank, copies)
                if self.ending != RUNNING:
                    return
        elif self.rules.seven_zero:
            if rank == _SEVEN:
                if self.present() > 2:
                    self.phase = SWAP_CHOICE
                    self.drawn = NO_CARD
                    return
                self.swap_hands(self.after(seat, 1))
            elif rank == 0:
                self.pass_hands_on()
        self.end_turn(steps)

    def few_left(self, seat: i64, card: i64, size: i64, copies: i64) -> bool:
        """The seat has one card left, or none; whether that ended the round."""
        rules = self.rules
        if size == 0:
            adds: i64 = 0
            if RANK_OF[card] == DRAW_TWO:
                adds = 2 * copies
            elif card == WILD_DRAW_FOUR:
                adds = 4 * copies
            self.go_out(seat, adds)
            return True
        if rules.uno_call and not self.called:
            if self.trace is not None:
                self.trace.append((NOTE_FORGOT_UNO, seat))
            if rules.uno_caught:
                self.offender = seat
            else:
                self.give(seat, rules.uno_penalty)
        return self.ending != RUNNING

    def reverse(self, copies: i64) -> i64:
        """Turn the direction of play; how many places the turn moves on."""
        if self.rules.reverse_skips and self.present() == 2:
            return 1 + copies
        if copies == 2:
            return 0
        self.direction = -self.direction
        if self.trace is not None:
            self.trace.append((NOTE_REVERSED, self.turn, self.direction))
        return 1

    def demand(self, rank: i64, copies: i64) -> i64:
        """Make the next player draw, at once or pending; how many places the turn moves on."""
        if rank == DRAW_TWO:
            self.pending += 2 * copies
            self.war = TWO_WAR
            waits = self.rules.two_waits
        else:
            self.pending += 4 * copies
            self.war = FOUR_WAR
            waits = self.rules.four_waits
        if waits:
            return 1
        self.give_pending(self.after(self.turn, 1))
        return 2

    def give_pending(self, seat: i64) -> None:
        """Make the seat draw all that is pending."""
        count = self.pending
        self.pending = 0
        self.war = NO_WAR
        self.give(seat, count)

    def swap_hands(self, other: i64) -> None:
        """Exchange the actor's hand with another seat's."""
        mine = self.turn * STRIDE
        theirs = other * STRIDE
        word: i64 = 0
        while word < STRIDE:
            kept = self.hands[mine + word]
            self.hands[mine + word] = self.hands[theirs + word]
            self.hands[theirs + word] = kept
            word += 1
        if self.trace is not None:
            self.trace.append((NOTE_SWAPPED, self.turn, other))

    def pass_hands_on(self) -> None:
        """Every player's hand goes to the next player."""
        old = self.hands[:]
        seat = self.turn
        while True:
            receiver = self.after(seat, 1)
            word: i64 = 0
            while word < STRIDE:
                self.hands[receiver * STRIDE + word] = old[seat * STRIDE + word]
                word += 1
            seat = receiver
            if seat == self.turn:
                break
        if self.trace is not None:
            self.trace.append((NOTE_PASSED_HANDS, self.turn, self.direction))

    def draw_for_turn(self) -> None:
        """The actor draws by choice; what becomes of the card is a matter of the rules."""
        rules = self.rules
        seat = self.turn
        self.phase = AFTER_DRAW
        while True:
            if rules.refill_under:
                self.refill_for(1)
            elif self.pile.count == 0:
                self.shuffle_discards()
            card = self.pile.draw()
            self.drawn = card
            if card == NO_CARD:
                self.idle += 1
                playable: i64 = 0
                break
            add_card(self.hands, seat * STRIDE, card)
            self.idle = 0
            if self.trace is not None:
                self.trace.append((NOTE_DREW, seat, 1, card))
            if rules.hand_limit > 0:
                self.check_limit(seat)
                if self.ending != RUNNING:
                    return
            playable = self.playable()
            if playable != 0 or not rules.until_playable:
                break
        if rules.keep_drawn:
            self.drawn = NO_CARD
            playable = 0
        if playable == 0:
            if not rules.say_pass:
                self.end_turn(1)
        elif rules.auto_play:
            colour: i64 = NO_COLOUR
            if card >= WILD:
                colour = favourite_colour(self.hands, seat * STRIDE)
            self.called = True
            self.play_card(card, colour, 1)
