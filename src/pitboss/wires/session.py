"""One seat's or watcher's side of a protocol, without I/O: games into messages and back.

A message is one line without its newline; over WebSocket, one text frame.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from pitboss.games.game import Game, IllegalAction
from pitboss.play.answer import Answer, Unusable
from pitboss.play.fault import FaultKind
from pitboss.play.policy import Incident
from pitboss.play.ruling import Ruling, Turn

Note = tuple[int, ...]

# At most so many events are recalled by who comes late.
RECALLED: Final = 50


class Presence(NamedTuple):
    """Who sits at a seat of a live table, and whether it can be reached now."""

    name: str
    # "built-in", "program" or "connection".
    sort: str
    # The name of its wire; empty for who plays in our own process.
    wire: str
    here: bool


def round_seconds(seconds: float) -> float:
    """The seconds to three decimals: what `round` gives, in a tenth of its time."""
    if 0.0 <= seconds < 1e6:
        thousandths = seconds * 1000.0
        whole = int(thousandths + 0.5)
        # `round` knows best what is halfway between two.
        if -0.499 < thousandths - whole < 0.499:
            return whole / 1000
    return round(seconds, 3)


@mypyc_attr(allow_interpreted_subclasses=True)
class Session(ABC):
    """One seat, game after game; its verbs are a player's (see play/player.py).

    A watcher's session has the seat `SPECTATOR`, and is told only what everybody may know. It is
    never asked. All who watch in the same way share one, so that each message is made once.
    """

    @abstractmethod
    def begin(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        """What is sent when the game has been dealt."""

    def resume(
        self,
        game: Game,
        seat: int,
        names: Sequence[str],
        turn: Turn | None = None,  # noqa: ARG002
        seconds: float = 0.0,  # noqa: ARG002
    ) -> list[bytes]:
        """What somebody is sent who joins or returns in mid-game, the open question included.

        `turn` is the open question, with so many seconds left; None if nobody is asked.
        """
        return self.begin(game, seat, names)

    @abstractmethod
    def ask(self, game: Game, turn: int, seconds: float) -> bytes:
        """The question, when it is this seat's turn and so many seconds are left."""

    def asked(self, game: Game, turn: Turn, seconds: float) -> list[bytes]:  # noqa: ARG002
        """What a watcher is told when a seat is asked; on some wires a player too."""
        return []

    def seated(self, seats: Sequence[Presence]) -> list[bytes]:  # noqa: ARG002
        """What is told about who is there, at a live table; `begin` and `resume` tell it too."""
        return []

    def faulted(self, incident: Incident) -> list[bytes]:  # noqa: ARG002
        """What is told about a fault of any seat."""
        return []

    def recall(self, dealt: Game | None, notes: Sequence[Note]) -> None:  # noqa: B027
        """Learn what happened before this session was made, for a `resume` that tells of it.

        `notes` are the last ones; `dealt` is the game before its first action, if they are all.
        """

    @abstractmethod
    def decode(self, line: bytes, game: Game) -> Answer | Unusable:
        """What the bot's answer means; never raises, whatever the line holds."""

    @abstractmethod
    def played(self, game: Game, ruling: Ruling) -> list[bytes]:
        """What is told after something was played; the game is already past it."""

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
    def end(self, game: Game, names: Sequence[str], seed: str = "") -> list[bytes]:
        """What is sent when the game is over; a live table shows the seed it committed to."""
