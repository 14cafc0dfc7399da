"""Games told to people: each event as a line, with the cards as the seat concerned sees them."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.games.game import Game
    from pitboss.games.kind import Event, Kind
    from pitboss.games.record import Record

# Events of our games as sentences; the first that the facts can fill is used. Any other event is
# told by its name and its facts.
_SENTENCES: dict[str, tuple[str, ...]] = {
    "called": ("{who} calls {chips}",),
    "called_uno": ("{who} calls UNO",),
    "caught": ("{who} catches {other}",),
    "challenged": ("{who} challenges {other}, guilty: {guilty}",),
    "checked": ("{who} checks",),
    "chose_colour": ("{who} chooses {colour}",),
    "dealt": ("{who} is dealt {cards}",),
    "drew": ("{who} draws {cards}", "{who} draws {count}"),
    "eliminated": ("{who} is out, place {place}",),
    "first_card": ("The first card is {card}",),
    "folded": ("{who} folds",),
    "forgot_uno": ("{who} forgets to call UNO",),
    "game_over": ("The game is over: {ending}", "The game is over; scores {scores}"),
    "hand_dealt": ("Hand {hand}: {button} is the dealer; stacks {stacks}",),
    "hand_over": ("Hand {hand} is over; stacks {stacks}",),
    "hole_cards": ("{who} is dealt {cards}",),
    "passed": ("{who} passes",),
    "played": ("{who} plays {card}",),
    "posted": ("{who} posts {chips}, {what}",),
    "raised": ("{who} raises to {total}",),
    "returned": ("{who} takes back {chips}",),
    "round_over": ("The round is over: {ending}; {who} gets {points}; scores {scores}",),
    "shown": ("{who} shows {cards}",),
    "skipped": ("{who} is skipped",),
    "street": ("The {street}: {board}",),
    "swapped": ("{who} swaps hands with {other}",),
    "took": ("{who} takes {count}",),
    "withdrew": ("{who} leaves",),
    "won": ("{who} wins {chips}",),
}
_SEATS = frozenset({"button", "other", "to"})
_NOBODY = "The table"


def seat_names(players: Sequence[str], seats: int) -> list[str]:
    """What to call the seats: their players' names, or `seat 0` and so on."""
    return list(players) if len(players) == seats else [f"seat {seat}" for seat in range(seats)]


def opening(kind: "Kind[Any, Any]", game: "Game") -> "list[Event]":
    """What is told before the first action, each seat's cards included."""
    told = kind.opening(game, -1)
    by_seat = [kind.opening(game, seat) for seat in range(game.seats)]
    alike = all(len(events) == len(told) for events in by_seat)
    return [
        by_seat[event.seat][at] if alike and event.seat >= 0 else event
        for at, event in enumerate(told)
    ]


def tell(kind: "Kind[Any, Any]", notes: Iterable[tuple[int, ...]]) -> "list[Event]":
    """The notes as events, each as the seat it happens to knows it."""
    told = []
    for note in notes:
        event = kind.tell(note, -1)
        told.append(kind.tell(note, event.seat) if event.seat >= 0 else event)
    return told


def record_events(record: "Record") -> "list[Event]":
    """All that happened in a recorded game."""
    kind = record.kind()
    told = opening(kind, record.start())
    notes: list[tuple[int, ...]] = []
    for _, _, game in record.steps():
        game.trace = notes
    return told + tell(kind, notes)


def line(event: "Event", names: Sequence[str]) -> str:
    """An event as a line of text."""
    facts = {name: _fact(name, value, names) for name, value in event.facts.items()}
    facts["who"] = names[event.seat] if 0 <= event.seat < len(names) else _NOBODY
    for sentence in _SENTENCES.get(event.name, ()):
        try:
            return sentence.format_map(facts)
        except KeyError:
            continue
    who = facts.pop("who")
    told = [f"{name.replace('_', ' ')} {fact}" for name, fact in facts.items()]
    return ", ".join([f"{who}: {event.name.replace('_', ' ')}", *told])


def _fact(name: str, value: Any, names: Sequence[str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name in _SEATS and isinstance(value, int) and 0 <= value < len(names):
        return names[value]
    if isinstance(value, list | tuple):
        return " ".join(str(item) for item in value)
    return str(value)


def document(events: "Iterable[Event]") -> list[dict[str, Any]]:
    """Events for programs."""
    return [{"event": e.name, "seat": e.seat, **e.facts} for e in events]
