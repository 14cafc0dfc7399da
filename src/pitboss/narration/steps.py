"""A recorded game step by step, with all cards, for replays; games.py tells it in one piece.

A step is an action and what follows from it. Where a hand ends and the next one is dealt, the deal
is a step of its own, so that the end can be looked at.
"""

import functools
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec

from pitboss.games.arrays import COMPILED
from pitboss.games.game import SPECTATOR, WITHDRAWAL, Game, act
from pitboss.games.kind import Event, Kind, json_value
from pitboss.games.record import Record
from pitboss.narration.games import RuledOn, seat_names

# Between two copies of the game as many actions are played again.
_STRIDE: Final = 500
# Without compiled engines figures take long: longer games have none then.
_LONGEST_MEASURED: Final = 200
# The event with which a part of a game begins, and what the part is called.
_PARTS: Final = {"hand_dealt": "hand", "dealt": "round"}

_Note = tuple[int, ...]


class StepEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that happened, with all that can be known now that the game is over."""

    name: str
    seat: int
    facts: dict[str, Any]
    text: str
    # What those were told who did not know all of it, and the seats that did know.
    public: str | msgspec.UnsetType = msgspec.UNSET
    known: list[int] | msgspec.UnsetType = msgspec.UNSET


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one action, or a deal, changed; step 0 is the first deal."""

    number: int
    # Who acted, and how; -1 and null for a deal.
    actor: int
    action: str | None
    events: list[StepEvent]
    # After the action, with all cards.
    view: Any
    # What the position is worth to each seat, where the game has such figures.
    figures: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """A step to jump to: a `hand` or a `round` begins with it, or there was a `fault`."""

    step: int
    kind: str
    text: str


