"""Bots that change or come late: the event goes on, and what the others played is kept."""

import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from cli_rig import EXAMPLES, Shell, shell

from pitboss.store import Journal

__all__ = ["shell"]

# Notes down every game that it begins.
BOT = """
import pathlib, sys
import brain
here = pathlib.Path(__file__).resolve().parent
class Counted:
    def __iter__(self):
        for line in sys.__stdin__:
            if '"hello"' in line:
                with (here.parents[1] / f"{here.name}.count").open("a") as file:
                    file.write(".")
            yield line
sys.stdin = Counted()
sys.path.insert(0, EXAMPLES)
import native_random
native_random.main()
""".replace("EXAMPLES", repr(str(EXAMPLES)))
FILE = """
name = "cup"
game = "jedna"
format = "FORMAT"
blocks = 2

[[bot]]
cmd = "all/*"
wire = "native"

[[bot]]
bot = "simple"
"""
RUN = ("tournament", "cup.toml", "--jobs", "1", "--json")


def enter(folder: Path, name: str, version: int = 1) -> None:
    """Put a bot into the folder of all bots, or another version of it."""
    (folder / "all" / name).mkdir(parents=True, exist_ok=True)
    (folder / "all" / name / "bot.py").write_text(BOT)
    (folder / "all" / name / "brain.py").write_text(f"VERSION = {version}\n")


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    for name in ("blue", "red"):
        enter(tmp_path, name)
    (tmp_path / "cup.toml").write_text(FILE.replace("FORMAT", "round-robin"))
    return tmp_path


def counted(folder: Path) -> Counter[str]:
    """How many games each bot has begun since this was asked last."""
    files = list(folder.glob("*.count"))
    counts = Counter({file.stem: len(file.read_text()) for file in files})
    for file in files:
        file.unlink()
    return counts


def reopened(folder: Path, event: str, blocks: int) -> None:
    """Let an event be one that was stopped after so many blocks."""
    with Journal.open(str(folder / "pitboss.db")) as journal:
        journal.finish(event, "stopped")
    with sqlite3.connect(folder / "pitboss.db") as database:
        database.execute("DELETE FROM pages WHERE event = ? AND first >= ?", (event, blocks))


def games(folder: Path, event: str) -> dict[int, tuple[set[str], list[list[int]]]]:
    """Who played each block, and every action in it."""
    with Journal.open(str(folder / "pitboss.db"), read_only=True) as journal:
        numbers = {int(block) for block in journal.results(event).rows["block"]}
        records = {
            number: [journal.record(event, number, rotation) for rotation in (0, 1)]
            for number in numbers
        }
    return {
        number: (set(pair[0].players), [record.actions for record in pair])
        for number, pair in records.items()
    }


@pytest.mark.slow
def test_what_the_others_played_is_kept(shell: Shell, cup: Path) -> None:
    first = shell.run(cup, *RUN)
    event = first.json()["event"]
    assert first.json()["games"] == 12
    assert counted(cup) == {"blue": 8, "red": 8}

    # The same command on an event that is over looks it up, and says so first.
    again = shell.run(cup, *RUN)
    assert again.json() == first.json()
    assert again.err.startswith(f"All 12 games of event {event} were played by ")
    assert "To play others: --new" in again.err.splitlines()[0]
    assert counted(cup) == {}

    # A module of a bot was edited after the event was stopped.
    reopened(cup, event, blocks=4)
    before = games(cup, event)
    enter(cup, "red", version=2)
    changed = shell.run(cup, *RUN)
    second = changed.json()["event"]
    assert f"red has changed since event {event} of " in changed.err.splitlines()[0]
    assert changed.json()["games"] == 12
    after = games(cup, second)
    kept = [number for number, (players, _) in before.items() if "red" not in players]
    assert kept
    assert all(after[number] == before[number] for number in kept)
    assert counted(cup)["blue"] == 8 - 2 * sum("blue" in before[number][0] for number in kept)

    # It is the very event that these bots would have played with this seed.
    seed = changed.json()["seed"]
    anew = shell.run(cup, *RUN, "--seed", seed, "--db", "other.db").json()
    assert (anew["event"], anew["digest"]) == (second, changed.json()["digest"])
    counted(cup)

    # A late bot, which comes first in the order of files, joins what is over only if asked to.
    enter(cup, "amy")
    refused = shell.run(cup, *RUN, "--keep", "--new", code=2)
    assert "leave out --keep" in refused.err
    late = shell.run(cup, *RUN, "--keep")
    third = late.json()["event"]
    assert f"amy has joined since event {second} of " in late.err
    assert "its seed has been shown" in late.err
    assert "secret" not in late.err
    assert late.json()["follows"] == second
    assert f"It went on from event {second};" in shell.run(cup, "standings", third).out
    assert f"It went on as event {third}." in shell.run(cup, "standings", second).out
    assert counted(cup) == {"amy": 12, "blue": 4, "red": 4}
    assert late.json()["games"] == 24
    whole = games(cup, third)
    assert all(whole[number] == block for number, block in after.items())
    pairs = Counter(frozenset(players) for players, _ in whole.values())
    assert set(pairs.values()) == {2}
    assert len(pairs) == 6

    # From now on this is the event of that command, and of that name.
    for words in (RUN, ("standings", "cup", "--json")):
        assert shell.run(cup, *words).json()["event"] == third
    assert counted(cup) == {}

    # It is completed if it was killed before everything had been copied.
    reopened(cup, third, blocks=0)
    assert shell.run(cup, *RUN).json()["digest"] == late.json()["digest"]
    assert counted(cup) == {"amy": 12, "blue": 4, "red": 4}

    # Otherwise a change makes another event, and the choice is told.
    enter(cup, "blue", version=2)
    other = shell.run(cup, *RUN)
    assert f"blue has changed since event {third} of " in other.err.splitlines()[0]
    assert other.err.splitlines()[0].endswith("To keep what the others played there: --keep")
    assert other.json()["event"] not in (event, second, third)
    assert other.json()["seed"] != seed


@pytest.mark.slow
def test_a_match_says_that_a_bot_has_changed_and_where_its_games_come_from(
    shell: Shell, cup: Path
) -> None:
    match = ("play", "jedna", "cmd=all/red wire=native", "simple", "-n", "4", "--json")
    first = shell.run(cup, *match)
    assert "event" not in first.err.partition("Its seed")[0].partition("Event")[0]

    enter(cup, "red", version=2)
    second = shell.run(cup, *match)
    assert f"red has changed since event {first.json()['event']}" in second.err.splitlines()[0]
    assert "this is another event" in second.err.splitlines()[0]
    reopened(cup, second.json()["event"], blocks=1)
    gone_on = shell.run(cup, *match)
    assert gone_on.err.startswith(f"Going on with event {second.json()['event']} of ")
    assert ": 2 games are in the journal, and count. To begin anew: --new" in gone_on.err
    reopened(cup, second.json()["event"], blocks=1)
    anew = shell.run(cup, *match, "--new")
    assert anew.json()["event"] not in (first.json()["event"], second.json()["event"])

    seeded = (*match, "--seed", "friday")
    shell.run(cup, *seeded)
    assert "To play others: another seed" in shell.run(cup, *seeded).err.splitlines()[0]
    assert "--new draws a seed" in shell.run(cup, *seeded, "--new", code=2).err
