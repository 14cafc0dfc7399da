"""The messages of the native protocol, one Struct each; docs/protocols/native.md explains them."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

VERSION = 1


class Time(Struct):
    """Seconds: for each answer, in the bank for the whole game, and extra for the first answer."""

    move: float
    bank: float = 0.0
    startup: float = 0.0


class Hello(Struct, tag="hello", tag_field="type", omit_defaults=True):
    """The first message of a game: what is played, where you sit (-1: you watch), who else does."""

    protocol: int
    game: str
    rules: str
    seat: int
    seats: int
    names: list[str]
    time: Time
    # At a live table: SHA-256 of the seed that `result` shows.
    commitment: str = ""
    # For who shows the game to a person: what the journal calls it, if it is kept there.
    id: str = ""
    # The wire of the lines that follow, for a connection that brings a program.
    wire: str = ""


class Range(Struct):
    """Whole numbers that are all legal actions, such as the totals of a raise."""

    low: int
    high: int
    # The lowest and the highest as text, to show how such an action is written.
    text: list[str]


class Turn(Struct, tag="turn", tag_field="type"):
    """It is your turn: answer with `action`, naming this turn."""

    turn: int
    seconds: float
    # The single legal actions as text, and the same as numbers, in the same order.
    legal: list[str]
    codes: list[int]
    range: Range | None
    view: dict[str, Any]


class State(Struct, tag="state", tag_field="type", omit_defaults=True):
    """How things stand, for whoever comes late or comes back: what you may know of it.

    Who shows the game to a person gets it whenever another seat is asked, and before `result`.
    """

    view: dict[str, Any]
    # The open turn's number, or 0; whose turn it is, or -1; the seconds left for it.
    turn: int
    actor: int
    seconds: float
    # The last events in words, for who shows the game and comes late or comes back.
    log: list[str] | None = None
    # What the position is worth, for who sees all cards, where the game has such figures.
    figures: dict[str, Any] | None = None


class Event(Struct, tag="event", tag_field="type", omit_defaults=True):
    """Something that happened, as your seat may know it; seat -1 is nobody."""

    name: str
    seat: int
    facts: dict[str, Any]
    # The same in words, for who shows the game to a person.
    text: str = ""


class SeatNote(Struct):
    """Who sits at a seat, and whether it can be reached now."""

    name: str
    sort: Literal["built-in", "program", "connection"]
    # The protocol over which it is reached; empty for who plays inside the server.
    wire: str
    here: bool


class Seats(Struct, tag="seats", tag_field="type"):
    """For who shows the game: who is there, after `hello` and whenever that changes."""

    seats: list[SeatNote]


class FaultNote(Struct, tag="fault", tag_field="type"):
    """For who shows the game: a seat's answer could not be used, or none came."""

    seat: int
    turn: int
    kind: str
    # Asked again; the rules' fallback was played; out of the game.
    cost: Literal["none", "fallback", "forfeit"]
    message: str


class Error(Struct, tag="error", tag_field="type"):
    """Your last answer was refused or replaced."""

    code: str
    message: str
    turn: int


class Result(Struct, tag="result", tag_field="type", omit_defaults=True):
    """The game is over: places from 1 and scores, by seat."""

    places: list[int]
    scores: list[int]
    reason: str
    # At a live table, as decimal text: too long for the numbers of many JSON readers.
    seed: str = ""


class Action(Struct, tag="action", tag_field="type"):
    """Your answer to a turn: an action as text or as its number."""

    turn: int
    action: str | int


class Line(Struct, tag="line", tag_field="type"):
    """A line of another wire, for or from the program that a connection brings."""

    text: str
    # The turn that it asks for or answers; 0 if it asks nothing.
    turn: int


class TimeOrder(Struct):
    """Seconds that a table is ordered with: for each answer, and for the whole game besides."""

    move: float
    bank: float = 0.0


class Join(Struct, tag="join", tag_field="type"):
    """Over WebSocket, your first message; whoever comes first orders the game."""

    name: str
    game: str = "official,target=0"
    seats: int = 2
    # Players of the house for the last seats: built-in bots, or programs that the server names.
    house: list[str] = []
    # Seconds that built-in bots wait before they move, for people to follow.
    pace: float = 0.0
    # None: as the server is set.
    time: TimeOrder | None = None
    # What `waiting` gave you: with it you come back to your seat after a lost connection.
    token: str = ""
    # 16 to 64 characters of your own that nobody can guess: they bring you back as the token
    # does, even if the connection was lost before `waiting` came.
    secret: str = ""
    # The number of the last message that you have: you are sent those after it.
    since: int = 0
    # Whether you show the game to a person: you are told more.
    display: bool = False
    # The wire of the program that you bring, as in `pitboss play`: its lines come as `line`.
    wire: str = ""


class Watch(Struct, tag="watch", tag_field="type"):
    """Over WebSocket, your first message if you only watch."""

    # The organiser's: with it you see all cards.
    token: str = ""
    # As in `join`.
    since: int = 0
    display: bool = False


class Wanted(Struct):
    """What is going to be played at a table."""

    game: str
    rules: str
    seats: int
    house: list[str]
    time: Time


class Waiting(Struct, tag="waiting", tag_field="type", omit_defaults=True):
    """Over WebSocket, sent to all at the table until every seat is taken."""

    joined: int
    seats: int
    # Brings you back to your seat.
    token: str = ""
    # For who shows the game: who waits, the house included, and what was ordered.
    names: list[str] | None = None
    order: Wanted | None = None


class Asked(Struct, tag="asked", tag_field="type"):
    """For those who watch: a seat has been asked, and has so many seconds to answer."""

    seat: int
    turn: int
    seconds: float


ToBot = Waiting | Asked | Hello | State | Turn | Event | Seats | FaultNote | Error | Result | Line
FromBot = Join | Watch | Action | Line


def schema() -> dict[str, Any]:
    """The JSON Schemas of all messages: what a bot is sent, and what it answers."""
    (sent, answered), parts = msgspec.json.schema_components(
        [ToBot, FromBot], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The native protocol, line by line",
        "$defs": {**parts, "ToBot": sent, "FromBot": answered},
        "anyOf": [{"$ref": "#/$defs/ToBot"}, {"$ref": "#/$defs/FromBot"}],
    }
