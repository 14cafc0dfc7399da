"""How much of a program is accepted, as data."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Bytes, lines and seconds; what is beyond them is a fault."""

    line: int = 1 << 20
    # Lines in one game that nobody asked for, and their bytes.
    unasked: int = 100
    unasked_bytes: int = 64 << 10
    stderr: int = 64 << 10
    # Bytes that wait for the program to read them.
    unread: int = 4 << 20
    # Seconds to end by itself when there is nothing more to read.
    grace: float = 0.5
