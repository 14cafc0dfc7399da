"""The uno-online wire over HTTP, spoken to a real server by an independent client."""

import http.client
import re
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from uno_online_server import Served, assert_refused, bearer, served

from pitboss.server.settings import Settings

TURN = "hands=r1,b2,g3|r4,g5,bs,w,wd4 top=r7 turn=1"


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(Settings(max_requests=1e6, max_frame=4096)) as running:
        yield running


@pytest.fixture
def room(server: Served) -> str:
    code, _ = server.make()
    server.put(code, TURN)
    return code


# The state.


def test_the_state_is_answered_with_success_and_a_timestamp(server: Served, room: str) -> None:
    answer = server.http.get(f"/api/game/{room}/state")

    assert answer.status_code == 200
    body = answer.json()
    assert set(body) == {"success", "gameState", "timestamp"}
    assert body["success"] is True
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", body["timestamp"])
    assert body["gameState"]["game"]["roomCode"] == room
    assert answer.headers["cache-control"] == "no-store"


def test_without_a_token_the_state_is_player_2s(server: Served, room: str) -> None:
    state = server.state(room)

    assert [card["code"] for card in state["player2"]["cards"]] == ["4R", "5G", "skipB", "W", "D4W"]
    assert [card["code"] for card in state["player2"]["playableCards"]] == ["4R", "W", "D4W"]
    assert state["player1"] == {"name": "Player 1", "cardCount": 3}
    assert state["botContext"]["isMyTurn"] is True


def test_a_token_gives_the_state_of_its_side(server: Served) -> None:
    code, tokens = server.make()
    server.put(code, TURN)

    by_header = server.state(code, tokens["Player 1"])
    by_query = server.http.get(f"/api/game/{code}/state", params={"token": tokens["Player 1"]})

    assert [card["code"] for card in by_header["player1"]["cards"]] == ["1R", "3G", "2B"]
    assert set(by_header["player2"]) == {"name", "cardCount"}
    assert by_query.json()["gameState"] == by_header


@pytest.mark.parametrize("path", ["state", "action"])
def test_an_unknown_room_is_not_found(server: Served, path: str) -> None:
    method = "GET" if path == "state" else "POST"

    answer = server.http.request(method, f"/api/game/nowhere/{path}", json={"action": "draw"})

    assert_refused(answer, "no_such_room")


# Actions.


@pytest.mark.parametrize(
    ("action", "table"),
    [
        ({"action": "play", "card": "4R", "color": None}, ("4R", "R")),
        ({"action": "play", "card": "W", "color": "R"}, ("W", "R")),
        ({"action": "play", "card": "D4W", "color": "B"}, ("D4W", "B")),
        ({"action": "play", "card": "4R"}, ("4R", "R")),
        ({"action": "play", "card": "4R", "color": "G", "callUno": True}, ("4R", "R")),
    ],
)
def test_a_documented_play_is_forwarded(
    server: Served, room: str, action: Any, table: tuple[str, str]
) -> None:
    answer = server.act(room, action)

    assert answer.status_code == 200
    body = answer.json()
    assert set(body) == {"success", "message", "gameState"}
    assert body["success"] is True
    assert body["message"] == "Action received and forwarded to game"
    state = body["gameState"]
    assert (state["currentCard"]["code"], state["currentColor"]) == table
    assert state == server.state(room)
    assert state["recentActions"][-1]["player"] in ("Player 1", "Player 2")


@pytest.mark.parametrize(
    ("hand", "card"), [("g+2,r3,r5", "D2G"), ("bs,r3,r5", "skipB"), ("yr,r3,r5", "_Y")]
)
def test_documented_action_cards_are_played(server: Served, hand: str, card: str) -> None:
    code, _ = server.make()
    server.put(code, f"hands=r1,b2|{hand} top={hand[0]}7 turn=1")

    state = server.act(code, {"action": "play", "card": card, "color": None}).json()["gameState"]

    assert state["currentCard"]["code"] == card
    again = "Player 1" if card == "_Y" else "Player 2"
    assert state["game"]["currentTurn"] == again
    assert state["player1"]["cardCount"] == (4 if card == "D2G" else 2)


def test_draw_takes_a_card_and_passes_the_turn(server: Served) -> None:
    code, _ = server.make()
    server.put(code, "hands=r1,b2|g4,g5 top=r7 turn=1 next=y1,y2")

    state = server.act(code, {"action": "draw"}).json()["gameState"]

    assert state["player2"]["cardCount"] == 3
    assert state["game"]["currentTurn"] == "Player 1"


@pytest.mark.parametrize(("wish", "color"), [("B", "B"), (None, "G"), ("", "G"), ("purple", "G")])
def test_a_drawn_wild_may_be_given_its_colour(server: Served, wish: Any, color: str) -> None:
    code, _ = server.make()
    server.put(code, "hands=r1,b2|g4,g5 top=r7 turn=1 next=w,y2")

    state = server.act(code, {"action": "draw", "color": wish}).json()["gameState"]

    assert (state["currentCard"]["code"], state["currentColor"]) == ("W", color)
    assert state["player2"]["cardCount"] == 2


