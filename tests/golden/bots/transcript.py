"""What a bot is sent, kept in a file byte for byte, and a number that follows from a message."""

import json
import os
import zlib
from typing import Any


class Transcript:
    """A file that lines are added to; whoever runs next goes on with it."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def keep(self, line: bytes) -> None:
        """In one piece, and before it is answered: what was answered is in the file."""
        os.write(self._file, line)


def number_of(value: Any) -> int:
    """A number that looks like chance, and follows from the value alone."""
    return zlib.crc32(json.dumps(value, sort_keys=True).encode())


def say(*lines: bytes) -> None:
    """Write lines to standard output in one piece, so that they arrive in one."""
    os.write(1, b"".join(line + b"\n" for line in lines))
