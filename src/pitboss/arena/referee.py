"""The referee of one game: turns, deadlines, rulings on answers and faults, the record.

It does no I/O and reads no clock, so that the blocking driver and the asyncio one share it.
Legality is decided by the rules alone, in `apply`.
"""

from dataclasses import dataclass, field
from typing import Any

import msgspec

from pitboss.arena.clock import Clock, TimeControl
from pitboss.arena.policy import Cost, Policy
from pitboss.games.game import WITHDRAWAL, Game, IllegalAction
from pitboss.players.fault import Fault, FaultKind
from pitboss.protocols.answers import Answer
from pitboss.records import Record


# Structs, as there is one of each for every decision, and a frozen dataclass is slow to make.
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


@dataclass(slots=True)
class Referee:
    """One game under one policy; `ask`, then `take` until the game is over."""

    game: Game
    record: Record
    policy: Policy
    control: TimeControl
    clock: Clock = field(init=False)
    number: int = 0
    turn: Turn | None = None
    refusals: int = 0
    incidents: list[Incident] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock = Clock(self.control, self.game.seats)

    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.actor() < 0

    def ask(self, now: float) -> Turn:
        """The question for the actor; asking again gives the same turn."""
        seat = self.game.actor()
        if seat < 0:
            raise ValueError("the game is over")
        if self.turn is None:
            self.number += 1
            self.refusals = 0
            self.turn = Turn(seat, self.number, self.clock.begin(seat, now))
        return self.turn

    def take(self, reply: Answer | Fault, now: float) -> Ruling:
        """Rule on the actor's reply to the open turn; `now` is when it arrived."""
        turn = self.turn
        if turn is None:
            raise ValueError("nobody was asked")
        if isinstance(reply, Fault):
            return self._punish(turn.seat, reply, now)
        if now > turn.deadline:
            late = Fault(FaultKind.TIMEOUT, "your answer came too late")
            return self._punish(turn.seat, late, now)
        game = self.game
        # Several actions are one decision: all of them, or none.
        trial: Any = game if len(reply.actions) == 1 else game.copy()
        notes: list[tuple[int, ...]] = []
        trial.trace = notes
        try:
            for action in reply.actions:
                trial.apply(action)
        except IllegalAction as error:
            fault = Fault(FaultKind.ILLEGAL, str(error))
            return self._punish(turn.seat, fault, now, error)
        finally:
            trial.trace = None
        if trial is not game:
            game.trace = notes = []
            for action in reply.actions:
                game.apply(action)
            game.trace = None
        self._close(turn.seat, reply.actions, now)
        return Ruling(turn.seat, reply.actions, notes=tuple(notes))

    def withdraw(self, seat: int, fault: Fault) -> Ruling:
        """Take a seat out of the game, whoever's turn it is."""
        notes: list[tuple[int, ...]] = []
        self.game.trace = notes
        try:
            self.game.withdraw(seat)
        finally:
            self.game.trace = None
        self.record.actions.append(WITHDRAWAL - seat)
        self.incidents.append(Incident(self.number, seat, fault, Cost.FORFEIT))
        # Whoever was asked may be somebody else now, or be asked something else.
        self.turn = None
        return Ruling(seat, fault=fault, forfeited=True, notes=tuple(notes))

    def _punish(
        self, seat: int, fault: Fault, now: float, illegal: IllegalAction | None = None
    ) -> Ruling:
        cost = self.policy.cost(fault.kind)
        if cost is Cost.REFUSE:
            self.refusals += 1
            if self.refusals > self.policy.patience:
                cost = Cost.SUBSTITUTE
        if cost is Cost.FORFEIT:
            self.clock.end(seat, now)
            return self.withdraw(seat, fault)
        self.incidents.append(Incident(self.number, seat, fault, cost))
        if cost is Cost.REFUSE:
            return Ruling(seat, fault=fault, illegal=illegal)
        action = self.policy.substitute
        if action is None or action not in self.game.legal():
            action = self.game.fallback()
        notes: list[tuple[int, ...]] = []
        self.game.trace = notes
        self.game.apply(action)
        self.game.trace = None
        self._close(seat, (action,), now)
        return Ruling(seat, (action,), fault, illegal, substituted=True, notes=tuple(notes))

    def _close(self, seat: int, actions: tuple[int, ...], now: float) -> None:
        self.clock.end(seat, now)
        self.record.actions.extend(actions)
        self.turn = None
