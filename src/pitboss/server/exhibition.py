"""A game to look at: a client of our own plays at one of the server's tables, again and again."""

import asyncio
import contextlib
import random
from typing import Any, Final

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

TABLE: Final = "exhibition"
# Seconds that a move takes, so that people can follow.
_PACE: Final = 1.2
_PAUSE: Final = 5.0


async def exhibit(http: str) -> None:
    """Play until it is cancelled; a lost connection begins another game."""
    url = f"{http.replace('http', 'ws', 1)}/ws/{TABLE}"
    while True:
        # The server stops, or somebody plays there; it is only an exhibition.
        with contextlib.suppress(OSError, TimeoutError, InvalidHandshake, WebSocketException):
            await _play(url)
        await asyncio.sleep(_PAUSE)


async def _play(url: str) -> None:
    order = {
        "type": "join",
        "name": "guest",
        "game": "official",
        "seats": 4,
        "house": ["master:quick", "counter", "greedy"],
        "pace": _PACE,
    }
    async with connect(url) as socket:
        await socket.send(msgspec.json.encode(order).decode())
        async for frame in socket:
            message: dict[str, Any] = msgspec.json.decode(frame)
            if message["type"] == "turn":
                await asyncio.sleep(_PACE)
                # Whatever plays a card rather than draws, so that something happens.
                legal: list[str] = message["legal"]
                cards = [action for action in legal if action not in ("draw", "pass")]
                answer = {"turn": message["turn"], "action": random.choice(cards or legal)}
                await socket.send(msgspec.json.encode({"type": "action", **answer}).decode())
