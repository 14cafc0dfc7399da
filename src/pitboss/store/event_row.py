"""An event as the journal knows it: its plan, its state, and what may be told of its seed."""

import shlex
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

import msgspec
from sqlalchemy import Row, Select, func, select

from pitboss import __version__
from pitboss.events.plan import Plan, id_of
from pitboss.events.secret_seed import commitment, was_drawn
from pitboss.store import batches as keeping
from pitboss.store.errors import StoreError
from pitboss.store.live_games import check_moments
from pitboss.store.schema import EVENTS, PAGES

State = Literal["running", "finished", "stopped"]

# Who plays an event gives a sign of life every two seconds; without one for so long it is gone.
LIFELESS = 10.0

# What an event's note calls the one whose games it has taken over.
FOLLOWS = "follows"


class EventRow(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """An event as the journal knows it."""

    id: str
    label: str
    # UTC, as in 2026-01-31T12:00:00.000000+00:00; `finished` is empty until it has ended.
    created: str
    finished: str
    # When the process that plays it last gave a sign of life, UTC; empty if it never did.
    updated: str = ""
    # The version of pitboss that began it.
    version: str
    state: State
    note: dict[str, Any]
    # How many blocks are in the journal.
    blocks: int
    plan_json: str

    @cached_property
    def plan(self) -> Plan:
        """The plan; decoded on demand, so that one of a newer pitboss does not break a list."""
        try:
            plan = msgspec.json.decode(self.plan_json, type=Plan)
        except msgspec.ValidationError as error:
            raise StoreError(
                "newer",
                f"The plan of event {self.id} was made by pitboss {self.version}, and this one "
                f"({__version__}) can't read it: {error}. Update pitboss.",
            ) from error
        except msgspec.DecodeError as error:
            raise keeping.damaged(f"The plan of event {self.id}", str(error)) from error
        # Older versions hashed the plan as it is written.
        if self.id not in (plan.id, id_of(self.plan_json.encode())):
            raise StoreError(
                "edited",
                f"The plan of event {self.id} was changed after the event had begun, so that it "
                "does not tell how its games were played. Fetch it from a copy.",
            )
        return plan

    def is_played(self, now: datetime) -> bool:
        """Whether somebody seems to play it: a process that was killed gives no more signs."""
        if self.state != "running":
            return False
        # An older pitboss gives none at all.
        return not self.updated or abs(self.silence(now)) < LIFELESS

    def silence(self, now: datetime) -> float:
        """How many seconds ago the last sign of life was; clocks of two machines may differ."""
        return (now - datetime.fromisoformat(self.updated)).total_seconds()

    @property
    def seed(self) -> str | None:
        """The plan's seed; None until the event has ended, because it tells the cards to come."""
        return self.plan.seed if self.state == "finished" else None

    @property
    def commitment(self) -> str:
        """The hash of a seed that was drawn, for all to see; empty if somebody chose the seed."""
        return commitment(self.plan.seed) if was_drawn(self.note) else ""

    @property
    def follows(self) -> str:
        """The id of the event whose games it has taken over; empty if there is none."""
        return str(self.note.get(FOLLOWS, ""))

    @property
    def command(self) -> str:
        """The command that plays or resumes it; empty while it would give away the seed."""
        command = str(self.note.get("command", ""))
        if self.state != "finished":
            return "" if _names_seed(command) else command
        # Where bots have joined late, the seed alone does not repeat it.
        repeats = was_drawn(self.note) and not self.plan.schedule.stages
        return _with_seed(command, self.plan.seed) if repeats else command


class Removal(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant that was taken out of an event; what it had not played by then it forfeits."""

    entrant: int
    # The block in which it was found out.
    block: int
    reason: str


def all_events() -> Select[Any]:
    """Every event with how many blocks it has, the newest first."""
    blocks = (
        select(func.coalesce(func.sum(PAGES.c.count), 0))
        .where(PAGES.c.event == EVENTS.c.id)
        .scalar_subquery()
        .label("blocks")
    )
    return select(EVENTS, blocks).order_by(EVENTS.c.created.desc(), EVENTS.c.id)


def to_event(row: Row[Any]) -> EventRow:
    """A row of these as an event."""
    # SQLite keeps anything in any column, so that what comes out has to be checked.
    with keeping.sound(f"The entry of event {row.id}"):
        check_moments(row.created, row.finished, row.updated)
        return msgspec.convert(
            {
                "id": row.id,
                "label": row.label,
                "created": row.created,
                "finished": row.finished,
                "updated": row.updated,
                "version": row.version,
                "state": row.state,
                "note": msgspec.json.decode(row.note),
                # PostgreSQL sums whole numbers to decimals.
                "blocks": int(row.blocks),
                "plan_json": row.plan,
            },
            EventRow,
        )


def _with_seed(command: str, seed: str) -> str:
    """The command that plays the same games again, wherever it is typed."""
    words = shlex.split(command)
    # Words after two dashes are no options.
    end = words.index("--") if "--" in words else len(words)
    return shlex.join([*words[:end], "--seed", seed, *words[end:]])


def _names_seed(command: str) -> bool:
    try:
        words = shlex.split(command)
    except ValueError:
        return True
    return any(word == "--seed" or word.startswith("--seed=") for word in words)
