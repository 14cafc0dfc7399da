"""Programs that poll a room over HTTP, whole and faulty; each with what happens to the table."""

import json
import os
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from leftovers import watch
from stdio import EXAMPLES, referee

from pitboss import bots
from pitboss.play.blocking import Outcome, play
from pitboss.play.fault import FaultKind
from pitboss.play.player import BlockingPlayer
from pitboss.play.policy import JEDNA_STRICT, UNO_ONLINE, Cost, Policy
from pitboss.players.inprocess import InProcessPlayer
from pitboss.players.program import Command, Limits
from pitboss.players.room import RoomPlayer
from pitboss.wires.uno_online import UnoOnlineSession

AGENTS = Path(__file__).parents[1] / "agents"
PLACES = ("{url}", "{room}", "{token}")

# A whole bot but for `decide`; everything it is answered is told to its author.
BOT = """
import http.client, json, os, sys, time
url, room, token = sys.argv[1:]
server = http.client.HTTPConnection(url.rpartition("/")[2], timeout=30)
headers = {"Content-Type": "application/json", "Authorization": "Bearer " + token}
count = 0
def ask(method, what, body=None, headers=headers, room=room):
    data = body if body is None or isinstance(body, str) else json.dumps(body)
    server.request(method, "/api/game/" + room + "/" + what, data, headers)
    answer = server.getresponse()
    said = json.loads(answer.read())
    if method == "POST" or answer.status != 200:
        print(json.dumps([answer.status, said]), file=sys.stderr, flush=True)
    if answer.status == 429:
        time.sleep(float(answer.headers["Retry-After"]))
        return ask(method, what, body, headers, room)
    return said
def act(action):
    return ask("POST", "action", action)
def simple(state):
    own = state["player2"]
    if not own["playableCards"]:
        return {"action": "draw"}
    card = own["playableCards"][0]["code"]
    return {"action": "play", "card": card, "color": "R", "callUno": True}
decide = lambda state: act(simple(state))
%s
while True:
    state = ask("GET", "state")["gameState"]
    if state["botContext"]["isMyTurn"]:
        count += 1
        decide(state)
    else:
        time.sleep(0.002)
"""
LATER = "\ndecide = lambda state: act(simple(state)) if count < 3 else wrong(state)\n"


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("OF", str(os.getpid()))
    with watch():
        yield


def simple() -> InProcessPlayer:
    return InProcessPlayer(bots.named("simple"))


def room() -> UnoOnlineSession:
    return UnoOnlineSession("arena", "uno-online@1", always_second=True)


def bot(hooks: str = "") -> RoomPlayer:
    words = (sys.executable, "-I", "-S", "-c", BOT % hooks, *PLACES)
    limits = Limits(grace=0.0, stderr=1 << 22)
    return RoomPlayer(Command(words=words), room(), name="guest", limits=limits)


def script(path: Path, *more: str) -> RoomPlayer:
    command = Command(words=(sys.executable, str(path), *PLACES, *more))
    return RoomPlayer(command, room(), limits=Limits(grace=0.0))


def game(
    *players: BlockingPlayer, seed: int = 1, policy: Policy = UNO_ONLINE, move: float = 10.0,
    startup: float = 20.0, rules: str = "uno-online",
) -> Outcome:  # fmt: skip
    table = referee(rules, seed=seed, policy=policy, move=move, startup=startup)
    return play(table, players)


def told(player: BlockingPlayer) -> list[tuple[int, dict[str, Any]]]:
    """The answers to a bot's actions, and all refusals; complete once it is closed."""
    return [
        (status, said)
        for status, said in map(json.loads, player.stderr().splitlines())
    ]  # fmt: skip


def refusals(player: BlockingPlayer) -> list[tuple[int, str]]:
    return [(status, said["error"]) for status, said in told(player) if not said["success"]]


def faults(outcome: Outcome) -> list[tuple[FaultKind, str]]:
    assert {incident.seat for incident in outcome.incidents} <= {0}
    return [(one.fault.kind, one.fault.message) for one in outcome.incidents]


