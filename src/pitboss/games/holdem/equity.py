"""Equity: how often hands win or tie, and their share of the pot, over the boards to come.

Exact over every board, or sampled from a seed; samples may also have unknown hole cards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb, sqrt
from typing import Final

from pitboss.games.arrays import i64, vec
from pitboss.games.holdem.cards import BIT, CARDS, card_text, read_cards
from pitboss.games.holdem.evaluator import evaluate
from pitboss.games.kind import BadNotation
from pitboss.games.rng import Rng

MOST_HANDS: Final = 9
_HOLE: Final = 2
_BOARD: Final = 5
# Divisible by 1 to 9, so the share of any tie is a whole number.
WHOLE_POT: Final = 2520
_SAMPLES_PER_REPORT: Final = 4096

Progress = Callable[[int, int], None]


class BadDeal(ValueError):
    """Cards that can't be dealt together; the message says which and why."""


@dataclass(frozen=True)
class HandEquity:
    """One hand over all boards: its wins and ties, and its share of the pots."""

    boards: int
    wins: int
    ties: int
    # With a pot of WHOLE_POT chips per board: the chips taken, and the sum of their squares.
    taken: int
    squares: int

    @property
    def win(self) -> float:
        """How often the hand wins alone."""
        return self.wins / self.boards

    @property
    def tie(self) -> float:
        """How often the hand shares the pot."""
        return self.ties / self.boards

    @property
    def equity(self) -> float:
        """The share of the pot that the hand takes on average."""
        return self.taken / (self.boards * WHOLE_POT)

    @property
    def spread(self) -> float:
        """The standard error of the equity if the boards were drawn at random."""
        if self.boards < 2:
            return 0.0
        variance = self.squares / (self.boards * WHOLE_POT**2) - self.equity**2
        return sqrt(max(variance, 0.0) / (self.boards - 1))


@dataclass(frozen=True)
class Equity:
    """The equity of each hand, in order."""

    hands: tuple[HandEquity, ...]
    boards: int
    exact: bool

    def standard_error(self, hand: int) -> float:
        """The standard error of a hand's equity; 0 if every board was counted."""
        return 0.0 if self.exact else self.hands[hand].spread


def read_hole(text: str) -> list[int]:
    """The known cards of a hand such as `AhKd`, `Ah??`, `????` or `random`."""
    if text.lower() in ("random", "????", "??"):
        return []
    cards = read_cards(text.replace("??", "", 1))
    if len(cards) + text.count("??") != _HOLE:
        raise BadNotation(f"{text!r} is no hand: expected two cards as in AhKd, Ah?? or random")
    return cards


class _Tally:
    """The hands, the rest of the deck, and the counts so far."""

    def __init__(self, hands: Sequence[Sequence[int]], board: Sequence[int], dead: Sequence[int]):
        _check(hands, board, dead)
        seen = {*board, *dead, *[card for hand in hands for card in hand]}
        count = len(hands)
        self.count: i64 = count
        self.holes: vec[i64] = vec[i64]([sum([1 << card for card in hand]) for hand in hands])
        self.unknown: vec[i64] = vec[i64]([_HOLE - len(hand) for hand in hands])
        self.deck: vec[i64] = vec[i64]([1 << card for card in range(CARDS) if card not in seen])
        self.board: i64 = sum([1 << card for card in board])
        self.missing: i64 = _BOARD - len(board)
        self.wins: vec[i64] = vec[i64]([0] * count)
        self.ties: vec[i64] = vec[i64]([0] * count)
        self.taken: vec[i64] = vec[i64]([0] * count)
        self.squares: vec[i64] = vec[i64]([0] * count)
        self.boards: i64 = 0

    def score(self, board: i64, holes: vec[i64]) -> None:
        """Count one full board."""
        best: i64 = -1
        winner: i64 = 0
        winners: i64 = 0
        tied: i64 = 0
        at: i64 = 0
        while at < self.count:
            value = evaluate(board | holes[at])
            if value > best:
                best = value
                winner = at
                winners = BIT[at]
                tied = 1
            elif value == best:
                winners |= BIT[at]
                tied += 1
            at += 1
        self.boards += 1
        if tied == 1:
            self.wins[winner] += 1
            return
        share: i64 = WHOLE_POT // tied
        at = 0
        while at < self.count:
            if winners & BIT[at] != 0:
                self.ties[at] += 1
                self.taken[at] += share
                self.squares[at] += share * share
            at += 1

    def deal_every(self, start: i64, missing: i64, board: i64) -> None:
        """Count every board that adds `missing` cards of the deck from `start` on."""
        if missing == 0:
            self.score(board, self.holes)
            return
        last: i64 = len(self.deck) - missing
        at: i64 = start
        while at <= last:
            self.deal_every(at + 1, missing - 1, board | self.deck[at])
            at += 1

    def deal_random(self, count: i64, rng: Rng) -> None:
        """Count `count` random boards, each with new cards for the unknown hole cards."""
        deck = self.deck
        size: i64 = len(deck)
        holes: vec[i64] = vec[i64]([0] * MOST_HANDS)
        done: i64 = 0
        while done < count:
            # A partial shuffle; the order of the deck before it does not matter.
            at: i64 = 0
            hand: i64 = 0
            while hand < self.count:
                held = self.holes[hand]
                wanted = self.unknown[hand]
                while wanted > 0:
                    held |= _draw(deck, at, size, rng)
                    at += 1
                    wanted -= 1
                holes[hand] = held
                hand += 1
            board = self.board
            wanted = self.missing
            while wanted > 0:
                board |= _draw(deck, at, size, rng)
                at += 1
                wanted -= 1
            self.score(board, holes)
            done += 1

    def equity(self, exact: bool) -> Equity:
        """The counts as equities."""
        hands = [
            HandEquity(
                self.boards,
                self.wins[at],
                self.ties[at],
                self.taken[at] + self.wins[at] * WHOLE_POT,
                self.squares[at] + self.wins[at] * WHOLE_POT * WHOLE_POT,
            )
            for at in range(self.count)
        ]
        return Equity(tuple(hands), self.boards, exact)


