"""A hold'em bot over lines that keeps what it is sent: `poker_bot.py FILE MOOD`.

Moods: `tidy` answers well, `rude` in every wrong way there is; `crashes` at the seventh request,
`hangs` at the second.
"""

import json
import sys
import time
from typing import Any

from transcript import Transcript, number_of, say

LAST = {"crashes": 7, "hangs": 2}


def action(kind: Any, *amounts: Any) -> bytes:
    told = {"type": kind, "amount": amounts[0]} if amounts else {"type": kind}
    return json.dumps({"type": "action", "action": told}).encode()


# By the number of the request; None answers well.
RUDE: tuple[bytes | None, ...] = (
    None,
    None,
    b"nonsense",
    None,
    b"[]",
    None,
    b'{"type":"dance"}',
    None,
    b'{"type":"action"}',
    None,
    action("raise"),
    None,
    action("raise", 1),
    action("raise", 10**9),
    action("raise", 400.0),
    None,
    action("raise", "400"),
    None,
    action("raise", 400.5),
    None,
    action("raise", True),
    None,
    b'{"type":"action","action":{"type":"raise","amount":1e999}}',
    None,
    action("check"),
    action("call"),
    action("call", 7),
    action("bet", 300),
    None,
    action(5),
    None,
    b'{"type":"join","name":"late"}',
    None,
    b'{"type":"action","action":"fold"}',
    None,
    b"\xff\xfe",
    None,
    b"[" * 3000,
    None,
    b'{"type":"action","action":{"type":"fold"},"more":1}',
    None,
)


def decide(state: dict[str, Any]) -> bytes:
    """An answer that is among the valid ones."""
    number = number_of(state)
    offered = {one["type"]: one for one in state["valid_actions"]}
    if "raise" in offered and number % 4 == 0:
        low, high = offered["raise"]["min_amount"], offered["raise"]["max_amount"]
        far = low + number // 4 % (high - low + 1)
        return action("raise", (low, low, min(high, 2 * low), far)[number // 16 % 4])
    if "check" in offered:
        return action("check")
    return action("fold" if number % 5 == 1 else "call")


def main() -> None:
    transcript, mood = Transcript(sys.argv[1]), sys.argv[2]
    asked = 0
    for line in sys.stdin.buffer:
        transcript.keep(line)
        message = json.loads(line)
        if message["type"] != "action_request":
            continue
        asked += 1
        if asked == LAST.get(mood):
            print("that is too much for me", file=sys.stderr, flush=True)
            time.sleep(600 if mood == "hangs" else 0)
            sys.exit(3)
        wrong = RUDE[asked % len(RUDE)] if mood == "rude" else None
        say(wrong if wrong is not None else decide(message["game_state"]))


if __name__ == "__main__":
    main()
