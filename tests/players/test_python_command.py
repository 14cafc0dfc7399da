"""Which commands a fork server takes, and which are started plainly."""

import sys
from pathlib import Path

import pytest
from forkserver_rig import forkserver, needs_forkserver, never_ready, written

from pitboss.players.forkserver import child as child_script
from pitboss.players.forkserver.python_command import python_command
from pitboss.players.program import Command
from pitboss.players.program.process import MARK

pytestmark = [needs_forkserver, pytest.mark.usefixtures("nothing_left")]


@pytest.mark.parametrize(
    "words",
    [
        "python -c pass",
        "python -m json.tool",
        "python -i bot.py",
        "python -v bot.py",
        "python -x bot.py",
        "python -X importtime bot.py",
        "python -Ximporttime bot.py",
        "python -X tracemalloc=5 bot.py",
        "python --version bot.py",
        "python -",
        "python",
        "python -W",
        "python missing.py",
        "python .",
        "env python bot.py",
        "./wrapper bot.py",
        "ruby bot.py",
        "./not_python.py",
        "./many_options.py",
        "no-such-program bot.py",
    ],
)
def test_commands_that_are_started_plainly(tmp_path: Path, words: str) -> None:
    (tmp_path / "bot.py").write_text("")
    (tmp_path / "wrapper").write_text("#!/bin/sh\nexec python3 $@\n")
    (tmp_path / "python3").write_text("#!/bin/sh\nexec python $@\n")
    (tmp_path / "not_python.py").write_text("#!/usr/bin/ruby\n")
    (tmp_path / "many_options.py").write_text("#!/usr/bin/env -S python -u\n")
    taken = [sys.executable if word == "python" else word for word in words.split()]

    assert python_command(Command(words=tuple(taken), folder=tmp_path)) is None
    assert python_command(Command(words=("./python3", "bot.py"), folder=tmp_path)) is None


def test_a_plain_command_is_taken_apart(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("#!/usr/bin/env python3\n")
    (tmp_path / "python3").symlink_to(sys.executable)
    words = (sys.executable, "-uB", "-X", "dev", "-Werror", "bot.py", "-c", "one")

    found = python_command(Command(words=words, folder=tmp_path))
    path = {"PATH": str(tmp_path)}
    shebang = python_command(Command(words=("./bot.py", "x"), folder=tmp_path, environment=path))

    assert found is not None
    assert (found.interpreter, found.script) == (words[:5], "bot.py")
    assert (found.arguments, found.path) == (("-c", "one"), tmp_path / "bot.py")
    assert shebang is not None
    assert (shebang.interpreter, shebang.script) == (("python3",), "./bot.py")


@pytest.mark.parametrize("name", ["PYTHONINSPECT", "PYTHONVERBOSE", "PYTHONPROFILEIMPORTTIME"])
def test_an_interpreter_that_is_told_to_speak_is_started_plainly(tmp_path: Path, name: str) -> None:
    (tmp_path / "bot.py").write_text("")
    words = (sys.executable, "bot.py")

    assert python_command(Command(words=words, folder=tmp_path)) is not None
    spoken = Command(words=words, folder=tmp_path, environment={name: "1"})
    assert python_command(spoken) is None


@pytest.mark.parametrize(
    "script",
    ["def broken(:\n", "x = 1\nif x is 1: pass\n", "\0", "# coding: nonsense\n"],
    ids=["syntax error", "warning", "no text", "encoding"],
)
def test_a_script_that_does_not_compile_in_silence_is_started_plainly(
    tmp_path: Path, script: str
) -> None:
    with forkserver(written(tmp_path, script)) as kept:
        assert never_ready(kept)


def test_a_module_of_the_bots_own_with_a_standard_name_is_not_hidden(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("random = lambda: 4")
    with forkserver(written(tmp_path, "import random\nprint(random.random())")) as kept:
        assert never_ready(kept)


def test_an_interpreter_that_says_something_at_its_start_is_started_plainly(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.stderr.write('hello')")
    (tmp_path / "bot.py").write_text("")
    words = (sys.executable, "bot.py")
    command = Command(words=words, folder=tmp_path, environment={"PYTHONPATH": str(tmp_path)})

    with forkserver(command) as kept:
        assert never_ready(kept)


def test_a_fork_server_may_be_declined(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("")
    command = Command(words=(sys.executable, "bot.py"), folder=tmp_path, forkserver=False)

    with forkserver(command) as kept:
        assert never_ready(kept)
        assert kept._interpreter is None


def test_the_mark_has_the_same_name_inside_a_bot() -> None:
    assert child_script.MARK == MARK
