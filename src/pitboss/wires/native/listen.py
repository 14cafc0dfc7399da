"""What a native connection says before it has a seat, and what it is told."""

from typing import Final

import msgspec

from pitboss.play.answer import Unusable
from pitboss.wires.native.messages import Error, Join, Waiting
from pitboss.wires.session import Session

LONGEST_NAME: Final = 32
_decode = msgspec.json.Decoder(Join).decode
_encode = msgspec.json.Encoder().encode


def read_join(frame: bytes) -> Join | Unusable:
    """The join in a first message, its name trimmed, or why it is no join."""
    try:
        join = _decode(frame)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        why = "nested too deeply" if isinstance(problem, RecursionError) else str(problem)
        first = 'the first message must be {"type":"join","name":...}'
        return Unusable("bad_join", f"{first}: {why}")
    join.name = join.name.strip()
    if not join.name.isprintable() or not 1 <= len(join.name) <= LONGEST_NAME:
        return Unusable("bad_join", f"name: 1 to {LONGEST_NAME} printable characters")
    return join


class NativeListener:
    """A `join`, then `waiting` until the game begins."""

    passed_over: frozenset[str] = frozenset()

    def read_join(self, frame: bytes) -> str | Unusable:
        join = read_join(frame)
        return join if isinstance(join, Unusable) else join.name

    def waiting(self, joined: int, seats: int) -> bytes:
        return _encode(Waiting(joined, seats))

    def refusal(self, code: str, message: str) -> bytes:
        return _encode(Error(code, message, 0))

    def unasked(self, session: Session) -> list[bytes]:
        return session.refusal("not_your_turn", "nothing was asked of you", None)
