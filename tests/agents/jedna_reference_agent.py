"""A Jedna bot of dialect 1: a wild is `w`, two cards that are alike are played together."""

import json
import sys
from typing import Any

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "request_action":
        continue
    state = message["state"]
    answer: dict[str, Any] = {"action": "draw" if "draw" in state["available_actions"] else "pass"}
    if state["playable_cards"]:
        card = state["playable_cards"][0]
        answer = {"action": "play", "card": card}
        if card in ("w", "wd4"):
            answer["wild_color"] = "red"
        elif state["hand"].count(card) > 1 and not state["already_picked"]:
            answer["double_play"] = True
    print(json.dumps(answer), flush=True)
