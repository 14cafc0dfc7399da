"""A hold'em bot that connects to an AlgoPoker server: `bot.py URL`. See requirements.txt.

It raises with a pair, else checks or calls cheaply.
"""

import json
import sys
from pathlib import Path

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

NAME = Path(__file__).resolve().parent.name[:32]


def decide(cards: list[str], state: dict) -> dict:
    """The action with our two cards, such as Ah and Td, in this `game_state`. Change this."""
    offered = {action["type"]: action for action in state["valid_actions"]}
    has_pair = cards[0][0] == cards[1][0]
    if has_pair and state["street"] == "preflop" and "raise" in offered:
        return {"type": "raise", "amount": offered["raise"]["min_amount"]}
    if "check" in offered:
        return {"type": "check"}
    if "call" in offered and (has_pair or offered["call"]["amount"] <= state["pot"]["total"]):
        return {"type": "call"}
    return {"type": "fold"}


def play(server: ClientConnection) -> None:
    """Join, and answer what this seat is asked until the game is over."""
    server.send(json.dumps({"type": "join", "name": NAME}))
    seat = None
    for frame in server:
        message = json.loads(frame)
        if message["type"] == "game_start":
            seat = message["player_names"].index(NAME)
        # Everybody is told what everybody is asked.
        elif message["type"] == "action_request" and message["actor_seat"] == seat:
            state = message["game_state"]
            action = decide(state["players"][seat]["hole_cards"], state)
            server.send(json.dumps({"type": "action", "action": action}))
        elif message["type"] == "error":
            print(message["message"], file=sys.stderr)
        elif message["type"] == "game_end":
            return


def main() -> None:
    """Play game after game, until the server closes the connection."""
    with connect(sys.argv[1]) as server:
        try:
            while True:
                play(server)
        except ConnectionClosed:
            pass


if __name__ == "__main__":
    main()
