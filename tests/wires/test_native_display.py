"""The native protocol for clients that show the game to a person, session by session."""

import json
from typing import Any

import pytest

from pitboss.games.game import SPECTATOR
from pitboss.games.holdem import HAND
from pitboss.games.kind import Kind
from pitboss.games.record import Record
from pitboss.games.registry import kind_named
from pitboss.games.rng import Rng
from pitboss.games.uno import JEDNA, UNO
from pitboss.play.answer import Answer
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.policy import NATIVE, Cost, Incident
from pitboss.play.referee import Referee
from pitboss.play.ruling import Turn
from pitboss.play.time_control import TimeControl
from pitboss.wires.native import NativeClient
from pitboss.wires.native.wire import NATIVE as WIRE
from pitboss.wires.session import RECALLED, Presence, Session
from pitboss.wires.wire import Setting

NAMES = ["red", "blue", "green"]
Json = dict[str, Any]


def session(kind: Kind[Any, Any], **more: Any) -> Session:
    control = TimeControl(move=30.0)
    setting = Setting(kind=kind, rules="", seats=3, control=control, display=True, **more)
    return WIRE.session(setting)


def referee(kind: Kind[Any, Any], text: str = "", seed: int = 1) -> Referee:
    rules = kind.rules(text)
    record = Record.begin(kind, rules, 3, seed)
    return Referee(kind.new(rules, 3, seed), record, NATIVE, TimeControl(move=30.0))


def read(lines: list[bytes]) -> list[Json]:
    client = NativeClient()
    for line in lines:
        client.receive(line)
    return [json.loads(line) for line in lines]


def follow(court: Referee, one: Session, viewer: int, moves: int = 10_000) -> list[Json]:
    """Play at random; what the viewer was told."""
    game, rng = court.game, Rng(5)
    told = one.begin(game, viewer, NAMES)
    while not court.over() and moves > 0:
        moves -= 1
        turn = court.ask(0.0)
        told += one.asked(game, turn, 30.0)
        if turn.seat == viewer:
            told.append(one.ask(game, turn.number, 30.0))
        told += one.played(game, court.take(Answer((game.sample(rng),), turn.number), 0.0))
    if court.over():
        told += one.end(game, NAMES, "42")
    return read(told)


@pytest.mark.parametrize("game", ["uno", "holdem", "holdem-tournament", "holdem-cash"])
@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
def test_every_event_is_in_words_and_every_question_shows_the_position(
    game: str, viewer: int
) -> None:
    kind = kind_named(game)
    text = {"uno": "jedna", "holdem-cash": "cash,hands=5"}.get(game, "")

    told = follow(referee(kind, text), session(kind), viewer)

    assert all(one["text"] for one in told if one["type"] == "event")
    assert not [one for one in told if one["type"] == "asked"]
    questions = [one for one in told if one["type"] in ("state", "turn")]
    assert [one["turn"] for one in questions[:-1]] == list(range(1, len(questions)))
    for one in questions[:-1]:
        assert (one["type"] == "turn") is (one.get("actor", viewer) == viewer)
    assert [one["type"] for one in told[-2:]] == ["state", "result"]
    assert (told[-2]["turn"], told[-2]["actor"]) == (0, -1)
    assert not any("log" in one for one in told)


def test_the_words_tell_each_viewer_what_it_may_know() -> None:
    game = UNO.set_up(JEDNA, "hands=r5,w|b2|g1 top=r7")

    texts = {}
    for viewer in (SPECTATOR, 0, 1):
        lines = read(session(UNO).begin(game, viewer, NAMES))
        texts[viewer] = [one["text"] for one in lines if one["type"] == "event"]
    opened = read(session(UNO, all_cards=True).begin(game, SPECTATOR, NAMES))

    assert texts[0][:2] == ["red is dealt r5 w", "blue is dealt 1 cards"]
    assert texts[1][:2] == ["red is dealt 2 cards", "blue is dealt b2"]
    assert texts[SPECTATOR][:2] == ["red is dealt 2 cards", "blue is dealt 1 cards"]
    assert [one["text"] for one in opened[1:4]] == [
        "red is dealt r5 w", "blue is dealt b2", "green is dealt g1",
    ]  # fmt: skip


