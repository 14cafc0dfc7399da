"""A hold'em bot over AlgoPoker's messages: raises with a pair, else checks or calls cheaply."""

import json
import sys


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


def own_cards(state: dict) -> list[str]:
    """Our two cards: nobody else's are known."""
    return next(player["hole_cards"] for player in state["players"] if player["hole_cards_known"])


def main() -> None:
    """Answer every request, game after game, until there is nothing more to read."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "action_request":
            state = message["game_state"]
            answer = {"type": "action", "action": decide(own_cards(state), state)}
            # Without the flush the answer stays in a buffer, and the time runs out.
            print(json.dumps(answer), flush=True)
        elif message["type"] == "error":
            print(message["message"], file=sys.stderr)


if __name__ == "__main__":
    main()
