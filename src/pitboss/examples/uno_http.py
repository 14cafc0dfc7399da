#!/usr/bin/env python3
"""A UNO bot over HTTP: plays the first playable card, else draws. Needs no package.

It polls its room forever, game after game: `uno_http.py URL ROOM [TOKEN]`.
"""

import http.client
import json
import sys
import time
import urllib.parse
from collections import Counter

PAUSE = 0.002
LONGEST_PAUSE = 0.1


def favourite_color(cards: list[dict]) -> str:
    """The colour held most often."""
    held = Counter(card["color"] for card in cards if card["color"])
    return held.most_common(1)[0][0] if held else "R"


def decide(state: dict) -> dict | None:
    """The action to send; None when it is not our turn."""
    context = state["botContext"]
    if not context["isMyTurn"]:
        return None
    # Only our own side has its cards in it.
    own = state["player2"] if "cards" in state["player2"] else state["player1"]
    if not context["canPlay"]:
        for word in ("draw", "pass", "catch"):
            if word in context["actions"]:
                return {"action": word}
        return {"action": context["actions"][0], "color": favourite_color(own["cards"])}
    card = own["playableCards"][0]
    action = {"action": "play", "card": card["code"], "callUno": context["shouldCallUno"]}
    if card["type"] in ("wild", "draw4"):
        action["color"] = favourite_color(own["cards"])
    return action


def main() -> None:
    """Ask for the state, and act when it is our turn."""
    url, room, *rest = sys.argv[1:]
    headers = {"Content-Type": "application/json"}
    if rest:
        headers["Authorization"] = f"Bearer {rest[0]}"
    server = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=60)

    def ask(method: str, what: str, body: dict | None = None) -> dict:
        data = None if body is None else json.dumps(body)
        server.request(method, f"/api/game/{room}/{what}", data, headers)
        return json.loads(server.getresponse().read())

    pause = PAUSE
    while True:
        answer = ask("GET", "state")
        action = decide(answer["gameState"]) if answer["success"] else None
        if action is None:
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            continue
        pause = PAUSE
        answer = ask("POST", "action", action)
        if not answer["success"]:
            print(answer["message"], file=sys.stderr)


if __name__ == "__main__":
    main()
