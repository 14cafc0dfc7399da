"""The table: hands, pile, turn order, and what cards do when they are played.

Who may do what is asked in game.py; what each knob means is in rules.py.
"""

from typing import Final

from pitboss.games.arrays import i64, vec
from pitboss.games.rng import Rng
from pitboss.games.uno.cards import (
    BIT,
    CARD_KINDS,
    COLOUR_BITS,
    COLOUR_OF,
    DECK_SIZE,
    DRAW_TWO,
    MATCHES,
    NO_CARD,
    NO_COLOUR,
    RANK_OF,
    REVERSE,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
    WILD_DRAW_FOUR_BIT,
)
from pitboss.games.uno.hands import (
    SIZE,
    STRIDE,
    TWICE,
    add_card,
    cards_in,
    empty_hands,
    favourite_colour,
    take_card,
    worth,
)
from pitboss.games.uno.notes import (
    NOTE_DEALT,
    NOTE_DREW,
    NOTE_FIRST_CARD,
    NOTE_FORGOT_UNO,
    NOTE_GAME_OVER,
    NOTE_PASSED_HANDS,
    NOTE_PLAYED,
    NOTE_RESHUFFLED,
    NOTE_REVERSED,
    NOTE_ROUND_OVER,
    NOTE_SKIPPED,
    NOTE_SWAPPED,
)
from pitboss.games.uno.pile import Pile, full_deck
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
_SEVEN: Final = 7
# A game to a target ends by points after so many rounds, whatever the players do.
_ROUND_LIMIT: Final = 1000


class Table:
    """Everything on and around the table, with the moves that the rules make by themselves."""

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

    def end_turn(self, steps: i64) -> None:
        """Pass the turn on, unless the round has become a stalemate."""
        self.drawn = NO_CARD
        self.called = False
        self.phase = PLAY_OR_DRAW
        if self.idle > 0 and self.is_stalemate():
            self.count_hands(STALEMATE, NOBODY)
            return
        if steps > 1 and self.trace is not None:
            for step in range(1, steps):
                self.trace.append((NOTE_SKIPPED, self.after(self.turn, step)))
        if steps == 1 and self.left == 0:
            seat = self.turn + self.direction
            if seat == self.players:
                seat = 0
            elif seat < 0:
                seat = self.players - 1
            self.turn = seat
        else:
            self.turn = self.after(self.turn, steps)
        if self.offender != NOBODY:
            self.resume = self.turn
            self.turn = self.after(self.offender, 1)
            self.phase = CATCH_CHOICE

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

    def give(self, seat: i64, count: i64) -> None:
        """Make the seat draw cards, as many as there are; too large a hand ends the round."""
        if self.draw_cards(seat, count) > 0:
            self.idle = 0
        elif count > 0:
            self.idle += 1
        self.check_limit(seat)

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

    def check_limit(self, seat: i64) -> None:
        """End the round if the seat has more cards than the rules allow."""
        limit = self.rules.hand_limit
        if limit > 0 and self.hands[seat * STRIDE + SIZE] > limit:
            self.count_hands(HAND_LIMIT, seat)

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

    # Playing.

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

    # The end of a round and of the game.

    def go_out(self, seat: i64, adds: i64) -> None:
        """The seat has played its last card."""
        # A reverse that goes out on a pending draw has not turned the table yet.
        due: i64 = self.pending + adds
        if due > 0 and self.rules.last_card_draws:
            # The round is won, so no hand limit applies any more.
            self.draw_cards(self.after(seat, 1), due)
        self.pending = 0
        self.war = NO_WAR
        total: i64 = 0
        other: i64 = 0
        while other < self.players:
            total += worth(self.hands, other * STRIDE)
            other += 1
        self.end_round(WENT_OUT, seat, NOBODY, total)

    def count_hands(self, ending: i64, loser: i64) -> None:
        """End the round without anyone out: the cheapest hand wins what the others have more."""
        best: i64 = -1
        winner: i64 = NOBODY
        total: i64 = 0
        counted: i64 = 0
        seat: i64 = 0
        while seat < self.players:
            if self.left & BIT[seat] == 0:
                value = worth(self.hands, seat * STRIDE)
                total += value
                counted += 1
                if seat != loser:
                    if best < 0 or value < best:
                        best = value
                        winner = seat
                    elif value == best:
                        winner = NOBODY
            seat += 1
        points: i64 = total - best * counted
        self.end_round(ending, winner, loser, points if points > 0 else 0)

    def end_round(self, ending: i64, winner: i64, loser: i64, points: i64) -> None:
        """Score the round; deal the next one if the target is not reached."""
        rules = self.rules
        self.ending = ending
        self.winner = winner
        self.loser = loser
        self.offender = NOBODY
        best: i64 = 0
        if winner != NOBODY:
            if points < rules.least_win:
                points = rules.least_win
            # Copies of a game share their scores, so a change makes new ones.
            self.scores = self.scores[:]
            self.scores[winner] += points
        for score in self.scores:
            if score > best:
                best = score
        if self.trace is not None:
            self.trace.append((NOTE_ROUND_OVER, winner, ending, points, *self.scores))
        self.phase = OVER
        if rules.target > best and ending != WITHDRAWAL and self.round + 1 < _ROUND_LIMIT:
            self.round += 1
            self.deal_round()
        elif self.trace is not None:
            self.trace.append((NOTE_GAME_OVER, winner, ending))

    def deal_round(self) -> None:
        """Gather all cards, shuffle and deal."""
        self.hands = empty_hands(self.players)
        self.pile = full_deck(Rng(self.seed, self.round))
        self.phase = PLAY_OR_DRAW
        self.ending = RUNNING
        self.winner = NOBODY
        self.loser = NOBODY
        self.pending = 0
        self.war = NO_WAR
        self.drawn = NO_CARD
        self.called = False
        self.four_by = NOBODY
        self.idle = 0
        self.moves = 0
        self.direction = 1
        self.deal_cards()

    def deal_cards(self) -> None:
        """Deal the hands from a full deck, then turn the first card."""
        players = self.players
        self.pile.deal(self.hands, players, self.rules.hand_size, self.left)
        if self.trace is not None:
            for seat in range(players):
                self.trace.append((NOTE_DEALT, seat, *cards_in(self.hands, seat * STRIDE)))
        # The deal passes on each round; seat 0 begins the first.
        dealer: i64 = (players - 1 + self.round) % players
        self.turn = self.after(dealer, 1)
        self.turn_first_card()

    def turn_first_card(self) -> None:
        """Turn the first card that may lie there, and let it act."""
        rules = self.rules
        while True:
            card = self.pile.draw()
            rank = RANK_OF[card]
            if card == WILD_DRAW_FOUR:
                allowed = False
            elif rules.first_number:
                allowed = rank < SKIP
            else:
                allowed = rank != DRAW_TWO or rules.first_draw_two
            if allowed:
                break
            self.pile.put_back(card)
        self.top = card
        self.colour = COLOUR_OF[card]
        if self.trace is not None:
            self.trace.append((NOTE_FIRST_CARD, self.turn, card))
        if card == WILD:
            if rules.choose_first:
                self.phase = COLOUR_CHOICE
        elif rank == SKIP:
            self.turn = self.after(self.turn, 1)
        elif rank == REVERSE:
            # The dealer begins and play goes the other way.
            self.direction = -1
            self.turn = self.after(self.turn, 1)
        elif rank == DRAW_TWO:
            if rules.two_waits:
                self.pending = 2
                self.war = TWO_WAR
            else:
                self.give(self.turn, 2)
                self.turn = self.after(self.turn, 1)
