"""A kind of game: everything that is known about it besides the game in progress itself."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from pitboss.games.game import Game, Result
from pitboss.games.rules import Rules, read_rules, write_rules

R = TypeVar("R", bound=Rules)
G = TypeVar("G", bound=Game)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as one viewer may know it; `facts` holds what that viewer sees."""

    name: str
    seat: int
    facts: Mapping[str, Any] = field(default_factory=dict)


class BadNotation(ValueError):
    """Text that names no card, action or position; says what was expected."""


class Kind(ABC, Generic[G, R]):
    """A game as the registry knows it. Another game is one subclass and one entry point."""

    name: ClassVar[str]
    title: ClassVar[str]
    # What `payoffs` counts: a share from 0 to 1, or bb/100.
    unit: ClassVar[str] = "score"
    # What faults cost where nothing else is said: the name of a policy.
    default_policy: ClassVar[str] = "native"

    @property
    @abstractmethod
    def presets(self) -> Mapping[str, R]:
        """The named rules; the first is the default."""

    @abstractmethod
    def seats(self, rules: R) -> range:
        """How many may play."""

    @abstractmethod
    def new(self, rules: R, seats: int, seed: int) -> G:
        """A game dealt from the seed."""

    @abstractmethod
    def set_up(self, rules: R, position: str) -> G:
        """A game from a position written by hand; `BadNotation` says what is wrong with it."""

    @abstractmethod
    def write_position(self, game: G) -> str:
        """The whole position as text that `set_up` reads back."""

    @abstractmethod
    def write_action(self, action: int) -> str:
        """An action as people write it."""

    @abstractmethod
    def read_action(self, text: str) -> int:
        """The action that the text names; `BadNotation` if none."""

    @abstractmethod
    def opening(self, game: G, viewer: int) -> list[Event]:
        """What a viewer is told before the first action: the deal, the blinds, the table card."""

    @abstractmethod
    def tell(self, note: tuple[int, ...], viewer: int) -> Event:
        """An engine's note (see `Game.trace`) as the event that this viewer may know."""

    def known(self, note: tuple[int, ...], viewer: int) -> tuple[int, ...] | None:  # noqa: ARG002
        """What this viewer may know of a note: of equal knowledge, `tell` gives equal events.

        A wire keeps events by it, and spells none twice. Whoever overrides `tell` overrides this
        too; None is always right: nothing is promised, nothing kept.
        """
        return None

    def payoffs(self, rules: R, result: Result) -> tuple[float, ...]:  # noqa: ARG002
        """What a game counts for each seat: the share of opponents beaten, a tie being half."""
        places = result.places
        most = len(places) - 1
        return tuple(
            (sum(1 for other in places if other > place) + (places.count(place) - 1) / 2) / most
            for place in places
        )

    @abstractmethod
    def audit(self, game: G) -> tuple[int, ...]:
        """All cards and chips there are, in an order of their own: no action may change it."""

    def default_wire(self, rules: R) -> str:  # noqa: ARG002
        """The wire that the game's own bots speak, as users type it."""
        return "native"

    def rules(self, text: str = "") -> R:
        """The rules that a text names; the default preset if it is empty."""
        return read_rules(text or next(iter(self.presets)), self.presets)

    def write_rules(self, rules: R) -> str:
        """The rules as text."""
        return write_rules(rules, self.presets)
