"""Programs that go wrong, each with what then happens in the game."""

import json
import select
import time

import pytest
from stdio import LATER, against_simple, agent, assert_forfeited, bare, only_fault, program, referee

from pitboss import bots
from pitboss.games.game import Game
from pitboss.play.blocking import play
from pitboss.play.fault import FaultKind
from pitboss.play.policy import JEDNA, JEDNA_REFERENCE, JEDNA_STRICT, NATIVE, Cost
from pitboss.play.referee import Referee
from pitboss.players.inprocess import InProcessPlayer
from pitboss.players.program import Command, Limits
from pitboss.players.program.blocking import BlockingProgram
from pitboss.wires.jedna import JednaSession

pytestmark = pytest.mark.usefixtures("nothing_left")


# Forfeits: silence, endings, floods.


def test_a_silent_program_never_started_up() -> None:
    outcome = against_simple(bare("import sys\nfor line in sys.stdin: pass"), startup=0.0, move=3.0)

    assert_forfeited(outcome)
    assert only_fault(outcome)[0] is FaultKind.STARTUP
    assert "waits for more input; is its output flushed" in only_fault(outcome)[1]


def test_a_program_that_falls_silent_times_out() -> None:
    outcome = against_simple(agent("wrong = lambda state: None" + LATER), move=2.0)

    assert_forfeited(outcome)
    kind, message, _ = only_fault(outcome)
    assert kind is FaultKind.TIMEOUT
    assert message.startswith("no answer in time: it has read the question, wrote nothing, and wai")


def test_a_slow_program_loses_when_its_time_is_up_and_not_later() -> None:
    begun = time.monotonic()
    outcome = against_simple(agent("wrong = lambda state: time.sleep(90)" + LATER), move=2.0)

    assert_forfeited(outcome)
    assert only_fault(outcome)[0] is FaultKind.TIMEOUT
    assert time.monotonic() - begun < 80
    assert 2.0 <= outcome.timings[0].longest < 20


def test_a_program_that_takes_its_time_but_not_too_long_plays_on() -> None:
    slow = "decide = lambda state: (time.sleep(2.5 if count == 1 else 0.01),"
    outcome = against_simple(agent(slow + " say(json.dumps(simple(state))))"))

    assert outcome.incidents == ()
    assert outcome.timings[0].longest >= 2.5


def test_a_program_that_can_not_be_started() -> None:
    command = Command(words=("/nonexistent/bot",))
    outcome = against_simple(BlockingProgram(command, JednaSession()))

    assert_forfeited(outcome)
    kind, message, detail = only_fault(outcome)
    assert (kind, message) == (FaultKind.STARTUP, "the program can't be started")
    assert "/nonexistent/bot" in detail


def test_a_crash_on_start_tells_status_and_stderr() -> None:
    outcome = against_simple(bare("import sys\nsys.exit('no such model')"))

    assert_forfeited(outcome)
    kind, message, detail = only_fault(outcome)
    assert kind is FaultKind.STARTUP
    assert message == "the program exited with status 1 before its first answer"
    assert "no such model" in detail
    assert "no such model" in outcome.stderr[0]


def test_a_crash_in_mid_game_tells_the_traceback() -> None:
    outcome = against_simple(agent("wrong = lambda state: 1 / 0" + LATER))

    assert_forfeited(outcome)
    kind, message, detail = only_fault(outcome)
    assert (kind, message) == (FaultKind.CRASH, "the program exited with status 1")
    assert "ZeroDivisionError" in detail


def test_a_program_ended_by_a_signal_is_a_crash_that_names_it() -> None:
    outcome = against_simple(agent("wrong = lambda state: os.kill(os.getpid(), 11)" + LATER))

    assert_forfeited(outcome)
    assert only_fault(outcome)[:2] == (FaultKind.CRASH, "the program was ended by signal SIGSEGV")


def test_closing_the_output_is_a_crash_though_the_program_runs() -> None:
    outcome = against_simple(agent("wrong = lambda state: (os.close(1), time.sleep(90))" + LATER))

    assert_forfeited(outcome)
    kind, message, _ = only_fault(outcome)
    assert kind is FaultKind.CRASH
    assert message == "its output ended, though the program still runs"


def test_half_a_line_is_no_answer() -> None:
    half = "wrong = lambda state: (sys.stdout.write('{\"action\"'), sys.stdout.flush())" + LATER
    outcome = against_simple(agent(half), move=2.0)

    assert_forfeited(outcome)
    kind, message, detail = only_fault(outcome)
    assert (kind, message) == (
        FaultKind.TIMEOUT,
        "no answer in time: only half a line came, without a newline at its end",
    )
    assert 'half a line: {"action"' in detail


