"""Rooms of the uno-online wire: tokens, limits, time, removal, the journal."""

import asyncio
import time
from pathlib import Path

import httpx
import pytest
from uno_online_client import Client
from uno_online_server import Served, bearer, served

from pitboss.server import room
from pitboss.server.settings import Settings
from pitboss.store.live_journal import LiveJournal
from pitboss.wires.rate import Bucket, Buckets

BEYOND = Settings(host="0.0.0.0", organiser_token="boss", max_connections_per_address=3)


def test_beyond_loopback_every_seat_demands_its_token() -> None:
    with served(BEYOND) as server:
        code, tokens = server.make()
        path = f"/api/game/{code}"

        assert error(server.http.get(f"{path}/state")) == (401, "token_required")
        assert error(server.http.post(f"{path}/action", json={})) == (401, "token_required")
        assert error(server.http.delete(f"/api/rooms/{code}")) == (401, "token_required")
        wrong = server.http.get(f"{path}/state", headers=bearer("boss"))
        assert error(wrong) == (403, "bad_token")
        assert server.state(code, tokens["Player 2"])["player2"]["cards"]
        assert server.state(code, tokens["Player 1"])["player1"]["cards"]
        assert server.http.delete(f"/api/rooms/{code}", headers=bearer("boss")).status_code == 200


def test_beyond_loopback_only_the_organiser_chooses_seeds_and_nobody_opens_rooms() -> None:
    with served(BEYOND) as server:
        seeded = {"seed": 1}

        assert error(server.http.post("/api/rooms", json=seeded)) == (403, "not_allowed")
        assert error(server.http.post("/api/rooms", json={"open": True})) == (403, "not_allowed")
        made = server.http.post("/api/rooms", json=seeded, headers=bearer("boss"))
        assert made.status_code == 201


def test_beyond_loopback_an_address_has_so_many_games() -> None:
    with served(BEYOND) as server:
        for _ in range(3):
            server.make()

        assert error(server.http.post("/api/rooms")) == (503, "too_many_rooms")


def test_a_closed_room_on_loopback_demands_tokens_too() -> None:
    with served(Settings()) as server:
        code, tokens = server.make(open=False)

        assert error(server.http.get(f"/api/game/{code}/state")) == (401, "token_required")
        assert server.state(code, tokens["Player 2"])["player2"]["cards"]


def test_against_a_built_in_player_2_the_open_side_is_player_1s() -> None:
    with served(Settings()) as server:
        code, _ = server.make(player2="simple")
        both, _ = server.make(player1="simple", player2="simple")

        assert server.state(code)["player1"]["cards"]
        assert set(server.state(code)["player2"]) == {"name", "cardCount"}
        assert set(server.state(both)["player1"]) == {"name", "cardCount"}
        assert set(server.state(both)["player2"]) == {"name", "cardCount"}
        answer = server.http.post(f"/api/game/{both}/action", json={"action": "draw"})
        assert error(answer) == (403, "not_your_seat")


def test_a_finished_game_stays_readable_when_rooms_are_full() -> None:
    with served(Settings(max_rooms=2)) as server:
        finished, _ = server.make(player1="simple", player2="simple")
        server.make()
        server.make()

        assert error(server.http.post("/api/rooms")) == (503, "too_many_rooms")
        assert server.state(finished)["game"]["isOver"]
        assert error(server.http.post(f"/api/game/{finished}/rematch")) == (403, "not_your_seat")


def test_of_finished_games_the_oldest_is_forgotten_first() -> None:
    with served(Settings(max_rooms=2)) as server:
        codes = [server.make(player1="simple", player2="simple")[0] for _ in range(3)]

        assert error(server.http.get(f"/api/rooms/{codes[0]}")) == (404, "no_such_room")
        assert server.state(codes[1])["game"]["isOver"]


def test_who_plays_over_http_keeps_its_seat_and_shows_as_connected() -> None:
    async def story(server: Served) -> None:
        async with Client(server.url) as ann, Client(server.url) as eve:
            code, tokens = server.make()
            await ann.join(code, player=1)
            server.state(code)
            told = await ann.hear("roomData", lambda data: len(data["users"]) == 2)
            failure, _ = await eve.join(code, player=2)
            shown = server.http.get(f"/api/rooms/{code}").json()["room"]["players"]
            taken, me = await eve.join(code, token=tokens["Player 2"])

        assert [user["name"] for user in told["users"]] == ["Player 1", "Player 2"]
        assert failure["error"] == "room_full"
        assert [player["connected"] for player in shown] == [True, True]
        assert (taken, me["name"]) == (None, "Player 2")

    with served(Settings()) as server:
        asyncio.run(story(server))


