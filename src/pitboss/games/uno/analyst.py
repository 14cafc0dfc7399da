"""Decisions in UNO explained: what others' draws say of their hands, and habits."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any, ClassVar, Final

from pitboss.games.analyst import Analyst, Habit
from pitboss.games.game import Decider
from pitboss.games.uno.actions import (
    CALL_UNO,
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
from pitboss.games.uno.cards import (
    BIT,
    CARD_KINDS,
    COLOUR_BITS,
    COLOURED_BITS,
    COLOURS,
    DRAW_TWO_BITS,
    MATCHES,
    NO_COLOUR,
    RANK_OF,
    WILD,
    WILD_BIT,
    WILD_DRAW_FOUR,
    WILD_DRAW_FOUR_BIT,
    WORTH,
)
from pitboss.games.uno.game import UnoGame
from pitboss.games.uno.hands import FOURS, HELD, SIZE, STRIDE, TWICE, WILDS, cards_in
from pitboss.games.uno.notation import write_action, write_card
from pitboss.games.uno.table import AFTER_DRAW, CATCH_CHOICE, COLOUR_CHOICE, PLAY_OR_DRAW, TWO_WAR

# How often a player draws though it could play, where the rules allow it, for all that we know.
_DRAWS_ANYWAY: Final = 0.1
# So much of what was learnt of a seat is remembered: its hand changes.
_REMEMBERED: Final = 4
_SWAPPING_RANKS: Final = (0, 7)

WILD_EARLY: Final = "wild_early"
DRAWS: Final = "draws"
KEEPS_DRAWN: Final = "keeps_drawn"
TAKES: Final = "takes"
POOR_COLOUR: Final = "poor_colour"
FORGETS_UNO: Final = "forgets_uno"
ONE_OF_TWO: Final = "one_of_two"
DRAW_TWO_EARLY: Final = "draw_two_early"
KEEPS_HIGH: Final = "keeps_high"
LETS_OFF: Final = "lets_off"
CHALLENGES: Final = "challenges"
NEVER_CHALLENGES: Final = "never_challenges"

HABITS: Final = (
    Habit(WILD_EARLY, "plays a wild though a coloured card goes"),
    Habit(DRAWS, "draws though it could play"),
    Habit(KEEPS_DRAWN, "keeps a drawn card that goes"),
    Habit(TAKES, "takes the cards though it could answer"),
    Habit(POOR_COLOUR, "names another colour than the one it holds most of"),
    Habit(FORGETS_UNO, "does not call UNO"),
    Habit(ONE_OF_TWO, "plays one card of two that go together"),
    Habit(DRAW_TWO_EARLY, "plays a +2 though another coloured card goes"),
    Habit(KEEPS_HIGH, "plays a low card and keeps a higher one that goes"),
    Habit(LETS_OFF, "lets somebody off who forgot to call UNO"),
    Habit(CHALLENGES, "challenges a wild draw four"),
    Habit(NEVER_CHALLENGES, "takes a wild draw four without a challenge"),
)


@dataclass
class _Lack:
    """A seat held none of these cards; it has drawn some since."""

    cards: int
    # How likely the observation is if it did hold one.
    anyway: float
    drawn_since: int = 0


class UnoAnalyst(Analyst[UnoGame]):
    """Knows that who draws can hardly play."""

    habits: ClassVar[Sequence[Habit]] = HABITS

    def __init__(
        self, kind: Any, rules: Any, seat: int, bots: list[Decider], known: Sequence[Any] = ()
    ) -> None:
        super().__init__(kind, rules, seat, bots, known)
        self._round = -1
        self._sizes: list[int] = []
        self._lacks: dict[int, list[_Lack]] = {}

    # Worlds that fit.

    def watch(self, game: UnoGame, action: int) -> None:
        """Learn what another seat lacks: cards that go, or the colour under its wild draw four."""
        sizes = [int(game.hands[seat * STRIDE + SIZE]) for seat in range(game.seats)]
        if game.round != self._round:
            self._round = game.round
            self._lacks = {}
            self._sizes = sizes
        for seat, lacks in self._lacks.items():
            for lack in lacks:
                lack.drawn_since += max(0, sizes[seat] - self._sizes[seat])
        self._sizes = sizes
        actor = game.actor()
        if actor == self.seat or game.phase > AFTER_DRAW:
            return
        learnt = _lack(game, action)
        if learnt is not None:
            lacks = self._lacks.setdefault(actor, [])
            if game.phase == AFTER_DRAW and lacks:
                # It says more than the draw just before it.
                lacks.pop()
            lacks.append(learnt)
            del lacks[:-_REMEMBERED]
        elif game.rules.seven_zero and action < 2 * PLAYS:
            if RANK_OF[played_card(action)] in _SWAPPING_RANKS:
                self._lacks = {}

    @property
    def is_informed(self) -> bool:
        """Whether anything is known of a hand."""
        return any(self._lacks.values())

    def weight(self, world: UnoGame) -> float:
        """How likely the others would have drawn as they did, holding what they hold here."""
        weight = 1.0
        for seat, lacks in self._lacks.items():
            at = seat * STRIDE
            size = int(world.hands[at + SIZE])
            for lack in lacks:
                old = size - lack.drawn_since
                if old <= 0:
                    continue
                held = _number_held(world, at, lack.cards)
                # Which of its cards are the old ones is not known: any might be.
                none = comb(size - held, old) / comb(size, old)
                weight *= lack.anyway + (1 - lack.anyway) * none
        return weight

    # Habits.

    def habits_in(self, game: UnoGame, action: int) -> set[str]:
        """What the action shows of its player."""
        if game.phase == CATCH_CHOICE:
            return {LETS_OFF} if action == PASS else set()
        if game.phase == COLOUR_CHOICE:
            return {POOR_COLOUR} if self._is_poor(game, action - CHOOSE_COLOUR) else set()
        if game.phase > AFTER_DRAW:
            return set()
        shown = set()
        if action < 2 * PLAYS:
            shown = self._played(game, action)
        elif action == CHALLENGE:
            shown.add(CHALLENGES)
        elif game.plays and (action == DRAW or action >= DRAW_NAMING):
            shown.add(DRAWS)
        elif action == PASS:
            if game.plays:
                shown.add(KEEPS_DRAWN if game.phase == AFTER_DRAW else TAKES)
            if game.may_challenge():
                shown.add(NEVER_CHALLENGES)
        return shown

    def _played(self, game: UnoGame, action: int) -> set[str]:
        shown = set()
        card = int(played_card(action))
        coloured = int(game.plays & COLOURED_BITS)
        copies = 1 if action < PLAYS else 2
        if card >= WILD:
            if coloured:
                shown.add(WILD_EARLY)
            if self._is_poor(game, int(named_colour(action))):
                shown.add(POOR_COLOUR)
        elif game.pending == 0:
            others = coloured & ~DRAW_TWO_BITS
            if BIT[card] & DRAW_TWO_BITS:
                if others:
                    shown.add(DRAW_TWO_EARLY)
            elif any(WORTH[other] > WORTH[card] for other in _cards(others)):
                shown.add(KEEPS_HIGH)
        if copies == 1 and game.doubles() & BIT[card]:
            shown.add(ONE_OF_TWO)
        left = int(game.hands[self.seat * STRIDE + SIZE]) - copies
        if left == 1 and game.may_call():
            shown.add(FORGETS_UNO)
        return shown

    def _is_poor(self, game: UnoGame, colour: int) -> bool:
        if colour == NO_COLOUR:
            return False
        at = self.seat * STRIDE
        counts = [_number_held(game, at, int(COLOUR_BITS[one])) for one in range(COLOURS)]
        return counts[colour] < max(counts)

    # Words.

    def spelled(self, game: UnoGame, action: int) -> str:
        """As people write it."""
        if action == PASS and game.pending > 0:
            return f"take {game.pending}"
        if action == CALL_UNO:
            return "call UNO"
        if SWAP <= action < DRAW_NAMING:
            return f"swap with seat {action - SWAP}"
        return write_action(action)

    def situation(self, game: UnoGame) -> str:
        """The hand, the card on the table, and what waits to be drawn."""
        hand = " ".join(write_card(card) for card in cards_in(game.hands, self.seat * STRIDE))
        table = write_card(int(game.top), int(game.colour))
        due = f", {game.pending} to take" if game.pending > 0 else ""
        return f"holding {hand} on {table}{due}"


def _lack(game: UnoGame, action: int) -> _Lack | None:
    """What the actor has not got if it does this; None if it tells nothing."""
    colour, rules = int(game.colour), game.rules
    if colour == NO_COLOUR:
        return None
    fits = int(MATCHES[colour * CARD_KINDS + game.top])
    anyway = 0.0 if rules.must_play else _DRAWS_ANYWAY
    if game.phase == PLAY_OR_DRAW and game.pending > 0:
        if action != PASS:
            return None
        answers = rules.answers_to_two if game.war == TWO_WAR else rules.answers_to_four
        return _Lack(fits & int(answers), _DRAWS_ANYWAY) if answers else None
    if rules.four_needs_no_match:
        # Whether it goes depends on the rest of the hand.
        fits &= ~WILD_DRAW_FOUR_BIT
        if action < 2 * PLAYS and played_card(action) == WILD_DRAW_FOUR:
            return _Lack(int(COLOUR_BITS[colour]), 0.0)
    drew = game.phase == PLAY_OR_DRAW and (action == DRAW or action >= DRAW_NAMING)
    passed = game.phase == AFTER_DRAW and action == PASS and not rules.keep_drawn
    return _Lack(fits, anyway) if drew or passed else None


def _number_held(game: UnoGame, at: int, cards: int) -> int:
    """How many cards of a set the hand has."""
    hands = game.hands
    number = (int(hands[at + HELD]) & cards & COLOURED_BITS).bit_count()
    number += (int(hands[at + TWICE]) & cards).bit_count()
    if cards & WILD_BIT:
        number += int(hands[at + WILDS])
    if cards & WILD_DRAW_FOUR_BIT:
        number += int(hands[at + FOURS])
    return number


def _cards(mask: int) -> list[int]:
    return [card for card in range(WILD) if mask & BIT[card]]
