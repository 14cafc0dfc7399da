"""What the machine lacks is no bot's fault: the block is played again, and nothing is counted."""

import itertools
import os
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from runner_rig import CREATED, Onlooker, plan_of, run

from pitboss.events import runner
from pitboss.events.plan import Plan
from pitboss.events.runner import Runner
from pitboss.events.warm_players import WarmPlayers
from pitboss.events.workers import ThisProcess, WorkersLost
from pitboss.players.program import Shortage
from pitboss.store import Journal

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="counts descriptors in /proc")

AGENT = Path(__file__).parents[2] / "src" / "pitboss" / "examples" / "jedna_simple.py"
SOFT, HARD = resource.getrlimit(resource.RLIMIT_NOFILE)


@contextmanager
def few_descriptors(more: int) -> Iterator[None]:
    """So many more than are open now; a program takes six, three of them for a moment."""
    opened = {int(name) for name in os.listdir("/proc/self/fd")}  # noqa: PTH208
    free = itertools.islice((number for number in itertools.count() if number not in opened), more)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(free) + 1, HARD))
    try:
        yield
    finally:
        lift()


def lift() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (SOFT, HARD))


def plan() -> Plan:
    bot = f"cmd='{sys.executable} {AGENT}' nursery=no"
    return plan_of("jedna", f"{bot} name=one", f"{bot} name=two", blocks=2)


def test_a_program_that_can_not_be_started_for_lack_of_descriptors_has_no_fault() -> None:
    with WarmPlayers(plan()) as warm, few_descriptors(3), pytest.raises(Shortage) as caught:
        warm.players((0, 1), 1, 0)

    assert "Too many open files" in str(caught.value)


def test_a_block_is_played_again_when_there_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "PAUSES", (0.01, 0.01))
    whole = run(plan(), tmp_path / "whole.db")

    class Patient(Onlooker):
        def waits(self, reason: str, seconds: float) -> None:
            super().waits(reason, seconds)
            lift()

    patient = Patient()
    with Journal.open(str(tmp_path / "short.db")) as journal:
        journal.begin(plan(), label="", created=CREATED, note={})
        workers = ThisProcess()
        try:
            with few_descriptors(8):
                Runner(plan(), journal, workers, patient).run()
        finally:
            workers.close()
        rows = journal.results(plan().id).rows

    assert len(patient.waited) == 1
    assert not rows["faults"].any()
    assert run(plan(), tmp_path / "short.db") == whole


def test_a_shortage_that_stays_ends_the_event_with_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "PAUSES", (0.01, 0.01))
    patient = Onlooker()
    with Journal.open(str(tmp_path / "short.db")) as journal:
        journal.begin(plan(), label="", created=CREATED, note={})
        workers = ThisProcess()
        try:
            with few_descriptors(8), pytest.raises(WorkersLost, match="run the same command"):
                Runner(plan(), journal, workers, patient).run()
        finally:
            workers.close()

    assert len(patient.waited) == 2


def test_who_has_many_processes_is_named(tmp_path: Path) -> None:
    many = tmp_path / "many.py"
    many.write_text(
        "import os, time\n"
        "for _ in range(20):\n"
        "    if os.fork() == 0:\n"
        "        time.sleep(60)\n"
        "        os._exit(0)\n"
        f"exec(open({str(AGENT)!r}).read())\n"
    )
    bots = [f"cmd='{sys.executable} {path}' nursery=no" for path in (many, AGENT)]
    greedy = plan_of("jedna", f"{bots[0]} name=greedy", f"{bots[1]} name=modest", blocks=1)
    with WarmPlayers(greedy) as warm:
        warm.players((0, 1), 1, 0)
        until = time.monotonic() + 60
        while warm.busiest()[1] < 21 and time.monotonic() < until:
            time.sleep(0.01)

        assert warm.busiest() == (0, 21)
