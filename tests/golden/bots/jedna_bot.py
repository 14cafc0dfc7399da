"""A Jedna agent that keeps what it is sent: `jedna_bot.py FILE MOOD`.

Moods: `tidy` answers well, `rude` in every wrong way there is, `leaves` exits after each game,
`crashes`, `hangs` and `floods` do so at the seventh request.
"""

import json
import os
import sys
import time
from typing import Any

from transcript import Transcript, number_of, say

COLOURS = ("red", "blue", "green", "yellow")
LAST = 7
# By the number of the request; None answers well. Three wrong ones in a row are the most.
RUDE: tuple[bytes | str | None, ...] = (
    None,
    b"nonsense",
    None,
    b"[]",
    b"{}",
    b'"play"',
    None,
    b'{"action":"fly"}',
    b'{"action":7}',
    None,
    b'{"action":"play"}',
    b'{"action":"play","card":"zz"}',
    b'{"action":"play","card":5}',
    None,
    "unplayable",
    "not in hand",
    None,
    "no colour",
    b'{"action":"play","card":"wd","wild_color":"pink"}',
    b'{"action":"play","card":"wdb","wild_color":"red"}',
    None,
    b'{"action":"pass"}',
    b'{"action":"draw"}',
    None,
    b"\xff\xfe",
    b"[" * 3000,
    "blank",
    None,
    "double",
    "twice",
    None,
    b'{"action":"draw"} trailing',
    b'{"action":"play","card":"r5","double_play":"yes"}',
    None,
)


def decide(state: dict[str, Any]) -> dict[str, Any]:
    """An answer that the rules allow."""
    number = number_of(state)
    cards = state["playable_cards"]
    others = [action for action in state["available_actions"] if action != "play"]
    if others and (not cards or number % 7 == 0):
        return {"action": others[0]}
    card = cards[number % len(cards)]
    answer = {"action": "play", "card": card}
    if card[0] == "w":
        answer["wild_color"] = COLOURS[number // 7 % 4]
    return answer


def doubled(answer: dict[str, Any], state: dict[str, Any]) -> dict[str, Any]:
    """In dialect 1 two cards that are alike are sometimes played together."""
    twice = state["hand"].count(answer.get("card", "")) > 1
    return answer | {"double_play": True} if twice and number_of(state) % 3 else answer


def insult(what: bytes | str, state: dict[str, Any], answer: bytes) -> tuple[bytes, ...]:
    """Lines that are no good answer."""
    if isinstance(what, bytes):
        return (what,)
    hand, playable = state["hand"], state["playable_cards"]
    card = {
        "unplayable": next((card for card in hand if card not in playable), "r0"),
        "not in hand": next(code for code in ("r0", "b0", "g0", "y0", "r1") if code not in hand),
        "no colour": "wd",
    }.get(what, hand[0])
    if what in ("twice", "blank"):
        # An empty line is no answer, not even a wrong one.
        return answer if what == "twice" else b"", answer
    return (json.dumps({"action": "play", "card": card, "double_play": what == "double"}).encode(),)


def misbehave(mood: str) -> None:
    """What the last request comes to."""
    if mood == "crashes":
        print("that is too much for me", file=sys.stderr, flush=True)
        sys.exit(3)
    if mood == "hangs":
        time.sleep(600)
    # Longer than any line may be, and without an end.
    os.write(1, b"x" * (1 << 21))
    time.sleep(600)


def main() -> None:
    transcript, mood = Transcript(sys.argv[1]), sys.argv[2]
    asked = 0
    for line in sys.stdin.buffer:
        transcript.keep(line)
        message = json.loads(line)
        if message["type"] == "request_action":
            asked += 1
            if asked == LAST and mood in ("crashes", "hangs", "floods"):
                misbehave(mood)
            state = message["state"]
            answer = decide(state)
            if "protocol_version" in message:
                answer = doubled(answer, state)
            said = json.dumps(answer).encode()
            wrong = RUDE[asked % len(RUDE)] if mood == "rude" else None
            say(*([said] if wrong is None else insult(wrong, state, said)))
        elif message["type"] == "game_end" and mood == "leaves":
            return


if __name__ == "__main__":
    main()
