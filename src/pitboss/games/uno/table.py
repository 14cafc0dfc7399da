"""The table: hands, pile, turn order, which cards match, and drawing; and the rules it reads.

Rounds are in round.py, moves in moves.py.
"""

from typing import Final, final

from pitboss.games.arrays import i64, vec
from pitboss.games.uno.cards import (
    BIT,
    CARD_KINDS,
    COLOUR_BITS,
    DECK_SIZE,
    DRAW_TWO_BITS,
    MATCHES,
    NO_CARD,
    NO_COLOUR,
    REVERSE_BITS,
    WILD_DRAW_FOUR_BIT,
)
from pitboss.games.uno.hands import STRIDE, add_card
from pitboss.games.uno.notes import NOTE_DREW, NOTE_RESHUFFLED
from pitboss.games.uno.pile import Pile


@final
class RuleFlags:
    """`UnoRules` as flags and numbers, made once per rules; rules.py says what each knob means."""

    __slots__ = (
        "answers_to_four",
        "answers_to_two",
        "auto_play",
        "challenge",
        "choose_first",
        "double_play",
        "first_draw_two",
        "first_number",
        "four_needs_no_match",
        "four_waits",
        "hand_limit",
        "hand_size",
        "keep_drawn",
        "last_card_draws",
        "least_win",
        "limit_next",
        "move_limit",
        "must_play",
        "plain",
        "refill_under",
        "reverse_answers",
        "reverse_skips",
        "say_pass",
        "seven_zero",
        "stack_same",
        "stack_up",
        "stalemate",
        "target",
        "two_waits",
        "uno_call",
        "uno_caught",
        "uno_penalty",
        "until_playable",
    )

    def __init__(
        self,
        *,
        hand_size: int,
        first_number: bool,
        first_draw_two: bool,
        choose_first: bool,
        must_play: bool,
        auto_play: bool,
        keep_drawn: bool,
        until_playable: bool,
        say_pass: bool,
        stack_same: bool,
        stack_up: bool,
        reverse_answers: bool,
        reverse_skips: bool,
        four_needs_no_match: bool,
        challenge: bool,
        uno_call: bool,
        uno_caught: bool,
        uno_penalty: int,
        double_play: bool,
        hand_limit: int,
        limit_next: bool,
        seven_zero: bool,
        last_card_draws: bool,
        refill_under: bool,
        least_win: int,
        target: int,
        stalemate: int,
        move_limit: int,
    ) -> None:
        self.hand_size: i64 = hand_size
        self.first_number = first_number
        self.first_draw_two = first_draw_two
        self.choose_first = choose_first
        self.must_play = must_play
        self.auto_play = auto_play
        self.keep_drawn = keep_drawn
        self.until_playable = until_playable
        self.say_pass = say_pass
        self.stack_same = stack_same
        self.stack_up = stack_up
        self.reverse_answers = reverse_answers
        self.reverse_skips = reverse_skips
        self.four_needs_no_match = four_needs_no_match
        self.challenge = challenge
        self.uno_call = uno_call
        self.uno_caught = uno_caught
        self.uno_penalty: i64 = uno_penalty
        self.double_play = double_play
        self.hand_limit: i64 = hand_limit
        self.limit_next = limit_next
        self.seven_zero = seven_zero
        self.last_card_draws = last_card_draws
        self.refill_under = refill_under
        self.least_win: i64 = least_win
        self.target: i64 = target
        self.stalemate: i64 = stalemate
        self.move_limit: i64 = move_limit
        # The cards that answer a +2 and a wild draw four; the table checks which of them match.
        reverses: i64 = REVERSE_BITS if reverse_answers else 0
        twos: i64 = DRAW_TWO_BITS if stack_same else 0
        fours: i64 = WILD_DRAW_FOUR_BIT if stack_same else 0
        self.answers_to_two: i64 = twos | reverses | (fours if stack_up else 0)
        self.answers_to_four: i64 = fours | reverses
        # Unless a draw is pending, the only decision is to play a card or to draw.
        self.plain = not double_play and not uno_call
        # Without answers or challenges a draw card takes effect at once.
        self.two_waits = self.answers_to_two != 0
        self.four_waits = self.answers_to_four != 0 or challenge


