"""Rooms made, listed and removed over HTTP, by an independent client."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from uno_online_server import Served, assert_refused, served

from pitboss.server.settings import Settings


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(Settings(max_requests=1e6, max_frame=4096)) as running:
        yield running


def test_a_room_is_made_to_order(server: Served) -> None:
    order = {
        "room": "friday-1",
        "rules": "official,target=0",
        "seed": 12,
        "player1": {"kind": "human", "name": " Ann\n"},
        "player2": "simple",
        "timeout": 5,
    }

    answer = server.http.post("/api/rooms", json=order)

    assert answer.status_code == 201
    body = answer.json()
    assert set(body) == {"success", "room", "tokens"}
    assert list(body["tokens"]) == ["Player 1"]
    room = body["room"]
    assert room["roomCode"] == "friday-1"
    assert room["rules"] == "official@1,target=0"
    assert room["seedGiven"] is True
    assert room["seed"] is None
    assert [
        (seat["player"], seat["name"], seat["kind"], seat["bot"]) for seat in room["players"]
    ] == [("Player 1", "Ann", "human", ""), ("Player 2", "Player 2", "builtin", "simple")]


def test_the_default_room_is_a_person_against_an_outside_bot(server: Served) -> None:
    body = server.http.post("/api/rooms").json()

    assert re.fullmatch(r"[A-Z2-9]{6}", body["room"]["roomCode"])
    assert [seat["kind"] for seat in body["room"]["players"]] == ["human", "outside"]
    assert body["room"]["rules"] == "uno-online@1"
    assert sorted(body["tokens"]) == ["Player 1", "Player 2"]
    assert body["room"]["seedGiven"] is False
    assert body["room"]["currentTurn"] == "Player 1"


def test_the_same_seed_deals_the_same_game(server: Served) -> None:
    one, _ = server.make(seed="friday/1")
    other, _ = server.make(seed="friday/1")
    another, _ = server.make(seed="friday/2")

    assert server.state(one)["player2"] == server.state(other)["player2"]
    assert server.state(one)["player2"] != server.state(another)["player2"]


def test_rooms_are_listed_shown_and_removed(server: Served) -> None:
    code, _ = server.make()

    listed = server.http.get("/api/rooms").json()
    shown = server.http.get(f"/api/rooms/{code}").json()
    removed = server.http.delete(f"/api/rooms/{code}").json()

    assert listed["success"] is True
    assert code in [room["roomCode"] for room in listed["rooms"]]
    assert shown["room"]["roomCode"] == code
    assert removed == shown
    assert_refused(server.http.get(f"/api/rooms/{code}"), "no_such_room")
    assert_refused(server.http.delete(f"/api/rooms/{code}"), "no_such_room")


@pytest.mark.parametrize(
    ("order", "code", "field"),
    [
        ({"rules": "canasta"}, "bad_rules", "rules"),
        ({"rules": "uno-online,colour=blue"}, "bad_rules", "colour"),
        ({"rules": 7}, "bad_order", "rules"),
        ({"seed": -1}, "bad_order", "seed"),
        ({"seed": 2**96}, "bad_order", "seed"),
        ({"seed": 1.5}, "bad_order", "seed"),
        ({"seed": True}, "bad_order", "seed"),
        ({"seed": ""}, "bad_order", "seed"),
        ({"player1": "deep-thought"}, "bad_order", "player1"),
        ({"player2": {"kind": "alien"}}, "bad_order", "player2"),
        ({"player2": 7}, "bad_order", "player2"),
        ({"timeout": 0}, "bad_order", "timeout"),
        ({"timeout": "soon"}, "bad_order", "timeout"),
        ({"pace": 1e9}, "bad_order", "pace"),
        ({"open": "yes"}, "bad_order", "open"),
        ({"room": "a b"}, "bad_room", "room"),
        ({"room": ""}, "bad_room", "room"),
        ({"room": "x" * 33}, "bad_room", "room"),
        ({"romm": "x"}, "bad_order", "romm"),
        ([], "bad_order", "object"),
    ],
)
def test_a_wrong_order_is_refused_and_the_field_named(
    server: Served, order: Any, code: str, field: str
) -> None:
    answer = server.http.post("/api/rooms", json=order)

    assert_refused(answer, code)
    assert field in answer.json()["message"]


def test_a_taken_code_is_refused(server: Served) -> None:
    code, _ = server.make()

    assert_refused(server.http.post("/api/rooms", json={"room": code}), "room_exists")


def test_the_seed_is_told_when_the_game_is_over_and_fits_its_hash(server: Served) -> None:
    from pitboss.games.seeds import commitment

    code, _ = server.make(player1="simple", player2="random")

    room = server.http.get(f"/api/rooms/{code}").json()["room"]

    assert room["isOver"] is True
    assert commitment(int(room["seed"])) == room["seedHash"]
