"""How a game went: its result and record, who did wrong, how long each seat thought."""

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.games.game import Result
from pitboss.games.record import Record
from pitboss.play.clock import Clock
from pitboss.play.policy import Incident


@dataclass(frozen=True, kw_only=True)
class Timing:
    """A seat's thinking, in seconds."""

    answers: int
    total: float
    longest: float
    # Answers that took less than 2**k microseconds, and no less than the bucket before says.
    histogram: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a game went."""

    result: Result
    record: Record
    incidents: tuple[Incident, ...]
    timings: tuple[Timing, ...]
    # The last that each seat's program wrote for its author.
    stderr: tuple[str, ...]
    # What authors should know of how answers were read: turn, seat and a sentence.
    remarks: tuple[tuple[int, int, str], ...] = ()


def timings_of(clock: Clock, seats: Sequence[int]) -> tuple[Timing, ...]:
    """What a game's clock says of each seat."""
    return tuple(
        Timing(
            answers=clock.answers[seat],
            total=clock.spent[seat],
            longest=clock.longest[seat],
            histogram=tuple(clock.histograms[seat]),
        )
        for seat in seats
    )
