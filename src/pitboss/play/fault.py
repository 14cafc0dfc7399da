"""What can go wrong with a player, as a value. What it costs is in policy.py."""

from dataclasses import dataclass
from enum import Enum


class FaultKind(Enum):
    """The exact list; every fault is one of these."""

    STARTUP = "startup"  # the program did not start, or never answered at all
    TIMEOUT = "timeout"  # no answer in time, though it read the question
    STALL = "stall"  # it does not read what it is sent
    CRASH = "crash"  # the program ended in the middle of a game
    MALFORMED = "malformed"  # an answer that is none
    ILLEGAL = "illegal"  # an answer that the rules forbid
    DISCONNECTED = "disconnected"  # the connection is gone
    FLOOD = "flood"  # too much, too fast, or too long
    REMOVED = "removed"  # taken out of the event, for it ended those who play it


_SAID = 200


def shown(line: bytes) -> str:
    """What a player sent, short enough to be kept."""
    text = line[: _SAID + 1].decode("utf-8", "replace")
    return text if len(text) <= _SAID else f"{text[:_SAID]}..."


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: what the player is told, and what its author finds in the log."""

    kind: FaultKind
    message: str
    detail: str = ""
    # What it sent, where that was no answer.
    said: str = ""
