"""A kind of game: its rules, notation, events, JSON and payoffs; `Game` is one in progress."""

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from pitboss.games.analyst import Analyst
from pitboss.games.game import SPECTATOR, Decider, Game, IllegalAction, Result, play_out
from pitboss.games.rules import Rules, read_rules, write_rules
from pitboss.games.style import StyleCounts, StyleFigure
from pitboss.games.unit import SHARES, PayoffLimits, Unit

R = TypeVar("R", bound=Rules)
G = TypeVar("G", bound=Game)

_SCALARS: Final = frozenset([bool, int, float, str, type(None)])

# Makes a JSON object from a `NamedTuple` class and the values of its fields in order.
ObjectMaker: TypeAlias = Callable[[Any, list[Any]], Any]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; `facts` holds what one viewer may know of it."""

    name: str
    seat: int
    facts: Mapping[str, Any] = field(default_factory=dict)


# The subject of a sentence about no seat.
_NOBODY = "The table"


def _words(name: str) -> str:
    return name.replace("_", " ")


class BadNotation(ValueError):
    """A text that is no card, action or position; the message says what was expected."""


class Kind(ABC, Generic[G, R]):
    """A game as the registry knows it. To add a game, write a subclass and an entry point."""

    name: ClassVar[str]
    title: ClassVar[str]
    # The unit of `payoffs`.
    unit: ClassVar[Unit] = Unit.SCORE
    # Sentences by the name of the event, with facts in braces; `{who}` is the seat's player. The
    # first sentence whose facts are all known is used.
    sentences: ClassVar[Mapping[str, Sequence[str]]] = {}
    # Why the rules refuse an action, by the reason of the `IllegalAction`, in the same way.
    refusals: ClassVar[Mapping[str, Sequence[str]]] = {}
    # The facts that are seats; sentences show the player's name for them.
    seat_facts: ClassVar[frozenset[str]] = frozenset({"other", "to"})
    # The name of the policy that applies to faults unless another is chosen.
    default_policy: ClassVar[str] = "native"
    # What tells styles of play apart; `count_style` counts them.
    style_figures: ClassVar[Sequence[StyleFigure]] = ()

    @property
    @abstractmethod
    def presets(self) -> Mapping[str, R]:
        """The rules by name; the first is the default."""

    @property
    def earlier(self) -> Sequence[R]:
        """Former versions of presets, under which old records are replayed."""
        return ()

    @abstractmethod
    def seats(self, rules: R) -> range:
        """The numbers of players allowed."""

    def relabellings(self, rules: R) -> int:  # noqa: ARG002
        """In how many ways suits or colours can be exchanged without a difference: 24, or 1."""
        return 1

    @abstractmethod
    def new(self, rules: R, seats: int, seed: int) -> G:
        """A game dealt from the seed."""

    @abstractmethod
    def set_up(self, rules: R, position: str) -> G:
        """A game set up from a position; raises `BadNotation` if it makes no sense."""

    @abstractmethod
    def write_position(self, game: G) -> str:
        """The whole position as text for `set_up`."""

    @abstractmethod
    def write_action(self, action: int) -> str:
        """An action as people write it."""

    @abstractmethod
    def read_action(self, text: str) -> int:
        """The action that the text names; raises `BadNotation` if there is none."""

    @abstractmethod
    def opening(self, game: G, viewer: int) -> list[Event]:
        """What a viewer sees before the first action: the deal, the blinds, the first card."""

    @abstractmethod
    def tell(self, note: tuple[int, ...], viewer: int) -> Event:
        """An engine's note (see `Game.trace`) as an event with the facts this viewer may know."""

    def known(self, note: tuple[int, ...], viewer: int) -> tuple[int, ...] | None:  # noqa: ARG002
        """The part of a note that this viewer may know, or None.

        Where it is equal for two viewers, `tell` must give them equal events: wires use it as a
        key, to encode each event once. None is always correct and turns this off.
        """
        return None

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        """An event in words; without a sentence for it, its name and its facts."""
        facts = {name: self._fact(name, value, names) for name, value in event.facts.items()}
        who = names[event.seat] if 0 <= event.seat < len(names) else _NOBODY
        for sentence in self.sentences.get(event.name, ()):
            try:
                return sentence.format_map({**facts, "who": who})
            except KeyError:
                continue
        parts = [f"{_words(name)} {fact}" for name, fact in facts.items()]
        return ", ".join([f"{who}: {_words(event.name)}", *parts])

    def refusal_sentence(self, error: IllegalAction) -> str:
        """Why the rules refused, in the game's own notation; without a sentence, its facts."""
        facts = self.refusal_facts(error)
        for sentence in self.refusals.get(error.reason, ()):
            try:
                return sentence.format_map(facts)
            except KeyError:
                continue
        told = ", ".join(f"{_words(name)} {fact}" for name, fact in facts.items())
        return f"{_words(error.reason)} ({told})" if told else _words(error.reason)

    def refusal_facts(self, error: IllegalAction) -> dict[str, str]:
        """The facts of a refusal as people write them; what says nothing is left out."""
        return {name: str(value) for name, value in error.facts.items()}

    def _fact(self, name: str, value: Any, names: Sequence[str]) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if name in self.seat_facts and isinstance(value, int) and 0 <= value < len(names):
            return names[value]
        if isinstance(value, list | tuple):
            return " ".join(str(item) for item in value)
        return str(value)

    def is_in(self, game: G, seat: int) -> bool:  # noqa: ARG002
        """Whether the seat still plays; False once it can't be asked again."""
        return True

    def view_json(self, view: Any, make: ObjectMaker) -> Any:  # noqa: ARG002
        """A view of this game as a JSON object, with cards, actions and the like as text.

        It is made of plain values, lists, dicts and what `make` returns.
        """
        return json_object(view)

    def view_text(self, game: G, viewer: int) -> str | None:  # noqa: ARG002
        """The JSON text of `view_json(game.view(viewer))`, where the game can write it faster.

        Whoever overrides `view_json` overrides this too. None is always right: the wire encodes
        what `view_json` gives.
        """
        return None

    def open_json(self, game: G, make: ObjectMaker) -> Any:
        """The game as a JSON object with all cards, for the organiser."""
        public = self.view_json(game.view(SPECTATOR), make)
        own = [self.view_json(game.view(seat), make) for seat in range(game.seats)]
        return {"public": public, "seats": own}

    def ended_json(self, game: G, action: int, make: ObjectMaker) -> list[Any]:  # noqa: ARG002
        """The hands or rounds that this action ends and others follow, each as it ended.

        `game` is how it stands before the action, and stays so. Like `open_json` they have all
        cards; a game that does not deal anew before its end has none.
        """
        return []

    def figures(self, game: G) -> Mapping[str, Any] | None:  # noqa: ARG002
        """What the position is worth to whoever sees all cards, as JSON values by name; or None."""
        return None

    def play_out(self, game: G, bots: list[Any], actions: list[int]) -> None:
        """Let bots in this process play the game to its end, appending each action.

        Each bot has `decide(game, seat)`. It gets the game itself and must look only at what its
        seat may know.
        """
        play_out(game, bots, actions)

    def payoffs(self, rules: R, result: Result) -> tuple[float, ...]:  # noqa: ARG002
        """The result in `unit` by seat; by default the share of opponents beaten, ties as half."""
        places = result.places
        most = len(places) - 1
        return tuple(
            (sum(1 for other in places if other > place) + (places.count(place) - 1) / 2) / most
            for place in places
        )

    def payoff_limits(self, rules: R, seats: int) -> PayoffLimits | None:  # noqa: ARG002
        """What `payoffs` can be at most; None: they have no known limits."""
        return SHARES if self.unit.is_share else None

    def count_style(self, game: G, trace: Sequence[tuple[int, ...]]) -> list[StyleCounts]:  # noqa: ARG002
        """The counts of `style_figures` by seat, from a game's end and all its notes.

        The first deal is not among the notes. Empty: this game counts nothing.
        """
        return []

    def observe(self, known: Any, game: G, action: int) -> Any:  # noqa: ARG002
        """What is known of how the actor plays, with this action added; None: nothing.

        The game is one of the past, all of whose cards may be looked at.
        """
        return known

    def analyst(
        self, rules: R, seat: int, bots: list[Decider], known: Sequence[Any] = ()
    ) -> Analyst[G]:
        """Who explains a game's decisions from this seat; the bots play on after each.

        `known` is what was observed of each seat's player in other games, if anything.
        """
        return Analyst(self, rules, seat, bots, known)

    @abstractmethod
    def audit(self, game: G) -> tuple[int, ...]:
        """All cards and chips in the game, sorted: no action may change this."""

    def default_wire(self, rules: R) -> str:  # noqa: ARG002
        """The usual wire of this game, by the name that users type."""
        return "native"

    def rules(self, text: str = "") -> R:
        """The rules that a text names; the default preset if it is empty."""
        return read_rules(text or next(iter(self.presets)), self.presets, self.earlier)

    def write_rules(self, rules: R) -> str:
        """The rules as text."""
        return write_rules(rules, self.presets, self.earlier)


def json_value(value: Any) -> Any:
    """A part of a view, or a fact, as JSON values: records and mappings become objects."""
    # By far the commonest, so checked before the slower tests.
    kind = type(value)
    if kind in _SCALARS:
        return value
    if kind is dict:
        return _fields(value)
    if kind is list:
        return [json_value(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _fields({f.name: getattr(value, f.name) for f in dataclasses.fields(value)})
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return _fields(value._asdict())
    if isinstance(value, Mapping):
        return _fields(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        return [json_value(item) for item in value]
    if isinstance(value, (int, float, str)):
        return value
    return str(value)


def json_object(view: Any) -> dict[str, Any]:
    """A view as a JSON object; one without fields is put under the key `view`."""
    value = json_value(view)
    return value if isinstance(value, dict) else {"view": value}


def _fields(values: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(name): json_value(value) for name, value in values.items()}