def test_who_asks_no_more_over_http_has_left_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "VISIT", 3.0)
    with served(Settings()) as server:
        code, _ = server.make()
        server.state(code)

        def connected() -> bool:
            players = server.http.get(f"/api/rooms/{code}").json()["room"]["players"]
            return bool(players[1]["connected"])

        assert connected()
        until(lambda: not connected())


def test_a_room_nobody_asks_for_is_removed() -> None:
    with served(Settings(idle_timeout=0.2)) as server:
        code, _ = server.make()

        until(lambda: len(server.api.rooms) == 0)

        assert error(server.http.get(f"/api/game/{code}/state")) == (404, "no_such_room")
        assert 'pitboss_games_running{game="uno"} 0' in server.http.get("/metrics").text


def test_who_is_silent_too_long_is_played_for() -> None:
    with served(Settings(idle_timeout=5)) as server:
        code, tokens = server.make(timeout=0.05)
        # The first move has the whole idle time; it is made here, the second is not.
        for token in (tokens["Player 1"], tokens["Player 2"]):
            name = "Player 1" if token == tokens["Player 1"] else "Player 2"
            while server.state(code)["game"]["currentTurn"] == name:
                server.act(code, {"action": "draw"}, token)

        until(lambda: server.state(code)["game"]["turnNumber"] > 12)

        assert 'pitboss_faults_total{kind="timeout"}' in server.http.get("/metrics").text


def test_a_built_in_bot_waits_as_long_as_it_is_told() -> None:
    with served(Settings()) as server:
        code, _ = server.make(player1="simple", pace=1.5)

        assert server.state(code)["game"]["turnNumber"] == 1
        until(lambda: server.state(code)["game"]["currentTurn"] == "Player 2")


def test_nothing_new_is_begun_while_the_server_stops() -> None:
    with served(Settings()) as server:
        server.within(server.api.refuse_new)

        assert error(server.http.post("/api/rooms")) == (503, "too_many_rooms")


def test_too_many_requests_are_refused_and_forgiven_with_time() -> None:
    with served(Settings(max_requests=5)) as server:
        # Ten at once, and after that five a second, however long each of them takes.
        answers = [server.http.get("/health") for _ in range(10)]
        for _ in range(1000):
            answers.append(server.http.get("/health"))
            if answers[-1].status_code == 429:
                break

        assert [answer.status_code for answer in answers[:-1]] == [200] * (len(answers) - 1)
        assert error(answers[-1]) == (429, "rate_limited")
        assert answers[-1].headers["retry-after"] == "1"
        time.sleep(0.3)
        assert server.http.get("/health").status_code == 200


def test_the_journal_holds_every_game_as_it_was_played(tmp_path: Path) -> None:
    with served(Settings(), data=tmp_path) as server:
        code, _ = server.make(player1="simple", player2="random", seed=5)
        begun, _ = server.make()
        over = server.http.get(f"/api/rooms/{code}").json()["room"]
        left = server.http.get(f"/api/rooms/{begun}").json()["room"]
        truth = server.room(code).game.state()

    with LiveJournal.open(str(tmp_path / "pitboss.db")) as journal:
        found = journal.find(over["journal"])
        interrupted = journal.find(left["journal"])
    assert found.state == "finished"
    assert found.record().replay().state() == truth
    assert found.names == ["Player 1", "Player 2"]
    assert interrupted.state == "interrupted"


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(rate=2, burst=3, now=0.0)

    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(0.5)
    assert not bucket.take(0.5)
    assert bucket.reserve(0.5) == pytest.approx(0.5)
    assert bucket.take(100.0)


def test_clients_not_heard_of_are_forgotten() -> None:
    buckets = Buckets(rate=1, burst=1)

    for client in range(10_050):
        assert buckets.take(str(client), 0.0)

    assert buckets.take("0", 0.0)
    assert not buckets.take("10049", 0.0)


def error(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]


def until(holds: object, seconds: float = 60.0) -> None:
    assert callable(holds)
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)
