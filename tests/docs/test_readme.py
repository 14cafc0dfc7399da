"""The README works as written: its commands in order, in one folder; its examples; its server."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from document import ROOT, Session, blocks

PAGE = ROOT / "README.md"
EXAMPLES = [block.body for block in blocks(PAGE) if block.language == "python"]


def test_there_are_examples_and_all_of_them_are_run() -> None:
    assert len(EXAMPLES) == 2
    for block in blocks(PAGE):
        assert block.language in ("python", "sh"), block
        assert block.run or "tests/docs/test_readme.py does that" in block.mark


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_example_runs(example: str) -> None:
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True)

    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_commands_work_one_after_another(tmp_path: Path) -> None:
    session = Session(tmp_path)
    # Whoever runs this has done `make test`; what `make demo` runs is tested below.
    session.skip("make ")

    count = session.work_off(PAGE)

    assert count >= 11
    assert (tmp_path / "friday.html").read_text().startswith("<!DOCTYPE html>")


# `serve` runs until it is stopped: see below.
IN_THE_TEXT = {
    " ".join(command.split()) for command in re.findall(r"`(pitboss [^`]*)`", PAGE.read_text())
} - {"pitboss serve"}


@pytest.mark.slow
@pytest.mark.parametrize("command", sorted(IN_THE_TEXT))
def test_commands_in_the_text_work_too(command: str, tmp_path: Path) -> None:
    Session(tmp_path).type(command)


@pytest.mark.slow
def test_the_server_can_be_reached_and_stopped(tmp_path: Path) -> None:
    session = Session(tmp_path)
    server = subprocess.Popen(
        ["pitboss", "serve", "--port", "0", "--poker-port", "0"],
        cwd=tmp_path,
        env=session.environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout
        told = [server.stdout.readline(), server.stdout.readline()]
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=120)

    assert [re.search(r"(http|ws)://", line) is not None for line in told] == [True, True]


def test_the_makefile_has_the_two_commands() -> None:
    makefile = (ROOT / "Makefile").read_text()

    assert re.search(r"^demo:", makefile, re.MULTILINE)
    assert re.search(r"^test:", makefile, re.MULTILINE)
