"""The server's side of one seat over a line protocol: what a driver asks of every wire.

A line is one message without its newline; over WebSocket, one text frame.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from mypy_extensions import mypyc_attr

from pitboss.games.game import Game, IllegalAction
from pitboss.protocols.answers import Answer, Unusable

Note = tuple[int, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class SeatSession(ABC):
    """One seat in one game: messages to the bot, and what the bot's lines mean."""

    @abstractmethod
    def opening(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        """What the bot is sent when the game has been dealt."""

    @abstractmethod
    def request(self, game: Game, turn: int, seconds: float) -> bytes:
        """The question, when it is this seat's turn."""

    @abstractmethod
    def read(self, line: bytes, game: Game) -> Answer | Unusable:
        """What the bot's answer means; never raises, whatever the line holds."""

    @abstractmethod
    def played(
        self, game: Game, seat: int, actions: tuple[int, ...], notes: Sequence[Note], facts: Any
    ) -> list[bytes]:
        """What the bot is told after a seat's actions; `facts` is the ruling they came with."""

    @abstractmethod
    def refusal(self, code: str, message: str, illegal: IllegalAction | None) -> list[bytes]:
        """What the bot is told about an answer that was refused or replaced."""

    @abstractmethod
    def closing(self, game: Game, names: Sequence[str]) -> list[bytes]:
        """What the bot is sent when the game is over."""