# Whole games.


@pytest.mark.parametrize("rules", ["uno-online", "official,target=0", "jedna"])
def test_the_example_plays_game_after_game_from_both_seats(rules: str) -> None:
    seen = set()
    with script(EXAMPLES / "uno_http.py") as guest:
        for seed in range(4):
            seats = [guest, simple()] if seed % 2 else [simple(), guest]
            outcome = game(*seats, seed=seed, rules=rules)
            seen.add(guest.pid)

            assert outcome.incidents == ()
            assert outcome.result.reason == "went-out"
            assert outcome.record.replay().result() == outcome.result
            assert outcome.timings[(seed + 1) % 2].answers > 2

    assert len(seen) == 1


def test_the_documents_decision_flow_plays_and_is_started_anew_when_it_ends() -> None:
    seen = set()
    with script(AGENTS / "uno_decision_flow.py") as guest:
        for seed in range(4):
            seats = [guest, simple()] if seed % 2 else [simple(), guest]
            assert game(*seats, seed=seed).incidents == ()
            seen.add(guest.pid)

    assert len(seen) == 4


def test_two_guests_play_each_other() -> None:
    with bot() as one, bot() as two:
        assert game(one, two).incidents == ()


def test_a_program_is_player_two_wherever_it_sits_and_sees_its_own_cards_only() -> None:
    hooks = """
def decide(state):
    print(json.dumps([0, state]), file=sys.stderr, flush=True)
    act(simple(state))
"""
    with bot(hooks) as guest:
        seated = [game(guest, simple(), seed=2), game(simple(), guest, seed=2)]
    states = [state for status, state in told(guest) if status == 0]

    assert all(outcome.incidents == () for outcome in seated)
    assert {state["player2"]["name"] for state in states} == {"guest"}
    assert {state["player1"]["name"] for state in states} == {"simple"}
    assert {state["game"]["currentTurn"] for state in states} == {"Player 2"}
    assert not any("cards" in state["player1"] for state in states)
    mine = {action["action"] for state in states for action in state["recentActions"]
            if action["player"] == "Player 2"}  # fmt: skip
    assert "play" in mine
    numbers = [state["game"]["turnNumber"] for state in states]
    assert sum(later <= earlier for earlier, later in pairwise(numbers)) == 1


def test_the_places_are_in_the_environment_too_and_a_loopback_room_is_open() -> None:
    hooks = "assert [os.environ['PITBOSS_' + name] for name in ('URL', 'ROOM', 'TOKEN', 'PLAYER')]"
    hooks += " == [url, room, token, 'Player 2']\ndel headers['Authorization']"
    with bot(hooks) as guest:
        assert game(guest, simple()).incidents == ()


def test_a_question_before_the_first_game_waits_for_it() -> None:
    with bot() as guest:
        guest.start()
        time.sleep(0.3)
        assert game(guest, simple()).incidents == ()

    assert refusals(guest) == []


# Refusals, as the document has them.


def test_every_refusal_has_its_code_and_leaves_the_game_as_it_was() -> None:
    hooks = """
tried = False
def decide(state):
    global tried
    if not tried:
        tried = True
        held = {card["code"] for card in state["player2"]["cards"]}
        other = next(code for code in ("1R", "2G", "3B", "4Y", "5R") if code not in held)
        act("{")
        act({"action": "dance"})
        act({"action": "play", "card": "11R"})
        act({"action": "play", "card": "W"})
        act({"action": "play", "card": other})
        ask("POST", "action", {"action": "draw"}, {"Content-Type": "text/plain"})
        ask("POST", "action", "x" * 70000)
        ask("POST", "action", {"action": "draw"}, {**headers, "Authorization": "Bearer no"})
        ask("GET", "state?token=no", None, {})
        ask("GET", "state", None, headers, "elsewhere")
        ask("GET", "nothing")
        ask("DELETE", "state")
        assert ask("GET", "state")["gameState"]["game"] == state["game"]
    act(simple(state))
"""
    with bot(hooks) as guest:
        outcome = game(guest, simple())

    assert refusals(guest)[:12] == [
        (400, "bad_json"),
        (400, "bad_action"),
        (400, "bad_card"),
        (400, "color_required"),
        (422, "not_in_hand"),
        (415, "bad_content_type"),
        (413, "too_large"),
        (403, "bad_token"),
        (403, "bad_token"),
        (404, "no_such_room"),
        (404, "not_found"),
        (405, "bad_method"),
    ]
    assert {incident.cost for incident in outcome.incidents} == {Cost.REFUSE}
    assert outcome.result.reason == "went-out"


