"""What watchers are told over each wire: all that is public, and with all cards everything."""

import json
from typing import Any

import pytest

from pitboss.games.game import SPECTATOR, Game
from pitboss.games.kind import Kind
from pitboss.games.record import Record
from pitboss.games.registry import kind_named
from pitboss.games.rng import Rng
from pitboss.play.answer import Answer
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.policy import NATIVE
from pitboss.play.referee import Referee
from pitboss.play.ruling import Turn
from pitboss.play.time_control import TimeControl
from pitboss.wires.registry import wires
from pitboss.wires.session import Session
from pitboss.wires.wire import Setting

NAMES = ["red", "blue", "green"]
Json = dict[str, Any]
# Events about cards that only their owner may know.
SECRET = ("dealt", "drew", "hole_cards")


def setting(kind: Kind[Any, Any], text: str, **more: Any) -> Setting:
    return Setting(kind=kind, rules=text, seats=3, control=TimeControl(move=30.0), **more)


def referee(kind: Kind[Any, Any], text: str, seed: int = 1) -> Referee:
    rules = kind.rules(text)
    record = Record.begin(kind, rules, 3, seed)
    return Referee(kind.new(rules, 3, seed), record, NATIVE, TimeControl(move=30.0))


def follow(court: Referee, sessions: dict[int, Session], moves: int = 10_000) -> dict[int, Any]:
    """Play at random; what each viewer was told, decoded. Watchers have negative numbers."""
    told: dict[int, list[Json]] = {viewer: [] for viewer in sessions}

    def tell(viewer: int, lines: list[bytes]) -> None:
        told[viewer] += [json.loads(line) for line in lines]

    game = court.game
    rng = Rng(5)
    for viewer, session in sessions.items():
        tell(viewer, session.begin(game, max(viewer, SPECTATOR), NAMES))
    while not court.over() and moves > 0:
        moves -= 1
        turn = court.ask(0.0)
        for viewer, session in sessions.items():
            tell(viewer, asked(game, viewer, session, turn))
        ruling = court.take(Answer((game.sample(rng),), turn.number), 0.0)
        for viewer, session in sessions.items():
            tell(viewer, session.played(game, ruling))
    if court.over():
        for viewer, session in sessions.items():
            tell(viewer, session.end(game, NAMES, "42"))
    return told


def asked(game: Game, viewer: int, session: Session, turn: Turn) -> list[bytes]:
    if viewer < 0:
        return session.asked(game, turn, 30.0)
    return [session.ask(game, turn.number, 30.0)] if viewer == turn.seat else []


def watch(wire: str, game: str, text: str, moves: int = 10_000) -> dict[int, Any]:
    kind = kind_named(game)
    sessions = {
        seat: wires()[wire].session(setting(kind, text, all_requests=True)) for seat in range(3)
    }
    sessions[-1] = wires()[wire].session(setting(kind, text, commitment="c0ffee"))
    sessions[-2] = wires()[wire].session(setting(kind, text, all_cards=True))
    return follow(referee(kind, text), sessions, moves)


def states(messages: list[Json]) -> list[Json]:
    return [message["game_state"] for message in messages if "game_state" in message]


