"""A game of an event, for people and for programs: its moves, result, faults and times."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.events.batch import Batch, FaultNote, RemarkNote
from pitboss.events.plan import game_id, game_number
from pitboss.games.record import Record
from pitboss.narration.games import (
    Line,
    Turn,
    fault_section,
    replay_section,
    seat_names,
    turn_documents,
    turn_lines,
    written_by,
)
from pitboss.narration.numbers import amount, counted, seconds
from pitboss.statistics.results import row_type
from pitboss.store import EventRow


@dataclass(frozen=True)
class EventGame:
    """A game of an event, with all that the journal knows of it."""

    event: EventRow
    batch: Batch
    record: Record
    block: int
    rotation: int

    @property
    def id(self) -> str:
        return game_id(self.event.id, self.block, self.rotation)

    @property
    def replay(self) -> str:
        """The command that plays it again, and checks every action against the rules."""
        number = game_number(self.block, self.rotation, self.event.plan.seats)
        return f"pitboss export {self.event.id} --games {number} | pitboss replay -"

    def results(self) -> list[dict[str, Any]]:
        """What each seat got."""
        rows = np.frombuffer(self.batch.rows, row_type(self.event.plan.seats))
        row = rows[(rows["block"] == self.block) & (rows["rotation"] == self.rotation)][0]
        return [
            {
                "seat": seat,
                "bot": bot,
                "place": int(row["place"][seat]),
                "score": int(row["score"][seat]),
                "payoff": float(row["payoff"][seat]),
                "faults": int(row["faults"][seat]),
                "forfeit": bool(row["forfeit"][seat]),
            }
            for seat, bot in enumerate(self.record.players)
        ]

    def faults(self) -> list[dict[str, Any]]:
        """What went wrong in it."""
        return [
            {
                "seat": note.seat,
                "bot": self.record.players[note.seat],
                "turn": note.turn,
                "kind": note.kind,
                "cost": note.cost,
                "message": note.message,
                "said": note.said,
                "written": written_by(note),
            }
            for note in self.notes()
        ]

    def notes(self) -> list[FaultNote]:
        """Its faults as the journal has them."""
        return [
            note
            for note in self.batch.faults
            if (note.block, note.rotation) == (self.block, self.rotation)
        ]

    def remarks(self) -> list[RemarkNote]:
        """What is to be known about its answers besides."""
        return [
            note
            for note in self.batch.remarks
            if (note.block, note.rotation) == (self.block, self.rotation)
        ]

    def thinking(self) -> list[dict[str, Any]]:
        """How long its bots thought, in all games of the same batch."""
        names = [entrant.name for entrant in self.event.plan.entrants]
        return [
            {
                "bot": names[entrant],
                "answers": spent.answers,
                "mean": spent.total / spent.answers,
                "longest": spent.longest,
            }
            for entrant, spent in self.batch.thinking.items()
            if spent.answers and names[entrant] in self.record.players
        ]

    def document(self, turns: Sequence[Turn]) -> dict[str, Any]:
        """For programs."""
        return {
            "game": self.id,
            "event": self.event.id,
            "record": self.record,
            "events": turn_documents(turns),
            "results": self.results(),
            "faults": self.faults(),
            "remarks": [
                {"seat": one.seat, "turn": one.turn, "text": one.text} for one in self.remarks()
            ],
            "thinking": self.thinking(),
            "replay": self.replay,
        }

    def lines(self, turns: Sequence[Turn], *, every: bool = False) -> Iterator[Line]:
        """The game for people: from the deal to how to replay it; `every` fault, however many."""
        record, kind = self.record, self.record.kind()
        yield Line(f"Game {self.id}", "bold")
        yield Line(f"{kind.title}, rules {record.rules}, deck seed {record.seed}")
        yield Line(f"Block {self.block}, rotation {self.rotation} of event {self._named()}")
        yield Line("")
        names = seat_names(record.players, record.seats)
        notes = self.notes()
        yield from turn_lines(kind, names, turns, notes, self.remarks())
        yield Line("")
        yield Line("Result", "bold")
        unit = kind.unit
        for one in sorted(self.results(), key=lambda one: (one["place"], one["seat"])):
            blame = f", {counted(one['faults'], 'fault')}" if one["faults"] else ""
            blame += ", forfeited" if one["forfeit"] else ""
            payoff = amount(one["payoff"], unit) + ("" if unit.is_share else f" {unit}")
            yield Line(
                f"  {one['place']}. {one['bot']} (seat {one['seat']}): {one['score']:,}, "
                f"counts {payoff}{blame}"
            )
        untold = sum(one["faults"] for one in self.results()) - len(notes)
        yield from fault_section(record.players, notes, untold, every=every)
        if self.thinking():
            yield Line("")
            blocks = f"{self.batch.first} to {self.batch.first + self.batch.count - 1}"
            yield Line(f"Thinking (in blocks {blocks})", "bold")
        for spent in self.thinking():
            yield Line(
                f"  {spent['bot']}: {counted(spent['answers'], 'answer')}, mean "
                f"{seconds(spent['mean'])}, longest {seconds(spent['longest'])}"
            )
        if any(bot.transcript and bot.name in record.players for bot in self.event.plan.entrants):
            yield Line("")
            yield Line("Every line that passed:", "bold")
            yield Line(f"  pitboss show {self.id} --transcript")
        yield from replay_section(self.replay)

    def _named(self) -> str:
        return f"{self.event.id} ({self.event.label})" if self.event.label else self.event.id
