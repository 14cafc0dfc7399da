"""What it takes to explain decisions of a game: alternatives, worlds that fit, values, habits.

An analyst follows one game from one seat. This one does for any game; a kind may have its own
(`Kind.analyst`). It never looks at what is hidden from its seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from pitboss.games.game import Decider, Game

# Kinds make analysts.
if TYPE_CHECKING:
    from pitboss.games.kind import Kind

G = TypeVar("G", bound=Game)

# Of more actions than this only some of the range are looked at.
_MOST_ACTIONS: Final = 24
_STEPS: Final = 4


@dataclass(frozen=True, slots=True)
class Habit:
    """Something that a player does in certain situations, worth counting over many games."""

    name: str
    # Goes on after the player's name: "plays a wild though a coloured card goes".
    title: str


class Analyst(Generic[G]):
    """Any game from one seat: all legal actions, worlds as `redeal` deals them, no habits."""

    habits: ClassVar[Sequence[Habit]] = ()
    # What people should know of the numbers besides what holds for every game.
    remark: ClassVar[str] = ""

    def __init__(
        self,
        kind: "Kind[Any, Any]",
        rules: Any,
        seat: int,
        bots: list[Decider],
        known: Sequence[Any] = (),
    ) -> None:
        """The bots, one for each seat, play on after an action that is tried out.

        `known` is what `Kind.observe` has learnt of each seat's player from other games, if any.
        """
        self.kind = kind
        self.rules = rules
        self.seat = seat
        self.bots = bots
        self.known = known

    @property
    def unit(self) -> str:
        """The unit of `worth`; of shares they are percentage points."""
        return "points" if self.kind.unit.is_share else str(self.kind.unit)

    def watch(self, game: G, action: int) -> None:
        """Learn from an action that somebody is about to play."""

    def alternatives(self, game: G, played: int) -> list[int]:
        """The actions to compare, the one that was played among them."""
        legal = game.legal()
        if len(legal) <= _MOST_ACTIONS:
            actions = [*legal]
        else:
            low, high = legal.low, legal.high
            spread = range(_STEPS + 1)
            steps = [low + (high - low) * step // _STEPS for step in spread] if low <= high else []
            actions = [*list(legal.actions)[:_MOST_ACTIONS], *steps]
        return [*dict.fromkeys([played, *actions])]

    def world(self, game: G, seed: int) -> Any:
        """The game as it might be, for all that the seat knows."""
        return game.redeal(self.seat, seed)

    @property
    def is_informed(self) -> bool:
        """Whether `weight` tells worlds apart now."""
        return False

    def weight(self, world: Any) -> float:  # noqa: ARG002
        """How well such a world agrees with what the others have done, from 0 to 1."""
        return 1.0

    def worth(self, world: Any, action: int) -> float:
        """What the seat gets if it plays the action in this world, which is used up."""
        world.apply(action)
        self.kind.play_out(world, self.bots, [])
        payoff = self.kind.payoffs(self.rules, world.result())[self.seat]
        return 100 * payoff if self.kind.unit.is_share else payoff

    def habits_in(self, game: G, action: int) -> set[str]:  # noqa: ARG002
        """The names of the habits that the seat would show with this action."""
        return set()

    def spelled(self, game: G, action: int) -> str:  # noqa: ARG002
        """The action in a word or two."""
        return self.kind.write_action(action)

    def situation(self, game: G) -> str:  # noqa: ARG002
        """What the seat sees, to go on after its action: "holding r2 r7, on r5"."""
        return ""
