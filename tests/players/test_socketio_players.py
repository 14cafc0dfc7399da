"""Programs that join their room over Socket.IO, whole and faulty, and what happens to the table."""

import json
import os
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from leftovers import watch
from stdio import referee

from pitboss import bots
from pitboss.play.blocking import Outcome, play
from pitboss.play.fault import FaultKind
from pitboss.play.player import BlockingPlayer
from pitboss.play.policy import UNO_ONLINE, Cost, Policy
from pitboss.players.inprocess import InProcessPlayer
from pitboss.players.program import Command, Limits
from pitboss.players.socketio import SocketIoPlayer
from pitboss.wires.uno_online import UnoOnlineSession

# A whole bot but for `decide` and `over`; every event and acknowledgement is told to its author.
BOT = """
import asyncio, json, os, sys, time
import socketio
url, room, token = sys.argv[1:]
count = 0
transports = None
reconnection = True
def note(*what):
    print(json.dumps(what), file=sys.stderr, flush=True)
def simple(state):
    own = state["player2"]
    if not own["playableCards"]:
        return {"action": "draw"}
    card = own["playableCards"][0]["code"]
    return {"action": "play", "card": card, "color": "R", "callUno": True}
async def act(action):
    await io.emit("botAction", action, callback=lambda *said: note("ack", *said))
async def join(**wish):
    wish = {"room": room, "token": token, **wish}
    await io.emit("join", wish, callback=lambda *said: note("joined", *said))
async def decide(state):
    await act(simple(state))
async def over():
    pass
async def joined():
    await join()
%s
io = socketio.AsyncClient(reconnection=reconnection, reconnection_delay=0.1)
async def heard(event, *data):
    global count
    note(event, *data)
    if event == "updateGameState" and data[0]["botContext"]["isMyTurn"]:
        count += 1
        await decide(data[0])
    elif event == "gameOver":
        await over()
async def connected():
    await joined()
io.on("*", heard)
io.on("connect", connected)
async def main():
    await io.connect(url, transports=transports)
    await io.wait()
asyncio.run(main())
"""
LATER = """
async def decide(state):
    if count < 3:
        await act(simple(state))
    else:
        await wrong(state)
"""
ONCE_A_GAME = """
async def over():
    await io.disconnect()
"""


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("OF", str(os.getpid()))
    with watch():
        yield


def simple() -> InProcessPlayer:
    return InProcessPlayer(bots.named("simple"))


def bot(hooks: str = "", **limits: Any) -> SocketIoPlayer:
    words = (sys.executable, "-c", BOT % hooks, "{url}", "{room}", "{token}")
    session = UnoOnlineSession("arena", "uno-online@1", always_second=True)
    limited = Limits(**{"grace": 0.0, "stderr": 1 << 22, **limits})
    return SocketIoPlayer(Command(words=words), session, name="guest", limits=limited)


def game(
    *players: BlockingPlayer, seed: int = 1, policy: Policy = UNO_ONLINE, move: float = 10.0,
    startup: float = 60.0, rules: str = "uno-online",
) -> Outcome:  # fmt: skip
    table = referee(rules, seed=seed, policy=policy, move=move, startup=startup)
    return play(table, players)


def heard(player: BlockingPlayer, event: str) -> list[Any]:
    """What came with each such event; complete once the player is closed."""
    told = [json.loads(line) for line in player.stderr().splitlines() if line.startswith("[")]
    return [data for name, *data in told if name == event]


def faults(outcome: Outcome) -> list[tuple[FaultKind, str]]:
    assert {incident.seat for incident in outcome.incidents} <= {0}
    return [(one.fault.kind, one.fault.message) for one in outcome.incidents]


def assert_forfeited(outcome: Outcome) -> None:
    assert outcome.result.places == (2, 1)
    assert outcome.result.reason == "withdrawal"


# Whole games.


