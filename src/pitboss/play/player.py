"""A player as both drivers see it: told what happens, asked in turn.

One verb differs. A `BlockingPlayer` answers within the question, and may block. A `LivePlayer`
(see live.py) answers later, by calling the live game back, and must never block.
"""

from collections.abc import Sequence
from types import TracebackType
from typing import Self, TypeAlias

from mypy_extensions import mypyc_attr

from pitboss.games.game import Game
from pitboss.play.answer import Answer
from pitboss.play.fault import Fault
from pitboss.play.ruling import Ruling, Turn

# What came, and when it arrived: by the player's own time, counted from the question.
Reply: TypeAlias = tuple[Answer | Fault, float]


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Whoever sits at a seat, game after game; `close` when it is no longer needed."""

    name: str

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        """A game has been dealt, in which the player sits there."""

    def refused(self, ruling: Ruling) -> None:
        """Its answer was refused, or replaced; `ruling.fault` says why."""

    def played(self, game: Game, ruling: Ruling) -> None:
        """Something was played, or a seat left; the game is already past it."""

    def end(self, game: Game, names: Sequence[str]) -> None:
        """The game is over."""

    def drop(self) -> None:
        """It is out of the game, for a fault of its own."""

    def close(self) -> None:
        """There are no more games."""

    def said(self) -> str:
        """What it answered last, as it was sent, where there is such a thing."""
        return ""

    def stderr(self) -> str:
        """The last that it wrote for its author, where there is such a thing."""
        return ""


@mypyc_attr(allow_interpreted_subclasses=True)
class BlockingPlayer(Player):
    """A player of the blocking driver."""

    @property
    def fresh(self) -> bool:
        """Whether it may need time to start up before it answers."""
        return False

    @property
    def absence(self) -> Fault | None:
        """Why it is not there at all, and is out of every game from the deal on."""
        return None

    def ask(self, game: Game, turn: Turn) -> Reply:
        """Its decision, or what went wrong, at the latest a moment after the deadline."""
        raise NotImplementedError

    def rest(self) -> None:
        """It is not its turn for a while: where it can be kept from thinking, it is."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def distinct(names: Sequence[str]) -> list[str]:
    """The names, told apart where several are equal: new, base, new-2."""
    found: list[str] = []
    for name in names:
        number, given = 1, name
        while given in found:
            number += 1
            given = f"{name}-{number}"
        found.append(given)
    return found
