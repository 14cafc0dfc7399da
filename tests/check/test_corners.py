"""Each corner of the rules is what its name says, in the words of the wire."""

from pathlib import Path

import pytest
from stdio import EXAMPLES

from pitboss.check.corners import HOLDEM, UNO
from pitboss.check.finding import Status
from pitboss.check.subject import read_subject
from pitboss.check.suite import suite_of

pytestmark = [pytest.mark.usefixtures("nothing_left"), pytest.mark.slow]

JEDNA_SENT = {
    "a card that matches": '"playable_cards":["g7","r5"]',
    "a card drawn that can be played": '"picked_card":"r3"',
    "a card drawn that can't be played": '"picked_card":"y3"',
    "an empty pile": '"already_picked":true,"picked_card":null',
    "a wild": '"playable_cards":["wd"]',
    "only wilds in hand": '"hand":["wd","wd"]',
    "a wild draw four": '"playable_cards":["wd4"]',
    "a wild on the table": '"top_card":"wdb"',
    "skip, reverse and draw two": '"hand":["r+2","rr","rs"]',
    "a war that can be answered": '"game_state":"war_+2","stacked_cards":2',
    "a war that can't be answered": '"available_actions":["pass"]',
    "a war of wild draw fours": '"game_state":"war_wd4","stacked_cards":4',
    "the last card but one": '"hand":["r5","r6"]',
    "the last card": '"hand":["r5"]',
    "two cards alike": '"hand":["b2","r5","r5"]',
    "a hand of thirty cards": '"hand":["b0",',
    "ten at the table": '"id":"player10"',
}
NATIVE_SENT = {
    "nothing to call": '"legal":["fold","call"],"codes":[-1,0],"range":{"low":200,"high":10000',
    "a raise to call": '"range":{"low":500,"high":10000',
    "the small blind heads-up": '"street":"flop"',
    "a stack too short to raise": '"range":null',
    "a stack smaller than the blind": '"stacks":[60,',
    "everything to call": '"range":null',
    "a small raise all in": '"range":null',
    "side pots": '"stacks":[4900,0,0]',
    "a hand to its showdown": '"board":["Jc","3d","5c","4s","4h"]',
    "nine at the table": '"seats":9',
}
# Never raises, so that the others' script is played as it is written.
CALLER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        answer = {"type": "action", "turn": message["turn"], "action": "call"}
        print(json.dumps(answer), flush=True)
"""


def sent(typed: str, game: str, names: list[str]) -> dict[str, str]:
    """By name of the scenario, all that was sent in it."""
    suite = suite_of(read_subject(typed, game, timeout=10.0, startup=20.0), 0)
    numbers = frozenset(one.number for one in suite.scenarios if one.name in names)
    try:
        findings = list(suite.run(numbers, transcripts=True))
    finally:
        suite.close()
    assert {one.status for one in findings} == {Status.PASSED}
    return {
        one.name: "\n".join(line for line in one.lines if " > " in line[:14]) for one in findings
    }


def test_the_corners_of_jedna() -> None:
    lines = sent(str(EXAMPLES / "jedna_simple.py"), "jedna", list(JEDNA_SENT))

    assert [corner.name for corner in UNO] == list(JEDNA_SENT)
    assert {name: text for name, text in JEDNA_SENT.items() if text not in lines[name]} == {}


def test_the_corners_of_holdem(tmp_path: Path) -> None:
    (tmp_path / "caller.py").write_text(CALLER)

    lines = sent(f"cmd={tmp_path / 'caller.py'} wire=native", "holdem", list(NATIVE_SENT))

    assert [corner.name for corner in HOLDEM] == list(NATIVE_SENT)
    missing = {name: text for name, text in NATIVE_SENT.items() if text not in lines[name]}
    assert missing == {}, lines
