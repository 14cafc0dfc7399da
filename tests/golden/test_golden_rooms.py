"""Every answer and event of a server's UNO rooms, over HTTP and over Socket.IO."""

import json
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from golden_fixtures import golden
from golden_match import transcripts
from golden_normal import normal
from golden_record import Golden
from golden_server import PATIENCE, Server, serving
from golden_socketio import SocketIo
from room_bot import RUDE, decide

__all__ = ["golden"]

pytestmark = pytest.mark.slow

PLAYERS = ("Player 1", "Player 2")
PROGRAM = f"--program=agent:jedna={sys.executable} jedna_bot.py agent.log tidy"
# The order of a room; `outside` players are played by the test.
ROOMS: dict[str, dict[str, Any]] = {
    "uno-online": {"seed": "golden", "player1": "simple", "player2": "outside"},
    "two": {"seed": 5, "player1": "outside", "player2": {"kind": "human", "name": "Ada"}},
    "official": {
        "rules": "official,target=0",
        "seed": "golden",
        "player1": "outside",
        "player2": "outside",
    },
    "program": {"rules": "jedna", "seed": "7", "player1": "agent", "player2": "outside"},
    "secret": {"player1": "random", "player2": "outside", "open": False},
}
# Requests that are refused, in a room whose Player 2 has the turn or not.
REFUSED: list[tuple[str, str, dict[str, str], str]] = [
    ("GET", "/api/game/nowhere/state", {}, ""),
    ("GET", "/api/game/demo/action", {}, ""),
    ("GET", "/api/nothing", {}, ""),
    ("GET", "/api/game/demo/state", {"Authorization": "Bearer wrong"}, ""),
    ("GET", "/api/game/closed/state", {}, ""),
    ("POST", "/api/game/demo/action", {"Content-Type": "text/plain"}, "{}"),
    ("POST", "/api/game/demo/action", {}, "x" * 70_000),
    ("POST", "/api/rooms", {}, "nonsense"),
    ("POST", "/api/rooms", {}, '{"room":"demo"}'),
    ("POST", "/api/rooms", {}, '{"room":"a b"}'),
    ("POST", "/api/rooms", {}, '{"rules":"chess"}'),
    ("POST", "/api/rooms", {}, '{"player1":"nobody"}'),
    ("POST", "/api/rooms", {}, '{"timeout":0}'),
    ("POST", "/api/rooms", {}, '{"pace":-1}'),
    ("POST", "/api/rooms", {}, '{"seed":""}'),
    ("POST", "/api/rooms", {}, '{"seed":1.5}'),
    ("GET", "/api/rooms/demo", {}, ""),
    ("DELETE", "/api/rooms/demo", {}, ""),
    ("DELETE", "/api/rooms/demo", {}, ""),
    ("GET", "/api/rooms", {}, ""),
    ("GET", "/api/journal", {}, ""),
]


class Http:
    """Requests to a server, with all that is answered."""

    def __init__(self, server: Server) -> None:
        self.kept: list[str] = []
        self.client = httpx.Client(base_url=server.http, timeout=PATIENCE)

    def ask(
        self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b""
    ) -> Any:
        """What is answered, which is not kept yet; whoever was too fast asks again."""
        told = {"Content-Type": "application/json"} if body else {}
        while True:
            self.answer = self.client.request(
                method, path, headers=told | (headers or {}), content=body or None
            )
            if self.answer.status_code != httpx.codes.TOO_MANY_REQUESTS:
                break
            time.sleep(0.2)
        return json.loads(self.answer.text) if self.answer.text else None

    def keep(self) -> None:
        """Keep the last answer, but for the date."""
        headers = [f"{name}: {told}" for name, told in self.answer.headers.items()]
        kept = sorted(line for line in headers if not line.startswith(("date:", "content-length:")))
        self.kept.append(f"{self.answer.status_code} {'; '.join(kept)}\n{self.answer.text}\n")


