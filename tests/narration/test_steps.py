"""Recorded games step by step."""

import pytest

from pitboss.bots.registry import named
from pitboss.games.game import WITHDRAWAL, act
from pitboss.games.record import Record
from pitboss.games.registry import kind_named
from pitboss.narration.games import record_sentences
from pitboss.narration.steps import Replayed, Step
from pitboss.store.live_games import LiveFault

GAMES = [
    ("uno", "official,target=200", 2),
    ("uno", "jedna", 3),
    ("holdem", "", 4),
    ("holdem-tournament", "", 3),
    ("holdem-cash", "", 2),
]


def played(game: str, rules: str, seats: int, seed: int = 5) -> Record:
    kind = kind_named(game)
    dealt = kind.new(kind.rules(rules), seats, seed)
    names = [f"bot {seat}" for seat in range(seats)]
    record = Record.begin(kind, kind.rules(rules), seats, seed, names)
    kind.play_out(dealt, [named("simple", seat) for seat in range(seats)], record.actions)
    return record


def texts(steps: list[Step]) -> list[str]:
    return [event.text for step in steps for event in step.events]


@pytest.mark.parametrize(("game", "rules", "seats"), GAMES)
def test_the_steps_tell_the_whole_game(game: str, rules: str, seats: int) -> None:
    record = played(game, rules, seats)

    replayed = Replayed(record)
    steps = replayed.steps(0, 10**6)

    assert [step.number for step in steps] == list(range(replayed.total))
    assert texts(steps) == record_sentences(record)
    assert sum(step.action is not None for step in steps) == len(record.actions)


@pytest.mark.parametrize(("game", "rules", "seats"), GAMES)
def test_pages_of_any_size_are_the_same_steps(game: str, rules: str, seats: int) -> None:
    replayed = Replayed(played(game, rules, seats))
    whole = replayed.steps(0, replayed.total)

    pages = [step for first in range(0, replayed.total, 7) for step in replayed.steps(first, 7)]

    assert pages == whole
    assert replayed.steps(replayed.total, 10) == []


def test_a_step_is_found_beyond_the_first_copies() -> None:
    replayed = Replayed(played("holdem-cash", "", 3))
    assert replayed.total > 1100

    for first in (499, 500, 501, 999, 1000, 1001, replayed.total - 1):
        [step] = replayed.steps(first, 1)

        assert step == replayed.steps(first - 1, 2)[-1]
        assert step.number == first


@pytest.mark.parametrize("game", ["holdem-tournament", "holdem-cash"])
def test_a_hand_ends_before_the_next_is_dealt(game: str) -> None:
    replayed = Replayed(played(game, "", 2))
    hands = [mark for mark in replayed.parts if mark.kind == "hand"]

    for mark in hands:
        end, deal = replayed.steps(mark.step - 1, 2)

        assert end.events[-1].name == "hand_over"
        assert end.view["hand"]["actor"] == -1
        assert sum(end.view["hand"]["won"]) > 0
        assert (deal.actor, deal.action) == (-1, None)
        assert deal.events[0].name == "hand_dealt"
        assert deal.events[0].text == mark.text
        assert deal.view["hand_number"] == end.view["hand_number"] + 1
        assert all(deal.view["hand"]["cards"])
    if game == "holdem-tournament":
        assert end.view["scores"] == end.view["hand"]["stacks"]


def test_a_round_ends_before_the_next_is_dealt() -> None:
    replayed = Replayed(played("uno", "official,target=200", 2))

    assert replayed.parts
    for mark in replayed.parts:
        end, deal = replayed.steps(mark.step - 1, 2)

        assert end.events[-1].name == "round_over"
        assert 0 in end.view["sizes"]
        assert end.view["scores"] == deal.view["scores"]
        assert end.view["round"] == deal.view["round"] - 1
        assert deal.view["sizes"][0] >= 7


@pytest.mark.parametrize(("game", "rules", "seats"), GAMES)
def test_each_seat_is_told_what_it_was_told_in_the_game(game: str, rules: str, seats: int) -> None:
    record = played(game, rules, seats)
    kind = record.kind()
    events = [event for step in Replayed(record).steps(0, 10**6) for event in step.events]

    for viewer in range(-1, seats):
        told = [
            event.text
            if isinstance(event.known, list) and viewer in event.known
            else event.public or event.text
            for event in events
        ]

        assert told == [kind.sentence(event, record.players) for event in record.events(viewer)]


def test_faults_are_found_where_they_happened() -> None:
    record = played("holdem-tournament", "", 2)
    replayed = Replayed(record)
    steps = replayed.steps(0, replayed.total)
    actions = [step for step in steps if step.action is not None]

    for turn in (1, 2, 7, len(actions)):
        step = actions[turn - 1]
        fault = LiveFault(seat=step.actor, turn=turn, kind="illegal", cost="none", message="")

        assert replayed.step_of(fault) == step.number


def test_a_seat_that_left_is_found_by_its_leaving() -> None:
    kind = kind_named("holdem-tournament")
    game = kind.new(kind.rules(), 3, 9)
    record = Record.begin(kind, kind.rules(), 3, 9, ["a", "b", "c"])
    for action in (0, WITHDRAWAL - game.actor()):
        act(game, action)
        record.actions.append(action)
    seat = WITHDRAWAL - record.actions[-1]

    replayed = Replayed(record)
    fault = LiveFault(seat=seat, turn=2, kind="crash", cost="forfeit", message="")

    step = replayed.steps(replayed.step_of(fault), 1)[0]
    assert (step.actor, step.action) == (seat, "leave")
    assert step.events[0].name == "withdrew"


def test_a_game_without_actions_is_its_deal() -> None:
    record = played("uno", "jedna", 2)
    record.actions = []

    replayed = Replayed(record)

    assert replayed.total == 1
    [deal] = replayed.steps(0, 500)
    assert deal.view["hands"][0]


def test_a_page_of_a_long_game_is_the_same_wherever_it_begins() -> None:
    replayed = Replayed(played("holdem-cash", "cash,hands=1500", 2))
    assert replayed.total > 5000

    last = replayed.steps(replayed.total - 400, 400)

    assert last[-10:] == Replayed(replayed.record).steps(replayed.total - 10, 10)


def test_all_hands_are_open_in_every_view() -> None:
    replayed = Replayed(played("uno", "jedna", 3))

    for step in replayed.steps(0, replayed.total):
        assert tuple(len(hand) for hand in step.view["hands"]) == step.view["sizes"]
