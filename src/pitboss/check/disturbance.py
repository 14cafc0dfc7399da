"""A wire that sends more than usual: unknown fields and messages, refusals of good answers."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from pitboss.games.game import Game, IllegalAction
from pitboss.play.answer import Answer, Unusable
from pitboss.play.ruling import Ruling
from pitboss.wires.session import Session

# The code of an answer that is refused though nothing is wrong with it.
ASKED_AGAIN: Final = "asked_again"
_UNKNOWN_FIELDS: Final[dict[str, Any]] = {
    "x_new": {"deep": [1, None, "two"], "flag": True},
    "x_note": "fields may be added; ignore what you do not know",
}
_UNKNOWN_MESSAGE: Final = b'{"type":"weather","sky":"clear","degrees":[21,9.5,null]}'


class Disturbance(Session):
    """Another session with something added."""

    def __init__(
        self, inner: Session, *, fields: bool = False, messages: bool = False, refusals: int = 0
    ) -> None:
        """So many good answers are refused."""
        self.inner = inner
        self.fields = fields
        self.messages = messages
        self.refusals = refusals

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        return self._around(self.inner.begin(game, seat, names))

    def ask(self, game: Game, turn: int, seconds: float) -> bytes:
        return b"\n".join(self._around([self.inner.ask(game, turn, seconds)]))

    def decode(self, line: bytes, game: Game) -> Answer | Unusable:
        said = self.inner.decode(line, game)
        if self.refusals > 0 and isinstance(said, Answer):
            self.refusals -= 1
            return Unusable(ASKED_AGAIN, "refused by the check, to see what you do: answer again")
        return said

    def played(self, game: Game, ruling: Ruling) -> list[bytes]:
        return self._around(self.inner.played(game, ruling))

    def refusal(self, code: str, message: str, illegal: IllegalAction | None) -> list[bytes]:
        return self._around(self.inner.refusal(code, message, illegal))

    def end(self, game: Game, names: Sequence[str], seed: str = "") -> list[bytes]:
        return self._around(self.inner.end(game, names, seed))

    def _around(self, lines: list[bytes]) -> list[bytes]:
        if self.fields:
            lines = [_with_fields(line) for line in lines]
        return [_UNKNOWN_MESSAGE, *lines] if self.messages else lines


def _with_fields(line: bytes) -> bytes:
    message = msgspec.json.decode(line)
    for part in (message, *(value for value in message.values() if isinstance(value, dict))):
        part.update(_UNKNOWN_FIELDS)
    return msgspec.json.encode(message)
