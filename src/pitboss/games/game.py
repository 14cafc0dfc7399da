"""The contract that every game keeps, and the values it speaks in. No game's rules are here."""

from collections.abc import Iterator
from typing import Any, Final, Protocol, Self

from pitboss.games.arrays import i64, vec
from pitboss.games.rng import Rng

SPECTATOR = -1

# Beyond every action of every game.
_FAR: Final = 1 << 60

# In a record, `WITHDRAWAL - seat` stands for a seat that left the game between two actions.
WITHDRAWAL = -1000


class IllegalAction(ValueError):
    """An action the rules forbid now: a reason for programs, facts for people."""

    def __init__(self, reason: str, **facts: Any) -> None:
        self.reason = reason
        self.facts = facts
        told = ", ".join(f"{name}={value}" for name, value in facts.items())
        super().__init__(f"{reason} ({told})" if told else reason)


class Legal:
    """The actions open to the actor: some single ones, and at most one range (raises)."""

    __slots__ = ("actions", "high", "low")

    def __init__(self, actions: vec[i64], low: i64 = 1, high: i64 = 0) -> None:
        self.actions = actions
        self.low = low
        self.high = high

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, int) or isinstance(action, bool):
            return False
        # Compiled, a number this far off would not fit the comparisons below.
        if not -_FAR < action < _FAR:
            return False
        if self.low <= action <= self.high:
            return True
        for single in self.actions:
            if single == action:
                return True
        return False

    def __iter__(self) -> Iterator[int]:
        return iter([*self.actions, *range(self.low, self.high + 1)])

    def __len__(self) -> int:
        spread: i64 = self.high - self.low + 1
        return len(self.actions) + (spread if spread > 0 else 0)

    def __repr__(self) -> str:
        single = ", ".join(str(action) for action in self.actions)
        return f"Legal({single}{f', {self.low}..{self.high}' if self.low <= self.high else ''})"

    def sample(self, rng: Rng) -> int:
        """A random action: every single one as likely as the range, then evenly within it.

        A lone action is no matter of chance and uses none.
        """
        count: i64 = len(self.actions)
        if self.low <= self.high:
            pick = rng.below(count + 1)
            if pick == count:
                return self.low + rng.below(self.high - self.low + 1)
            return self.actions[pick]
        if count == 1:
            return self.actions[0]
        return self.actions[rng.below(count)]


def legal_of(actions: list[int], low: int = 1, high: int = 0) -> Legal:
    """The same from a plain list, for games that are not compiled."""
    return Legal(vec[i64](actions), low, high)


class Result:
    """How a finished game went: places from 1 (equal results share one) and scores, by seat."""

    __slots__ = ("places", "reason", "scores")

    def __init__(self, places: tuple[int, ...], scores: tuple[int, ...], reason: str) -> None:
        self.places = places
        self.scores = scores
        self.reason = reason

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        return (
            self.places == other.places
            and self.scores == other.scores
            and self.reason == other.reason
        )

    def __hash__(self) -> int:
        return hash((self.places, self.scores, self.reason))

    def __repr__(self) -> str:
        return f"Result(places={self.places}, scores={self.scores}, reason={self.reason!r})"


def places_from(scores: list[int]) -> tuple[int, ...]:
    """Places by score, highest first; equal scores share the better place."""
    return tuple(1 + sum(1 for other in scores if other > score) for score in scores)


class Game(Protocol):
    """A game in progress: mutable, seeded, without I/O, clocks or wire spellings."""

    # Where notes of what happens are kept, for telling it as events; None keeps none.
    trace: list[tuple[int, ...]] | None

    @property
    def seats(self) -> int:
        """How many seats the game began with."""

    def actor(self) -> int:
        """The seat to move; -1 when the game is over."""

    def legal(self) -> Legal:
        """What the actor may do now; empty when the game is over."""

    def apply(self, action: int) -> None:
        """Play the action, or raise `IllegalAction` and change nothing."""

    def sample(self, rng: Rng) -> int:
        """A random legal action, as `legal().sample(rng)` gives, without building the set."""

    def restart(self, seed: int) -> None:
        """Become the game that the same rules and seats would be dealt from this seed."""

    def fallback(self) -> int:
        """What is played for a silent player."""

    def withdraw(self, seat: int) -> None:
        """Take the seat out for good (a player who crashed or left); the others play on."""

    def result(self) -> Result:
        """Places and scores of a finished game; raises `ValueError` before that."""

    def copy(self) -> Self:
        """A cheap independent copy, for search."""

    def redeal(self, seat: int, seed: int) -> Self:
        """A copy in which everything hidden from the seat is dealt anew at random."""

    def view(self, seat: int) -> Any:
        """What the seat may know (`SPECTATOR` for the public), built by inclusion."""

    def state(self) -> tuple[int, ...]:
        """Everything, secrets included: equal states are equal games from here on."""
