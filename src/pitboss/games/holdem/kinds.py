"""Hold'em as the registry knows it: one hand, a tournament, a cash session; and their events."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias, TypeVar

from pitboss.games.game import SPECTATOR, Decider, IllegalAction, Result, act
from pitboss.games.holdem import notes, style
from pitboss.games.holdem.analyst import HoldemAnalyst, Reputation, observe
from pitboss.games.holdem.cards import card_text
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.notation import (
    HAND_KEYS,
    SERIES_KEYS,
    read_action,
    read_hand,
    read_number,
    read_numbers,
    read_words,
    write_action,
    write_hand,
)
from pitboss.games.holdem.rules import (
    CASH_PRESETS,
    HAND_PRESETS,
    SEATS,
    TOURNAMENT_PRESETS,
    CashRules,
    HandRules,
    HoldemRules,
    TournamentRules,
)
from pitboss.games.holdem.series import Cash, Tournament
from pitboss.games.holdem.table import STREETS
from pitboss.games.holdem.view import HandView, SeriesView, hand_json, series_json
from pitboss.games.holdem.worth import seat_equities
from pitboss.games.kind import BadNotation, Event, G, Kind, ObjectMaker, R
from pitboss.games.relabelling import RELABELLINGS
from pitboss.games.rng import SEED_BITS
from pitboss.games.style import StyleCounts, StyleFigure
from pitboss.games.unit import PayoffLimits, Unit

Note: TypeAlias = tuple[int, ...]
S = TypeVar("S", Tournament, Cash)

_POSTED = ("ante", "small blind", "big blind", "table ante")


def _cards(cards: Note) -> list[str]:
    return [card_text(card) for card in cards]


def _dealt(note: Note) -> Event:
    number, button, small_seat, big_seat, small, big, *stacks = note[1:]
    return Event(
        "hand_dealt",
        -1,
        {
            "hand": number,
            "button": button,
            "small_seat": small_seat,
            "big_seat": big_seat,
            "small_blind": small,
            "big_blind": big,
            "stacks": stacks,
        },
    )


def _hole(note: Note) -> Event:
    return Event("hole_cards", note[1], {"cards": _cards(note[2:])} if len(note) > 2 else {})


# How to make an event, by the code of the note.
_EVENTS: dict[int, Callable[[Note], Event]] = {
    notes.DEALT: _dealt,
    notes.POSTED: lambda n: Event("posted", n[1], {"chips": n[2], "what": _POSTED[n[3]]}),
    notes.HOLE: _hole,
    notes.FOLDED: lambda n: Event("folded", n[1]),
    notes.CHECKED: lambda n: Event("checked", n[1]),
    notes.CALLED: lambda n: Event("called", n[1], {"chips": n[2]}),
    notes.RAISED: lambda n: Event("raised", n[1], {"total": n[2], "chips": n[3]}),
    notes.STREET: lambda n: Event("street", -1, {"street": STREETS[n[1]], "board": _cards(n[2:])}),
    notes.RETURNED: lambda n: Event("returned", n[1], {"chips": n[2]}),
    notes.SHOWN: lambda n: Event("shown", n[1], {"cards": _cards(n[2:])}),
    notes.WON: lambda n: Event("won", n[1], {"chips": n[2], "pot": n[3]}),
    notes.HAND_OVER: lambda n: Event("hand_over", -1, {"hand": n[1], "stacks": list(n[2:])}),
    notes.ELIMINATED: lambda n: Event("eliminated", n[1], {"place": n[2]}),
    notes.GAME_OVER: lambda n: Event("game_over", -1, {"hands": n[1], "scores": list(n[2:])}),
    notes.WITHDREW: lambda n: Event("withdrew", n[1]),
}


class HoldemKind(Kind[G, R]):
    """What the three kinds of hold'em share."""

    sentences: ClassVar[Mapping[str, Sequence[str]]] = {
        "called": ("{who} calls {chips}",),
        "checked": ("{who} checks",),
        "eliminated": ("{who} is out, place {place}",),
        "folded": ("{who} folds",),
        "game_over": ("The game is over; scores {scores}",),
        "hand_dealt": ("Hand {hand}: {button} is the dealer; stacks {stacks}",),
        "hand_over": ("Hand {hand} is over; stacks {stacks}",),
        "hole_cards": ("{who} is dealt {cards}", "{who} is dealt two cards"),
        "posted": ("{who} posts {chips}, {what}",),
        "raised": ("{who} raises to {total}",),
        "returned": ("{who} takes back {chips}",),
        "shown": ("{who} shows {cards}",),
        "street": ("The {street}: {board}",),
        "withdrew": ("{who} leaves",),
        "won": ("{who} wins {chips}",),
    }
    refusals: ClassVar[Mapping[str, Sequence[str]]] = {
        "game_over": ("the game is over",),
        "nobody_to_raise": ("a raise to {amount}: there is nobody left who could call it",),
        "raise_not_open": (
            "a raise to {amount}: raising is not open again before a full raise of {full}",
        ),
        "raise_too_big": (
            "a raise to {amount} is too big: {maximum} is the most",
            "a raise to {amount}: raising is not open",
        ),
        "raise_too_small": ("a raise to {amount} is too small: {minimum} is the least",),
        "stack_too_small": ("a raise to {amount}: with {stack} left there are {owed} to call",),
        "unknown_action": ("there is no action {action}",),
    }
    seat_facts: ClassVar[frozenset[str]] = frozenset({"button"})

    def relabellings(self, rules: R) -> int:  # noqa: ARG002
        """Suits are worth the same."""
        return RELABELLINGS

    default_policy: ClassVar[str] = "algopoker"
    style_figures: ClassVar[Sequence[StyleFigure]] = style.FIGURES

    def default_wire(self, rules: R) -> str:  # noqa: ARG002
        """The AlgoPoker wire."""
        return "algopoker"

    def seats(self, rules: R) -> range:  # noqa: ARG002
        """From two to nine."""
        return SEATS

    def write_action(self, action: int) -> str:
        """An action as text, such as `raise 300`."""
        return write_action(action)

    def read_action(self, text: str) -> int:
        """The action that the text names."""
        return read_action(text)

    def refusal_facts(self, error: IllegalAction) -> dict[str, str]:
        """Chips; where raising is not open there is no most."""
        return {
            name: f"{value}" for name, value in error.facts.items() if name != "maximum" or value
        }

    def known(self, note: Note, viewer: int) -> Note:
        """The whole note; hole cards only for their owner."""
        return note if note[0] != notes.HOLE or note[1] == viewer else note[:2]

    def tell(self, note: Note, viewer: int) -> Event:
        """The note as an event, with what this viewer may know."""
        note = self.known(note, viewer)
        return _EVENTS[note[0]](note)

    def count_style(self, game: G, trace: Sequence[Note]) -> list[StyleCounts]:
        """Counted hand by hand."""
        counter = style.HandCounter(game.seats)
        for note in trace:
            counter.take(note)
        return counter.counts

    def observe(self, known: Reputation | None, game: G, action: int) -> Reputation:
        """What bets and calls meant."""
        return observe(known, game, action)

    def analyst(
        self, rules: R, seat: int, bots: list[Decider], known: Sequence[Any] = ()
    ) -> HoldemAnalyst:
        """Who explains decisions, hand by hand."""
        return HoldemAnalyst(self, rules, seat, bots, known)

    def _worth(self, hand: Hand) -> Mapping[str, Any] | None:
        equities = seat_equities(hand)
        return {"equity": equities} if any(equity is not None for equity in equities) else None

    def _audit(self, hand: Hand) -> tuple[int, ...]:
        dealt = [card for card in hand.cards if card >= 0]
        assert len(dealt) == len(set(dealt)), "a card was dealt twice"
        assert min(*hand.stacks(), *hand.bets(), *hand.paid()) >= 0, "chips below zero"
        stacks = sum(hand.stacks())
        if hand.actor() < 0:
            return (stacks,)
        return (stacks + sum(hand.bets()) + sum(pot.amount for pot in hand.pots()),)

    def _check_seats(self, seats: int) -> None:
        if seats not in SEATS:
            raise ValueError(f"{self.title} is for {SEATS[0]} to {SEATS[-1]} seats, not {seats}")


