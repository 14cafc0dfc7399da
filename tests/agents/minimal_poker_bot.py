"""A bot that follows the steps of the AlgoPoker document and nothing else; prints the result.

`python minimal_poker_bot.py ws://localhost:8765 MyBot`
"""

import asyncio
import json
import random
import sys
from typing import Any

from websockets.asyncio.client import connect


def choose(valid_actions: list[dict[str, Any]]) -> dict[str, Any]:
    """One of the valid actions; a raise is the smallest."""
    picked = random.choice(valid_actions)
    if picked["type"] == "raise":
        return {"type": "raise", "amount": picked["min_amount"]}
    return {"type": picked["type"]}


async def play(url: str, name: str) -> None:
    """Join, answer one's own requests, stop at the end."""
    async with connect(url) as socket:
        await socket.send(json.dumps({"type": "join", "name": name}))
        seat = None
        async for frame in socket:
            message = json.loads(frame)
            if message["type"] == "game_start":
                seat = message["player_names"].index(name)
            elif message["type"] == "action_request":
                if message["actor_seat"] != seat:
                    continue
                action = choose(message["game_state"]["valid_actions"])
                await socket.send(json.dumps({"type": "action", "action": action}))
            elif message["type"] == "game_end":
                print(json.dumps(message))
                break


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], sys.argv[2]))
