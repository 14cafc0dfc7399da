"""A bot for any game over native lines that keeps what it is sent: `native_bot.py FILE MOOD`.

Moods: `tidy` answers well, `rude` in every wrong way there is.
"""

import json
import sys
from typing import Any

from transcript import Transcript, number_of, say

# By the number of the request; None answers well. Three wrong ones in a row are the most.
RUDE: tuple[bytes | str | None, ...] = (
    None,
    None,
    b"nonsense",
    b"[]",
    b"{}",
    None,
    "text fly",
    "number 99999",
    "number 9007199254740993",
    None,
    "text long",
    "turn later",
    "turn earlier",
    None,
    "null",
    "bool",
    None,
    b"\xff\xfe",
    b"[" * 3000,
    None,
    "text draw",
    "text raise 1",
    None,
    "text call",
    "text pass",
    None,
    "twice",
    None,
    "blank",
    b'{"type":"join","name":"late"}',
    None,
)


def decide(message: dict[str, Any]) -> bytes:
    """An answer that is legal, as text or as a number."""
    number = number_of(message["view"])
    choices = list(zip(message["legal"], message["codes"], strict=True))
    if span := message["range"]:
        choices += zip(span["text"], (span["low"], span["high"]), strict=True)
        between = span["low"] + number // 8 % (span["high"] - span["low"] + 1)
        choices.append((between, between))
    # Folding ends too much, and all in too: they come up less often.
    if len(choices) > 2 and number % 3:
        choices = choices[1:2]
    return _answer(message["turn"], choices[number % len(choices)][number // 2 % 2])


def insult(what: bytes | str, message: dict[str, Any]) -> tuple[bytes, ...]:
    """Messages that are no good answer."""
    if isinstance(what, bytes):
        return (what,)
    turn, good = message["turn"], decide(message)
    kind, _, rest = what.partition(" ")
    if kind == "text":
        return (_answer(turn, rest if rest != "long" else "x" * 300),)
    if kind == "number":
        return (_answer(turn, int(rest)),)
    if kind == "turn":
        # One for an earlier turn is passed over, so that a good one has to follow.
        return (_answer(turn + 5, 0),) if rest == "later" else (_answer(turn - 1, 0), good)
    if kind in ("twice", "blank"):
        return good if kind == "twice" else b"", good
    return (_answer(turn, None if kind == "null" else True),)


def _answer(turn: int, action: Any) -> bytes:
    return json.dumps({"type": "action", "turn": turn, "action": action}).encode()


def main() -> None:
    transcript, mood = Transcript(sys.argv[1]), sys.argv[2]
    asked = 0
    for line in sys.stdin.buffer:
        transcript.keep(line)
        message = json.loads(line)
        if message["type"] == "turn":
            asked += 1
            wrong = RUDE[asked % len(RUDE)] if mood == "rude" else None
            say(*((decide(message),) if wrong is None else insult(wrong, message)))


if __name__ == "__main__":
    main()
