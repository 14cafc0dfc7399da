"""Bots as people type them: what comes of it, and what is said about mistakes."""

import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.events.bot_command import BadEntrant, start_words
from pitboss.events.entrants import (
    LONGEST_NAME,
    Entrant,
    entrants_from_settings,
    read_entrants,
)
from pitboss.events.planner import make_plan
from pitboss.events.settings import EventSettings
from pitboss.events.warm_players import command_of


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a user keeps bots, and stands."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots").mkdir()
    for name in ("bot.py", "bots/agent.rb", "bots/agent.js", "bots/agent.py", "notes"):
        (tmp_path / name).write_text(f"# {name}\n")
    fast = tmp_path / "fast"
    fast.write_text("#!/bin/sh\ncat\n")
    fast.chmod(0o755)
    return tmp_path


def read(*texts: str) -> list[Entrant]:
    return read_entrants(texts, Path())


# What can be typed.


def test_a_built_in_bot_is_its_name() -> None:
    assert read("random", "simple") == [
        Entrant(name="random", bot="random"),
        Entrant(name="simple", bot="simple"),
    ]


def test_a_colon_and_a_number_make_several_with_names_told_apart() -> None:
    assert [entrant.name for entrant in read("simple:3")] == ["simple", "simple-2", "simple-3"]


@pytest.mark.parametrize(
    ("text", "bot", "count"),
    [
        ("master:rollouts=1000", "master:rollouts=1000", 1),
        ("master:rollouts=1000,goal=win", "master:goal=win,rollouts=1000", 1),
        ("master:goal=score", "master", 1),
        ("master:quick", "master:rollouts=100", 1),
        ("master:3", "master", 3),
        ("master:rollouts=1000:3", "master:rollouts=1000", 3),
        ("bot=master:rollouts=100 count=2", "master:rollouts=100", 2),
    ],
)
def test_a_level_stands_behind_a_colon_and_a_number_behind_it(
    text: str, bot: str, count: int
) -> None:
    entrants = read(text)

    assert [entrant.bot for entrant in entrants] == [bot] * count
    assert entrants[0].name == bot
    assert len({entrant.name for entrant in entrants}) == count


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("master:rollouts=many", "rollouts is 'many'; a whole number from 10 to"),
        ("master:speed=3", "master has no option 'speed=3'; there are: rollouts"),
        ("master:rollouts=100:x", "count is 'x'; a whole number was expected"),
        ("simple:speed=3", "simple has no options"),
    ],
)
def test_a_level_that_there_is_not_is_refused_with_what_there_is(text: str, told: str) -> None:
    with pytest.raises(BadEntrant, match=told) as raised:
        read(text)

    assert raised.value.key in ("bot", "count")


