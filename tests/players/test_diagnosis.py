"""What is said of programs that are silent, by what they really do meanwhile."""

import pytest
from stdio import LATER, agent, bare, only_fault, referee

from pitboss import bots
from pitboss.play.blocking import play
from pitboss.play.clock import TimeControl
from pitboss.play.outcome import Outcome
from pitboss.players.inprocess import InProcessPlayer
from pitboss.players.program.blocking import BlockingProgram
from pitboss.players.program.diagnosis import Activity, answer_in, why_silent
from pitboss.wires.jedna import JednaSession

pytestmark = pytest.mark.usefixtures("nothing_left")

LOOPS = "wrong = lambda state: [None for _ in iter(int, 1)]" + LATER
SLEEPS = "wrong = lambda state: time.sleep(30)" + LATER
WAITS = "wrong = lambda state: __import__('select').select([], [], [], 30)" + LATER
SAYS_NOTHING = "wrong = lambda state: None" + LATER
WRONG_STREAM = "wrong = lambda state: print(json.dumps(simple(state)), file=sys.stderr)" + LATER
EVENT_LOOP = """
import asyncio, sys
async def main():
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    while await reader.readline():
        pass
asyncio.run(main())
"""
NEVER_READS = "import time; time.sleep(30)"


def silent(program: BlockingProgram, clock: str, move: float = 0.4) -> Outcome:
    control = TimeControl(move=move, startup=move, clock=clock)
    player = BlockingProgram(
        program.command, JednaSession(), name="silent", control=control, limits=program.limits
    )
    rules = referee(move=move, startup=move)
    with player:
        return play(rules, [player, InProcessPlayer(bots.named("simple", 1), "simple")])


@pytest.mark.parametrize(
    ("program", "cause"),
    [
        (agent(LOOPS), "of processor time and wrote nothing; an endless loop?"),
        (agent(SLEEPS), "it has read the question, and sleeps"),
        (agent(WAITS), "wrote nothing, and waits for something to happen"),
        (bare(EVENT_LOOP), "waits for more input; is its output flushed"),
        (agent(SAYS_NOTHING), "waits for more input; is its output flushed"),
        (agent(WRONG_STREAM), "it wrote its answer to stderr, and not to stdout"),
        (bare(NEVER_READS), "it has not even read the question: it sleeps"),
    ],
)
def test_a_silence_has_a_cause(program: BlockingProgram, cause: str) -> None:
    assert cause in only_fault(silent(program, "cpu"))[1]


def test_by_the_wall_a_loop_is_seen_too() -> None:
    found = only_fault(silent(agent(LOOPS), "wall", move=3.0))[1]

    assert "it is busy computing and wrote nothing; an endless loop?" in found


def test_the_echo_of_a_question_on_stderr_is_no_answer() -> None:
    assert answer_in('deciding\n{"action":"draw"}\n') == '{"action":"draw"}'
    assert answer_in('{"type":"request_action","state":{}}\n') == ""
    assert answer_in('{"action":"draw"}\nbut I do not say it') == ""


def test_where_nothing_can_be_seen_nothing_is_claimed() -> None:
    assert why_silent(Activity(), 0, b"", "") == ""
