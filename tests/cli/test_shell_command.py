"""`pitboss shell`: somebody plays against bots, through a pipe and on a real terminal."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cli_rig import Shell, environment, shell, write_bot

__all__ = ["shell"]

FIRST_CHOICE = "1\n" * 2000
# Plays what is first, says so, and in its third turn something that there is not.
MISTAKEN = """
import json, sys
turns = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "request_action":
        state, turns = message["state"], turns + 1
        answer = {"action": state["available_actions"][-1]}
        if turns == 2:
            sys.exit("I give up")
        print(json.dumps(answer), flush=True)
"""


def test_a_game_is_played_to_its_end_recorded_and_can_be_repeated(
    shell: Shell, tmp_path: Path
) -> None:
    words = ("shell", "jedna", "simple", "--name", "Ada", "--record", "game.jsonl")

    first = shell.run(tmp_path, *words, given=FIRST_CHOICE)

    assert "Ada (you)  7 cards" in first.out
    assert "  Ada is dealt " in first.out
    assert "  simple is dealt 7 cards\n" in first.out
    assert "Your hand: " in first.out
    assert re.search(r"\n1\. (Ada|simple), score \d+\n2\. ", first.out)
    assert "pitboss replay game.jsonl" in first.out
    shell.run(tmp_path, "replay", "game.jsonl", "--verify")
    again = re.search(r"^The same cards again:  pitboss (.*)$", first.out, re.MULTILINE)
    assert again is not None

    second = shell.run(tmp_path, *again[1].split(), given=FIRST_CHOICE)

    assert second.out == first.out


def test_hold_em_takes_numbers_words_and_amounts(shell: Shell, tmp_path: Path) -> None:
    typed = "?\n\nraise 1\n9\nnonsense\n300\n2\n2\n2\n2\n"

    done = shell.run(
        tmp_path, "shell", "holdem", "simple", "--seed", "a", "--record", "hand.jsonl", given=typed
    )

    assert "Type the number of a choice" in done.out
    assert "raise 1 is not possible now; ? for help" in done.out
    assert "there is no choice 9; ? for help" in done.out
    assert "'nonsense' is no action" in done.out
    assert "  human raises to 300\n" in done.out
    assert "preflop, blinds 50/100" in done.out
    assert re.search(r"Your cards: +[2-9TJQKA][♣♦♥♠] [2-9TJQKA][♣♦♥♠]", done.out)
    assert "1. " in done.out
    shell.run(tmp_path, "replay", "hand.jsonl", "--verify")


@pytest.mark.parametrize(
    ("game", "bots"), [("official,target=0", 2), ("uno-online", 1), ("jedna-reference", 3)]
)
def test_every_member_of_the_uno_family_can_be_played(
    shell: Shell, tmp_path: Path, game: str, bots: int
) -> None:
    words = ("shell", game, f"simple:{bots}", "--seed", "b")

    done = shell.run(tmp_path, *words, given=FIRST_CHOICE)

    ranking = done.out.rpartition("The game is over")[2]
    assert len(re.findall(r"^\d\. .*, score", ranking, re.MULTILINE)) == bots + 1


def test_tournaments_and_sessions_show_the_hand_s_number(shell: Shell, tmp_path: Path) -> None:
    for game in ("holdem-tournament", "holdem-cash"):
        done = shell.run(tmp_path, "shell", game, "simple", given="1\n1\n1\nq\n")

        assert "hand 2, preflop" in done.out
        assert "You have left" in done.out


def test_the_end_of_the_input_leaves_the_game(shell: Shell, tmp_path: Path) -> None:
    done = shell.run(tmp_path, "shell", "jedna", "random", "--seed", "c", given="1\n")

    assert "You have left; the game was not played to its end." in done.out
    assert "pitboss shell jedna random --seed c\n" in done.out
    assert "Traceback" not in done.err


@pytest.mark.slow
def test_what_a_program_did_wrong_is_told_with_its_own_words(shell: Shell, tmp_path: Path) -> None:
    write_bot(tmp_path / "mistaken.py", MISTAKEN)

    done = shell.run(tmp_path, "shell", "jedna", "mistaken.py", "--seed", "a", given=FIRST_CHOICE)

    assert "mistaken: the program exited with status 1" in done.out
    assert "mistaken wrote for its author:\nI give up" in done.out
    assert "1. human" in done.out


def test_who_can_not_play_is_said_before_the_deal(shell: Shell, tmp_path: Path) -> None:
    for words, message in (
        (["jedna", "nobody"], "there is no bot 'nobody'"),
        (["chess", "simple"], "there is no game 'chess'"),
        (["jedna", "simple:10"], "can't sit at one table"),
        (["jedna", "cmd='python3 -c 1' wire=algopoker"], "is for hold'em, not for uno"),
    ):
        done = shell.run(tmp_path, "shell", *words, code=2)
        assert message in done.err
        assert done.out == ""


class Terminal:
    """A command on a terminal of its own."""

    def __init__(self, process: "subprocess.Popen[bytes]", handle: int) -> None:
        self.process = process
        self.shown = ""
        # Where what comes next is looked for.
        self._seen = 0
        self._handle = handle

    def type(self, text: str) -> None:
        os.write(self._handle, text.encode())

    def wait_for(self, text: str, seconds: float = 120.0) -> None:
        """Read until that text has come, after what was waited for before."""
        until = time.monotonic() + seconds
        while (at := self.shown.find(text, self._seen)) < 0:
            left = until - time.monotonic()
            assert left > 0, f"no {text!r} in {self.shown[self._seen :]!r}"
            if select.select([self._handle], [], [], left)[0]:
                self.shown += os.read(self._handle, 4096).decode(errors="replace")
        self._seen = at + len(text)


@contextmanager
def on_a_terminal(folder: Path, *words: str) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pitboss", *words],
        cwd=folder,
        env=environment() | {"TERM": "xterm-256color", "COLUMNS": "100"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=_take_terminal,
    )
    os.close(theirs)
    try:
        yield Terminal(process, ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def _take_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.mark.slow
def test_on_a_terminal_cards_have_colours_and_ctrl_c_leaves(tmp_path: Path) -> None:
    write_bot(tmp_path / "slow.py", MISTAKEN.replace("turns == 2", "False"))
    with on_a_terminal(tmp_path, "shell", "jedna", "slow.py", "--seed", "a") as terminal:
        terminal.wait_for("> ")
        terminal.type("1\n")
        terminal.wait_for("slow")
        terminal.wait_for("> ")
        terminal.type("\x03")
        terminal.wait_for("The same cards again:  pitboss shell jedna slow.py --seed a")

        assert terminal.process.wait(120) == 130

    assert "You have left" in terminal.shown
    assert "Traceback" not in terminal.shown
    # White on red, for one.
    assert re.search(r"\x1b\[1;37;41m r\S+ ", terminal.shown)


@pytest.mark.slow
def test_on_a_terminal_ctrl_d_leaves_too(tmp_path: Path) -> None:
    with on_a_terminal(tmp_path, "shell", "holdem", "simple", "--seed", "a") as terminal:
        terminal.wait_for("> ")
        terminal.type("\x04")
        terminal.wait_for("--seed a")

        assert terminal.process.wait(120) == 0