@pytest.mark.parametrize("transports", [["websocket"], ["polling"], ["polling", "websocket"]])
def test_a_program_that_stays_connected_plays_game_after_game_from_both_seats(
    transports: list[str],
) -> None:
    seen = set()
    with bot(f"transports = {transports}", grace=10.0) as guest:
        for seed in range(3):
            seats = [guest, simple()] if seed % 2 else [simple(), guest]
            outcome = game(*seats, seed=seed)
            seen.add(guest.pid)

            assert outcome.incidents == ()
            assert outcome.result.reason == "went-out"

    assert len(seen) == 1
    assert len(heard(guest, "currentUserData")) == 1
    assert len(heard(guest, "gameOver")) == 3
    assert heard(guest, "actionRejected") == []


def test_a_program_hears_what_clients_of_rooms_hear_and_is_player_two() -> None:
    with bot(grace=10.0) as guest:
        first, second = game(guest, simple(), seed=2), game(simple(), guest, seed=2)
    states = [state for (state,) in heard(guest, "updateGameState")]
    (me,) = heard(guest, "currentUserData")
    overs = [over for (over,) in heard(guest, "gameOver")]

    assert me == [{"success": True, "room": "arena", "name": "Player 2", "token": me[0]["token"]}]
    assert heard(guest, "joined") == [[None, me[0]]]
    users = {"room": "arena", "users": [
        {"id": 1, "name": "Player 1", "room": "arena", "displayName": "simple"},
        {"id": 2, "name": "Player 2", "room": "arena", "displayName": "guest"},
    ]}  # fmt: skip
    assert [users] in heard(guest, "roomData")
    assert heard(guest, "roomData")[-1] == [{"room": "arena", "users": []}]
    assert {state["player2"]["name"] for state in states} == {"guest"}
    assert not any("cards" in state["player1"] for state in states)
    numbers = [state["game"]["turnNumber"] for state in states]
    assert all(later in (earlier + 1, 1) for earlier, later in pairwise(numbers))
    assert numbers.count(1) == 2
    for over, outcome, seat in zip(overs, (first, second), (0, 1), strict=True):
        won = outcome.result.places[seat] == 1
        assert over["winner"] == ("Player 2" if won else "Player 1")
        assert over["seed"] is None
        assert over["scores"] == list(outcome.result.scores[:: 1 if seat else -1])


def test_a_program_that_ends_after_a_game_is_started_anew() -> None:
    seen = set()
    with bot(ONCE_A_GAME) as guest:
        for seed in range(3):
            assert game(guest, simple(), seed=seed).incidents == ()
            seen.add(guest.pid)

    assert len(seen) == 3


def test_a_program_that_connects_anew_for_each_game_plays_on() -> None:
    hooks = """
async def over():
    async def again():
        await io.disconnect()
        await io.connect(url)
    asyncio.create_task(again())
async def wait(self):
    await asyncio.sleep(99)
socketio.AsyncClient.wait = wait
"""
    seen = set()
    with bot(hooks) as guest:
        for seed in range(3):
            assert game(guest, simple(), seed=seed).incidents == ()
            seen.add(guest.pid)

    assert len(seen) == 1
    assert len(heard(guest, "currentUserData")) >= 3


def test_a_program_that_loses_its_connection_in_a_game_comes_back_and_plays_on() -> None:
    hooks = """
async def decide(state):
    if count == 3:
        await io.eio.ws.close()
    else:
        await act(simple(state))
"""
    with bot("transports = ['websocket']" + hooks) as guest:
        outcome = game(guest, simple())

    assert outcome.incidents == ()
    assert len(heard(guest, "currentUserData")) == 2


def test_two_programs_play_each_other_and_http_is_served_too() -> None:
    hooks = """
import urllib.request
async def decide(state):
    with urllib.request.urlopen(f"{url}/api/game/{room}/state") as answer:
        asked = json.load(answer)["gameState"]
        assert asked == {name: state[name] for name in asked}
    await act(simple(state))
"""
    with bot(hooks) as one, bot() as two:
        assert game(one, two).incidents == ()


