#!/usr/bin/env python3
"""A hold'em bot over WebSocket: checks, else calls. Needs the package `websockets`.

It plays one tournament: `poker_websocket.py URL [NAME]`.
"""

import json
import sys

from websockets.sync.client import connect


def main() -> None:
    """Join, answer the requests that are for this seat, stop at the end."""
    url, *rest = sys.argv[1:]
    name = rest[0] if rest else "caller"
    seat = None
    with connect(url) as server:
        server.send(json.dumps({"type": "join", "name": name}))
        for frame in server:
            message = json.loads(frame)
            if message["type"] == "game_start":
                seat = message["player_names"].index(name)
            elif message["type"] == "action_request" and message["actor_seat"] == seat:
                offered = [one["type"] for one in message["game_state"]["valid_actions"]]
                choice = "check" if "check" in offered else "call"
                server.send(json.dumps({"type": "action", "action": {"type": choice}}))
            elif message["type"] == "error":
                print(message["message"], file=sys.stderr)
            elif message["type"] == "game_end":
                break


if __name__ == "__main__":
    main()
