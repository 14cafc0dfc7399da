"""A bot for any game over native frames, which keeps them: `native_socket.py URL FILE MOOD`.

It takes a new connection for each game. What it hears in a lobby is kept when the game begins:
every program is started once for a look, and is in a lobby then that leads to no game.
"""

import json
import sys
from typing import Any

from native_bot import RUDE, decide, insult
from transcript import Transcript
from websockets.sync.client import connect

# Two frames are not sure to arrive in one piece, so that what becomes of the second is chance.
_IN_TWO = ("twice", "blank")


class Player:
    """What to say to the messages of one game after the other."""

    def __init__(self, mood: str) -> None:
        self.mood = mood
        self.asked = 0

    def replies(self, message: dict[str, Any]) -> tuple[bytes, ...]:
        """The answer, if one is due."""
        if message["type"] != "turn":
            return ()
        self.asked += 1
        wrong = RUDE[self.asked % len(RUDE)] if self.mood == "rude" else None
        if wrong is None or wrong in _IN_TWO:
            return (decide(message),)
        return insult(wrong, message)


def text(frame: bytes) -> str | bytes:
    """As text, if it is text."""
    try:
        return frame.decode()
    except UnicodeDecodeError:
        return frame


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
                if message["type"] != "hello":
                    continue
                line, lobby = b"".join(lobby), None
            transcript.keep(line)
            if message["type"] == "result":
                return True
            for reply in player.replies(message):
                server.send(text(reply))
    return False


def main() -> None:
    url, path, mood = sys.argv[1:]
    transcript, player = Transcript(path), Player(mood)
    while play(url, transcript, player):
        pass


if __name__ == "__main__":
    main()
