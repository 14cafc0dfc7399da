"""What can go wrong with a player, as a value. What it costs is in policy.py."""

import re
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
    REMOVED = "removed"  # taken out of the event, for it ended those who play it, or never answered


_SAID = 200
# Readers of JSON say where they stopped; decoders begin with the field that is wrong.
_BYTE = re.compile(r"\(byte (\d+)\)")
_FIELD = re.compile(r"'?([\w.]+)'?:? ")
# Where an answer that is read well, but forbidden, says what it wants.
_WANTED = ("card", "amount", "action")


def shown(line: bytes, message: str = "") -> str:
    """What a player sent, short enough to be kept: the part that the message speaks of."""
    text = line.decode("utf-8", "replace").strip()
    if len(text) <= _SAID:
        return text
    return f"{cut_around(text, message, _SAID)} ({len(text):,} characters)"


def cut_around(text: str, message: str, most: int) -> str:
    """The part of a text that the message speaks of, of at most so many characters."""
    if len(text) <= most:
        return text
    # What is wrong comes after its name.
    start = max(0, min(_place(text, message) - most // 4, len(text) - most))
    end = start + most
    before = "..." if start else ""
    after = "..." if end < len(text) else ""
    return f"{before}{text[start:end]}{after}"


def _place(text: str, message: str) -> int:
    """Where in a text is what a message speaks of."""
    if (found := _BYTE.search(message)) and int(found[1]) <= len(text):
        return int(found[1])
    field = _FIELD.match(message)
    words = [field[1].rpartition(".")[2]] if field else []
    for word in (*words, *_WANTED):
        if (at := text.find(f'"{word}"')) >= 0:
            return at
    return 0


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: what the player is told, and what its author finds in the log."""

    kind: FaultKind
    # A sentence for people, in the game's own notation.
    message: str
    # Of an answer the code of what is wrong with it; else what was found out besides.
    detail: str = ""
    # What it sent, where that was no answer or a forbidden one.
    said: str = ""
    # The last that it had written for its author by then.
    stderr: str = ""
