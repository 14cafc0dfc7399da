"""What an AlgoPoker connection says before it has a seat, and what it is told."""

from pitboss.play.answer import Unusable
from pitboss.wires.algopoker.decode import read_message, read_name
from pitboss.wires.algopoker.messages import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    ErrorCode,
    JoinRequest,
    Waiting,
    encode,
    error,
)
from pitboss.wires.session import Session


class AlgoPokerListener:
    """A `join`, then `waiting` until the game begins."""

    farewell = "the tournament is over"
    numbered = False
    passed_over: frozenset[str] = frozenset((ErrorCode.BAD_JSON, ErrorCode.UNKNOWN_TYPE))

    def read_join(self, frame: bytes) -> str | Unusable:
        message = read_message(frame)
        if isinstance(message, JoinRequest):
            return read_name(message.name)
        expected = 'The first message must be {"type":"join","name":...}.'
        return Unusable(ErrorCode.BAD_JOIN, expected)

    def waiting(self, joined: int, least: int, most: int, token: str = "") -> bytes:  # noqa: ARG002
        # The document's numbers, whatever this table's are: bots may rely on them.
        return encode(Waiting(joined, MIN_PLAYERS, MAX_PLAYERS, token))

    def number(self, message: bytes, number: int) -> bytes:  # noqa: ARG002
        return message

    def refusal(self, code: str, message: str) -> bytes:
        known = code.upper() in ErrorCode.__members__
        return error(code.upper() if known else ErrorCode.TOURNAMENT_STARTED, message)

    def unasked(self, session: Session) -> list[bytes]:  # noqa: ARG002
        return []
