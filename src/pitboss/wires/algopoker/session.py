"""The same messages one per line, for hold'em of every kind over standard input and output.

A program is sent its own requests only: what others are asked shows in the result before it. Over
WebSocket everybody is sent every request, as the document has it.
"""

from collections.abc import Sequence
from functools import lru_cache
from threading import get_ident
from typing import Any

from pitboss.games.game import Game, IllegalAction
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.series import Series, Tournament
from pitboss.play.answer import Answer, Unusable
from pitboss.play.fault import FaultKind
from pitboss.play.ruling import Ruling, Turn
from pitboss.wires.algopoker.decode import read_action, read_message
from pitboss.wires.algopoker.encode import (
    EncodedHandStart,
    EncodedState,
    GameEncoder,
    action_notes,
    hand_of,
    request_head,
)
from pitboss.wires.algopoker.messages import ActionChoice, ErrorCode, error
from pitboss.wires.session import Note, Session, round_seconds

# Faults that an `error` tells of.
_WRONG = (FaultKind.MALFORMED, FaultKind.ILLEGAL)


class Broadcast:
    """What is told at one table after each action, encoded once for all its seats."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.encoder = GameEncoder(names, 0.0)
        # What the rest was made for.
        self.notes: Sequence[Note] = ()
        self.heads: list[bytes] = []
        self.state: EncodedState | None = None
        self.after: list[bytes | EncodedHandStart] = []
        # The position of the next hand, where one has been dealt.
        self.next_state: EncodedState | None = None
        # The last head of a request, and what it was made for.
        self._head = b""
        self._head_seat = -1
        self._head_seconds = -1.0

    def request_head(self, seat: int, seconds: float) -> bytes:
        """An `action_request` up to its game state."""
        if seat != self._head_seat or seconds != self._head_seconds:
            self._head = request_head(seat, seconds)
            self._head_seat = seat
            self._head_seconds = seconds
        return self._head

    def of(self, game: Hand | Series, notes: Sequence[Note], late: bool) -> "Broadcast":
        """Itself, for what happened last; every seat asks in turn, with the same notes."""
        if notes and notes is self.notes:
            return self
        encoder = self.encoder
        hand = hand_of(game)
        ended = game.ended if isinstance(game, Series) else [hand] if hand.turn < 0 else []
        acted = ended[0] if ended else hand
        self.notes = notes
        self.state = encoder.state(acted)
        self.heads = [encoder.result_head(note, late) for note in action_notes(notes)]
        self.after = []
        self.next_state = None
        for over in ended:
            if over is not acted:
                self.after.append(encoder.hand_start(over))
            self.after.append(encoder.hand_end(over, isinstance(game, Tournament)))
        if ended and hand.turn >= 0:
            self.after.append(encoder.hand_start(hand))
            self.next_state = encoder.state(hand)
        return self


def broadcast_for(names: tuple[str, ...]) -> Broadcast:
    """What is told at a table, shared by its seats and by all games of a match."""
    return _broadcast_for(names, get_ident())


@lru_cache(maxsize=256)
def _broadcast_for(names: tuple[str, ...], thread: int) -> Broadcast:  # noqa: ARG001
    # Two threads may play at tables with the same names.
    return Broadcast(names)


class AlgoPokerSession(Session):
    """One seat of a game of hold'em, or a watcher of it."""

    def __init__(
        self,
        seconds: float = 30.0,
        *,
        all_requests: bool = False,
        all_cards: bool = False,
        commitment: str = "",
    ) -> None:
        """The seconds are those of other seats' requests; the driver says them with its own."""
        self._seconds = seconds
        self._all_requests = all_requests
        self._all_cards = all_cards
        self._commitment = commitment
        self._broadcast = broadcast_for(())
        self._seat = -1
        # The position as it was told last; a request that follows shows it again.
        self._state: EncodedState | None = None

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        return self._open(game, seat, names) + self._others_request(hand_of(_holdem(game)))

    def resume(
        self,
        game: Game,
        seat: int,
        names: Sequence[str],
        turn: Turn | None = None,
        seconds: float = 0.0,
    ) -> list[bytes]:
        told = self._open(game, seat, names)
        if turn is not None:
            # Others hear how much time a turn has, who is asked how much is left.
            left = round_seconds(seconds) if turn.seat == seat else self._seconds
            told.append(self._request(hand_of(_holdem(game)), turn.seat, left))
        return told

    def ask(self, game: Game, turn: int, seconds: float) -> bytes:  # noqa: ARG002
        return self._request(hand_of(_holdem(game)), self._seat, round_seconds(seconds))

    def asked(self, game: Game, turn: Turn, seconds: float) -> list[bytes]:  # noqa: ARG002
        return [self._request(hand_of(_holdem(game)), turn.seat, self._seconds)]

    def decode(self, line: bytes, game: Game) -> Answer | Unusable:
        message = read_message(line)
        if isinstance(message, Unusable):
            return message
        if not isinstance(message, ActionChoice):
            return Unusable(ErrorCode.UNKNOWN_TYPE, "Only 'action' is expected here.")
        return read_action(message.action, hand_of(_holdem(game)))

    def played(self, game: Game, ruling: Ruling) -> list[bytes]:
        broadcast = self._broadcast.of(_holdem(game), ruling.notes, ruling.timed_out)
        assert broadcast.state is not None
        told: list[bytes] = []
        if broadcast.heads:
            state = self._seen(broadcast.state)
            told = [b"".join((head, state, b"}")) for head in broadcast.heads]
        self._state = broadcast.state
        if broadcast.after:
            self._state = broadcast.next_state
            for part in broadcast.after:
                if isinstance(part, bytes):
                    told.append(part)
                else:
                    told.append(self._hand_start(part))
        if self._all_requests:
            told += self._others_request(hand_of(_holdem(game)))
        return told

    def refused(self, ruling: Ruling) -> list[bytes]:
        fault = ruling.fault
        # Over sockets the result tells that time ran out, as the document has it.
        if self._all_requests and fault is not None and fault.kind not in _WRONG:
            return []
        return super().refused(ruling)

    def refusal(self, code: str, message: str, illegal: IllegalAction | None) -> list[bytes]:  # noqa: ARG002
        known = code in ErrorCode.__members__
        return [error(code if known else ErrorCode.BAD_ACTION, message)]

    def end(self, game: Game, names: Sequence[str], seed: str = "") -> list[bytes]:  # noqa: ARG002
        return [self._broadcast.encoder.game_end(_holdem(game), seed)]

    def _open(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        played = _holdem(game)
        self._broadcast = broadcast_for(tuple(names))
        self._seat = seat
        self._state = None
        encoder = self._broadcast.encoder
        start = encoder.game_start(played, self._commitment)
        return [start, self._hand_start(encoder.hand_start(hand_of(played)))]

    def _request(self, hand: Hand, seat: int, seconds: float) -> bytes:
        head = self._broadcast.request_head(seat, seconds)
        if self._state is None:
            self._state = self._broadcast.encoder.state(hand)
        return b"".join((head, self._seen(self._state), b"}"))

    def _others_request(self, hand: Hand) -> list[bytes]:
        actor = hand.actor()
        if not self._all_requests or self._seat < 0 or actor in (-1, self._seat):
            return []
        return [self._request(hand, actor, self._seconds)]

    def _seen(self, state: EncodedState) -> bytes:
        if self._seat >= 0:
            return state.seen_by(self._seat)
        return state.with_all_cards if self._all_cards else state.public

    def _hand_start(self, opening: EncodedHandStart) -> bytes:
        if self._seat < 0:
            return opening.with_all_cards if self._all_cards else opening.public
        return opening.seen_by(self._seat)


def _holdem(game: Game) -> Hand | Series:
    # Not narrowed from Game, of which a Series is only a part.
    played: Any = game
    if not isinstance(played, (Hand, Series)):
        raise TypeError(f"this wire speaks of hold'em, not of {type(game).__name__}")
    return played
