"""What passes between a driver and the referee: the question, and what came of the reply.

Plain classes, which mypyc compiles: there is one of each for every decision. Nobody changes them.
"""

from pitboss.games.game import IllegalAction
from pitboss.play.fault import Fault, FaultKind


class Turn:
    """A question to a seat; the number tells late answers from timely ones.

    `place` is that of its action in the record, from 1. People are told that: it is another number
    once somebody has answered with several actions.
    """

    __slots__ = ("deadline", "number", "place", "seat")

    def __init__(self, seat: int, number: int, deadline: float, place: int = 0) -> None:
        self.seat = seat
        self.number = number
        self.deadline = deadline
        self.place = place or number

    def __repr__(self) -> str:
        return f"Turn(seat={self.seat}, number={self.number}, deadline={self.deadline})"


class Ruling:
    """What came of an answer or a fault."""

    __slots__ = (
        "actions",
        "fault",
        "forfeited",
        "illegal",
        "notes",
        "seat",
        "substituted",
        "timed_out",
    )

    def __init__(
        self,
        seat: int,
        actions: tuple[int, ...] = (),
        fault: Fault | None = None,
        illegal: IllegalAction | None = None,
        substituted: bool = False,
        forfeited: bool = False,
        notes: tuple[tuple[int, ...], ...] = (),
        timed_out: bool = False,
    ) -> None:
        self.seat = seat
        # The actions that were played, by the player or in its place; none if it is asked again.
        self.actions = actions
        self.fault = fault
        # Why the rules refused, for the protocol to put into words.
        self.illegal = illegal
        self.substituted = substituted
        self.forfeited = forfeited
        # What happened, for telling it as events (see `Game.trace`).
        self.notes = notes
        # Whether the time was up, whatever else went wrong.
        self.timed_out = timed_out

    @property
    def again(self) -> bool:
        """Whether the same turn is still open: the answer was refused."""
        return not self.actions and not self.forfeited

    @property
    def is_illegal(self) -> bool:
        """Whether the rules forbid what was answered."""
        return self.fault is not None and self.fault.kind is FaultKind.ILLEGAL

    def __repr__(self) -> str:
        return (
            f"Ruling(seat={self.seat}, actions={self.actions}, fault={self.fault}, "
            f"illegal={self.illegal!r}, substituted={self.substituted}, "
            f"forfeited={self.forfeited}, notes={self.notes}, timed_out={self.timed_out})"
        )
