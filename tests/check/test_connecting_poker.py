"""`pitboss check` of bots that connect by WebSocket: planted mistakes, and no false alarm."""

import json
import shlex
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from stdio import EXAMPLES

from pitboss.check import connecting_socket
from pitboss.check.connecting_poker import POKER
from pitboss.check.finding import Finding, Status
from pitboss.check.subject import read_subject
from pitboss.check.suite import suite_of

NUMBERS = {scenario.name: scenario.number for scenario in POKER}

# A whole bot; what it does wrong replaces one of its functions.
BOT = """
import json, sys, time
from websockets.sync.client import connect
url, name, count = sys.argv[1], "bot", 0
def address(): return url
def join(server): say(server, {"type": "join", "name": name})
def say(server, value): server.send(json.dumps(value))
def choose(state):
    offered = [one["type"] for one in state["valid_actions"]]
    return {"type": "check" if "check" in offered else "call"}
def answer(server, state): say(server, {"type": "action", "action": choose(state)})
def mine(message, seat): return message["actor_seat"] == seat
def other(server, message): pass
def lost(): pass
%s
def main():
    with connect(address(), close_timeout=1) as server:
        join(server)
        for frame in server:
            message = json.loads(frame)
            if message["type"] == "game_start":
                seat = message["player_names"].index(name)
            elif message["type"] == "action_request":
                if mine(message, seat):
                    answer(server, message["game_state"])
            elif message["type"] == "game_end":
                return
            else:
                other(server, message)
while True:
    try:
        main()
        break
    except ConnectionError: raise
    except Exception as error:
        if "received" not in str(error) and "close frame" not in str(error): raise
        if lost() is None: break
"""


def checked(
    words: Sequence[str],
    *names: str,
    move: float = 10.0,
    games: int = 0,
    transcripts: bool = False,
) -> list[Finding]:
    """What the scenarios of these names find, all without any."""
    bot = f"cmd={shlex.quote(shlex.join(words))} wire=websocket"
    subject = read_subject(bot, "holdem-tournament", timeout=move, startup=30.0)
    suite = suite_of(subject, games)
    try:
        wanted = frozenset(NUMBERS[name] for name in names)
        return list(suite.run(wanted, transcripts=transcripts))
    finally:
        suite.close()


def mistaken(mistake: str) -> tuple[str, ...]:
    return (sys.executable, "-c", BOT % mistake, "{url}")


