"""The table: hands, pile, whose turn it is, which cards match, and drawing.

Rounds are in round.py, what cards do in effects.py, and who may do what in choices.py.
"""

from typing import Final

from pitboss.games.arrays import i64, vec
from pitboss.games.uno.cards import (
    BIT,
    CARD_KINDS,
    COLOUR_BITS,
    MATCHES,
    NO_CARD,
    NO_COLOUR,
    WILD_DRAW_FOUR_BIT,
)
from pitboss.games.uno.hands import STRIDE, add_card
from pitboss.games.uno.notes import NOTE_DREW, NOTE_RESHUFFLED
from pitboss.games.uno.pile import Pile
from pitboss.games.uno.table_rules import TableRules

# What the actor is asked for.
PLAY_OR_DRAW: Final = 0
AFTER_DRAW: Final = 1
COLOUR_CHOICE: Final = 2
SWAP_CHOICE: Final = 3
CATCH_CHOICE: Final = 4
OVER: Final = 5

# What a pending draw was begun by.
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


class Table:
    """Everything on and around the table."""

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
        rules: TableRules,
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
        # Who forgot to call UNO and may be caught, and whose turn follows that.
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
        # The kinds of card that the actor may play now; kept by `ask`.
        self.plays: i64 = 0

    # Matching.

    def ask(self) -> None:
        """Find out what the actor may play, once for each decision."""
        if self.phase <= AFTER_DRAW:
            self.plays = self.playable()
        else:
            self.plays = 0

    def playable(self) -> i64:
        """The kinds of card that the actor may play, as a mask."""
        held = self.hands[self.turn * STRIDE]
        colour = self.colour
        mask = held
        if colour >= 0:
            mask &= MATCHES[colour * CARD_KINDS + self.top]
            # A card that answers a draw card is no free choice, so the condition is waived then.
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
        """The seat that many places on, in the direction of play, past those who left."""
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
        """Whether so many have passed in a row, on an empty pile, that the round is stuck."""
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
        """Make a new pile of the discards, if there are any."""
        if self.pile.discarded > 0:
            self.pile.shuffle_in_discards()
            if self.trace is not None:
                self.trace.append((NOTE_RESHUFFLED, NOBODY, self.pile.count))

    def refill_for(self, count: i64) -> None:
        """Lay the discards under a pile that would not outlast so many draws."""
        pile = self.pile
        if self.rules.refill_under and pile.count <= count and pile.discarded > 0:
            pile.lay_discards_under()
            if self.trace is not None:
                self.trace.append((NOTE_RESHUFFLED, NOBODY, pile.count))

    def draw_cards(self, seat: i64, count: i64) -> i64:
        """Move cards from the pile to the seat's hand; how many there were."""
        self.refill_for(count)
        number: i64 = 0
        if self.trace is None:
            while number < count and self.draw_card(seat) != NO_CARD:
                number += 1
            return number
        given: list[int] = []
        while number < count:
            card = self.draw_card(seat)
            if card == NO_CARD:
                break
            given.append(card)
            number += 1
        self.trace.append((NOTE_DREW, seat, number, *given))
        return number
