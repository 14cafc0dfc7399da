"""A plain hold'em bot: json; bets pairs and high cards once a street, calls a little, or folds."""

import json
import sys

RANKS = "23456789TJQKA"

cards: list[str] = []
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hand_start":
        cards = message["hole_cards"]
    if message["type"] != "action_request":
        continue
    state = message["game_state"]
    valid = {action["type"]: action for action in state["valid_actions"]}
    mine = sorted(RANKS.index(card[0]) for card in cards)
    board = [RANKS.index(card[0]) for card in state["community_cards"]]
    paired = mine[0] == mine[1] or mine[0] in board or mine[1] in board
    high = mine[0] >= 7
    bet = state["players"][message["actor_seat"]]["current_bet"]
    answer = {"type": "check"} if "check" in valid else {"type": "fold"}
    if (paired or (high and not board)) and "raise" in valid and bet <= state["big_blind_amount"]:
        answer = {"type": "raise", "amount": valid["raise"]["min_amount"]}
    elif "call" in valid and (paired or mine[1] >= 8):
        answer = {"type": "call"}
    sys.stdout.write(json.dumps({"type": "action", "action": answer}) + "\n")
    sys.stdout.flush()