class HandKind(HoldemKind[Hand, HandRules]):
    """One hand; seat 0 has the button."""

    name: ClassVar[str] = "holdem"
    title: ClassVar[str] = "no-limit hold'em, one hand"
    unit: ClassVar[Unit] = Unit.BIG_BLINDS

    @property
    def presets(self) -> Mapping[str, HandRules]:
        """The named rules."""
        return HAND_PRESETS

    def new(self, rules: HandRules, seats: int, seed: int) -> Hand:
        """A hand with equal stacks."""
        self._check_seats(seats)
        return Hand(rules, [rules.stack] * seats, 0, seed)

    def set_up(self, rules: HandRules, position: str) -> Hand:
        """A hand from a position such as `stacks=10000,9500 cards=AhKd,7c7d`."""
        return read_hand(read_words(position, HAND_KEYS), rules)

    def write_position(self, game: Hand) -> str:
        """The whole hand as text."""
        return write_hand(game)

    def payoffs(self, rules: HandRules, result: Result) -> tuple[float, ...]:
        """Big blinds won, for a hundred such hands."""
        return tuple(100 * chips / rules.big_blind for chips in result.scores)

    def payoff_limits(self, rules: HandRules, seats: int) -> PayoffLimits:
        """A stack lost, or all the others' stacks won."""
        return _stack_limits(rules, seats, hands=1)

    def view_json(self, view: HandView, make: ObjectMaker) -> Any:
        """The hand, with cards and street as text."""
        return hand_json(view, make)

    def view_text(self, game: Hand, viewer: int) -> str:
        """The same as JSON text."""
        return game.view_text(viewer)

    def open_json(self, game: Hand, make: ObjectMaker) -> Any:
        """The public view with every seat's cards."""
        cards = tuple([game.view(seat).cards[seat] for seat in range(game.seats)])
        return hand_json(game.view(SPECTATOR)._replace(cards=cards), make)

    def figures(self, game: Hand) -> Mapping[str, Any] | None:
        """The seats' equities."""
        return self._worth(game)

    def audit(self, game: Hand) -> tuple[int, ...]:
        """The sum of all chips."""
        return self._audit(game)

    def opening(self, game: Hand, viewer: int) -> list[Event]:
        """The deal and the blinds."""
        return [self.tell(note, viewer) for note in game.opening_notes()]


