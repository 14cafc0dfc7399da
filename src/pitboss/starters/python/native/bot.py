"""A bot for any game of Pitboss: plays the first legal action that is worth playing."""

import json
import sys

AT_ONCE = ("uno", "catch")
IF_NEED_BE = ("draw", "pass", "challenge", "fold")


def decide(turn: dict) -> str:
    """One of `legal`, or within `range`; `view` is all that we may know. Change this."""
    return min(turn["legal"], key=rank)


def rank(action: str) -> int:
    """How late an action is played: what is a card or a bet comes in between."""
    if action in AT_ONCE:
        return 0
    return 2 if action in IF_NEED_BE else 1


def main() -> None:
    """Answer every turn, game after game, until there is nothing more to read."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "turn":
            answer = {"type": "action", "turn": message["turn"], "action": decide(message)}
            # Without the flush the answer stays in a buffer, and the time runs out.
            print(json.dumps(answer), flush=True)
        elif message["type"] == "error":
            print(message["message"], file=sys.stderr)


if __name__ == "__main__":
    main()
