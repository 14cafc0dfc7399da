"""Socket.IO frame by frame, as its protocol has it: what is kept is what was on the wire.

Events and acknowledgements are kept apart: which of two comes first is not promised.
"""

import json
import time
from contextlib import ExitStack
from typing import Any

from golden_server import PATIENCE
from websockets.sync.client import ClientConnection, connect

# Packets of engine.io, and of Socket.IO within its messages.
_PING, _PONG, _CONNECT, _EVENT, _ACK = "2", "3", "40", "42", "43"


class SocketIo:
    """One client, which waits for the acknowledgement of all that it sends."""

    def __init__(self, url: str) -> None:
        self._events: list[str] = []
        self._answers: list[str] = []
        # What came last with each event.
        self._last: dict[str, Any] = {}
        self._sent = 0
        self._open = ExitStack()
        self._socket: ClientConnection = self._open.enter_context(
            connect(f"{url}/socket.io/?EIO=4&transport=websocket", compression=None, max_queue=None)
        )
        self._answers.append(self._frame())
        self._socket.send(_CONNECT)
        self._answers.append(self._frame())

    def emit(self, event: str, data: Any) -> Any:
        """Send an event, and wait for its acknowledgement: a list of arguments."""
        self._sent += 1
        self._socket.send(f"{_EVENT}{self._sent}{json.dumps([event, data])}")
        head = f"{_ACK}{self._sent}"
        while not (frame := self._frame()).startswith(head):
            self._file(frame)
        self._answers.append(frame)
        return json.loads(frame.removeprefix(head))

    def until(self, event: str) -> Any:
        """What came with the first such event."""
        while event not in self._last:
            self._file(self._frame())
        return self._last[event]

    def state_at(self, turn: int) -> Any:
        """The state of the game at a turn."""
        while (state := self.until("updateGameState"))["game"]["turnNumber"] != turn:
            self._file(self._frame())
        return state

    def close(self) -> None:
        """Leave."""
        self._open.close()

    def events(self) -> str:
        """All that came by itself."""
        return "".join(f"{frame}\n" for frame in self._events)

    def answers(self) -> str:
        """All that was asked for."""
        return "".join(f"{frame}\n" for frame in self._answers)

    def _frame(self) -> str:
        """The next frame that is no sign of life."""
        until = time.monotonic() + PATIENCE
        while True:
            frame = self._socket.recv(timeout=until - time.monotonic())
            assert isinstance(frame, str), frame
            if frame != _PING:
                return frame
            self._socket.send(_PONG)

    def _file(self, frame: str) -> None:
        assert frame.startswith(_EVENT), frame
        self._events.append(frame)
        name, *data = json.loads(frame.removeprefix(_EVENT))
        self._last[name] = data[0] if data else None
