"""A command is one file and one line, as CONTRIBUTING.md says."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pitboss

HELLO = '''"""`pitboss hello`: greet somebody."""

import typer


def hello(name: str = "you") -> None:
    """Greet somebody."""
    typer.echo(f"Hello, {name}.")
'''


def test_one_file_and_one_line_make_a_command(tmp_path: Path) -> None:
    package = tmp_path / "pitboss"
    shutil.copytree(Path(pitboss.__file__).parent, package)
    (package / "cli" / "hello.py").write_text(HELLO)
    listing = package / "cli" / "commands.py"
    before = listing.read_text()
    listing.write_text(
        before.replace('"More": {\n', '"More": {\n        "hello": "Greet somebody.",\n')
    )

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "pitboss", *words],
            env=os.environ | {"PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "Greet somebody." in run("--help")
    assert run("hello", "--name", "world") == "Hello, world.\n"
