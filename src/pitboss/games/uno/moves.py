"""Moves: which ones the actor may make, and what each card does when it is played or drawn."""

from typing import Final

from pitboss.games.arrays import i64, vec
from pitboss.games.game import Legal
from pitboss.games.rng import Rng
from pitboss.games.uno.actions import (
    CALL_UNO,
    CATCH,
    CHALLENGE,
    CHOOSE_COLOUR,
    DRAW,
    DRAW_NAMING,
    PASS,
    PLAYS,
    SWAP,
    list_plays,
    nth_play,
    number_of_plays,
)
from pitboss.games.uno.cards import (
    BIT,
    COLOUR_OF,
    COLOURS,
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
from pitboss.games.uno.hands import (
    SIZE,
    STRIDE,
    TWICE,
    add_card,
    favourite_colour,
    held_twice,
    take_card,
)
from pitboss.games.uno.notes import (
    NOTE_DREW,
    NOTE_FORGOT_UNO,
    NOTE_PASSED_HANDS,
    NOTE_PLAYED,
    NOTE_REVERSED,
    NOTE_SWAPPED,
)
from pitboss.games.uno.round import Round
from pitboss.games.uno.table import (
    AFTER_DRAW,
    CATCH_CHOICE,
    COLOUR_CHOICE,
    FOUR_WAR,
    NO_WAR,
    NOBODY,
    PLAY_OR_DRAW,
    RUNNING,
    SWAP_CHOICE,
    TWO_WAR,
)

_SEVEN: Final = 7


class Moves(Round):
    """A round with its moves; `legal`, `sample` and `apply` all ask the same `may_...` methods."""

    __slots__ = ()

    # What the actor may do.

    def doubles(self) -> i64:
        """The cards of which two may be played together, as a mask."""
        if not self.rules.double_play or self.phase != PLAY_OR_DRAW:
            return 0
        return self.plays & held_twice(self.hands, self.turn * STRIDE)

    def may_draw(self) -> bool:
        """Whether the actor may draw a card."""
        if self.phase != PLAY_OR_DRAW or self.pending > 0:
            return False
        return self.plays == 0 or not self.rules.must_play

    def may_draw_naming(self) -> bool:
        """Whether the actor may draw, and name the colour that a drawn wild is played with."""
        return self.rules.auto_play and self.may_draw()

    def may_pass(self) -> bool:
        """Whether the actor may pass, take the pending cards, or let an offender off."""
        phase = self.phase
        return phase == AFTER_DRAW or phase == CATCH_CHOICE or self.pending > 0

    def may_call(self) -> bool:
        """Whether the actor may call UNO: its next play could leave it with one card."""
        if not self.rules.uno_call or self.called:
            return False
        size = self.hands[self.turn * STRIDE + SIZE]
        return (size == 2 and self.plays != 0) or (size == 3 and self.doubles() != 0)

    def may_challenge(self) -> bool:
        """Whether the actor may challenge the wild draw four played on it."""
        return (
            self.pending > 0
            and self.rules.challenge
            and self.top == WILD_DRAW_FOUR
            and self.four_by != NOBODY
            and self.phase == PLAY_OR_DRAW
        )

    def may_swap_with(self, seat: i64) -> bool:
        """Whether the actor, who played a seven, may take this seat's hand."""
        return seat != self.turn and self.left & BIT[seat] == 0

    def legal(self) -> Legal:
        actions: list[int] = []
        phase = self.phase
        if phase <= AFTER_DRAW:
            list_plays(actions, self.plays, 0)
            list_plays(actions, self.doubles(), PLAYS)
            if self.may_draw():
                actions.append(DRAW)
            if self.may_pass():
                actions.append(PASS)
            if self.may_call():
                actions.append(CALL_UNO)
            if self.may_challenge():
                actions.append(CHALLENGE)
        elif phase == COLOUR_CHOICE:
            actions.extend(range(CHOOSE_COLOUR, CHOOSE_COLOUR + COLOURS))
        elif phase == SWAP_CHOICE:
            actions.extend(
                [SWAP + seat for seat in range(self.players) if self.may_swap_with(seat)]
            )
        elif phase == CATCH_CHOICE:
            actions.extend((PASS, CATCH))
        # Not vec[i64](actions), which would first try in vain to use the list as a buffer.
        listed = vec[i64]([action for action in actions])
        if self.may_draw_naming():
            return Legal(listed, 1, 0, DRAW_NAMING, DRAW_NAMING + COLOURS - 1)
        return Legal(listed)

    def sample(self, rng: Rng) -> int:
        phase = self.phase
        if phase > AFTER_DRAW:
            return self.legal().sample(rng)
        plays = self.plays
        if self.rules.plain and self.pending == 0 and phase == PLAY_OR_DRAW:
            return self._sample_plain(plays, rng)
        # Statements, because a conditional expression would mix i64 and int and box the value.
        singles: i64 = 0
        if plays != 0:
            singles = number_of_plays(plays)
        doubles: i64 = 0
        pairs: i64 = 0
        if self.rules.double_play:
            doubles = self.doubles()
            if doubles != 0:
                pairs = number_of_plays(doubles)
        may_draw: i64 = 0
        may_pass: i64 = 1
        may_challenge: i64 = 0
        if self.pending > 0:
            if self.may_challenge():
                may_challenge = 1
        elif phase == PLAY_OR_DRAW:
            may_pass = 0
            if plays == 0 or not self.rules.must_play:
                may_draw = 1
        may_call: i64 = 0
        if self.rules.uno_call and self.may_call():
            may_call = 1
        total = singles + pairs + may_draw + may_pass + may_call + may_challenge
        pick: i64 = 0
        if total > 1:
            pick = rng.below(total)
        if pick < singles:
            return nth_play(plays, pick)
        pick -= singles
        if pick < pairs:
            return nth_play(doubles, pick) + PLAYS
        pick -= pairs
        if pick < may_draw:
            return DRAW
        pick -= may_draw
        if pick < may_pass:
            return PASS
        pick -= may_pass
        return CALL_UNO if pick < may_call else CHALLENGE

    def _sample_plain(self, plays: i64, rng: Rng) -> int:
        # The commonest decision: play a card, or draw one.
        if plays == 0:
            return DRAW
        total = number_of_plays(plays)
        singles = total
        if not self.rules.must_play:
            total += 1
        elif total == 1:
            return nth_play(plays, 0)
        pick = rng.below(total)
        if pick < singles:
            return nth_play(plays, pick)
        return DRAW

    def fallback(self) -> int:
        if self.may_pass():
            return PASS
        if self.phase == COLOUR_CHOICE:
            return CHOOSE_COLOUR + favourite_colour(self.hands, self.turn * STRIDE)
        if self.may_draw():
            return DRAW
        return self.legal().actions[0]

    # What moves do.

    def play_card(self, card: i64, colour: i64, copies: i64) -> None:
        """Play one card, or two identical ones, from the actor's hand, with all effects."""
        seat = self.turn
        at = seat * STRIDE
        hands = self.hands
        pile = self.pile
        # `take_card` and `discard` are inlined by hand here: most of a game's time is spent here.
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
        """Handle a seat with one card left or none; returns whether that ended the round."""
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
        """Reverse the direction of play; returns how many seats the turn moves on."""
        if self.rules.reverse_skips and self.present() == 2:
            return 1 + copies
        if copies == 2:
            return 0
        self.direction = -self.direction
        if self.trace is not None:
            self.trace.append((NOTE_REVERSED, self.turn, self.direction))
        return 1

    def demand(self, rank: i64, copies: i64) -> i64:
        """Make the next player draw, now or later; returns how many seats the turn moves on."""
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
        """Make the seat draw all pending cards."""
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
        """Pass every hand to the next player."""
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

    def draw_for_turn(self, wish: i64) -> None:
        """Let the actor draw a card; the rules decide what happens to it.

        `wish` is the colour for a wild that is played at once; else it is the one held most.
        """
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
                colour = wish
                if wish == NO_COLOUR:
                    colour = favourite_colour(self.hands, seat * STRIDE)
            self.called = True
            self.play_card(card, colour, 1)
