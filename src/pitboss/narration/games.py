"""A game in words: what happened in it, event by event, with the cards of all seats."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from pitboss.games.game import Game
from pitboss.games.kind import Event, Kind
from pitboss.games.record import Record
from pitboss.narration.numbers import counted
from pitboss.play.fault import cut_around


class Line(NamedTuple):
    """A line of text for people; bots may have written parts of it."""

    text: str
    # "bold", "dim" or plain.
    style: str = ""


class RuledOn(Protocol):
    """When a fault happened, whose it was, and what it cost."""

    @property
    def seat(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def cost(self) -> str: ...


class FaultWords(RuledOn, Protocol):
    """A fault as journals keep it."""

    @property
    def kind(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def detail(self) -> str: ...
    @property
    def said(self) -> str: ...
    @property
    def stderr(self) -> str: ...


class Turn(NamedTuple):
    """A turn as a viewer knows it: the events that its action brought about."""

    # From 1, the place of its action in the record; 0 is the deal.
    number: int
    events: list[Event]


class TurnRemark(Protocol):
    """Something to know about an answer that was no fault, as journals keep it."""

    @property
    def turn(self) -> int: ...
    @property
    def text(self) -> str: ...


# Faults that are told one by one, unless all are asked for.
_FAULTS_TOLD = 10
# So much of what was sent is shown.
_SENT = 300
# What faults cost, in words.
_COSTS = {"refuse": "refused", "substitute": "played for it", "forfeit": "forfeited"}
# Of these a fault's detail is a code for programs.
_ANSWERED = ("malformed", "illegal")


def fault_sentence(fault: FaultWords, most: int = _SENT) -> str:
    """What was wrong, and what was sent: `g5 does not go on b+2; it sent {...}`."""
    sent = cut_around(fault.said, fault.message, most)
    return f"{fault.message}; it sent {sent}" if sent else fault.message


def cost_words(fault: FaultWords) -> str:
    """What a fault cost, in words."""
    return _COSTS.get(fault.cost, fault.cost)


def written_by(fault: FaultWords) -> str:
    """What the bot wrote, up to the fault; the detail often ends with its stderr already."""
    detail = "" if fault.kind in _ANSWERED else fault.detail
    if fault.stderr.strip() in detail:
        return detail.strip()
    return "\n".join(part.strip("\n") for part in (detail, fault.stderr) if part.strip())


def fault_section(
    names: Sequence[str], faults: Sequence[FaultWords], untold: int = 0, *, every: bool = False
) -> Iterator[Line]:
    """What went wrong in a game, with what the bots wrote; nothing if nothing did.

    `untold` is how many faults more there were that the journal does not describe.
    """
    if faults or untold:
        yield Line("")
        yield Line("Faults", "bold")
    told = faults if every else faults[:_FAULTS_TOLD]
    for fault in told:
        yield Line(
            f"  {names[fault.seat]}, turn {fault.turn}: {fault.kind}, {cost_words(fault)}: "
            f"{fault_sentence(fault)}"
        )
        for text in written_by(fault).splitlines():
            yield Line(f"    | {text}", "dim")
    if len(told) < len(faults):
        yield Line(f"  ... {counted(len(faults) - len(told), 'more fault')}: --all")
    if untold:
        yield Line(
            f"  {counted(untold, 'more fault')} of which only the number was kept; "
            "--transcript, when playing, keeps every line"
        )


def turn_lines(
    kind: Kind[Any, Any],
    names: Sequence[str],
    turns: Sequence[Turn],
    faults: Sequence[FaultWords],
    remarks: Sequence[TurnRemark] = (),
) -> Iterator[Line]:
    """A game turn by turn; what was refused, or played for a bot, is marked with the reason."""
    width = max(3, len(str(turns[-1].number if turns else 0)))
    blank = " " * width
    for turn in turns:
        number = f"{turn.number or '':>{width}}"
        marks = []
        for fault in faults:
            if fault.turn != turn.number:
                continue
            told = f"{cost_words(fault)}: {fault_sentence(fault)}"
            if fault.cost == "refuse":
                yield Line(f"{number}  {names[fault.seat]} is {told}")
                number = blank
            else:
                marks.append(told)
        marks += [remark.text for remark in remarks if remark.turn == turn.number]
        for event in turn.events:
            mark = f"  ({'; '.join(marks)})" if marks else ""
            yield Line(f"{number}  {kind.sentence(event, names)}{mark}")
            number, marks = blank, []


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


def record_turns(record: Record, viewer: int | None = None) -> list[Turn]:
    """A recorded game turn by turn as a viewer knows it; without one, with everybody's cards."""
    kind, game = record.kind(), record.start()
    opening = opening_events(kind, game) if viewer is None else kind.opening(game, viewer)
    by_action: list[list[tuple[int, ...]]] = []
    for _, _, played in record.steps():
        by_action.append([])
        played.trace = by_action[-1]
    return [
        Turn(0, opening),
        *(
            Turn(
                number,
                note_events(kind, notes)
                if viewer is None
                else [kind.tell(note, viewer) for note in notes],
            )
            for number, notes in enumerate(by_action, start=1)
        ),
    ]


def record_events(record: Record) -> list[Event]:
    """All that happened in a recorded game."""
    return [event for turn in record_turns(record) for event in turn.events]


def record_sentences(record: Record) -> list[str]:
    """A recorded game in words, one sentence for each event."""
    kind, names = record.kind(), seat_names(record.players, record.seats)
    return [kind.sentence(event, names) for event in record_events(record)]


def turn_documents(turns: Iterable[Turn]) -> list[dict[str, Any]]:
    """The events of turns for programs, each with the number of its turn."""
    return [
        {**document, "turn": turn.number}
        for turn in turns
        for document in event_documents(turn.events)
    ]


def event_documents(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Events for programs."""
    return [{"event": e.name, "seat": e.seat, **e.facts} for e in events]