def test_half_a_line_then_the_end_is_a_crash() -> None:
    half = "wrong = lambda state: (os.write(1, b'{'), os._exit(3))" + LATER
    outcome = against_simple(agent(half))

    assert_forfeited(outcome)
    assert only_fault(outcome)[:2] == (FaultKind.CRASH, "the program exited with status 3")


def test_a_line_in_two_pieces_is_an_answer() -> None:
    pieces = (
        "def decide(state):\n"
        "    line = json.dumps(simple(state)) + '\\n'\n"
        "    os.write(1, line[:5].encode())\n"
        "    time.sleep(0.002)\n"
        "    os.write(1, line[5:].encode())\n"
    )
    outcome = against_simple(agent(pieces))

    assert outcome.incidents == ()


def test_blank_lines_are_no_answers() -> None:
    outcome = against_simple(
        agent("decide = lambda state: say('\\n\\r\\n' + json.dumps(simple(state)))")
    )

    assert outcome.incidents == ()


def test_an_endless_line_is_a_flood() -> None:
    flood = "wrong = lambda state: [os.write(1, b'x' * (1 << 20)) for _ in range(64)]" + LATER
    begun = time.monotonic()
    outcome = against_simple(agent(flood), move=60.0)

    assert_forfeited(outcome)
    assert only_fault(outcome)[:2] == (FaultKind.FLOOD, "a line of more than 1048576 bytes")
    assert time.monotonic() - begun < 40


def test_too_many_unasked_lines_are_a_flood() -> None:
    chatter = 'wrong = lambda state: say(\'{"action":"pass"}\\n\' * 500)' + LATER
    outcome = against_simple(agent(chatter))

    assert_forfeited(outcome)
    assert outcome.incidents[-1].fault.kind is FaultKind.FLOOD
    assert "100 lines that nobody asked for" in outcome.incidents[-1].fault.message


def test_few_but_long_unasked_lines_are_a_flood() -> None:
    chatter = "wrong = lambda state: say(('x' * 9_000 + '\\n') * 20)" + LATER
    outcome = against_simple(agent(chatter))

    assert_forfeited(outcome)
    assert outcome.incidents[-1].fault.kind is FaultKind.FLOOD
    assert "65536 bytes that nobody asked for" in outcome.incidents[-1].fault.message


def test_a_program_that_never_reads_stalls_once_it_has_answered() -> None:
    blind = "import json, sys, time\ninput(); input()\nprint('{}', flush=True)\ntime.sleep(99)"
    outcome = against_simple(bare(blind), policy=JEDNA, move=2.0, startup=6.0)

    assert_forfeited(outcome)
    assert outcome.incidents[-1].fault.kind is FaultKind.STALL
    assert "does not read" in outcome.incidents[-1].fault.message


def test_a_full_pipe_is_a_stall_and_no_wait_beyond_the_deadline() -> None:
    class Wordy(JednaSession):
        def ask(self, game: Game, turn: int, seconds: float) -> bytes:
            return super().ask(game, turn, seconds) + b" " * (1 << 20)

    begun = time.monotonic()
    player = BlockingProgram(program("import time\ntime.sleep(99)"), Wordy())
    outcome = against_simple(player, startup=0.0, move=0.5)

    assert_forfeited(outcome)
    assert only_fault(outcome)[0] is FaultKind.STALL
    assert time.monotonic() - begun < 20


def test_the_output_is_read_while_a_large_question_is_written() -> None:
    class Wordy(JednaSession):
        def ask(self, game: Game, turn: int, seconds: float) -> bytes:
            return super().ask(game, turn, seconds) + b" " * (1 << 18)

    player = agent(session=Wordy())
    with player:
        outcome = play(referee(seed=3), [player, InProcessPlayer(bots.named("simple"))])

    assert outcome.incidents == ()


def test_a_flood_of_stderr_blocks_nobody_and_only_its_tail_is_kept() -> None:
    noisy = (
        "def decide(state):\n"
        "    os.write(2, b'noise ' * 100_000)\n"
        "    os.write(2, b'THE END')\n"
        "    say(json.dumps(simple(state)))\n"
    )
    outcome = against_simple(agent(noisy))

    assert outcome.incidents == ()
    assert len(outcome.stderr[0]) <= 64 << 10
    assert "noise" in outcome.stderr[0]


# Refusals: garbage, wrong answers.


