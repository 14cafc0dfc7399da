"""Who ended a worker: its block is played again by itself, and then by each suspect alone.

A bot in a sandbox can't reach its worker. Without one it can end it, and it is found out here. How
a block is rehearsed is in rehearsal.py; what follows is for the runner to decide.
"""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pitboss.events.batch import Batch
from pitboss.events.plan import Block, Plan
from pitboss.events.rehearsal import Line, Rehearsal, read_notes
from pitboss.events.worker import Work
from pitboss.events.workers import Workers, wait_for
from pitboss.players.program import Shortage

# A suspect plays alone until its worker has died or lived so often: once may be chance.
_PROOF: Final = 2


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What came out of it."""

    # The block, if it could be played after all.
    batch: Batch | None = None
    # Who ended the worker, if that is certain.
    culprit: int | None = None
    # Who may have done it.
    suspects: tuple[int, ...] = ()


class Detective:
    """Looks for those who end an event's workers."""

    def __init__(self, plan: Plan, workers: Workers, private: tuple[str, ...] = ()) -> None:
        self._plan = plan
        self._workers = workers
        self._private = private

    def investigate(self, block: Block, removed: Mapping[int, str]) -> Finding:
        """Find out who ends the worker in a block; nothing else may be played meanwhile.

        Whatever else goes wrong is raised, as if the block had been played as usual.
        """
        with tempfile.TemporaryDirectory(prefix="pitboss-notes-") as folder:
            notes = Path(folder, "answers")
            notes.touch()
            batch = self._rehearse(block, removed, Rehearsal(notes=str(notes)))
            lines = read_notes(notes)
        if batch is not None:
            return Finding(batch=batch)
        suspects = self.suspects(block, removed)
        for suspect in suspects:
            if self._ends_it_alone(suspect, block, removed, lines):
                return Finding(culprit=suspect, suspects=suspects)
        return Finding(suspects=suspects)

    def suspects(self, block: Block, removed: Mapping[int, str]) -> tuple[int, ...]:
        """The programs in a block."""
        entrants = self._plan.entrants
        playing = dict.fromkeys(block.entrants)
        return tuple(one for one in playing if one not in removed and not entrants[one].builtin)

    def _ends_it_alone(
        self, suspect: int, block: Block, removed: Mapping[int, str], lines: tuple[Line, ...]
    ) -> bool:
        rehearsal = Rehearsal(suspect=suspect, lines=lines)
        lived = died = 0
        while max(lived, died) < _PROOF:
            if self._rehearse(block, removed, rehearsal) is None:
                died += 1
            else:
                lived += 1
        return died == _PROOF

    def _rehearse(
        self, block: Block, removed: Mapping[int, str], rehearsal: Rehearsal
    ) -> Batch | None:
        """What was played; None if the worker died of it."""
        plan = self._plan
        work = Work(plan.id, plan, (block,), dict(removed), rehearsal, self._private)
        future = self._workers.submit(work)
        wait_for([future], self._workers)
        if future.cancelled():
            raise Shortage("the cluster was gone for a moment")
        error = future.exception()
        if error is None:
            return future.result()
        if self._workers.broken(error):
            return None
        raise error
