"""Processes of programs, from game to game; and nothing is left of them."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from leftovers import orphans
from stdio import LATER, against_simple, agent, assert_forfeited, only_fault, program, referee

from pitboss import bots
from pitboss.play.blocking import Outcome, play
from pitboss.play.fault import FaultKind
from pitboss.players.inprocess import InProcessPlayer
from pitboss.players.program import Command, Process
from pitboss.players.program.blocking import BlockingProgram
from pitboss.players.program.process import Reaper

pytestmark = pytest.mark.usefixtures("nothing_left")


def test_a_grandchild_that_holds_the_pipe_hides_no_crash_and_is_ended() -> None:
    fork = "wrong = lambda state: os.fork() and os._exit(4) or time.sleep(60)" + LATER
    begun = time.monotonic()
    outcome = against_simple(agent(fork), move=50.0)

    assert_forfeited(outcome)
    assert only_fault(outcome)[:2] == (FaultKind.CRASH, "the program exited with status 4")
    assert time.monotonic() - begun < 40


def test_a_grandchild_in_a_session_of_its_own_is_ended_too() -> None:
    daemon = (
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        time.sleep(60)\n"
        "    os._exit(0)\n"
    )
    outcome = against_simple(agent(daemon))

    assert outcome.incidents == ()


def test_a_program_that_ignores_signals_is_ended() -> None:
    import_signal = "import signal\nfor s in (1, 2, 3, 13, 15): signal.signal(s, signal.SIG_IGN)\n"
    outcome = against_simple(
        agent(import_signal + "wrong = lambda state: time.sleep(60)" + LATER), move=2.0
    )

    assert_forfeited(outcome)


def test_a_program_that_stays_after_the_game_is_kept() -> None:
    player = agent()
    with player:
        pids = set()
        for seed in range(3):
            play(referee(seed=seed), [player, InProcessPlayer(bots.named("simple"))])
            pids.add(player.pid)

    assert len(pids) == 1


def test_a_program_that_exits_after_the_game_is_started_anew() -> None:
    player = agent("closing = lambda message: sys.exit(0)")
    with player:
        for seed in range(3):
            outcome = play(referee(seed=seed), [player, InProcessPlayer(bots.named("simple"))])
            assert outcome.incidents == ()


def rivals(player: BlockingProgram, games: int) -> list[tuple[int | None, Outcome]]:
    """So many games against a bot of ours; with each, the process that played it."""
    found = []
    for seed in range(games):
        table = referee(seed=seed)
        outcome = play(table, [player, InProcessPlayer(bots.named("simple"))])
        found.append((player.pid, outcome))
    return found


def test_every_game_of_a_program_that_exits_has_a_process_and_a_stderr_of_its_own() -> None:
    hooks = "closing = lambda message: sys.exit(0)\nprint(os.getpid(), file=sys.stderr, flush=True)"
    with agent(hooks) as player:
        games = rivals(player, 6)

    assert len({pid for pid, _ in games}) == 6
    for pid, outcome in games:
        assert outcome.incidents == ()
        assert outcome.stderr[0].startswith(f"{pid}\n")


def test_the_successor_of_a_program_that_exits_is_started_a_game_ahead() -> None:
    hooks = "closing = lambda message: sys.exit(0)"
    with agent(hooks) as player:
        rivals(player, 2)
        successor = player._successor
        assert successor is not None
        assert not successor.ended()
        (pid, _), *_ = rivals(player, 1)

    assert pid == successor.pid


def test_a_program_that_exits_after_some_games_is_no_crash() -> None:
    hooks = (
        "games = 0\n"
        "def closing(message):\n"
        "    global games\n"
        "    games += 1\n"
        "    if games == 2: sys.exit(0)\n"
    )
    with agent(hooks) as player:
        games = rivals(player, 6)

    assert [outcome.incidents for _, outcome in games] == [()] * 6
    assert games[0][0] == games[1][0] != games[2][0]


def test_a_program_that_crashes_on_start_later_on_forfeits_from_then_on(tmp_path: Path) -> None:
    hooks = (
        f"starts = open({str(tmp_path / 'starts')!r}, 'a+')\n"
        "starts.write('x')\n"
        "starts.seek(0)\n"
        "if len(starts.read()) > 3: sys.exit('no more')\n"
        "starts.close()\n"
        "closing = lambda message: sys.exit(0)\n"
    )
    with agent(hooks) as player:
        games = rivals(player, 6)

    faults = [len(outcome.incidents) for _, outcome in games]
    # The next one starts while the last one plays, so that either may be the third.
    assert faults in ([0, 0, 0, 1, 1, 1], [0, 0, 1, 0, 1, 1])
    for _, outcome in games:
        if not outcome.incidents:
            continue
        assert_forfeited(outcome)
        assert only_fault(outcome)[0] is FaultKind.STARTUP
        assert "no more" in only_fault(outcome)[2]


def test_what_programs_that_exit_leave_behind_is_ended_too() -> None:
    daemon = (
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        time.sleep(60)\n"
        "    os._exit(0)\n"
        "closing = lambda message: os._exit(0)\n"
    )
    with agent(daemon) as player:
        games = rivals(player, 4)
        assert len(orphans()) >= 4

    assert [outcome.incidents for _, outcome in games] == [()] * 4


def test_who_forks_while_it_is_looked_for_is_not_missed() -> None:
    daemon = (
        "import os, time\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        time.sleep(60)\n"
        "    os._exit(0)\n"
        "time.sleep(60)\n"
    )
    # At about the time when it forks; nothing is left of any.
    for number in range(60):
        run = Process(program(daemon))
        time.sleep(0.005 + number / 2000)
        run.close()


def test_a_program_that_does_not_go_when_it_should_is_ended_when_its_time_is_up() -> None:
    stubborn = Process(program("import time\ntime.sleep(60)"))
    reaper = Reaper(grace=1.0)
    reaper.add(stubborn, now=100.0)
    assert not stubborn.ended()

    gone = Process(program(""))
    reaper.add(gone, now=101.5)

    assert stubborn.ended()
    assert len(reaper) <= 1
    reaper.close(now=200.0)
    assert len(reaper) == 0


def test_a_program_that_lingers_and_then_exits_is_no_crash_in_the_next_game() -> None:
    player = agent("closing = lambda message: (time.sleep(0.4), os._exit(0))")
    with player:
        for seed in range(2):
            outcome = play(referee(seed=seed), [player, InProcessPlayer(bots.named("simple"))])
            assert outcome.incidents == ()


def test_a_program_that_crashed_in_one_game_is_started_anew_for_the_next() -> None:
    player = agent("wrong = lambda state: os._exit(1)" + LATER)
    with player:
        for _ in range(2):
            outcome = play(referee(), [player, InProcessPlayer(bots.named("simple"))])
            assert_forfeited(outcome)


def test_a_program_can_be_kept_on_a_core() -> None:
    core = min(os.sched_getaffinity(0))
    script = "import os, time\nprint(os.sched_getaffinity(0), flush=True)\ntime.sleep(9)"
    run = Process(Command(words=(sys.executable, "-c", script), core=core))
    try:
        assert os.sched_getaffinity(run.pid) == {core}
    finally:
        run.close()


def test_closing_twice_does_nothing() -> None:
    run = Process(program("import time\ntime.sleep(60)"))
    run.close()
    run.close()

    assert run.ended()
    with pytest.raises(ProcessLookupError):
        os.kill(run.pid, signal.SIGTERM)
