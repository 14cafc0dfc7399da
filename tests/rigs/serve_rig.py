"""`pitboss serve` as a process, for tests that meet it as its users do."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass
class Running:
    process: subprocess.Popen[str]
    http: str
    poker: str

    def native(self, table: str) -> str:
        """Where native clients find a table."""
        return f"{self.http.replace('http', 'ws')}/ws/{table}"

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Its exit code and what it logged."""
        self.process.send_signal(number)
        _, log = self.process.communicate(timeout=30)
        return self.process.returncode, log


@contextmanager
def serving(*options: str, **variables: str) -> Iterator[Running]:
    """`pitboss serve` on free ports; without a journal, unless the options name one.

    Variables are added to its environment.
    """
    if not {"--db", "--data"} & {*options}:
        options = ("--db", "none", *options)
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss", "serve", "--port", "0", "--poker-port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | variables,
        text=True,
    )
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(2)]
        found = re.findall(r"((?:http|ws)s?)://(?:localhost|0\.0\.0\.0):(\d+)", "".join(lines))
        assert len(found) == 2, lines
        http, poker = (f"{scheme}://127.0.0.1:{port}" for scheme, port in found)
        yield Running(process, http, poker)
    finally:
        process.kill()
        process.communicate()