# What the actor has to decide.
PLAY_OR_DRAW: Final = 0
AFTER_DRAW: Final = 1
COLOUR_CHOICE: Final = 2
SWAP_CHOICE: Final = 3
CATCH_CHOICE: Final = 4
OVER: Final = 5

# Which draw card a pending draw began with.
NO_WAR: Final = 0
TWO_WAR: Final = 1
FOUR_WAR: Final = 2

# How a round ended.
RUNNING: Final = 0
WENT_OUT: Final = 1
HAND_LIMIT: Final = 2
STALEMATE: Final = 3
MOVE_LIMIT: Final = 4
WITHDRAWAL: Final = 5

NOBODY: Final = -1

# The numbers and flags of a table, in the order in which `state` lists them.
FIELDS: Final = (
    *("turn", "direction", "top", "colour", "phase", "pending", "war", "drawn", "called"),
    *("offender", "resume", "four_by", "four_on", "bluff", "idle", "moves", "round", "left"),
    *("winner", "loser", "ending"),
)


class Table:
    """The whole state of a game in progress."""

    __slots__ = (
        "bluff",
        "called",
        "colour",
        "direction",
        "drawn",
        "ending",
        "four_by",
        "four_on",
        "hands",
        "idle",
        "leavers",
        "left",
        "loser",
        "moves",
        "offender",
        "pending",
        "phase",
        "pile",
        "players",
        "plays",
        "resume",
        "round",
        "rules",
        "scores",
        "seed",
        "top",
        "trace",
        "turn",
        "war",
        "winner",
    )

    def __init__(
        self,
        rules: RuleFlags,
        players: i64,
        seed: int,
        hands: vec[i64],
        pile: Pile,
        scores: vec[i64],
    ) -> None:
        self.rules = rules
        self.players = players
        self.seed = seed
        self.hands = hands
        self.pile = pile
        self.scores = scores
        self.trace: list[tuple[int, ...]] | None = None
        self.turn: i64 = 0
        self.direction: i64 = 1
        self.top: i64 = NO_CARD
        self.colour: i64 = NO_COLOUR
        self.phase: i64 = PLAY_OR_DRAW
        self.pending: i64 = 0
        self.war: i64 = NO_WAR
        self.drawn: i64 = NO_CARD
        self.called = False
        # Who forgot to call UNO and may be caught, and whose turn comes afterwards.
        self.offender: i64 = NOBODY
        self.resume: i64 = 0
        # Who played the last wild draw four, on which colour, and whether a challenge would win.
        self.four_by: i64 = NOBODY
        self.four_on: i64 = NO_COLOUR
        self.bluff = False
        self.idle: i64 = 0
        self.moves: i64 = 0
        self.round: i64 = 0
        self.left: i64 = 0
        self.leavers: list[int] = []
        self.winner: i64 = NOBODY
        self.loser: i64 = NOBODY
        self.ending: i64 = RUNNING
        # The cards that the actor may play now, as a mask; `ask` computes it.
        self.plays: i64 = 0

    # Matching.

    def ask(self) -> None:
        """Compute what the actor may play, once per decision."""
        if self.phase <= AFTER_DRAW:
            self.plays = self.playable()
        else:
            self.plays = 0

    def playable(self) -> i64:
        """The cards that the actor may play, as a mask."""
        held = self.hands[self.turn * STRIDE]
        colour = self.colour
        mask = held
        if colour >= 0:
            mask &= MATCHES[colour * CARD_KINDS + self.top]
            # The condition does not apply to a card that answers a draw card.
            if mask & WILD_DRAW_FOUR_BIT and self.rules.four_needs_no_match and self.pending == 0:
                if held & COLOUR_BITS[colour]:
                    mask &= ~WILD_DRAW_FOUR_BIT
        if self.pending > 0:
            if self.war == TWO_WAR:
                mask &= self.rules.answers_to_two
            else:
                mask &= self.rules.answers_to_four
        if self.phase == AFTER_DRAW:
            if self.drawn == NO_CARD:
                return 0
            mask &= BIT[self.drawn]
        return mask

    def holds_colour(self, seat: i64, colour: i64) -> bool:
        """Whether the seat has a card of the colour."""
        return colour >= 0 and self.hands[seat * STRIDE] & COLOUR_BITS[colour] != 0

    # Turn order.

    def after(self, seat: i64, steps: i64) -> i64:
        """The seat that many steps on in the direction of play, skipping those who left."""
        players = self.players
        direction = self.direction
        while steps > 0:
            seat += direction
            if seat == players:
                seat = 0
            elif seat < 0:
                seat = players - 1
            if self.left == 0 or self.left & BIT[seat] == 0:
                steps -= 1
        return seat

    def present(self) -> i64:
        """How many players have not left."""
        return self.players - len(self.leavers)

    def is_stalemate(self) -> bool:
        """Whether the round is stuck: the pile is empty and everybody has passed often enough."""
        limit = self.rules.stalemate
        return limit > 0 and self.idle >= self.present() * limit

    # Drawing.

    def draw_card(self, seat: i64) -> i64:
        """Move one card from the pile to the seat's hand; `NO_CARD` if there is none."""
        if self.pile.count == 0 and not self.rules.refill_under:
            self.shuffle_discards()
        card = self.pile.draw()
        if card != NO_CARD:
            add_card(self.hands, seat * STRIDE, card)
        return card

    def shuffle_discards(self) -> None:
        """Make the discards the new pile, if there are any."""
        if self.pile.discarded > 0:
            self.pile.shuffle_in_discards()
            if self.trace is not None:
                self.trace.append((NOTE_RESHUFFLED, NOBODY, self.pile.count))

    def refill_for(self, count: i64) -> None:
        """Lay the discards under the pile if it would not last for so many draws."""
        pile = self.pile
        if self.rules.refill_under and pile.count <= count and pile.discarded > 0:
            pile.lay_discards_under()
            if self.trace is not None:
                self.trace.append((NOTE_RESHUFFLED, NOBODY, pile.count))

    def draw_cards(self, seat: i64, count: i64) -> i64:
        """Move cards from the pile to the seat's hand; returns how many there were."""
        self.refill_for(count)
        number: i64 = 0
        if self.trace is None:
            while number < count and self.draw_card(seat) != NO_CARD:
                number += 1
            return number
        cards: list[int] = []
        while number < count:
            card = self.draw_card(seat)
            if card == NO_CARD:
                break
            cards.append(card)
            number += 1
        self.trace.append((NOTE_DREW, seat, number, *cards))
        return number

    # Copies.

    # Written out instead of looping over FIELDS, because search copies games all the time.
    def match(self, other: "Table") -> None:
        """Become equal to another table, except for hands, pile and scores."""
        self.turn = other.turn
        self.direction = other.direction
        self.top = other.top
        self.colour = other.colour
        self.phase = other.phase
        self.pending = other.pending
        self.war = other.war
        self.drawn = other.drawn
        self.called = other.called
        self.offender = other.offender
        self.resume = other.resume
        self.four_by = other.four_by
        self.four_on = other.four_on
        self.bluff = other.bluff
        self.idle = other.idle
        self.moves = other.moves
        self.round = other.round
        self.left = other.left
        self.leavers = other.leavers
        self.winner = other.winner
        self.loser = other.loser
        self.ending = other.ending
        self.plays = other.plays

    def state(self) -> tuple[int, ...]:
        """Everything as numbers: games with equal states go on in the same way."""
        pile = self.pile
        return (
            self.players,
            self.seed,
            *[int(getattr(self, name)) for name in FIELDS],
            pile.count,
            pile.under,
            pile.loose,
            pile.discarded,
            *self.leavers,
            *self.hands,
            *self.scores,
            *[pile.cards[i] for i in range(pile.count)],
            *[pile.cards[i] for i in range(DECK_SIZE - pile.discarded, DECK_SIZE)],
            *pile.rng.state(),
        )
