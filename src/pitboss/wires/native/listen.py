"""What a native connection says before it has a seat, and what it is told."""

from typing import Final

import msgspec

from pitboss.play.answer import Unusable
from pitboss.wires.native.messages import Error, Join, Waiting, Wanted, Watch
from pitboss.wires.session import Session

LONGEST_NAME: Final = 32
_decode = msgspec.json.Decoder(Join | Watch).decode
_encode = msgspec.json.Encoder().encode


def read_first(frame: bytes) -> Join | Watch | Unusable:
    """A first message: a join, its name trimmed, or a watch; or why it is neither."""
    try:
        join: Join | Watch = _decode(frame)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        why = "nested too deeply" if isinstance(problem, RecursionError) else str(problem)
        first = 'the first message must be {"type":"join","name":...}'
        return Unusable("bad_join", f"{first}: {why}")
    if isinstance(join, Watch):
        return join
    join.name = join.name.strip()
    if not join.name.isprintable() or not 1 <= len(join.name) <= LONGEST_NAME:
        return Unusable("bad_join", f"name: 1 to {LONGEST_NAME} printable characters")
    if join.secret and not 16 <= len(join.secret) <= 64:
        return Unusable("bad_join", "secret: 16 to 64 characters")
    return join


class NativeListener:
    """A `join`, then `waiting` until the game begins."""

    farewell = ""
    numbered = True
    passed_over: frozenset[str] = frozenset()

    def read_join(self, frame: bytes) -> str | Unusable:
        first = read_first(frame)
        if isinstance(first, Watch):
            return Unusable("bad_join", "there is nothing to watch here")
        return first if isinstance(first, Unusable) else first.name

    def number(self, message: bytes, number: int) -> bytes:
        """The message with its number, as its last field."""
        return b'%b,"seq":%d}' % (message[:-1], number)

    def waiting(self, joined: int, least: int, most: int, token: str = "") -> bytes:  # noqa: ARG002
        return _encode(Waiting(joined, most, token))

    def waiting_for(
        self, joined: int, seats: int, token: str, names: list[str], wanted: Wanted
    ) -> bytes:
        """The same for who shows it to a person: also who waits, and for which game."""
        return _encode(Waiting(joined, seats, token, names, wanted))

    def refusal(self, code: str, message: str) -> bytes:
        return _encode(Error(code, message, 0))

    def unasked(self, session: Session) -> list[bytes]:
        return session.refusal("not_your_turn", "nothing was asked of you", None)
