"""What passes between a driver and the referee: the question, and what came of the reply.

Structs, as there is one of each for every decision, and a frozen dataclass is slow to make.
"""

from dataclasses import dataclass

import msgspec

from pitboss.games.game import IllegalAction
from pitboss.play.fault import Fault
from pitboss.play.policy import Cost


class Turn(msgspec.Struct, frozen=True, gc=False):
    """A question to a seat; the number tells late answers from timely ones."""

    seat: int
    number: int
    deadline: float


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """What came of an answer or a fault."""

    seat: int
    # The actions that were played, by the player or in its place; none if it is asked again.
    actions: tuple[int, ...] = ()
    fault: Fault | None = None
    # Why the rules refused, for the protocol to put into words.
    illegal: IllegalAction | None = None
    substituted: bool = False
    forfeited: bool = False
    # What happened, for telling it as events (see `Game.trace`).
    notes: tuple[tuple[int, ...], ...] = ()
    # Whether the time was up, whatever else went wrong.
    timed_out: bool = False

    @property
    def again(self) -> bool:
        """Whether the same turn is still open: the answer was refused."""
        return not self.actions and not self.forfeited


@dataclass(slots=True)
class Incident:
    """A fault as the record of the game keeps it."""

    turn: int
    seat: int
    fault: Fault
    cost: Cost
