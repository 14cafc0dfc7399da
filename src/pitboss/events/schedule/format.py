"""A format of events, and the finished rounds that it decides from."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import ClassVar, NamedTuple

from pitboss.events.plan import Plan
from pitboss.events.schedule.round import Round
from pitboss.statistics.results import Rows

# Payoffs that differ by less are equal: thirds do not add up exactly.
_DIGITS = 9
_WATCHED = 3


class Placing(NamedTuple):
    """An entrant's place by the format's own measure; equal places are shared."""

    place: int
    entrant: int
    note: str


@dataclass(frozen=True)
class Tally:
    """The result of a group's games in a round, by place in the group."""

    entrants: tuple[int, ...]
    # The sums over all games.
    payoffs: tuple[float, ...]
    # Games won outright or shared.
    wins: tuple[int, ...]
    games: int

    def ranked(self) -> list[int]:
        """The entrants from best to worst; level ones keep their order."""
        places = sorted(range(len(self.entrants)), key=lambda place: -self.payoffs[place])
        return [self.entrants[place] for place in places]

    def beaten(self, place: int) -> int:
        """Twice the number of opponents with less, plus the number of level ones."""
        own = self.payoffs[place]
        return sum(2 * (own > other) + (own == other) for other in self.payoffs) - 1


@dataclass(frozen=True)
class PlayedRound:
    """A finished round with its games."""

    round: Round
    # The games of this round only, ordered by block.
    rows: Rows

    @cached_property
    def tallies(self) -> tuple[Tally, ...]:
        """The result of each group."""
        rows, groups = self.rows, self.round.groups
        at = (rows["block"] - self.round.first) % len(groups)
        tallies = []
        for number, group in enumerate(groups):
            games = rows[at == number]
            payoffs, wins = [], []
            for entrant in group:
                own = games["entrant"] == entrant
                payoffs.append(payoff_sum(games["payoff"][own].tolist()))
                wins.append(int((games["place"][own] == 1).sum()))
            tallies.append(Tally(group, tuple(payoffs), tuple(wins), len(games)))
        return tuple(tallies)


class Format(ABC):
    """Who meets whom: a pure function from the plan and the rounds before to the next round."""

    name: ClassVar[str]
    # For help and documents.
    meaning: ClassVar[str]
    # The settings of `Schedule` that it reads besides `blocks`.
    settings: ClassVar[tuple[str, ...]] = ()
    # What the result goes by, if it has an order of its own, and what is said of those ahead.
    measure: ClassVar[str] = ""
    ahead: ClassVar[str] = ""

    @abstractmethod
    def refusal(self, entrants: int, seats: int, heroes: int) -> str:
        """Why it can't be played with these numbers; empty if it can."""

    @abstractmethod
    def rounds(self, plan: Plan) -> int:
        """How many rounds it takes."""

    @abstractmethod
    def blocks(self, plan: Plan) -> int:
        """How many blocks it takes, as far as known before it begins."""

    @abstractmethod
    def next_round(self, plan: Plan, played: Sequence[PlayedRound]) -> Round | None:
        """The round after these; None if the event is over."""

    def placings(self, plan: Plan, played: Sequence[PlayedRound]) -> list[Placing] | None:  # noqa: ARG002
        """Everybody's place, best first; None if the format has no order of its own."""
        return None

    def leading(self, placed: Sequence[Placing]) -> Sequence[Placing]:
        """Those of its order whom everybody watches."""
        return placed[:_WATCHED]


def end_of(played: Sequence[PlayedRound]) -> int:
    """The number of the first block after these rounds."""
    return played[-1].round.end if played else 0


def payoff_sum(payoffs: Iterable[float]) -> float:
    """The sum, which does not depend on the order of the games."""
    return round(fsum(payoffs), _DIGITS)


def elimination_rounds(entrants: int, seats: int) -> int:
    """How many rounds leave one entrant, if one of each table goes on."""
    rounds = 1
    while seats**rounds < entrants:
        rounds += 1
    return rounds
