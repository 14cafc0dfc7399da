"""A game of the UNO family in progress: the contract of games/game.py.

Which moves are legal, and what they do, is in moves.py.
"""

from typing import Final, final

from pitboss.games.arrays import i64, vec
from pitboss.games.game import SPECTATOR, Decider, IllegalAction, Result
from pitboss.games.rng import Rng
from pitboss.games.uno.actions import (
    ACTIONS,
    CALL_UNO,
    CATCH,
    CHALLENGE,
    CHOOSE_COLOUR,
    DRAW,
    DRAW_NAMING,
    PASS,
    PLAYS,
    SWAP,
    named_colour,
    played_card,
)
from pitboss.games.uno.cards import BIT, NO_CARD, NO_COLOUR, WILD, WILD_DRAW_FOUR
from pitboss.games.uno.hands import SIZE, STRIDE, add_card, cards_in, empty_hands, number_of, worth
from pitboss.games.uno.moves import Moves
from pitboss.games.uno.notes import (
    NOTE_CALLED_UNO,
    NOTE_CAUGHT,
    NOTE_CHALLENGED,
    NOTE_CHOSE_COLOUR,
    NOTE_PASSED,
    NOTE_SHOWED,
    NOTE_TOOK,
    NOTE_WITHDREW,
)
from pitboss.games.uno.pile import Pile, full_deck
from pitboss.games.uno.table import (
    AFTER_DRAW,
    CATCH_CHOICE,
    COLOUR_CHOICE,
    MOVE_LIMIT,
    NOBODY,
    OVER,
    PLAY_OR_DRAW,
    RUNNING,
    SWAP_CHOICE,
    WITHDRAWAL,
    RuleFlags,
)
from pitboss.games.uno.view import UnoView, uno_text, view_of

ENDINGS: Final = ("", "went-out", "hand-limit", "stalemate", "move-limit", "withdrawal")
_CHALLENGE_COSTS: Final = 2


