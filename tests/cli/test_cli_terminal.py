"""What people read on a terminal: tables of any width, hostile names."""

import re
import shlex
from pathlib import Path

import pytest
from cli_rig import Shell, shell, write_bot

__all__ = ["shell"]


@pytest.fixture(scope="module")
def crowd(shell: Shell, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of bots with long and hostile names, one of which fails."""
    found = tmp_path_factory.mktemp("crowd")
    write_bot(
        found / "crash.py",
        "import sys\n"
        "sys.stdin.readline()\n"
        "sys.exit('\\x1b[31mred\\x07 [bold]and :smile: bold[/bold]')\n",
    )
    words = ["tournament", "--game", "jedna", "-n", "2", "--name", "[red]x[/]\x1b]0;title\x07"]
    bots = [
        "simple:3",
        "random",
        "bot=simple name=[red]",
        "bot=random name=[/]",
        "bot=simple name=:smile:",
        "bot=simple name='so long that it hardly ever fits'",
        "cmd='python3 crash.py' name=crashes-when-asked-for-an-answer",
    ]
    shell.run(found, *words, *bots, "--seed", "[bold]")
    return found


READ = [
    ["standings"],
    ["results"],
    ["results", "last", "--faults"],
    ["show", "last-8-0"],
]


@pytest.mark.parametrize("words", READ, ids=lambda words: words[0])
def test_names_are_no_markup_and_no_commands_for_the_terminal(
    shell: Shell, crowd: Path, words: list[str]
) -> None:
    for columns in ("80", "200"):
        out = shell.run(crowd, *words, COLUMNS=columns).out

        assert "\x1b" not in out
        assert "\x07" not in out
        assert "\N{SMILING FACE WITH OPEN MOUTH AND SMILING EYES}" not in out
    if words == ["standings"]:
        assert {"[red]", "[/]", ":smile:"} <= set(out.split())
        assert "seed [bold]" in out
        assert "\\u001b[31mred\\u0007 [bold]and :smile: bold[/bold]" in out


@pytest.mark.parametrize("columns", ["60", "80", "100", "200"])
def test_tables_keep_to_the_width_with_a_line_for_each_bot(
    shell: Shell, crowd: Path, columns: str
) -> None:
    told = shell.run(crowd, "standings", COLUMNS=columns).out
    lines = told.splitlines()
    heads = [number for number, line in enumerate(lines) if re.match(r" +bot  ", line)]
    table = lines[heads[0] : heads[0] + 10]

    assert all(len(line) <= int(columns) for line in table)
    assert all(" to " in row and "%" in row for row in table[1:])
    if columns == "60":
        return
    for row in table[1:]:
        # Rank, name, games, score with its interval, and the rating after it.
        assert re.match(r" ?\d+[= ] +\S.*? +16 +\d+\.\d% +\d+\.\d to \d+\.\d% ", row), row
    assert "forfeits" in table[0]
    assert all(head in table[0] for head in ("wins", "place", "rating")) or int(columns) < 120
    for line in shell.run(crowd, "results", "last", COLUMNS=columns).out.splitlines()[:-2]:
        assert len(line.rstrip()) <= max(75, int(columns))
    assert len(shell.run(crowd, "results", COLUMNS=columns).out.splitlines()) == 2


@pytest.mark.parametrize(
    "words",
    [
        ["results"],
        ["games"],
        ["bots"],
        ["rules", "jedna"],
        ["calibrate", "random", "--game", "jedna", "-n", "400", "--runs", "100", "--db", "c.db"],
    ],
    ids=lambda words: words[0],
)
def test_nothing_that_matters_is_cut_off_on_a_narrow_terminal(
    shell: Shell, crowd: Path, words: list[str]
) -> None:
    wide, narrow = (
        shell.run(crowd, *words, COLUMNS=columns, code=None).out for columns in ("200", "60")
    )

    assert all(len(line) <= 60 for line in narrow.splitlines())
    if words == ["results"]:
        assert re.match(r"\w{8}  .*  72  finished", narrow.splitlines()[1])
        return
    assert "\N{HORIZONTAL ELLIPSIS}" not in narrow
    if words == ["bots"]:
        # A table's headings, where the other is a list.
        wide = wide.partition("\n")[2]
    if words[0] == "rules":
        wide = " ".join(line.partition(" ")[0] for line in wide.splitlines())
    assert set(wide.split()) <= set(narrow.split())


def test_a_suggested_command_names_the_journal(shell: Shell, tmp_path: Path) -> None:
    words = ["play", "jedna", "simple", "random", "-n", "2", "--db", "my games.db"]

    told = shell.run(tmp_path, *words, COLUMNS="80").out
    line = next(line for line in told.splitlines() if line.startswith("More:"))
    commands = [part.strip() for part in line.removeprefix("More:").split("   ")]

    assert len(commands) == 3
    for command in commands:
        shell.run(tmp_path, *shlex.split(command)[1:])


def test_faults_are_counted_by_kind_with_the_first_of_each(shell: Shell, crowd: Path) -> None:
    told = shell.run(crowd, "standings", "--json").json()
    text = shell.run(crowd, "standings", COLUMNS="200").out

    faults = {fault["kind"]: fault for fault in told["faults"]}
    assert {fault["bot"] for fault in told["faults"]} == {"crashes-when-asked-for-an-answer"}
    # It was given up on the way, after as many games as were being played by then.
    assert set(faults) == {"startup", "removed"}
    assert sum(fault["noted"] for fault in told["faults"]) == 16
    assert "status 1" in faults["startup"]["first"]["message"]
    assert f"startup {faults['startup']['noted']} times, first in" in text