MISTAKES = {
    "ignores the address": (
        'address = lambda: "ws://127.0.0.1:8765/"',
        "joining",
        ["the address"],
    ),
    "leaves the path out": (
        'address = lambda: url.rpartition("/")[0]',
        "joining",
        ["connected to the path", "not the one that it was given"],
    ),
    "says hello": (
        'join = lambda server: say(server, {"type": "hello", "bot": name})',
        "joining",
        ['its first message is {"type": "hello", "bot": "bot"}', '"type":"join"'],
    ),
    "answers with the bare action": (
        "answer = lambda server, state: say(server, choose(state))",
        "two at the table",
        ["bare action", "belongs under 'action'"],
    ),
    "answers with a word": (
        'answer = lambda server, state: server.send(choose(state)["type"])',
        "two at the table",
        ["a line of text, 'call'"],
    ),
    "speaks Jedna": (
        'answer = lambda server, state: say(server, {"action": "play", "card": "r5"})',
        "two at the table",
        ["it speaks Jedna"],
    ),
    "answers for everybody": (
        "mine = lambda message, seat: True",
        "three at the table",
        ["when it was not asked", "actor_seat"],
    ),
    "takes itself for another": (
        "mine = lambda message, seat: message['actor_seat'] == seat + 1",
        "two at the table",
        ["sent nothing", "player_names"],
    ),
    "names the amount otherwise": (
        'choose = lambda state: {"type": "raise", "value": 400}',
        "two at the table",
        ["has 'value' where 'amount' belongs"],
    ),
    "raises when it may not": (
        'choose = lambda state: {"type": "raise", "amount": 5000}',
        "only fold or call",
        ["raising is not open"],
    ),
    "raises by the increment": (
        """
def choose(state):
    offered = [one["type"] for one in state["valid_actions"]]
    return {"type": "raise", "amount": 1} if "raise" in offered else {"type": "call"}
""",
        "two at the table",
        ["it raised to 1, which was taken for", "total of the bet"],
    ),
    "loops": (
        "def answer(server, state):\n    while True: pass",
        "two at the table",
        ["processor time", "an endless loop"],
    ),
    "dies of what it does not know": (
        """
known = ["waiting", "hand_start", "action_result", "hand_end", "error"]
other = lambda server, message: known.index(message["type"])
""",
        "unknown fields and messages",
        ["it ended after", "ValueError"],
    ),
    "dies of errors": (
        """
def other(server, message):
    if message["type"] == "error": raise RuntimeError(message["code"])
""",
        "errors",
        ["it ended after", "RuntimeError: UNKNOWN_TYPE"],
    ),
    "comes back at once, for ever": (
        "lost = lambda: True",
        "a lost connection",
        ["times within", "wait a while"],
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_planted_mistake_is_named(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hook, name, words = MISTAKES[mistake]
    # On a busy machine nobody connects as often as on a quiet one.
    monkeypatch.setattr(connecting_socket, "_MOST_TRIES", 4)

    found = checked(mistaken(hook), name, move=2.0)

    (finding,) = found
    expected = Status.ADVICE if mistake == "raises by the increment" else Status.FAILED
    assert finding.status is expected, finding
    for word in words:
        assert word in finding.sentence
    # Of who never connects there is nothing to show.
    assert finding.lines or name == "joining"
    assert finding.command.endswith(f"--game holdem-tournament --scenario {NUMBERS[name]}")


def sent(finding: Finding, kind: str) -> list[dict[str, Any]]:
    """The messages of a type that the bot was sent in a scenario."""
    messages = [line.partition("> ")[2] for line in finding.lines if "> {" in line]
    return [one for one in map(json.loads, messages) if one["type"] == kind]


def first_state(finding: Finding) -> dict[str, Any]:
    """The position in which the bot is asked first."""
    for request in sent(finding, "action_request"):
        player = request["game_state"]["players"][request["actor_seat"]]
        if player["hole_cards_known"]:
            state: dict[str, Any] = request["game_state"]
            return state
    raise AssertionError(finding)


@pytest.mark.slow
def test_the_example_passes_every_scenario_and_each_is_what_it_says() -> None:
    words = (sys.executable, str(EXAMPLES / "poker_websocket.py"), "{url}")
    example = {one.name: one for one in checked(words, games=2, transcripts=True)}

    assert [one for one in example.values() if one.status is not Status.PASSED] == []
    assert len(example) == len(POKER)
    actions = {
        name: first_state(example[name])["valid_actions"]
        for name in ("only fold or call", "a raise of one size", "betting that is closed")
    }

    assert actions["only fold or call"] == [{"type": "fold"}, {"type": "call", "amount": 200}]
    assert actions["a raise of one size"][2] == {
        "type": "raise", "min_amount": 150, "max_amount": 150,
    }  # fmt: skip
    assert actions["betting that is closed"] == [{"type": "fold"}, {"type": "call", "amount": 50}]
    pots = first_state(example["side pots"])["pot"]["pots"]
    assert [pot["amount"] for pot in pots] == [1600, 1800]
    assert [pot["eligible_seats"] for pot in pots] == [[0, 1, 2, 3], [0, 2, 3]]
    out = [start["hole_cards"] for start in sent(example["out of the tournament"], "hand_start")]
    assert out[0] == ["7c", "2d"]
    assert out[1:]
    assert not any(out[1:])
    two = sent(example["two at the table"], "hand_start")[0]
    assert two["dealer_seat"] == two["small_blind_seat"] == 0
    assert len(sent(example["errors"], "error")) >= 3
    assert sent(example["unknown fields and messages"], "news")
    assert not any(
        end["hole_cards_revealed"]
        for end in sent(example["hands that nobody contests"], "hand_end")[:2]
    )
