"""Killed again and again, runner or worker, an event ends as if nothing had happened."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from journal_rig import wait_for_a_batch

KILLS = 20
BLOCKS = 12_000
ROOT = Path(__file__).resolve().parents[2]


def command(db: Path) -> list[str]:
    words = ["tournament", "--game", "jedna", "random:4", "-n", str(BLOCKS), "--jobs", "2"]
    return [sys.executable, "-m", "pitboss", *words, "--db", str(db), "--json"]


def whole(db: Path, *options: str) -> dict[str, Any]:
    done = subprocess.run([*command(db), *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert isinstance(told, dict)
    return told


def children(pid: int) -> list[int]:
    """Every process that comes from this one."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                stat = (entry / "stat").read_text().rpartition(") ")[2].split()
                parents[int(entry.name)] = int(stat[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks for workers in /proc")
def test_twenty_kills_change_nothing(tmp_path: Path) -> None:
    rng = random.Random(20)
    kills = {"runner": 0, "worker": 0}
    while sum(kills.values()) < KILLS:
        running = subprocess.Popen(
            command(tmp_path / "killed.db"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        # Counted from its first workers on, so that a quick machine does not play all of it first.
        # Before them come the two servers that start them.
        until = time.monotonic() + 180
        while len(children(running.pid)) < 3 and time.monotonic() < until:
            time.sleep(0.02)
        time.sleep(rng.uniform(0.0, 0.3))
        if rng.random() < 0.7:
            for victim in children(running.pid)[2:][-2:-1]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(victim, signal.SIGKILL)
                    kills["worker"] += 1
            time.sleep(rng.uniform(0.0, 0.3))
        assert running.poll() is None, "it is over too soon to be killed so often"
        running.kill()
        kills["runner"] += 1
        running.communicate()

    killed = whole(tmp_path / "killed.db")
    undisturbed = whole(tmp_path / "whole.db", "--seed", killed["seed"])

    assert min(kills.values()) >= 3
    assert killed["games"] == undisturbed["games"] == 6 * BLOCKS
    assert killed["digest"] == undisturbed["digest"]
    assert killed["standings"] == undisturbed["standings"]


@pytest.mark.skipif(sys.platform != "linux", reason="looks for workers in /proc")
def test_nothing_runs_on_when_the_runner_is_killed(tmp_path: Path) -> None:
    bot = ROOT / "src" / "pitboss" / "examples" / "jedna_simple.py"
    words = ["play", "jedna", "simple", str(bot), "-n", "100000", "--jobs", "2"]
    running = subprocess.Popen(
        [sys.executable, "-m", "pitboss", *words, "--db", str(tmp_path / "journal.db")],
        stdout=subprocess.DEVNULL,
    )
    until = time.monotonic() + 120
    while len(children(running.pid)) < 5 and time.monotonic() < until:
        time.sleep(0.1)
    family = children(running.pid)

    running.kill()
    running.wait()

    assert len(family) >= 5
    until = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in family) and time.monotonic() < until:
        time.sleep(0.05)
    assert not [pid for pid in family if Path(f"/proc/{pid}").exists()]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGQUIT])
def test_an_interrupt_prints_the_command_that_goes_on(
    tmp_path: Path, number: signal.Signals
) -> None:
    words = ["play", "jedna", "random", "random", "-n", "1000000", "--jobs", "2"]
    # Whoever runs these tests by nohup has it ignored, and so would the command.
    before = signal.signal(number, signal.SIG_DFL)
    try:
        running = subprocess.Popen(
            [sys.executable, "-m", "pitboss", *words, "--db", str(tmp_path / "journal.db")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    finally:
        signal.signal(number, before)
    try:
        wait_for_a_batch(tmp_path / "journal.db")
        running.send_signal(number)

        _, said = running.communicate(timeout=300)
    finally:
        running.kill()

    assert running.returncode == 130, said
    line = next(line for line in said.splitlines() if line.startswith("    pitboss play"))
    # The journal has the seed, which is nobody's to read until the end.
    assert " --seed " not in line
    assert "Traceback" not in said
