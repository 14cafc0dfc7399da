"""A real server for the tests of the uno-online wire: uvicorn in a thread, on a free port."""

import asyncio
import contextlib
import runpy
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx

from pitboss.games.uno import UNO, UnoGame
from pitboss.server.http import HttpApi
from pitboss.server.http_port import HttpPort
from pitboss.server.places import Places
from pitboss.server.ports import listen
from pitboss.server.room import Room
from pitboss.server.services import Metrics, Services
from pitboss.server.settings import Settings
from pitboss.store.live_journal import LiveJournal
from pitboss.wires.uno_online import ERRORS

T = TypeVar("T")

AGENT = Path(__file__).parents[1] / "agents" / "uno_decision_flow.py"
_agent = runpy.run_path(str(AGENT))
decide: Callable[..., dict[str, Any] | None] = _agent["decide"]
play_out: Callable[..., dict[str, Any]] = _agent["play_out"]
Wire: Callable[..., Any] = _agent["Wire"]


class Served:
    """A running server, seen from the test's thread."""

    def __init__(
        self, api: HttpApi, port: int, loop: asyncio.AbstractEventLoop, stop: asyncio.Event
    ) -> None:
        self.api = api
        self.stop = stop
        self.url = f"http://127.0.0.1:{port}"
        self.port = port
        self.loop = loop
        self.http = httpx.Client(base_url=self.url, timeout=60)

    def within(self, do: Callable[[], T]) -> T:
        """Do something in the server's thread."""

        async def done() -> T:
            return do()

        return asyncio.run_coroutine_threadsafe(done(), self.loop).result(60)

    def make(self, **order: Any) -> tuple[str, dict[str, str]]:
        """A new room's code and tokens."""
        answer = self.http.post("/api/rooms", json=order)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return made["room"]["roomCode"], made["tokens"]

    def room(self, code: str) -> Room:
        """The room itself, for tests that have to know the truth."""
        room = self.api.rooms.find(code)
        assert isinstance(room, Room)
        return room

    def put(self, code: str, position: str) -> UnoGame:
        """Set the room's table to a position."""

        def put() -> UnoGame:
            room = self.room(code)
            game = UNO.set_up(UNO.rules(room.table.record.rules), position)
            room.game = game
            referee: Any = room.table.live.referee
            room.table.live.game = referee.game = game
            referee.turn = None
            referee.ask(room.table.live.now())
            room._refresh()
            return game

        return self.within(put)

    def state(self, code: str, token: str = "") -> dict[str, Any]:
        """The gameState that the token's side gets."""
        answer = self.http.get(f"/api/game/{code}/state", headers=bearer(token))
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()["gameState"]
        return state

    def act(self, code: str, action: Any, token: str = "") -> httpx.Response:
        """Send an action."""
        return self.http.post(f"/api/game/{code}/action", json=action, headers=bearer(token))


def bearer(token: str) -> dict[str, str]:
    """The header that carries a token; none if there is none."""
    return {"Authorization": f"Bearer {token}"} if token else {}


@contextlib.contextmanager
def served(settings: Settings, data: Path | None = None) -> Iterator[Served]:
    """A server with these settings, listening on 127.0.0.1 whatever they say."""
    ready = threading.Event()
    found: list[Served] = []
    failed: list[BaseException] = []

    async def main() -> None:
        stop = asyncio.Event()
        journal = LiveJournal.open(str(data / "pitboss.db")) if data is not None else None
        services = Services(
            settings=settings, metrics=Metrics(), journal=journal, now=time.monotonic
        )
        api = HttpApi(services, Places(services))
        port = HttpPort(api.app, settings, services.metrics)
        sockets = listen(["127.0.0.1"], 0)
        await port.start(sockets)
        api.start()
        number = sockets[0].getsockname()[1]
        found.append(Served(api, number, asyncio.get_running_loop(), stop))
        ready.set()
        await stop.wait()
        await api.stop()
        await port.stop()
        if journal is not None:
            journal.close()

    def thread() -> None:
        try:
            asyncio.run(main())
        except BaseException as error:
            failed.append(error)
        finally:
            ready.set()

    worker = threading.Thread(target=thread, daemon=True)
    worker.start()
    assert ready.wait(60)
    assert not failed, failed
    server = found[0]
    try:
        yield server
    finally:
        server.http.close()
        server.loop.call_soon_threadsafe(server.stop.set)
        worker.join(60)
        assert not failed, failed


def assert_refused(answer: httpx.Response, code: str) -> None:
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert set(body) == {"success", "error", "message"}
    assert body["success"] is False
    assert body["error"] == code
    assert body["message"]
    assert answer.status_code == ERRORS[code].status
    assert "Traceback" not in answer.text
