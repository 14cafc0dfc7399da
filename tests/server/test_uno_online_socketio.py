"""The uno-online wire over Socket.IO, spoken to a real server by an independent client."""

import asyncio
from collections.abc import Iterator
from typing import Any

import aiohttp
import pytest
from uno_online_client import Client
from uno_online_server import Served, served

from pitboss.server.settings import Settings
from pitboss.wires.uno_online import ERRORS


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(Settings(max_requests=1e6, max_frame=4096)) as running:
        yield running


def error(reply: Any) -> str:
    assert set(reply) == {"success", "error", "message"}
    assert reply["success"] is False
    assert reply["error"] in ERRORS
    return str(reply["error"])


@pytest.mark.parametrize("transports", [["websocket"], ["polling"], ["polling", "websocket"]])
def test_the_first_join_makes_the_room_and_sits_down_as_player_1(
    server: Served, transports: list[str]
) -> None:
    async def story() -> None:
        code = "first-" + "-".join(transports)
        async with Client(server.url, transports=transports) as ann:
            failure, told = await ann.join(code)
            data = await ann.hear("roomData")
            me = await ann.hear("currentUserData")
            state = await ann.hear("updateGameState")

        assert failure is None
        assert told["success"] is True
        assert told["room"] == code
        assert told["name"] == me["name"] == "Player 1"
        assert told["token"] == me["token"] == told["tokens"]["Player 1"]
        assert data["room"] == code
        assert [user["name"] for user in data["users"]] == ["Player 1"]
        assert len(state["player1"]["cards"]) == 7
        assert set(state["player2"]) == {"name", "cardCount"}

    asyncio.run(story())


def test_the_second_join_is_player_2_and_the_third_finds_the_room_full(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann, Client(server.url) as bob, Client(server.url) as eve:
            await ann.join("full")
            _, told = await bob.join("full", name="Bob")
            failure, nothing = await eve.join("full")
            both = await ann.hear("roomData", lambda data: len(data["users"]) == 2)
            state = await bob.hear("updateGameState")

        assert told["name"] == "Player 2"
        assert "tokens" not in told
        assert [user["name"] for user in both["users"]] == ["Player 1", "Player 2"]
        assert both["users"][1]["displayName"] == "Bob"
        assert (error(failure), nothing) == ("room_full", None)
        assert len(state["player2"]["cards"]) == 7
        assert set(state["player1"]) == {"name", "cardCount"}
        assert eve.all("updateGameState") == []

    asyncio.run(story())


def test_every_move_reaches_each_side_as_its_own_view_and_as_over_http(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann, Client(server.url) as bob, Client(server.url) as eve:
            _, told = await ann.join("views")
            await bob.join("views")
            await eve.join("views", watch=True)
            server.put("views", "hands=r1,b2,g3|r4,g5,y6 top=r7 next=y1,y2")
            reply = await ann.act({"action": "play", "card": "1R", "color": None})

            def moved(state: Any) -> bool:
                # The room may have been dealt that very card.
                return bool(state["currentCard"]["code"] == "1R" and state["recentActions"])

            seen = [await one.hear("updateGameState", moved) for one in (ann, bob, eve)]
            one = server.state("views", told["tokens"]["Player 1"])
            two = server.state("views", told["tokens"]["Player 2"])

        assert reply["success"] is True
        assert reply["message"] == "Action received and forwarded to game"
        assert reply["gameState"] == one == {name: seen[0][name] for name in one}
        assert two == {name: seen[1][name] for name in two}
        assert [card["code"] for card in seen[1]["player2"]["cards"]] == ["4R", "5G", "6Y"]
        assert set(seen[2]["player1"]) == set(seen[2]["player2"]) == {"name", "cardCount"}

    asyncio.run(story())


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"action": "play", "card": "9Y"}, "not_in_hand"),
        ({"action": "play", "card": "2B"}, "not_playable"),
        ({"action": "play", "card": "W"}, "color_required"),
        ({"action": "play", "card": "W", "color": "X"}, "bad_color"),
        ({"action": "play", "card": 4}, "bad_card"),
        ({"action": "play", "card": "1R", "callUno": 1}, "bad_call_uno"),
        ({"action": "uno"}, "no_call_now"),
        ({"action": 7}, "bad_action"),
        ("draw", "bad_action"),
        ([], "bad_action"),
        (None, "bad_action"),
    ],
    ids=repr,
)
def test_a_refused_action_is_told_to_its_sender_alone(
    server: Served, action: Any, code: str
) -> None:
    async def story() -> None:
        async with Client(server.url) as ann, Client(server.url) as bob:
            await ann.join("refused")
            await bob.join("refused")
            server.put("refused", "hands=r1,b2,g3,w|r4,g5 top=r7")
            before = server.room("refused").game.state()
            reply = await ann.act(action)
            told = await ann.hear("actionRejected")
            late = await bob.act({"action": "draw"})
            await bob.hear("actionRejected")

            assert error(reply) == code
            assert told == reply
            assert error(late) == "not_your_turn"
            assert [error(one) for one in bob.all("actionRejected")] == ["not_your_turn"]
            assert server.room("refused").game.state() == before
        server.http.delete("/api/rooms/refused")

    asyncio.run(story())


