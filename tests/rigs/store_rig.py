"""Events and batches to fill journals with, and a program that writes them from another process.

`python store_rig.py pour URL SIZE BLOCKS` writes batches of so many blocks and prints, once each is
kept, its first block and how many blocks were new.
`python store_rig.py race URL SIZE BLOCKS` does so too, but prints "ready" and waits for a line
before it opens the journal, and again before it writes.
`python store_rig.py hold FILE` keeps a SQLite file locked until its standard input ends.
"""

import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np

from pitboss.events.batch import Batch, FaultNote, Thinking, pack_actions
from pitboss.events.entrants import Entrant
from pitboss.events.plan import Plan
from pitboss.games.rng import Rng
from pitboss.statistics.results import row_type
from pitboss.store import Journal

CREATED = "2026-01-31T12:00:00.000000+00:00"


def plan(seed: str = "friday") -> Plan:
    """An event for two."""
    entrants = (Entrant(name="red", bot="simple"), Entrant(name="blue", bot="random"))
    return Plan(game="holdem", rules="", seats=2, entrants=entrants, seed=seed)


def batch(event: Plan, first: int, count: int) -> Batch:
    """Blocks of invented games: every number on the batch follows from the block's."""
    rows = np.zeros(2 * count, row_type(2))
    games = []
    for at, row in enumerate(rows):
        block, rotation = first + at // 2, at % 2
        games.append(actions(block, rotation))
        row["block"], row["rotation"], row["actions"] = block, rotation, len(games[-1])
        row["entrant"] = (rotation, 1 - rotation)
        row["score"] = (block, -block)
    return Batch(
        event=event.id,
        first=first,
        count=count,
        rows=rows.tobytes(),
        actions=pack_actions(games),
        faults=tuple(fault(block) for block in range(first, first + count) if block % 5 == 0),
        thinking={0: Thinking(answers=count, total=count / 4, longest=first)},
        seconds=count / 8,
    )


def actions(block: int, rotation: int) -> list[int]:
    """What was played in an invented game: of any length, also of none."""
    return [block, rotation, 7, -1, 100_000][: (block + rotation) % 6]


def fault(block: int) -> FaultNote:
    """An invented fault."""
    return FaultNote(
        block=block, rotation=1, seat=0, entrant=1, turn=3, kind="timeout", cost="forfeit",
        message=f"too late in block {block}",
    )  # fmt: skip


def real_batch(plan: Plan, first: int, count: int) -> Batch:
    """Games that were really played, by dice."""
    rows = np.zeros(2 * count, row_type(2))
    games = []
    for at, row in enumerate(rows):
        block, rotation = first + at // 2, at % 2
        kind = plan.kind()
        game = kind.new(kind.rules(plan.rules), 2, plan.deck(block, 0))
        rng, played = Rng(at), []
        while game.actor() >= 0:
            played.append(game.sample(rng))
            game.apply(played[-1])
        row["block"], row["rotation"], row["actions"] = block, rotation, len(played)
        row["entrant"] = (rotation, 1 - rotation)
        row["score"] = game.result().scores
        games.append(played)
    return Batch(
        event=plan.id,
        first=first,
        count=count,
        rows=rows.tobytes(),
        actions=pack_actions(games),
    )


def begun(journal: Journal, event: Plan, label: str = "") -> str:
    """Enter the event; its id."""
    journal.begin(event, label=label, created=CREATED, note={})
    return event.id


def child(*words: object) -> "subprocess.Popen[str]":
    """This program, as another process."""
    # The folder of the sources, if they are not installed, is on the path of the tests' process.
    return subprocess.Popen(
        [sys.executable, str(Path(__file__)), *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=dict(os.environ, PYTHONUNBUFFERED="1"),
    )


def pour(url: str, size: int, blocks: int, gate: Callable[[], object]) -> None:
    """Write an event's batches, from the first that is missing on."""
    event = plan()
    gate()
    with Journal.open(url) as journal:
        begun(journal, event)
        missing = journal.missing(event.id, range(blocks))
        gate()
        for part in missing:
            for first in range(part.start, part.stop, size):
                new = journal.write([batch(event, first, min(size, part.stop - first))])
                print(first, new)


def wait() -> None:
    """Say so, and wait for a line."""
    print("ready")
    sys.stdin.readline()


def hold(file: str) -> None:
    """Keep others from writing."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        print("held")
        sys.stdin.read()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["pour", url, size, blocks]:
            pour(url, int(size), int(blocks), gate=lambda: None)
        case ["race", url, size, blocks]:
            pour(url, int(size), int(blocks), gate=wait)
        case ["hold", file]:
            hold(file)
