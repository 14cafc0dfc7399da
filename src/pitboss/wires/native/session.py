"""The server's side of one seat over the native protocol."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from pitboss.games.game import Game, IllegalAction
from pitboss.games.kind import Kind
from pitboss.play.answer import Answer, Unusable
from pitboss.play.ruling import Ruling, Turn
from pitboss.wires.native.decode import read_action
from pitboss.wires.native.encode import encoder_of, json_text, make_object
from pitboss.wires.native.messages import (
    VERSION,
    Asked,
    Error,
    Hello,
    Result,
    State,
    Time,
)
from pitboss.wires.session import Session, round_seconds

_encode: Final = msgspec.json.Encoder().encode


class NativeSession(Session):
    """One seat in one game of any kind, or a watcher of it."""

    def __init__(
        self,
        kind: Kind[Any, Any],
        rules: str,
        time: Time,
        *,
        all_cards: bool = False,
        commitment: str = "",
        game_id: str = "",
        wire: str = "",
    ) -> None:
        """With `all_cards` a watcher's session shows everything: the organiser's."""
        self.kind = kind
        self.rules = rules
        self.time = time
        self.seat = 0
        self.turn = 0
        self._all_cards = all_cards
        self._commitment = commitment
        self._game_id = game_id
        self._wire = wire
        self._encoder = encoder_of(kind)
        # The time of the last question, and its text.
        self._seconds = -1.0
        self._seconds_text = ""

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        encoder = self._encoder
        hello = self._hello(game, seat, names)
        if seat < 0 and self._all_cards:
            return [hello, *encoder.open_opening(game)]
        return [hello, *encoder.opening(game, seat)]

    def resume(
        self,
        game: Game,
        seat: int,
        names: Sequence[str],
        turn: Turn | None = None,
        seconds: float = 0.0,
    ) -> list[bytes]:
        hello = self._hello(game, seat, names)
        actor = game.actor()
        number = 0 if turn is None else turn.number
        everything = seat < 0 and self._all_cards
        if everything:
            view = self.kind.open_json(game, make_object)
        else:
            view = self.kind.view_json(game.view(seat), make_object)
        told = [hello, _encode(State(view, number, actor, round(seconds, 3)))]
        if turn is not None and turn.seat == seat:
            told.append(self.ask(game, number, seconds))
        return told

    def _hello(self, game: Game, seat: int, names: Sequence[str]) -> bytes:
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
            commitment=self._commitment,
            id=self._game_id,
            wire=self._wire,
        )
        line: bytes = _encode(hello)
        return line

    def ask(self, game: Game, turn: int, seconds: float) -> bytes:
        # The fields of `messages.Turn`, written by hand: every decision needs them. Tests compare.
        self.turn = turn
        seconds = round_seconds(seconds)
        if seconds != self._seconds:
            self._seconds = seconds
            self._seconds_text = json_text(seconds)
        legal = game.legal()
        codes = list(legal.actions)
        encoder = self._encoder
        ends = "null"
        low, high = legal.low, legal.high
        if low <= high:
            texts = f"{encoder.quote_action(low)},{encoder.quote_action(high)}"
            ends = f'{{"low":{low},"high":{high},"text":[{texts}]}}'
        return (
            f'{{"type":"turn","turn":{turn},"seconds":{self._seconds_text},'
            f'"legal":[{",".join([encoder.quote_action(code) for code in codes])}],'
            f'"codes":[{",".join([str(code) for code in codes])}],"range":{ends},'
            f'"view":{encoder.view_text(game, self.seat)}}}'
        ).encode()

    def asked(self, game: Game, turn: Turn, seconds: float) -> list[bytes]:  # noqa: ARG002
        return [_encode(Asked(turn.seat, turn.number, round(seconds, 3)))]

    def decode(self, line: bytes, game: Game) -> Answer | Unusable:  # noqa: ARG002
        return read_action(line, self.turn, self._encoder)

    def played(self, game: Game, ruling: Ruling) -> list[bytes]:  # noqa: ARG002
        if self.seat < 0 and self._all_cards:
            return self._encoder.open_events(ruling.notes)
        return self._encoder.events(ruling.notes, self.seat)

    def refusal(self, code: str, message: str, illegal: IllegalAction | None) -> list[bytes]:
        if illegal is not None:
            code, message = illegal.reason, self.kind.refusal_sentence(illegal)
        return [_encode(Error(code, message, self.turn))]

    def end(self, game: Game, names: Sequence[str], seed: str = "") -> list[bytes]:  # noqa: ARG002
        result = game.result()
        return [_encode(Result(list(result.places), list(result.scores), result.reason, seed))]
