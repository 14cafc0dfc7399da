"""The journal of events: plans, and every block that was played, once.

`Journal.live` has the games of servers.

A `Journal` belongs to the process that opened it. Several processes may each open the same one.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import Any, Literal, Self

import msgspec
import numpy as np
from sqlalchemy import Connection, Row, RowMapping, Select, bindparam, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from pitboss import __version__
from pitboss.events.batch import (
    Batch,
    FaultNote,
    GameTranscript,
    RemarkNote,
    Thinking,
    unpack_lines,
)
from pitboss.events.plan import Plan
from pitboss.events.succession import is_taken_over, same_entrants
from pitboss.games.record import Record
from pitboss.play.transcript import Line
from pitboss.statistics.columns import Columns
from pitboss.statistics.results import Results, Rows, in_order, row_type
from pitboss.store import batches as keeping
from pitboss.store.database import Database
from pitboss.store.errors import NotPlayed, StoreError, ambiguous_event, unknown_event
from pitboss.store.event_row import EventRow, Removal, all_events, to_event
from pitboss.store.live_games import LiveGames, moment
from pitboss.store.move_log import left_in, log_folder
from pitboss.store.schema import EVENTS, PAGES, REMOVALS, TRANSCRIPTS

Ending = Literal["finished", "stopped"]

# How long to wait for other writers, in seconds.
PATIENCE = 30.0

# How many batches are read in one transaction.
_TOGETHER = 100

# Made once: a statement takes longer to make than to run.
_INSERTED = insert(PAGES)
_TRANSCRIBED = insert(TRANSCRIPTS)
_LOCKED = (
    select(EVENTS.c.id)
    .where(EVENTS.c.id.in_(bindparam("events", expanding=True)))
    .order_by(EVENTS.c.id)
    .with_for_update()
)
_TAKEN = (
    select(PAGES.c.first, PAGES.c.count)
    .where(
        PAGES.c.event == bindparam("event"),
        PAGES.c.first < bindparam("stop"),
        PAGES.c.first + PAGES.c.count > bindparam("start"),
    )
    .order_by(PAGES.c.first)
)


@dataclass(frozen=True, slots=True)
class Page:
    """A batch without its moves: what statistics need of it."""

    first: int
    count: int
    rows: Rows
    faults: tuple[FaultNote, ...]
    thinking: dict[int, Thinking]


class Journal:
    """Events and their batches in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._plans: dict[str, Plan] = {}

    @classmethod
    def open(cls, url: str, *, read_only: bool = False, patience: float = PATIENCE) -> Self:
        """The journal in a file, or at `postgresql://...`; a new one unless `read_only`."""
        return cls(Database.open(url, read_only=read_only, patience=patience))

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def where(self) -> str:
        """The database as people may see it, without a password."""
        return self._database.where

    @cached_property
    def live(self) -> LiveGames:
        """The games that were played on a server."""
        database = self._database
        if database.file is None:
            return LiveGames(database)
        return LiveGames(database, left_in(log_folder(database)))

    def begin(self, plan: Plan, *, label: str, created: str, note: dict[str, Any]) -> bool:
        """Enter an event; False if it is there already, and is resumed under its old label."""
        values = {
            "id": plan.id,
            "plan": msgspec.json.encode(plan).decode(),
            "created": moment(datetime.fromisoformat(created)),
            "version": __version__,
            "state": "running",
            "note": msgspec.json.encode(note).decode(),
            "label": label,
            "updated": moment(datetime.fromisoformat(created)),
        }
        known = EVENTS.c.id == plan.id

        def work(connection: Connection) -> bool:
            new = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
            entering = new(EVENTS).values(values).on_conflict_do_nothing().returning(EVENTS.c.id)
            if connection.execute(entering).first() is not None:
                return True
            there = connection.execute(select(EVENTS.c.plan).where(known)).scalar_one()
            with keeping.sound(f"The plan of event {plan.id}"):
                same = msgspec.json.decode(there, type=Plan).anywhere == plan.anywhere
            if not same:
                raise StoreError(
                    "other_plan", f"{self.where} has another event called {plan.id}. Change a seed."
                )
            going_on = update(EVENTS).where(known, EVENTS.c.state == "stopped")
            connection.execute(going_on.values(state="running", finished=""))
            alive = update(EVENTS).where(known, EVENTS.c.state == "running")
            connection.execute(alive.values(updated=values["updated"]))
            return False

        return self._database.write(work)

    def write(self, batches: Sequence[Batch]) -> int:
        """Write batches, all or none, to disk; returns how many of their blocks are new."""
        if not batches:
            return 0
        packed = []
        # Compressed before the transaction, so that others don't wait for it.
        for batch in batches:
            keeping.check(batch, self._plan(batch.event).seats)
            packed.append((batch, self._packed(batch)))
        events = sorted({batch.event for batch in batches})

        def work(connection: Connection) -> int:
            # PostgreSQL's writers to one event take turns, in one order; SQLite's always do.
            if connection.dialect.name == "postgresql":
                connection.execute(_LOCKED, {"events": events}).all()
            return sum(self._insert(connection, batch, values) for batch, values in packed)

        return self._database.write(work)

    def _insert(self, connection: Connection, batch: Batch, packed: dict[str, Any]) -> int:
        wanted = keeping.blocks_of(batch)
        new = keeping.gaps(wanted, _taken(connection, batch.event, wanted))
        if new == [wanted]:
            connection.execute(_INSERTED, packed)
        elif new:
            for piece in keeping.cut(batch, new, self._plan(batch.event).seats):
                connection.execute(_INSERTED, self._packed(piece))
        lines = [
            {"event": batch.event, **msgspec.structs.asdict(transcript)}
            for transcript in batch.transcripts
            if any(transcript.block in blocks for blocks in new)
        ]
        if lines:
            connection.execute(_TRANSCRIBED, lines)
        return sum(map(len, new))

    def _packed(self, batch: Batch) -> dict[str, Any]:
        return {
            "event": batch.event,
            "first": batch.first,
            "count": batch.count,
            "seconds": batch.seconds,
            "thinking": keeping.pack_thinking(batch.thinking),
            "faults": keeping.pack_faults(batch.faults),
            "rows": keeping.pack_rows(batch.rows, self._plan(batch.event).seats),
            "actions": batch.actions,
            "remarks": keeping.pack_faults(batch.remarks),
        }

    def take_over(self, old: str, new: str) -> int:
        """Copy what was played by unchanged bots alone from an event to its successor.

        Returns how many blocks are new. Bots that are out of the first event are out of the other.
        """
        plan = self._plan(new)
        taken_over = is_taken_over(self._plan(old), plan)
        same = same_entrants(self._plan(old), plan)
        copied = 0
        for batch in self.batches(old, transcripts=True):
            pieces = keeping.runs(filter(taken_over, keeping.blocks_of(batch)))
            # How long a changed bot thought is no part of what is kept.
            thinking = {one: spent for one, spent in batch.thinking.items() if same[one]}
            moved = msgspec.structs.replace(batch, event=new, thinking=thinking)
            parts = list(keeping.cut(moved, pieces, plan.seats))
            copied += self.write([keeping.with_transcripts(part, batch) for part in parts])
        for removal in self.removals(old):
            if same[removal.entrant]:
                self.remove(new, removal.entrant, block=removal.block, reason=removal.reason)
        return copied

    def touch(self, event: str, now: datetime) -> None:
        """Give a sign of life of whoever plays the event."""
        change = update(EVENTS).where(EVENTS.c.id == event, EVENTS.c.state == "running")
        change = change.values(updated=moment(now))
        self._database.write(lambda connection: connection.execute(change), at_once=True)

    def wait_for_server(self, waits: Callable[[str, float], None]) -> None:
        """From now on wait a minute for a server that is gone.

        `waits` is told why, and how many seconds each time.
        """
        self._database.waits = waits

    def missing(self, event: str, blocks: range) -> list[range]:
        """The blocks that are not in the journal yet."""
        self._plan(event)
        taken = self._database.read(lambda connection: _taken(connection, event, blocks))
        return keeping.gaps(blocks, taken)

    def remove(self, event: str, entrant: int, *, block: int, reason: str) -> None:
        """Record that an entrant is out of the event; the first reason stays."""
        values = {"event": event, "entrant": entrant, "block": block, "reason": reason}

        def work(connection: Connection) -> None:
            new = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
            connection.execute(new(REMOVALS).values(values).on_conflict_do_nothing())

        self._database.write(work)

    def removals(self, event: str) -> list[Removal]:
        """Who was taken out of the event, in the plan's order."""
        columns = (REMOVALS.c.entrant, REMOVALS.c.block, REMOVALS.c.reason)
        query = select(*columns).where(REMOVALS.c.event == event).order_by(REMOVALS.c.entrant)
        rows = self._database.read(lambda connection: connection.execute(query).all())
        return [Removal(entrant=row.entrant, block=row.block, reason=row.reason) for row in rows]

    def annotate(self, event: str, note: Mapping[str, Any]) -> None:
        """Add to what is noted of an event; what was there under the same name is replaced."""
        known = EVENTS.c.id == event

        def work(connection: Connection) -> None:
            there = connection.execute(select(EVENTS.c.note).where(known)).scalar_one()
            with keeping.sound(f"The note of event {event}"):
                whole = {**msgspec.json.decode(there, type=dict[str, Any]), **note}
            text = msgspec.json.encode(whole).decode()
            connection.execute(update(EVENTS).where(known).values(note=text))

        self._database.write(work)

    def finish(self, event: str, state: Ending, *, finished: str = "") -> None:
        """Record that an event has ended, how, and when."""
        values = {"state": state, "finished": finished and moment(datetime.fromisoformat(finished))}
        if finished:
            values["updated"] = values["finished"]
        change = update(EVENTS).where(EVENTS.c.id == event).values(values)
        if self._database.write(lambda connection: connection.execute(change).rowcount) == 0:
            raise unknown_event(event, self._names(), self.where)

    def events(self) -> list[EventRow]:
        """All events, the newest first."""
        return [
            to_event(row) for row in self._database.read(lambda c: c.execute(all_events()).all())
        ]

    def event(self, text: str) -> EventRow:
        """The event of that id, label or beginning of an id; `last` is the newest."""
        events = self.events()
        if text == "last" and events:
            return events[0]
        # Those of one name that went on in another are not meant.
        gone_on = {event.follows for event in events if event.label == text}
        for matches in (
            [event for event in events if event.id == text],
            [event for event in events if event.label == text and event.id not in gone_on],
            [event for event in events if text and event.id.startswith(text)],
        ):
            if len(matches) == 1:
                return matches[0]
            if matches:
                raise ambiguous_event(text, [event.id for event in matches], self.where)
        raise unknown_event(text, self._names(), self.where)

    def rows(self, event: str) -> list[bytes]:
        """The rows of every batch."""
        plan = self._plan(event)
        query = select(PAGES.c.rows).where(PAGES.c.event == event).order_by(PAGES.c.first)
        packed = self._database.read(lambda connection: connection.execute(query).scalars().all())
        return [_rows(batch, plan).tobytes() for batch in packed]

    def results(self, event: str) -> Results:
        """The results of all that was played."""
        plan = self._plan(event)
        names = tuple(entrant.name for entrant in plan.entrants)
        firsts = self._firsts(event)
        counts = select(func.coalesce(func.sum(PAGES.c.count), 0)).where(PAGES.c.event == event)
        blocks = int(self._database.read(lambda c: c.execute(counts).scalar_one()))
        # Filled batch by batch, so that a large event is in memory only once.
        games = Columns(row_type(plan.seats), blocks * plan.seats)
        end, ordered = -1, True
        for start in range(0, len(firsts), _TOGETHER):
            some = partial(_packed_rows, event=event, firsts=firsts[start : start + _TOGETHER])
            for packed in self._database.read(some):
                part = keeping.unpack_columns(packed, plan.seats, len(plan.entrants))
                keys = part["block"] * plan.seats + part["rotation"]
                ordered = ordered and keys[0] > end and bool((keys[1:] > keys[:-1]).all())
                end = int(keys[-1])
                games.add(part)
        found = games if ordered else in_order([games.rows()])
        return Results(names, plan.kind().unit, found, plan.apart, plan.payoff_limits())

    def pages(self, event: str, known: Collection[int] = ()) -> Iterator[Page]:
        """Every batch in order, without its moves, but those whose first block is known."""
        plan = self._plan(event)
        new = [first for first in self._firsts(event) if first not in known]
        for start in range(0, len(new), _TOGETHER):
            rows = self._database.read(
                partial(_pages, event=event, firsts=new[start : start + _TOGETHER])
            )
            for row in rows:
                yield Page(
                    row.first,
                    row.count,
                    _rows(row.rows, plan),
                    keeping.unpack_faults(row.faults, tuple[FaultNote, ...]),
                    keeping.unpack_thinking(row.thinking),
                )

    def batches(self, event: str, *, transcripts: bool = False) -> Iterator[Batch]:
        """Every batch in order, one read at a time; with transcripts if they are wanted too."""
        for first in self._firsts(event):
            batch = self.batch_of(event, first)
            if batch is not None:
                blocks = keeping.blocks_of(batch)
                kept = self._transcripts(event, blocks) if transcripts else ()
                yield msgspec.structs.replace(batch, transcripts=kept)

    def transcripts(self, event: str, block: int, rotation: int) -> dict[int, list[Line]]:
        """What passed between us and programs in one game, by seat; empty if nothing was kept."""
        kept = self._transcripts(event, range(block, block + 1))
        with keeping.sound(f"A transcript of event {event}"):
            return {one.seat: unpack_lines(one.lines) for one in kept if one.rotation == rotation}

    def transcript_bytes(self, event: str) -> int:
        """How many bytes an event's transcripts take."""
        sizes = func.coalesce(func.sum(func.length(TRANSCRIPTS.c.lines)), 0)
        query = select(sizes).where(TRANSCRIPTS.c.event == event)
        return int(self._database.read(lambda connection: connection.execute(query).scalar_one()))

    def _transcripts(self, event: str, blocks: range) -> tuple[GameTranscript, ...]:
        columns = TRANSCRIPTS.c
        query = select(columns.block, columns.rotation, columns.seat, columns.lines).where(
            columns.event == event, columns.block >= blocks.start, columns.block < blocks.stop
        )
        query = query.order_by(columns.block, columns.rotation, columns.seat)
        rows = self._database.read(lambda connection: connection.execute(query).all())
        return tuple(
            GameTranscript(block=row.block, rotation=row.rotation, seat=row.seat, lines=row.lines)
            for row in rows
        )

    def batch_of(self, event: str, block: int) -> Batch | None:
        """The batch with that block, if it was played."""
        row = self._at(event, block, select(PAGES))
        if row is None:
            return None
        rows = _rows(row["rows"], self._plan(event))
        keeping.check_actions(row["actions"], len(rows))
        return Batch(
            event=event,
            first=row["first"],
            count=row["count"],
            rows=rows.tobytes(),
            actions=row["actions"],
            faults=keeping.unpack_faults(row["faults"], tuple[FaultNote, ...]),
            remarks=keeping.unpack_faults(row["remarks"], tuple[RemarkNote, ...]),
            thinking=keeping.unpack_thinking(row["thinking"]),
            seconds=row["seconds"],
        )

    def record(self, event: str, block: int, rotation: int) -> Record:
        """One game, from the deal on."""
        plan = self._plan(event)
        query = select(PAGES.c.first, PAGES.c.count, PAGES.c.rows, PAGES.c.actions)
        row = self._at(event, block, query)
        if row is None:
            raise NotPlayed(
                "not_played", f"Block {block} of event {event} is not in {self.where}, or not yet."
            )
        rows = _rows(row["rows"], plan)
        at = np.flatnonzero((rows["block"] == block) & (rows["rotation"] == rotation))
        if len(at) == 0:
            raise NotPlayed(
                "not_played",
                f"Block {block} of event {event} has no game {rotation}: they are numbered from 0 "
                f"to {plan.seats - 1}.",
            )
        kind = plan.kind()
        players = [plan.entrants[entrant].name for entrant in rows["entrant"][at[0]]]
        rules = kind.rules(plan.rules)
        record = Record.begin(kind, rules, plan.seats, plan.deck(block, rotation), players)
        record.actions = keeping.actions_of(row["actions"], int(at[0]))
        return record

    def games_before(self, event: str, block: int) -> Iterator[Rows]:
        """The rows of every batch that has blocks below that one, the last batch first.

        A batch may have later blocks too.
        """
        plan = self._plan(event)
        while True:
            query = select(PAGES.c.first, PAGES.c.rows)
            query = query.where(PAGES.c.event == event, PAGES.c.first < block)
            query = query.order_by(PAGES.c.first.desc()).limit(1)
            row = self._database.read(partial(_first, query=query))
            if row is None:
                return
            yield _rows(row.rows, plan)
            block = row.first

    def faults(self, event: str) -> Iterator[FaultNote]:
        """Every fault, in the order of blocks."""
        for first in self._firsts(event, PAGES.c.faults.is_not(None)):
            row = self._at(event, first, select(PAGES.c.first, PAGES.c.count, PAGES.c.faults))
            if row is not None:
                yield from keeping.unpack_faults(row["faults"], tuple[FaultNote, ...])

    def thinking(self, event: str) -> dict[int, Thinking]:
        """How long each entrant thought, over all batches."""
        self._plan(event)
        query = select(PAGES.c.thinking).where(PAGES.c.event == event).order_by(PAGES.c.first)
        sums: dict[int, Thinking] = {}
        for batch in self._database.read(lambda c: c.execute(query).scalars().all()):
            keeping.add_thinking(sums, keeping.unpack_thinking(batch))
        return sums

    def _firsts(self, event: str, *which: Any) -> Sequence[int]:
        """The first block of every batch: a long read transaction would keep the log growing."""
        self._plan(event)
        query = select(PAGES.c.first).where(PAGES.c.event == event, *which).order_by(PAGES.c.first)
        return self._database.read(lambda connection: connection.execute(query).scalars().all())

    def _at(self, event: str, block: int, query: Select[Any]) -> RowMapping | None:
        """The row of the batch with that block; the query asks for `first` and `count` too."""
        self._plan(event)
        nearest = query.where(PAGES.c.event == event, PAGES.c.first <= block)
        nearest = nearest.order_by(PAGES.c.first.desc()).limit(1)
        row = self._database.read(lambda connection: connection.execute(nearest).mappings().first())
        with keeping.sound(f"The list of what was played of event {event}"):
            return row if row is not None and block < row["first"] + row["count"] else None

    def _plan(self, event: str) -> Plan:
        """The plan of an event that must be there; it never changes."""
        if event not in self._plans:
            query = all_events().where(EVENTS.c.id == event)
            row = self._database.read(lambda connection: connection.execute(query).first())
            if row is None:
                raise unknown_event(event, self._names(), self.where)
            self._plans[event] = to_event(row).plan
        return self._plans[event]

    def _names(self) -> list[tuple[str, str]]:
        return [(event.id, event.label) for event in self.events()]


