"""A Socket.IO client for the tests: it keeps what it hears, in order."""

import asyncio
from collections.abc import Callable
from typing import Any

import socketio  # type: ignore[import-untyped]


class Client:
    """One connection; use as `async with`."""

    def __init__(self, url: str, **options: Any) -> None:
        self._url = url
        self._options = options
        self.heard: list[tuple[str, Any]] = []
        self._news = asyncio.Event()
        self.io = socketio.AsyncClient(reconnection=False)
        self.io.on("*", self.keep)
        self.io.on("disconnect", self._lose)

    async def keep(self, event: str, *data: Any) -> None:
        """Keep an event, for who waits for it."""
        self.heard.append((event, data[0] if data else None))
        self._news.set()

    async def _lose(self, *_: Any) -> None:
        self.heard.append(("disconnect", None))
        self._news.set()

    async def __aenter__(self) -> "Client":
        try:
            await self.io.connect(self._url, **self._options)
        except BaseException:
            if self.io.eio.http is not None:
                await self.io.eio.http.close()
            raise
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.io.disconnect()

    async def join(self, room: str, **wish: Any) -> tuple[Any, Any]:
        """The two arguments of the acknowledgement: the error, and what there is to know."""
        answer = await self.io.call("join", {"room": room, **wish}, timeout=30)
        return answer if isinstance(answer, tuple) else (answer, None)

    async def act(self, action: Any) -> Any:
        """The acknowledgement of an action."""
        return await self.io.call("botAction", action, timeout=30)

    async def hear(
        self, event: str, such: Callable[[Any], bool] = lambda _: True, seconds: float = 30.0
    ) -> Any:
        """The first such event, heard already or to come."""
        async with asyncio.timeout(seconds):
            while True:
                for name, data in self.heard:
                    if name == event and such(data):
                        return data
                self._news.clear()
                await self._news.wait()

    def all(self, event: str) -> list[Any]:
        """What came with each such event."""
        return [data for name, data in self.heard if name == event]
