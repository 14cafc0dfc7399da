"""Thirty deliberate mistakes and more, each found and named by its cause."""

import shlex
import shutil
from pathlib import Path

import pytest
from planted_mistakes import MISTAKES, Mistake

from pitboss.check.finding import Finding, Status
from pitboss.check.subject import read_subject
from pitboss.check.suite import suite_of

pytestmark = pytest.mark.usefixtures("nothing_left")


def checked(mistake: Mistake, folder: Path) -> Finding:
    """What the scenario finds that is for this mistake."""
    script = folder / mistake.file
    script.write_text(mistake.script)
    if mistake.script.startswith("#!"):
        script.chmod(0o755)
    typed = f"cmd={shlex.quote(str(script))} wire={mistake.wire}"
    # Time enough to start on a busy machine, but for those who take all of it.
    idle = ("sleeps", "never-reads", "endless-loop", "hangs-after-a-game")
    seconds = 1.5 if mistake.name in idle else 20.0
    suite = suite_of(read_subject(typed, mistake.game, timeout=seconds, startup=seconds), 0)
    try:
        number = next(one.number for one in suite.scenarios if one.name == mistake.scenario)
        # What was played before matters to those who remember it.
        is_later = mistake.name in ("remembers-the-first-hand", "hangs-after-a-game")
        numbers = {number - 1, number} if is_later else {number}
        return list(suite.run(frozenset(numbers)))[-1]
    finally:
        suite.close()


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES, ids=[one.name for one in MISTAKES])
def test_a_planted_mistake_is_found_and_named(mistake: Mistake, tmp_path: Path) -> None:
    if mistake.file.endswith(".rb") and shutil.which("ruby") is None:
        pytest.skip("there is no ruby here")

    finding = checked(mistake, tmp_path)

    assert finding.status is (Status.ADVICE if mistake.is_advice else Status.FAILED)
    for words in mistake.cause:
        assert words in finding.sentence
    assert f"--scenario {finding.scenario}" in finding.command or "-" in finding.command
