"""The referee of one game: turns, deadlines, rulings on answers and faults, the record.

It does no I/O and reads no clock, so that the blocking driver and the asyncio one share it.
Legality is decided by the rules alone, in `apply`.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from pitboss.games.game import WITHDRAWAL, Game, IllegalAction, act
from pitboss.games.record import Record
from pitboss.games.registry import UnknownGame
from pitboss.play.answer import Answer
from pitboss.play.clock import Clock, TimeControl
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.policy import Cost, Incident, Policy
from pitboss.play.ruling import Ruling, Turn

__all__ = ["Incident", "Referee", "Ruling", "Turn"]

# So much of what a player wrote for its author is kept with a fault.
_STDERR: Final = 2000


class Referee:
    """One game under one policy; `ask`, then `take` until the game is over."""

    __slots__ = (
        "clock",
        "control",
        "game",
        "incidents",
        "number",
        "policy",
        "record",
        "refusals",
        "remarks",
        "turn",
    )

    def __init__(
        self,
        game: Game,
        record: Record,
        policy: Policy,
        control: TimeControl | Sequence[TimeControl],
    ) -> None:
        self.game = game
        self.record = record
        self.policy = policy
        self.control = control
        self.clock = Clock(control, game.seats)
        self.number = 0
        self.turn: Turn | None = None
        self.refusals = 0
        self.incidents: list[Incident] = []
        # What authors should know of how answers were read: turn, seat and a sentence.
        self.remarks: list[tuple[int, int, str]] = []

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
            self.turn = Turn(seat, self.number, self.clock.begin(seat, now), self._place())
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
            fault = Fault(FaultKind.ILLEGAL, self._refusal(error), error.reason)
            return self._punish(turn.seat, fault, now, error)
        finally:
            trial.trace = None
        if trial is not game:
            game.trace = notes = []
            for action in reply.actions:
                game.apply(action)
            game.trace = None
        if reply.remark:
            self.remarks.append((turn.place, turn.seat, reply.remark))
        self._close(turn.seat, reply.actions, now)
        return Ruling(turn.seat, reply.actions, notes=tuple(notes))

    def repeat(self, seat: int, actions: tuple[int, ...]) -> Ruling:
        """Play what was ruled before the game was interrupted, to go on from there."""
        self.number += 1
        self.clock.warm(seat)
        notes: list[tuple[int, ...]] = []
        self.game.trace = notes
        for action in actions:
            act(self.game, action)
        self.game.trace = None
        self.record.actions.extend(actions)
        if actions and actions[0] <= WITHDRAWAL:
            return Ruling(seat, forfeited=True, notes=tuple(notes))
        return Ruling(seat, actions, notes=tuple(notes))

    def note(self, said: str, stderr: str) -> None:
        """What the player of the last fault had sent, and had written for its author by then."""
        incident = self.incidents[-1]
        fault = incident.fault
        incident.fault = replace(fault, said=fault.said or said, stderr=stderr[-_STDERR:])

    def withdraw(self, seat: int, fault: Fault) -> Ruling:
        """Take a seat out of the game, whoever's turn it is."""
        return self._withdraw(seat, fault, fault.kind is FaultKind.TIMEOUT)

    def _withdraw(self, seat: int, fault: Fault, late: bool) -> Ruling:
        notes: list[tuple[int, ...]] = []
        self.game.trace = notes
        try:
            self.game.withdraw(seat)
        finally:
            self.game.trace = None
        self.incidents.append(Incident(self._place(), seat, fault, Cost.FORFEIT))
        self.record.actions.append(WITHDRAWAL - seat)
        # Whoever was asked may be somebody else now, or be asked something else.
        self.turn = None
        return Ruling(seat, fault=fault, forfeited=True, notes=tuple(notes), timed_out=late)

    def _punish(
        self, seat: int, fault: Fault, now: float, illegal: IllegalAction | None = None
    ) -> Ruling:
        turn = self.turn
        late = fault.kind is FaultKind.TIMEOUT or (turn is not None and now >= turn.deadline)
        cost = self.policy.cost(fault.kind)
        if cost is Cost.REFUSE:
            self.refusals += 1
            if self.refusals > self.policy.patience:
                cost = Cost.SUBSTITUTE
        if cost is Cost.FORFEIT:
            self.clock.end(seat, now)
            return self._withdraw(seat, fault, late)
        self.incidents.append(Incident(self._place(), seat, fault, cost))
        if cost is Cost.REFUSE:
            return Ruling(seat, fault=fault, illegal=illegal, timed_out=late)
        action = self.policy.substitute
        if action is None or action not in self.game.legal():
            action = self.game.fallback()
        notes: list[tuple[int, ...]] = []
        self.game.trace = notes
        self.game.apply(action)
        self.game.trace = None
        self._close(seat, (action,), now)
        return Ruling(
            seat,
            (action,),
            fault,
            illegal,
            substituted=True,
            notes=tuple(notes),
            timed_out=late,
        )

    def _place(self) -> int:
        """The place of the next action in the record, from 1."""
        return len(self.record.actions) + 1

    def _refusal(self, error: IllegalAction) -> str:
        """Why the rules refused, in words."""
        try:
            return self.record.kind().refusal_sentence(error)
        except UnknownGame:
            # A game that nobody has registered can still be refereed.
            return str(error)

    def _close(self, seat: int, actions: tuple[int, ...], now: float) -> None:
        self.clock.end(seat, now)
        self.record.actions.extend(actions)
        self.turn = None
