"""`/api/events`: events of the journal, running and over; their standings and charts."""

import re
from typing import Annotated, Final, Literal

import msgspec

from pitboss.events.entrants import Entrant
from pitboss.events.plan import Plan
from pitboss.events.schedule import FORMATS, history, is_fixed, next_round, total_rounds
from pitboss.narration.comparison import promise
from pitboss.narration.fairness import sharing_sentence
from pitboss.server.api.charts import ChartList, chart_files, encoded_charts
from pitboss.server.api.errors import Refusal
from pitboss.server.api.operation import Answer, Call, Operation, Page
from pitboss.server.api.standings import StandingsAnswer, encoded_standings
from pitboss.server.event_figures import Figures
from pitboss.server.event_runs import EventRuns
from pitboss.server.event_watch import EventWatch
from pitboss.store import EventRow, StoreError
from pitboss.store.event_row import State

_PASSWORD: Final = re.compile(r"(://[^:/@\s]*:)[^@\s]+@")


class Leader(msgspec.Struct, frozen=True, kw_only=True):
    """Who is first in the standings, and its mean payoff."""

    name: str
    payoff: float | None


class EventFacts(msgspec.Struct, frozen=True, kw_only=True):
    """An event, as lists show it."""

    id: str
    name: str
    # An event that is not over and that nobody plays is stopped.
    state: State
    game: str
    rules: str
    seats: int
    format: str
    bots: list[str]
    # How many games were played, and how many are planned, as far as is known.
    games: int
    planned: int | None
    leader: Leader | None
    unit: str
    created: str
    # The last sign of life of whoever plays it; and when it ended, empty until then.
    updated: str
    finished: str
    # Games a second, and seconds until its end.
    rate: float | None
    left: float | None


