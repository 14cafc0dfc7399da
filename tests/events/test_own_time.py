"""A bot's time is its own: neither its opponent nor the machine takes it away."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.events.batch import Batch
from pitboss.events.entrants import read_entrants
from pitboss.events.plan import Block, Plan
from pitboss.events.planner import make_plan
from pitboss.events.settings import EventSettings
from pitboss.events.warm_players import WarmPlayers
from pitboss.events.worker import Work, play_blocks
from pitboss.players.program.blocking import BlockingProgram

BOT = Path(__file__).parents[1] / "agents" / "thinking_bot.py"
BURNING = """
import resource
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
print(flush=True)
while True:
    pass
"""


def bot(name: str, arguments: str = "", keys: str = "") -> str:
    return f"name={name} {keys} cmd='{sys.executable} {BOT} {arguments}'"


def plan_of(*bots: str, **settings: Any) -> Plan:
    described = EventSettings(game="jedna", seats=2, seed="own time", **settings)
    return make_plan(described, read_entrants(bots, Path()))


def played(plan: Plan, core: int | None = None) -> Batch:
    with WarmPlayers(plan, core) as warm:
        return play_blocks(Work(plan.id, plan, (Block(0, (0, 1)),)), warm)


def core() -> int:
    return min(os.sched_getaffinity(0))


@contextlib.contextmanager
def burning_neighbours(number: int) -> Iterator[None]:
    """So many processes that want all of the core on which the bots are."""
    with contextlib.ExitStack() as running:
        for _ in range(number):
            words = [sys.executable, "-c", BURNING]
            one = subprocess.Popen(words, stdout=subprocess.PIPE, start_new_session=True)
            running.enter_context(one)
            running.callback(one.kill)
            os.sched_setaffinity(one.pid, {core()})
            assert one.stdout is not None
            one.stdout.readline()
        yield


def test_an_opponent_that_burns_while_another_thinks_takes_nobodys_time() -> None:
    bots = (bot("honest", "--think 0.3"), bot("burner", "--burn 8"))
    plan = plan_of(*bots, timeout=1.5)

    assert not played(plan, core()).faults


def test_without_protection_it_would() -> None:
    bots = (bot("honest", "--think 0.3"), bot("burner", "--burn 8"))
    plan = plan_of(*bots, timeout=1.5, clock="wall", ponder=True)

    faults = played(plan, core()).faults

    assert {fault.kind for fault in faults if plan.entrants[fault.entrant].name == "honest"} == {
        "timeout"
    }


@pytest.mark.parametrize(("clock", "loses"), [("cpu", False), ("wall", True)])
def test_a_busy_machine_makes_nobody_lose_on_time(clock: str, loses: bool) -> None:
    bots = (bot("honest", "--think 0.3"), "simple")
    plan = plan_of(*bots, timeout=1.5, clock=clock)

    with burning_neighbours(8):
        faults = played(plan, core()).faults

    assert ("timeout" in {fault.kind for fault in faults}) == loses


def test_thinking_too_long_by_its_own_time_is_a_timeout() -> None:
    plan = plan_of(bot("slow", "--think 0.4"), "simple", timeout=0.2)

    assert {fault.kind for fault in played(plan).faults} == {"timeout"}


@pytest.mark.parametrize(
    ("keys", "seconds", "kinds"),
    [("", 1.5, set()), ("", 3.0, {"timeout"}), ("clock=wall", 1.5, {"timeout"})],
)
def test_waiting_counts_by_the_wall_twice_as_long_as_thinking(
    keys: str, seconds: float, kinds: set[str]
) -> None:
    waiting = bot("waiting", f"--sleep {seconds}", keys)
    plan = plan_of(waiting, "simple", timeout=1.0)

    batch = played(plan)

    assert {fault.kind for fault in batch.faults} == kinds
    if not kinds:
        assert batch.thinking[0].longest < seconds


@pytest.mark.parametrize("ponder", [False, True])
def test_programs_rest_while_another_thinks_unless_pondering_is_allowed(ponder: bool) -> None:
    bots = (bot("honest", "--think 0.2"), bot("burner", "--burn 2"))
    plan = plan_of(*bots, ponder=ponder)
    with WarmPlayers(plan) as warm:
        players = warm.players((0, 1), 1, 0)
        burner = players[1]
        assert isinstance(burner, BlockingProgram)
        before = burner.tree.seconds(burner.process)
        until = time.monotonic() + 60
        while burner.tree.seconds(burner.process) < before + 0.1 and time.monotonic() < until:
            time.sleep(0.01)

        warm.awake.rest_others(players[0])
        time.sleep(0.3)
        rested = burner.tree.seconds(burner.process)
        time.sleep(0.5)

        assert rested > before or burner.tree.group() is None
        assert (burner.tree.seconds(burner.process) == rested) is not ponder