@pytest.mark.parametrize(
    "garbage",
    [
        "'I play r5'",
        "'[' * 10_000",
        "'{\"action\": 7}'",
        '\'{"action": "play", "card": 5}\'',
        '\'{"action": "play", "card": "wd", "wild_color": []}\'',
        "'9' * 100_000",
    ],
)
def test_garbage_is_refused_twice_and_then_the_fallback_is_played(garbage: str) -> None:
    hooks = (
        f"decide = lambda state: say({garbage}) if count <= 3 else say(json.dumps(simple(state)))"
    )
    outcome = against_simple(agent(hooks))

    costs = [incident.cost for incident in outcome.incidents]
    kinds = {incident.fault.kind for incident in outcome.incidents}
    assert costs == [Cost.REFUSE, Cost.REFUSE, Cost.SUBSTITUTE]
    assert kinds == {FaultKind.MALFORMED}
    assert outcome.result.reason == "went-out"
    lines = [json.loads(line) for line in outcome.stderr[0].splitlines()]
    assert sum(line["type"] == "error" for line in lines) == 3


def test_invalid_utf8_is_refused_and_the_next_answer_counts() -> None:
    hooks = "decide = lambda state: os.write(1, b'\\xff\\xfe\\n') if count == 1 else say("
    outcome = against_simple(agent(hooks + "json.dumps(simple(state)))"))

    assert [incident.cost for incident in outcome.incidents] == [Cost.REFUSE]
    assert outcome.result.reason == "went-out"


def test_an_illegal_card_is_refused_with_the_documents_words() -> None:
    illegal = "{'action': 'play', 'card': 'r0' if 'r0' not in state['hand'] else 'b0'}"
    hooks = f"decide = lambda state: say(json.dumps({illegal} if count == 1 else simple(state)))"
    outcome = against_simple(agent(hooks))

    assert only_fault(outcome)[0] is FaultKind.ILLEGAL
    assert "Invalid card: that card is not in your hand" in outcome.stderr[0]


def test_a_strict_policy_forfeits_at_once() -> None:
    outcome = against_simple(agent("decide = lambda state: say('?')"), policy=JEDNA_STRICT)

    assert_forfeited(outcome)
    assert only_fault(outcome)[0] is FaultKind.MALFORMED


def test_the_reference_policy_plays_the_fallback_at_once() -> None:
    hooks = "decide = lambda state: say('?') if count == 1 else say(json.dumps(simple(state)))"
    outcome = against_simple(agent(hooks), policy=JEDNA_REFERENCE)

    assert outcome.incidents[0].cost is Cost.SUBSTITUTE
    assert outcome.result.reason == "went-out"


# Lines at the wrong moment.


def test_of_two_answers_at_once_the_first_counts_and_the_second_is_passed_over() -> None:
    twice = 'decide = lambda state: say(json.dumps(simple(state)) + \'\\n{"action": "play"}\')'
    outcome = against_simple(agent(twice))

    assert outcome.incidents == ()
    assert outcome.result.reason == "went-out"
    assert "nothing was asked of you" in outcome.stderr[0]


def test_an_answer_out_of_turn_is_passed_over() -> None:
    player = agent('say(\'{"action": "play", "card": "xx"}\')')
    player.start()
    assert player.process is not None
    assert select.select([player.process.stdout], [], [], 30)[0]
    outcome = against_simple(player)

    assert outcome.incidents == ()
    assert "nothing was asked of you" in outcome.stderr[0]


def test_a_late_answer_is_not_taken_for_the_next_move() -> None:
    # The policy plays on after a timeout; the late line comes while the other one thinks.
    late = """
def decide(state):
    global late
    if state["already_picked"] and not late:
        late = True
        time.sleep(4.5)
        say('{"action": "late"}')
    else:
        say(json.dumps(simple(state)))
late = False
"""
    table = referee(policy=NATIVE, move=4.0, seed=2)
    with agent(late) as player:
        outcome = play(table, [player, InProcessPlayer(_SlowOnce(table))])

    assert [incident.fault.kind for incident in outcome.incidents] == [FaultKind.TIMEOUT]
    assert outcome.incidents[0].cost is Cost.SUBSTITUTE
    assert outcome.result.reason == "went-out"
    assert "nothing was asked of you" in outcome.stderr[0]


class _SlowOnce:
    """Gives a late answer time to arrive."""

    name = "slow"
    honest = True

    def __init__(self, table: Referee) -> None:
        self.table = table
        self.simple = bots.named("simple")
        self.slept = False

    def decide(self, game: Game, seat: int) -> int:
        if self.table.incidents and not self.slept:
            self.slept = True
            time.sleep(2.5)
        return self.simple.decide(game, seat)


def test_limits_are_the_callers() -> None:
    outcome = against_simple(
        agent("decide = lambda state: say('x' * 2000)", limits=Limits(line=1000))
    )

    assert only_fault(outcome)[:2] == (FaultKind.FLOOD, "a line of more than 1000 bytes")
