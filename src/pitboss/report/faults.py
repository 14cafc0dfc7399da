"""What went wrong, counted by bot and kind, with the first few of each for its author."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.events.batch import FaultNote

# Of each bot and kind; a million faults are a table, not a book.
_TOLD = 3


def written_by(note: FaultNote) -> str:
    """What the bot left behind; a fault's detail often ends with its stderr already."""
    if note.stderr.strip() in note.detail:
        return note.detail.strip()
    return "\n".join(part.strip("\n") for part in (note.detail, note.stderr) if part.strip())


@dataclass
class Faults:
    """Faults that the journal describes."""

    counts: dict[tuple[int, str], int] = field(default_factory=dict)
    first: dict[tuple[int, str], list[FaultNote]] = field(default_factory=dict)

    def kinds(self) -> list[str]:
        """All kinds that happened, the most frequent first."""
        totals: dict[str, int] = {}
        for (_, kind), count in self.counts.items():
            totals[kind] = totals.get(kind, 0) + count
        return sorted(totals, key=lambda kind: (-totals[kind], kind))

    def notes(self) -> list[FaultNote]:
        """Those that are told, in the order of the games."""
        found = [note for notes in self.first.values() for note in notes]
        return sorted(found, key=lambda note: (note.block, note.rotation, note.turn, note.seat))

    def of(self, entrant: int) -> list[FaultNote]:
        """Those of one bot that are told."""
        return [note for note in self.notes() if note.entrant == entrant]


def count_faults(notes: Iterable[FaultNote]) -> Faults:
    """Go through all notes once, and keep a handful."""
    found = Faults()
    for note in notes:
        key = (note.entrant, note.kind)
        found.counts[key] = found.counts.get(key, 0) + 1
        told = found.first.setdefault(key, [])
        if len(told) < _TOLD:
            told.append(note)
    return found
