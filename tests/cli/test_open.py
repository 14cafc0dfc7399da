"""`serve --open` and `demo --open`: the page, opened in whatever $BROWSER names."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from cli_rig import write_bot

RECORDER = """
import pathlib, sys
pathlib.Path({target!r}).write_text(sys.argv[1])
"""


@contextmanager
def opened(folder: Path, *words: str, patience: float = 120.0) -> Iterator[str]:
    """The address that the command opens; it is interrupted at the end, and must exit with 0."""
    target = folder / "opened"
    browser = write_bot(folder / "browser.py", RECORDER.format(target=str(target)))
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss", *words],
        cwd=folder,
        env={**os.environ, "BROWSER": f"{sys.executable} {browser} %s"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        until = time.monotonic() + patience
        while not target.exists() or not target.read_text():
            assert time.monotonic() < until, "nothing was opened"
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        yield target.read_text()
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=120)
        assert process.returncode == 0, complaint
    finally:
        process.kill()
        process.communicate()


def ask(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return json.load(answer)


@pytest.mark.slow
def test_serve_opens_its_page(tmp_path: Path) -> None:
    words = ("serve", "--open", "--port", "0", "--poker-port", "0")

    with opened(tmp_path, *words) as address, urllib.request.urlopen(address) as answer:
        page = answer.read().decode()

    assert "<title>Pitboss</title>" in page


@pytest.mark.slow
def test_the_demo_opens_with_a_game_and_an_event_to_look_at(tmp_path: Path) -> None:
    with opened(tmp_path, "demo", "--open", patience=300) as address:
        events = ask(f"{address}/api/events")["items"]
        until = time.monotonic() + 120
        while not (tables := ask(f"{address}/api/tables")["items"]):
            assert time.monotonic() < until
            time.sleep(0.2)

    assert len(events) == 3
    assert tables[0]["state"] == "running"
    assert len(tables[0]["players"]) == 4

    # The tournaments are there by now, and are not played again.
    (tmp_path / "opened").unlink()
    with opened(tmp_path, "demo", "--open", patience=300) as address:
        again = ask(f"{address}/api/events")["items"]

    assert [event["id"] for event in again] == [event["id"] for event in events]
