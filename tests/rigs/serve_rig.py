"""`pitboss serve` as a process, for tests that meet it as its users do."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Running:
    process: subprocess.Popen[str]
    http: str
    poker: str
    # Where its log goes, if it is not kept for `stop`.
    log: Path | None = None

    def native(self, table: str) -> str:
        """Where native clients find a table."""
        return f"{self.http.replace('http', 'ws')}/ws/{table}"

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Its exit code and what it logged."""
        self.process.send_signal(number)
        _, log = self.process.communicate(timeout=120)
        return self.process.returncode, log if self.log is None else self.log.read_text()


@contextmanager
def serving(*options: str, log: Path | None = None, **variables: str) -> Iterator[Running]:
    """`pitboss serve` on free ports; without a journal, unless the options name one.

    Variables are added to its environment. A long log needs a file.
    """
    if not {"--db", "--data"} & {*options}:
        options = ("--db", "none", *options)
    to = None if log is None else log.open("w")
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss", "serve", "--port", "0", "--poker-port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=to or subprocess.PIPE,
        env=os.environ | variables,
        text=True,
    )
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        found = re.findall(r"((?:http|ws)s?)://(?:localhost|0\.0\.0\.0):(\d+)", "".join(lines))
        assert len(found) == 2, lines
        http, poker = (f"{scheme}://127.0.0.1:{port}" for scheme, port in found)
        yield Running(process, http, poker, log)
    finally:
        process.kill()
        process.communicate()
        if to is not None:
            to.close()
