"""The server's side of one seat over the native protocol."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from pitboss.games.game import Game, IllegalAction
from pitboss.games.kind import BadNotation, Kind
from pitboss.play.answer import Answer, Unusable
from pitboss.play.ruling import Ruling
from pitboss.wires.native.messages import (
    VERSION,
    Action,
    Error,
    Hello,
    Range,
    Result,
    Time,
    Turn,
)
from pitboss.wires.native.views import plain_view
from pitboss.wires.native.wording import event_line, wording_of
from pitboss.wires.session import Session

_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Action).decode

_EXAMPLE: Final = '{"type":"action","turn":7,"action":"draw"}'
_LONGEST: Final = 200
# What every JSON reader can still tell apart, and far beyond every action.
_FAR: Final = 1 << 53


class NativeSession(Session):
    """One seat in one game of any kind."""

    def __init__(self, kind: Kind[Any, Any], rules: str, time: Time) -> None:
        self.kind = kind
        self.rules = rules
        self.time = time
        self.seat = 0
        self.turn = 0
        self._wording = wording_of(kind)

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
        wording = self._wording
        ends: Range | None = None
        if legal.low <= legal.high:
            low, high = legal.low, legal.high
            ends = Range(low, high, wording.write_actions([low, high]))
        view = plain_view(game.view(self.seat))
        said = Turn(turn, round(seconds, 3), wording.write_actions(codes), codes, ends, view)
        return _encode(said)

    def decode(self, line: bytes, game: Game) -> Answer | Unusable:  # noqa: ARG002
        try:
            said = _decode(line)
        except RecursionError:
            return Unusable("bad_json", "your message is nested too deeply to be an answer")
        except UnicodeDecodeError:
            return Unusable("bad_json", "your message is not UTF-8 text")
        except msgspec.ValidationError as error:
            return Unusable("bad_field", f"{error}; expected a message such as {_EXAMPLE}")
        except (ValueError, msgspec.MsgspecError) as error:
            return Unusable("bad_json", f"your message is not JSON: {error}; expected {_EXAMPLE}")
        if said.turn > self.turn:
            return Unusable("bad_turn", f"turn: expected {self.turn}, got {said.turn}")
        # Before any other check: a late answer is passed over, whatever it says.
        if said.turn < self.turn:
            return Answer((), said.turn)
        action = said.action
        if isinstance(action, str):
            if len(action) > _LONGEST:
                return Unusable("bad_action", f"action: {len(action)} characters are too many")
            try:
                action = self._wording.read_action(action)
            except BadNotation as error:
                return Unusable("bad_action", f"action: {error}")
        elif not -_FAR < action < _FAR:
            return Unusable("bad_action", "action: that number is beyond all actions")
        return Answer((action,), said.turn)

    def played(self, game: Game, ruling: Ruling) -> list[bytes]:  # noqa: ARG002
        return self._wording.events(ruling.notes, self.seat)

    def refusal(self, code: str, message: str, illegal: IllegalAction | None) -> list[bytes]:
        if illegal is not None:
            code, message = illegal.reason, str(illegal)
        return [_encode(Error(code, message, self.turn))]

    def end(self, game: Game, names: Sequence[str]) -> list[bytes]:  # noqa: ARG002
        result = game.result()
        return [_encode(Result(list(result.places), list(result.scores), result.reason))]
