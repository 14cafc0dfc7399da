"""Output that nobody takes: a reader that has left, a full disk, no output at all."""

import os
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest
from cli_rig import Done, environment, typed

PLURIBUS = Path(__file__).parents[1] / "data" / "pluribus-1000.phhs"
COMPARE = ["compare", "simple", "random", "--game", "jedna", "--seed", "1"]
PLAY = ["play", "jedna", "simple", "random", "-n", "20", "--seed", "1"]


def told_to(out: IO[bytes] | int, folder: Path, *words: str) -> Done:
    """A command that prints there."""
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", *words],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
    )
    return Done(done.returncode, "", done.stderr)


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["bots"],
        ["games", "--json"],
        ["replay", str(PLURIBUS)],
        ["replay", str(PLURIBUS), "--phh"],
        COMPARE,
        [*COMPARE, "--json"],
    ],
    ids=" ".join,
)
def test_a_reader_that_left_is_no_verdict(tmp_path: Path, words: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)

    done = told_to(writer, tmp_path, *words)

    os.close(writer)
    assert (done.code, done.err) == (141, "")


@pytest.mark.parametrize(
    "words",
    [["bots"], ["games", "--json"], PLAY, ["replay", str(PLURIBUS), "--phh"]],
    ids=" ".join,
)
def test_a_full_disk_is_told_without_a_trace(tmp_path: Path, words: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = told_to(full, tmp_path, *words)

    assert done.code == 5
    assert done.err == "pitboss: the output can't be written: No space left on device\n"


def test_a_journal_is_not_taken_for_output_that_is_closed(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "pitboss", *PLAY]

    closed = ["bash", "-c", 'exec "$@" <&- >&- 2>&-', "bash", *words]
    done = subprocess.run(closed, cwd=tmp_path, env=environment())

    assert done.returncode == 0
    (event,) = typed(tmp_path, "results", "--json").json()
    assert (event["games"], event["state"]) == (20, "finished")
