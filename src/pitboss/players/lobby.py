"""How a program that connects by WebSocket takes its seat, in each of the two protocols. No I/O."""

from typing import Final, Protocol

import msgspec

from pitboss.play.answer import Unusable
from pitboss.wires.algopoker.messages import MAX_PLAYERS, MIN_PLAYERS, ErrorCode, encode, error
from pitboss.wires.algopoker.messages import Waiting as PokerWaiting
from pitboss.wires.algopoker.reading import JoinRequest, read_message, read_name
from pitboss.wires.native.messages import Error, Join, Waiting
from pitboss.wires.session import Session

_LONGEST_NAME: Final = 32
_read_join = msgspec.json.Decoder(Join).decode
_encode = msgspec.json.Encoder().encode


class Lobby(Protocol):
    """A protocol's words before and between games."""

    # Codes of messages that are none: told, and waited on, as if they had not come.
    passed_over: frozenset[str]

    def read_join(self, frame: bytes) -> str | Unusable:
        """The name that a first message gives, or why it is no such message."""

    def waiting(self, joined: int, seats: int) -> bytes:
        """That so many are there."""

    def refusal(self, code: str, message: str) -> bytes:
        """That it can't take a seat."""

    def unasked(self, session: Session) -> list[bytes]:
        """What is said to a message that nobody asked for."""


class PokerLobby:
    """AlgoPoker's."""

    passed_over: frozenset[str] = frozenset((ErrorCode.BAD_JSON, ErrorCode.UNKNOWN_TYPE))

    def read_join(self, frame: bytes) -> str | Unusable:
        message = read_message(frame)
        if isinstance(message, JoinRequest):
            return read_name(message.name)
        told = 'The first message must be {"type":"join","name":...}.'
        return Unusable(ErrorCode.BAD_JOIN, told)

    def waiting(self, joined: int, seats: int) -> bytes:  # noqa: ARG002
        # Without a token: whoever loses its connection here is out of the game.
        return encode(PokerWaiting(joined, MIN_PLAYERS, MAX_PLAYERS))

    def refusal(self, code: str, message: str) -> bytes:
        known = code if code in ErrorCode.__members__ else ErrorCode.TOURNAMENT_STARTED
        return error(known, message)

    def unasked(self, session: Session) -> list[bytes]:  # noqa: ARG002
        return []


class NativeLobby:
    """The native protocol's; what the game is has been settled, whatever the join orders."""

    passed_over: frozenset[str] = frozenset()

    def read_join(self, frame: bytes) -> str | Unusable:
        try:
            name = _read_join(frame).name.strip()
        except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
            told = "nested too deeply" if isinstance(problem, RecursionError) else str(problem)
            first = 'the first message must be {"type":"join","name":...}'
            return Unusable("bad_join", f"{first}: {told}")
        if not name.isprintable() or not 1 <= len(name) <= _LONGEST_NAME:
            return Unusable("bad_join", f"name: 1 to {_LONGEST_NAME} printable characters")
        return name

    def waiting(self, joined: int, seats: int) -> bytes:
        return _encode(Waiting(joined, seats))

    def refusal(self, code: str, message: str) -> bytes:
        return _encode(Error(code, message, 0))

    def unasked(self, session: Session) -> list[bytes]:
        return session.refusal("not_your_turn", "nothing was asked of you", None)
