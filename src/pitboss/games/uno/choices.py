"""Who may do what, and which actions that makes legal; what then happens is in effects.py."""

from pitboss.games.arrays import i64, vec
from pitboss.games.game import Legal
from pitboss.games.rng import Rng
from pitboss.games.uno.actions import (
    CALL_UNO,
    CATCH,
    CHALLENGE,
    CHOOSE_COLOUR,
    DRAW,
    PASS,
    PLAYS,
    SWAP,
)
from pitboss.games.uno.cards import BIT, COLOURS, WILD_DRAW_FOUR
from pitboss.games.uno.effects import Effects
from pitboss.games.uno.hands import SIZE, STRIDE, favourite_colour, held_twice
from pitboss.games.uno.plays import list_plays, nth_play, number_of_plays
from pitboss.games.uno.table import (
    AFTER_DRAW,
    CATCH_CHOICE,
    COLOUR_CHOICE,
    NOBODY,
    PLAY_OR_DRAW,
    SWAP_CHOICE,
)


class Choices(Effects):
    """A round, and the questions that `legal`, `sample` and `apply` all ask of it."""

    __slots__ = ()

    def doubles(self) -> i64:
        """The kinds of card of which two may be played together, as a mask."""
        if not self.rules.double_play or self.phase != PLAY_OR_DRAW:
            return 0
        return self.plays & held_twice(self.hands, self.turn * STRIDE)

    def may_draw(self) -> bool:
        """Whether the actor may draw a card."""
        if self.phase != PLAY_OR_DRAW or self.pending > 0:
            return False
        return self.plays == 0 or not self.rules.must_play

    def may_pass(self) -> bool:
        """Whether the actor may pass, take what is pending, or let an offender go."""
        phase = self.phase
        return phase == AFTER_DRAW or phase == CATCH_CHOICE or self.pending > 0

    def may_call(self) -> bool:
        """Whether the actor may call UNO: it could come down to one card now."""
        if not self.rules.uno_call or self.called:
            return False
        size = self.hands[self.turn * STRIDE + SIZE]
        return (size == 2 and self.plays != 0) or (size == 3 and self.doubles() != 0)

    def may_challenge(self) -> bool:
        """Whether the actor may challenge the wild draw four that it has to answer."""
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
        found: list[int] = []
        phase = self.phase
        if phase <= AFTER_DRAW:
            playable = self.plays
            list_plays(found, playable, 0)
            list_plays(found, self.doubles(), PLAYS)
            if self.may_draw():
                found.append(DRAW)
            if self.may_pass():
                found.append(PASS)
            if self.may_call():
                found.append(CALL_UNO)
            if self.may_challenge():
                found.append(CHALLENGE)
        elif phase == COLOUR_CHOICE:
            found.extend(range(CHOOSE_COLOUR, CHOOSE_COLOUR + COLOURS))
        elif phase == SWAP_CHOICE:
            found.extend([SWAP + seat for seat in range(self.players) if self.may_swap_with(seat)])
        elif phase == CATCH_CHOICE:
            found.extend((PASS, CATCH))
        # Not vec(found): it would be asked for a buffer first, which it has not.
        return Legal(vec[i64]([action for action in found]))

    def sample(self, rng: Rng) -> int:
        phase = self.phase
        if phase > AFTER_DRAW:
            return self.legal().sample(rng)
        plays = self.plays
        if self.rules.plain and self.pending == 0 and phase == PLAY_OR_DRAW:
            return self._sample_plain(plays, rng)
        # Statements, not conditional expressions: those would mix i64 and int, and box.
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
        # Most decisions of most rules: a card to play, or one to draw.
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
