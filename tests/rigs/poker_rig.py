"""An AlgoPoker server on free ports, and clients of an independent WebSocket library."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pitboss.server.places import Places
from pitboss.server.poker_door import PokerDoor
from pitboss.server.services import Metrics, Services
from pitboss.server.settings import Settings
from pitboss.store.live_journal import LiveJournal

Json = dict[str, Any]
Chooser = Callable[[Json], Json]

ORGANISER = "the organiser's word"


def run(test: Coroutine[Any, Any, None], seconds: float = 150.0) -> None:
    """Run a test on the loop that the server is made for."""

    async def bounded() -> None:
        await asyncio.wait_for(test, seconds)

    uvloop.run(bounded())


def shove(request: Json) -> Json:
    """All in, or the next best: a tournament of these is short."""
    return sized(request, "max_amount")


def call_down(request: Json) -> Json:
    """Check or call."""
    return {"type": request["game_state"]["valid_actions"][1]["type"]}


def sized(request: Json, size: str) -> Json:
    """Raise to that size if possible, else check or call."""
    for action in request["game_state"]["valid_actions"]:
        if action["type"] == "raise":
            return {"type": "raise", "amount": action[size]}
    return call_down(request)


class Client:
    """One connection: what it has received, and the next message."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen: list[Json] = []
        self.seat = -1

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def act(self, **action: Any) -> None:
        await self.send(type="action", action=action)

    async def next(self, kind: str = "", seconds: float = 30.0) -> Json:
        """The next message, or the next of that type; all are kept."""
        async with asyncio.timeout(seconds):
            while True:
                message: Json = json.loads(await self.socket.recv())
                self.seen.append(message)
                if message["type"] == "game_start" and self.seat < 0:
                    names = message["player_names"]
                    self.seat = names.index(self.name) if self.name in names else -1
                if kind in ("", message["type"]):
                    return message

    async def my_turn(self) -> Json:
        """The next request for this seat."""
        while True:
            request = await self.next("action_request")
            if request["actor_seat"] == self.seat:
                return request

    async def closed(self, seconds: float = 30.0) -> int:
        """The code with which the server closes; messages on the way are kept."""
        try:
            while True:
                await self.next(seconds=seconds)
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd is not None else 1006

    async def play(self, choose: Chooser = shove) -> Json:
        """Answer until the end; the last message."""
        while True:
            message = await self.next()
            if message["type"] == "action_request" and message["actor_seat"] == self.seat:
                await self.send(type="action", action=choose(message))
            elif message["type"] == "game_end":
                return message

    name = ""

    def types(self) -> list[str]:
        return [message["type"] for message in self.seen]

    def of(self, kind: str) -> list[Json]:
        return [message for message in self.seen if message["type"] == kind]


class Rig:
    """A server and the clients that were opened to it."""

    def __init__(self, server: PokerDoor, port: int) -> None:
        self.server = server
        self.services = server.services
        self.places = server.places
        self.port = port
        self.clients: list[Client] = []

    async def connect(self, path: str = "/", host: str = "127.0.0.1") -> Client:
        url = f"ws://{host}:{self.port}{path}"
        client = Client(await connect(url, max_size=None, close_timeout=1))
        self.clients.append(client)
        return client

    async def join(self, name: str, path: str = "/", **more: Any) -> Client:
        """A player who has been told that it is in."""
        client = await self.connect(path)
        client.name = name.strip()
        await client.send(type="join", name=name, **more)
        assert (await client.next())["type"] == "waiting"
        return client

    async def join_all(self, *names: str, path: str = "/") -> list[Client]:
        """Players who are all told that they are in: the lobby's window is held for the last."""
        clients = []
        for name in names:
            clients.append(await self.join(name, path))
            lobby = self.places.lobby(path.strip("/") or "main")
            if lobby is not None and lobby._window is not None:
                lobby._window.cancel()
        if lobby is not None and lobby._window is not None:
            loop = asyncio.get_running_loop()
            lobby._window = loop.call_later(lobby.rule.wait, lobby.guard, lobby._window_over)
        return clients

    async def until(self, true: Callable[[], object]) -> None:
        """Wait for what the server does in its own time."""
        async with asyncio.timeout(30):
            while not true():  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    async def watch(self, path: str = "/", **more: Any) -> Client:
        client = await self.connect(path)
        await client.send(type="spectate", **more)
        return client


@asynccontextmanager
async def serving(data: Path | None = None, **changes: Any) -> AsyncIterator[Rig]:
    """A server with short waits; it must have no connection left when all clients have closed."""
    fast: dict[str, Any] = {"lobby_wait": 0.6, "join_timeout": 5.0, "action_timeout": 5.0}
    fast["reconnect_grace"] = 0.05
    settings = Settings(**(fast | {"poker_port": 0, "organiser_token": ORGANISER} | changes))
    journal = LiveJournal.open(str(data / "pitboss.db")) if data is not None else None
    services = Services(settings=settings, metrics=Metrics(), journal=journal, now=time.monotonic)
    server = PokerDoor(services, Places(services))
    addresses = await server.start()
    rig = Rig(server, addresses[0][1])
    try:
        yield rig
    finally:
        for client in rig.clients:
            client.socket.transport.abort()
        server.refuse_new()
        server.places.stop("the test is over")
        await server.stop()
        if journal is not None:
            journal.close()
        assert server.connections == 0
        assert not list(server.places)


async def sent_away(client: Client, code: str) -> None:
    """The error with that code, then a close."""
    message = await client.next()
    assert (message["type"], message["code"]) == ("error", code)
    assert message["message"]
    assert list(message) == ["type", "code", "message"]
    assert await client.closed() == 1008
