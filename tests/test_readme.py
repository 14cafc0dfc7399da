"""The examples in the README run, and its commands exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
EXAMPLES = re.findall(r"run by tests/test_readme.py -->\n```python\n(.*?)```", README, re.DOTALL)
COMMANDS = re.findall(r"^    (pitboss .*)$|`(pitboss [^`]*)`", README, re.MULTILINE)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == README.count("```python") == 2
    assert len(COMMANDS) >= 5


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_example_runs(example: str) -> None:
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True)

    assert done.returncode == 0, done.stderr


# `serve` runs until it is stopped; tests/test_serve.py does that.
@pytest.mark.parametrize(
    "command",
    sorted({one or other for one, other in COMMANDS} - {"pitboss serve"}),
)
def test_the_command_works(command: str) -> None:
    words = command.split()[1:]

    done = subprocess.run(
        [sys.executable, "-c", "from pitboss.cli import main; main()", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": ":".join(path for path in sys.path if path)},
    )

    assert done.returncode == 0, done.stderr
