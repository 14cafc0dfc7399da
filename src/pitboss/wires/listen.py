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

    # The reason with which a connection is closed when its game is over.
    farewell: str
    # Whether messages are numbered, so that a client that returns can say which it has.
    numbered: bool

    def waiting(self, joined: int, least: int, most: int, token: str = "") -> bytes:
        """That so many are there, of those that are needed and possible.

        The token brings the client back to its seat if it loses its connection.
        """

    def number(self, message: bytes, number: int) -> bytes:
        """The message with its number, where the wire numbers them."""

    def refusal(self, code: str, message: str) -> bytes:
        """That it can't take a seat."""

    def unasked(self, session: Session) -> list[bytes]:
        """The reply to a message that nobody asked for."""