def test_hello_names_the_journals_game_and_seats_follow_it() -> None:
    one = session(UNO, game_id="live-1")
    game = UNO.new(JEDNA, 3, 1)
    assert [message["type"] for message in read(one.begin(game, 0, NAMES))[:2]] == [
        "hello", "event",
    ]  # fmt: skip

    changed = one.seated([Presence("red", "connection", "native", False)] * 3)
    hello, seats, *_ = read(one.begin(game, 0, NAMES))

    assert hello["id"] == "live-1"
    assert read(changed) == [seats]
    red = {"name": "red", "sort": "connection", "wire": "native", "here": False}
    assert seats == {"type": "seats", "seats": [red] * 3}


@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
@pytest.mark.parametrize("moves", [3, 200])
def test_who_returns_gets_the_last_events_in_words_as_it_was_told_them(
    viewer: int, moves: int
) -> None:
    kind = kind_named("holdem-cash")
    court, one = referee(kind, "cash,hands=500"), session(kind)
    told = follow(court, one, viewer, moves)

    state = read(one.resume(court.game, viewer, NAMES, court.ask(0.0), 12.3456))[1]

    texts = [message["text"] for message in told if message["type"] == "event"]
    assert state["log"] == texts[-RECALLED:]
    assert state["seconds"] == 12.346


def test_a_session_that_is_made_late_recalls_what_others_were_told() -> None:
    court, early = referee(UNO, "jedna"), session(UNO)
    told = follow(court, early, 1, 4)
    notes: list[tuple[int, ...]] = []
    again = referee(UNO, "jedna").game
    again.trace = notes
    for action in court.record.actions:
        again.apply(action)
    late = session(UNO)
    late.begin(court.game, 1, NAMES)

    late.recall(UNO.new(JEDNA, 3, 1), notes)

    texts = [message["text"] for message in told if message["type"] == "event"]
    state = read(late.resume(court.game, 1, NAMES))[1]
    assert state["log"] == texts


@pytest.mark.parametrize(
    ("cost", "word"),
    [(Cost.REFUSE, "none"), (Cost.SUBSTITUTE, "fallback"), (Cost.FORFEIT, "forfeit")],
)
def test_a_fault_is_told_to_everybody_without_what_it_says_of_the_hand(
    cost: Cost, word: str
) -> None:
    incident = Incident(8, 1, Fault(FaultKind.ILLEGAL, "not_in_hand (card=5)"), cost)
    game = UNO.new(JEDNA, 3, 1)
    told = {}
    for viewer, all_cards in ((SPECTATOR, False), (0, False), (1, False), (SPECTATOR, True)):
        one = session(UNO, all_cards=all_cards)
        one.begin(game, viewer, NAMES)
        (told[viewer, all_cards],) = read(one.faulted(incident))

    words = "an answer that the rules forbid"
    expected = {"type": "fault", "seat": 1, "turn": 8, "kind": "illegal", "cost": word}
    assert told[SPECTATOR, False] == told[0, False] == expected | {"message": words}
    assert told[1, False] == told[SPECTATOR, True]
    assert told[1, False] == expected | {"message": "not_in_hand (card=5)"}


@pytest.mark.parametrize("kind", list(FaultKind))
def test_every_kind_of_fault_has_words(kind: FaultKind) -> None:
    one = session(UNO)
    one.begin(UNO.new(JEDNA, 3, 1), SPECTATOR, NAMES)

    (told,) = read(one.faulted(Incident(1, 0, Fault(kind, "secret"), Cost.FORFEIT)))

    assert told["kind"] == kind.value
    assert "secret" not in told["message"]


def test_an_organiser_sees_all_cards_at_every_question() -> None:
    one = session(HAND, all_cards=True)
    court = referee(HAND)
    one.begin(court.game, SPECTATOR, NAMES)

    (state,) = read(one.asked(court.game, Turn(0, 1, 30.0), 30.0))

    assert all(len(cards) == 2 for cards in state["view"]["cards"])


def test_only_who_sees_all_cards_gets_figures() -> None:
    court = referee(HAND)
    turn = Turn(0, 1, 30.0)
    told = {}
    for viewer, all_cards in ((SPECTATOR, False), (1, False), (SPECTATOR, True)):
        one = session(HAND, all_cards=all_cards)
        one.begin(court.game, viewer, NAMES)
        (told[viewer, all_cards],) = read(one.asked(court.game, turn, 30.0))

    assert "figures" not in told[SPECTATOR, False]
    assert "figures" not in told[1, False]
    assert len(told[SPECTATOR, True]["figures"]["equity"]) == 3
