#!/usr/bin/env python3
"""A bot for any game over Pitboss's own protocol: answers at random. Needs no package."""

import json
import random
import sys


def decide(turn: dict) -> str | int:
    """A legal action: one of those listed, or a number within the range."""
    choices: list[str | int] = list(turn["legal"])
    if turn["range"] is not None:
        choices.append(random.randint(turn["range"]["low"], turn["range"]["high"]))
    return random.choice(choices)


def main() -> None:
    """Answer turns until there is nothing more to read."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            random.seed(message["seat"])
        elif message["type"] == "turn":
            answer = {"type": "action", "turn": message["turn"], "action": decide(message)}
            print(json.dumps(answer), flush=True)
        elif message["type"] == "error":
            print(message["message"], file=sys.stderr)


if __name__ == "__main__":
    main()
