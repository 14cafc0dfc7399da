"""A TCP relay in front of a server, to cut connections as a bad network does."""

import contextlib
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread


class Relay:
    """Passes bytes on, both ways, until it is told not to."""

    def __init__(self, target: tuple[str, int]) -> None:
        self._target = target
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._open = Event()
        self._open.set()
        self.connections = 0
        # How many came while it was down.
        self.refused = 0
        # The next connection is cut when the server says something after its handshake.
        self.cut_next_answer = False
        Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """End every connection, as if a cable had been pulled; new ones may come."""
        pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def down(self) -> None:
        """Cut, and refuse new connections."""
        self._open.clear()
        self.cut()

    def up(self) -> None:
        """Let connections through again."""
        self._open.set()

    def close(self) -> None:
        """The end of it."""
        self._listening.close()
        self.cut()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                if not self._open.is_set():
                    client.close()
                    self.refused += 1
                    continue
                self.connections += 1
                server = socket.create_connection(self._target)
                self._pairs.append((client, server))
                pieces, self.cut_next_answer = 1 if self.cut_next_answer else -1, False
                Thread(target=_pass_on, args=(client, server), daemon=True).start()
                Thread(target=_pass_on, args=(server, client, pieces), daemon=True).start()


def _pass_on(source: socket.socket, sink: socket.socket, pieces: int = -1) -> None:
    """All that comes, or only the first pieces of it."""
    with contextlib.suppress(OSError):
        while (data := source.recv(65536)) and pieces != 0:
            sink.sendall(data)
            pieces -= 1
    for end in (source, sink):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


@contextmanager
def relay_to(http: str) -> Iterator[Relay]:
    """A relay to the server at `http://127.0.0.1:PORT`."""
    relay = Relay(("127.0.0.1", int(http.rpartition(":")[2])))
    try:
        yield relay
    finally:
        relay.close()
