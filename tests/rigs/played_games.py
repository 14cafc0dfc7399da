"""Games for tests of the page: events with hostile names and faults, live games over sockets."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx
from browser_rig import page_server
from serve_rig import Running
from websockets.sync.client import connect

# HTML, and letters from right to left; nothing that a wire would refuse.
HOSTILE: Final = "<img src=x onerror=alert(1)>שלום"

# Plays what it is offered first; sometimes what nobody offered.
_CLUMSY: Final = """
import json, sys

turns = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        turns += 1
        action = message["legal"][-1] if message["legal"] else message["range"]["low"]
        if turns % 6 == 3:
            print("turn", turns, "is <b>mine</b>", file=sys.stderr, flush=True)
            action = "dance"
        print(json.dumps({"type": "action", "turn": message["turn"], "action": action}), flush=True)
    elif message["type"] == "error":
        print(json.dumps({"type": "action", "turn": message["turn"], "action": -1}), flush=True)
"""


@dataclass(frozen=True)
class Library:
    """A server, and games in its journal."""

    server: Running
    folder: Path

    @property
    def db(self) -> str:
        """The journal's file."""
        return str(self.folder / "pitboss.db")

    def get(self, path: str) -> Any:
        """What the API answers."""
        answer = httpx.get(self.server.http + path, timeout=60)
        answer.raise_for_status()
        return answer.json()

    def play_event(self, *words: str) -> list[str]:
        """Play an event into the journal; its games, the newest first."""
        event = run("play", *words, "--db", self.db, "--json")
        name = json.loads(event)["event"]
        found = self.get(f"/api/games?event={name}&limit=200")
        return [game["id"] for game in found["items"]]

    def play_live(self, table: str, game: str, name: str = HOSTILE) -> str:
        """Play a game against the house over a socket; its id."""
        with connect(self.server.native(table)) as socket:
            join = {"type": "join", "name": name, "game": game, "seats": 2, "house": ["simple"]}
            socket.send(json.dumps(join))
            for frame in socket:
                message = json.loads(frame)
                if message["type"] == "turn":
                    action = (message["legal"] or message["range"]["text"])[-1]
                    turn = message["turn"]
                    socket.send(json.dumps({"type": "action", "turn": turn, "action": action}))
                elif message["type"] == "result":
                    break
        found = self.get(f"/api/games?table={table}&state=finished")
        id_: str = found["items"][0]["id"]
        return id_

    def clumsy(self, name: str) -> str:
        """A program that makes mistakes, as a bot to play with."""
        script = self.folder / "clumsy.py"
        script.write_text(_CLUMSY, encoding="utf-8")
        return f"cmd='{sys.executable} {script}' wire=native name='{name}'"


def run(*words: str) -> str:
    """A command of the program, as it is typed; what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", *words], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def library(folder: Path, *options: str) -> Iterator[Library]:
    """A server with a journal in a folder."""
    with page_server(folder, *options) as server:
        yield Library(server, folder)
