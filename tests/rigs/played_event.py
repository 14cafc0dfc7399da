"""A small event, really played, in a journal: what reports, exports and shows are tested on."""

from pathlib import Path

import msgspec
import numpy as np

from pitboss.events.batch import BUCKETS, Batch, FaultNote, Thinking
from pitboss.events.entrants import Entrant
from pitboss.events.plan import Block, Plan
from pitboss.events.worker import Work
from pitboss.events.workers import play_here
from pitboss.statistics.results import row_type
from pitboss.store import Journal

HOSTILE = "<script>alert('x')</script>"
MESSAGE = 'no </pre><img src=x onerror="alert(2)"> card'
STDERR = "Traceback:\n\x1b[31m</pre><script>alert(3)</script>\u202e & done"
CREATED = "2026-01-31T12:00:00+00:00"


def three_bots(game: str = "uno", rules: str = "jedna") -> Plan:
    """Two honest names and one that wants to be markup."""
    return Plan(
        game=game,
        rules=rules,
        seats=2,
        entrants=(
            Entrant(name="steady", bot="simple"),
            Entrant(name="chance", bot="random"),
            Entrant(name=HOSTILE, bot="random"),
        ),
        seed="report",
    )


def blocks(plan: Plan, count: int) -> tuple[Block, ...]:
    """Everybody against everybody in turn."""
    size = len(plan.entrants)
    pairs = [(one, other) for one in range(size) for other in range(one + 1, size)]
    return tuple(Block(number, pairs[number % len(pairs)]) for number in range(count))


def played(plan: Plan, count: int, batch_size: int, *, faults: bool = False) -> list[Batch]:
    """The batches of so many blocks."""
    todo = blocks(plan, count)
    batches = [
        play_here(Work(plan.id, plan, todo[start : start + batch_size]))
        for start in range(0, count, batch_size)
    ]
    return [_marred(batches[0], plan), *batches[1:]] if faults else batches


def keep(path: Path, plan: Plan, batches: list[Batch], label: str = "") -> None:
    """A journal with that event, finished."""
    with Journal.open(str(path)) as journal:
        journal.begin(plan, label=label, created=CREATED, note={"command": "pitboss play --seed x"})
        journal.write(batches)
        journal.finish(plan.id, "finished", finished="2026-01-31T12:30:00+00:00")


def _marred(batch: Batch, plan: Plan) -> Batch:
    """The same batch, as if the last entrant had failed in its first game, and all were timed."""
    guilty = len(plan.entrants) - 1
    rows = np.frombuffer(batch.rows, row_type(plan.seats)).copy()
    game, seat = (int(found[0]) for found in np.nonzero(rows["entrant"] == guilty))
    rows["faults"][game, seat] = 1
    rows["forfeit"][game, seat] = True
    note = FaultNote(
        block=int(rows["block"][game]),
        rotation=int(rows["rotation"][game]),
        seat=seat,
        entrant=guilty,
        turn=3,
        kind="crash",
        cost="forfeit",
        message=MESSAGE,
        stderr=STDERR,
    )
    histogram = [0] * BUCKETS
    histogram[10], histogram[14] = 90, 10
    times = Thinking(answers=100, total=0.25, longest=0.012, histogram=histogram)
    return msgspec.structs.replace(
        batch,
        rows=rows.tobytes(),
        faults=(note,),
        thinking=dict.fromkeys(range(len(plan.entrants)), times),
    )