def play_room(http: Http, code: str, order: dict[str, Any]) -> None:
    """Play a room's game to its end for all players that are not the house's."""
    made = http.ask("POST", "/api/rooms", body=json.dumps({"room": code} | order).encode())
    http.keep()
    headers = {
        player: {"Authorization": f"Bearer {token}"} for player, token in made["tokens"].items()
    }
    acted = 0
    while True:
        for player, own in headers.items():
            state = http.ask("GET", f"/api/game/{code}/state", own)["gameState"]
            if state["game"]["isOver"]:
                http.keep()
                http.ask("GET", f"/api/rooms/{code}")
                http.keep()
                return
            if not state["botContext"]["isMyTurn"]:
                continue
            http.keep()
            acted += 1
            action = RUDE[acted % len(RUDE)]
            if action is None:
                side = "player1" if player == PLAYERS[0] else "player2"
                action = json.dumps(decide(state, side)).encode()
            http.ask("POST", f"/api/game/{code}/action", own, action)
            http.keep()


def test_what_rooms_answer_over_http_is_the_same(golden: Golden, tmp_path: Path) -> None:
    texts = {}
    with serving(tmp_path, PROGRAM) as server:
        for room, order in ROOMS.items():
            http = Http(server)
            play_room(http, room, order)
            http.client.close()
            texts[room] = "".join(http.kept)

    texts |= {f"{name}-lines": text for name, text in transcripts(tmp_path).items()}
    golden.compare("rooms/http", {name: normal(text) for name, text in texts.items()})


def test_what_is_refused_over_http_is_the_same(golden: Golden, tmp_path: Path) -> None:
    with serving(tmp_path, "--data", "journal") as server:
        http = Http(server)
        for code in ("demo", "closed"):
            order = {"room": code, "seed": 3, "player1": "outside", "open": code == "demo"}
            http.ask("POST", "/api/rooms", body=json.dumps(order).encode())
            http.keep()
        for action in filter(None, RUDE):
            http.ask("POST", "/api/game/demo/action", body=action)
            http.keep()
        for method, path, headers, body in REFUSED:
            http.ask(method, path, headers, body.encode())
            http.keep()
        http.client.close()

    golden.compare("rooms/refused", {"http": normal("".join(http.kept))})


@pytest.mark.parametrize("rules", ["uno-online", "official,target=0"])
def test_what_a_room_tells_over_socketio_is_the_same(
    rules: str, golden: Golden, tmp_path: Path
) -> None:
    order = {"room": "demo", "rules": rules, "seed": "golden"}
    with serving(tmp_path, "--max-rate=100000") as server:
        clients = {name: SocketIo(server.socket) for name in ("one", "two", "watching", "late")}
        one, two, watching, late = clients.values()
        one.emit("botAction", {"action": "draw"})
        one.emit("join", {"room": "a b"})
        watching.emit("join", {"room": "demo", "watch": True})
        one.emit("join", order)
        two.emit("join", {"room": "demo", "name": "Ada"})
        watching.emit("join", {"room": "demo", "watch": True})
        late.emit("join", {"room": "demo"})
        watching.emit("sendMessage", {"message": "hello"})
        two.emit("sendMessage", {"message": ""})
        sides = {PLAYERS[0]: ("player1", one), PLAYERS[1]: ("player2", two)}
        state = one.until("updateGameState")
        acted = 0
        while (turn := state["game"]["currentTurn"]) is not None:
            side, client = sides[turn]
            state = client.state_at(state["game"]["turnNumber"])
            acted += 1
            wrong = RUDE[acted % len(RUDE)]
            # What is no JSON would be no frame of Socket.IO either.
            bad = wrong is not None and wrong[:1] == b"{"
            action = json.loads(wrong) if bad and wrong else decide(state, side)
            answer = client.emit("botAction", action)[0]
            if answer["success"]:
                state = answer["gameState"]
        for client in (one, two, watching):
            client.until("gameOver")
        for client in clients.values():
            client.close()

    texts: dict[str, str] = {}
    for name, client in clients.items():
        texts |= {f"{name}-events": client.events(), f"{name}-answers": client.answers()}
    golden.compare(f"rooms/socketio/{rules}", {name: normal(text) for name, text in texts.items()})
