"""What a format of events is, and what it knows of the rounds that have been played."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import ClassVar, NamedTuple

from pitboss.events.plan import Plan
from pitboss.events.schedule.round import Round
from pitboss.statistics.results import Rows

# Payoffs that differ by less are equal: thirds do not add up exactly.
_DIGITS = 9


class Placing(NamedTuple):
    """An entrant's place by the format's own measure; equal places are shared."""

    place: int
    entrant: int
    note: str


@dataclass(frozen=True)
class Tally:
    """How a table's games of a round went, by place at the table."""

    entrants: tuple[int, ...]
    # The sum over all games of what counts.
    payoffs: tuple[float, ...]
    # Games won outright or shared.
    wins: tuple[int, ...]
    games: int

    def ranked(self) -> list[int]:
        """The entrants from best to worst; level ones as they stand in the table."""
        places = sorted(range(len(self.entrants)), key=lambda place: -self.payoffs[place])
        return [self.entrants[place] for place in places]

    def beaten(self, place: int) -> int:
        """Twice the number of opponents with less, and those who are level once."""
        own = self.payoffs[place]
        return sum(2 * (own > other) + (own == other) for other in self.payoffs) - 1


@dataclass(frozen=True)
class Played:
    """A round that is over."""

    round: Round
    # Of this round only, ordered by block.
    rows: Rows

    @cached_property
    def tallies(self) -> tuple[Tally, ...]:
        """What came of each table."""
        rows, tables = self.rows, self.round.tables
        at = (rows["block"] - self.round.first) % len(tables)
        found = []
        for number, table in enumerate(tables):
            games = rows[at == number]
            payoffs, wins = [], []
            for entrant in table:
                own = games["entrant"] == entrant
                # An exact sum does not depend on the order of the games.
                payoffs.append(round(fsum(games["payoff"][own].tolist()), _DIGITS))
                wins.append(int((games["place"][own] == 1).sum()))
            found.append(Tally(table, tuple(payoffs), tuple(wins), len(games)))
        return tuple(found)


class Format(ABC):
    """Who meets whom. Pure: the next round follows from the plan and the rounds before it."""

    name: ClassVar[str]
    # For help and documents.
    meaning: ClassVar[str]
    # Which settings of `Schedule` it reads, besides `blocks`.
    settings: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def refusal(self, entrants: int, seats: int, heroes: int) -> str:
        """Why it can't be played with so many; empty if it can."""

    @abstractmethod
    def rounds(self, plan: Plan) -> int:
        """How many rounds it takes."""

    @abstractmethod
    def blocks(self, plan: Plan) -> int:
        """How many blocks it takes, as far as that is known before it begins."""

    @abstractmethod
    def next_round(self, plan: Plan, played: Sequence[Played]) -> Round | None:
        """The round after these; None when the event is over."""

    def placings(self, plan: Plan, played: Sequence[Played]) -> list[Placing] | None:  # noqa: ARG002
        """Who is where, best first; None where only statistics tell."""
        return None


def end_of(played: Sequence[Played]) -> int:
    """The number of the first block that these rounds have not played."""
    return played[-1].round.end if played else 0
