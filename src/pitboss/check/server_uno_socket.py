"""The Socket.IO side of a uno-online server under check: two clients in a room of their own."""

import asyncio
import contextlib
import json
import secrets
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from pitboss.check.server import Notes

Json = dict[str, Any]

SECRETS: Final = "hidden cards"
SOCKET: Final = "Socket.IO"
_SECONDS: Final = 10.0
_PLAYERS: Final = ("Player 1", "Player 2")


class SocketVisit:
    """Two clients of Socket.IO in a room of their own, over WebSocket."""

    def __init__(self, url: str, notes: Notes) -> None:
        parts = urlsplit(url)
        scheme = "wss" if parts.scheme == "https" else "ws"
        self.url = f"{scheme}://{parts.netloc}/socket.io/?EIO=4&transport=websocket"
        self.notes = notes

    async def run(self) -> None:
        clients: list[_SocketClient] = []
        try:
            clients += [await _SocketClient.open(self.url) for _ in _PLAYERS]
        except (OSError, TimeoutError, InvalidHandshake, InvalidURI, ConnectionClosed):
            self.notes.skip(SOCKET, "the server does not serve Socket.IO")
            return
        try:
            await self._try(clients)
        finally:
            for client in clients:
                await client.close()

    async def _try(self, clients: "list[_SocketClient]") -> None:
        room = f"check{secrets.token_hex(4)}"
        for client in clients:
            await client.emit("join", {"room": room})
            for event in ("currentUserData", "updateGameState"):
                found = await client.next(event)
                self.notes.expect(
                    SOCKET, found is not None, f"after join no {event} came", client.heard()
                )
                if event == "currentUserData" and isinstance(found, dict):
                    client.name = str(found.get("name"))
        names = [client.name for client in clients]
        self.notes.expect(
            SOCKET, names == [*_PLAYERS], f"who joins is Player 1, then Player 2, not {names}"
        )
        state = clients[0].last.get("updateGameState")
        turn = state.get("game", {}).get("currentTurn") if isinstance(state, dict) else None
        if names != [*_PLAYERS] or turn not in names:
            return
        asked, other = sorted(clients, key=lambda client: client.name != turn)
        await other.emit("botAction", {"action": "draw"})
        self.notes.expect(
            SOCKET,
            await other.next("actionRejected") is not None,
            "an action of who is not asked is answered with actionRejected",
            other.heard(),
        )
        for client in clients:
            client.forget()
        await asked.emit("botAction", {"action": "draw"})
        for client in clients:
            view = await client.next("updateGameState")
            self.notes.expect(
                SOCKET,
                isinstance(view, dict),
                f"after an action {client.name} is sent no updateGameState",
                client.heard(),
            )
            if isinstance(view, dict):
                other_side = view.get(f"player{2 - _PLAYERS.index(client.name)}")
                self.notes.expect(
                    SECRETS,
                    not (isinstance(other_side, dict) and other_side.get("cards")),
                    f"over Socket.IO {client.name} is sent the other's cards",
                    json.dumps(view)[:300],
                )


class _SocketClient:
    """One connection of Socket.IO (engine.io 4) over WebSocket: as much of it as a check needs."""

    def __init__(self, socket: ClientConnection) -> None:
        self.name = ""
        self.last: dict[str, Any] = {}
        self._socket = socket
        self._unread: list[tuple[str, Any]] = []

    @classmethod
    async def open(cls, url: str) -> "_SocketClient":
        socket = await connect(url, open_timeout=_SECONDS, close_timeout=1)
        await asyncio.wait_for(socket.recv(), _SECONDS)
        await socket.send("40")
        await asyncio.wait_for(socket.recv(), _SECONDS)
        return cls(socket)

    async def emit(self, event: str, value: Json) -> None:
        await self._socket.send(f"42{json.dumps([event, value])}")

    async def next(self, event: str) -> Any:
        """What the next event of that name carries; None if none comes in time."""
        for index, (name, value) in enumerate(self._unread):
            if name == event:
                del self._unread[index]
                return value
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            async with asyncio.timeout(3.0):
                while True:
                    frame = str(await self._socket.recv())
                    if frame == "2":
                        await self._socket.send("3")
                    elif frame.startswith("42"):
                        name, *values = json.loads(frame[2:])
                        value = values[0] if values else {}
                        self.last[name] = value
                        if name == event:
                            return value
                        self._unread.append((name, value))
        return None

    def forget(self) -> None:
        self._unread.clear()

    def heard(self) -> str:
        return f"events so far: {', '.join(self.last) or 'none'}"

    async def close(self) -> None:
        await self._socket.close()
