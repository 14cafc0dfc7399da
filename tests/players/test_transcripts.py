"""Transcripts of real programs, over pipes."""

import asyncio

import pytest
from stdio import AGENT, against_simple, agent, program, referee

from pitboss import bots
from pitboss.play.live import LiveGame
from pitboss.play.transcript import Line, Transcript
from pitboss.players.inprocess import LiveBot
from pitboss.players.program.live import LiveProgram
from pitboss.wires.jedna import JednaSession

pytestmark = pytest.mark.usefixtures("nothing_left")

# Its third answer is no JSON, and it says so on stderr first.
WRONG_ONCE = """
def decide(state):
    if count == 3:
        print("about to go wrong", file=sys.stderr, flush=True)
        say("draw!")
    else:
        say(json.dumps(simple(state)))
"""


def _assert_tells_all(lines: list[Line]) -> None:
    """Questions, answers, stderr and what came of a fault, in the order in which they passed."""
    ways = {line.way for line in lines}
    assert ways == {">", "<", "!", "#"}
    moments = [line.at for line in lines if line.way != "!"]
    assert moments == sorted(moments)
    turns = [line.text for line in lines if line.way == "#" and line.text.startswith("turn ")]
    answers = [line.text for line in lines if line.way == "<"]
    # The turn with the wrong answer was asked twice.
    assert len(turns) == len(answers)
    assert len(set(turns)) == len(turns) - 1
    wrong = next(at for at, line in enumerate(lines) if line.text == "draw!")
    after = [line.text for line in lines[wrong + 1 :] if line.way == "#"]
    assert after[0].startswith("refused: your line is not JSON")
    assert any(line.text == "about to go wrong" for line in lines)
    asked = [line.text for line in lines if line.way == ">"]
    assert any('"request_action"' in text for text in asked)
    assert '"game_end"' in asked[-1]


def test_a_program_of_a_match() -> None:
    player = agent(WRONG_ONCE)
    player.core.transcript = Transcript()

    outcome = against_simple(player)

    assert outcome.record.actions
    _assert_tells_all(player.core.transcript.lines())


def test_a_program_of_a_live_game() -> None:
    async def main() -> list[Line]:
        player = LiveProgram(program(AGENT % WRONG_ONCE), JednaSession(), name="a")
        player.core.transcript = Transcript()
        live = LiveGame(referee(), [player, LiveBot(bots.named("simple"), "b")], [])
        live.start()
        await asyncio.wait_for(live.done.wait(), 20)
        await asyncio.wait_for(player.closed.wait(), 5)
        return player.core.transcript.lines()

    _assert_tells_all(asyncio.run(main()))
