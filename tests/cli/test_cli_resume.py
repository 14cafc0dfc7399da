"""Events that were stopped: by an interrupt, a lock or a full disk; they go on later."""

import contextlib
import json
import resource
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_rig import environment, typed

from pitboss.cli.demo import stopped


def test_an_interrupted_tournament_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    words = ["tournament", "--game", "jedna", "random:3", "-n", "4000", "--jobs", "2", "--json"]
    command = [sys.executable, "-m", "pitboss", *words]
    running = subprocess.Popen(
        [*command, "--db", str(tmp_path / "stopped.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    _wait_for_batches(tmp_path / "stopped.db", 3)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=300)

    assert (running.returncode, out) == (130, ""), err
    assert "every finished block is kept" in err
    line = next(line for line in err.splitlines() if line.startswith("    pitboss "))
    stopped = json.loads(typed(tmp_path, "standings", "--db", "stopped.db", "--json").out)
    assert stopped["state"] == "stopped"
    resumed = json.loads(typed(tmp_path, *shlex.split(line)[1:]).out)
    seeded = [*words, "--seed", resumed["seed"]]
    whole = json.loads(typed(tmp_path, *seeded, "--db", "whole.db").out)

    assert 0 < stopped["games"] < resumed["games"] == 12000
    assert resumed["state"] == "finished"
    assert resumed["digest"] == whole["digest"]
    assert resumed["standings"] == whole["standings"]


@pytest.mark.slow
def test_an_interrupted_demo_goes_on_and_a_finished_one_begins_anew(tmp_path: Path) -> None:
    journal = tmp_path / "demo.db"
    words = ["demo", "--folder", ".", "--seed", "friday", "--json"]
    running = subprocess.Popen(
        [sys.executable, "-m", "pitboss", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=environment(),
    )
    _wait_for_batches(journal, 1)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=300)
    assert (running.returncode, out) == (130, ""), err
    assert "pitboss demo --seed friday --folder ." in err
    before = typed(tmp_path, "results", "--db", "demo.db", "--json").json()
    assert stopped(journal, "friday")
    assert not stopped(journal, "saturday")

    typed(tmp_path, *words)

    after = typed(tmp_path, "results", "--db", "demo.db", "--json").json()
    assert [event["games"] for event in after] == [32, 120, 240]
    # Whatever was begun before the interrupt is the same event, and the first is always.
    begun = [(event["event"], event["created"]) for event in before]
    assert begun
    assert [(event["event"], event["created"]) for event in after][-len(begun) :] == begun
    assert not stopped(journal, "friday")


def _wait_for_batches(journal: Path, least: int) -> None:
    until = time.monotonic() + 300
    while time.monotonic() < until:
        with contextlib.suppress(sqlite3.Error), _connected(journal) as connection:
            if connection.execute("SELECT count(*) FROM pages").fetchone()[0] >= least:
                return
        time.sleep(0.05)
    raise AssertionError("nothing is played")


def _connected(journal: Path) -> "contextlib.closing[sqlite3.Connection]":
    return contextlib.closing(sqlite3.connect(f"file:{journal}?mode=rw", uri=True))


@pytest.mark.slow
def test_a_locked_journal_is_told_and_the_event_goes_on_later(tmp_path: Path) -> None:
    words = ["play", "jedna", "random", "random", "-n", "20000", "--json"]
    journal = tmp_path / "pitboss.db"
    running = subprocess.Popen(
        [sys.executable, "-m", "pitboss", *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    _wait_for_batches(journal, 2)
    with _connected(journal) as holder:
        holder.isolation_level = None
        holder.execute("PRAGMA busy_timeout = 20000")
        holder.execute("BEGIN IMMEDIATE")
        out, err = running.communicate(timeout=300)
        holder.execute("ROLLBACK")

    assert (running.returncode, out) == (5, ""), err
    assert "pitboss.db is locked" in err
    assert "Traceback" not in err
    _goes_on_as_whole(tmp_path, err, 20000)


def test_a_full_disk_is_told_and_the_event_goes_on_later(tmp_path: Path) -> None:
    words = ["play", "jedna", "random", "random", "-n", "6000", "--json"]
    most = 200_000
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env=environment(),
        # A file that may not grow is what a full disk looks like.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )

    assert (done.returncode, done.stdout) == (5, ""), done.stderr
    assert "pitboss.db" in done.stderr
    assert "Traceback" not in done.stderr
    _goes_on_as_whole(tmp_path, done.stderr, 6000)


def _goes_on_as_whole(folder: Path, said: str, games: int) -> None:
    """The command that is printed ends the event as if nothing had happened."""
    line = next(line for line in said.splitlines() if line.startswith("    pitboss "))
    words = shlex.split(line)[1:]
    assert "--seed" not in words, "others on the machine read command lines"
    resumed = json.loads(typed(folder, *words).out)
    seed = resumed["seed"]
    whole = json.loads(typed(folder, *words, "--seed", seed, "--db", "whole.db").out)
    assert resumed["games"] == games
    assert resumed["digest"] == whole["digest"]