def test_a_separate_uno_call_saves_the_next_play(server: Served) -> None:
    code, _ = server.make()
    server.put(code, "hands=r1,b2|r4,g5 top=r7 turn=1")

    called = server.act(code, {"action": "uno"}).json()["gameState"]
    played = server.act(code, {"action": "play", "card": "4R"}).json()["gameState"]

    assert called["game"]["currentTurn"] == "Player 2"
    assert called["recentActions"][-1]["action"] == "uno"
    assert called["botContext"]["shouldCallUno"] is False
    assert played["player2"]["cardCount"] == 1


@pytest.mark.parametrize(("call", "left"), [(True, 1), (False, 3)])
def test_the_last_but_one_card_costs_two_without_the_call(
    server: Served, call: bool, left: int
) -> None:
    code, _ = server.make()
    server.put(code, "hands=r1,b2|r4,g5 top=r7 turn=1")

    answer = server.act(code, {"action": "play", "card": "4R", "color": None, "callUno": call})

    state = answer.json()["gameState"]
    assert state["player2"]["cardCount"] == left
    assert state["currentCard"]["code"] == "4R"


REFUSALS: list[tuple[Any, str]] = [
    ({"action": "play", "card": "9Y"}, "not_in_hand"),
    ({"action": "play", "card": "5G"}, "not_playable"),
    ({"action": "play", "card": "skipB", "callUno": True}, "not_playable"),
    ({"action": "play", "card": "W"}, "color_required"),
    ({"action": "play", "card": "D4W", "color": None}, "color_required"),
    ({"action": "play", "card": "W", "color": "P"}, "bad_color"),
    ({"action": "play", "card": "W", "color": 1}, "bad_color"),
    ({"action": "play", "card": "4R", "callUno": "yes"}, "bad_call_uno"),
    ({"action": "play", "card": "4X"}, "bad_card"),
    ({"action": "play", "card": 4}, "bad_card"),
    ({"action": "play", "card": None}, "bad_card"),
    ({"action": "play"}, "bad_card"),
    ({"action": "uno"}, "no_call_now"),
    ({"action": "pass"}, "pass_before_draw"),
    ({"action": "catch"}, "nobody_to_catch"),
    ({"action": "challenge"}, "nothing_to_challenge"),
    ({"action": "color", "color": "R"}, "no_colour_to_choose"),
    ({"action": "fly"}, "bad_action"),
    ({"action": None}, "bad_action"),
    ({"action": ["play"]}, "bad_action"),
    ({}, "bad_action"),
    ([], "bad_action"),
    ("draw", "bad_action"),
    (7, "bad_action"),
    (None, "bad_action"),
    (True, "bad_action"),
]


@pytest.mark.parametrize(("action", "code"), REFUSALS, ids=repr)
def test_a_refused_action_leaves_the_game_byte_for_byte_unchanged(
    server: Served, room: str, action: Any, code: str
) -> None:
    before = _everything(server, room)

    answer = server.http.post(
        f"/api/game/{room}/action",
        content=httpx.Request("POST", "http://x", json=action).content or b"null",
        headers={"content-type": "application/json"},
    )

    assert_refused(answer, code)
    assert _everything(server, room) == before


def _everything(server: Served, code: str) -> tuple[Any, ...]:
    room = server.room(code)
    views = [bytes(room.view(side)) for side in (0, 1, -1)]
    return (
        room.game.state(),
        list(room.table.live.referee.record.actions),
        room.table.live.referee.number,
        views,
    )


def test_out_of_turn_is_refused_for_either_side(server: Served) -> None:
    code, tokens = server.make()
    before = _everything(server, code)

    answer = server.act(code, {"action": "draw"})

    assert_refused(answer, "not_your_turn")
    assert "Player 1" in answer.json()["message"]
    assert _everything(server, code) == before
    assert server.act(code, {"action": "draw"}, tokens["Player 1"]).status_code == 200
    while server.state(code)["game"]["currentTurn"] == "Player 1":
        server.act(code, {"action": "draw"}, tokens["Player 1"])
    assert_refused(server.act(code, {"action": "draw"}, tokens["Player 1"]), "not_your_turn")


def test_after_the_end_every_action_is_refused(server: Served) -> None:
    code, _ = server.make()
    server.put(code, "hands=r1,b2|r4 top=r7 turn=1")

    won = server.act(code, {"action": "play", "card": "4R"}).json()["gameState"]["game"]

    assert (won["isOver"], won["winner"], won["currentTurn"]) == (True, "Player 2", None)
    assert_refused(server.act(code, {"action": "draw"}), "game_over")
    assert server.state(code)["game"] == won


# Bodies, types, methods, paths.


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"draw", b'{"action": "draw"', b"\xff\xfe", b"nan", b'{"action":"draw"}x'],
)
def test_a_body_that_is_no_json_is_refused(server: Served, room: str, body: bytes) -> None:
    answer = server.http.post(
        f"/api/game/{room}/action", content=body, headers={"content-type": "application/json"}
    )

    assert_refused(answer, "bad_json")


