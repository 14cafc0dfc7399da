"""No false alarm: bots that do nothing wrong pass every scenario, whatever their habits."""

import shutil
from pathlib import Path

import pytest
from planted_mistakes import JEDNA
from stdio import EXAMPLES

from pitboss.check.finding import Report, Status
from pitboss.check.subject import read_subject
from pitboss.check.suite import suite_of

pytestmark = [pytest.mark.usefixtures("nothing_left"), pytest.mark.slow]

# Takes its time to start, stays after a game, ends lines as Windows does, and talks on stderr.
PECULIAR = (
    JEDNA
    % """
time.sleep(0.3)
def say(answer):
    print("I think", answer, file=sys.stderr)
    sys.stdout.write(json.dumps({**answer, "because": "why not"}) + "\\r\\n")
    sys.stdout.flush()
"""
)


def check(typed: str, game: str) -> Report:
    suite = suite_of(read_subject(typed, game, timeout=10.0, startup=20.0), 4)
    try:
        return suite.report(list(suite.run()))
    finally:
        suite.close()


def check_all_passed(report: Report) -> None:
    assert [(one.scenario, one.sentence) for one in report.of(Status.FAILED)] == []
    assert report.of(Status.ADVICE) == []
    assert report.passed
    assert report.games == 4


@pytest.mark.parametrize(
    ("file", "game", "wire"),
    [
        ("jedna_simple.py", "jedna", "auto"),
        ("jedna_simple.rb", "jedna-reference", "jedna-1"),
        ("native_random.py", "official,target=0", "native"),
        ("native_random.py", "holdem", "native"),
        ("poker_caller.py", "holdem", "auto"),
    ],
)
def test_our_examples_pass(file: str, game: str, wire: str) -> None:
    if file.endswith(".rb") and shutil.which("ruby") is None:
        pytest.skip("there is no ruby here")

    check_all_passed(check(f"cmd={EXAMPLES / file} wire={wire}", game))


def test_habits_are_no_mistakes(tmp_path: Path) -> None:
    script = tmp_path / "peculiar.py"
    script.write_text(PECULIAR)

    check_all_passed(check(str(script), "jedna"))
