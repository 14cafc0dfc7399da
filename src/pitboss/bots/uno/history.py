"""What the others did between two decisions of a seat, read from what that seat can see.

The cards that were played lie in the discards, and the hands have sizes. The engine itself replays
what may have happened, until everything is as it is seen.
"""

from typing import Final, final

from pitboss.bots.uno.conduct import Decision
from pitboss.games.arrays import i64
from pitboss.games.uno.actions import (
    CALL_UNO,
    CATCH,
    CHALLENGE,
    CHOOSE_COLOUR,
    DRAW,
    DRAW_NAMING,
    PASS,
    PLAYS,
    play,
)
from pitboss.games.uno.cards import (
    BIT,
    CARD_KINDS,
    COLOUR_OF,
    DRAW_TWO,
    MATCHES,
    NO_CARD,
    RANK_OF,
    WILD,
    WILD_BIT,
    WILD_DRAW_FOUR,
)
from pitboss.games.uno.game import UnoGame
from pitboss.games.uno.hands import (
    FOURS,
    SIZE,
    STRIDE,
    TWICE,
    WILDS,
    add_card,
    cards_in,
    number_of,
    take_card,
)
from pitboss.games.uno.table import (
    AFTER_DRAW,
    CATCH_CHOICE,
    COLOUR_CHOICE,
    OVER,
    SWAP_CHOICE,
    TWO_WAR,
)

# What a seat showed: that it had none of these cards, that it probably had none of them, that it
# got so many cards, that it played this one, perhaps just drawn, that it named this colour, that it
# made the decision of this number.
LACKED: Final = 0
AVOIDED: Final = 1
GOT: Final = 2
PLAYED: Final = 3
PLAYED_DRAWN: Final = 4
NAMED: Final = 5
DECIDED: Final = 6

# Positions that are tried before the history counts as unreadable.
_TRIES: Final = 1000


@final
class History:
    """What the others showed, in order, as (seat, kind, cards or number); and their decisions."""

    __slots__ = ("decisions", "shown")

    def __init__(self, shown: list[tuple[int, int, int]], decisions: list[Decision]) -> None:
        self.shown = shown
        self.decisions = decisions


def what_happened(before: UnoGame, action: i64, now: UnoGame, seat: i64) -> History | None:
    """What each other seat showed since; None if unreadable.

    `before` is the position in which the seat last decided, on this action; in `now` it is to
    decide again.
    """
    cards = now.pile.discarded - before.pile.discarded
    rules = now.rules
    if cards < 0 or rules.seven_zero or rules.until_playable or now.left != before.left:
        return None
    return _Replay(now, seat, cards).run(before, action)