def without_cards(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: without_cards(part)
            for key, part in value.items()
            if "hole_cards" not in key and key not in ("cards", "commitment", "seed_commitment")
        }
    return [without_cards(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("game", ["holdem", "holdem-cash", "holdem-tournament"])
def test_an_algopoker_watcher_hears_of_everything_and_sees_nobodys_cards(game: str) -> None:
    told = watch("algopoker", game, "cash,hands=20" if game == "holdem-cash" else "")

    public, organiser = told[-1], told[-2]
    assert {one["type"] for one in public} == {
        "game_start", "hand_start", "action_request", "action_result", "hand_end", "game_end",
    }  # fmt: skip
    assert public[0]["seed_commitment"] == "c0ffee"
    assert public[-1]["seed"] == "42"
    assert without_cards(public) == without_cards(organiser)
    for state in states(public):
        assert not any(player["hole_cards_known"] for player in state["players"])
    assert all(one["hole_cards"] == [] for one in public if one["type"] == "hand_start")


def test_an_algopoker_organiser_sees_the_cards_that_the_seats_see() -> None:
    told = watch("algopoker", "holdem-tournament", "")

    for seat in range(3):
        own = {
            one["hand_number"]: one["hole_cards"]
            for one in told[seat]
            # Who is out has no cards.
            if one["type"] == "hand_start" and one["hole_cards"]
        }
        seen = {
            one["hand_number"]: cards["hole_cards"]
            for one in told[-2]
            if one["type"] == "hand_start"
            for cards in one["all_hole_cards"]
            if cards["seat"] == seat
        }
        assert own == seen
        for state in states(told[-2]):
            dealt = state["hand_number"] in own
            assert state["players"][seat]["hole_cards_known"] is dealt


@pytest.mark.parametrize(
    ("game", "text"), [("uno", "official,target=0"), ("uno", "jedna"), ("holdem-tournament", "")]
)
def test_a_native_watcher_is_told_what_is_public(game: str, text: str) -> None:
    told = watch("native", game, text)

    hello, result = told[-1][0], told[-1][-1]
    assert (hello["seat"], hello["commitment"]) == (-1, "c0ffee")
    assert result["seed"] == "42"
    events = [one for one in told[-1] if one["type"] == "event"]
    for seat in range(3):
        own = [one for one in told[seat] if one["type"] == "event"]
        assert [without_cards(one) for one in own] == [without_cards(one) for one in events]
    assert not any("cards" in one["facts"] for one in events if one["name"] in SECRET)


@pytest.mark.parametrize(("game", "text"), [("uno", "jedna"), ("holdem-tournament", "")])
def test_a_native_organiser_is_told_what_the_seats_are_told(game: str, text: str) -> None:
    told = watch("native", game, text)

    events = [one for one in told[-2] if one["type"] == "event"]
    for seat in range(3):
        own = [one for one in told[seat] if one["type"] == "event"]
        mine = [number for number, one in enumerate(own) if one["seat"] == seat]
        assert [events[number] for number in mine] == [own[number] for number in mine]


# Coming late and coming back.


def resumed(wire: str, game: str, viewer: int, moves: int) -> tuple[Referee, list[Json]]:
    kind = kind_named(game)
    court = referee(kind, "")
    follow(court, {}, moves)
    turn = court.ask(0.0)
    session = wires()[wire].session(setting(kind, "", all_cards=viewer < -1))
    lines = session.resume(court.game, max(viewer, SPECTATOR), NAMES, turn, 12.3456)
    return court, [json.loads(line) for line in lines]


def test_an_algopoker_bot_that_returns_hears_where_the_hand_stands() -> None:
    for viewer in (-2, -1, 0, 1, 2):
        court, told = resumed("algopoker", "holdem-tournament", viewer, 2)

        assert [one["type"] for one in told] == ["game_start", "hand_start", "action_request"]
        assert told[2]["actor_seat"] == court.game.actor()
        known = [player["hole_cards_known"] for player in told[2]["game_state"]["players"]]
        assert known == [viewer in (-2, seat) for seat in range(3)]


def test_a_native_bot_that_returns_gets_the_state_and_its_open_turn() -> None:
    for viewer in (-1, 0, 1, 2):
        court, told = resumed("native", "holdem", viewer, 1)

        actor = court.game.actor()
        assert [one["type"] for one in told] == ["hello", "state"] + ["turn"] * (viewer == actor)
        state = told[1]
        assert (state["turn"], state["actor"], state["seconds"]) == (2, actor, 12.346)
        shown = [bool(cards) for cards in state["view"]["cards"]]
        assert shown == [seat == viewer for seat in range(3)]


@pytest.mark.parametrize("game", ["uno", "holdem", "holdem-tournament"])
def test_a_native_organisers_state_has_every_card(game: str) -> None:
    court, told = resumed("native", game, -2, 1)

    view = told[1]["view"]
    if game == "uno":
        assert [len(hand) for hand in view["hands"]] == view["sizes"]
    else:
        hand = view["hand"] if game == "holdem-tournament" else view
        assert all(len(cards) == 2 for cards in hand["cards"])
    assert court.game.actor() == told[1]["actor"]


# Time.


@pytest.mark.parametrize(
    ("kind", "now", "late"),
    [
        (FaultKind.TIMEOUT, 1.0, True),
        (FaultKind.STALL, 30.0, True),
        (FaultKind.STALL, 1.0, False),
        (FaultKind.CRASH, 31.0, True),
        (FaultKind.MALFORMED, 1.0, False),
    ],
)
def test_the_referee_says_whether_the_time_was_up(kind: FaultKind, now: float, late: bool) -> None:
    court = referee(kind_named("holdem"), "")
    court.ask(0.0)

    assert court.take(Fault(kind, "so"), now).timed_out is late