def test_what_a_program_says_comes_back_to_it_alone() -> None:
    hooks = """
async def decide(state):
    if count == 1:
        await io.emit("sendMessage", {"message": "hi"})
    await act(simple(state))
"""
    with bot(hooks, grace=10.0) as one, bot(grace=10.0) as two:
        assert game(one, two).incidents == ()

    assert heard(one, "message") == [[{"user": "Player 2", "text": "hi"}]]
    assert heard(two, "message") == []


# Refusals.


def test_a_refused_action_is_told_and_leaves_the_game_as_it_was() -> None:
    hooks = """
async def decide(state):
    if count == 1:
        for wrong in ({"action": "dance"}, [], {"action": "play", "card": "W"}):
            await act(wrong)
    await act(simple(state))
"""
    with bot(hooks) as guest:
        outcome = game(guest, simple())

    told = [reply["error"] for (reply,) in heard(guest, "actionRejected")]
    assert told == ["bad_action", "bad_action", "color_required"]
    assert [reply["error"] for (reply,) in heard(guest, "ack")[:3]] == told
    assert {incident.cost for incident in outcome.incidents} == {Cost.REFUSE}
    assert outcome.result.reason == "went-out"


def test_acting_before_joining_or_out_of_turn_is_refused() -> None:
    hooks = """
async def joined():
    await act({"action": "draw"})
    await join()
async def decide(state):
    await act(simple(state))
    await act({"action": "draw"})
"""
    with bot(hooks, unasked=10_000) as guest:
        outcome = game(guest, simple(), seed=5)

    told = [reply["error"] for (reply,) in heard(guest, "actionRejected")]
    assert told[0] == "not_joined"
    assert outcome.record.replay().result() == outcome.result


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ("room='elsewhere'", "no_such_room"),
        ("token='no'", "bad_token"),
        ("player=1", "room_full"),
        ("player='Player 3'", "bad_order"),
        ("watch=True", "not_allowed"),
        ("room=4", "bad_order"),
    ],
)
def test_a_refused_join_is_told_and_another_one_sits_down(wish: str, code: str) -> None:
    hooks = f"async def joined():\n    await join({wish})\n    await join(player=2)"
    with bot(hooks) as guest:
        assert game(guest, simple()).incidents == ()

    refused, seated = heard(guest, "joined")
    assert refused[0]["error"] == code
    assert seated[0] is None


# Faults.


def test_a_program_that_never_joins_is_out_when_its_time_is_up() -> None:
    with bot("async def joined(): pass") as guest:
        outcome = game(guest, simple(), move=0.2, startup=2.0)

    assert_forfeited(outcome)
    assert faults(outcome) == [(FaultKind.STARTUP, "it never joined its room")]


def test_a_program_that_ends_before_it_joins_is_told_apart() -> None:
    with bot("sys.exit('no licence')") as guest:
        outcome = game(guest, simple())

    assert_forfeited(outcome)
    told = "the program exited with status 1 before its first answer"
    assert faults(outcome) == [(FaultKind.STARTUP, told)]
    assert "no licence" in outcome.incidents[0].fault.detail


def test_a_program_that_falls_silent_is_played_for() -> None:
    with bot("async def wrong(state): pass" + LATER) as guest:
        outcome = game(guest, simple(), move=0.1)

    assert set(faults(outcome)) == {(FaultKind.TIMEOUT, "no answer in time")}
    assert {incident.cost for incident in outcome.incidents} == {Cost.SUBSTITUTE}


def test_a_program_that_crashes_is_out() -> None:
    hooks = "async def wrong(state):\n    print('oops', file=sys.stderr, flush=True); os._exit(4)"
    with bot(hooks + LATER) as guest:
        outcome = game(guest, simple())

    assert_forfeited(outcome)
    assert faults(outcome) == [(FaultKind.CRASH, "the program exited with status 4")]
    assert "oops" in outcome.incidents[0].fault.detail


