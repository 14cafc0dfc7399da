"""A Jedna agent that fills the machine with processes, so that nobody else can be started.

It plays honestly otherwise. It stops at two hundred, and each of them ends after half a minute.
"""

import json
import os
import sys
import time

for _ in range(200):
    try:
        child = os.fork()
    except OSError:
        break
    if child == 0:
        time.sleep(30)
        os._exit(0)

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