def test_acting_out_of_turn_or_after_the_end_is_refused() -> None:
    hooks = """
def decide(state):
    after = act(simple(state))["gameState"]
    if not after["botContext"]["isMyTurn"]:
        act({"action": "draw"})
"""
    slow = """
def decide(state):
    time.sleep(0.2)
    act(simple(state))
"""
    with bot(hooks) as guest, bot(slow) as other:
        outcome = game(guest, other)

    assert {code for _, code in refusals(guest)} <= {"not_your_turn", "game_over"}
    assert (409, "not_your_turn") in refusals(guest)
    assert outcome.incidents == ()


def test_who_asks_without_pause_is_told_to_slow_down_and_plays_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pitboss.players.room._RATE", 40)
    # Until it has been told: how soon that is depends on how fast it can ask.
    hooks = """
told = False
def slow_down(seconds, sleep=time.sleep):
    global told
    told = told or seconds > 0.01
    sleep(seconds)
time.sleep = slow_down
def decide(state):
    if count == 1:
        while not told:
            ask("GET", "state")
    act(simple(state))
"""
    with bot(hooks) as guest:
        outcome = game(guest, simple(), move=60.0)

    assert outcome.incidents == ()
    assert set(refusals(guest)) == {(429, "rate_limited")}


# Faults.


def assert_forfeited(outcome: Outcome) -> None:
    assert outcome.result.places == (2, 1)
    assert outcome.result.reason == "withdrawal"


def test_a_program_that_never_asks_is_out_when_its_time_is_up() -> None:
    begun = time.monotonic()
    with bot("time.sleep(99)") as guest:
        outcome = game(guest, simple(), move=0.2, startup=0.3)

    assert_forfeited(outcome)
    assert faults(outcome) == [(FaultKind.STARTUP, "it never asked for the state")]
    assert time.monotonic() - begun < 30


def test_a_program_that_looks_on_and_never_acts_is_out() -> None:
    with bot("decide = lambda state: time.sleep(0.01)") as guest:
        outcome = game(guest, simple(), move=0.2, startup=4.0)

    assert_forfeited(outcome)
    assert faults(outcome) == [(FaultKind.STARTUP, "no answer in time: it never answered")]


def test_a_program_that_falls_silent_is_played_for() -> None:
    with bot("wrong = lambda state: time.sleep(0.01)" + LATER) as guest:
        outcome = game(guest, simple(), move=0.1)

    assert set(faults(outcome)) == {(FaultKind.TIMEOUT, "no answer in time")}
    assert {incident.cost for incident in outcome.incidents} == {Cost.SUBSTITUTE}


def test_an_answer_that_comes_too_late_is_refused() -> None:
    hooks = (
        "wrong = lambda state: (time.sleep(0.3 if count == 3 else 0), act(simple(state)))" + LATER
    )
    with bot(hooks) as guest:
        outcome = game(guest, simple(), move=0.2)

    assert faults(outcome)[0] == (FaultKind.TIMEOUT, "no answer in time")
    assert outcome.record.replay().result() == outcome.result


def test_a_program_that_crashes_is_out() -> None:
    with bot("def wrong(state): raise KeyError('oops')" + LATER) as guest:
        outcome = game(guest, simple())

    assert_forfeited(outcome)
    assert faults(outcome) == [(FaultKind.CRASH, "the program exited with status 1")]
    assert "KeyError: 'oops'" in outcome.incidents[0].fault.detail