@final
class UnoGame(Moves):
    """One game, of one round or of rounds to a target."""

    __slots__ = ()

    @property
    def seats(self) -> int:
        return self.players

    def actor(self) -> int:
        return self.turn if self.phase != OVER else -1

    def restart(self, seed: int) -> None:
        self.seed = seed
        self.round = 0
        self.left = 0
        self.leavers = []
        self.scores = vec[i64]([0] * self.players)
        self.offender = NOBODY
        self.resume = 0
        self.four_on = NO_COLOUR
        self.bluff = False
        self.deal_round()
        self.ask()

    # Playing.

    def apply(self, action: int) -> None:
        # The two commonest actions come first.
        if 0 <= action < WILD and self.plays & BIT[action]:
            self.play_card(action, NO_COLOUR, 1)
        elif action == DRAW and self.may_draw():
            self.draw_for_turn(NO_COLOUR)
        else:
            self._apply_other(action)
        self.moves += 1
        if self.moves >= self.rules.move_limit and self.phase != OVER:
            self.count_hands(MOVE_LIMIT, NOBODY)
        if self.phase <= AFTER_DRAW:
            self.plays = self.playable()
        else:
            self.plays = 0

    def _apply_other(self, action: int) -> None:
        if self.phase == OVER:
            raise IllegalAction("game_over")
        if action < 0 or action >= ACTIONS:
            raise IllegalAction("no_such_action", action=action)
        code: i64 = action
        if code < DRAW:
            self._play(code)
        elif code == DRAW:
            raise self._why_not_draw()
        elif code == PASS:
            self._pass()
        elif code == CALL_UNO:
            self._call_uno()
        elif code == CATCH:
            self._catch()
        elif code == CHALLENGE:
            self._challenge()
        elif code < SWAP:
            self._choose_colour(code - CHOOSE_COLOUR)
        elif code < DRAW_NAMING:
            self._swap(code - SWAP)
        elif self.may_draw_naming():
            self.draw_for_turn(code - DRAW_NAMING)
        elif self.may_draw():
            raise IllegalAction("no_colour_to_choose")
        else:
            raise self._why_not_draw()

    def _play(self, code: i64) -> None:
        card = played_card(code)
        copies: i64 = 1 if code < PLAYS else 2
        mask = self.plays if copies == 1 else self.doubles()
        if mask & BIT[card] == 0:
            raise self._why_not(card, copies)
        self.play_card(card, named_colour(code), copies)

    def _why_not(self, card: i64, copies: i64) -> IllegalAction:
        if self.phase > AFTER_DRAW:
            return self._wrong_phase()
        if number_of(self.hands, self.turn * STRIDE, card) == 0:
            return IllegalAction("not_in_hand", card=card)
        if self.phase == AFTER_DRAW and card != self.drawn:
            return IllegalAction("only_the_drawn_card", card=card, drawn=self.drawn)
        if copies == 2 and not self.rules.double_play:
            return IllegalAction("no_double_play", card=card)
        if copies == 2 and self.phase == AFTER_DRAW:
            return IllegalAction("no_double_after_draw", card=card)
        if copies == 2 and number_of(self.hands, self.turn * STRIDE, card) == 1:
            return IllegalAction("only_one_in_hand", card=card)
        if self.pending > 0:
            return IllegalAction("must_answer_or_take", card=card, pending=self.pending)
        if card == WILD_DRAW_FOUR:
            return IllegalAction("colour_in_hand", card=card, colour=self.colour)
        return IllegalAction("not_playable", card=card, top=self.top, colour=self.colour)

    def _wrong_phase(self) -> IllegalAction:
        if self.phase == COLOUR_CHOICE:
            return IllegalAction("choose_a_colour_first")
        if self.phase == SWAP_CHOICE:
            return IllegalAction("choose_a_seat_to_swap_with")
        return IllegalAction("catch_or_pass", offender=self.offender)

    def _why_not_draw(self) -> IllegalAction:
        if self.phase > AFTER_DRAW:
            return self._wrong_phase()
        if self.phase == AFTER_DRAW:
            return IllegalAction("already_drew")
        if self.pending > 0:
            return IllegalAction("must_answer_or_take", pending=self.pending)
        return IllegalAction("must_play")

    def _pass(self) -> None:
        if not self.may_pass():
            raise IllegalAction("pass_before_draw") if self.phase == 0 else self._wrong_phase()
        if self.phase == CATCH_CHOICE:
            self._close_catch()
        elif self.pending > 0:
            if self.trace is not None:
                self.trace.append((NOTE_TOOK, self.turn, self.pending))
            self.give_pending(self.turn)
            if self.ending == RUNNING:
                self.end_turn(1)
        else:
            if self.trace is not None:
                self.trace.append((NOTE_PASSED, self.turn))
            self.end_turn(1)

    def _call_uno(self) -> None:
        if self.phase > AFTER_DRAW:
            raise self._wrong_phase()
        if not self.may_call():
            raise IllegalAction(
                "no_call_now", cards=self.hands[self.turn * STRIDE + SIZE], called=self.called
            )
        self.called = True
        if self.trace is not None:
            self.trace.append((NOTE_CALLED_UNO, self.turn))

    def _catch(self) -> None:
        if self.phase != CATCH_CHOICE:
            raise IllegalAction("nobody_to_catch")
        if self.trace is not None:
            self.trace.append((NOTE_CAUGHT, self.turn, self.offender))
        self.give(self.offender, self.rules.uno_penalty)
        if self.ending == RUNNING:
            self._close_catch()

    def _close_catch(self) -> None:
        self.offender = NOBODY
        self.turn = self.resume
        self.phase = PLAY_OR_DRAW

    def _challenge(self) -> None:
        if not self.may_challenge():
            raise IllegalAction("nothing_to_challenge")
        accused = self.four_by
        if self.trace is not None:
            guilt: i64 = 1 if self.bluff else 0
            self.trace.append((NOTE_CHALLENGED, self.turn, accused, guilt))
            shown = cards_in(self.hands, accused * STRIDE)
            self.trace.append((NOTE_SHOWED, accused, self.turn, *shown))
        if self.bluff:
            # The challenger's own turn goes on, with the colour that was named.
            self.give_pending(accused)
        else:
            self.pending += _CHALLENGE_COSTS
            self.give_pending(self.turn)
            if self.ending == RUNNING:
                self.end_turn(1)

    def _choose_colour(self, colour: i64) -> None:
        if self.phase != COLOUR_CHOICE:
            raise IllegalAction("no_colour_to_choose")
        self.colour = colour
        self.phase = PLAY_OR_DRAW
        if self.trace is not None:
            self.trace.append((NOTE_CHOSE_COLOUR, self.turn, colour))

    def _swap(self, other: i64) -> None:
        if self.phase != SWAP_CHOICE:
            raise IllegalAction("nobody_to_swap_with")
        if other >= self.players or not self.may_swap_with(other):
            raise IllegalAction("no_swap_with_that_seat", seat=other)
        self.swap_hands(other)
        self.end_turn(1)

    def withdraw(self, seat: int) -> None:
        if self.phase == OVER:
            raise ValueError("the game is over")
        if seat < 0 or seat >= self.players or self.left & BIT[seat]:
            raise ValueError(f"seat {seat} is not in the game")
        leaver: i64 = seat
        at = leaver * STRIDE
        forfeit = worth(self.hands, at)
        if self.trace is not None:
            self.trace.append((NOTE_WITHDREW, leaver, forfeit))
        if self.phase == CATCH_CHOICE and (leaver == self.turn or leaver == self.offender):
            self._close_catch()
        successor = self.after(leaver, 1)
        self.pile.lay_under(cards_in(self.hands, at))
        for word in range(STRIDE):
            self.hands[at + word] = 0
        self.left |= BIT[leaver]
        self.leavers = [*self.leavers, leaver]
        if self.four_by == leaver:
            self.four_by = NOBODY
        if self.resume == leaver:
            self.resume = successor
        if self.turn == leaver:
            # The next player takes over a pending draw or the choice of a colour.
            self.turn = successor
            self.drawn = NO_CARD
            self.called = False
            if self.phase != COLOUR_CHOICE:
                self.phase = PLAY_OR_DRAW
        if self.present() == 1:
            self.end_round(WITHDRAWAL, self.after(leaver, 1), NOBODY, forfeit)
        self.ask()

    # The result, copies and views.

    def result(self) -> Result:
        if self.phase != OVER:
            raise ValueError("the game is not over")
        keys: list[int] = []
        for seat in range(self.players):
            if self.left & BIT[seat]:
                # The first to leave comes last.
                keys.append(1_000_000 - self.leavers.index(seat))
            elif self.rules.target > 0:
                keys.append(-self.scores[seat])
            elif seat == self.winner:
                keys.append(-1)
            else:
                over: i64 = 100_000 if seat == self.loser else 0
                keys.append(worth(self.hands, seat * STRIDE) + over)
        places = tuple([1 + sum([1 for other in keys if other < key]) for key in keys])
        return Result(places, tuple(self.scores), ENDINGS[self.ending])

    def copy(self) -> "UnoGame":
        twin = UnoGame(
            self.rules, self.players, self.seed, self.hands[:], self.pile.copy(), self.scores
        )
        twin.match(self)
        return twin

    def redeal(self, seat: int, seed: int) -> "UnoGame":
        if seat < SPECTATOR or seat >= self.players:
            raise ValueError(f"there is no seat {seat}")
        twin = self.copy()
        if self.phase != OVER:
            _redeal(self, twin, seat, seed)
        return twin

    def view(self, seat: int) -> UnoView:
        mine = seat == self.turn and self.phase != OVER
        return view_of(self, seat, tuple(self.legal().actions) if mine else ())

    def view_text(self, seat: int) -> str:
        mine = seat == self.turn and self.phase != OVER
        return uno_text(self, seat, [*self.legal().actions] if mine else [])