class EventList(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Events, the newest first."""

    items: list[EventFacts]
    next: str | None = None


class EntrantFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A bot that takes part."""

    name: str
    sort: Literal["built-in", "program"]
    # The built-in bot; empty for a program.
    bot: str
    wire: str
    # A digest of a program's files.
    version: str
    # How a program is run; empty for who is no organiser.
    command: list[str]


class ScheduleFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Who meets whom."""

    format: str
    meaning: str
    # Decks of each meeting, each of them played once from every seat.
    blocks: int
    rounds: int
    heroes: int
    extras: int


class RoundFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A round that was played, or the one that is being played."""

    number: int
    of: int
    # Whether it is over.
    played: bool
    # In words, such as "round 3 of 5: 15 tables, 20 blocks each".
    text: str
    byes: list[str]


class HighlightFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A game worth a look."""

    game: str
    why: str
    # Whom it is about; None: everybody who played.
    bot: str | None


class ComparisonFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What a comparison of two bots found."""

    new: str
    base: str
    verdict: Literal["better", "worse", "equal", "undecided"]
    # New's lead and its limits: of scores the difference, of bb/100 its own win rate.
    lead: float | None
    low: float | None
    high: float | None
    # What was asked: the lead that must not be overlooked, and how often the answer may be wrong.
    margin: float
    alpha: float
    beta: float
    # Games that count, games that each side forfeited among them, and games in all.
    games: int
    new_forfeits: int
    base_forfeits: int
    played: int
    promise: str


class EventDetails(EventFacts, frozen=True, kw_only=True):
    """An event with all that decides its games, but for what must stay secret until its end."""

    entrants: list[EntrantFacts]
    schedule: ScheduleFacts
    policy: str
    # Seconds for an answer, in the bank for each game, and for starting up.
    move: float
    bank: float
    startup: float
    rounds: list[RoundFacts]
    highlights: list[HighlightFacts]
    # None: it is no comparison.
    comparison: ComparisonFacts | None
    warnings: list[str]
    # The pitboss that began it.
    version: str
    # None until the event is over.
    seed: str | None
    # The SHA-256 of a seed that was drawn, known from the start; empty if somebody chose the seed.
    commitment: str
    # What plays or resumes it, for organisers; empty while it would give away the seed.
    command: str
    # Whether this server plays it, and whether it can let it go on.
    played_here: bool
    can_continue: bool
    # For organisers: why the process that played it ended, if it failed.
    error: str


class EventQuery(Page, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which events to list."""

    state: Annotated[State | None, msgspec.Meta(description="Only events in this state.")] = None


class EventsApi:
    """`/api/events`, as far as it only shows."""

    def __init__(self, watch: EventWatch | None, runs: EventRuns) -> None:
        self._watch = watch
        self._runs = runs

    def operations(self) -> list[Operation]:
        """What can be asked of events."""
        known = ("no_such_event", "journal_failed")
        return [
            Operation(
                method="GET",
                path="/api/events",
                summary="Events of the journal, the newest first, with their progress.",
                run=self._list,
                query=EventQuery,
                answer=EventList,
                errors=("journal_failed",),
            ),
            Operation(
                method="GET",
                path="/api/events/{id}",
                summary="An event: its progress, its bots, and how it is played.",
                run=self._show,
                answer=EventDetails,
                errors=known,
            ),
            Operation(
                method="GET",
                path="/api/events/{id}/standings",
                summary="Standings with intervals, and who beats whom.",
                run=self._standings,
                answer=StandingsAnswer,
                errors=known,
            ),
            Operation(
                method="GET",
                path="/api/events/{id}/charts",
                summary="The charts of the event's report.",
                run=self._charts,
                answer=ChartList,
                errors=known,
            ),
            Operation(
                method="GET",
                path="/api/events/{id}/charts/{name}.svg",
                summary="A chart as a file.",
                run=self._chart,
                media="image/svg+xml",
                errors=(*known, "no_such_chart"),
            ),
            Operation(
                method="GET",
                path="/api/charts.css",
                summary="The style sheet of the charts.",
                run=self._chart_style,
                media="text/css",
            ),
        ]

    async def _list(self, call: Call) -> EventList:
        query: EventQuery = call.query
        if self._watch is None:
            return EventList(items=[])
        rows = await _read(self._watch)
        if query.after:
            ids = [row.id for row in rows]
            rows = rows[ids.index(query.after) + 1 :] if query.after in ids else []
        items: list[EventFacts] = []
        for row in rows:
            if query.state not in (None, self._watch.progress(row).state):
                continue
            if len(items) == query.limit:
                return EventList(items=items, next=items[-1].id)
            items.append(self._facts(self._watch, row))
        return EventList(items=items)

    def _facts(self, watch: EventWatch, row: EventRow) -> EventFacts:
        progress = watch.progress(row)
        planned = watch.planned(row)
        if planned is None:
            return EventFacts(
                id=row.id, name=row.label, state=progress.state, game="", rules="", seats=0,
                format="", bots=[], games=0, planned=None, leader=None, unit="",
                created=row.created, updated=row.updated, finished=row.finished,
                rate=None, left=None,
            )  # fmt: skip
        plan = row.plan
        leader = watch.leader(row)
        rate, left = progress.rate, None
        if rate and planned > row.blocks:
            left = (planned - row.blocks) / rate
        return EventFacts(
            id=row.id,
            name=row.label,
            state=progress.state,
            game=plan.game,
            rules=plan.rules,
            seats=plan.seats,
            format=plan.schedule.format,
            bots=[entrant.name for entrant in plan.entrants],
            games=row.blocks * plan.seats,
            planned=planned * plan.seats,
            leader=None if leader is None else Leader(name=leader[0], payoff=leader[1]),
            unit=str(plan.kind().unit),
            created=row.created,
            updated=row.updated,
            finished=row.finished,
            rate=None if rate is None else rate * plan.seats,
            left=left,
        )

    async def _show(self, call: Call) -> EventDetails:
        watch, row = await self.found(call)
        return await self.details(watch, row, trusted=call.caller.sees_all)

    async def details(self, watch: EventWatch, row: EventRow, *, trusted: bool) -> EventDetails:
        """All about an event that this caller may know."""
        plan = row.plan
        figures = await watch.soon(row)
        facts = self._facts(watch, row)
        highlights: list[HighlightFacts] = []
        rounds: list[RoundFacts] = []
        comparison: ComparisonFacts | None = None
        if figures is not None:
            known = figures
            highlights = await watch.part(known, "highlights", lambda: _highlights(known))
            rounds = await watch.part(known, "rounds", lambda: _rounds(plan, known))
            comparison = await watch.part(known, "comparison", lambda: _comparison(known))
        failure = self._runs.failure(row.id)
        return EventDetails(
            **msgspec.structs.asdict(facts),
            entrants=[entrant_facts(entrant, trusted) for entrant in plan.entrants],
            schedule=ScheduleFacts(
                format=plan.schedule.format,
                meaning=FORMATS[plan.schedule.format].meaning,
                blocks=plan.schedule.blocks,
                rounds=total_rounds(plan),
                heroes=plan.schedule.heroes,
                extras=plan.schedule.extras,
            ),
            policy=plan.faults().name,
            move=plan.move,
            bank=plan.bank,
            startup=plan.startup,
            rounds=rounds,
            highlights=highlights,
            comparison=comparison,
            warnings=_warnings(row.plan, figures),
            version=row.version,
            seed=row.seed,
            commitment=row.commitment,
            command=_PASSWORD.sub(r"\1***@", row.command) if trusted else "",
            played_here=self._runs.is_running(row.id),
            can_continue=facts.state == "stopped" and not self._runs.refusal(plan),
            error=failure if trusted else "",
        )

    async def _standings(self, call: Call) -> Answer:
        watch, row = await self.found(call)
        figures = await self.figures(watch, row)
        state = watch.progress(row).state
        # A state that was left out would leave who has the same games with an old one.
        etag = f"{row.id}-{figures.blocks}-{state}"
        if call.is_fresh(etag):
            return Answer(etag=etag)
        value = await watch.part(
            figures, f"standings {state}", lambda: encoded_standings(row, state, figures)
        )
        return Answer(value=value, etag=etag)

    async def _charts(self, call: Call) -> Answer:
        watch, row = await self.found(call)
        figures = await self.figures(watch, row)
        etag = f"charts-{row.id}-{figures.blocks}"
        if call.is_fresh(etag):
            return Answer(etag=etag)
        value = await watch.part(figures, "charts", lambda: encoded_charts(figures))
        return Answer(value=value, etag=etag)

    async def _chart(self, call: Call) -> Answer:
        watch, row = await self.found(call)
        figures = await self.figures(watch, row)
        name = call.path["name"]
        files = await watch.part(figures, "chart files", lambda: chart_files(figures))
        if name not in files:
            raise Refusal("no_such_chart")
        return Answer(value=files[name], etag=f"{name}-{row.id}-{figures.blocks}")

    async def _chart_style(self, call: Call) -> Answer:
        del call
        from pitboss import __version__
        from pitboss.report.page import report_file

        return Answer(value=report_file("charts.css").encode(), etag=__version__)

    async def figures(self, watch: EventWatch, row: EventRow) -> Figures:
        """The event's figures; `Refusal` if the journal fails."""
        try:
            return await watch.figures(row)
        except StoreError as error:
            raise Refusal("journal_failed") from error

    async def found(self, call: Call) -> tuple[EventWatch, EventRow]:
        """The event that the path names; `Refusal` if there is none."""
        if self._watch is None:
            raise Refusal("no_such_event")
        await _read(self._watch)
        row = await self._watch.find(call.path["id"])
        if row is None or self._watch.planned(row) is None:
            raise Refusal("no_such_event")
        return self._watch, row


async def _read(watch: EventWatch) -> list[EventRow]:
    try:
        return await watch.events()
    except StoreError as error:
        raise Refusal("journal_failed") from error


def entrant_facts(entrant: Entrant, trusted: bool) -> EntrantFacts:
    """An entrant; how a program is run is for who is trusted."""
    return EntrantFacts(
        name=entrant.name,
        sort="built-in" if entrant.builtin else "program",
        bot=entrant.bot,
        wire="" if entrant.builtin else entrant.wire,
        version=entrant.version,
        command=[*entrant.command] if trusted else [],
    )


def _highlights(figures: Figures) -> list[HighlightFacts]:
    summary = figures.summary
    if summary is None:
        return []
    return [
        HighlightFacts(
            game=one.game,
            why=one.why,
            bot=None if one.entrant is None else summary.name(one.entrant),
        )
        for one in summary.highlights
    ]


def _comparison(figures: Figures) -> ComparisonFacts | None:
    found = None if figures.summary is None else figures.summary.comparison
    if found is None:
        return None
    seen, troubles = found.seen, found.troubles
    return ComparisonFacts(
        new=found.new,
        base=found.base,
        verdict=seen.verdict.value,
        lead=seen.estimate.estimate,
        low=seen.estimate.low,
        high=seen.estimate.high,
        margin=found.aim.margin,
        alpha=found.aim.alpha,
        beta=found.aim.beta,
        games=found.games,
        new_forfeits=troubles.new.forfeits,
        base_forfeits=troubles.base.forfeits,
        played=found.played,
        promise=promise(found),
    )


def _rounds(plan: Plan, figures: Figures) -> list[RoundFacts]:
    names = [entrant.name for entrant in plan.entrants]
    every = []
    if figures.summary is None or is_fixed(plan):
        # Its games, perhaps a million, are not looked at.
        numbers = range(total_rounds(plan) if is_fixed(plan) else 1)
        known = (next_round(plan, number, None) for number in numbers)
        every += [(round_, figures.blocks >= round_.end) for round_ in known if round_ is not None]
    else:
        finished, coming = history(plan, figures.summary.results)
        every += [(one.round, True) for one in finished]
        if coming is not None:
            every.append((coming, False))
    return [
        RoundFacts(
            number=round_.number,
            of=round_.rounds,
            played=over,
            text=str(round_),
            byes=[names[entrant] for entrant in round_.byes],
        )
        for round_, over in every
    ]


def _warnings(plan: Plan, figures: Figures | None) -> list[str]:
    sharing = sharing_sentence(plan)
    warnings = [sharing] if sharing else []
    summary = None if figures is None else figures.summary
    if summary is None:
        return warnings
    table = summary.standings.table
    warnings += [
        f"{row.name} forfeited {row.forfeits:,} of {row.games:,} games"
        for row in table.rows
        if row.forfeits
    ]
    warnings += summary.removals
    if table.left_out:
        warnings.append(f"{table.left_out:,} games belong to unfinished blocks and count nowhere")
    return warnings