def test_an_action_needs_no_acknowledgement(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann:
            await ann.join("silent")
            await ann.io.emit("botAction", {"action": "draw"})
            await ann.hear("updateGameState", lambda state: state["game"]["turnNumber"] == 2)

    asyncio.run(story())


def test_the_end_is_told_with_the_winner_and_the_seed(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann, Client(server.url) as bob:
            await ann.join("end")
            await bob.join("end")
            server.put("end", "hands=r1|r4,g5 top=r7")
            await ann.act({"action": "play", "card": "1R"})
            over = await bob.hear("gameOver")
            last = bob.all("updateGameState")[-1]
            late = await bob.act({"action": "draw"})

        assert over["room"] == "end"
        assert over["winner"] == last["game"]["winner"] == "Player 1"
        assert over["ending"] == "went-out"
        assert over["scores"] == [9, 0]
        assert over["seed"].isdecimal()
        assert last["game"]["isOver"] is True
        assert [name for name, _ in bob.heard].index("gameOver") > 0
        assert error(late) == "game_over"

    asyncio.run(story())


def test_a_finished_room_that_everyone_left_begins_anew(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann:
            await ann.join("again")
            server.put("again", "hands=r1|r4,g5 top=r7")
            await ann.act({"action": "play", "card": "1R"})
            await ann.hear("gameOver")
        async with Client(server.url) as ann:
            await ann.join("again")
            state = await ann.hear("updateGameState")

        assert state["game"]["isOver"] is False
        assert state["game"]["turnNumber"] == 1

    asyncio.run(story())


def test_messages_reach_everyone_in_the_room(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann, Client(server.url) as bob, Client(server.url) as eve:
            await ann.join("chat")
            await bob.join("chat")
            await eve.join("elsewhere")
            done = await bob.io.call("sendMessage", {"message": "hi \u2665"})
            heard = [await one.hear("message") for one in (ann, bob)]
            bad: list[Any] = [{}, {"message": ""}, {"message": 7}, {"message": "x" * 501}, "hi", []]
            wrong = [await bob.io.call("sendMessage", said) for said in bad]

        assert done is None
        assert heard == [{"user": "Player 2", "text": "hi \u2665"}] * 2
        assert {error(one) for one in wrong} == {"bad_message"}
        assert eve.all("message") == []

    asyncio.run(story())


def test_only_players_may_speak_and_not_without_end(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann, Client(server.url) as eve:
            await ann.join("talk")
            await eve.join("talk", watch=True)
            refused = await eve.io.call("sendMessage", {"message": "psst"})
            said = 0
            while (reply := await ann.io.call("sendMessage", {"message": "x"})) is None:
                said += 1

        assert error(refused) == "not_your_seat"
        assert error(reply) == "rate_limited"
        assert said >= 10
        assert {one["user"] for one in eve.all("message")} == {"Player 1"}

    asyncio.run(story())


def test_who_floods_the_chat_keeps_nobody_else_waiting(server: Served) -> None:
    async def story() -> float:
        loop = asyncio.get_running_loop()
        url = f"{server.url}/socket.io/?EIO=4&transport=websocket"
        code, _ = server.make(player1="simple")
        async with aiohttp.ClientSession() as web, Client(server.url) as bob:
            await bob.join(code)
            # They are read too slowly to be told goodbye.
            patience = aiohttp.ClientWSTimeout(ws_close=0.1)
            floods = [await web.ws_connect(url, timeout=patience) for _ in range(20)]
            for flood in floods:
                await flood.send_str("40")
                await flood.send_str(f'42["join",{{"room":"{code}","watch":true}}]')
                for _ in range(200):
                    await flood.send_str('42["sendMessage",{"message":"x"}]')
            slowest = 0.0
            for _ in range(30):
                begun = loop.time()
                async with web.get(f"{server.url}/api/game/{code}/state") as answer:
                    assert answer.status == 200
                slowest = max(slowest, loop.time() - begun)
            await asyncio.gather(*[flood.close() for flood in floods])
            assert bob.all("message") == []
        return slowest

    assert asyncio.run(story()) < 10.0


def test_who_has_joined_nothing_can_do_nothing(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as eve:
            assert error(await eve.act({"action": "draw"})) == "not_joined"
            assert error(await eve.io.call("sendMessage", {"message": "x"})) == "not_joined"
            bad: list[Any] = [None, {}, [], "room", {"room": 7}, {"room": "a b"}, {"room": None}]
            for wish in bad:
                assert error(await eve.io.call("join", wish)) in ("bad_order", "bad_room")
            assert error((await eve.join("x", player=3))[0]) == "bad_order"
            assert error((await eve.join("nowhere", token="x"))[0]) == "no_such_room"
            assert error((await eve.join("nowhere", watch=True))[0]) == "no_such_room"
            assert error((await eve.join("new", rules="canasta"))[0]) == "bad_rules"

    asyncio.run(story())


def test_a_spectator_cannot_play(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann, Client(server.url) as eve:
            await ann.join("watched")
            _, told = await eve.join("watched", watch=True)
            assert told["name"] == "Spectator"
            assert "token" not in told
            assert error(await eve.act({"action": "draw"})) == "not_your_seat"

    asyncio.run(story())


def test_a_lost_connection_frees_the_seat_and_its_token_brings_it_back(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as bob:
            async with Client(server.url) as ann:
                _, told = await ann.join("back", name="Ann")
                await bob.join("back")
                hand = (await ann.hear("updateGameState"))["player1"]["cards"]
            await bob.hear("roomData", lambda data: [u["id"] for u in data["users"]] == [2])
            async with Client(server.url) as ann:
                _, again = await ann.join("back", token=told["token"])
                state = await ann.hear("updateGameState")

        assert again["name"] == "Player 1"
        assert again["token"] == told["token"]
        assert state["player1"]["cards"] == hand
        assert state["player1"]["name"] == "Ann"

    asyncio.run(story())


def test_a_token_takes_the_seat_over_from_an_older_connection(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as old, Client(server.url) as new:
            _, told = await old.join("takeover")
            _, again = await new.join("takeover", token=told["token"])
            await old.hear("disconnect")
            reply = await new.act({"action": "draw"})

        assert again["name"] == "Player 1"
        assert reply["success"] is True

    asyncio.run(story())


def test_a_seat_can_be_asked_for_by_number_or_name(server: Served) -> None:
    async def story() -> None:
        for number, wish in enumerate((2, "2", "Player 2")):
            async with Client(server.url) as bot, Client(server.url) as other:
                _, told = await bot.join(f"seat-{number}", player=wish)
                failure, _ = await other.join(f"seat-{number}", player=wish)
            assert told["name"] == "Player 2"
            assert error(failure) == "room_full"

    asyncio.run(story())


def test_a_join_can_order_the_room(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann:
            await ann.join("ordered", rules="official,target=0", player2="simple", seed=3)
            data = await ann.hear("roomData")
            state = await ann.hear("updateGameState")

        assert [user["name"] for user in data["users"]] == ["Player 1", "Player 2"]
        assert state["game"]["rules"] == "official@1,target=0"

    asyncio.run(story())


def test_one_connection_sits_in_one_room_at_a_time(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann, Client(server.url) as bob:
            await ann.join("here")
            await ann.join("there")
            _, told = await bob.join("here")

        assert told["name"] == "Player 1"

    asyncio.run(story())


def test_a_removed_room_lets_its_players_go(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann:
            await ann.join("gone")
            server.http.delete("/api/rooms/gone")
            await ann.hear("roomData", lambda data: data["users"] == [])
            assert error(await ann.act({"action": "draw"})) == "not_joined"

    asyncio.run(story())


def test_beyond_loopback_a_seat_needs_its_token_and_the_maker_hands_them_out() -> None:
    async def story(server: Served) -> None:
        async with Client(server.url) as ann, Client(server.url) as bob, Client(server.url) as eve:
            _, told = await ann.join("closed")
            failure, _ = await eve.join("closed")
            wrong, _ = await eve.join("closed", token="x")
            _, sat = await bob.join("closed", token=told["tokens"]["Player 2"])

        assert told["name"] == "Player 1"
        assert error(failure) == "token_required"
        assert error(wrong) == "bad_token"
        assert sat["name"] == "Player 2"

    with served(Settings(host="0.0.0.0")) as server:
        asyncio.run(story(server))


# Strangers.


def test_a_foreign_page_cannot_connect(server: Served) -> None:
    async def story() -> list[int]:
        found = []
        async with aiohttp.ClientSession() as web:
            for origin in ("https://evil.example", "null", "http://localhost:3000"):
                url = f"{server.url}/socket.io/?EIO=4&transport=polling"
                async with web.get(url, headers={"origin": origin}) as answer:
                    found.append(answer.status)
        return found

    assert asyncio.run(story()) == [400, 400, 200]


@pytest.mark.parametrize(
    "frame",
    [
        "x",
        "4x",
        "42",
        "42{}",
        "42[]",
        "42[7]",
        '42["join"',
        '4299999999999["join"]',
        '42["nothing",1]',
        '42["connect",{}]',
        '42["connect"]',
        '451-["join",{"_placeholder":true,"num":0}]',
        "4" + "2" + "[" * 3000,
        '42["join",' + "[" * 1500 + "]" * 1500 + "]",
        "9",
        "4" * 3000,
        b"\x00\xff",
        "x" * 5000,
    ],
    ids=lambda frame: repr(frame[:30]),
)
def test_whatever_a_stranger_sends_the_server_plays_on(server: Served, frame: str | bytes) -> None:
    async def story() -> None:
        url = f"{server.url}/socket.io/?EIO=4&transport=websocket"
        async with aiohttp.ClientSession() as web, web.ws_connect(url) as stranger:
            await stranger.receive_str()
            await stranger.send_str("40")
            await stranger.receive_str()
            if isinstance(frame, bytes):
                await stranger.send_bytes(frame)
            else:
                await stranger.send_str(frame)
            await asyncio.sleep(0.02)
        async with Client(server.url) as ann:
            await ann.join("strangers")
            await ann.hear("updateGameState")

    asyncio.run(story())


def test_who_sends_too_fast_has_to_wait() -> None:
    async def story(server: Served) -> float:
        loop = asyncio.get_running_loop()
        async with Client(server.url, transports=["websocket"]) as ann:
            await ann.join("fast")
            begun = loop.time()
            for _ in range(40):
                await ann.io.emit("botAction", {"action": "fly"})
            await ann.hear("actionRejected", lambda _: len(ann.all("actionRejected")) == 40)
            return loop.time() - begun

    with served(Settings(max_rate=50.0, max_burst=20)) as server:
        assert asyncio.run(story(server)) > 0.3


def test_there_are_only_so_many_connections() -> None:
    async def story(server: Served) -> None:
        async with Client(server.url) as bob, Client(server.url) as eve:
            assert (await bob.join("x"))[0] is None
            assert (await eve.join("x"))[0] is None
            with pytest.raises(Exception, match=r"503|Unexpected|Connection"):
                async with Client(server.url):
                    pass
        # It takes the server a moment to notice that they have gone.
        async with asyncio.timeout(30):
            while server.within(server.api.door.sockets.addresses):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        async with Client(server.url) as ann:
            assert (await ann.join("x"))[0] is None

    with served(Settings(max_sockets_per_address=2)) as server:
        asyncio.run(story(server))


def test_a_connection_that_does_not_read_is_closed() -> None:
    async def story(server: Served) -> None:
        url = f"{server.url}/socket.io/?EIO=4&transport=polling"
        async with aiohttp.ClientSession() as web, Client(server.url) as ann:
            async with web.get(url) as answer:
                session = (await answer.text()).split('"sid":"')[1].split('"')[0]
            for packet in ("40", '42["join",{"room":"backlog","player":2}]'):
                async with web.post(f"{url}&sid={session}", data=packet) as answer:
                    assert answer.status == 200
            await ann.join("backlog", player=1)
            room = server.room("backlog")
            turn = room.table.live.referee.turn
            assert turn is not None
            for _ in range(40):
                server.within(lambda: room.asked(room.table.live, turn))
                await asyncio.sleep(0.005)
            async with asyncio.timeout(30):
                while room.viewers[1]:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            assert room.viewers[0]

    with served(Settings(max_backlog=20_000)) as server:
        asyncio.run(story(server))


def test_a_connection_that_does_not_read_its_acknowledgements_is_closed() -> None:
    async def story(server: Served) -> None:
        url = f"{server.url}/socket.io/?EIO=4&transport=polling"
        async with aiohttp.ClientSession() as web:
            async with web.get(url) as answer:
                session = (await answer.text()).split('"sid":"')[1].split('"')[0]
            statuses = set()
            for packet in ("40", *['421["botAction",{}]'] * 200):
                async with web.post(f"{url}&sid={session}", data=packet) as answer:
                    statuses.add(answer.status)

        assert statuses == {200, 400}
        assert 'pitboss_rejected_total{reason="backlog"} 1.0' in server.http.get("/metrics").text

    with served(Settings(max_backlog=10_000)) as server:
        asyncio.run(story(server))
