"""A player that follows the documented decision flow, over HTTP polling; it knows only the wire.

Usage: python uno_decision_flow.py URL ROOM [TOKEN [PLAYER]]
"""

import http.client
import json
import sys
import time
import urllib.parse
from typing import Any

State = dict[str, Any]


def best_color(cards: list[dict[str, Any]]) -> str:
    """The colour most held."""
    held = [card["color"] for card in cards if card["color"]]
    return max("RGBY", key=held.count)


def decide(state: State, me: str = "Player 2") -> dict[str, Any] | None:
    """What to send in this state; None when it is not our turn."""
    if state["game"]["currentTurn"] != me:
        return None
    own = state["player2" if me == "Player 2" else "player1"]
    playable = own["playableCards"]
    if not state["botContext"]["canPlay"] or not playable:
        return {"action": "draw"}

    def rank(card: dict[str, Any]) -> int:
        if card["type"] in ("draw2", "draw4"):
            return 0
        return 1 if card["type"] in ("skip", "reverse") else 2

    card = min(playable, key=rank)
    action = {"action": "play", "card": card["code"]}
    if card["type"] in ("wild", "draw4"):
        action["color"] = best_color(own["cards"])
    if own["cardCount"] == 2:
        action["callUno"] = True
    return action


class Wire:
    """One kept connection."""

    def __init__(self, url: str, token: str = "") -> None:
        where = urllib.parse.urlsplit(url)
        self._connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=10)
        self._headers = {"Content-Type": "application/json"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status and the JSON of the answer."""
        data = json.dumps(body) if body is not None else None
        self._connection.request(method, path, data, self._headers)
        answer = self._connection.getresponse()
        return answer.status, json.loads(answer.read())

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


def play_out(url: str, room: str, token: str = "", me: str = "Player 2") -> State:
    """Poll and act until the game is over; the last state."""
    wire = Wire(url, token)
    while True:
        status, answer = wire.ask("GET", f"/api/game/{room}/state")
        assert status == 200, answer
        state: State = answer["gameState"]
        if state["game"]["isOver"]:
            wire.close()
            return state
        action = decide(state, me)
        if action is None:
            time.sleep(0.002)
            continue
        status, answer = wire.ask("POST", f"/api/game/{room}/action", action)
        assert (status, answer["success"]) == (200, True), (action, answer)


if __name__ == "__main__":
    print(json.dumps(play_out(*sys.argv[1:])["game"]))
