"""Highlights: the faults of an event, and the games that are worth a look."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from pitboss.events.batch import FaultNote
from pitboss.events.plan import game_id
from pitboss.narration.numbers import counted
from pitboss.statistics.results import Results

# Of each bot and kind of fault; a million faults are a grid, not a book.
_KEPT = 3
_MOST_FAULTS = 12
_MOST_LOSSES = 40


@dataclass
class Faults:
    """The faults that the journal describes: all counted, a few kept."""

    counts: dict[tuple[int, str], int] = field(default_factory=dict)
    first: dict[tuple[int, str], list[FaultNote]] = field(default_factory=dict)

    def kinds(self) -> list[str]:
        """All kinds of faults, the most frequent first."""
        totals: dict[str, int] = {}
        for (_, kind), count in self.counts.items():
            totals[kind] = totals.get(kind, 0) + count
        return sorted(totals, key=lambda kind: (-totals[kind], kind))

    def notes(self) -> list[FaultNote]:
        """The faults that were kept, in order of the games."""
        kept = [note for notes in self.first.values() for note in notes]
        return sorted(kept, key=lambda note: (note.block, note.rotation, note.turn, note.seat))

    def of(self, entrant: int) -> list[FaultNote]:
        """The faults of one bot that were kept."""
        return [note for note in self.notes() if note.entrant == entrant]


def count_faults(notes: Iterable[FaultNote]) -> Faults:
    """Count all notes, and keep the first few of each bot and kind."""
    faults = Faults()
    for note in notes:
        key = (note.entrant, note.kind)
        faults.counts[key] = faults.counts.get(key, 0) + 1
        kept = faults.first.setdefault(key, [])
        if len(kept) < _KEPT:
            kept.append(note)
    return faults


@dataclass(frozen=True)
class Highlight:
    """A game worth a look, with the reason in a few words."""

    game: str
    why: str
    # None: it is about everybody who played.
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


def _id(event: str, results: Results, row: int) -> str:
    game = results.rows[row]
    return game_id(event, int(game["block"]), int(game["rotation"]))


def _longest(event: str, results: Results) -> Highlight:
    actions = results.column("actions")
    row = int(actions.argmax())
    return Highlight(_id(event, results, row), f"longest: {counted(int(actions[row]), 'action')}")


def _one_sided(event: str, results: Results) -> Highlight:
    ordered = np.sort(results.column("score"), axis=1)
    margins = ordered[:, -1] - ordered[:, -2]
    row = int(margins.argmax())
    winner = int(results.column("entrant")[row][results.column("score")[row].argmax()])
    return Highlight(
        _id(event, results, row),
        f"most one-sided: ahead of the next by {int(margins[row]):,}",
        winner,
    )


def _first_losses(event: str, results: Results) -> list[Highlight]:
    """A loss is the last place, shared or not, unless everybody shares it."""
    places = results.column("place")
    last = (places == places.max(axis=1, keepdims=True)) & (places > 1)
    row, seat = np.nonzero(last)
    entrants, first = np.unique(results.column("entrant")[row, seat], return_index=True)
    return [
        Highlight(_id(event, results, int(row[at])), "first loss", int(entrant))
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
