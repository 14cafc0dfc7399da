"""One WebSocket of a program that plays: frames out as fast as they are read, and what it tells."""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed


class Line:
    """One connection, in the thread of the network; frames wait here for a slow reader."""

    def __init__(self, connection: ServerConnection, run: int, most: int) -> None:
        self.name = ""
        # Which start of the program it came after.
        self.run = run
        # Bytes that are not on their way yet.
        self.waiting = 0
        self.stalled = False
        self.is_cut = False
        self._connection = connection
        self._most = most
        self._frames: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, frames: Sequence[bytes]) -> None:
        """Send frames when there is room for them; who does not read is cut off."""
        for frame in frames:
            self.waiting += len(frame)
            self._frames.put_nowait(frame)
        if self.waiting > self._most:
            self.stalled = True
            self.cut()

    def close(self, code: int = 1000) -> None:
        """Say goodbye after what waits to be sent."""
        self._frames.put_nowait(code)

    def cut(self) -> None:
        """Drop the connection at once."""
        self.is_cut = True
        self._connection.transport.abort()

    @property
    def code(self) -> int | None:
        """The code that we closed it with, if we did."""
        sent = self._connection.protocol.close_sent
        return sent.code if sent is not None else None

    async def hear(self) -> bytes:
        """The next message, whichever kind of frame it came in."""
        frame = await self._connection.recv()
        return frame.encode() if isinstance(frame, str) else frame

    async def end(self) -> None:
        """Leave nothing of it."""
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, ConnectionClosed):
            await self._writer

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            while isinstance(frame := await self._frames.get(), bytes):
                await self._connection.send(frame, text=True)
                self.waiting -= len(frame)
            await self._connection.close(frame)


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody has connected and given a name."""

    line: Line


@dataclass(frozen=True, slots=True)
class Said:
    """A message, and when it arrived."""

    line: Line
    frame: bytes
    arrived: float


@dataclass(frozen=True, slots=True)
class Left:
    """A connection is gone."""

    line: Line
