#!/usr/bin/env python3
"""A Jedna agent: plays the first playable card, else draws, else passes. Needs no package."""

import json
import sys
from collections import Counter

COLOURS = {"r": "red", "b": "blue", "g": "green", "y": "yellow"}


def favourite_colour(hand: list[str]) -> str:
    """The full name of the colour held most often."""
    letters = Counter(card[0] for card in hand if card[0] in COLOURS)
    return COLOURS[max(letters, key=lambda letter: letters[letter])] if letters else "red"


def decide(state: dict) -> dict:
    """The answer to a request."""
    if state["playable_cards"]:
        card = state["playable_cards"][0]
        answer = {"action": "play", "card": card}
        # Both dialects: a wild is `wd` in 1.0 and `w` in 1.
        if card[0] == "w":
            answer["wild_color"] = favourite_colour(state["hand"])
        return answer
    return {"action": "draw" if "draw" in state["available_actions"] else "pass"}


def main() -> None:
    """Answer requests until the game ends."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "request_action":
            print(json.dumps(decide(message["state"])), flush=True)
        elif message["type"] == "error":
            print(message["message"], file=sys.stderr)
        elif message["type"] == "game_end":
            break


if __name__ == "__main__":
    main()
