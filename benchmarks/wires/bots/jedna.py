"""The plainest Jedna bot: json, the first playable card. With `once` it exits after a game."""

import json
import sys

NAMES = {"r": "red", "g": "green", "b": "blue", "y": "yellow"}
once = sys.argv[1:] == ["once"]

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game_end" and once:
        break
    if message["type"] != "request_action":
        continue
    state = message["state"]
    if state["playable_cards"]:
        card = state["playable_cards"][0]
        answer = {"action": "play", "card": card}
        if card[0] == "w":
            answer["wild_color"] = NAMES.get(state["hand"][0][0], "red")
    elif "draw" in state["available_actions"]:
        answer = {"action": "draw"}
    else:
        answer = {"action": "pass"}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
