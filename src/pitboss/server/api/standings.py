"""An event's standings as the API tells them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from pitboss.server.event_figures import Figures
from pitboss.store import EventRow
from pitboss.store.event_row import State

# Statistics take a moment to import, and most servers never show an event.
if TYPE_CHECKING:
    from pitboss.statistics.standings import Row


class PayoffFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A mean and the limits of the true one; None: unknown."""

    estimate: float | None
    low: float | None
    high: float | None


class StandingsRow(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's line in the standings."""

    rank: int
    # Whether it is not surely apart from a neighbour.
    tied: bool
    bot: str
    games: int
    payoff: PayoffFacts
    wins: float
    place: float | None
    rating: float | None
    rating_low: float | None
    rating_high: float | None
    faults: int
    forfeits: int


class MeetingFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's score against another."""

    score: float
    low: float | None
    high: float | None
    games: int


class PlacingFacts(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's place by the format's own measure, such as points or rounds."""

    place: int
    bot: str
    note: str


class StandingsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The standings after so many games, best first."""

    event: str
    state: State
    games: int
    # How many blocks they are of; it only grows.
    version: int
    unit: str
    ranked_by: Literal["rating", "payoff"]
    confidence: float
    rows: list[StandingsRow]
    # Each against each, in the order of the rows; null: they never met.
    against: list[list[MeetingFacts | None]]
    # The event's result by its format's own measure; empty if the rows are the result.
    placings: list[PlacingFacts]
    # Which of the two counts, and what the other is for; empty if there is only one.
    result: str
    # What mirroring did for the intervals.
    reading: str


def encoded_standings(row: EventRow, state: State, figures: Figures) -> msgspec.Raw:
    """The standings as bytes of the answer."""
    return msgspec.Raw(msgspec.json.encode(standings_answer(row, state, figures)))


def standings_answer(row: EventRow, state: State, figures: Figures) -> StandingsAnswer:
    """The standings as the API tells them."""
    # Imported here: most servers never show an event.
    from pitboss.narration.events import result_sentence

    summary = figures.summary
    unit = row.plan.kind().unit
    if summary is None:
        return StandingsAnswer(
            event=row.id, state=state, games=0, version=0, unit=str(unit),
            ranked_by="rating" if unit.is_share else "payoff", confidence=0.95,
            rows=[], against=[], placings=[], result="", reading="",
        )  # fmt: skip
    standings = summary.standings
    return StandingsAnswer(
        event=row.id,
        state=state,
        games=figures.games,
        version=figures.blocks,
        unit=str(unit),
        ranked_by=standings.ranked_by,
        confidence=standings.confidence,
        rows=[standings_row(one) for one in summary.rows],
        against=[meetings_of(figures, one, summary.order) for one in summary.order],
        placings=[
            PlacingFacts(place=one.place, bot=summary.name(one.entrant), note=one.note)
            for one in summary.placings
        ],
        result=result_sentence(row.plan) if summary.placings else "",
        reading=standings.table.mirroring.overall.reading,
    )


def standings_row(row: "Row") -> StandingsRow:
    """A line of the standings."""
    payoff = row.payoff
    return StandingsRow(
        rank=row.rank,
        tied=row.tied,
        bot=row.name,
        games=row.games,
        payoff=PayoffFacts(estimate=payoff.estimate, low=payoff.low, high=payoff.high),
        wins=row.wins,
        place=row.place.estimate,
        rating=row.rating,
        rating_low=row.rating_low,
        rating_high=row.rating_high,
        faults=row.faults,
        forfeits=row.forfeits,
    )


def meetings_of(figures: Figures, one: int, others: Sequence[int]) -> list[MeetingFacts | None]:
    """An entrant's scores against others."""
    cells = (figures.against[one][other] for other in others)
    return [
        None
        if cell is None
        else MeetingFacts(score=cell.score, low=cell.low, high=cell.high, games=cell.games)
        for cell in cells
    ]
