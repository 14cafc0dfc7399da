"""Events from the command line: verdicts, times, and the same games from the same seed."""

import json
from pathlib import Path

import pytest
from cli_rig import Shell, agent, shell, write_bot

__all__ = ["shell"]

# What scripts rely on.
VERDICTS = [
    (["simple", "random"], "better", 0),
    (["random", "simple"], "worse", 1),
    (["simple", "simple"], "equal", 3),
    (["random", "random", "--most", "40"], "undecided", 4),
]


@pytest.mark.parametrize(("bots", "verdict", "code"), VERDICTS)
def test_a_verdict_is_an_exit_code_and_stays_what_it_was(
    shell: Shell, tmp_path: Path, bots: list[str], verdict: str, code: int
) -> None:
    words = ["compare", *bots, "--game", "jedna", "--seed", "x"]

    first = shell.run(tmp_path, *words, "--json", code=code).json()
    before = (tmp_path / "pitboss.db").read_bytes()
    again = shell.run(tmp_path, *words, "--json", code=code).json()
    told = shell.run(tmp_path, *words, code=code).out

    assert first["comparison"]["verdict"] == verdict
    assert again == first
    assert f" is {verdict} " in told
    assert (tmp_path / "pitboss.db").read_bytes() == before


def test_a_verdict_does_not_depend_on_how_many_play(shell: Shell, tmp_path: Path) -> None:
    words = ["compare", "random", "simple", "--game", "jedna", "--seed", "jobs", "--json"]

    told = [
        shell.run(tmp_path, *words, "--jobs", jobs, "--db", f"{jobs}.db", code=1).json()
        for jobs in ("1", "2", "3")
    ]
    # How much was under way when it was decided is chance.
    assert all(one.pop("played") >= one["games"] for one in told)

    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize(
    "words",
    [
        ["play", "jedna", "simple", "BOT", "-n", "2"],
        ["compare", "simple", "BOT", "--game", "jedna", "-n", "2"],
        ["calibrate", "BOT", "--game", "jedna", "-n", "8"],
        ["tournament", "simple", "BOT", "--game", "jedna", "-n", "2"],
    ],
)
def test_a_bot_is_told_the_time_that_was_asked_for(
    shell: Shell, tmp_path: Path, words: list[str]
) -> None:
    told = 'import sys; open("told.jsonl", "a").write(sys.stdin.readline())\n'
    write_bot(tmp_path / "bot.py", told)
    bot = "cmd=./bot.py wire=native"
    words = [bot if word == "BOT" else word for word in words]

    for times, expected in (
        ([], {"move": 5.0, "bank": 0.0, "startup": 10.0}),
        (["--timeout", "2", "--startup", "0.5"], {"move": 2.0, "bank": 0.0, "startup": 0.5}),
    ):
        shell.run(tmp_path, *words, *times, code=None)

        last = (tmp_path / "told.jsonl").read_text().splitlines()[-1]
        assert json.loads(last)["time"] == expected


def test_an_undecided_comparison_goes_on_with_more_games(shell: Shell, tmp_path: Path) -> None:
    words = ["compare", "random", "random", "--game", "jedna", "--seed", "x", "--json"]

    short = shell.run(tmp_path, *words, "--most", "40", code=4).json()
    long = shell.run(tmp_path, *words, "--most", "400", code=None).json()
    whole = shell.run(tmp_path, *words, "--most", "400", "--db", "new.db", code=None).json()

    assert short["event"] == long["event"]
    assert (short["games"], long["games"]) == (40, 400)
    assert {**long, "played": 0} == {**whole, "played": 0}


def test_a_comparison_of_so_many_games_plays_just_those(shell: Shell, tmp_path: Path) -> None:
    words = ["compare", "simple", "random", "--game", "jedna", "-n", "60", "--json"]

    told = shell.run(tmp_path, *words).json()

    assert told["games"] == 60
    assert shell.run(tmp_path, "results", "--json").json()[0]["games"] == 60


def test_the_same_seed_plays_the_same_games(shell: Shell, tmp_path: Path) -> None:
    agent(tmp_path / "mybot.py")
    words = ["play", "jedna", "simple", "./mybot.py", "random", "-n", "4", "--json"]

    one = shell.run(tmp_path, *words, "--seed", "s", "--db", "one.db").json()
    two = shell.run(tmp_path, *words, "--seed", "s", "--db", "two.db", "--jobs", "2").json()
    other = shell.run(tmp_path, *words, "--seed", "t").json()

    assert one["digest"] == two["digest"] != other["digest"]
    assert one["standings"] == two["standings"]
    assert one["event"] == two["event"] != other["event"]


def test_a_changed_bot_makes_another_event(shell: Shell, tmp_path: Path) -> None:
    bot = agent(tmp_path / "mybot.py")
    words = ["play", "jedna", "simple", "./mybot.py", "-n", "2", "--seed", "s", "--json"]

    first = shell.run(tmp_path, *words).json()
    bot.write_text(bot.read_text() + "# better\n")
    second = shell.run(tmp_path, *words).json()

    assert first["event"] != second["event"]
    assert len(shell.run(tmp_path, "results", "--json").json()) == 2
