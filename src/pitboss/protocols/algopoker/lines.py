"""The same messages one per line, for a tournament over standard input and output."""

from collections.abc import Sequence
from typing import Any

from pitboss.games.game import Game, IllegalAction
from pitboss.games.holdem import Tournament
from pitboss.protocols.algopoker.messages import ErrorCode, error
from pitboss.protocols.algopoker.reading import ActionChoice, read_action, read_message
from pitboss.protocols.algopoker.voice import Voice, action_notes
from pitboss.protocols.answers import Answer, Unusable
from pitboss.protocols.session import Note, SeatSession

# Faults that mean that time ran out; a session does not know the players' side by type.
_LATE = ("timeout", "stall")


class LineSession(SeatSession):
    """One seat of a tournament; there is no lobby, so no `join` and no `waiting`."""

    def __init__(self, seconds: float = 30.0) -> None:
        self._voice = Voice((), seconds)
        self._seat = -1
        self._hand = 0

    def opening(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        tournament = _tournament(game)
        self._voice = Voice(names, self._voice.seconds)
        self._seat = seat
        self._hand = tournament.hand.number
        told = [self._voice.game_start(tournament)]
        told.append(self._voice.hand_start(tournament.hand).seen_by(seat))
        return told + self._others_turn(tournament)

    def request(self, game: Game, turn: int, seconds: float) -> bytes:  # noqa: ARG002
        voice = self._voice
        voice.seconds = int(seconds) if seconds == int(seconds) else seconds
        return self._request(_tournament(game))

    def read(self, line: bytes, game: Game) -> Answer | Unusable:
        message = read_message(line)
        if isinstance(message, Unusable):
            return message
        if not isinstance(message, ActionChoice):
            return Unusable(ErrorCode.UNKNOWN_TYPE, "Only 'action' is expected here.")
        return read_action(message.action, _tournament(game).hand)

    def played(
        self,
        game: Game,
        seat: int,  # noqa: ARG002
        actions: tuple[int, ...],  # noqa: ARG002
        notes: Sequence[Note],
        facts: Any,
    ) -> list[bytes]:
        tournament = _tournament(game)
        voice = self._voice
        ended = tournament.ended
        acted = ended[0] if ended else tournament.hand
        fault = getattr(facts, "fault", None)
        late = fault is not None and fault.kind.value in _LATE
        state = voice.scene(acted).seen_by(self._seat) + b"}"
        told = [voice.result_head(note, late) + state for note in action_notes(notes)]
        for hand in ended:
            if hand is not acted:
                told += self._hand_start(hand)
            told.append(voice.hand_end(hand))
        if ended and not tournament.over:
            told += self._hand_start(tournament.hand)
        return told + self._others_turn(tournament)

    def refusal(self, code: str, message: str, illegal: IllegalAction | None) -> list[bytes]:  # noqa: ARG002
        known = code in ErrorCode.__members__
        return [error(code if known else ErrorCode.BAD_ACTION, message)]

    def closing(self, game: Game, names: Sequence[str]) -> list[bytes]:  # noqa: ARG002
        return [self._voice.game_end(_tournament(game))]

    def _hand_start(self, hand: Any) -> list[bytes]:
        # Who is out hears how hands end, not how they begin.
        return [self._voice.hand_start(hand).seen_by(self._seat)] if hand.hole(self._seat) else []

    def _request(self, game: Tournament) -> bytes:
        state = self._voice.scene(game.hand).seen_by(self._seat)
        return self._voice.request_head(game.actor()) + state + b"}"

    def _others_turn(self, game: Tournament) -> list[bytes]:
        actor = game.actor()
        if actor < 0 or actor == self._seat or not game.hand.hole(self._seat):
            return []
        return [self._request(game)]


def _tournament(game: Game) -> Tournament:
    if not isinstance(game, Tournament):
        raise TypeError(f"this wire speaks of tournaments, not of {type(game).__name__}")
    return game