_ALL_KEYS = HAND_KEYS | SERIES_KEYS


def _hand_rules(rules: HoldemRules, small: int, big: int) -> HandRules:
    return HandRules(
        preset="hand",
        stack=rules.stack,
        ante=rules.ante,
        big_blind_ante=rules.big_blind_ante,
        min_bet=rules.min_bet,
        small_blind=small,
        big_blind=big,
    )


def _seed(values: Mapping[str, str]) -> int:
    seed = read_number(values, "seed", 0)
    if not 0 <= seed < RELABELLINGS << SEED_BITS:
        raise BadNotation(f"a seed is from 0 to {RELABELLINGS} * 2**{SEED_BITS} - 1")
    return seed


class SeriesKind(HoldemKind[S, R]):
    """What tournaments and cash sessions share."""

    def view_json(self, view: SeriesView, make: ObjectMaker) -> Any:
        """The hand in progress, with cards and street as text, and the scores."""
        return series_json(view, make)

    def view_text(self, game: S, viewer: int) -> str:
        """The same as JSON text."""
        return game.view_text(viewer)

    def open_json(self, game: S, make: ObjectMaker) -> Any:
        """The public view with every seat's cards."""
        return self._open_hand(game, game.hand, make)

    def ended_json(self, game: S, action: int, make: ObjectMaker) -> list[Any]:
        """The hands that the action ends, but for the last one of the game."""
        after = game.copy()
        act(after, action)
        return [
            self._open_hand(after, hand, make) for hand in after.ended if hand is not after.hand
        ]

    def _open_hand(self, game: S, hand: Hand, make: ObjectMaker) -> Any:
        now = game.view(SPECTATOR)
        cards = tuple([hand.view(seat).cards[seat] for seat in range(game.seats)])
        if hand is not game.hand:
            now = now._replace(
                hand_number=hand.number, scores=self._scores_after(game, hand), over=False
            )
        return series_json(now._replace(hand=hand.view(SPECTATOR)._replace(cards=cards)), make)

    def _scores_after(self, game: S, hand: Hand) -> tuple[int, ...]:  # noqa: ARG002
        return game.scores()

    def figures(self, game: S) -> Mapping[str, Any] | None:
        """The seats' equities in the hand in progress."""
        return self._worth(game.hand)

    def audit(self, game: S) -> tuple[int, ...]:
        """The sum of all chips."""
        return self._audit(game.hand)

    def opening(self, game: S, viewer: int) -> list[Event]:
        """The first deal and its blinds."""
        return [self.tell(note, viewer) for note in game.opening]