@final
class _Replay:
    """Tries what may have happened, depth first."""

    __slots__ = ("cards", "decisions", "now", "seat", "shown", "tries")

    def __init__(self, now: UnoGame, seat: i64, count: i64) -> None:
        self.now = now
        self.seat = seat
        self.tries: i64 = _TRIES
        # The cards that were played, the oldest first: each was on the table before the next.
        self.cards: list[int] = []
        if count > 0:
            discards = now.pile.discards()
            self.cards = [*discards[len(discards) - count + 1 :], now.top]
        self.shown: list[tuple[int, int, int]] = []
        # By number, those of ways that led nowhere too.
        self.decisions: list[Decision] = []

    def run(self, before: UnoGame, action: i64) -> History | None:
        """Begin with what the seat itself did."""
        start = before.copy()
        _blank_others(start, self.seat)
        if self._begins(start, action):
            return History(self.shown, self.decisions)
        return None

    def _begins(self, start: UnoGame, action: i64) -> bool:
        if action == DRAW or action >= DRAW_NAMING:
            return self._drew(start, action)
        if action == CHALLENGE:
            return self._challenged(start, 0, True)
        own: i64 = 0
        if action < PLAYS:
            own = 1
        elif action < 2 * PLAYS:
            own = 2
        return own <= len(self.cards) and self._try(start, action, own, True)

    def _drew(self, start: UnoGame, action: i64) -> bool:
        """Whether the seat drew one of the cards that it has got, or the first that was played."""
        kept = cards_in(self.now.hands, self.seat * STRIDE)
        had = cards_in(start.hands, self.seat * STRIDE)
        for card in kept:
            if number_of(start.hands, self.seat * STRIDE, card) < kept.count(card):
                twin = start.copy()
                if _put_on_top(twin, card):
                    twin.apply(action)
                    if self._goes_on(start, twin, 0, True):
                        return True
        if start.rules.auto_play and len(self.cards) > 0 and len(kept) >= len(had):
            twin = start.copy()
            if _put_on_top(twin, self.cards[0]):
                twin.apply(action)
                return self._goes_on(start, twin, 1, True)
        return False

    def _follow(self, game: UnoGame, at: i64, colour_known: bool) -> bool:
        """Whether the rest can be explained from here; then `shown` says how."""
        now = self.now
        if game.moves == now.moves:
            return at == len(self.cards) and self._is_as_seen(game)
        self.tries -= 1
        if game.phase == OVER or game.turn == self.seat or self.tries < 0:
            return False
        if not self._is_possible(game, at):
            return False
        phase = game.phase
        if phase == CATCH_CHOICE:
            return self._try(game, CATCH, at, colour_known) or self._try(
                game, PASS, at, colour_known
            )
        if phase == COLOUR_CHOICE:
            return now.colour >= 0 and self._try(game, CHOOSE_COLOUR + now.colour, at, True)
        if phase == SWAP_CHOICE:
            return False
        if at < len(self.cards) and self._plays(game, at, colour_known):
            return True
        if game.rules.uno_call and game.may_call() and self._try(game, CALL_UNO, at, colour_known):
            return True
        if game.pending > 0:
            return self._answers(game, at, colour_known)
        if phase == AFTER_DRAW:
            return self._try(game, PASS, at, colour_known)
        return self._draws(game, at, colour_known)

    def _try(self, game: UnoGame, action: i64, at: i64, colour_known: bool) -> bool:
        twin = game.copy()
        twin.apply(action)
        return self._goes_on(game, twin, at, colour_known)

    def _goes_on(self, game: UnoGame, twin: UnoGame, at: i64, colour_known: bool) -> bool:
        """Go on from the twin, and note who got cards on the way to it."""
        known = len(self.shown)
        seat: i64 = 0
        while seat < game.players:
            got = twin.hands[seat * STRIDE + SIZE] - game.hands[seat * STRIDE + SIZE]
            if got > 0 and seat != self.seat:
                self.shown.append((seat, GOT, got))
            seat += 1
        _blank_others(twin, self.seat)
        if self._follow(twin, at, colour_known):
            return True
        del self.shown[known:]
        return False

    def _plays(self, game: UnoGame, at: i64, colour_known: bool) -> bool:
        """Whether the actor may have played the next card, or the next two at once."""
        card: i64 = self.cards[at]
        seat = game.turn
        if not _matches(game, card, colour_known):
            return False
        if game.phase == AFTER_DRAW and game.drawn != card:
            return False
        colour, is_known = self._colour(card, at + 1)
        twin = game.copy()
        _hand_in(twin, seat, card)
        if not colour_known and card < WILD:
            twin.colour = COLOUR_OF[card]
        twin.ask()
        if twin.plays & BIT[card] == 0:
            return False
        known = len(self.shown)
        if card >= WILD and colour_known and game.pending == 0 and game.colour >= 0:
            # Hardly anybody plays a wild while something else plays.
            rest: i64 = MATCHES[game.colour * CARD_KINDS + game.top] & (WILD_BIT - 1)
            self.shown.append((seat, AVOIDED, rest))
        reread = len(self.shown)
        two = (
            game.rules.double_play
            and game.phase != AFTER_DRAW
            and at + 1 < len(self.cards)
            and self.cards[at + 1] == card
        )
        if two:
            double = twin.copy()
            _hand_in(double, seat, card)
            double.ask()
            if double.doubles() & BIT[card]:
                after_two, two_known = self._colour(card, at + 2)
                both = play(card, after_two) + PLAYS
                self._decides(game, both, colour_known and two_known)
                self.shown.append((seat, PLAYED, card))
                self.shown.append((seat, PLAYED, card))
                double.apply(both)
                if self._goes_on(game, double, at + 2, two_known):
                    return True
                del self.shown[reread:]
        one = play(card, colour)
        if game.phase == AFTER_DRAW:
            self.shown.append((seat, PLAYED_DRAWN, card))
        else:
            self._decides(game, one, colour_known and is_known)
            self.shown.append((seat, PLAYED, card))
        if card >= WILD and is_known:
            self.shown.append((seat, NAMED, colour))
        twin.apply(one)
        if self._goes_on(game, twin, at + 1, is_known):
            return True
        del self.shown[known:]
        return False

    def _decides(self, game: UnoGame, action: i64, is_known: bool) -> None:
        """Note a decision, if the position and the action are known."""
        if is_known:
            self.shown.append((game.turn, DECIDED, len(self.decisions)))
            self.decisions.append(Decision(game, action))

    def _draws(self, game: UnoGame, at: i64, colour_known: bool) -> bool:
        """Whether the actor may have drawn: a card that does not play, or the next that was."""
        seat = game.turn
        known = len(self.shown)
        misses: i64 = 0
        if colour_known and game.colour >= 0:
            misses = MATCHES[game.colour * CARD_KINDS + game.top]
        if at < len(self.cards) and _matches(game, self.cards[at], colour_known):
            card: i64 = self.cards[at]
            self.shown.append((seat, LACKED, misses))
            twin = game.copy()
            if not colour_known and card < WILD:
                twin.colour = COLOUR_OF[card]
            if _put_on_top(twin, card):
                if game.rules.auto_play:
                    colour, is_known = self._colour(card, at + 1)
                    twin.apply(DRAW_NAMING + colour)
                    if self._goes_on(game, twin, at + 1, is_known):
                        return True
                else:
                    twin.apply(DRAW)
                    if self._goes_on(game, twin, at, colour_known):
                        return True
            del self.shown[known:]
        blank = _miss(game)
        twin = game.copy()
        if blank == NO_CARD or not _put_on_top(twin, blank):
            return False
        twin.apply(DRAW)
        # The card that was drawn did not play either.
        self.shown.append((seat, GOT, 1))
        self.shown.append((seat, LACKED, misses))
        _blank_others(twin, self.seat)
        if self._follow(twin, at, colour_known):
            return True
        del self.shown[known:]
        return False

    def _answers(self, game: UnoGame, at: i64, colour_known: bool) -> bool:
        """Whether the actor may have taken the pending cards, or challenged."""
        seat = game.turn
        known = len(self.shown)
        misses: i64 = 0
        if colour_known and game.colour >= 0:
            answers = (
                game.rules.answers_to_two if game.war == TWO_WAR else game.rules.answers_to_four
            )
            misses = MATCHES[game.colour * CARD_KINDS + game.top] & answers
        if misses != 0:
            self.shown.append((seat, LACKED, misses))
        if self._try(game, PASS, at, colour_known):
            return True
        if game.may_challenge() and self._challenged(game, at, colour_known):
            return True
        del self.shown[known:]
        return False

    def _challenged(self, game: UnoGame, at: i64, colour_known: bool) -> bool:
        """Whether a challenge explains it, won or lost."""
        for guilty in (True, False):
            twin = game.copy()
            twin.bluff = guilty
            if self._try(twin, CHALLENGE, at, colour_known):
                return True
        return False

    def _colour(self, card: i64, after: i64) -> tuple[i64, bool]:
        """The colour that was named with a card, and whether that is sure."""
        if card < WILD:
            return COLOUR_OF[card], True
        if after == len(self.cards):
            return self.now.colour, True
        following: i64 = self.cards[after]
        if following < WILD:
            # Nothing else plays on a wild.
            return COLOUR_OF[following], True
        return 0, False

    def _is_possible(self, game: UnoGame, at: i64) -> bool:
        """Whether what is left to happen can make the hands as large as they are."""
        fewer: i64 = 0
        more: i64 = 0
        seat: i64 = 0
        while seat < game.players:
            change = self.now.hands[seat * STRIDE + SIZE] - game.hands[seat * STRIDE + SIZE]
            if change > 0:
                more += change
            else:
                fewer -= change
            seat += 1
        if fewer > len(self.cards) - at:
            return False
        draws = self.now.moves - game.moves + game.pending
        if game.rules.uno_call:
            draws += game.rules.uno_penalty
        while at < len(self.cards):
            if RANK_OF[self.cards[at]] == DRAW_TWO:
                draws += 2
            elif self.cards[at] == WILD_DRAW_FOUR:
                # And what a challenge costs.
                draws += 6
            at += 1
        return more <= draws

    def _is_as_seen(self, game: UnoGame) -> bool:
        now = self.now
        if game.turn != now.turn or game.phase != now.phase or game.pending != now.pending:
            return False
        seat: i64 = 0
        while seat < game.players:
            if game.hands[seat * STRIDE + SIZE] != now.hands[seat * STRIDE + SIZE]:
                return False
            seat += 1
        return game.direction == now.direction


