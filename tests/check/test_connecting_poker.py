"""`pitboss check` of bots that connect by WebSocket: planted mistakes, and no false alarm."""

import shlex
import sys
from collections.abc import Sequence

import pytest
from stdio import EXAMPLES

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


def checked(words: Sequence[str], *names: str, move: float = 5.0, games: int = 0) -> list[Finding]:
    """What the scenarios of these names find, all without any."""
    bot = f"cmd={shlex.quote(shlex.join(words))} wire=websocket"
    subject = read_subject(bot, "holdem-tournament", timeout=move, startup=10.0)
    suite = suite_of(subject, games)
    try:
        return list(suite.run(frozenset(NUMBERS[name] for name in names)))
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
def test_a_planted_mistake_is_named(mistake: str) -> None:
    hook, name, words = MISTAKES[mistake]

    found = checked(mistaken(hook), name, move=1.0)

    (finding,) = found
    expected = Status.ADVICE if mistake == "raises by the increment" else Status.FAILED
    assert finding.status is expected, finding
    for word in words:
        assert word in finding.sentence
    # Of who never connects there is nothing to show.
    assert finding.lines or name == "joining"
    assert finding.command.endswith(f"--game holdem-tournament --scenario {NUMBERS[name]}")


def test_nothing_is_wrong_with_the_example() -> None:
    found = checked((sys.executable, str(EXAMPLES / "poker_websocket.py"), "{url}"), games=2)

    assert [one for one in found if one.status is not Status.PASSED] == []
    assert len(found) == len(POKER)
