"""A player as the blocking driver sees it: told what happens, asked in turn."""

from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self, TypeAlias

from mypy_extensions import mypyc_attr

from pitboss.games.game import Game, IllegalAction
from pitboss.players.fault import Fault
from pitboss.protocols.answers import Answer

Note: TypeAlias = tuple[int, ...]
# What came, and when it arrived.
Reply: TypeAlias = tuple[Answer | Fault, float]


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Whoever sits at a seat, game after game; `close` when it is no longer needed."""

    name: str

    @property
    def fresh(self) -> bool:
        """Whether it may need time to start up before it answers."""
        return False

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        """A game has been dealt, in which the player sits there."""

    def ask(self, game: Game, turn: int, deadline: float) -> Reply:
        """Its decision, or what went wrong, at the latest a moment after the deadline."""
        raise NotImplementedError

    def refused(self, fault: Fault, illegal: IllegalAction | None) -> None:
        """Its answer was refused, or replaced."""

    def played(
        self, game: Game, seat: int, actions: tuple[int, ...], notes: Sequence[Note], facts: Any
    ) -> None:
        """A seat has acted; `facts` is the ruling."""

    def end(self, game: Game, names: Sequence[str]) -> None:
        """The game is over."""

    def drop(self) -> None:
        """It is out of the game, for a fault of its own."""

    def close(self) -> None:
        """There are no more games."""

    def stderr(self) -> str:
        """The last that it wrote for its author, where there is such a thing."""
        return ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
