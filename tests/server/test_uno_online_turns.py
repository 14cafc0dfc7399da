"""Actions for past turns, requests that are cut off, and requests that wait for news."""

import asyncio
import http.client
import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from uno_online_client import Client
from uno_online_server import Served, assert_refused, bearer, play_out, served

from pitboss.server import room_seat
from pitboss.server.settings import Settings

# The built-in bot has nothing to play either, so that it is always our turn.
STUCK = "hands=y1,y2,y3|b4,b5,b6 top=r7 next=" + ",".join(["g1", "g2", "g3", "g4", "g5"] * 2)
DRAW = b'{"action":"draw"}'


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(Settings(max_requests=1e6, max_rate=1e5, max_burst=100_000)) as running:
        yield running


@pytest.fixture
def room(server: Served) -> str:
    code, _ = server.make(player1="simple")
    server.put(code, STUCK + " turn=1")
    return code


def request(path: str, body: bytes = DRAW, length: int | None = None) -> bytes:
    """A request as it goes over the line, with its announced length."""
    return (
        f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body) if length is None else length}\r\n\r\n"
    ).encode() + body


def answered(line: socket.socket) -> tuple[int, Any]:
    answer = http.client.HTTPResponse(line)
    answer.begin()
    return answer.status, json.loads(answer.read())


def masked(text: bytes) -> bytes:
    """A short message as a WebSocket frame of a client, masked with zeros."""
    return bytes([0x81, 0x80 | len(text)]) + bytes(4) + text


def draws(server: Served, code: str) -> int:
    """How many cards Player 2 has drawn."""
    count: int = server.state(code)["player2"]["cardCount"]
    return count - 3


# Turns that are named.


def test_an_action_for_another_turn_is_refused_and_nothing_happens(
    server: Served, room: str
) -> None:
    state = server.state(room)
    turn = state["game"]["turnNumber"]

    for wrong in (turn - 1, turn + 1, 10**30):
        answer = server.act(room, {"action": "draw", "turnNumber": wrong})
        assert_refused(answer, "stale_turn")
    wrongs: list[Any] = ["1", 1.5, True, []]
    for bad in wrongs:
        assert_refused(server.act(room, {"action": "draw", "turnNumber": bad}), "bad_turn_number")

    assert server.state(room) == state
    assert server.act(room, {"action": "draw", "turnNumber": turn}).status_code == 200
    assert_refused(server.act(room, {"action": "draw", "turnNumber": turn}), "stale_turn")
    assert draws(server, room) == 1


