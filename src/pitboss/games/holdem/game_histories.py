"""Hand histories of our own games, made from the engine's notes (see notes.py)."""

from collections.abc import Sequence
from typing import TypeGuard

from pitboss.games.game import WITHDRAWAL
from pitboss.games.holdem.cards import card_text
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.history import HandHistory
from pitboss.games.holdem.notes import (
    CALLED,
    CHECKED,
    DEALT,
    FOLDED,
    HAND_OVER,
    HOLE,
    RAISED,
    SHOWN,
    STREET,
)
from pitboss.games.holdem.series import Cash, Tournament


def has_histories(game: object) -> TypeGuard[Hand | Tournament | Cash]:
    """Whether a game is hold'em, and so has hand histories."""
    return isinstance(game, Hand | Tournament | Cash)


def history_of(start: Hand, actions: Sequence[int], players: Sequence[str] = ()) -> HandHistory:
    """The history of one hand: `start` is the hand before the first action."""
    return histories_of(start, actions, players)[0]


def histories_of(
    start: Hand | Tournament | Cash, actions: Sequence[int], players: Sequence[str] = ()
) -> list[HandHistory]:
    """The histories of all hands of a game: `start` is the game before the first action."""
    game = start.copy()
    notes = game.opening_notes() if isinstance(game, Hand) else list(game.opening)
    game.trace = notes
    for action in actions:
        if action <= WITHDRAWAL:
            game.withdraw(WITHDRAWAL - action)
        else:
            game.apply(action)
    hands: list[_HandNotes] = []
    for note in notes:
        if note[0] == DEALT:
            hands.append(_HandNotes(note))
        else:
            hands[-1].add(note)
    hand = game if isinstance(game, Hand) else game.hand
    return [one.history(hand.ante, hand.big_ante, hand.min_bet, players) for one in hands]


class _HandNotes:
    """Collects the notes of one hand."""

    def __init__(self, dealt: tuple[int, ...]) -> None:
        _, self.number, _, small_seat, big_seat, self.small, self.big, *stacks = dealt
        count = len(stacks)
        around = [(small_seat + step) % count for step in range(count)]
        self.order = [seat for seat in around if stacks[seat] > 0]
        # With two players the button is the small blind, and the button comes last.
        if len(self.order) == 2:
            self.order = [big_seat, small_seat]
        self.stacks = stacks
        self.finish: list[int] | None = None
        self.holes: dict[int, str] = {}
        self.shows: dict[int, str] = {}
        self.actions: list[str] = []
        # The number of actions up to the last bet.
        self.bets_done = 0
        self.board = 0

    def add(self, note: tuple[int, ...]) -> None:
        """Record a note, if the format has a place for it."""
        code, *facts = note
        if code == HOLE:
            self.holes[facts[0]] = _cards(facts[1:])
        elif code == SHOWN:
            self.shows[facts[0]] = _cards(facts[1:])
        elif code == FOLDED:
            self._bet(facts[0], "f")
        elif code in (CHECKED, CALLED):
            self._bet(facts[0], "cc")
        elif code == RAISED:
            self._bet(facts[0], f"cbr {facts[1]}")
        elif code == STREET:
            self.actions.append(f"d db {_cards(facts[1 + self.board :])}")
            self.board = len(facts) - 1
        elif code == HAND_OVER:
            self.finish = facts[1:]

    def _bet(self, seat: int, what: str) -> None:
        self.actions.append(f"p{self.order.index(seat) + 1} {what}")
        self.bets_done = len(self.actions)

    def _all_actions(self) -> list[str]:
        seats = list(enumerate(self.order, start=1))
        deals = [f"d dh p{player} {self.holes[seat]}" for player, seat in seats]
        shows = [f"p{player} sm {self.shows[seat]}" for player, seat in seats if seat in self.shows]
        # When all are all in, the cards are shown before the rest of the board is dealt.
        return [*deals, *self.actions[: self.bets_done], *shows, *self.actions[self.bets_done :]]

    def history(
        self, ante: int, big_ante: int, min_bet: int, players: Sequence[str]
    ) -> HandHistory:
        """The history of the hand."""
        others = len(self.order) - 2
        finish = None if self.finish is None else [self.finish[seat] for seat in self.order]
        return HandHistory(
            # Even with two players the format lists the small blind's amounts first.
            antes=(ante, ante + big_ante, *[ante] * others),
            blinds_or_straddles=(self.small, self.big, *[0] * others),
            min_bet=min_bet or self.big,
            starting_stacks=tuple(self.stacks[seat] for seat in self.order),
            actions=tuple(self._all_actions()),
            # A seat that can't pay the whole ante can win only as much from each of the others.
            ante_trimming_status=big_ante == 0,
            hand=self.number,
            players=tuple(players[seat] for seat in self.order) if players else None,
            finishing_stacks=None if finish is None else tuple(finish),
            other={"seats": [seat + 1 for seat in self.order], "seat_count": len(self.stacks)},
        )


def _cards(cards: Sequence[int]) -> str:
    return "".join(card_text(card) for card in cards)