def test_a_program_that_hangs_up_in_a_game_and_stays_away_is_out() -> None:
    hooks = """
from websockets.sync.client import connect
with connect(url.replace("http", "ws") + "/socket.io/?EIO=4&transport=websocket") as line:
    line.recv()
    for packet in ("40", '42["join",' + json.dumps({"room": room}) + "]"):
        line.send(packet)
        line.recv()
time.sleep(99)
"""
    with bot(hooks) as guest:
        outcome = game(guest, simple(), move=60.0)

    assert_forfeited(outcome)
    assert faults(outcome) == [(FaultKind.DISCONNECTED, "the connection is gone")]


@pytest.mark.parametrize(
    ("send", "told"),
    [
        ("await io.emit('dance', 'x' * 1000)", "more than 100 messages that nobody asked for"),
        ("await join()", "more than 100 messages that nobody asked for"),
        ("await io.emit('botAction', 'x' * 70000)", "a message of more than 65536 bytes"),
        ("await io.emit('botAction', 'x' * 200000)", "a message of more than 65536 bytes"),
    ],
)
def test_a_flood_ends_the_game_for_its_sender(send: str, told: str) -> None:
    hooks = f"""
reconnection = False
transports = ["websocket"]
async def wrong(state):
    while io.connected:
        {send}
        await asyncio.sleep(0)
"""
    with bot(hooks + LATER) as guest:
        outcome = game(guest, simple(), move=20.0)

    assert_forfeited(outcome)
    assert faults(outcome) == [(FaultKind.FLOOD, told)]


def test_a_program_that_never_reads_is_cut_off() -> None:
    hooks = """
import aiohttp
async def main():
    url_ = f"{url}/socket.io/?EIO=4&transport=polling"
    async with aiohttp.ClientSession() as web:
        async with web.get(url_) as answer:
            session = (await answer.text()).split('"sid":"')[1].split('"')[0]
        async def send(packet):
            async with web.post(f"{url_}&sid={session}", data=packet) as answer:
                await answer.text()
        await send("40")
        await send('42["join",' + json.dumps({"room": room}) + "]")
        while True:
            await send('42["botAction",{"action":"draw"}]')
            await asyncio.sleep(0.01)
asyncio.run(main())
"""
    with bot(hooks, unread=20_000, unasked=100_000) as guest:
        outcome = game(guest, simple(), move=5.0)

    assert faults(outcome)[-1][0] is FaultKind.STALL
    assert outcome.result.places == (2, 1)


def test_a_program_that_failed_in_one_game_plays_the_next(tmp_path: Path) -> None:
    hooks = f"""
if not os.path.exists({str(tmp_path / "tried")!r}):
    open({str(tmp_path / "tried")!r}, "w").close()
    async def decide(state): os._exit(3)
"""
    with bot(hooks) as guest:
        first, second = game(guest, simple()), game(guest, simple())

    assert_forfeited(first)
    assert second.incidents == ()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_program_may_play_as_the_original_page_does(seat: int) -> None:
    hooks = """
async def decide(state):
    assert state["turn"] == "Player 2" and not state["gameOver"], state
    own, top = state["player2Deck"], state["currentNumber"]
    fits = [c for c in own if c in ("W", "D4W") or state["currentColor"] == c[-1] or c[0] == top]
    if not fits:
        sent = {"player2Deck": [*own, "??"], "drawCardPile": state["drawCardPile"][1:]}
    else:
        left = own[:]
        left.remove(fits[0])
        color = "R" if fits[0] in ("W", "D4W") else fits[0][-1]
        pile = [*state["playedCardsPile"], fits[0]]
        sent = {"playedCardsPile": pile, "player2Deck": left, "currentColor": color}
    await io.emit("updateGameState", sent)
    await io.emit("updateGameState", sent)
"""
    with bot(hooks) as guest:
        table = [simple(), simple()]
        for seed in (1, 2):
            players: list[BlockingPlayer] = [*table[:seat], guest, *table[seat + 1 :]]
            assert game(*players, seed=seed).incidents == ()

    assert len(heard(guest, "initGameState")) == 2
    over = [state for state, *_ in heard(guest, "updateGameState") if state["gameOver"]]
    assert [state["winner"] for state in over] == [state["game"]["winner"] for state in over]
    assert heard(guest, "actionRejected") == []