class TournamentKind(SeriesKind[Tournament, TournamentRules]):
    """A freeze-out tournament."""

    name: ClassVar[str] = "holdem-tournament"
    title: ClassVar[str] = "no-limit hold'em, freeze-out tournament"

    @property
    def presets(self) -> Mapping[str, TournamentRules]:
        """The named rules."""
        return TOURNAMENT_PRESETS

    def new(self, rules: TournamentRules, seats: int, seed: int) -> Tournament:
        """A tournament with equal stacks, the first dealer chosen by the seed."""
        self._check_seats(seats)
        return Tournament(rules, seats, seed)

    def set_up(self, rules: TournamentRules, position: str) -> Tournament:
        """A tournament from a position of a hand, with `seed`, `hand` and `out`."""
        values = read_words(position, _ALL_KEYS)
        seed = _seed(values)
        level = rules.blinds.at(read_number(values, "hand", 1))
        hand = read_hand(values, _hand_rules(rules, level.small, level.big), seed)
        self._check_seats(hand.seats)
        game = Tournament(rules, hand.seats, seed)
        out = read_numbers(values, "out", hand.seats)
        game.resume(hand, seed, out, values.get("over") == "yes")
        return game

    def is_in(self, game: Tournament, seat: int) -> bool:
        """Whether the seat has not gone out."""
        return game.final_places()[seat] == 0

    def _scores_after(self, game: Tournament, hand: Hand) -> tuple[int, ...]:  # noqa: ARG002
        # In `game` the next blinds are paid.
        return hand.stacks()

    def write_position(self, game: Tournament) -> str:
        """The whole tournament as text."""
        out = ",".join(str(place) for place in game.final_places())
        over = " over=yes" if game.over else ""
        return f"seed={game.seed} out={out}{over} {write_hand(game.hand)}"


class CashKind(SeriesKind[Cash, CashRules]):
    """A cash session."""

    name: ClassVar[str] = "holdem-cash"
    title: ClassVar[str] = "no-limit hold'em, cash session"
    unit: ClassVar[Unit] = Unit.BIG_BLINDS

    @property
    def presets(self) -> Mapping[str, CashRules]:
        """The named rules."""
        return CASH_PRESETS

    def new(self, rules: CashRules, seats: int, seed: int) -> Cash:
        """A session, the first dealer chosen by the seed."""
        self._check_seats(seats)
        return Cash(rules, seats, seed)

    def set_up(self, rules: CashRules, position: str) -> Cash:
        """A session from a position of a hand, with `seed`, `hand` and `total`."""
        values = read_words(position, _ALL_KEYS)
        seed = _seed(values)
        hand = read_hand(values, _hand_rules(rules, rules.small_blind, rules.big_blind), seed)
        self._check_seats(hand.seats)
        game = Cash(rules, hand.seats, seed)
        total = read_numbers(values, "total", hand.seats)
        game.resume(hand, seed, total, values.get("over") == "yes")
        return game

    def write_position(self, game: Cash) -> str:
        """The whole session as text."""
        total = ",".join(str(chips) for chips in game.scores())
        over = " over=yes" if game.over else ""
        return f"seed={game.seed} total={total}{over} {write_hand(game.hand)}"

    def payoffs(self, rules: CashRules, result: Result) -> tuple[float, ...]:
        """Big blinds won in a hundred hands."""
        hands = rules.big_blind * rules.hands / 100
        return tuple(chips / hands for chips in result.scores)

    def payoff_limits(self, rules: CashRules, seats: int) -> PayoffLimits:
        """Stacks are fresh in every hand, so at worst each hand loses one."""
        return _stack_limits(rules, seats, hands=rules.hands)


def _stack_limits(rules: HandRules, seats: int, *, hands: int) -> PayoffLimits:
    """The limits in bb/100, of all hands and of a single one."""
    stack = 100 * rules.stack / rules.big_blind
    most = stack * (seats - 1)
    return PayoffLimits(-stack, most, -stack / hands, most / hands)


HAND = HandKind()
TOURNAMENT = TournamentKind()
CASH = CashKind()
