"""`pitboss new`: what it makes passes its own test and plays without a fault."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli_rig import Shell, shell

from pitboss.starters.starter import LANGUAGES, starter_wires

__all__ = ["shell"]

# What is made for the first of them plays the others, too.
GAMES = {
    "jedna": ("jedna",),
    "native": ("official", "holdem-cash"),
    "algopoker": ("holdem-tournament",),
    "websocket": ("holdem-tournament",),
    "http": ("uno-online",),
}
STARTERS = [(language, wire) for language in LANGUAGES for wire in starter_wires(language)]


def test_every_language_has_lines_and_some_connect() -> None:
    wires = {language: starter_wires(language) for language in LANGUAGES}

    assert all({"jedna", "algopoker", "native"} <= set(found) for found in wires.values())
    assert [language for language in wires if "websocket" in wires[language]] == [
        "python",
        "javascript",
    ]
    assert [language for language in wires if "http" in wires[language]] == ["python"]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "wire"), STARTERS)
def test_a_new_bot_is_tested_and_plays_as_it_is(
    shell: Shell, tmp_path: Path, language: str, wire: str
) -> None:
    tool = LANGUAGES[language].tool
    if shutil.which(tool) is None:
        pytest.skip(f"there is no {tool}")
    game, *others = GAMES[wire]

    made = shell.run(
        tmp_path, "new", "mybot", "--game", game, "--lang", language, "--wire", _typed(wire)
    )

    commands = [line.strip().partition("  ")[0] for line in made.out.splitlines()]
    # Optimising takes longer than everything else.
    environment = {"RUSTFLAGS": "--edition 2021", "CFLAGS": "-Wall -Wextra -Werror"}
    for command in commands:
        if command.startswith(("make ", "(cd ")):
            _run(command, tmp_path, environment)
    assert sum(command.startswith("(cd ") for command in commands) == 1
    words = next(command for command in commands if command.startswith("pitboss play "))
    for played in (game, *others):
        play = shlex.split(words.replace(f" {game} ", f" {played} ").replace("-n 200", "-n 2"))
        done = shell.run(tmp_path, *play[1:], "--seed", "new", "--json")
        assert done.json()["faults"] == []
        assert done.json()["games"] == 2


def _typed(wire: str) -> str:
    return "auto" if wire in ("jedna", "algopoker") else wire


def _run(command: str, folder: Path, environment: dict[str, str]) -> None:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=os.environ | environment | {"PATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_reference_bot_speaks_the_dialect_of_its_game(shell: Shell, tmp_path: Path) -> None:
    shell.run(tmp_path, "new", "mybot", "-g", "jedna-reference")

    words = ("play", "jedna-reference", "mybot", "simple", "-n", "2")
    done = shell.run(tmp_path, *words, "--seed", "a", "--json")

    assert done.json()["faults"] == []
    assert 'wire = "jedna-1"' in (tmp_path / "mybot" / "bot.toml").read_text()


def test_the_readme_has_the_commands_that_are_printed(shell: Shell, tmp_path: Path) -> None:
    made = shell.run(tmp_path, "new", "my bots/a b", "--lang", "c")

    readme = (tmp_path / "my bots" / "a b" / "README.md").read_text()
    assert "  make -C 'my bots/a b' " in made.out
    assert "    make -C 'a b'\n    pitboss check 'a b'\n" in readme
    assert "    pitboss play jedna 'a b' simple -n 200\n" in readme


def test_a_name_that_means_something_else_is_typed_as_a_path(shell: Shell, tmp_path: Path) -> None:
    made = shell.run(tmp_path, "new", "simple")

    assert "  pitboss play jedna ./simple simple -n 200 " in made.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("full", "full is not empty (notes.txt), and nothing is overwritten"),
        ("full/notes.txt", "is a file; choose another name"),
        ("full/notes.txt/bot", "choose another folder"),
        ("bot --lang pyton", "did you mean python?"),
        ("bot --game jetna", "did you mean jedna?"),
        ("bot --game official --wire jedna", "has no words for a call of UNO; use native"),
        ("bot --wire websocket", "for hold'em, not for uno; leave out --wire"),
        ("bot -g holdem --wire websocket --lang go", "there is one in python and javascript"),
        ("bot --wire socketio", "no bot to start from in python over socketio"),
    ],
)
def test_what_can_not_be_made_is_said_and_nothing_is_written(
    shell: Shell, tmp_path: Path, words: str, message: str
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")

    done = shell.run(tmp_path, "new", *words.split(), code=2)

    assert message in done.err
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "notes.txt"]
    assert (tmp_path / "full" / "notes.txt").read_text() == "mine"


def test_a_folder_with_hidden_files_only_will_do(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()

    shell.run(tmp_path, "new", ".")

    assert (tmp_path / "bot.py").is_file()
