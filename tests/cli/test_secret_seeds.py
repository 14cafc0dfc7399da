"""A seed that nobody chose is secret until the event is over, and is found again in the journal."""

import json
import stat
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from cli_rig import Shell, shell

from pitboss.store import Journal

__all__ = ["shell"]

# Writes what it can find out about its runner beside itself, then plays badly.
CURIOUS = """
import json, os, pathlib, sys
seen = []
for process in pathlib.Path("/proc").iterdir():
    if process.name.isdecimal():
        for name in ("cmdline", "environ"):
            try:
                seen.append((process / name).read_bytes().decode(errors="replace"))
            except OSError:
                pass
pathlib.Path("seen.txt").write_text("\\n".join(seen))
"""
TOURNAMENT = ("tournament", "--game", "jedna", "simple", "random", "-n", "4", "--jobs", "1")
STOPPED = ("play", "jedna", "simple", "random", "-n", "4")


def reopened(folder: Path, event: str) -> None:
    """Let an event be one that was stopped."""
    with Journal.open(str(folder / "pitboss.db")) as journal:
        journal.finish(event, "stopped")


def test_the_same_tournament_is_found_again_and_another_name_makes_another(
    shell: Shell, tmp_path: Path
) -> None:
    first = shell.run(tmp_path, *TOURNAMENT, "--json").json()
    again = shell.run(tmp_path, *TOURNAMENT, "--json").json()
    other = shell.run(tmp_path, *TOURNAMENT, "--json", "--name", "cup").json()

    assert len(bytes.fromhex(first["seed"])) >= 16
    assert (again["event"], again["seed"]) == (first["event"], first["seed"])
    assert other["seed"] != first["seed"]
    assert first["commitment"] == sha256(first["seed"].encode()).hexdigest()


def test_the_seed_repeats_the_games_anywhere(shell: Shell, tmp_path: Path) -> None:
    first = shell.run(tmp_path, *TOURNAMENT, "--json").json()
    command = first["command"].removeprefix("pitboss ").split()

    again = shell.run(tmp_path, *command, "--db", "other.db").json()

    assert command[-2:] == ["--seed", first["seed"]]
    assert (again["event"], again["digest"]) == (first["event"], first["digest"])


def test_a_match_goes_on_if_it_was_stopped_and_is_played_anew_if_it_is_over(
    shell: Shell, tmp_path: Path
) -> None:
    over = shell.run(tmp_path, *STOPPED, "--json").json()
    anew = shell.run(tmp_path, *STOPPED, "--json").json()
    reopened(tmp_path, anew["event"])
    gone_on = shell.run(tmp_path, *STOPPED, "--json").json()

    assert len({over["seed"], anew["seed"]}) == 2
    assert gone_on["event"] == anew["event"]


def test_a_seed_that_was_chosen_has_no_commitment_that_could_be_guessed(
    shell: Shell, tmp_path: Path
) -> None:
    chosen = shell.run(tmp_path, *TOURNAMENT, "--seed", "friday", "--json").json()
    reopened(tmp_path, chosen["event"])

    assert chosen["seed"] == "friday"
    assert sha256(b"friday").hexdigest() not in shell.run(tmp_path, "standings", "--json").out


def test_a_file_without_a_seed_may_be_given_one(shell: Shell, tmp_path: Path) -> None:
    bots = '[[bot]]\nbot = "simple"\n[[bot]]\nbot = "random"\n'
    (tmp_path / "free.toml").write_text(f'game = "jedna"\nblocks = 2\n{bots}')
    (tmp_path / "fixed.toml").write_text(f'game = "jedna"\nblocks = 2\nseed = "own"\n{bots}')

    free = shell.run(tmp_path, "tournament", "free.toml", "--seed", "friday", "--json").json()
    refused = shell.run(tmp_path, "tournament", "fixed.toml", "--seed", "friday", code=2)

    assert free["seed"] == "friday"
    assert "fixed.toml has a seed" in refused.err


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no /proc here")
def test_no_command_line_or_environment_tells_the_seed(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "curious.py").write_text(CURIOUS)
    bot = f"cmd='{sys.executable} curious.py' wire=native"

    done = shell.run(
        tmp_path, "play", "jedna", bot, "simple", "-n", "2", "--jobs", "1", "--json", code=None
    )

    seed = json.loads(done.out)["seed"]
    seen = (tmp_path / "seen.txt").read_text()
    assert "curious.py" in seen
    assert seed not in seen
    assert sha256(seed.encode()).hexdigest() in done.err
    assert seed not in done.err
    assert stat.S_IMODE((tmp_path / "pitboss.db").stat().st_mode) == 0o600


def test_whoever_looks_at_a_running_event_sees_the_commitment(shell: Shell, tmp_path: Path) -> None:
    event = shell.run(tmp_path, *TOURNAMENT, "--json").json()
    reopened(tmp_path, event["event"])

    shown = shell.run(tmp_path, "standings").out
    shell.run(tmp_path, "report", "-o", "page.html")
    page = (tmp_path / "page.html").read_text()

    for text in ("".join(shown.split()), page):
        assert event["commitment"] in text
        assert event["seed"] not in text
