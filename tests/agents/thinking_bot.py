"""A Jedna bot that thinks or sleeps in one turn of a game, and may burn all cores besides.

`thinking_bot.py --think 0.3 --sleep 0 --turn 2 --burn 8`
"""

import argparse
import json
import os
import resource
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("--think", type=float, default=0.0)
parser.add_argument("--sleep", type=float, default=0.0)
parser.add_argument("--turn", type=int, default=2)
parser.add_argument("--burn", type=int, default=0)
options = parser.parse_args()
for _ in range(options.burn):
    if os.fork() == 0:
        # A session of its own has a share of its own, where the system groups by session.
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
        while True:
            pass

turns = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game_start":
        turns = 0
    if message["type"] != "request_action":
        continue
    turns += 1
    if turns == options.turn:
        until = time.process_time() + options.think
        while time.process_time() < until:
            pass
        time.sleep(options.sleep)
    state = message["state"]
    if state["playable_cards"]:
        card = state["playable_cards"][0]
        answer = {"action": "play", "card": card, "wild_color": "red"}
        if card[0] != "w":
            del answer["wild_color"]
    else:
        answer = {"action": "draw" if "draw" in state["available_actions"] else "pass"}
    print(json.dumps(answer), flush=True)
