"""Organising events: start one from settings or a tournament's file, stop it, let it go on."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pitboss.events.secret_seed import was_drawn
from pitboss.events.settings_reader import BadSetting
from pitboss.server.api.errors import Refusal
from pitboss.server.api.events import EventDetails, EventsApi
from pitboss.server.api.operation import Call, Operation
from pitboss.server.event_orders import EventOrder, cores, order_from_file, order_from_settings
from pitboss.server.event_runs import CannotRun, EventRuns
from pitboss.server.event_watch import EventWatch
from pitboss.server.programs import NamedProgram
from pitboss.store import EventRow

# How long an event has to begin, in seconds, and how often to look.
_BEGINNING: Final = 60.0
_LOOK: Final = 0.05


class BotOrder(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A bot that is to take part: a built-in one, or a program that the server's owner named."""

    bot: str
    name: str | msgspec.UnsetType = msgspec.UNSET
    # How many of it.
    count: int | msgspec.UnsetType = msgspec.UNSET
    # A program's seconds for an answer, and extra ones for its first.
    timeout: float | msgspec.UnsetType = msgspec.UNSET
    startup: float | msgspec.UnsetType = msgspec.UNSET


class EventBody(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """An event to start: its settings, as in a tournament's file, or the text of one (`toml`)."""

    toml: str = ""
    name: str = ""
    game: str = ""
    rules: str = ""
    seats: int | None = None
    format: str | None = None
    # Decks of each meeting, or games, rounded up to whole decks.
    blocks: int | None = None
    games: int | None = None
    rounds: int | None = None
    heroes: int | None = None
    extras: int | None = None
    # Drawn at random if it is left out.
    seed: str | int | None = None
    timeout: float | None = None
    bank: float | None = None
    startup: float | None = None
    policy: str = ""
    # Processes that play at a time.
    jobs: int | None = None
    bot: tuple[BotOrder, ...] = ()


class OrganiseApi:
    """`/api/events`, as far as it changes anything."""

    def __init__(
        self,
        events: EventsApi,
        watch: EventWatch | None,
        runs: EventRuns,
        programs: Mapping[str, NamedProgram],
    ) -> None:
        self._events = events
        self._watch = watch
        self._runs = runs
        self._programs = programs

    def operations(self) -> list[Operation]:
        """What an organiser can do with events."""
        starting = (
            "event_failed", "event_over", "event_running", "no_journal", "server_stopping",
            "too_many_events", "journal_failed",
        )  # fmt: skip
        return [
            Operation(
                method="POST",
                path="/api/events",
                summary="Start an event, in a process of its own.",
                run=self._start,
                body=EventBody,
                answer=EventDetails,
                status=201,
                organiser=True,
                errors=("bad_event", *starting),
            ),
            Operation(
                method="POST",
                path="/api/events/{id}/stop",
                summary="Stop an event that this server plays; what was played is kept.",
                run=self._stop,
                answer=EventDetails,
                organiser=True,
                errors=("no_such_event", "event_elsewhere", "event_stopped", "journal_failed"),
            ),
            Operation(
                method="POST",
                path="/api/events/{id}/continue",
                summary="Let a stopped event go on where it was.",
                run=self._continue,
                answer=EventDetails,
                organiser=True,
                errors=("no_such_event", *starting),
            ),
        ]

    async def _start(self, call: Call) -> EventDetails:
        body: EventBody = call.body
        try:
            order = await asyncio.to_thread(self._order, body)
        except BadSetting as error:
            message = str(error)
            begins = not error.key or message.startswith((error.key, "tournament.toml"))
            raise Refusal("bad_event", message if begins else f"{error.key}: {message}") from error
        return await self._run(order)

    def _order(self, body: EventBody) -> EventOrder:
        if body.toml:
            return order_from_file(body.toml, self._programs)
        values: dict[str, Any] = {
            name: value
            for name in body.__struct_fields__
            if (value := getattr(body, name)) not in (None, "", ()) and name != "bot"
        }
        bots = tuple(msgspec.to_builtins(one) for one in body.bot)
        return order_from_settings({**values, "bot": bots}, self._programs)

    async def _stop(self, call: Call) -> EventDetails:
        watch, row = await self._events.found(call)
        if not self._runs.is_running(row.id):
            is_running = watch.progress(row).state == "running"
            raise Refusal("event_elsewhere" if is_running else "event_stopped")
        await self._runs.stop(row.id)
        return await self._details(watch, row.id)

    async def _continue(self, call: Call) -> EventDetails:
        _, row = await self._events.found(call)
        jobs = max(cores() - 1, 1)
        return await self._run(
            EventOrder(plan=row.plan, name=row.label, jobs=jobs, secret=was_drawn(row.note))
        )

    async def _run(self, order: EventOrder) -> EventDetails:
        """Start the process, and wait until the journal has the event."""
        watch, event = self._watch, order.plan.id
        if watch is None:
            raise Refusal("no_journal")
        if self._runs.refusing:
            raise Refusal("server_stopping")
        watch.forget()
        row = await watch.find(event)
        if self._runs.is_running(event) or _is_running(watch, row):
            raise Refusal("event_running")
        if row is not None and row.state == "finished":
            raise Refusal(
                "event_over", "this very event was played already: another seed makes another one"
            )
        if self._runs.is_full():
            raise Refusal("too_many_events")
        before = "" if row is None else row.updated
        try:
            await self._runs.start(order)
        except CannotRun as error:
            raise Refusal("event_failed", str(error)) from error
        try:
            async with asyncio.timeout(_BEGINNING):
                await self._begun(watch, event, before)
        except TimeoutError as error:
            raise Refusal("event_failed", "it has not begun yet: look at it later") from error
        if failure := self._runs.failure(event):
            raise Refusal("event_failed", failure)
        return await self._details(watch, event)

    async def _begun(self, watch: EventWatch, event: str, before: str) -> None:
        """Wait until the event's process has given its first sign of life, or has ended."""
        while self._runs.is_running(event):
            row = await watch.read(lambda journal: _row(journal.events(), event))
            if row is not None and row.updated != before:
                return
            await asyncio.sleep(_LOOK)

    async def _details(self, watch: EventWatch, event: str) -> EventDetails:
        watch.forget()
        row = await watch.find(event)
        if row is None:
            raise Refusal("event_failed", "the event ended before it began")
        return await self._events.details(watch, row, trusted=True)


def _is_running(watch: EventWatch, row: EventRow | None) -> bool:
    return row is not None and watch.progress(row).state == "running"


def _row(rows: list[EventRow], event: str) -> EventRow | None:
    return next((row for row in rows if row.id == event), None)
