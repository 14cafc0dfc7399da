"""The files that `pitboss replay` reads: hand histories, and records as JSON lines or text."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn, Protocol

from pitboss.cli.options import LIVE
from pitboss.events.plan import read_game_id
from pitboss.games.holdem import HAND
from pitboss.games.holdem.game_histories import has_histories, histories_of
from pitboss.games.holdem.history import BadHistory, HandHistory
from pitboss.games.holdem.phh import read_histories
from pitboss.games.kind import Event, Kind
from pitboss.games.record import BadRecord, Record, Unplayable, read_json, read_text
from pitboss.games.seeds import commitment
from pitboss.narration.games import note_events, record_events, seat_names
from pitboss.store import GameRow, Journal
from pitboss.store.live_games import is_live

_GAME = re.compile(r"[a-z0-9]+-\d+-\d+")


class Unreadable(ValueError):
    """A file whose games can't be read; the message says where and why."""


class Source(Protocol):
    """One game of a file."""

    name: str

    def players(self) -> list[str]:
        """What to call the seats."""

    def kind(self) -> Kind[Any, Any]:
        """What game it is."""

    def events(self) -> list[Event]:
        """All that happened."""

    def mismatch(self) -> str:
        """How a replay differs from what the file says; empty if it does not."""

    def histories(self) -> list[HandHistory]:
        """Its hands as hand histories; `Unreadable` unless it is hold'em."""


class HistorySource:
    """A hand of a `.phh` or `.phhs` file."""

    def __init__(self, name: str, history: HandHistory) -> None:
        self.name = f"hand [{name}]" if name else "the hand"
        self._history = history

    def players(self) -> list[str]:
        return seat_names(self._history.players or (), self._history.seats)

    def kind(self) -> Kind[Any, Any]:
        return HAND

    def events(self) -> list[Event]:
        return note_events(HAND, self._history.notes())

    def mismatch(self) -> str:
        try:
            hand = self._history.replay()
        except BadHistory as error:
            return str(error)
        expected = self._history.finish()
        if expected is None:
            return "no finishing_stacks are recorded" if hand.actor() < 0 else "it is not over"
        if hand.stacks() == expected:
            return ""
        return f"finishing stacks {list(hand.stacks())}, but {list(expected)} are recorded"

    def histories(self) -> list[HandHistory]:
        return [self._history]


class RecordSource:
    """A game in our own record format."""

    def __init__(self, name: str, record: Record) -> None:
        self.name = name
        self._record = record

    @property
    def record(self) -> Record:
        """The game as it was recorded."""
        return self._record

    def players(self) -> list[str]:
        return seat_names(self._record.players, self._record.seats)

    def kind(self) -> Kind[Any, Any]:
        return self._record.kind()

    def events(self) -> list[Event]:
        return record_events(self._record)

    def mismatch(self) -> str:
        try:
            game = self._record.replay()
        except BadRecord as error:
            return str(error)
        return (
            f"it is not over: {self.players()[game.actor()]} is to move"
            if game.actor() >= 0
            else ""
        )

    def histories(self) -> list[HandHistory]:
        start = self._record.start()
        if not has_histories(start):
            raise Unreadable(f"{self.name} is {self._record.game}: only hold'em has hand histories")
        self._record.replay()
        return histories_of(start, self._record.actions, self._record.players)


class LiveSource(RecordSource):
    """A game that was played on a server, as the journal has it."""

    def __init__(self, row: GameRow) -> None:
        super().__init__(row.id, row.record())
        self._row = row

    def mismatch(self) -> str:
        row = self._row
        if commitment(int(row.seed or "0")) != row.commitment:
            return "its seed is not the one that was committed to"
        try:
            game = self._record.replay()
        except BadRecord as error:
            return str(error)
        if row.state == "interrupted":
            return "" if game.actor() >= 0 else "it is over, but recorded as interrupted"
        if game.actor() >= 0:
            return super().mismatch()
        result = game.result()
        if (result.places, result.scores) == (row.places, row.scores):
            return ""
        return f"scores {list(result.scores)}, but {list(row.scores)} are recorded"


class UnplayableSource:
    """A record with a move that the game does not allow."""

    def __init__(self, name: str, error: Unplayable) -> None:
        self.name = name
        self._error = error

    def players(self) -> list[str]:
        return []

    def kind(self) -> NoReturn:
        raise self._error

    def events(self) -> NoReturn:
        raise self._error

    def mismatch(self) -> str:
        return str(self._error)

    def histories(self) -> NoReturn:
        raise self._error


def is_in_journal(path: Path) -> bool:
    """Whether that names games of the journal rather than a file."""
    if path.exists():
        return False
    return str(path) == LIVE or is_live(str(path)) or _GAME.fullmatch(str(path)) is not None


def load_from(journal: Journal, name: str) -> Sequence[Source]:
    """The games of the journal that are called so, oldest first."""
    if name == LIVE:
        rows = reversed(journal.live.games())
        return [LiveSource(row) for row in rows if row.deal_is_known]
    if is_live(name):
        return [LiveSource(journal.live.find(name))]
    event, block, rotation = read_game_id(name)
    record = journal.record(journal.event(event).id, block, rotation)
    return [RecordSource(name, record)]


def load(path: Path | None) -> Sequence[Source]:
    """The games in a file, whichever of the forms it has; None is standard input."""
    try:
        content = sys.stdin.buffer.read() if path is None else path.read_bytes()
        text = content.decode()
    except OSError as error:
        raise Unreadable(f"can't be opened: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Unreadable("is no text") from error
    try:
        if text.lstrip().startswith("{"):
            return _records(text)
        if text.startswith("Game:"):
            return _texts(text)
        return [HistorySource(name, history) for name, history in read_histories(text).items()]
    except (BadHistory, BadRecord) as error:
        raise Unreadable(str(error)) from error


def _records(text: str) -> list[RecordSource]:
    sources = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            sources.append(RecordSource(f"game on line {number}", read_json(line)))
        except BadRecord as error:
            raise Unreadable(f"line {number}: {error}") from error
    return sources


def _texts(text: str) -> list[Source]:
    """Records as text, one after another: each begins with the line that names its game."""
    lines = text.splitlines(keepends=True)
    begins = [at for at, line in enumerate(lines) if line.startswith("Game:")]
    sources: list[Source] = []
    for number, begin in enumerate(begins):
        end = begins[number + 1] if number + 1 < len(begins) else len(lines)
        name = f"game {number + 1} on line {begin + 1}" if len(begins) > 1 else "the game"
        try:
            record = read_text("".join(lines[begin:end]), first_line=begin + 1)
        except Unplayable as error:
            sources.append(UnplayableSource(name, error))
        except BadRecord as error:
            raise Unreadable(f"{name}: {error}") from error
        else:
            sources.append(RecordSource(name, record))
    return sources