def test_an_action_for_another_turn_is_refused_over_socketio_too(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann:
            await ann.join("named", player=1)
            reply = await ann.act({"action": "draw", "turnNumber": 7})
            right = await ann.act({"action": "draw", "turnNumber": 1, "color": ""})

        assert reply["error"] == "stale_turn"
        assert right["success"] is True

    asyncio.run(story())


# Turns that are not named.


@pytest.fixture
def long_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent at once counts as such, even if a busy machine reads it bit by bit."""
    monkeypatch.setattr(room_seat, "LATE", 60.0)


@pytest.mark.usefixtures("long_moment")
def test_of_fifty_draws_over_open_connections_exactly_one_counts(server: Served, room: str) -> None:
    lines = [socket.create_connection(("127.0.0.1", server.port), timeout=60) for _ in range(50)]
    try:
        for line in lines:
            line.sendall(request(f"/api/game/{room}/action"))
        answers = [answered(line) for line in lines]
    finally:
        for line in lines:
            line.close()

    codes = sorted(body.get("error", "played") for _, body in answers)
    assert codes == ["played", *["stale_turn"] * 49]
    assert draws(server, room) == 1


@pytest.mark.usefixtures("long_moment")
def test_of_fifty_draws_at_once_exactly_one_counts(server: Served, room: str) -> None:
    async def story() -> list[int]:
        limits = httpx.Limits(max_connections=50)
        async with httpx.AsyncClient(base_url=server.url, limits=limits, timeout=60) as web:
            path = f"/api/game/{room}/action"
            sent = [web.post(path, json={"action": "draw"}) for _ in range(50)]
            return [answer.status_code for answer in await asyncio.gather(*sent)]

    assert sorted(asyncio.run(story())) == [200, *[409] * 49]
    assert draws(server, room) == 1


def test_of_fifty_draws_in_one_burst_over_socketio_exactly_one_counts(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url, transports=["websocket"]) as bot:
            await bot.join("burst", player1="simple", player2="outside")
            server.put("burst", STUCK + " turn=1")
            # As one write, so that all of them are there before the first is answered.
            frame = masked(b'42["botAction",{"action":"draw"}]')
            bot.io.eio.ws._writer.transport.write(frame * 50)
            await bot.hear("actionRejected", lambda _: len(bot.all("actionRejected")) == 49)

        assert {one["error"] for one in bot.all("actionRejected")} == {"stale_turn"}
        assert draws(server, "burst") == 1

    asyncio.run(story())


def test_draws_one_after_another_all_count_however_they_are_sent(server: Served, room: str) -> None:
    for _ in range(2):
        assert server.act(room, {"action": "draw"}).status_code == 200
    # The next one has seen the state that came of the last action.
    server.state(room)
    for _ in range(2):
        answer = httpx.post(
            f"{server.url}/api/game/{room}/action", json={"action": "draw"}, timeout=60
        )
        assert answer.status_code == 200, answer.text
    with httpx.Client(base_url=server.url, timeout=60) as other:
        assert other.post(f"/api/game/{room}/action", json={"action": "draw"}).status_code == 200

    assert draws(server, room) == 5


def test_a_call_of_uno_and_the_play_after_it_may_be_sent_together(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann:
            await ann.join("together")
            server.put("together", "hands=r1,b2|r4,g5 top=r7")
            await ann.io.emit("botAction", {"action": "uno"})
            await ann.io.emit("botAction", {"action": "play", "card": "1R"})

            def has_played(state: Any) -> bool:
                # The room may have been dealt that very card.
                return bool(state["currentCard"]["code"] == "1R" and state["recentActions"])

            state = await ann.hear("updateGameState", has_played)

        assert state["player1"]["cardCount"] == 1
        assert ann.all("actionRejected") == []

    asyncio.run(story())


# Requests that are cut off.


@pytest.mark.parametrize("begun", [b"", b'{"room":', b'{"room":"cut"}'])
def test_an_order_that_is_cut_off_makes_no_room(server: Served, begun: bytes) -> None:
    before = len(server.api.rooms)

    for _ in range(20):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            line.sendall(request("/api/rooms", begun, length=len(begun) + 9))
            if begun:
                line.shutdown(socket.SHUT_WR)

    assert server.http.get("/health").status_code == 200
    time.sleep(0.05)
    assert len(server.api.rooms) == before


@pytest.mark.parametrize("begun", [DRAW, DRAW[:-1]])
def test_an_action_that_is_cut_off_is_not_played(server: Served, room: str, begun: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(request(f"/api/game/{room}/action", begun, length=len(begun) + 2))

    time.sleep(0.05)
    assert draws(server, room) == 0


def test_an_empty_post_of_a_page_from_elsewhere_makes_nothing(server: Served) -> None:
    before = len(server.api.rooms)
    beyond = Settings(host="0.0.0.0")

    for origin in ("https://evil.example", "http://localhost.evil.example", "null"):
        answer = server.http.post("/api/rooms", headers={"origin": origin})
        assert answer.status_code == 403
    with served(beyond) as public:
        answer = public.http.post("/api/rooms", headers={"origin": "https://evil.example"})
        assert_refused(answer, "bad_content_type")
        assert len(public.api.rooms) == 0
        own = {"origin": public.url}
        assert public.http.post("/api/rooms", headers=own).status_code == 201

    assert len(server.api.rooms) == before
    assert server.http.post("/api/rooms").status_code == 201


# Waiting for news.


def test_a_request_that_waits_is_answered_when_the_other_has_moved(server: Served) -> None:
    code, tokens = server.make(player1="outside")
    path = f"/api/game/{code}/state"
    with ThreadPoolExecutor(1) as aside:
        asked = time.monotonic()
        waiting = aside.submit(httpx.get, f"{server.url}{path}?after=1&wait=60", timeout=90)
        time.sleep(0.2)
        assert not waiting.done()
        server.act(code, {"action": "draw"}, tokens["Player 1"])
        answer = waiting.result(60)

    assert answer.json()["gameState"]["game"]["turnNumber"] == 2
    assert time.monotonic() - asked < 50


def test_a_request_waits_no_longer_than_it_asks_for(server: Served) -> None:
    code, _ = server.make(player1="outside")
    path = f"/api/game/{code}/state"

    news = server.http.get(path, params={"after": 0, "wait": 20})
    old = server.http.get(path, params={"after": 1, "wait": 0.1})
    now = server.http.get(path, params={"after": 1})

    turns = [one.json()["gameState"]["game"]["turnNumber"] for one in (news, old, now)]
    assert turns == [1, 1, 1]
    for query in ("after=x", "after=", "after=1&wait=x", "after=1&wait=-1", "after=1&wait=nan"):
        assert_refused(server.http.get(f"{path}?{query}"), "bad_wait")


def test_a_request_that_waits_is_answered_at_the_end(server: Served) -> None:
    code, tokens = server.make(player1="outside")
    server.put(code, "hands=r1|r4,g5 top=r7")
    turn = server.state(code)["game"]["turnNumber"]
    with ThreadPoolExecutor(1) as aside:
        url = f"{server.url}/api/game/{code}/state?after={turn}&wait=20"
        waiting = aside.submit(httpx.get, url, timeout=30)
        time.sleep(0.1)
        server.act(code, {"action": "play", "card": "1R"}, tokens["Player 1"])
        answer = waiting.result(60)

    assert answer.json()["gameState"]["game"]["isOver"] is True
    late = server.http.get(f"/api/game/{code}/state", params={"after": turn, "wait": 20})
    assert late.json()["gameState"]["game"]["isOver"] is True


def test_who_hangs_up_while_it_waits_is_waited_for_no_more(server: Served) -> None:
    code, tokens = server.make(player1="outside")
    before = server.within(lambda: len(asyncio.all_tasks()))
    path = f"/api/game/{code}/state?after=1&wait=60"
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
            time.sleep(0.02)

    deadline = time.monotonic() + 30
    while server.within(lambda: len(asyncio.all_tasks())) > before:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert server.state(code, tokens["Player 1"])["player1"]["cards"]


# Playing again.


def test_a_room_can_be_played_again_with_the_same_seats(server: Served) -> None:
    code, tokens = server.make(player1="outside", seed=7)
    own = bearer(tokens["Player 1"])
    path = f"/api/game/{code}/rematch"
    early = server.http.post(path, headers=own)
    server.put(code, "hands=r1|r4,g5 top=r7")
    server.act(code, {"action": "play", "card": "1R"}, tokens["Player 1"])
    over = server.http.get(f"/api/rooms/{code}").json()["room"]

    answer = server.http.post(path, headers=own)

    assert_refused(early, "game_running")
    assert_refused(server.http.post(path, headers=bearer("x")), "bad_token")
    assert answer.status_code == 200
    state = answer.json()["gameState"]
    assert (state["game"]["turnNumber"], state["game"]["isOver"]) == (1, False)
    assert len(state["player1"]["cards"]) == 7
    again = server.http.get(f"/api/rooms/{code}").json()["room"]
    assert again["seedHash"] != over["seedHash"]
    assert (again["seed"], again["seedGiven"], over["seed"]) == (None, False, "7")
    assert server.act(code, {"action": "draw"}, tokens["Player 1"]).status_code == 200
    assert server.state(code, tokens["Player 2"])["player2"]["cards"]


def test_a_rematch_is_told_to_everybody_in_the_room(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann, Client(server.url) as bob, Client(server.url) as eve:
            _, told = await ann.join("rematch")
            await bob.join("rematch")
            await eve.join("rematch", watch=True)
            for _ in range(2):
                server.put("rematch", "hands=r1|r4,g5 top=r7")
                await ann.act({"action": "play", "card": "1R"})
                for one in (ann, bob, eve):
                    await one.hear("gameOver")
                    one.heard.clear()
                answer = await asyncio.to_thread(
                    server.http.post,
                    "/api/game/rematch/rematch",
                    headers=bearer(told["token"]),
                )
                assert answer.status_code == 200
                for one in (ann, bob, eve):
                    opening = await one.hear("initGameState")
                    state = await one.hear("updateGameState")
                    assert opening["gameOver"] is state["gameOver"] is False
                    assert opening["turn"] == "Player 1"

    asyncio.run(story())


def test_with_a_delay_onlookers_see_the_end_of_a_game_before_the_rematch() -> None:
    def room(server: Served) -> Any:
        return server.http.get("/api/rooms/slow").json()["room"]

    def is_opened_again(eve: Client) -> bool:
        names = [name for name, _ in eve.heard]
        return "initGameState" in names[names.index("gameOver") :]

    async def story(server: Served) -> None:
        server.make(room="slow", player1="simple", seed=7)
        first = room(server)["seedHash"]
        async with Client(server.url) as eve:
            await eve.join("slow", watch=True)
            await asyncio.to_thread(play_out, server.url, "slow")
            again = await asyncio.to_thread(server.http.post, "/api/game/slow/rematch")
            early = room(server)
            over = await eve.hear("gameOver")
            late = room(server)
            # The next game's first position, when its turn has come to be seen.
            await eve.hear("initGameState", lambda _: is_opened_again(eve))

            assert again.status_code == 200
            assert over["seed"] == "7"
            for shown in (early, late):
                assert shown["seed"] == ("7" if shown["isOver"] else None)
                assert (shown["seedHash"] == first) or not shown["isOver"]
            assert room(server)["seed"] is None

    with served(Settings(spectator_delay=0.5)) as server:
        asyncio.run(story(server))


def test_who_joins_a_finished_game_anew_begins_the_next_one(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann, Client(server.url) as bob:
            _, told = await ann.join("rejoined")
            await bob.join("rejoined")
            server.put("rejoined", "hands=r1|r4,g5 top=r7")
            await ann.act({"action": "play", "card": "1R"})
            await bob.hear("gameOver")
            bob.heard.clear()
            _, again = await ann.join("rejoined")
            opening = await bob.hear("initGameState")

            assert again["name"] == "Player 1"
            assert again["token"] == told["token"]
            assert again["seedHash"] != told["seedHash"]
            assert opening["gameOver"] is False

    asyncio.run(story())
