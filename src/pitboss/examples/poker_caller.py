#!/usr/bin/env python3
"""A hold'em bot over stdin and stdout: checks, else calls. Needs no package."""

import json
import sys


def main() -> None:
    """Answer the requests that are for this seat, until the game ends."""
    seat = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "action_request":
            state = message["game_state"]
            if seat is None:
                # Only our own cards are shown to us.
                seat = next(p["seat"] for p in state["players"] if p["hole_cards_known"])
            if message["actor_seat"] == seat:
                offered = [action["type"] for action in state["valid_actions"]]
                choice = "check" if "check" in offered else "call"
                print(json.dumps({"type": "action", "action": {"type": choice}}), flush=True)
        elif message["type"] == "game_end":
            break


if __name__ == "__main__":
    main()
