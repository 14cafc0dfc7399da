"""Records: a game as rules, seed and actions; its replay and events, as JSON and as text.

A record is small and exact: everything about a game can be derived from it.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.games.game import WITHDRAWAL, Game, act
from pitboss.games.kind import BadNotation, Event, Kind
from pitboss.games.registry import UnknownGame, kind_named
from pitboss.games.rules import BadRules
from pitboss.games.style import StyleCounts

FORMAT = 1


class BadRecord(ValueError):
    """A record that can't be read or replayed; the message says where and why."""


class Unplayable(BadRecord):
    """A record that can be read, but whose moves are not legal."""


class Record(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One game, from the deal to its end or to where it was interrupted."""

    game: str
    rules: str
    seats: int
    seed: str = "0"
    position: str = ""
    players: list[str] = []
    actions: list[int] = []
    format: int = FORMAT

    @classmethod
    def begin(
        cls,
        kind: Kind[Any, Any],
        rules: Any,
        seats: int,
        seed: int,
        players: list[str] | None = None,
    ) -> "Record":
        """The record of a new game; append each action as it is played."""
        return cls(
            game=kind.name,
            rules=kind.write_rules(rules),
            seats=seats,
            seed=str(seed),
            players=players or [],
        )

    def kind(self) -> Kind[Any, Any]:
        """The kind of the recorded game."""
        return kind_named(self.game)

    def start(self) -> Game:
        """The game as it was before the first action."""
        try:
            if self.format != FORMAT:
                raise BadRecord(f"record format {self.format} is not known here, only {FORMAT}")
            kind = self.kind()
            rules = kind.rules(self.rules)
            game: Game
            if self.position:
                game = kind.set_up(rules, self.position)
                if game.seats != self.seats:
                    raise BadRecord(f"the position has {game.seats} seats, the record {self.seats}")
            else:
                if not self.seed.isdecimal():
                    raise BadRecord(f"seed {self.seed!r} is not a whole number")
                game = kind.new(rules, self.seats, int(self.seed))
        except (UnknownGame, BadRules, BadNotation) as error:
            raise BadRecord(str(error)) from error
        except BadRecord:
            raise
        except ValueError as error:
            raise BadRecord(f"the record can't be dealt: {error}") from error
        return game

    def replay(self) -> Game:
        """The game after the last recorded action."""
        game = self.start()
        for number, action in enumerate(self.actions):
            _play(game, number, action)
        return game

    def steps(self) -> Iterator[tuple[int, int, Game]]:
        """Each seat, its action, and the game before it; the game is one object that plays on."""
        game = self.start()
        for number, action in enumerate(self.actions):
            yield game.actor(), action, game
            _play(game, number, action)

    def events(self, viewer: int) -> list[Event]:
        """The events of the whole game as a viewer saw them."""
        kind = self.kind()
        game = self.start()
        events = kind.opening(game, viewer)
        for number, action in enumerate(self.actions):
            notes: list[tuple[int, ...]] = []
            game.trace = notes
            _play(game, number, action)
            events += [kind.tell(note, viewer) for note in notes]
        return events

    def style(self) -> list[StyleCounts]:
        """How each seat played, in its game's own figures."""
        game = self.start()
        notes: list[tuple[int, ...]] = []
        game.trace = notes
        for number, action in enumerate(self.actions):
            _play(game, number, action)
        return self.kind().count_style(game, notes)


def _play(game: Game, number: int, action: int) -> None:
    try:
        act(game, action)
    except ValueError as error:
        raise Unplayable(f"action {number} ({action}): {error}") from error


def write_json(record: Record) -> bytes:
    """The compact form: one line, without a newline."""
    return msgspec.json.encode(record)


def read_json(line: bytes | str) -> Record:
    """The record in a line that `write_json` wrote."""
    try:
        return msgspec.json.decode(line, type=Record)
    except msgspec.DecodeError as error:
        raise BadRecord(f"not a record: {error}") from error


def write_text(record: Record) -> str:
    """The readable form: a head of `Name: value` lines, a blank line, then a line per action."""
    kind = record.kind()
    head = [f"Game: {record.game}", f"Rules: {record.rules}", f"Seats: {record.seats}"]
    head.append(f"Position: {record.position}" if record.position else f"Seed: {record.seed}")
    head += [f"Player: {_one_line(name)}" for name in record.players]
    moves = [
        f"{WITHDRAWAL - action} withdraws"
        if action <= WITHDRAWAL
        else f"{seat} {kind.write_action(action)}"
        for seat, action, _ in record.steps()
    ]
    return "\n".join([*head, "", *moves, ""])


def _one_line(name: str) -> str:
    """A name with control characters spelled out: one of them may end a line."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in name)


def read_text(text: str, first_line: int = 1) -> Record:
    """The record in the readable form; each move's seat is checked.

    Raises `Unplayable` if a move is not legal. Errors count lines from `first_line`.
    """
    lines = text.splitlines()
    record = Record(game="", rules="", seats=0, players=[], actions=[])
    head = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    for number, line in enumerate(lines[:head], start=first_line):
        name, colon, value = line.partition(":")
        value = value.strip()
        match name.strip():
            case "Game" if colon:
                record.game = value
            case "Rules" if colon:
                record.rules = value
            case "Seats" if value.isdecimal():
                record.seats = int(value)
            case "Seed" if colon:
                record.seed = value
            case "Position" if colon:
                record.position = value
            case "Player" if colon:
                record.players.append(value)
            case _:
                raise BadRecord(f"line {number}: {line!r} is no head line such as 'Game: uno'")
    game = record.start()
    kind = record.kind()
    for number, line in enumerate(lines[head:], start=first_line + head):
        if not line.strip():
            continue
        action = _read_move(kind, line, number)
        seat = line.split()[0]
        if action > WITHDRAWAL and seat != str(game.actor()):
            turn = f"it is {game.actor()}'s turn" if game.actor() >= 0 else "the game is over"
            raise Unplayable(f"line {number}: seat {seat} moves, but {turn}")
        try:
            _play(game, len(record.actions), action)
        except Unplayable as error:
            raise Unplayable(f"line {number}: {line.strip()!r}: {error}") from error
        record.actions.append(action)
    return record


def _read_move(kind: Kind[Any, Any], line: str, number: int) -> int:
    seat, _, words = line.strip().partition(" ")
    if not seat.isdecimal():
        raise BadRecord(f"line {number}: {line.strip()!r} should begin with the seat's number")
    if words.strip() == "withdraws":
        return WITHDRAWAL - int(seat)
    try:
        return kind.read_action(words.strip())
    except BadNotation as error:
        raise BadRecord(f"line {number}: {error}") from error
