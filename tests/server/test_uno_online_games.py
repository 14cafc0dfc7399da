"""Whole games over the uno-online wire by players that know only its document, and no leaks."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from uno_online_client import Client
from uno_online_server import AGENT, Served, Wire, decide, play_out, served

from pitboss.games.uno.hands import STRIDE, cards_in
from pitboss.games.uno.notes import NOTE_PLAYED
from pitboss.play.live import LiveGame
from pitboss.play.referee import Ruling, Turn
from pitboss.server.room import Room
from pitboss.server.settings import Settings
from pitboss.wires.uno_online.encode import CODES

GAMES = 200


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    settings = Settings(max_requests=1e6, max_rate=1e5, max_burst=100_000)
    with served(settings) as running:
        yield running


def test_the_documented_flow_plays_whole_games_by_polling_against_built_in_bots(
    server: Served,
) -> None:
    won = 0
    for number in range(20):
        bot = ("simple", "random")[number % 2]
        code, _ = server.make(player1=bot, seed=f"polling/{number}")

        state = play_out(server.url, code)

        assert state["game"]["isOver"]
        won += state["game"]["winner"] == "Player 2"
    assert won >= 5


def test_a_program_of_its_own_plays_a_whole_game(server: Served) -> None:
    code, _ = server.make(player1="simple", seed=1)

    done = subprocess.run(
        [sys.executable, str(AGENT), server.url, code],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )

    assert json.loads(done.stdout)["isOver"] is True


def test_two_polling_players_play_each_other(server: Served) -> None:
    for number in range(3):
        code, tokens = server.make(player1="outside", seed=f"two/{number}")
        with ThreadPoolExecutor() as aside:
            other = aside.submit(play_out, server.url, code, tokens["Player 1"], "Player 1")
            state = play_out(server.url, code)

        assert state["game"] == other.result(60)["game"]
        assert state["game"]["isOver"]


async def play_by_socket(client: Client, me: str) -> dict[str, Any]:
    """Answer every state with the documented flow, until the game is over."""
    done: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    async def update(state: dict[str, Any]) -> None:
        client.heard.append(("updateGameState", state))
        if state["game"]["isOver"]:
            if not done.done():
                done.set_result(state)
            return
        action = decide(state, me)
        if action is not None:
            await client.io.emit("botAction", action)

    client.io.on("updateGameState", update)
    return await asyncio.wait_for(done, 120)


def test_the_documented_flow_plays_whole_games_by_socket_against_built_in_bots(
    server: Served,
) -> None:
    async def story() -> None:
        async with Client(server.url) as bot:
            for number in range(5):
                playing = asyncio.create_task(play_by_socket(bot, "Player 2"))
                await asyncio.sleep(0)
                order = {"player1": "simple", "seed": f"socket/{number}"}
                await bot.join(f"socket-{number}", **order)
                state = await playing
                assert state["game"]["isOver"]
                assert bot.all("actionRejected") == []
                await bot.hear("gameOver")
                bot.heard.clear()

    asyncio.run(story())


# Nobody sees what is the other's.


class Truth:
    """A watcher that knows everything: both hands and the table before every turn."""

    def __init__(self) -> None:
        self.hands: dict[int, tuple[list[str], list[str]]] = {}
        self.tops: dict[int, str] = {}
        self.played_cards: set[tuple[int, str]] = set()

    def note(self, live: LiveGame) -> None:
        game: Any = live.referee.game
        hands = [sorted(CODES[c] for c in cards_in(game.hands, s * STRIDE)) for s in (0, 1)]
        turn = live.referee.number
        key = -turn if game.actor() < 0 else turn
        self.hands[key] = (hands[0], hands[1])
        self.tops[key] = CODES[game.top]

    def begin(self, live: LiveGame) -> None:
        """Nothing yet."""

    def asked(self, live: LiveGame, turn: Turn) -> None:
        del turn
        self.note(live)

    def played(self, live: LiveGame, ruling: Ruling) -> None:
        for note in ruling.notes:
            if note[0] == NOTE_PLAYED:
                self.played_cards.add((live.referee.number, CODES[note[2]]))

    def settled(self, live: LiveGame) -> None:
        pass

    def end(self, live: LiveGame) -> None:
        self.note(live)

    def check(self, state: dict[str, Any], side: int) -> None:
        """Fail if the state holds a card that its reader may not see."""
        turn = state["game"]["turnNumber"] * (-1 if state["game"]["isOver"] else 1)
        for seat, name in enumerate(("player1", "player2")):
            told = state[name]
            assert told["cardCount"] == len(self.hands[turn][seat])
            if seat == side:
                cards = sorted(card["code"] for card in told["cards"])
                assert cards == self.hands[turn][seat]
                assert {c["code"] for c in told["playableCards"]} <= set(cards)
                assert set(told) == {"name", "cardCount", "cards", "playableCards"}
            else:
                assert set(told) == {"name", "cardCount"}
        assert state["currentCard"]["code"] == self.tops[turn]
        for told in state["recentActions"]:
            assert set(told) == {"turn", "player", "action", "card", "color", "count"}
            if told["action"] == "play":
                assert (told["turn"], told["card"]) in self.played_cards
            else:
                assert told["card"] is None
        assert_no_other_place_for_cards(state)


PLACES = {"game", "currentCard", "currentColor", "player1", "player2", "botContext"}
INFO = {
    "roomCode",
    "currentTurn",
    "turnNumber",
    "isOver",
    "winner",
    "rules",
    "ending",
    "round",
    "scores",
    "pendingDraw",
    "drawPileCount",
}


# What only Socket.IO adds.
FLAT = {"gameOver", "winner", "turn", "currentNumber", "playedCardsPile", "drawCardPile"}
DECKS = ("player1Deck", "player2Deck")


def check_flat(state: dict[str, Any], side: int, hands: tuple[list[str], list[str]]) -> None:
    """Fail if the fields of the original page hold a card that their reader may not see."""
    assert {*FLAT, *DECKS} - set(state) <= {"turn"}
    for seat, deck in enumerate(DECKS):
        shown = hands[seat] if seat == side else ["??"] * len(hands[seat])
        assert sorted(state.pop(deck)) == shown
    assert set(state.pop("drawCardPile")) == {"??"}
    for name in FLAT:
        state.pop(name, None)


def assert_no_other_place_for_cards(state: dict[str, Any]) -> None:
    assert set(state) == PLACES | {"recentActions"}
    assert set(state["game"]) == INFO
    assert not set(CODES) & {str(value) for value in state["game"].values()}
    assert set(state["botContext"]["actions"]) <= {"play", "draw", "uno"}


def watch(server: Served, code: str) -> Truth:
    truth = Truth()
    room: Room = server.room(code)

    def add() -> None:
        room.table.live.watchers.append(truth)
        truth.note(room.table.live)

    server.within(add)
    return truth


def test_over_two_hundred_games_no_state_holds_a_card_of_the_other_side(server: Served) -> None:
    checked = 0
    for number in range(GAMES):
        code, tokens = server.make(player1="outside", seed=f"leak/{number}")
        truth = watch(server, code)
        wires = [Wire(server.url, tokens[name]) for name in ("Player 1", "Player 2")]
        over = False
        while not over:
            for side, (wire, me) in enumerate(zip(wires, ("Player 1", "Player 2"), strict=True)):
                _, answer = wire.ask("GET", f"/api/game/{code}/state")
                state = answer["gameState"]
                truth.check(state, side)
                over = state["game"]["isOver"]
                while (action := decide(state, me)) is not None:
                    status, answer = wire.ask("POST", f"/api/game/{code}/action", action)
                    assert status == 200, answer
                    state = answer["gameState"]
                    truth.check(state, side)
                    checked += 1
                checked += 1
        # Somebody's last card was played before the other looked: both see the end.
        for side, wire in enumerate(wires):
            truth.check(wire.ask("GET", f"/api/game/{code}/state")[1]["gameState"], side)
            wire.close()
    assert checked > GAMES * 20


def test_no_frame_holds_a_card_of_the_other_side(server: Served) -> None:
    async def story() -> int:
        checked = 0
        async with Client(server.url) as one, Client(server.url) as two, Client(server.url) as eve:
            for number in range(15):
                code = f"frames-{number}"
                server.make(room=code, player1="outside", seed=f"frames/{number}")
                truth = watch(server, code)
                for client in (one, two, eve):
                    client.heard.clear()
                await eve.join(code, watch=True)
                playing = [
                    asyncio.create_task(play_by_socket(one, "Player 1")),
                    asyncio.create_task(play_by_socket(two, "Player 2")),
                ]
                await asyncio.sleep(0)
                await one.join(code, player=1)
                await two.join(code, player=2)
                await asyncio.gather(*playing)
                await eve.hear("gameOver")
                for side, client in enumerate((one, two, eve)):
                    own = side if side < 2 else -1
                    for state in client.all("updateGameState"):
                        turn = state["game"]["turnNumber"] * (-1 if state["gameOver"] else 1)
                        check_flat(state, own, truth.hands[turn])
                        truth.check(state, own)
                        checked += 1
                    for opening in client.all("initGameState"):
                        hidden = [opening[deck] for seat, deck in enumerate(DECKS) if seat != own]
                        assert {card for deck in hidden for card in deck} == {"??"}
                    shown = ("initGameState", "updateGameState")
                    others = [data for name, data in client.heard if name not in shown]
                    assert not any(f'"{c}"' in json.dumps(others) for c in CODES)
        return checked

    assert asyncio.run(story()) > 500


def test_the_checker_notices_a_leak(server: Served) -> None:
    code, tokens = server.make(player1="outside", seed="leaky")
    truth = watch(server, code)
    state = server.state(code, tokens["Player 1"])

    truth.check(state, 0)
    with pytest.raises(AssertionError):
        truth.check(state, 1)
    state["game"]["ending"] = "4R"
    with pytest.raises(AssertionError):
        truth.check(state, 0)
