"""Lines out of a stream of bytes, and the tail of another; both bounded, no I/O."""


class LineBuffer:
    """Cuts a stream into lines; `overlong` once a line has grown beyond the limit."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.overlong = False
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are complete now, without newlines and without the blank ones."""
        if self._rest:
            data = self._rest + data
        # Most often an answer is one line in one piece.
        if data.find(b"\n") == len(data) - 1:
            self._rest = b""
            lines = [data[:-1]]
        else:
            *lines, self._rest = data.split(b"\n")
        if len(data) > self.limit and max(map(len, (*lines, self._rest))) > self.limit:
            self.overlong = True
        return [line for line in lines if line.strip()] if lines != [b""] else []

    @property
    def rest(self) -> bytes:
        """The beginning of a line that has not been ended."""
        return self._rest


class Tail:
    """The last bytes of a stream."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.total = 0
        self._kept = bytearray()

    def feed(self, data: bytes) -> None:
        """Take in what was written."""
        self.total += len(data)
        self._kept += data
        if len(self._kept) > 2 * self.limit:
            del self._kept[: -self.limit]

    def text(self) -> str:
        """What is kept, as text whatever the bytes."""
        return bytes(self._kept[-self.limit :]).decode("utf-8", "replace")
