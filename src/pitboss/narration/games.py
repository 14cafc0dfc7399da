"""A game in words: what happened in it, event by event, with the cards of all seats."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from pitboss.games.game import Game
from pitboss.games.kind import Event, Kind
from pitboss.games.record import Record


class Line(NamedTuple):
    """A line of text for people; bots may have written parts of it."""

    text: str
    # "bold", "dim" or plain.
    style: str = ""


class FaultWords(Protocol):
    """A fault as journals keep it."""

    @property
    def seat(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def cost(self) -> str: ...
    @property
    def message(self) -> str: ...


Fault = TypeVar("Fault", bound=FaultWords)


def fault_section(
    names: Sequence[str], faults: Sequence[Fault], output: Callable[[Fault], str]
) -> Iterator[Line]:
    """What went wrong in a game, with what the bots wrote; nothing if nothing did."""
    if faults:
        yield Line("")
        yield Line("Faults", "bold")
    for fault in faults:
        yield Line(
            f"  {names[fault.seat]}, turn {fault.turn}: {fault.kind}, cost {fault.cost}: "
            f"{fault.message}"
        )
        for text in output(fault).splitlines():
            yield Line(f"    | {text}", "dim")


def replay_section(command: str) -> Iterator[Line]:
    """How to replay a game."""
    yield Line("")
    yield Line("To replay it:", "bold")
    yield Line(f"  {command}")


def seat_names(players: Sequence[str], seats: int) -> list[str]:
    """The players' names by seat, or `seat 0` and so on."""
    return list(players) if len(players) == seats else [f"seat {seat}" for seat in range(seats)]


def opening_events(kind: Kind[Any, Any], game: Game) -> list[Event]:
    """What happens before the first action, each seat's cards included."""
    public = kind.opening(game, -1)
    by_seat = [kind.opening(game, seat) for seat in range(game.seats)]
    alike = all(len(events) == len(public) for events in by_seat)
    return [
        by_seat[event.seat][at] if alike and event.seat >= 0 else event
        for at, event in enumerate(public)
    ]


def note_events(kind: Kind[Any, Any], notes: Iterable[tuple[int, ...]]) -> list[Event]:
    """An engine's notes as events, each as the seat it happens to knows it."""
    events = []
    for note in notes:
        event = kind.tell(note, -1)
        events.append(kind.tell(note, event.seat) if event.seat >= 0 else event)
    return events


def record_events(record: Record) -> list[Event]:
    """All that happened in a recorded game."""
    kind = record.kind()
    opening = opening_events(kind, record.start())
    notes: list[tuple[int, ...]] = []
    for _, _, game in record.steps():
        game.trace = notes
    return opening + note_events(kind, notes)


def record_sentences(record: Record) -> list[str]:
    """A recorded game in words, one sentence for each event."""
    kind, names = record.kind(), seat_names(record.players, record.seats)
    return [kind.sentence(event, names) for event in record_events(record)]


def event_documents(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Events for programs."""
    return [{"event": e.name, "seat": e.seat, **e.facts} for e in events]
