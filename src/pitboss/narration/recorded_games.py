"""Records of some games of an event, read batch by batch, the last ones first."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pitboss.events.batch import FaultNote, unpack_actions
from pitboss.events.plan import Plan
from pitboss.games.record import Record
from pitboss.statistics.results import row_type
from pitboss.store import Journal


class RecordedGame(NamedTuple):
    """A game of an event: where it stands in the plan, its record, who sat where, its faults."""

    block: int
    rotation: int
    record: Record
    entrants: list[int]
    faults: list[FaultNote]


def recorded_games(
    journal: Journal, plan: Plan, wanted: set[tuple[int, int]]
) -> Iterator[RecordedGame]:
    """The games of these blocks and rotations, as far as they have been played."""
    wanted = {*wanted}
    kind = plan.kind()
    rules = kind.rules(plan.rules)
    names = [entrant.name for entrant in plan.entrants]
    while wanted:
        block = max(wanted)[0]
        batch = journal.batch_of(plan.id, block)
        if batch is None:
            wanted = {game for game in wanted if game[0] != block}
            continue
        actions = unpack_actions(batch.actions)
        for at, row in enumerate(np.frombuffer(batch.rows, row_type(plan.seats))):
            game = (int(row["block"]), int(row["rotation"]))
            if game not in wanted:
                continue
            entrants = [int(entrant) for entrant in row["entrant"]]
            record = Record.begin(kind, rules, plan.seats, plan.deck(*game))
            record.players = [names[entrant] for entrant in entrants]
            record.actions = actions[at]
            faults = [note for note in batch.faults if (note.block, note.rotation) == game]
            yield RecordedGame(*game, record, entrants, faults)
        # Whatever else was wanted of this batch is not in it.
        wanted = {game for game in wanted if not batch.first <= game[0] < batch.first + batch.count}
