"""One connection to an AlgoPoker server under check, and all that it was sent."""

import asyncio
import contextlib
import json
from typing import Any, Final

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

Json = dict[str, Any]
# How long an answer is waited for.
SECONDS: Final = 10.0


class Client:
    """One connection, all that it was sent, and what it has not looked at yet."""

    def __init__(self, name: str, socket: ClientConnection) -> None:
        self.name = name
        self.socket = socket
        self.seat = -1
        self.token = ""
        # Every message as it came and as what it says.
        self.seen: list[tuple[str, Json]] = []
        self.unread: asyncio.Queue[Json | None] = asyncio.Queue()
        self.code: int | None = None
        # How many results have been looked at.
        self.results = 0
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for frame in self.socket:
                text = frame if isinstance(frame, str) else frame.decode("utf-8", "replace")
                try:
                    value = json.loads(text)
                except ValueError:
                    value = {"type": "(no JSON)"}
                if not isinstance(value, dict):
                    value = {"type": "(no object)"}
                self.seen.append((text, value))
                if value.get("type") == "waiting":
                    self.token = str(value.get("token") or self.token)
                self.unread.put_nowait(value)
        except ConnectionClosed:
            pass
        finally:
            self.code = self.socket.close_code
            self.unread.put_nowait(None)

    async def send(self, value: Json | str) -> None:
        """Send a message, if there is still somebody to take it."""
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(value if isinstance(value, str) else json.dumps(value))

    async def act(self, action: Json) -> None:
        await self.send({"type": "action", "action": action})

    async def next(self, *kinds: str, seconds: float = SECONDS) -> Json | None:
        """The next message of these types, or of any; None if the connection or the time ends."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    message = await self.unread.get()
                    if message is None:
                        self.unread.put_nowait(None)
                        return None
                    self.results += message.get("type") == "action_result"
                    if not kinds or message.get("type") in kinds:
                        return message
        except TimeoutError:
            return None

    async def is_closed(self, seconds: float = 3.0) -> bool:
        """Whether the server closes the connection in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.shield(self._reading)
        return self._reading.done()

    def last(self, kind: str) -> str:
        """The last message of that type, as it came."""
        return next((text for text, value in reversed(self.seen) if value.get("type") == kind), "")

    async def close(self) -> None:
        await self.socket.close()
        await asyncio.wait([self._reading], timeout=2)
        self._reading.cancel()

    def abort(self) -> None:
        """Lose the connection without a word."""
        self.socket.transport.abort()
