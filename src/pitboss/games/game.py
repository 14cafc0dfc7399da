"""The contract of every game, with its values: legal actions, refusals, results."""

from collections.abc import Iterator
from typing import Any, Final, Protocol, Self

from pitboss.games.arrays import i64, vec
from pitboss.games.rng import Rng

SPECTATOR = -1

# Larger than any action of any game.
_FAR: Final = 1 << 60

# In a record, `WITHDRAWAL - seat` stands for a seat that left the game between two actions.
WITHDRAWAL = -1000


class IllegalAction(ValueError):
    """An action that the rules forbid now: a reason for programs, facts for people."""

    def __init__(self, reason: str, **facts: Any) -> None:
        self.reason = reason
        self.facts = facts
        details = ", ".join(f"{name}={value}" for name, value in facts.items())
        super().__init__(f"{reason} ({details})" if details else reason)


class Legal:
    """The actor's legal actions: single ones, and at most one range (for raises).

    A second range has fuller forms of a listed action: accepted, but not listed and never sampled.
    """

    __slots__ = ("actions", "full_high", "full_low", "high", "low")

    def __init__(
        self,
        actions: vec[i64],
        low: i64 = 1,
        high: i64 = 0,
        full_low: i64 = 1,
        full_high: i64 = 0,
    ) -> None:
        self.actions = actions
        self.low = low
        self.high = high
        self.full_low = full_low
        self.full_high = full_high

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, int) or isinstance(action, bool):
            return False
        # A larger number would not fit the compiled comparisons below.
        if not -_FAR < action < _FAR:
            return False
        if self.low <= action <= self.high or self.full_low <= action <= self.full_high:
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
        """A random action: the range is as likely as each single action, then evenly within it.

        With only one action nothing is drawn from the generator.
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
    """A `Legal` from a plain list, for games that are not compiled."""
    return Legal(vec[i64](actions), low, high)


class Result:
    """The result of a finished game: places from 1 (ties share one) and scores, by seat."""

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

    # If a list, the game appends a note of everything that happens; `Kind.tell` explains them.
    trace: list[tuple[int, ...]] | None

    @property
    def seats(self) -> int:
        """How many seats the game began with."""

    def actor(self) -> int:
        """The seat to move; -1 when the game is over."""

    def legal(self) -> Legal:
        """The actor's legal actions; none when the game is over."""

    def apply(self, action: int) -> None:
        """Play the action, or raise `IllegalAction` and change nothing."""

    def sample(self, rng: Rng) -> int:
        """The same action as `legal().sample(rng)`, without building the set."""

    def restart(self, seed: int) -> None:
        """Become a new game with the same rules and seats, dealt from this seed."""

    def fallback(self) -> int:
        """The legal action that is played for a silent player."""

    def withdraw(self, seat: int) -> None:
        """Take a player who crashed or left out of the game; the others play on."""

    def result(self) -> Result:
        """Places and scores; raises `ValueError` while the game goes on."""

    def copy(self) -> Self:
        """A cheap independent copy, for search."""

    def redeal(self, seat: int, seed: int) -> Self:
        """A copy in which everything hidden from the seat is dealt again at random."""

    def view(self, seat: int) -> Any:
        """What the seat may know (`SPECTATOR` for the public), built by inclusion."""

    def state(self) -> tuple[int, ...]:
        """Everything, secrets included: games with equal states go on in the same way."""


class Decider(Protocol):
    """Decides for a seat; looks only at what that seat may know, and changes nothing."""

    def decide(self, game: Game, seat: int) -> int:
        """A legal action for the seat, whose turn it is."""


def act(game: Game, action: int) -> None:
    """Play an action of a record, which may be that a seat leaves."""
    if action <= WITHDRAWAL:
        game.withdraw(WITHDRAWAL - action)
    else:
        game.apply(action)


def play_out(game: Game, bots: list[Decider], actions: list[int]) -> None:
    """Play any game to its end with bots in this process, appending each action."""
    seat = game.actor()
    while seat >= 0:
        action = bots[seat].decide(game, seat)
        game.apply(action)
        actions.append(action)
        seat = game.actor()