def _rows(packed: bytes, plan: Plan) -> Rows:
    return keeping.unpack_rows(packed, plan.seats, len(plan.entrants))


def _taken(connection: Connection, event: str, blocks: range) -> list[range]:
    """The batches that share blocks with the range, in order."""
    wanted = {"event": event, "start": blocks.start, "stop": blocks.stop}
    taken = connection.execute(_TAKEN, wanted).all()
    with keeping.sound(f"The list of what was played of event {event}"):
        return [range(first, first + count) for first, count in taken]


def _first(connection: Connection, query: Select[Any]) -> Row[Any] | None:
    return connection.execute(query).first()


def _pages(connection: Connection, *, event: str, firsts: Sequence[int]) -> Sequence[Any]:
    columns = (PAGES.c.first, PAGES.c.count, PAGES.c.rows, PAGES.c.faults, PAGES.c.thinking)
    query = select(*columns).where(PAGES.c.event == event, PAGES.c.first.in_(firsts))
    return connection.execute(query.order_by(PAGES.c.first)).all()


def _packed_rows(connection: Connection, *, event: str, firsts: Sequence[int]) -> Sequence[bytes]:
    query = select(PAGES.c.rows).where(PAGES.c.event == event, PAGES.c.first.in_(firsts))
    return connection.execute(query.order_by(PAGES.c.first)).scalars().all()
