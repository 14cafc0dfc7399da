"""One command of the program, called in this process."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer
from typer.testing import CliRunner, Result


class Command:
    """Runs a command with words as they would be typed, and checks its exit code."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._app = typer.Typer()
        self._app.command()(function)

    def __call__(self, *words: str | Path, code: int = 0) -> Result:
        result = CliRunner().invoke(self._app, [str(word) for word in words])
        assert result.exit_code == code, result.output
        return result
