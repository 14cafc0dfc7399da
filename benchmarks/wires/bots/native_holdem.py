"""The bot of holdem.py, over the native protocol."""

import json
import sys

RANKS = "23456789TJQKA"

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "turn":
        continue
    view = message["view"]
    view = view.get("hand", view)
    seat = view["viewer"]
    mine = sorted(RANKS.index(card[0]) for card in view["cards"][seat])
    board = [RANKS.index(card[0]) for card in view["board"]]
    paired = mine[0] == mine[1] or mine[0] in board or mine[1] in board
    high = mine[0] >= 7
    bet = view["bets"][seat]
    answer = "check" if view["can_check"] else "fold"
    if (paired or (high and not board)) and message["range"] and bet <= view["big_blind"]:
        answer = message["range"]["low"]
    elif not view["can_check"] and (paired or mine[1] >= 8):
        answer = "call"
    said = {"type": "action", "turn": message["turn"], "action": answer}
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()
