"""A Jedna agent that ends the process that started it whenever it has lost.

Its argument is its name. Without a sandbox nothing keeps it from doing so.
"""

import json
import os
import signal
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "request_action":
        state = message["state"]
        if state["playable_cards"]:
            card = state["playable_cards"][0]
            answer = {"action": "play", "card": card}
            if card[0] == "w":
                answer["wild_color"] = "red"
        else:
            answer = {"action": "draw" if "draw" in state["available_actions"] else "pass"}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "game_end" and message["winner"] not in (sys.argv[1], None):
        os.kill(os.getppid(), signal.SIGKILL)
