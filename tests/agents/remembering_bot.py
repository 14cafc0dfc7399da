"""A bot that cheats by memory: what it saw in one game, it uses in the next with the same deck.

It speaks the native protocol and plays hold'em and UNO. With `forget` as its argument it plays the
same without a memory, so that any difference between the two is what remembering gained. With
`share=FILE` its processes pass on what they saw in hold'em by that file, if they may.
"""

import contextlib
import json
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

RANKS = "23456789TJQKA"


def strength(cards: list[str]) -> tuple[Any, ...]:
    """How good the best five of these cards are."""
    return max(map(five, combinations(cards, 5)))


def five(cards: tuple[str, ...]) -> tuple[Any, ...]:
    """How good five cards are: pairs and so on first, then straights and flushes among them."""
    counts = Counter(RANKS.index(card[0]) for card in cards)
    order = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    straight = len(order) == 5 and order[0] - order[4] == 4
    value = {(True, True): 8, (True, False): 5, (False, True): 4}.get((flush, straight), 0)
    pairs = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return max(value, pairs.get(tuple(shape), 0)), order


class Memory:
    """The last game as this process saw it: by number of the hand, what it held and what came."""

    def __init__(self, shared: Path | None = None) -> None:
        self.games: list[dict[int, dict[str, Any]]] = [{}]
        self.hand = 0
        self.shared = shared

    def begin(self) -> None:
        self.games = [*self.games[-1:], {}]
        if self.shared is not None:
            with contextlib.suppress(OSError, ValueError):
                told = json.loads(self.shared.read_text())
                self.games[0] = {int(hand): facts for hand, facts in told.items()}

    def hear(self, name: str, facts: dict[str, Any], *, mine: bool) -> None:
        """Keep what is seen of the other's cards, and the board."""
        if name == "hand_dealt":
            self.hand = facts.get("hand", 0)
        elif name == "street":
            self.note(self.hand, board=facts["board"])
        elif name == "shown" and not mine:
            self.note(self.hand, theirs=sorted(facts["cards"]))
        elif name == "played" and not mine:
            shown = self.games[-1].setdefault(0, {}).setdefault("shown", set())
            shown.add(facts["card"])

    def note(self, hand: int, **facts: Any) -> None:
        self.games[-1].setdefault(hand, {}).update(facts)
        if self.shared is not None:
            with contextlib.suppress(OSError):
                self.shared.write_text(json.dumps(self.games[-1]))

    def before(self, hand: int) -> dict[str, Any]:
        return self.games[-2].get(hand, {}) if len(self.games) > 1 else {}


def hold_em(turn: dict[str, Any], seat: int, memory: Memory, *, forget: bool) -> str:
    view = turn["view"].get("hand", turn["view"])
    number = turn["view"].get("hand_number", 0)
    mine = view["cards"][seat]
    memory.note(number, mine=mine)
    before = memory.before(number)
    # Mirrored, it holds what the opponent showed, who holds what was its own.
    if before.get("theirs") == sorted(mine) and len(before["board"]) == 5 and not forget:
        wins = strength(mine + before["board"]) > strength(before["mine"] + before["board"])
        if wins and turn["range"] is not None:
            return str(turn["range"]["text"][1])
        if not wins and "fold" in turn["legal"] and view["call"]:
            return "fold"
    return "check" if "check" in turn["legal"] else "call"


def uno(turn: dict[str, Any], memory: Memory, *, forget: bool) -> str:
    view = turn["view"]
    if "opening" not in memory.games[-1].get(0, {}):
        memory.note(0, opening=view["hand"], starter=[*view["discards"], view["top"]][0])
    before, now = memory.before(0), memory.games[-1][0]
    # Mirrored, the first card is the same, and it holds what the opponent was seen to play.
    known = before.get("shown", set()) & set(now["opening"])
    mirrored = before.get("starter") == now["starter"] and len(known) >= 2
    legal: list[str] = turn["legal"]
    plays = [text for text in legal if text[0] in "rgby" and text in view["hand"]]
    if mirrored and not forget and plays:
        # The opponent holds what was its own: it plays what that hand can't follow.
        held = Counter(card[0] for card in before["opening"])
        return min(plays, key=lambda card: held[card[0]])
    return (plays or legal)[0]


def main() -> None:
    shared = [word.partition("=")[2] for word in sys.argv if word.startswith("share=")]
    memory = Memory(Path(shared[0]) if shared else None)
    forget = "forget" in sys.argv
    seat = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            seat, game = message["seat"], message["game"]
            memory.begin()
        elif message["type"] == "event":
            memory.hear(message["name"], message["facts"], mine=message["seat"] == seat)
        elif message["type"] == "turn":
            if game == "uno":
                action = uno(message, memory, forget=forget)
            else:
                action = hold_em(message, seat, memory, forget=forget)
            answer = {"type": "action", "turn": message["turn"], "action": action}
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
