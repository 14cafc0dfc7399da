"""One run of some program, inside a sandbox or without one: what it wrote, and how it ended."""

import contextlib
import os
import select
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pitboss.players.program.process import Command, Process
from pitboss.players.sandbox.sandbox import Sandbox

_MOST: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of a run; of long output the beginning is kept."""

    stdout: str
    stderr: str
    # How it ended, in words; empty if it had to be ended.
    status: str


def probe(
    words: Sequence[str],
    *,
    sandbox: Sandbox | None,
    folder: Path | None = None,
    stdin: bytes = b"",
    seconds: float = 10.0,
) -> Finding:
    """Run the program for at most so many seconds, and end it with all that it has started.

    `OSError` if it can't be started.
    """
    process = Process(Command(words=tuple(words), folder=folder, sandbox=sandbox))
    try:
        return _listen(process, stdin, time.monotonic() + seconds)
    finally:
        process.close()


def _listen(process: Process, stdin: bytes, until: float) -> Finding:
    said = {process.stdout: b"", process.stderr: b""}
    with contextlib.suppress(BlockingIOError, BrokenPipeError):
        os.write(process.stdin, stdin)
    process.hang_up()
    poll = select.poll()
    for pipe in said:
        poll.register(pipe, select.POLLIN)
    speaking = len(said)
    while speaking and (left := until - time.monotonic()) > 0:
        for pipe, _ in poll.poll(1000 * left):
            data = os.read(pipe, _MOST)
            if not data:
                poll.unregister(pipe)
                speaking -= 1
            said[pipe] = (said[pipe] + data)[:_MOST]
    ended = process.wait(max(0.0, until - time.monotonic()))
    out, errors = (text.decode("utf-8", "replace") for text in said.values())
    return Finding(stdout=out, stderr=errors, status=process.status() if ended else "")
