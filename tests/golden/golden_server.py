"""`pitboss serve` as a process with deals that repeat, and clients that keep what they hear."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from golden_shell import environment, lay_out_bots
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

_FIXED = Path(__file__).parent / "fixed_seed"
# Seconds after which something is broken, not slow.
PATIENCE = 60.0


class Server(NamedTuple):
    """Where it listens."""

    http: str
    poker: str

    @property
    def socket(self) -> str:
        """The HTTP port for WebSocket."""
        return self.http.replace("http", "ws")


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    """A server that runs in the folder, in which the bots lie."""
    lay_out_bots(folder)
    variables = environment()
    paths = [str(_FIXED), *filter(None, [variables.get("PYTHONPATH")])]
    variables["PYTHONPATH"] = os.pathsep.join(paths)
    words = [
        "serve",
        "--port=0",
        "--poker-port=0",
        "--action-timeout=120",
        "--stop-grace=0.1",
        *([] if any(option.startswith("--data") for option in options) else ["--db=none"]),
        *options,
    ]
    log = folder / "server.err"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "pitboss", *words],
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=folder,
            env=variables,
            text=True,
        )
    assert process.stdout is not None
    try:
        lines = "".join(process.stdout.readline() for _ in range(2))
        ports = dict(re.findall(r"(http|ws)://localhost:(\d+)", lines))
        assert set(ports) == {"http", "ws"}, lines + log.read_text()
        yield Server(f"http://127.0.0.1:{ports['http']}", f"ws://127.0.0.1:{ports['ws']}")
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
    assert "Traceback" not in log.read_text(), log.read_text()


class Line:
    """A WebSocket connection whose frames are kept, and how it was closed."""

    def __init__(self, url: str, *first: bytes | str) -> None:
        self.kept: list[str] = []
        self._open = ExitStack()
        self._socket: ClientConnection = self._open.enter_context(
            connect(url, compression=None, max_queue=None)
        )
        self.send(*first)

    def send(self, *frames: bytes | str) -> None:
        """As text, if it is text."""
        for frame in frames:
            try:
                self._socket.send(frame.decode() if isinstance(frame, bytes) else frame)
            except UnicodeDecodeError:
                self._socket.send(frame)

    def hear(self) -> Any:
        """The next message; None if the connection was closed."""
        try:
            frame = self._socket.recv(timeout=PATIENCE)
        except ConnectionClosed as closed:
            told = closed.rcvd
            self.kept.append(f"closed {told.code} {told.reason}" if told else "closed")
            self.close()
            return None
        self.kept.append(frame if isinstance(frame, str) else f"binary {frame.decode()}")
        return json.loads(frame)

    def until(self, *types: str) -> Any:
        """The first message of such a type; None if there is none."""
        while (message := self.hear()) is not None:
            if message["type"] in types:
                return message
        return None

    def follow(self, replies: Callable[[Any], Iterable[bytes]]) -> None:
        """Answer until the connection is closed."""
        while (message := self.hear()) is not None:
            self.send(*replies(message))

    def close(self) -> None:
        """Leave."""
        self._open.close()

    def text(self) -> str:
        """All that was heard."""
        return "".join(f"{line}\n" for line in self.kept)


def join(name: str, **order: Any) -> str:
    """A first message."""
    return json.dumps({"type": "join", "name": name, **order})