def test_a_program_that_crashes_while_its_action_is_on_the_way_is_out() -> None:
    hooks = """
def wrong(state):
    server.request("POST", f"/api/game/{room}/action", "{", {**headers, "Content-Length": "50"})
    os._exit(4)
"""
    with bot(hooks + LATER) as guest:
        outcome = game(guest, simple())

    assert_forfeited(outcome)
    assert faults(outcome) == [(FaultKind.CRASH, "the program exited with status 4")]


def test_garbage_costs_what_the_policy_says() -> None:
    with bot("wrong = lambda state: act({'action': 'dance'})" + LATER) as guest:
        outcome = game(guest, simple(), policy=JEDNA_STRICT)

    assert_forfeited(outcome)
    assert faults(outcome)[0][0] is FaultKind.MALFORMED


def test_a_program_that_hangs_up_and_comes_back_plays_on() -> None:
    with bot(
        "decide = lambda state: (server.close(), act(simple(state)), server.close())"
    ) as guest:
        assert game(guest, simple()).incidents == ()


def test_a_program_that_failed_in_one_game_plays_the_next(tmp_path: Path) -> None:
    hooks = f"""
if not os.path.exists({str(tmp_path / "tried")!r}):
    open({str(tmp_path / "tried")!r}, "w").close()
    decide = lambda state: os._exit(3)
"""
    with bot(hooks) as guest:
        first, second = game(guest, simple()), game(guest, simple())

    assert_forfeited(first)
    assert second.incidents == ()


def test_a_game_of_another_kind_is_our_own_mistake() -> None:
    with bot() as guest, pytest.raises(TypeError, match="UNO with two players"):
        play(referee(game="holdem", rules=""), [guest, simple()])


# Turns.


def test_actions_may_name_their_turn_and_those_for_another_one_cost_nothing() -> None:
    hooks = """
def decide(state):
    turn = state["game"]["turnNumber"]
    if count == 2:
        act(simple(state) | {"turnNumber": turn - 1})
        act(simple(state) | {"turnNumber": "soon"})
    act(simple(state) | {"turnNumber": turn})
"""
    with bot(hooks) as guest:
        outcome = game(guest, simple())

    assert outcome.incidents == ()
    assert refusals(guest) == [(409, "stale_turn"), (400, "bad_turn_number")]


def test_of_many_actions_at_once_one_counts_and_the_others_cost_nothing() -> None:
    hooks = """
from concurrent.futures import ThreadPoolExecutor
def alone(action):
    one = http.client.HTTPConnection(url.rpartition("/")[2], timeout=30)
    one.request("POST", "/api/game/" + room + "/action", json.dumps(action), headers)
    answer = one.getresponse()
    print(json.dumps([answer.status, json.loads(answer.read())]), file=sys.stderr, flush=True)
def decide(state):
    if count > 3:
        act(simple(state))
    else:
        with ThreadPoolExecutor(8) as pool:
            draw = {"action": "draw", "turnNumber": state["game"]["turnNumber"]}
            list(pool.map(alone, [draw] * 8))
"""
    with bot(hooks) as guest:
        outcome = game(guest, simple())

    assert outcome.incidents == ()
    late = refusals(guest)
    assert len(late) == 21
    assert set(late) <= {(409, "stale_turn"), (409, "not_your_turn")}


def test_a_program_may_wait_for_news() -> None:
    hooks = """
turn = asked = 0
while True:
    state = ask("GET", f"state?after={turn}&wait=5")["gameState"]
    asked += 1
    turn = state["game"]["turnNumber"]
    if state["game"]["isOver"]:
        ask("POST", "rematch", {})
        time.sleep(30)
    if state["botContext"]["isMyTurn"]:
        decide(state)
        assert asked <= turn + 1
"""
    with bot(hooks) as guest:
        outcome = game(guest, simple())

    assert outcome.incidents == ()
    assert set(refusals(guest)) <= {(403, "not_allowed")}
