"""`/api/events/{id}/bots/{bot}`: one bot in one event, for its author and for who watches."""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from pitboss.events.plan import game_id
from pitboss.server.api.errors import Refusal
from pitboss.server.api.events import EntrantFacts, EventsApi, entrant_facts
from pitboss.server.api.operation import Answer, Call, Operation
from pitboss.server.api.standings import (
    MeetingFacts,
    PayoffFacts,
    StandingsRow,
    meetings_of,
    standings_row,
)
from pitboss.server.event_figures import Figures
from pitboss.store import EventRow
from pitboss.store.event_row import State
from pitboss.store.journal import Journal

# How many games a bot won and lost are named.
_GAMES: Final = 20
# For how many seconds a style is shown while games are being played, and of how many bots.
_STYLE_SECONDS: Final = 15.0
_MOST_STYLES: Final = 500


class OpponentFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The bot's results against another."""

    bot: str
    # None: they never met.
    against: MeetingFacts | None


class SeatFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The bot's mean payoff in a seat."""

    seat: int
    games: int
    payoff: PayoffFacts


class FaultFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A fault, and what the bot sent and wrote at that moment, for who may see it."""

    game: str
    seat: int
    turn: int
    kind: str
    cost: str
    message: str
    said: str
    written: str


class FaultKindFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Faults of one kind: how many the journal describes, and the first of them."""

    kind: str
    count: int
    first: list[FaultFacts]


class ThinkingFacts(msgspec.Struct, frozen=True, kw_only=True):
    """How long the bot took for its answers, in seconds."""

    answers: int
    mean: float
    longest: float
    total: float
    # How many took less than 2, 4, 8 ... microseconds, and longer than the one before.
    histogram: list[int]


class StyleFigureFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of the bot's style."""

    name: str
    title: str
    meaning: str
    value: float | None
    # Whether the value is a share, to be shown as a percentage.
    share: bool
    # How many chances it is of.
    chances: int


class StyleFacts(msgspec.Struct, frozen=True, kw_only=True):
    """How the bot plays, over the last of its games."""

    games: int
    figures: list[StyleFigureFacts]


class BotDetails(msgspec.Struct, frozen=True, kw_only=True):
    """All about a bot in an event."""

    event: str
    event_name: str
    state: State
    bot: EntrantFacts
    unit: str
    confidence: float
    # After how many games of the event, and how many bots there are.
    games: int
    bots: int
    # None: it has not played yet.
    standing: StandingsRow | None
    opponents: list[OpponentFacts]
    seats: list[SeatFacts]
    faults: list[FaultKindFacts]
    # None: no times were taken, as of built-in bots.
    thinking: ThinkingFacts | None
    style: StyleFacts
    # The last games that it won and lost, by id.
    won: list[str]
    lost: list[str]


class BotsApi:
    """`/api/events/{id}/bots/{bot}`."""

    def __init__(self, events: EventsApi, now: Callable[[], float]) -> None:
        self._events = events
        self._now = now
        # After how many blocks, and when, each was made.
        self._styles: dict[tuple[str, int], tuple[int, float, StyleFacts]] = {}

    def operations(self) -> list[Operation]:
        """What can be asked of a bot."""
        return [
            Operation(
                method="GET",
                path="/api/events/{id}/bots/{bot:path}",
                summary="A bot in an event: results by opponent and seat, faults, times, style.",
                run=self._show,
                answer=BotDetails,
                errors=("no_such_event", "no_such_bot", "journal_failed"),
            )
        ]

    async def _show(self, call: Call) -> Answer:
        watch, row = await self._events.found(call)
        names = [entrant.name for entrant in row.plan.entrants]
        name = call.path["bot"]
        if name not in names:
            raise Refusal("no_such_bot")
        entrant = names.index(name)
        figures = await self._events.figures(watch, row)
        state = watch.progress(row).state
        trusted = call.caller.sees_all
        etag = f"{row.id}-{entrant}-{figures.blocks}-{state}-{int(trusted)}"
        if call.is_fresh(etag):
            return Answer(etag=etag)

        def make() -> msgspec.Raw:
            style = self._style(watch.journal, row, figures, entrant)
            details = bot_details(row, state, figures, entrant, style, trusted=trusted)
            return msgspec.Raw(msgspec.json.encode(details))

        value = await watch.part(figures, f"bot {entrant} {state} {trusted}", make)
        return Answer(value=value, etag=etag)

    def _style(self, journal: Journal, row: EventRow, figures: Figures, entrant: int) -> StyleFacts:
        """The bot's style; replays take a while, so that of a moment ago will do."""
        key = (row.id, entrant)
        known = self._styles.get(key)
        if known is not None:
            blocks, made_at, style = known
            if blocks == figures.blocks or self._now() - made_at < _STYLE_SECONDS:
                return style
        style = _style(journal, row, figures, entrant)
        while len(self._styles) >= _MOST_STYLES:
            self._styles.pop(next(iter(self._styles)), None)
        self._styles[key] = (figures.blocks, self._now(), style)
        return style


