"""An uno-online bot over HTTP that keeps what it is told: `room_bot.py URL ROOM TOKEN FILE MOOD`.

Kept are the states in which it has the turn, and the replies to its actions: how often it asks in
between, and what it sees then, is chance.
"""

import http.client
import json
import os
import sys
import threading
import time
from typing import Any
from urllib.parse import urlsplit

from transcript import Transcript, number_of

COLOURS = "RGBY"
# By the number of the action; None plays well. The third mistake in one turn is played for a bot.
RUDE: tuple[bytes | None, ...] = (
    None,
    b"nonsense",
    b"[]",
    None,
    b"{}",
    b'{"action":"fly"}',
    None,
    b'{"action":"play"}',
    b'{"action":"play","card":"99R"}',
    None,
    b'{"action":"play","card":"W"}',
    b'{"action":"play","card":"W","color":"pink"}',
    None,
    b'{"action":"play","card":"4R","callUno":"yes"}',
    b'{"action":"pass"}',
    None,
    b'{"action":"catch"}',
    b'{"action":"challenge"}',
    None,
    b'{"action":"color","color":"R"}',
    b'{"action":"uno"}',
    None,
    b'{"action":"play","card":"D4W","color":"R"}',
    b"[" * 3000,
    None,
)


def decide(state: dict[str, Any], own: str = "player2") -> dict[str, Any]:
    """An action that the rules allow."""
    context = state["botContext"]
    number = number_of([state["game"]["turnNumber"], state[own], state["currentCard"]])
    cards = state[own]["playableCards"]
    others = [word for word in context["actions"] if word not in ("play", "uno")]
    if cards and (number % 6 or not others):
        card = cards[number % len(cards)]["code"]
        call = bool(context["shouldCallUno"] and number % 3)
        return {
            "action": "play",
            "card": card,
            "color": COLOURS[number // 6 % 4],
            "callUno": call,
        }
    word = others[number % len(others)]
    return {"action": word, "color": COLOURS[number % 4]} if word == "color" else {"action": word}


class Room:
    """A room, and the connection to it."""

    def __init__(self, url: str, room: str, token: str) -> None:
        self._server = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        self._path = f"/api/game/{room}"
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, method: str, what: str, body: bytes | None = None) -> tuple[int, bytes]:
        """Status and body of the answer; whoever was too fast asks again."""
        while True:
            self._server.request(method, f"{self._path}/{what}", body, self._headers)
            answer = self._server.getresponse()
            told = answer.status, answer.read()
            if answer.status != http.client.TOO_MANY_REQUESTS:
                return told
            time.sleep(0.1)


def leave_when_told() -> None:
    """Nothing is to be read on standard input but its end: then there are no more games."""
    sys.stdin.buffer.read()
    os._exit(0)


def main() -> None:
    url, code, token, path, mood = sys.argv[1:]
    threading.Thread(target=leave_when_told, daemon=True).start()
    room, transcript = Room(url, code, token), Transcript(path)
    acted = 0
    while True:
        _, body = room.ask("GET", "state")
        state = json.loads(body)["gameState"]
        if not state["botContext"]["isMyTurn"]:
            time.sleep(0.002)
            continue
        transcript.keep(body + b"\n")
        acted += 1
        wrong = RUDE[acted % len(RUDE)] if mood == "rude" else None
        action = wrong if wrong is not None else json.dumps(decide(state)).encode()
        status, body = room.ask("POST", "action", action)
        transcript.keep(b"%d %s\n" % (status, body))


if __name__ == "__main__":
    main()
