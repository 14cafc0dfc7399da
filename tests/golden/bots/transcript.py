"""What a bot is sent, kept in a file byte for byte, and a number that follows from a message."""

import contextlib
import json
import os
import zlib
from itertools import count
from typing import Any


class Transcript:
    """A file of this process alone, `bot.log.0` and so on, by whose first line came first."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._file = -1

    def keep(self, line: bytes) -> None:
        """In one piece, and before it is answered: what was answered is in the file."""
        if self._file < 0:
            self._file = self._open()
        os.write(self._file, line)

    def _open(self) -> int:
        for number in count():
            with contextlib.suppress(FileExistsError):
                return os.open(f"{self._path}.{number}", os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        raise AssertionError


def number_of(value: Any) -> int:
    """A number that looks like chance, and follows from the value alone."""
    return zlib.crc32(json.dumps(value, sort_keys=True).encode())


def say(*lines: bytes) -> None:
    """Write lines to standard output in one piece, so that they arrive in one."""
    os.write(1, b"".join(line + b"\n" for line in lines))
