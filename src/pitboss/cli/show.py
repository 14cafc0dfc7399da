"""`pitboss show`: one game of an event, told from the deal to the end."""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console

from pitboss.cli.console import bad_input, console, fail, print_json
from pitboss.cli.journal import journal_at, journal_words
from pitboss.cli.live_games import print_game
from pitboss.cli.options import DATABASE, AsJson, Database
from pitboss.events.batch import Batch
from pitboss.events.plan import game_id, read_game_id
from pitboss.games.kind import Event
from pitboss.games.record import Record
from pitboss.games.registry import UnknownGame
from pitboss.narration.events import written_by
from pitboss.narration.games import event_documents, record_events, seat_names
from pitboss.narration.live_games import show_document
from pitboss.narration.numbers import amount, counted, seconds
from pitboss.narration.text import printable
from pitboss.report.exports import game_number
from pitboss.statistics.results import row_type
from pitboss.store import EventRow, Journal, UnknownEvent
from pitboss.store.live_games import is_live

_ALL = "all"
_SPECTATOR = "spectator"
_MOST_BLOCKS = 2**62


def show(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="A game's id, such as k7f3q2ab-12-1, or live-f3q2."),
    ],
    viewer: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="SEAT",
            help="Whose eyes to see it with: a seat's number, a bot's name, spectator, or all, who "
            "sees everybody's cards.",
        ),
    ] = _ALL,
    db: Database = DATABASE,
    as_json: AsJson = False,
) -> None:
    """Tell one game event by event, with its result, faults and times, and how to replay it.

    Examples:

        pitboss show k7f3q2ab-12-1

        pitboss show last-0-0 --as spectator

        pitboss show k7f3q2ab-12-1 --as 1 --json

        pitboss show live-last
    """
    with journal_at(db, writing=False) as journal:
        if is_live(game):
            _show_live(journal, game, viewer, as_json)
            return
        with bad_input(ValueError):
            name, block, rotation = read_game_id(game)
        # No database counts further.
        block = min(block, _MOST_BLOCKS)
        with bad_input(UnknownEvent, about=game):
            event = journal.event(name)
        batch = journal.batch_of(event.id, block)
        if batch is None or rotation >= event.plan.seats:
            fail(_nearest(journal, event, game, block, rotation))
        stored = _StoredGame(
            event, batch, journal.record(event.id, block, rotation), block, rotation
        )
    with bad_input(ValueError):
        events = _events(stored.record, viewer)
    if as_json:
        print_json(stored.document(events))
    else:
        stored.print(events, console())


def _show_live(journal: Journal, game: str, viewer: str, as_json: bool) -> None:
    row = journal.live.find(game)
    replay = f"pitboss replay {row.id} --verify{journal_words(journal)}"
    with bad_input(ValueError, UnknownGame):
        events = _events(row.record(), viewer) if row.deal_is_known else None
    if as_json:
        print_json(show_document(row, events, replay))
    else:
        print_game(console(), row, events, replay)


def _nearest(journal: Journal, event: EventRow, game: str, block: int, rotation: int) -> str:
    seats = event.plan.seats
    if not event.blocks:
        return f"there is no game {game}: nothing of event {event.id} has been played yet"
    missing = journal.missing(event.id, range(block + 1))
    near = block
    if missing and block in missing[-1]:
        # The last block before the gap, or else the first one after it.
        gap = missing[-1].start
        near = gap - 1 if gap else next(batch.first for batch in journal.batches(event.id))
    nearest = game_id(event.id, near, min(rotation, seats - 1))
    return f"there is no game {game} in {journal.where}; the nearest is {nearest}"


def _events(record: Record, viewer: str) -> list[Event]:
    """What happened in the game, as the viewer knows it."""
    if viewer == _ALL:
        return record_events(record)
    if viewer == _SPECTATOR:
        return record.events(-1)
    if viewer in record.players:
        return record.events(record.players.index(viewer))
    if viewer.isdecimal() and int(viewer) < record.seats:
        return record.events(int(viewer))
    raise ValueError(
        f"nobody sits at {viewer!r}: say a seat from 0 to {record.seats - 1}, a bot's name "
        f"({', '.join(record.players)}), {_SPECTATOR} or {_ALL}"
    )


@dataclass(frozen=True)
class _StoredGame:
    """A game with all that the journal knows of it."""

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
        """What plays it again, checking every action against the rules."""
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
                "written": written_by(note),
            }
            for note in self.batch.faults
            if (note.block, note.rotation) == (self.block, self.rotation)
        ]

    def thinking(self) -> list[dict[str, Any]]:
        """How long its bots thought; known of the journal's batch that the game is on."""
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

    def document(self, events: list[Event]) -> dict[str, Any]:
        """For programs."""
        return {
            "game": self.id,
            "event": self.event.id,
            "record": self.record,
            "events": event_documents(events),
            "results": self.results(),
            "faults": self.faults(),
            "thinking": self.thinking(),
            "replay": self.replay,
        }

    def print(self, events: list[Event], out: Console) -> None:
        """For people."""

        def say(text: str, style: str | None = None) -> None:
            # A bot's text may hold control sequences.
            out.print(printable(text), markup=False, soft_wrap=True, style=style)

        record, kind = self.record, self.record.kind()
        say(f"Game {self.id}", "bold")
        say(f"{kind.title}, rules {record.rules}, deck seed {record.seed}")
        say(f"Block {self.block}, rotation {self.rotation} of event {self._named()}")
        say("")
        names = seat_names(record.players, record.seats)
        for event in events:
            say(f"  {kind.sentence(event, names)}")
        say("")
        say("Result", "bold")
        unit = kind.unit
        for one in sorted(self.results(), key=lambda one: (one["place"], one["seat"])):
            blame = f", {counted(one['faults'], 'fault')}" if one["faults"] else ""
            blame += ", forfeited" if one["forfeit"] else ""
            payoff = amount(one["payoff"], unit) + ("" if unit.is_share else f" {unit}")
            say(
                f"  {one['place']}. {one['bot']} (seat {one['seat']}): {one['score']:,}, "
                f"counts {payoff}{blame}"
            )
        if self.faults():
            say("")
            say("Faults", "bold")
        for fault in self.faults():
            say(
                f"  {fault['bot']}, turn {fault['turn']}: {fault['kind']}, cost {fault['cost']}: "
                f"{fault['message']}"
            )
            for written in fault["written"].splitlines():
                say(f"    | {written}", "dim")
        if self.thinking():
            say("")
            blocks = f"{self.batch.first} to {self.batch.first + self.batch.count - 1}"
            say(f"Thinking (in blocks {blocks})", "bold")
        for spent in self.thinking():
            say(
                f"  {spent['bot']}: {counted(spent['answers'], 'answer')}, mean "
                f"{seconds(spent['mean'])}, longest {seconds(spent['longest'])}"
            )
        say("")
        say("To replay it:", "bold")
        say(f"  {self.replay}")

    def _named(self) -> str:
        return f"{self.event.id} ({self.event.label})" if self.event.label else self.event.id
