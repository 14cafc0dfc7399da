"""How far an event is: on terminals and in logs, while it is played and from outside."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Self

import numpy as np
import pytest
from cli_rig import Shell, environment, shell
from runner_rig import plan_of

from pitboss.cli import waiting
from pitboss.cli.progress import Bar
from pitboss.cli.waiting import Waiting
from pitboss.events.batch import Batch
from pitboss.events.plan import Plan
from pitboss.events.schedule import Stretch, next_round
from pitboss.events.worker import Work
from pitboss.events.workers import play_here
from pitboss.statistics.results import Results, row_type

__all__ = ["shell"]

# Longer than anybody waits.
ENDLESS = "10000000"


class Terminal:
    """A command on a terminal of some width."""

    def __init__(self, folder: Path, columns: int, *words: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss", *words],
            cwd=folder,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment() | {"TERM": "xterm", "NO_COLOR": "1"},
            start_new_session=True,
        )
        os.close(slave)
        self.shown = ""

    def read_until(self, pattern: str) -> "re.Match[str]":
        """Wait until something is shown that was not before."""
        begin = len(self.shown)
        until = time.monotonic() + 120
        while (found := re.search(pattern, self.shown[begin:])) is None:
            assert time.monotonic() < until, self.shown[-3000:]
            if select.select([self._master], [], [], 0.2)[0]:
                self.shown += os.read(self._master, 65536).decode(errors="replace")
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def leave(self, *, interrupt: bool) -> int:
        """Let it end, and read what it says last."""
        if interrupt:
            self.process.send_signal(signal.SIGINT)
        while True:
            try:
                said = os.read(self._master, 65536)
            except OSError:
                break
            if not said:
                break
            self.shown += said.decode(errors="replace")
        os.close(self._master)
        return self.process.wait(timeout=300)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (40, r"Playing \d+% [\d,.]+ games/s \d+:\d\d:\d\d left"),
        (60, r"Playing \d+% [\d,]+ of 10,000,000 games \d+:\d\d:\d\d left"),
        (150, r"Playing .*% .* of 10,000,000 games [\d,.]+ games/s [\d:]+ left \[(/|red)\] \d"),
    ],
)
def test_a_terminal_shows_what_matters_most_first_and_names_as_they_are(
    tmp_path: Path, columns: int, expected: str
) -> None:
    words = ["play", "jedna", "bot=simple name=[/]", "bot=random name=[red]", "-n", ENDLESS]
    with Terminal(tmp_path, columns, *words) as terminal:
        terminal.read_until(expected)
        assert terminal.leave(interrupt=True) == 130

    assert "every finished block is kept" in terminal.shown
    assert "Traceback" not in terminal.shown
    drawn = re.findall(r"Playing [^\r\n\x1b]*", terminal.shown)
    assert all(len(line) <= columns for line in drawn)


def _blocks(plan: Plan, numbers: range) -> Batch:
    round_ = next_round(plan, 0, None)
    assert round_ is not None
    return play_here(Work(plan.id, plan, Stretch(round_, numbers)))


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of a log, as soon as there is something to tell."""
    for name in ("_FIRST_LINE_SECONDS", "_LINE_SECONDS", "_PATIENCE_SECONDS"):
        monkeypatch.setattr(waiting, name, 0.0)


def _line_with(captured: pytest.CaptureFixture[str], text: str) -> str:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        for line in captured.readouterr().err.splitlines():
            if text in line:
                return line
        time.sleep(0.05)
    raise AssertionError(f"no line has {text}")


@pytest.mark.usefixtures("log")
def test_a_log_tells_counts_of_the_whole_event_and_leaders_of_all_games(
    capsys: pytest.CaptureFixture[str],
) -> None:
    plan = plan_of("jedna", "simple", "random", blocks=100)
    earlier, now = _blocks(plan, range(40)), _blocks(plan, range(40, 42))
    rows = np.frombuffer(earlier.rows + now.rows, row_type(2))
    names = tuple(entrant.name for entrant in plan.entrants)
    score = rows["payoff"][rows["entrant"] == 0].mean()
    round_ = next_round(plan, 0, None)
    assert round_ is not None

    bar = Bar(plan, "Playing")
    bar.reads(lambda: Results(names, plan.kind().unit, rows))
    bar.begins(round_, 60)
    before = _line_with(capsys, "80 of 200 games (40%)")
    bar.counted([now])
    line = _line_with(capsys, "84 of 200 games (42%)")
    bar.close()

    # Of the games before this run nothing tells how fast this one is.
    assert before == "Playing: 80 of 200 games (40%)"
    assert re.search(r", [\d.,]+ games/s, \d+:\d\d:\d\d left; ", line)
    assert line.endswith(f"; simple {100 * score:.1f}%, random {100 - 100 * score:.1f}%")