def _redeal(game: UnoGame, twin: UnoGame, seat: int, seed: int) -> None:
    """Deal to the game's twin, at random, all cards that the seat can't see."""
    twin.seed = seed
    pile = twin.pile
    pile.rng = Rng(seed)
    unseen = pile.fixed_bottom() + pile.loose_cards() + pile.fixed_top()
    for other in range(game.players):
        if other != seat:
            unseen += cards_in(game.hands, other * STRIDE)
            for word in range(STRIDE):
                twin.hands[other * STRIDE + word] = 0
    # Sorted, so that the redeal does not depend on where the cards were.
    unseen.sort()
    for i, card in enumerate(unseen):
        pile.cards[i] = card
    count: i64 = len(unseen)
    pile.count = count
    pile.loose = count
    pile.under = 0
    for other in range(game.players):
        if other != seat:
            for _ in range(game.hands[other * STRIDE + SIZE]):
                add_card(twin.hands, other * STRIDE, pile.draw())
    if game.turn != seat and game.drawn != NO_CARD:
        held = cards_in(twin.hands, game.turn * STRIDE)
        twin.drawn = held[pile.rng.below(len(held))]
    if game.four_by != seat and game.four_by != NOBODY:
        twin.bluff = twin.holds_colour(game.four_by, game.four_on)
    twin.ask()


def deal_game(rules: RuleFlags, players: i64, seed: int) -> UnoGame:
    """A game dealt from the seed."""
    scores = vec[i64]([0] * players)
    game = UnoGame(rules, players, seed, empty_hands(players), full_deck(Rng(seed)), scores)
    game.deal_cards()
    game.ask()
    return game


def set_up_game(
    rules: RuleFlags, seed: int, hands: list[list[int]], pile: Pile, scores: list[int]
) -> UnoGame:
    """A game with these cards; the caller sets the rest of the state, then calls `ask`."""
    game = UnoGame(rules, len(hands), seed, empty_hands(len(hands)), pile, vec[i64](scores))
    for seat, hand in enumerate(hands):
        for card in hand:
            add_card(game.hands, seat * STRIDE, card)
    return game


# As `games.game.play_out`, but for a known class, so that compiled calls cost almost nothing.
def play_out(game: UnoGame, bots: list[Decider], actions: list[int]) -> None:
    """Play to the end, appending each action."""
    while game.phase != OVER:
        seat: int = game.turn
        action = bots[seat].decide(game, seat)
        game.apply(action)
        actions.append(action)


def random_games(rules: RuleFlags, count: int, players: int, seed: int) -> tuple[int, int]:
    """Play so many games at random; returns the number of actions and the sum of winning seats."""
    rng = Rng(seed)
    actions: i64 = 0
    winners: i64 = 0
    number: i64 = 0
    games: i64 = count
    while number < games:
        game = deal_game(rules, players, seed + number)
        while game.phase != OVER:
            game.apply(game.sample(rng))
            actions += 1
        winners += game.winner
        number += 1
    return actions, winners
