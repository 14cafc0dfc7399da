"""`pitboss check` of bots that speak the native wire over WebSocket."""

import shlex
import sys

import pytest

from pitboss.check.connecting_socket import SOCKET
from pitboss.check.finding import Finding, Status
from pitboss.check.subject import read_subject
from pitboss.check.suite import suite_of

BOT = """
import json, sys
from websockets.sync.client import connect
with connect(sys.argv[1]) as server:
    server.send(json.dumps({"type": "join", "name": "bot"}))
    for frame in server:
        message = json.loads(frame)
        if message["type"] == "turn":
            answer = {"type": "action", "turn": message["turn"], "action": message["legal"][0]}
            for _ in range(TIMES):
                server.send(json.dumps(answer))
        elif message["type"] == "result":
            break
"""


def checked(times: int, *numbers: int) -> list[Finding]:
    words = (sys.executable, "-c", BOT.replace("TIMES", str(times)), "{url}")
    bot = f"cmd={shlex.quote(shlex.join(words))} wire=websocket"
    suite = suite_of(read_subject(bot, "uno-online", timeout=10.0, startup=30.0), 2)
    try:
        return list(suite.run(frozenset(numbers)))
    finally:
        suite.close()


@pytest.mark.slow
def test_nothing_is_wrong_with_a_correct_bot() -> None:
    found = checked(1)

    assert [one for one in found if one.status is not Status.PASSED] == []
    assert len(found) == len(SOCKET)


def test_who_answers_twice_is_told_so() -> None:
    (finding,) = checked(2, 1)

    assert finding.status is Status.FAILED
    assert "and each of them once" in finding.sentence or "each turn message once" in (
        finding.sentence
    )
