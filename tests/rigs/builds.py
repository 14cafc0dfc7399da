"""The two builds of the engines, each in an interpreter of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Set by make: the run is meant to test the compiled engines, so to miss them is a failure.
COMPILED_REQUIRED = os.environ.get("PITBOSS_COMPILED_REQUIRED") == "1"

# Runs a script, with arguments if any, and returns what it prints.
Python: TypeAlias = Callable[..., str]


@pytest.fixture(scope="session")
def pure_python() -> Python:
    """Runs a script with the engines as they are in src, interpreted."""
    # The path in the environment comes before site-packages, so src wins over what is installed.
    python = _python({"PYTHONPATH": str(ROOT / "src")})
    assert python("import pitboss; print(pitboss.COMPILED)") == "False\n"
    return python


@pytest.fixture(scope="session")
def compiled_python() -> Python:
    """Runs a script with the installed, compiled engines; skips where nothing could compile."""
    python = _python({})
    if python("import pitboss; print(pitboss.COMPILED)") != "True\n":
        if COMPILED_REQUIRED and compiler_works():
            pytest.fail("a C compiler works, but the installed pitboss is not compiled")
        pytest.skip("the installed pitboss is not compiled")
    return python


def compiler_works() -> bool:
    """As the build backend sees it."""
    from pitboss_build import compiler_works

    return compiler_works()


def _python(extra: dict[str, str]) -> Python:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def run(script: str, *args: str, timeout: float = 300) -> str:
        # -P keeps the current folder off the path.
        done = subprocess.run(
            [sys.executable, "-P", "-c", script, *args],
            env=kept | extra,
            capture_output=True,
            text=True,
            timeout=timeout,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
