"""The games of an event that are worth looking at, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pitboss.events.batch import FaultNote
from pitboss.events.plan import game_id
from pitboss.report.numbers import counted
from pitboss.statistics.results import Results

_MOST_FAULTS = 12
_MOST_LOSSES = 40


@dataclass(frozen=True)
class Highlight:
    """A game, with the reason in a few words."""

    game: str
    why: str
    # Whom it is about; none: everybody at the table.
    entrant: int | None = None


def highlights(event: str, results: Results, faults: Sequence[FaultNote]) -> list[Highlight]:
    """The longest and the most one-sided game, each bot's first loss, each kind of fault."""
    if not len(results.rows):
        return []
    return [
        _longest(event, results),
        _one_sided(event, results),
        *_faults(event, faults),
        *_first_losses(event, results),
    ]


def _at(event: str, results: Results, row: int) -> str:
    found = results.rows[row]
    return game_id(event, int(found["block"]), int(found["rotation"]))


def _longest(event: str, results: Results) -> Highlight:
    actions = results.column("actions")
    row = int(actions.argmax())
    return Highlight(_at(event, results, row), f"longest: {counted(int(actions[row]), 'action')}")


def _one_sided(event: str, results: Results) -> Highlight:
    ordered = np.sort(results.column("score"), axis=1)
    margins = ordered[:, -1] - ordered[:, -2]
    row = int(margins.argmax())
    winner = int(results.column("entrant")[row][results.column("score")[row].argmax()])
    return Highlight(
        _at(event, results, row),
        f"most one-sided: ahead of the next by {int(margins[row]):,}",
        winner,
    )


def _first_losses(event: str, results: Results) -> list[Highlight]:
    """A loss is the last place, shared with somebody or not, but not with everybody."""
    places = results.column("place")
    last = (places == places.max(axis=1, keepdims=True)) & (places > 1)
    row, seat = np.nonzero(last)
    entrants, first = np.unique(results.column("entrant")[row, seat], return_index=True)
    return [
        Highlight(_at(event, results, int(row[at])), "first loss", int(entrant))
        for entrant, at in list(zip(entrants, first, strict=True))[:_MOST_LOSSES]
    ]


def _faults(event: str, faults: Sequence[FaultNote]) -> list[Highlight]:
    """The first fault of each bot and kind."""
    seen: dict[tuple[int, str], Highlight] = {}
    for fault in faults:
        key = (fault.entrant, fault.kind)
        if key not in seen:
            game = game_id(event, fault.block, fault.rotation)
            seen[key] = Highlight(game, f"first {fault.kind}: {fault.message}", fault.entrant)
    return list(seen.values())[:_MOST_FAULTS]
