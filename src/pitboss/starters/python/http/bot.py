"""An UNO bot that asks a uno-online server over HTTP: `bot.py URL ROOM`. Needs no package.

It keeps its wilds for last, and asks for the colour that it holds most of.
"""

import json
import sys
import time
import urllib.error
import urllib.request

COLOURS = "RGBY"
# Seconds between two questions while others think.
PAUSE = 0.005
WILDS = ("wild", "draw4")


def decide(state: dict) -> dict:
    """The action in this `gameState`; it is our turn. Change this."""
    context = state["botContext"]
    # Only our own side has its cards in it.
    own = state["player2"] if "cards" in state["player2"] else state["player1"]
    colour = favourite_colour(own["cards"])
    if not context["canPlay"]:
        words = context.get("actions", ["draw"])
        return {"action": "draw" if "draw" in words else words[0], "color": colour}
    card = min(own["playableCards"], key=lambda card: card["type"] in WILDS)
    answer = {"action": "play", "card": card["code"], "callUno": context["shouldCallUno"]}
    if card["type"] in WILDS:
        answer["color"] = colour
    return answer


def favourite_colour(cards: list[dict]) -> str:
    """The colour held most; the first of equals."""
    held = [card["color"] for card in cards]
    return max(COLOURS, key=held.count)


class Room:
    """A room of the server."""

    def __init__(self, url: str, code: str) -> None:
        self.url = f"{url.rstrip('/')}/api/game/{code}"

    def ask(self, what: str, action: dict | None = None) -> dict:
        """The answer to a question, or to an action, refusals included."""
        body = None if action is None else json.dumps(action).encode()
        headers = {"Content-Type": "application/json"}
        try:
            request = urllib.request.Request(f"{self.url}/{what}", body, headers)
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            return json.load(refusal)


def main() -> None:
    """Play game after game, until the server is gone."""
    url, code = sys.argv[1:]
    room = Room(url, code)
    try:
        while True:
            answer = room.ask("state")
            state = answer.get("gameState")
            if state and state["botContext"]["isMyTurn"] and not state["game"]["isOver"]:
                answer = room.ask("action", decide(state))
            else:
                time.sleep(PAUSE)
            if not answer["success"]:
                print(answer["message"], file=sys.stderr)
    except (urllib.error.URLError, ConnectionError):
        print("the server is gone", file=sys.stderr)


if __name__ == "__main__":
    main()
