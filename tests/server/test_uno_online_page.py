"""The original uno-online page, which computes the game by itself, plays on a real server."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from uno_online_client import Client
from uno_online_page import HIDDEN, Page
from uno_online_server import Served, play_out, served

from pitboss.server.settings import Settings


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    with served(Settings(max_requests=1e6, max_rate=1e5, max_burst=100_000)) as running:
        yield running


FLAT = {
    "gameOver",
    "turn",
    "player1Deck",
    "player2Deck",
    "currentColor",
    "currentNumber",
    "playedCardsPile",
    "drawCardPile",
}


async def reloaded(client: Client, code: str) -> Any:
    """What a page is shown first when it joins again."""
    await client.hear("updateGameState")
    client.heard.clear()
    await client.join(code, player=1)
    told = await client.hear("initGameState")
    await client.hear("updateGameState")
    return told


def test_two_pages_play_whole_games_against_each_other(server: Served) -> None:
    async def story(number: int) -> None:
        code = f"pages-{number}"
        async with Client(server.url) as ann, Client(server.url) as bob:
            one, two = Page(ann, number), Page(bob, -number)
            server.make(room=code, player1="outside", seed=code)
            await one.join(code)
            await ann.hear("updateGameState")
            await two.join(code)
            await asyncio.gather(one.play(), two.play())
            game = server.room(code).game

        assert one.winner == two.winner in ("Player 1", "Player 2")
        assert game.actor() < 0
        assert one.clicks + two.clicks > 5
        assert ann.all("actionRejected") == bob.all("actionRejected") == []
        assert one.opened == two.opened == 1
        last = ann.all("updateGameState")[-1]
        assert last["winner"] == last["game"]["winner"] == one.winner
        assert "turn" not in last

    async def stories() -> None:
        for number in range(6):
            await story(number)

    asyncio.run(stories())


@pytest.mark.parametrize("seat", [1, 2])
def test_a_page_plays_a_built_in_bot_from_either_seat(server: Served, seat: int) -> None:
    async def story() -> None:
        async with Client(server.url) as ann:
            page = Page(ann, seat)
            await page.join(f"house-{seat}", **{f"player{3 - seat}": "simple"})
            await page.play()

            assert len(page.users) == 2
            assert page.me == f"Player {seat}"
            assert ann.all("actionRejected") == []

    asyncio.run(story())


def test_a_page_plays_a_bot_that_only_knows_http(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann:
            page = Page(ann, 3)
            await page.join("with-http")
            await ann.hear("updateGameState")
            _, state = await asyncio.gather(
                page.play(), asyncio.to_thread(play_out, server.url, "with-http")
            )

        assert state["game"]["winner"] == page.winner
        assert [user["name"] for user in page.users] == ["Player 1", "Player 2"]

    asyncio.run(story())


def test_the_opening_has_the_fields_of_the_page_and_hides_what_it_may_not_know(
    server: Served,
) -> None:
    async def story() -> None:
        async with Client(server.url) as ann, Client(server.url) as eve:
            await ann.join("opening")
            server.put("opening", "hands=r1,b2,w|r4,g5 top=rs")
            await eve.join("opening", watch=True)
            told = await reloaded(ann, "opening")
            watched = await eve.hear("initGameState")
            update = ann.all("updateGameState")[-1]
            room = server.room("opening")

            assert set(told) == FLAT
            assert told["gameOver"] is False
            assert told["turn"] == "Player 1"
            assert told["player1Deck"] == ["1R", "2B", "W"]
            assert told["player2Deck"] == [HIDDEN] * 2
            assert told["currentColor"] == "R"
            assert told["currentNumber"] == 404
            assert told["playedCardsPile"][-1] == "skipR"
            assert told["drawCardPile"] == [HIDDEN] * room.game.pile.count
            assert watched["player1Deck"] == [HIDDEN] * 3
            assert watched["player2Deck"] == [HIDDEN] * 2
            assert {name: update[name] for name in FLAT} == told
            assert update["winner"] == ""

    asyncio.run(story())


@pytest.mark.parametrize(
    ("top", "number"),
    [("r0", "0"), ("g9", "9"), ("br", "_"), ("ys", 404), ("r+2", 252), ("wb", 300), ("wd4y", 600)],
)
def test_the_current_number_is_what_the_page_compares_with(
    server: Served, top: str, number: str | int
) -> None:
    async def story() -> Any:
        async with Client(server.url) as ann:
            await ann.join(f"number-{number}")
            server.put(f"number-{number}", f"hands=r1,b2|r4,g5 top={top}")
            return await reloaded(ann, f"number-{number}")

    assert asyncio.run(story())["currentNumber"] == number


def test_the_draw_pile_that_a_page_sees_is_never_empty(server: Served) -> None:
    async def story() -> Any:
        async with Client(server.url) as ann:
            await ann.join("empty")
            game = server.put("empty", "hands=r1,b2|r4,g5 top=g3")
            game.pile.count = game.pile.loose = game.pile.under = 0
            return await reloaded(ann, "empty")

    assert asyncio.run(story())["drawCardPile"] == [HIDDEN]


def test_what_a_page_has_dealt_counts_for_nothing(server: Served) -> None:
    async def story() -> None:
        async with Client(server.url) as ann:
            await ann.join("dealt")
            before = server.room("dealt").game.state()
            await Page(ann, 1).join("dealt", player=1)
            await ann.act({"action": "uno"})

            assert server.room("dealt").game.state() == before

    asyncio.run(story())


@pytest.mark.parametrize("hand", ["r1,r2,r3", "b1,b2,b3", "wd4,r1,b3"])
def test_a_move_that_is_sent_twice_counts_once(server: Served, hand: str) -> None:
    async def story() -> None:
        async with Client(server.url) as ann:
            page = Page(ann, 1)
            await page.join(f"twice-{hand[:2]}", player1="outside", player2="simple")
            await ann.hear("updateGameState")
            # The room may have been dealt the very card that is put there.
            ann.heard.clear()
            # The bot has nothing to play, so it is our turn again at once.
            server.put(f"twice-{hand[:2]}", f"hands={hand}|y4,y5,y6 top=r7 next=y1,y2,y3,y4,y5")
            await page.join(f"twice-{hand[:2]}", player=1)
            await ann.hear("initGameState", lambda told: told["playedCardsPile"][-1] == "7R")
            await page.click(twice=True)
            await ann.hear("updateGameState", lambda state: bool(state["recentActions"]))
            await ann.act({"action": "color", "color": "R"})
            await ann.hear("actionRejected")

            recent = ann.all("updateGameState")[-1]["recentActions"]
            own = [one["action"] for one in recent if one["player"] == "Player 1"]
            assert own in (["play"], ["draw"])
            rejected = [one["error"] for one in ann.all("actionRejected")]
            assert rejected == ["no_colour_to_choose"]

    asyncio.run(story())


def test_uno_is_called_by_sending_one_card(server: Served) -> None:
    async def story(deck: list[str]) -> int:
        async with Client(server.url) as ann:
            code = f"uno-{len(deck)}"
            await ann.join(code)
            server.put(code, "hands=r1,b2|r4,g5 top=r7")
            pile = server.room(code).game.pile.discarded + 1
            state = {"playedCardsPile": ["7R"] * pile + ["1R"], "player1Deck": deck}
            reply = await ann.io.call("updateGameState", {**state, "currentColor": "R"})
            assert reply["success"] is True
            return int(reply["gameState"]["player1"]["cardCount"])

    assert asyncio.run(story(["2B"])) == 1
    assert asyncio.run(story(["2B", HIDDEN, HIDDEN])) == 3


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (None, "bad_action"),
        (7, "bad_action"),
        ([], "bad_action"),
        ({"playedCardsPile": 7}, "bad_card"),
        ({"playedCardsPile": []}, "bad_card"),
        ({"playedCardsPile": ["7R", 4]}, "bad_card"),
        ({"playedCardsPile": ["7R", "9Y"]}, "not_in_hand"),
        ({"playedCardsPile": ["7R", "W"], "currentColor": "RED"}, "bad_color"),
        ({"playedCardsPile": ["7R", "8R", "1R"]}, "stale_turn"),
        ({"playedCardsPile": ["1R"]}, "stale_turn"),
        ({"drawCardPile": []}, "stale_turn"),
    ],
    ids=repr,
)
def test_whatever_a_page_sends_is_an_action_or_changes_nothing(
    server: Served, sent: Any, code: str
) -> None:
    async def story() -> None:
        async with Client(server.url) as ann:
            await ann.join("odd")
            server.put("odd", "hands=r1,b2,w|r4,g5 top=r7")
            before = server.room("odd").game.state()

            reply = await ann.io.call("updateGameState", sent)

            await ann.act({"action": "catch"})
            await ann.hear("actionRejected", lambda told: told["error"] == "nobody_to_catch")
            assert reply["error"] == code
            assert server.room("odd").game.state() == before
            # What is past is passed over in silence.
            assert len(ann.all("actionRejected")) == (1 if code == "stale_turn" else 2)

    asyncio.run(story())