@pytest.mark.parametrize("opening", [b"[", b'{"action":', b'{"action":"draw","x":'])
def test_deeply_nested_json_is_refused(server: Served, room: str, opening: bytes) -> None:
    count = 4000 // len(opening)
    answer = server.http.post(
        f"/api/game/{room}/action",
        content=opening * count,
        headers={"content-type": "application/json"},
    )

    assert_refused(answer, "bad_json")


def test_a_large_body_is_refused_with_or_without_its_length(server: Served, room: str) -> None:
    large = b'{"action": "' + b"x" * 5000 + b'"}'
    headers = {"content-type": "application/json"}
    path = f"/api/game/{room}/action"

    told = server.http.post(path, content=large, headers=headers)
    chunked = server.http.post(path, content=iter([large[:2500], large[2500:]]), headers=headers)

    assert_refused(told, "too_large")
    assert_refused(chunked, "too_large")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""]
)
def test_another_content_type_is_refused(server: Served, room: str, kind: str) -> None:
    headers = {"content-type": kind} if kind else {}
    answer = server.http.post(
        f"/api/game/{room}/action", content=b'{"action":"draw"}', headers=headers
    )

    assert_refused(answer, "bad_content_type")


def test_a_content_type_with_a_charset_is_fine(server: Served, room: str) -> None:
    answer = server.http.post(
        f"/api/game/{room}/action",
        content=b'{"action":"play","card":"4R"}',
        headers={"content-type": "Application/JSON; charset=utf-8"},
    )

    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/game/x/state"),
        ("GET", "/api/game/x/action"),
        ("PUT", "/api/rooms"),
        ("PATCH", "/api/rooms/x"),
        ("DELETE", "/api/rooms"),
    ],
)
def test_a_wrong_method_is_refused_and_the_right_ones_named(
    server: Served, method: str, path: str
) -> None:
    answer = server.http.request(method, path)

    assert_refused(answer, "bad_method")
    assert answer.headers["allow"]


@pytest.mark.parametrize("path", ["/api", "/api/game", "/api/nothing", "/api/rooms/a/b"])
def test_an_unknown_path_is_not_found(server: Served, path: str) -> None:
    assert_refused(server.http.get(path), "not_found")


# The server itself.


def test_health_and_metrics_are_answered(server: Served, room: str) -> None:
    server.act(room, {"action": "draw"})

    health = server.http.get("/health").json()
    metrics = server.http.get("/metrics").text

    assert health["status"] == "ok"
    assert health["rooms"] >= 1
    assert 'pitboss_actions_total{game="uno"}' in metrics


def test_a_page_of_this_machine_may_read_and_others_may_not(server: Served, room: str) -> None:
    path = f"/api/game/{room}/state"

    local = server.http.get(path, headers={"origin": "http://localhost:3000"})
    foreign = server.http.get(path, headers={"origin": "https://evil.example"})
    asked = server.http.options(
        f"/api/game/{room}/action",
        headers={
            "origin": "http://127.0.0.1:3000",
            "access-control-request-method": "POST",
            "access-control-request-headers": "content-type",
        },
    )

    assert local.headers["access-control-allow-origin"] == "http://localhost:3000"
    assert "access-control-allow-origin" not in foreign.headers
    assert asked.status_code == 200


def test_a_foreign_host_name_that_points_here_is_turned_away(server: Served) -> None:
    answer = server.http.get("/api/rooms", headers={"host": "evil.example"})

    assert_refused(answer, "bad_host")


def test_a_mistake_of_our_own_is_told_without_a_traceback(
    server: Served, room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(side: int) -> Any:
        raise RuntimeError(f"a secret about side {side}")

    monkeypatch.setattr(server.room(room), "view", broken)

    answer = server.http.get(f"/api/game/{room}/state")

    assert_refused(answer, "internal_error")
    assert "secret" not in answer.text


def test_a_plain_client_without_keep_alive_is_served(server: Served, room: str) -> None:
    for _ in range(3):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", f"/api/game/{room}/state")
        assert connection.getresponse().status == 200
        connection.close()


def test_a_token_of_another_room_is_refused(server: Served, room: str) -> None:
    _, tokens = server.make()

    for token in (tokens["Player 1"], "x", "\u00e9"):
        answer = server.http.get(f"/api/game/{room}/state", params={"token": token})
        assert_refused(answer, "bad_token")
    answer = server.http.delete(f"/api/rooms/{room}", headers=bearer(tokens["Player 1"]))
    assert_refused(answer, "bad_token")


@pytest.mark.parametrize("begun", [b"", b'{"action"'])
def test_a_body_that_does_not_arrive_is_not_waited_for(begun: bytes) -> None:
    with served(Settings(request_timeout=1.0)) as server:
        code, _ = server.make()
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            line.sendall(
                f"POST /api/game/{code}/action HTTP/1.1\r\nhost: localhost\r\n"
                "content-type: application/json\r\ncontent-length: 17\r\n\r\n".encode()
                + begun
            )
            answer = http.client.HTTPResponse(line)
            answer.begin()
            said = answer.read()

    assert answer.status == 408
    assert b"request_timeout" in said
