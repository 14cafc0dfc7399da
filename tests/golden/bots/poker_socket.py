"""An AlgoPoker bot over WebSocket that keeps what it is sent: `poker_socket.py URL FILE MOOD`.

It takes a new connection for each game. What it hears in a lobby is kept when the game begins:
every program is started once for a look, and is in a lobby then that leads to no game.
"""

import json
import sys
from typing import Any

from poker_bot import RUDE, decide
from transcript import Transcript
from websockets.sync.client import ClientConnection, connect

# After these the question is still open.
NO_ANSWER = ("BAD_JSON", "UNKNOWN_TYPE", "ALREADY_JOINED")


class Player:
    """What to say to the messages of one game after the other."""

    def __init__(self, mood: str) -> None:
        self.mood = mood
        self.asked = 0
        self._seat = -1
        self._state: dict[str, Any] = {}

    def reply(self, message: dict[str, Any]) -> bytes | None:
        """The answer, if one is due."""
        kind = message["type"]
        if kind == "game_start":
            self._seat = message["player_names"].index(self.mood)
        elif kind == "action_request" and message["actor_seat"] == self._seat:
            self.asked += 1
            self._state = message["game_state"]
            wrong = RUDE[self.asked % len(RUDE)] if self.mood == "rude" else None
            return wrong if wrong is not None else decide(self._state)
        elif kind == "error" and message["code"] in NO_ANSWER:
            return decide(self._state)
        return None


def send(server: ClientConnection, frame: bytes) -> None:
    """As text, if it is text."""
    try:
        server.send(frame.decode())
    except UnicodeDecodeError:
        server.send(frame)


def play(url: str, transcript: Transcript, player: Player) -> bool:
    """Play one game; whether there was one."""
    lobby: list[bytes] | None = []
    with connect(url, compression=None) as server:
        server.send(json.dumps({"type": "join", "name": player.mood}))
        for frame in server:
            line = (frame.encode() if isinstance(frame, str) else b"binary " + frame) + b"\n"
            message = json.loads(frame)
            if lobby is not None:
                lobby.append(line)
                if message["type"] != "game_start":
                    continue
                line, lobby = b"".join(lobby), None
            transcript.keep(line)
            if message["type"] == "game_end":
                return True
            if (reply := player.reply(message)) is not None:
                send(server, reply)
    return False


def main() -> None:
    url, path, mood = sys.argv[1:]
    transcript, player = Transcript(path), Player(mood)
    while play(url, transcript, player):
        pass


if __name__ == "__main__":
    main()