def bot_details(
    row: EventRow,
    state: State,
    figures: Figures,
    entrant: int,
    style: StyleFacts,
    *,
    trusted: bool,
) -> BotDetails:
    """A bot's page; what it sent and wrote is for who is trusted."""
    plan = row.plan
    summary = figures.summary
    standing = None
    opponents: list[OpponentFacts] = []
    seats: list[SeatFacts] = []
    won: list[str] = []
    lost: list[str] = []
    if summary is not None:
        standing = next(one for one in summary.rows if one.entrant == entrant)
        others = [other for other in summary.order if other != entrant]
        opponents = [
            OpponentFacts(bot=summary.name(other), against=cell)
            for other, cell in zip(others, meetings_of(figures, entrant, others), strict=True)
        ]
        seats = _seats(figures, entrant)
        won, lost = _ends(row.id, figures, entrant)
    return BotDetails(
        event=row.id,
        event_name=row.label,
        state=state,
        bot=entrant_facts(plan.entrants[entrant], trusted),
        unit=str(plan.kind().unit),
        confidence=0.95 if summary is None else summary.standings.confidence,
        games=figures.games,
        bots=len(plan.entrants),
        standing=None if standing is None else standings_row(standing),
        opponents=opponents,
        seats=seats,
        faults=_faults(row.id, figures, entrant, trusted=trusted),
        thinking=_thinking(figures, entrant),
        style=style,
        won=won,
        lost=lost,
    )


def _seats(figures: Figures, entrant: int) -> list[SeatFacts]:
    from pitboss.statistics.pairs import seat_intervals

    assert figures.summary is not None
    blocks = figures.summary.blocks
    confidence = figures.summary.standings.confidence
    return [
        SeatFacts(
            seat=seat,
            games=one.blocks,
            payoff=PayoffFacts(estimate=one.estimate, low=one.low, high=one.high),
        )
        for seat, one in enumerate(seat_intervals(blocks, entrant, confidence=confidence))
    ]


def _ends(event: str, figures: Figures, entrant: int) -> tuple[list[str], list[str]]:
    """The last games in which it was first alone, and last alone."""
    import numpy as np

    assert figures.summary is not None
    rows = figures.summary.results.rows
    game, seat = np.nonzero(rows["entrant"] == entrant)
    places = rows["place"][game]
    own = places[np.arange(len(game)), seat]
    alone = (places == own[:, np.newaxis]).sum(axis=1) == 1

    def ids(chosen: Sequence[int]) -> list[str]:
        return [
            game_id(event, int(rows["block"][at]), int(rows["rotation"][at]))
            for at in chosen[-_GAMES:][::-1]
        ]

    return (
        ids(game[(own == 1) & alone].tolist()),
        ids(game[(own == places.max(axis=1)) & (own > 1)].tolist()),
    )


def _faults(event: str, figures: Figures, entrant: int, *, trusted: bool) -> list[FaultKindFacts]:
    from pitboss.narration.games import written_by

    if figures.summary is None:
        return []
    faults = figures.summary.faults
    return [
        FaultKindFacts(
            kind=kind,
            count=count,
            first=[
                FaultFacts(
                    game=game_id(event, note.block, note.rotation),
                    seat=note.seat,
                    turn=note.turn,
                    kind=note.kind,
                    cost=note.cost,
                    message=note.message,
                    said=note.said if trusted else "",
                    written=written_by(note) if trusted else "",
                )
                for note in faults.first[owner, kind]
            ],
        )
        for (owner, kind), count in sorted(faults.counts.items(), key=lambda one: -one[1])
        if owner == entrant
    ]


def _thinking(figures: Figures, entrant: int) -> ThinkingFacts | None:
    spent = None if figures.summary is None else figures.summary.thinking.get(entrant)
    if spent is None or not spent.answers:
        return None
    return ThinkingFacts(
        answers=spent.answers,
        mean=spent.total / spent.answers,
        longest=spent.longest,
        total=spent.total,
        histogram=[*spent.histogram],
    )


def _style(journal: Journal, row: EventRow, figures: Figures, entrant: int) -> StyleFacts:
    from pitboss.narration.bot_style import bot_style

    if figures.summary is None:
        return StyleFacts(games=0, figures=[])
    style = bot_style(journal, row.plan, entrant, figures.summary.results.rows)
    return StyleFacts(
        games=style.games,
        figures=[
            StyleFigureFacts(
                name=figure.name,
                title=figure.title,
                meaning=figure.meaning,
                value=value,
                share=figure.is_share,
                chances=chances,
            )
            for figure, value, chances in style.figures
        ],
    )