def _blank_others(game: UnoGame, seat: i64) -> None:
    """Replace all other hands by as many wilds: what they hold is not known."""
    other: i64 = 0
    while other < game.players:
        if other != seat:
            at = other * STRIDE
            size = game.hands[at + SIZE]
            game.hands[at] = WILD_BIT if size > 0 else 0
            game.hands[at + TWICE] = 0
            game.hands[at + WILDS] = size
            game.hands[at + FOURS] = 0
        other += 1
    game.ask()


def _hand_in(game: UnoGame, seat: i64, card: i64) -> None:
    """Exchange one of the wilds that stand for a hand for a real card."""
    take_card(game.hands, seat * STRIDE, WILD)
    add_card(game.hands, seat * STRIDE, card)


def _matches(game: UnoGame, card: i64, colour_known: bool) -> bool:
    """Whether the card plays on the table; on a wild of unknown colour anything may."""
    if card >= WILD or not colour_known or game.colour < 0:
        return True
    return MATCHES[game.colour * CARD_KINDS + game.top] & BIT[card] != 0


def _miss(game: UnoGame) -> i64:
    """A card that does not play on the table; `NO_CARD` if all do."""
    if game.colour < 0:
        return NO_CARD
    matches = MATCHES[game.colour * CARD_KINDS + game.top]
    card: i64 = 0
    while card < WILD:
        if matches & BIT[card] == 0:
            return card
        card += 1
    return NO_CARD


def _put_on_top(game: UnoGame, card: i64) -> bool:
    """Make the card the next that is drawn, and drawing legal; False if there is no pile."""
    pile = game.pile
    if pile.count == 0:
        return False
    last = pile.count - 1
    pile.cards[last] = card
    if pile.loose > last:
        pile.loose = last
    if pile.under > last:
        pile.under = last
    game.plays = 0
    return True
