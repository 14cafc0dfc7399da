"""A file that is written completely or not at all, or standard output in its place."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from pitboss.cli.console import fail

STDOUT = "-"


@contextmanager
def whole_file(name: str) -> Iterator[BinaryIO]:
    """Where to write: the file gets its name once it is complete; `-` is standard output."""
    if name == STDOUT:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(name)
    if path.exists() and not path.is_file():
        # A pipe or a device is written to, never replaced.
        try:
            with path.open("wb") as file:
                yield file
        except OSError as error:
            fail(f"{name} can't be written: {error.strerror}")
        return
    # What a link leads to is replaced, not the link.
    path = path.resolve()
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        fail(f"{name} can't be written: {error.strerror}")
    try:
        with os.fdopen(handle, "wb") as whole:
            yield whole
            whole.flush()
            os.fsync(whole.fileno())
        # A temporary file is its owner's only; what is made of it is as open as any other.
        mask = os.umask(0)
        os.umask(mask)
        Path(temporary).chmod(0o666 & ~mask)
        Path(temporary).replace(path)
    except OSError as error:
        fail(f"{name} can't be written: {error.strerror}")
    finally:
        with suppress(FileNotFoundError):
            Path(temporary).unlink()