def test_time_left_runs_down_between_lumps_of_work() -> None:
    now = 0.0
    told = Waiting("counting", "things", clock=lambda: now)
    told.start(100)
    now = 9.0
    told.tell(150, 200)
    now = 10.0

    percent, counts, speed, left = told._figures()
    told.close()

    assert (percent, counts) == ("75%", "150 of 200 things")
    # 50 in 9 seconds; the next 50 have been under way for one.
    assert (speed, left) == ("5.6 things/s", "0:00:08 left")


@pytest.fixture(scope="module")
def running(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Path, subprocess.Popen[str]]]:
    """A Swiss tournament that is being played, and its folder."""
    folder = tmp_path_factory.mktemp("running")
    words = ["tournament", "--game", "jedna", "--format", "swiss", "simple:2", "random:3"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "pitboss", *words, "-n", "200000", "--jobs", "1"],
            cwd=folder,
            stdout=log,
            stderr=log,
            env=environment(),
            text=True,
        )
    yield folder, process
    process.kill()
    process.wait()


def _line_of(stream: IO[str], text: str) -> str:
    for line in stream:
        if text in line:
            return line
    raise AssertionError(f"no line has {text}")


@pytest.mark.slow
def test_standings_of_a_running_event_say_so_and_follow_it(
    shell: Shell, running: tuple[Path, "subprocess.Popen[str]"]
) -> None:
    folder, process = running
    until = time.monotonic() + 120
    while not (told := shell.run(folder, "standings", code=None)).out.count("being played"):
        assert time.monotonic() < until, told
        time.sleep(0.2)
    assert re.search(
        r"It is being played: [\d,]+ of 1,200,000 games \(\d+%\), round 1 of 3, "
        r"last sign of life \d+ seconds? ago\.",
        told.out,
    )
    assert "To go on" not in told.out
    facts = shell.run(folder, "standings", "--json").json()["progress"]
    assert facts["running"]
    assert (facts["planned"], facts["round"]) == (1_200_000, "round 1 of 3")

    with Terminal(folder, 80, "standings", "--watch") as left:
        left.read_until("being played")
        assert left.leave(interrupt=True) == 130
        assert "Traceback" not in left.shown

    with (
        Terminal(folder, 60, "standings", "--watch", "--top", "2") as terminal,
        subprocess.Popen(
            [sys.executable, "-m", "pitboss", "standings", "--watch"],
            cwd=folder,
            stdout=subprocess.PIPE,
            env=environment(),
            text=True,
        ) as piped,
    ):
        assert piped.stdout is not None
        first = terminal.read_until(r"played: ([\d,]+) of")[1]
        terminal.read_until(rf"played: (?!{first} )[\d,]+ of")
        assert "and 3 more" in terminal.shown
        before, after = (_line_of(piped.stdout, "It is being played") for _ in range(2))
        assert before != after

        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=300) == 130
        assert terminal.leave(interrupt=False) == 0
        assert "It is not over, and nobody plays it now" in re.sub(r"\s+", " ", terminal.shown)
        assert "nobody plays it now" in piped.communicate(timeout=300)[0]
        assert piped.returncode == 0


def test_the_first_few_are_shown_on_request_and_how_many_more(shell: Shell, tmp_path: Path) -> None:
    words = ["tournament", "--game", "jedna", "--format", "swiss", "simple:3", "random:3"]
    shell.run(tmp_path, *words, "-n", "2", "--seed", "top")

    told = shell.run(tmp_path, "standings", "--top", "2").out
    whole = shell.run(tmp_path, "standings").out

    assert told.count("and 4 more") == 2
    assert whole.count("random-3") > told.count("random-3")
    assert "more\n" not in whole
    assert shell.run(tmp_path, "standings", "--watch").out.startswith(told.partition("\n")[0])
    error = shell.run(tmp_path, "standings", "--watch", "--json", code=2).err
    assert "leave one of them out" in error


@pytest.mark.parametrize(
    ("format_", "measure"),
    [("swiss", "points, then Buchholz"), ("knockout", "the round reached"), ("ladder", "the rung")],
)
def test_one_ranking_is_the_result_and_the_other_is_explained(
    shell: Shell, tmp_path: Path, format_: str, measure: str
) -> None:
    words = ["tournament", "--game", "jedna", "--format", format_, "simple:2", "random:2"]

    told = shell.run(tmp_path, *words, "-n", "4", "--seed", "one", COLUMNS="240").out
    lines = told.splitlines()
    facts = shell.run(tmp_path, "standings", "--json").json()

    assert lines[1].strip() == f"Result of the {format_}"
    sentence = next(line for line in lines if line.startswith("The result of a"))
    assert f"The result of a {format_} tournament goes by {measure}" in sentence
    assert lines[lines.index(sentence) + 1].strip() == "Standings of all games"
    assert facts["result"] == "placings"
    assert lines[3].split()[:2] == ["1", facts["placings"][0]["bot"]]
