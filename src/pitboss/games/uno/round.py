"""Rounds: the deal, the passing of turns, the end and its score."""

from typing import Final

from pitboss.games.arrays import i64
from pitboss.games.rng import Rng
from pitboss.games.uno.cards import (
    BIT,
    COLOUR_OF,
    DRAW_TWO,
    NO_CARD,
    RANK_OF,
    REVERSE,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
)
from pitboss.games.uno.hands import SIZE, STRIDE, cards_in, empty_hands, worth
from pitboss.games.uno.notes import (
    NOTE_DEALT,
    NOTE_FIRST_CARD,
    NOTE_GAME_OVER,
    NOTE_ROUND_OVER,
    NOTE_SKIPPED,
)
from pitboss.games.uno.pile import full_deck
from pitboss.games.uno.table import (
    CATCH_CHOICE,
    COLOUR_CHOICE,
    HAND_LIMIT,
    NO_WAR,
    NOBODY,
    OVER,
    PLAY_OR_DRAW,
    RUNNING,
    STALEMATE,
    TWO_WAR,
    WENT_OUT,
    WITHDRAWAL,
    Table,
)

# A game to a target ends after this many rounds in any case; the points then decide.
ROUND_LIMIT: Final = 1000


class Round(Table):
    """A table with rounds: from the deal to the end, and on to the next."""

    __slots__ = ()

    # Turns and hands that end a round.

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

    def give(self, seat: i64, count: i64) -> None:
        """Make the seat draw as many cards as there are; too large a hand ends the round."""
        if self.draw_cards(seat, count) > 0:
            self.idle = 0
        elif count > 0:
            self.idle += 1
        self.check_limit(seat)

    def check_limit(self, seat: i64) -> None:
        """End the round if the seat has more cards than the rules allow."""
        limit = self.rules.hand_limit
        if limit > 0 and self.hands[seat * STRIDE + SIZE] > limit:
            if self.rules.limit_next:
                self._next_wins(seat)
            else:
                self.count_hands(HAND_LIMIT, seat)

    def _next_wins(self, loser: i64) -> None:
        """End the round for who comes next, who scores all hands but the loser's, its own too."""
        total: i64 = 0
        seat: i64 = 0
        while seat < self.players:
            if seat != loser and self.left & BIT[seat] == 0:
                total += worth(self.hands, seat * STRIDE)
            seat += 1
        self.end_round(HAND_LIMIT, self.after(loser, 1), loser, total)

    # The end of a round.

    def go_out(self, seat: i64, adds: i64) -> None:
        """End the round: the seat has played its last card."""
        # A last-card reverse that answers a draw has not yet changed the direction.
        due: i64 = self.pending + adds
        if due > 0 and self.rules.last_card_draws:
            # The round is won, so the hand limit no longer applies.
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
        """End the round although nobody went out: the cheapest hand scores the others' excess."""
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
            # Copies of a game share the scores array, so it is replaced, not changed.
            self.scores = self.scores[:]
            self.scores[winner] += points
        for score in self.scores:
            if score > best:
                best = score
        if self.trace is not None:
            self.trace.append((NOTE_ROUND_OVER, winner, ending, points, *self.scores))
        self.phase = OVER
        if rules.target > best and ending != WITHDRAWAL and self.round + 1 < ROUND_LIMIT:
            self.round += 1
            self.deal_round()
        elif self.trace is not None:
            self.trace.append((NOTE_GAME_OVER, winner, ending))

    # The beginning of a round.

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
        """Turn up a first card that the rules allow, and apply its effect."""
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
