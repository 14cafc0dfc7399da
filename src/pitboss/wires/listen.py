"""What a connection says before it has a seat, and what it is told, in one wire's words. No I/O."""

from typing import Protocol

from pitboss.play.answer import Unusable
from pitboss.wires.session import Session


class Listener(Protocol):
    """One wire's words to a connection that wants a seat; it keeps nothing, so all may share it."""

    # Codes of messages that count as none: refused, and waited on as if they had not come.
    passed_over: frozenset[str]

    def read_join(self, frame: bytes) -> str | Unusable:
        """The name that a first message gives, or why it is no such message."""

    def waiting(self, joined: int, seats: int) -> bytes:
        """That so many are there."""

    def refusal(self, code: str, message: str) -> bytes:
        """That it can't take a seat."""

    def unasked(self, session: Session) -> list[bytes]:
        """The reply to a message that nobody asked for."""
