"""Every line of the native wire is what its Struct says: made the long way, and compared."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import pytest
from house_rules import HOUSE_RULES

from pitboss.games.game import SPECTATOR, Game
from pitboss.games.holdem import CASH
from pitboss.games.holdem import notes as hand_notes
from pitboss.games.holdem.cards import card_text
from pitboss.games.holdem.table import STREETS
from pitboss.games.holdem.view import HandView
from pitboss.games.kind import Event as Happening
from pitboss.games.kind import Kind
from pitboss.games.registry import kinds
from pitboss.games.rng import Rng
from pitboss.games.uno import UNO, notes
from pitboss.games.uno.notation import COLOUR_LETTERS, write_action, write_card
from pitboss.games.uno.view import UnoView
from pitboss.play.ruling import Ruling
from pitboss.wires.native import VERSION, NativeSession
from pitboss.wires.native.encode import make_object
from pitboss.wires.native.messages import Event, Hello, Range, Result, Time, Turn

TIME = Time(move=5.0, bank=1.0, startup=10.0)
PHASES = ("play_or_draw", "after_draw", "colour_choice", "swap_choice", "catch_choice", "over")
WARS = (None, "+2", "wd4")
DECISIONS = 150

Note = tuple[int, ...]


def by_field(value: Any) -> Any:
    """A view or facts as dictionaries and lists, field by field."""
    if isinstance(value, UnoView):
        return {**fields(value), **uno_texts(value)}
    if isinstance(value, HandView):
        return {**fields(value), **hand_texts(value)}
    if hasattr(value, "_asdict"):
        return fields(value)
    if isinstance(value, Mapping):
        return {name: by_field(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [by_field(item) for item in value]
    return value


def fields(record: Any) -> dict[str, Any]:
    return {name: by_field(value) for name, value in record._asdict().items()}


def uno_texts(view: UnoView) -> dict[str, Any]:
    return {
        "hand": uno_cards(view.hand),
        "top": write_card(view.top, view.colour),
        "colour": COLOUR_LETTERS[view.colour] if view.colour >= 0 else None,
        "phase": PHASES[view.phase],
        "war": WARS[view.war],
        "drawn": write_card(view.drawn) if view.drawn >= 0 else None,
        "discards": uno_cards(view.discards),
        "legal": [write_action(action) for action in view.legal],
        "hands": [uno_cards(hand) for hand in view.hands],
    }


def hand_texts(view: HandView) -> dict[str, Any]:
    return {
        "street": STREETS[view.street],
        "board": [card_text(card) for card in view.board],
        "cards": [[card_text(card) for card in cards] for cards in view.cards],
    }


def uno_cards(cards: Sequence[int]) -> list[str]:
    return [write_card(card) for card in cards]


def written(events: Iterable[Happening]) -> list[bytes]:
    return [msgspec.json.encode(Event(e.name, e.seat, by_field(e.facts))) for e in events]


class LongWay:
    """The lines of one seat, with nothing shared and nothing kept."""

    def __init__(self, kind: Kind[Any, Any], rules: str, seat: int, names: list[str]) -> None:
        self.kind, self.rules, self.seat, self.names = kind, rules, seat, names

    def begin(self, game: Game) -> list[bytes]:
        seats = len(self.names)
        hello = Hello(VERSION, self.kind.name, self.rules, self.seat, seats, self.names, TIME)
        return [msgspec.json.encode(hello), *written(self.kind.opening(game, self.seat))]

    def ask(self, game: Game, turn: int, seconds: float) -> bytes:
        legal = game.legal()
        write = self.kind.write_action
        ends = [write(end) for end in (legal.low, legal.high) if legal.low <= legal.high]
        return msgspec.json.encode(
            Turn(
                turn=turn,
                seconds=round(seconds, 3),
                legal=[write(action) for action in legal.actions],
                codes=list(legal.actions),
                range=Range(legal.low, legal.high, ends) if ends else None,
                view=by_field(game.view(self.seat)),
            )
        )

    def played(self, told: Sequence[Note]) -> list[bytes]:
        return written(self.kind.tell(note, self.seat) for note in told)

    def end(self, game: Game) -> list[bytes]:
        result = game.result()
        made = Result(list(result.places), list(result.scores), result.reason)
        return [msgspec.json.encode(made)]


def follow(kind: Kind[Any, Any], text: str, seats: int, seed: int) -> None:
    """Play at random, with withdrawals, and compare every line to every seat."""
    rules = kind.rules(text)
    spelled = kind.write_rules(rules)
    game = kind.new(rules, seats, seed)
    names = [f"pl\u00e4yer {seat}" for seat in range(seats)]
    ways = [LongWay(kind, spelled, seat, names) for seat in range(seats)]
    sessions = [NativeSession(kind, spelled, TIME) for _ in range(seats)]
    for seat in range(seats):
        assert sessions[seat].begin(game, seat, names) == ways[seat].begin(game)
    rng = Rng(seed, 1)
    left: set[int] = set()
    for turn in range(DECISIONS):
        actor = game.actor()
        if actor < 0:
            break
        seconds = 5.0 - turn / 37
        assert sessions[actor].ask(game, turn, seconds) == ways[actor].ask(game, turn, seconds)
        told: list[Note] = []
        game.trace = told
        if rng.below(50) == 0 and len(left) < seats - 2:
            left.add(actor)
            game.withdraw(actor)
        else:
            game.apply(game.sample(rng))
        game.trace = None
        ruling = Ruling(actor, notes=tuple(told))
        for seat in range(seats):
            assert sessions[seat].played(game, ruling) == ways[seat].played(told)
        # Views that nobody is sent now: who is not asked, the public, a game that is over.
        for seat in range(SPECTATOR, seats) if turn % 7 == 0 or game.actor() < 0 else ():
            view = game.view(seat)
            made = kind.view_json(view, make_object)
            assert msgspec.json.encode(made) == msgspec.json.encode(by_field(view))
    if game.actor() < 0:
        for seat in range(seats):
            assert sessions[seat].end(game, names) == ways[seat].end(game)


OURS = [UNO, *(kind for kind in kinds().values() if kind.name.startswith("holdem"))]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        pytest.param(kind, text, id=f"{kind.name}-{text}")
        for kind in OURS
        for text in [*kind.presets, *HOUSE_RULES.get(kind.name, [])]
    ],
)
def test_every_line_is_what_its_struct_says(kind: Kind[Any, Any], text: str) -> None:
    for seats in kind.seats(kind.rules(text)):
        for seed in range(3):
            follow(kind, text, seats, seed)


UNO_SECRETS = [
    # A note, and the viewers who are told its cards.
    ((notes.NOTE_DREW, 1, 2, 5, 6), {1}),
    ((notes.NOTE_DREW, 1, 0), {1}),
    ((notes.NOTE_DEALT, 0, 5, 6, 7), {0}),
    ((notes.NOTE_DEALT, 2), {2}),
    ((notes.NOTE_SHOWED, 0, 2, 5, 6), {0, 2}),
    ((notes.NOTE_SHOWED, 0, 2), {0, 2}),
]
HOLDEM_SECRETS = [
    ((hand_notes.HOLE, 1, 5, 6), {1}),
    ((hand_notes.SHOWN, 1, 5, 6), {-1, 0, 1, 2}),
]


@pytest.mark.parametrize(
    ("kind", "note", "sees"),
    [(UNO, *secret) for secret in UNO_SECRETS] + [(CASH, *secret) for secret in HOLDEM_SECRETS],
)
def test_cards_are_told_to_those_who_may_see_them(
    kind: Kind[Any, Any], note: Note, sees: set[int]
) -> None:
    for order in ([-1, 0, 1, 2], [2, 1, 0, -1]):
        session = NativeSession(kind, "", TIME)
        for viewer in order:
            session.seat = viewer
            (line,) = session.played(kind.new(kind.rules(), 3, 0), Ruling(0, notes=(note,)))

            assert ("cards" in msgspec.json.decode(line)["facts"]) == (viewer in sees)
            assert ("cards" in kind.tell(note, viewer).facts) == (viewer in sees)
