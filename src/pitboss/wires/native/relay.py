"""Lines of another wire over a native connection, for a program that speaks no other.

The connection is greeted, numbered and told the result as ever; what the program is to read, and
what it answers, are lines within messages.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from pitboss.games.game import Game, IllegalAction
from pitboss.games.kind import Kind
from pitboss.play.answer import Answer, Unusable
from pitboss.play.ruling import Ruling, Turn
from pitboss.wires.native.messages import Line, Time
from pitboss.wires.native.session import NativeSession
from pitboss.wires.session import Session

_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Line).decode


class RelaySession(NativeSession):
    """One seat, whose program is told and answers what the session of its own wire says."""

    def __init__(
        self,
        kind: Kind[Any, Any],
        rules: str,
        time: Time,
        spoken: Session,
        wire: str,
        *,
        commitment: str = "",
    ) -> None:
        """`wire` is the word for what `spoken` speaks."""
        super().__init__(kind, rules, time, commitment=commitment, wire=wire)
        self._spoken = spoken

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        hello = self._hello(game, seat, names)
        return [hello, *_lines(self._spoken.begin(game, seat, names))]

    def resume(
        self,
        game: Game,
        seat: int,
        names: Sequence[str],
        turn: Turn | None = None,
        seconds: float = 0.0,
    ) -> list[bytes]:
        hello = self._hello(game, seat, names)
        # Not all wires tell the open question then, so it is asked here.
        told = [hello, *_lines(self._spoken.resume(game, seat, names))]
        if turn is not None and turn.seat == seat:
            told.append(self.ask(game, turn.number, seconds))
        return told

    def ask(self, game: Game, turn: int, seconds: float) -> bytes:
        self.turn = turn
        question: bytes = _encode(Line(_text(self._spoken.ask(game, turn, seconds)), turn))
        return question

    def decode(self, line: bytes, game: Game) -> Answer | Unusable:
        try:
            said = _decode(line)
        except (ValueError, msgspec.MsgspecError, RecursionError) as error:
            return Unusable("bad_json", f"no line of a program: {error}")
        if said.turn > self.turn:
            return Unusable("bad_turn", f"turn: expected {self.turn}, got {said.turn}")
        # Before any other check: a late answer is passed over, whatever it says.
        if said.turn < self.turn:
            return Answer((), said.turn)
        answer = self._spoken.decode(said.text.encode(errors="replace"), game)
        return answer if isinstance(answer, Unusable) else Answer(answer.actions, said.turn)

    def played(self, game: Game, ruling: Ruling) -> list[bytes]:
        return _lines(self._spoken.played(game, ruling))

    def refusal(self, code: str, message: str, illegal: IllegalAction | None) -> list[bytes]:
        return _lines(self._spoken.refusal(code, message, illegal))

    def end(self, game: Game, names: Sequence[str], seed: str = "") -> list[bytes]:
        return [*_lines(self._spoken.end(game, names)), *super().end(game, names, seed)]


def _lines(lines: Sequence[bytes]) -> list[bytes]:
    return [_encode(Line(_text(line), 0)) for line in lines]


def _text(line: bytes) -> str:
    return line.decode(errors="replace")