def _draw(deck: vec[i64], at: i64, size: i64, rng: Rng) -> i64:
    """Swap a random card of the rest of the deck to `at`, and return it."""
    other: i64 = at + rng.below(size - at)
    drawn: i64 = deck[other]
    deck[other] = deck[at]
    deck[at] = drawn
    return drawn


def _check(hands: Sequence[Sequence[int]], board: Sequence[int], dead: Sequence[int]) -> None:
    if not 2 <= len(hands) <= MOST_HANDS:
        raise BadDeal(f"equity is for 2 to {MOST_HANDS} hands, not {len(hands)}")
    if len(board) > _BOARD:
        raise BadDeal(f"a board has {_BOARD} cards at most, not {len(board)}")
    where: dict[int, str] = {}
    places = [(f"hand {number}", hand) for number, hand in enumerate(hands, start=1)]
    for place, cards in [*places, ("the board", board), ("the dead cards", dead)]:
        if place.startswith("hand") and len(cards) > _HOLE:
            raise BadDeal(f"{place} has {len(cards)} cards, but {_HOLE} is the most")
        for card in cards:
            if not 0 <= card < CARDS:
                raise BadDeal(f"{place} has {card}, but cards are from 0 to {CARDS - 1}")
            if card in where:
                raise BadDeal(f"{card_text(card)} is in {where[card]} and in {place}")
            where[card] = place
    left = CARDS - len(where)
    wanted = _HOLE * len(hands) - sum([len(hand) for hand in hands]) + _BOARD - len(board)
    if left < wanted:
        raise BadDeal(f"{wanted} cards are to be dealt, but only {left} are left")


def exact_equity(
    hands: Sequence[Sequence[int]],
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
    progress: Progress | None = None,
) -> Equity:
    """Equity over every possible board; calls `progress(done, total)` now and then."""
    for number, hand in enumerate(hands, start=1):
        if len(hand) < _HOLE:
            raise BadDeal(f"hand {number} is not wholly known, so its equity has to be sampled")
    tally = _Tally(hands, board, dead)
    if tally.missing == 0:
        tally.deal_every(0, 0, tally.board)
        return tally.equity(True)
    total = comb(len(tally.deck), tally.missing)
    last: i64 = len(tally.deck) - tally.missing
    first: i64 = 0
    while first <= last:
        tally.deal_every(first + 1, tally.missing - 1, tally.board | tally.deck[first])
        first += 1
        if progress is not None:
            progress(tally.boards, total)
    return tally.equity(True)


def sampled_equity(
    hands: Sequence[Sequence[int]],
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
    *,
    samples: int,
    seed: int = 0,
    progress: Progress | None = None,
) -> Equity:
    """Equity over random boards; cards missing from a hand are dealt at random too."""
    if samples < 1:
        raise BadDeal(f"samples must be 1 or more, not {samples}")
    tally = _Tally(hands, board, dead)
    rng = Rng(seed)
    while tally.boards < samples:
        tally.deal_random(min(_SAMPLES_PER_REPORT, samples - tally.boards), rng)
        if progress is not None:
            progress(tally.boards, samples)
    return tally.equity(False)
