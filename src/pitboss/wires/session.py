"""One seat's side of a protocol, without I/O: games into messages, messages into answers.

A message is one line without its newline; over WebSocket, one text frame.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from mypy_extensions import mypyc_attr

from pitboss.games.game import Game, IllegalAction
from pitboss.play.answer import Answer, Unusable
from pitboss.play.fault import FaultKind
from pitboss.play.ruling import Ruling

Note = tuple[int, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class Session(ABC):
    """One seat, game after game; its verbs are a player's (see play/player.py)."""

    @abstractmethod
    def begin(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        """What the bot is sent when the game has been dealt."""

    @abstractmethod
    def ask(self, game: Game, turn: int, seconds: float) -> bytes:
        """The question, when it is this seat's turn and so many seconds are left."""

    @abstractmethod
    def decode(self, line: bytes, game: Game) -> Answer | Unusable:
        """What the bot's answer means; never raises, whatever the line holds."""

    @abstractmethod
    def played(self, game: Game, ruling: Ruling) -> list[bytes]:
        """What the bot is told after something was played; the game is already past it."""

    @abstractmethod
    def refusal(self, code: str, message: str, illegal: IllegalAction | None) -> list[bytes]:
        """What the bot is told about a message that was refused or passed over."""

    def refused(self, ruling: Ruling) -> list[bytes]:
        """What the bot is told about its answer that was refused or replaced."""
        fault = ruling.fault
        if fault is None:
            return []
        code = fault.detail if fault.kind is FaultKind.MALFORMED else fault.kind.value
        return self.refusal(code, fault.message, ruling.illegal)

    @abstractmethod
    def end(self, game: Game, names: Sequence[str]) -> list[bytes]:
        """What the bot is sent when the game is over."""