class Replayed:
    """A record that has been played through once, so that any part of it is shown quickly."""

    def __init__(self, record: Record) -> None:
        """Play the record through; `BadRecord` if that is not possible."""
        self.record = record
        self.kind: Kind[Any, Any] = record.kind()
        self.names = seat_names(record.players, record.seats)
        # Where hands and rounds begin.
        self.parts: list[Mark] = []
        # By action: the seat, and the first step.
        self._actors: list[int] = []
        self._steps: list[int] = []
        # Copies of the game after every so many actions, by the number of the step that follows.
        self._follows: list[int] = []
        self._copies: list[Game] = []
        self._play_through()

    def _play_through(self) -> None:
        total = 1
        last: Game | None = None
        for number, (actor, action, game) in enumerate(self.record.steps()):
            if last is not None:
                total += self._visit(total, game)
            if number % _STRIDE == 0:
                self._keep(total, game)
            self._actors.append(WITHDRAWAL - action if action <= WITHDRAWAL else actor)
            self._steps.append(total)
            game.trace = []
            last = game
        if last is None:
            self._keep(total, self.record.start())
        else:
            total += self._visit(total, last)
        # The number of steps, the first deal included.
        self.total = total
        # How it ended; None if it was interrupted.
        self.result = last.result() if last is not None and last.actor() < 0 else None

    def _keep(self, follows: int, game: Game) -> None:
        game.trace = None
        self._follows.append(follows)
        self._copies.append(game.copy())

    def _visit(self, step: int, game: Game) -> int:
        """Note the parts that begin with the last action; the number of its steps."""
        pieces = self._pieces(game.trace or [])
        for at, notes in enumerate(pieces):
            for note in notes:
                event = self.kind.tell(note, SPECTATOR)
                if event.name in _PARTS:
                    text = self.kind.sentence(event, self.names)
                    self.parts.append(Mark(step=step + at, kind=_PARTS[event.name], text=text))
                    break
        return len(pieces)

    def _pieces(self, notes: Sequence[_Note]) -> list[Sequence[_Note]]:
        """The notes of an action, cut where a deal follows."""
        cuts = [at for at in range(1, len(notes)) if self._begins_part(notes[at], notes[at - 1])]
        bounds = [0, *cuts, len(notes)]
        return [notes[bounds[at] : bounds[at + 1]] for at in range(len(bounds) - 1)]

    def _begins_part(self, note: _Note, before: _Note) -> bool:
        name = self.kind.tell(note, SPECTATOR).name
        return name in _PARTS and self.kind.tell(before, SPECTATOR).name != name

    # Showing it.

    def turn_at(self, step: int) -> int:
        """The number of the turn that is open after a step, where each turn was one action."""
        return bisect_right(self._steps, step) + 1

    def steps(self, first: int, count: int) -> list[Step]:
        """Some of the steps."""
        wanted = range(max(0, first), min(self.total, first + count))
        found = [self._deal()] if 0 in wanted else []
        if len(wanted) > len(found):
            found += self._played(range(max(1, wanted.start), wanted.stop))
        return found

    def _deal(self) -> Step:
        kind, game = self.kind, self._copies[0]
        by_viewer = [kind.opening(game, viewer) for viewer in range(-1, game.seats)]
        alike = all(len(events) == len(by_viewer[0]) for events in by_viewer)
        # The public's, then by seat.
        told = zip(*by_viewer, strict=True) if alike else ((one,) for one in by_viewer[0])
        events = [self._event(functools.partial(_told_to, one)) for one in told]
        return Step(
            number=0,
            actor=-1,
            action=None,
            events=events,
            view=kind.open_json(game, _plain_object),
            figures=self._figures(game),
        )

    def _figures(self, game: Game) -> dict[str, Any] | msgspec.UnsetType:
        if not COMPILED and self.total > _LONGEST_MEASURED:
            return msgspec.UNSET
        worth = self.kind.figures(game)
        return msgspec.UNSET if worth is None else dict(worth)

    def _played(self, wanted: range) -> Iterator[Step]:
        at = bisect_right(self._follows, wanted.start) - 1
        game, number = self._copies[at].copy(), self._follows[at]
        for index in range(at * _STRIDE, len(self.record.actions)):
            if number >= wanted.stop:
                return
            action = self.record.actions[index]
            before, notes = game.copy(), list[_Note]()
            game.trace = notes
            act(game, action)
            pieces = self._pieces(notes)
            if number + len(pieces) > wanted.start:
                views = self.kind.ended_json(before, action, _plain_object) if pieces[1:] else []
                views.append(self.kind.open_json(game, _plain_object))
                for piece, told in enumerate(pieces):
                    if number + piece not in wanted:
                        continue
                    view = views[piece] if len(views) == len(pieces) else views[-1]
                    # Of a hand that has made way for the next one nothing is open any more.
                    is_open = piece == len(pieces) - 1
                    worth = self._figures(game) if is_open else msgspec.UNSET
                    index_of = None if piece else index
                    yield self._step(number + piece, index_of, told, view, worth)
            number += len(pieces)

    def _step(
        self,
        number: int,
        index: int | None,
        notes: Sequence[_Note],
        view: Any,
        figures: dict[str, Any] | msgspec.UnsetType,
    ) -> Step:
        tell = self.kind.tell
        return Step(
            number=number,
            actor=-1 if index is None else self._actors[index],
            action=None if index is None else self._written(self.record.actions[index]),
            events=[self._event(functools.partial(tell, note)) for note in notes],
            view=view,
            figures=figures,
        )

    def _written(self, action: int) -> str:
        return "leave" if action <= WITHDRAWAL else self.kind.write_action(action)

    def _event(self, tell: Callable[[int], Event]) -> StepEvent:
        public = tell(SPECTATOR)
        best = tell(public.seat) if public.seat >= 0 else public
        text, told = (self.kind.sentence(event, self.names) for event in (best, public))
        hidden = text != told
        seats = range(self.record.seats)
        return StepEvent(
            name=best.name,
            seat=best.seat,
            facts=json_value(dict(best.facts)),
            text=text,
            public=told if hidden else msgspec.UNSET,
            known=[seat for seat in seats if tell(seat) == best] if hidden else msgspec.UNSET,
        )

    def step_of(self, fault: RuledOn) -> int:
        """The step in which a fault was ruled on.

        Turns are not in records, and a turn may be several actions: it is the first action of this
        seat that can have belonged to the turn, or the one with which it left.
        """
        if fault.cost == "forfeit":
            leaving = WITHDRAWAL - fault.seat
            if leaving in self.record.actions:
                return self._steps[self.record.actions.index(leaving)]
        for index in range(max(0, fault.turn - 1), len(self._actors)):
            if self._actors[index] == fault.seat:
                return self._steps[index]
        return self.total - 1


def _told_to(events: Sequence[Event], viewer: int) -> Event:
    return events[viewer + 1] if len(events) > 1 else events[0]


def _plain_object(record: Any, values: list[Any]) -> dict[str, Any]:
    return dict(zip(record._fields, values, strict=True))
