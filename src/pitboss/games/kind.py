"""A kind of game: everything that is known about it besides the game in progress itself."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from pitboss.games.game import SPECTATOR, Game, Result
from pitboss.games.plain import plain_object
from pitboss.games.playout import play_out
from pitboss.games.rules import Rules, read_rules, write_rules
from pitboss.games.unit import Unit

R = TypeVar("R", bound=Rules)
G = TypeVar("G", bound=Game)

# Makes a JSON object with the fields of a `NamedTuple` class, given their values in order.
ObjectMaker: TypeAlias = Callable[[Any, list[Any]], Any]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as one viewer may know it; `facts` holds what that viewer sees."""

    name: str
    seat: int
    facts: Mapping[str, Any] = field(default_factory=dict)


# Who does what nobody at the table does.
_NOBODY = "The table"


def _words(name: str) -> str:
    return name.replace("_", " ")


class BadNotation(ValueError):
    """Text that names no card, action or position; says what was expected."""


class Kind(ABC, Generic[G, R]):
    """A game as the registry knows it. Another game is one subclass and one entry point."""

    name: ClassVar[str]
    title: ClassVar[str]
    # What `payoffs` counts.
    unit: ClassVar[Unit] = Unit.SCORE
    # Events in words: for an event's name, sentences with its facts in braces, `{who}` being the
    # seat's player. The first whose facts are all known is used.
    sentences: ClassVar[Mapping[str, Sequence[str]]] = {}
    # Facts that are seats: sentences call them by their players' names.
    seat_facts: ClassVar[frozenset[str]] = frozenset({"other", "to"})
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

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        """An event in words; one that `sentences` does not know is its name and its facts."""
        facts = {name: self._fact(name, value, names) for name, value in event.facts.items()}
        who = names[event.seat] if 0 <= event.seat < len(names) else _NOBODY
        for sentence in self.sentences.get(event.name, ()):
            try:
                return sentence.format_map({**facts, "who": who})
            except KeyError:
                continue
        parts = [f"{_words(name)} {fact}" for name, fact in facts.items()]
        return ", ".join([f"{who}: {_words(event.name)}", *parts])

    def _fact(self, name: str, value: Any, names: Sequence[str]) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if name in self.seat_facts and isinstance(value, int) and 0 <= value < len(names):
            return names[value]
        if isinstance(value, list | tuple):
            return " ".join(str(item) for item in value)
        return str(value)

    def view_json(self, view: Any, make: ObjectMaker) -> Any:  # noqa: ARG002
        """A view of this game as a JSON object, with whatever has a notation as text.

        What `make` returns may stand in it, or be it; so may plain values, lists and dicts.
        """
        return plain_object(view)

    def open_json(self, game: G, make: ObjectMaker) -> Any:
        """The public view as a JSON object, with what every seat may know: for the organiser."""
        public = self.view_json(game.view(SPECTATOR), make)
        own = [self.view_json(game.view(seat), make) for seat in range(game.seats)]
        return {"public": public, "seats": own}

    def play_out(self, game: G, bots: list[Any], actions: list[int]) -> None:
        """Let bots of our own process play the game to its end, adding each action.

        Each has `decide(game, seat)`, is handed the game itself and reads only what it may.
        """
        play_out(game, bots, actions)

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
