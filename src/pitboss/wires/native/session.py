"""The server's side of one seat over the native protocol."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from pitboss.games.game import Game, IllegalAction
from pitboss.games.kind import Kind
from pitboss.play.answer import Answer, Unusable
from pitboss.play.ruling import Ruling
from pitboss.wires.native.decode import read_action
from pitboss.wires.native.encode import encoder_of, event_line, plain_view
from pitboss.wires.native.messages import (
    VERSION,
    Error,
    Hello,
    Range,
    Result,
    Time,
    Turn,
)
from pitboss.wires.session import Session

_encode: Final = msgspec.json.Encoder().encode


class NativeSession(Session):
    """One seat in one game of any kind."""

    def __init__(self, kind: Kind[Any, Any], rules: str, time: Time) -> None:
        self.kind = kind
        self.rules = rules
        self.time = time
        self.seat = 0
        self.turn = 0
        self._encoder = encoder_of(kind)

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        self.seat = seat
        self.turn = 0
        hello = Hello(
            protocol=VERSION,
            game=self.kind.name,
            rules=self.rules,
            seat=seat,
            seats=game.seats,
            names=list(names),
            time=self.time,
        )
        events = [event_line(event) for event in self.kind.opening(game, seat)]
        return [_encode(hello), *events]

    def ask(self, game: Game, turn: int, seconds: float) -> bytes:
        self.turn = turn
        legal = game.legal()
        codes = list(legal.actions)
        encoder = self._encoder
        ends: Range | None = None
        if legal.low <= legal.high:
            low, high = legal.low, legal.high
            ends = Range(low, high, encoder.write_actions([low, high]))
        view = plain_view(game.view(self.seat))
        said = Turn(turn, round(seconds, 3), encoder.write_actions(codes), codes, ends, view)
        return _encode(said)

    def decode(self, line: bytes, game: Game) -> Answer | Unusable:  # noqa: ARG002
        return read_action(line, self.turn, self._encoder)

    def played(self, game: Game, ruling: Ruling) -> list[bytes]:  # noqa: ARG002
        return self._encoder.events(ruling.notes, self.seat)

    def refusal(self, code: str, message: str, illegal: IllegalAction | None) -> list[bytes]:
        if illegal is not None:
            code, message = illegal.reason, str(illegal)
        return [_encode(Error(code, message, self.turn))]

    def end(self, game: Game, names: Sequence[str]) -> list[bytes]:  # noqa: ARG002
        result = game.result()
        return [_encode(Result(list(result.places), list(result.scores), result.reason))]
