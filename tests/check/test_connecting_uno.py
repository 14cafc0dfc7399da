"""`pitboss check` of bots that ask over HTTP: planted mistakes by name, and no false alarm."""

import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from cli_rig import ROOT
from stdio import EXAMPLES

from pitboss.check import connecting_uno
from pitboss.check.connecting_uno import UNO_ONLINE
from pitboss.check.finding import Finding, Status
from pitboss.check.subject import read_subject
from pitboss.check.suite import suite_of

NUMBERS = {scenario.name: scenario.number for scenario in UNO_ONLINE}

# The document's decision flow, polled for; what it does wrong replaces one of its functions.
BOT = """
import http.client, json, sys, time, urllib.parse
url, room, token = sys.argv[1:]
def pause(): time.sleep(0.01)
def path(what): return f"/api/game/{room}/{what}"
def mine(state): return state["game"]["currentTurn"] == "Player 2"
def color(state): return "R"
def calls(state): return state["player2"]["cardCount"] == 2
def body(action): return json.dumps(action)
def refused(status, answer): pass
%s
def make_move(state):
    playable = state["player2"]["playableCards"]
    if not state["botContext"]["canPlay"] or not playable:
        return {"action": "draw"}
    card = playable[0]
    action = {"action": "play", "card": card["code"]}
    if card["type"] in ("wild", "draw4"):
        action["color"] = color(state)
    if calls(state):
        action["callUno"] = True
    return action
server = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=30)
def ask(method, what, data=None):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    server.request(method, path(what), data, headers)
    answer = server.getresponse()
    value = json.loads(answer.read())
    if answer.status != 200: refused(answer.status, value)
    return value
while True:
    state = ask("GET", "state").get("gameState")
    if state and not state["game"]["isOver"] and mine(state):
        ask("POST", "action", body(make_move(state)))
    else:
        pause()
"""


def checked(
    words: Sequence[str],
    *names: str,
    wire: str = "http",
    games: int = 0,
    timeout: float = 10.0,
    startup: float = 30.0,
) -> list[Finding]:
    """What the scenarios of these names find, all without any."""
    bot = f"cmd={shlex.quote(shlex.join(words))} wire={wire}"
    suite = suite_of(read_subject(bot, "uno-online", timeout=timeout, startup=startup), games)
    try:
        return list(suite.run(frozenset(NUMBERS[name] for name in names)))
    finally:
        suite.close()


def bot(mistake: str = "") -> tuple[str, ...]:
    return (sys.executable, "-c", BOT % mistake, "{url}", "{room}", "{token}")


MISTAKES = {
    "polls without a pause": (
        "pause = lambda: None",
        "the opponent's turn",
        ["polls without a pause"],
    ),
    "asks for another room": (
        'path = lambda what: f"/api/game/demo/{what}"',
        "its room",
        ["GET /api/game/demo/state", "404"],
    ),
    "acts in every turn": (
        "mine = lambda state: True",
        "the opponent's turn",
        ["when it was not its turn", "botContext.isMyTurn"],
    ),
    "takes itself for Player 1": (
        'mine = lambda state: state["game"]["currentTurn"] == "Player 1"',
        "a card that goes",
        ["never acts", "'Player 2'"],
    ),
    "names no colour": (
        "color = lambda state: None",
        "a wild",
        ["color is missing", "color_required"],
    ),
    "forgets UNO": ("calls = lambda state: False", "UNO", ["without calling UNO", "callUno"]),
    "sends text": (
        'body = lambda action: action["action"]',
        "a card that goes",
        ["POST", "with play was refused with 400"],
    ),
    "dies of a refusal": (
        "def refused(status, answer): raise RuntimeError(answer['error'])",
        "refusals",
        ["it ended after the refusal stale_turn", "RuntimeError: stale_turn"],
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_planted_mistake_is_named(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hook, name, words = MISTAKES[mistake]
    # On a busy machine nobody asks as often as on a quiet one; who pauses does so for 10 ms.
    monkeypatch.setattr(connecting_uno, "_NO_PAUSE", 0.009)
    monkeypatch.setattr(connecting_uno, "_FEWEST", 20)

    (finding,) = checked(bot(hook), name, timeout=2.0, startup=10.0)

    is_advice = mistake in ("forgets UNO", "dies of a refusal")
    assert finding.status is (Status.ADVICE if is_advice else Status.FAILED)
    for word in words:
        assert word in finding.sentence
    assert finding.lines
    assert finding.command.endswith(f"--scenario {NUMBERS[name]}")


def document_bot(name: str, folder: Path) -> str:
    """A bot of our own documents, as a file."""
    page = (ROOT / "docs" / "writing-a-bot.md").read_text()
    found = re.search(rf"<!-- file: {name} -->\n```python\n(.*?)```", page, re.DOTALL)
    assert found
    (folder / name).write_text(found[1])
    return str(folder / name)


def test_nothing_is_wrong_with_the_documents_decision_flow() -> None:
    found = checked(bot(), games=3)

    assert [one for one in found if one.status is not Status.PASSED] == []
    assert len(found) == len(UNO_ONLINE)


def test_nothing_is_wrong_with_the_example() -> None:
    words = (sys.executable, str(EXAMPLES / "uno_http.py"), "{url}", "{room}", "{token}")
    found = checked(words, games=3)

    assert [one for one in found if one.status is not Status.PASSED] == []


def test_nothing_is_wrong_with_a_bot_over_socket_io(tmp_path: Path) -> None:
    words = (sys.executable, document_bot("live_bot.py", tmp_path), "{url}", "{room}")
    found = checked(words, wire="socketio", games=3)

    skipped = [one.name for one in found if one.status is Status.SKIPPED]
    assert skipped == ["too many requests", "a room that is not there for a moment"]
    assert {one.status for one in found} == {Status.PASSED, Status.SKIPPED}
