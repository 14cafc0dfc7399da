"""What waits to be sent over one connection: bounded, and cut off where nobody reads.

How bytes travel is for whoever subclasses it: each WebSocket library has one subclass.
"""

from collections.abc import Sequence

# Close codes of RFC 6455 that are used here.
NORMAL = 1000
GOING_AWAY = 1001
PROTOCOL_ERROR = 1002
POLICY_VIOLATION = 1008
TOO_BIG = 1009
INTERNAL = 1011
TRY_LATER = 1013


class Outbox:
    """One connection's side towards the client; messages are whole, and leave in order."""

    def __init__(self, limit: int) -> None:
        """`limit` is the number of bytes that may wait for a client that does not read."""
        self.limit = limit
        self.closing = False
        # Whether it was cut off because the client did not read.
        self.stalled = False
        self._queued: list[bytes] = []

    def queue(self, message: bytes) -> None:
        """Put a message behind those that wait for the next flush."""
        self._queued.append(message)

    def queue_all(self, messages: Sequence[bytes]) -> None:
        """Put messages behind those that wait for the next flush."""
        self._queued.extend(messages)

    def flush(self) -> None:
        """Send what was queued, in one piece; a client that does not read is cut off."""
        messages = self._queued
        if not messages:
            return
        self._queued = []
        if self.closing:
            return
        unsent = self.unread()
        if unsent and unsent + sum(map(len, messages)) > self.limit:
            self.stalled = True
            self.cut()
            return
        self._write(messages)

    def send(self, message: bytes) -> None:
        """Send one message now, after what was queued."""
        self._queued.append(message)
        self.flush()

    def close(self, code: int = NORMAL, reason: str = "") -> None:
        """Say goodbye after what was queued; the line is cut when the client has answered."""
        raise NotImplementedError

    def cut(self) -> None:
        """Drop the line at once, with all that was not sent."""
        raise NotImplementedError

    def unread(self) -> int:
        """How many bytes the client has not taken yet, as far as that is known."""
        raise NotImplementedError

    def _write(self, messages: Sequence[bytes]) -> None:
        """Hand messages to the transport, which takes them without waiting."""
        raise NotImplementedError
