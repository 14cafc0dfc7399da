"""What a wire is: a protocol, the games it has words for, and what connects over it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from pitboss.games.kind import Kind
from pitboss.games.rules import Rules
from pitboss.play.policy import Policy
from pitboss.play.time_control import TimeControl
from pitboss.wires.listen import Listener
from pitboss.wires.session import Session


class Transport(StrEnum):
    """How messages travel to a program."""

    LINES = "lines"  # its standard input and output
    WEBSOCKET = "websocket"  # it connects to us
    HTTP = "http"  # it asks us
    SOCKETIO = "socketio"  # it connects to us, or asks us


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a session is made for: the game, its times, and how much its receiver is told."""

    kind: Kind[Any, Any]
    # As text, with every knob that differs from the preset.
    rules: str
    seats: int
    control: TimeControl
    # The table's name; empty for a program that plays alone with us.
    table: str = ""
    # SHA-256 of the seed; empty where nobody is promised anything.
    commitment: str = ""
    # Whether everybody is told what the others are asked.
    all_requests: bool = False
    # Whether the receiver sees every card: the organiser's view, never a player's.
    all_cards: bool = False
    # Whether the receiver shows the game to a person, and is told more for that.
    display: bool = False
    # What the journal calls the game; empty if it is not kept.
    game_id: str = ""


class Wire(ABC):
    """A protocol as the registry knows it. Another one is one subclass and one entry point."""

    name: ClassVar[str]
    # What users type as `wire=`, one word for each dialect, and how its programs are reached.
    words: ClassVar[Mapping[str, Transport]] = {}
    # What faults cost in games that are served over it.
    policy: ClassVar[Policy]
    # What its connections say before they have a seat; None: it is spoken over lines alone.
    listener: Listener | None = None

    @abstractmethod
    def supports(self, kind: Kind[Any, Any], rules: Rules, seats: int) -> str:
        """Empty if such games can be played over it; else why not, and what to use instead.

        The text goes on from the wire's name: "is for hold'em, not for uno; use native".
        """

    def advice(self, dialect: str, rules: Rules, refused: Sequence[tuple[str, str]]) -> str:  # noqa: ARG002
        """What a bot that was refused should be played with instead; empty if it is its own fault.

        `refused` has why answers were refused, by the rules' own code where they did it, and the
        answers. The text goes on from the bot's name.
        """
        return ""

    @abstractmethod
    def session(self, setting: Setting, dialect: str = "") -> Session:
        """One seat's or watcher's side; `dialect` is one of `words`, or empty for the first."""