@pytest.mark.parametrize(
    ("text", "command", "name"),
    [
        ("./bot.py", ("./bot.py",), "bot"),
        ("bot.py", ("./bot.py",), "bot"),
        ("bots/agent.rb", ("bots/agent.rb",), "agent"),
        ("./fast", ("./fast",), "fast"),
        ("fast", ("./fast",), "fast"),
        ("python3 bot.py --fast", ("python3", "bot.py", "--fast"), "bot"),
        ("python3 -W ignore bot.py", ("python3", "-W", "ignore", "bot.py"), "bot"),
        ("bots/agent.py --fast", ("bots/agent.py", "--fast"), "agent"),
        ("python3 -m http.server", ("python3", "-m", "http.server"), "http"),
        ("sh -c 'cat; true'", ("sh", "-c", "cat; true"), "sh"),
        ("cat", ("cat",), "cat"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_paths_and_command_lines(text: str, command: tuple[str, ...], name: str) -> None:
    (entrant,) = read(text)

    assert (entrant.command, entrant.name) == (command, name)
    assert (entrant.wire, entrant.timeout, entrant.folder, entrant.bot) == ("auto", 0.0, "", "")


@pytest.mark.usefixtures("folder")
def test_a_group_of_keys_says_all_there_is_to_say() -> None:
    (entrant,) = read("cmd='python3 agent.py -x' name=\"R b\" dialect=1 timeout=2 folder=bots")

    assert entrant.command == ("python3", "agent.py", "-x")
    assert (entrant.name, entrant.wire, entrant.timeout) == ("R b", "jedna-1", 2.0)
    assert entrant.folder == "bots"


@pytest.mark.parametrize(
    ("keys", "wire"),
    [
        ("", "auto"),
        ("dialect=1", "jedna-1"),
        ("dialect=1.0", "jedna"),
        ("wire=jedna dialect=1", "jedna-1"),
        ("wire=jedna-1", "jedna-1"),
        ("wire=native", "native"),
        ("wire=websocket", "websocket"),
    ],
)
def test_the_wire_is_named_or_follows_from_the_dialect(keys: str, wire: str) -> None:
    assert read(f"cmd=cat {keys}")[0].wire == wire


def test_a_nursery_is_declined_by_a_word_of_the_bots_or_in_its_table() -> None:
    assert read("cmd=cat")[0].nursery
    assert read("cmd=cat nursery=yes")[0] == read("cmd=cat")[0]
    assert not read("cmd=cat nursery=no")[0].nursery
    assert not entrants_from_settings({"cmd": "cat", "nursery": False}, Path())[0].nursery
    assert not command_of(read("cmd=cat nursery=no")[0]).forkserver


@pytest.mark.usefixtures("folder")
def test_equal_names_are_told_apart_and_stay_short_enough() -> None:
    long = "x" * LONGEST_NAME
    names = [one.name for one in read("bot.py", "./bot.py", "bot=simple name=bot", *[
        f"bot=random name={long}"] * 2)]  # fmt: skip

    assert names == ["bot", "bot-2", "bot-3", long, f"{long[:-2]}-2"]


@pytest.mark.usefixtures("folder")
def test_a_count_makes_several_of_a_program_too() -> None:
    assert [one.name for one in read("cmd=./fast count=2")] == ["fast", "fast-2"]
    assert [one.name for one in read("./fast:2")] == ["fast", "fast-2"]


@pytest.mark.parametrize("dialect", [1, "1"])
def test_a_table_has_the_same_keys(folder: Path, dialect: Any) -> None:
    table = {"cmd": "ruby agent.rb", "dialect": dialect, "timeout": 3, "folder": "bots"}
    (entrant,) = entrants_from_settings(table, folder)

    assert entrant.command == ("ruby", "agent.rb")
    assert (entrant.wire, entrant.timeout, entrant.folder) == ("jedna-1", 3.0, "bots")
    assert entrants_from_settings({"cmd": ["ruby", "agent.rb"]}, folder / "bots")[0].name == "agent"
    assert read_entrants(["simple", {"bot": "simple"}], folder)[1].name == "simple-2"


# What a bot is.


def test_a_changed_file_makes_another_bot_and_a_touched_one_does_not(folder: Path) -> None:
    text = "python3 bot.py --model=notes"
    (before,) = read(text)
    (folder / "bot.py").touch()
    assert read(text) == [before]

    (folder / "notes").write_text("learned more")

    assert read(text)[0].version != before.version
    assert read("cat")[0].version == ""


def test_the_boundary_between_files_counts(folder: Path) -> None:
    def version(one: str, two: str) -> str:
        (folder / "one").write_text(one)
        (folder / "two").write_text(two)
        return read("cat one two")[0].version

    assert version("ab", "c") != version("a", "bc")


def test_a_script_that_is_not_executable_gets_its_interpreter_where_it_starts(folder: Path) -> None:
    assert start_words(("./bot.py", "-x"), folder) == (sys.executable, "./bot.py", "-x")
    assert start_words(("bots/agent.rb",), folder) == ("ruby", "bots/agent.rb")
    assert start_words(("bots/agent.js",), folder) == ("node", "bots/agent.js")
    assert start_words(("./fast",), folder) == ("./fast",)
    assert start_words(("python3", "bot.py"), folder) == ("python3", "bot.py")

    (folder / "bot.py").chmod(0o755)
    # It does not say what runs it, so the system could not start it.
    assert start_words(("./bot.py",), folder) == (sys.executable, "./bot.py")
    (folder / "bot.py").write_text("#!/usr/bin/env python3\n")
    assert start_words(("./bot.py",), folder) == ("./bot.py",)


def test_a_path_with_spaces_is_one_word_if_the_file_is_there(folder: Path) -> None:
    (folder / "my bots").mkdir()
    (folder / "my bots" / "the agent.py").write_text("# agent\n")
    path = "./my bots/the agent.py"

    for text in (path, f"'{path}'", f'cmd="{path}"'):
        (entrant,) = read(text)
        assert (entrant.command, entrant.name) == ((path,), "the agent")
        assert entrant.version
    for text in (f"{path} --fast", f"python3 {path}"):
        with pytest.raises(BadEntrant, match=r"A path with spaces is quoted: './my bots/the agent"):
            read(text)


def test_an_executable_text_that_names_no_interpreter_is_named(folder: Path) -> None:
    (folder / "notes").chmod(0o755)

    with pytest.raises(BadEntrant, match=r"./notes is a text whose first line does not say"):
        read("./notes")


# Mistakes.


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("simpel", "there is no bot 'simpel', .* did you mean simple?"),
        ("simpel:2", "did you mean simple?"),
        ("bot=rnadom", "did you mean random?"),
        ("frobnicate", "no bot 'frobnicate', .*; built in are random, simple"),
        ("./bto.py", r"no file ./bto.py in this folder: did you mean ./bot.py\?"),
        ("bots/agnet.rb", r"did you mean bots/agent.rb\?"),
        ("python3 bots/agnet.py", r"no file bots/agnet.py .* did you mean bots/agent.py\?"),
        ("botz/agent.rb", "no botz/agent.rb: botz is no folder"),
        ("pyhton3 bot.py", r"'pyhton3' is no program that is found on PATH.*python3\?"),
        ("bots", "bots has several programs: agent.js, agent.py, agent.rb"),
        ("./notes", r"./notes is not executable \(chmod \+x ./notes\)"),
        ("", "'' is empty; a bot is"),
        ("''", "is empty"),
        ("'bot.py", "no closing quotation"),
        ("cmd='\"./bot.py'", "no closing quotation"),
        ("simple name=x", 'takes no arguments; write "bot=simple'),
        ("cmd=ruby agent.rb", "'agent.rb' is no key=value; a command of several words is quoted"),
        ("cmd=cat nmae=x", r"no key 'nmae'; there are: cmd, .*did you mean name\?"),
        ("DEBUG=1 ./fast", "no key 'DEBUG'.*cmd='env DEBUG=... program'"),
        ("cmd=cat cmd=cat", "says cmd twice"),
        ("name=x", "neither bot nor cmd"),
        ("cmd=cat bot=simple", "both bot and cmd"),
        ("cmd=", "cmd is ''"),
        ("cmd=cat wire=htpp", r"no wire 'htpp'; there are: auto, .*did you mean http\?"),
        ("cmd=cat dialect=7", "no dialect '7'; there are: 1, 1.0"),
        ("cmd=cat wire=native dialect=1", "dialect is of the wire jedna"),
        (
            "cmd=cat timeout=-1",
            "timeout is -1; more than 0 and at most 86400 was expected",
        ),
        ("cmd=cat timeout=0", "timeout is 0"),
        ("cmd=cat timeout=nan", "timeout is nan"),
        ("cmd=cat timeout=inf", "timeout is inf"),
        (
            "cmd=cat startup=-1",
            "startup is -1; a number from 0 to 86400 was expected",
        ),
        ("cmd=cat startup=nan", "startup is nan"),
        ("bot=simple startup=2", "startup is for programs"),
        ("cmd=cat timeout=soon", "timeout is 'soon'; a number was expected: seconds that this bot"),
        ("cmd=cat nursery=perhaps", "nursery is 'perhaps'; yes or no was expected"),
        ("bot=simple nursery=no", "nursery is for programs"),
        ("cmd=cat count=1.5", "count is '1.5'; a whole number was expected"),
        ("cmd=cat count=0", "count is 0; a number from 1 to 1000"),
        ("simple:x", "count is 'x'"),
        ("cmd=cat folder=nowhere", "no folder nowhere"),
        ("bot=simple timeout=2", "timeout is for programs"),
        ("bot=simple name=" + 33 * "x", "has 33 characters; at most 32"),
        ("bot=simple 'name=a\tb'", r"'a\\tb' has characters that can't be shown"),
        ("bot=simple name=' '", "name is ' '; a text that is not empty"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_mistake_is_named_with_what_was_expected(text: str, said: str) -> None:
    with pytest.raises(BadEntrant, match=said):
        read(text)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"cmd": ["cat", 3]}, "a command line, or a list of words, was expected"),
        ({"cmd": []}, "a program and its arguments were expected"),
        ({"cmd": "cat", "timeout": True}, "timeout is true"),
        ({"cmd": "cat", "dialect": True}, "dialect is true"),
        ({"cmd": "cat", "wire": 3}, "wire is 3"),
        ({"cmd": "cat", "nursery": 1}, "nursery is 1"),
        ({"bot": 7}, "bot is 7"),
    ],
)
def test_a_table_with_a_value_of_another_type_is_refused(table: Any, said: str) -> None:
    with pytest.raises(BadEntrant, match=said):
        entrants_from_settings(table, Path())


def test_a_script_whose_interpreter_is_missing_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(folder))

    with pytest.raises(BadEntrant, match="needs ruby, which is not found on PATH"):
        read("bots/agent.rb")


def test_an_event_of_an_older_version_keeps_its_id() -> None:
    settings = EventSettings(game="jedna", blocks=2, seed="golden", format="round-robin")

    plan = make_plan(settings, read_entrants(["simple", "random"], Path.cwd()))

    assert plan.id == "d3xy2wuh"
