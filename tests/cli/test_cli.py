"""The commands as a shell runs them: what they print, and what they leave with."""

import html
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import pitboss
from pitboss import cli
from pitboss.cli import app
from pitboss.games.kind import Event
from pitboss.games.record import Record, write_json, write_text
from pitboss.games.registry import kinds
from pitboss.games.rng import Rng
from pitboss.games.rules import knobs
from pitboss.games.uno import UNO

ROOT = Path(__file__).resolve().parents[2]
PLURIBUS = ROOT / "tests" / "data" / "pluribus-1000.phhs"
COMMANDS = list(cli.COMMANDS)


def run(*args: str | Path, code: int = 0, given: str | bytes = "") -> Result:
    # Wide enough for every table: a worker of pytest-xdist has a width of its own.
    wide = {"COLUMNS": "120"}
    words = [str(arg) for arg in args]
    result = CliRunner().invoke(app, words, prog_name="pitboss", env=wide, input=given)
    assert result.exit_code == code, result.output
    return result


def answer(*args: str | Path, code: int = 0, given: str | bytes = "") -> Any:
    return json.loads(run(*args, "--json", code=code, given=given).stdout)


def random_record(name: str, seats: int = 3) -> Record:
    kind = kinds()[name]
    rules = kind.rules()
    game = kind.new(rules, seats, 7)
    record = Record.begin(kind, rules, seats, 7)
    rng = Rng(7)
    while game.actor() >= 0:
        action = game.sample(rng)
        game.apply(action)
        record.actions.append(action)
    return record


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    """The first three hands of the Pluribus file."""
    path = tmp_path / "three.phhs"
    path.write_text(PLURIBUS.read_text().partition("[4]\n")[0])
    return path


def test_the_version_tells_which_engines_run() -> None:
    engines = "compiled" if pitboss.COMPILED else "pure Python"

    assert run("--version").stdout == f"pitboss {pitboss.__version__} ({engines} engines)\n"


def test_every_command_has_examples_and_json() -> None:
    for command in COMMANDS:
        told = run(command, "--help").stdout
        assert "Examples:" in told
        assert f"pitboss {command}" in told
        # A server is asked over HTTP; its log is JSON on request. An export may be JSON itself. A
        # new bot and a shell are for people.
        others = {"serve": "--log", "export": "--format", "new": "--lang", "shell": "--record"}
        asked = others.get(command, "--json")
        assert asked in told


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_listed_by_the_first_line_of_its_help(name: str) -> None:
    first = inspect.cleandoc(cli.command(name).help).partition("\n\n")[0]

    assert cli.COMMANDS[name] == first.replace("\n", " ")


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_help_lists_the_commands_and_fits_the_terminal(words: list[str]) -> None:
    result = CliRunner().invoke(app, words, prog_name="pitboss", env={"COLUMNS": "60"})

    lines = result.output.splitlines()
    assert lines[1].strip() == "Usage: pitboss [OPTIONS] COMMAND [ARGS]..."
    assert all(len(line) == 60 for line in lines if line)
    listed = [line.split()[1] for line in lines if re.match("│ [-a-z]", line)]
    options = ["--version", "--install-completion", "--show-completion", "--help"]
    assert listed == [*options, *COMMANDS]
    groups = [line.split()[1] for line in lines if line.startswith("╭─")]
    assert groups == ["Options", "Start", "Play", "Look", "More"]


def test_a_command_is_imported_when_it_is_typed() -> None:
    script = """
import sys
from typer.testing import CliRunner
from pitboss.cli import app
print(CliRunner().invoke(app, sys.argv[1:]).exit_code, *sys.modules)
"""

    def imported(*words: str) -> set[str]:
        command = [sys.executable, "-c", script, *words]
        code, *modules = subprocess.run(command, capture_output=True, text=True).stdout.split()
        assert code == "0"
        return {name for name in modules if name.startswith("pitboss.")}

    assert imported("--help") == {
        "pitboss.games",
        "pitboss.games.arrays",
        "pitboss.cli",
        "pitboss.cli.commands",
    }
    assert "pitboss.games.uno" in imported("games")


def test_help_of_a_command_imports_nothing_that_is_slow_to_import() -> None:
    script = """
import sys
from typer.testing import CliRunner
from pitboss.cli import COMMANDS, app
assert all(CliRunner().invoke(app, [name, "--help"]).exit_code == 0 for name in COMMANDS)
print(*sys.modules)
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    modules = set(ran.stdout.split())
    assert "pitboss.cli.play" in modules
    assert not modules & {"numpy", "scipy", "sqlalchemy", "starlette", "websockets"}
    assert not modules & {"pitboss.bots", "pitboss.games.registry", "pitboss.games.uno"}
    assert not modules & {"pitboss.server", "pitboss.wires.registry", "pitboss.store"}


def test_games_lists_every_kind_with_its_presets() -> None:
    rows = answer("games")

    assert [row["game"] for row in rows] == list(kinds())
    assert {row["game"]: row["presets"] for row in rows} == {
        name: list(kind.presets) for name, kind in kinds().items()
    }
    told = run("games").stdout
    assert all(row["title"] in told for row in rows)


@pytest.mark.parametrize("preset", [p for kind in kinds().values() for p in kind.presets])
def test_rules_tells_every_knob_of_every_preset(preset: str) -> None:
    document = answer("rules", preset)

    kind = kinds()[document["game"]]
    names = list(knobs(type(kind.presets[preset])))
    assert [row["knob"] for row in document["knobs"]] == names
    assert all(row["meaning"] for row in document["knobs"])
    assert all(name in run("rules", preset).stdout for name in names)


def test_rules_tells_what_was_changed() -> None:
    document = answer("rules", "hand,ante=25")

    assert document["rules"] == "hand@1,ante=25"
    assert {row["knob"]: row["value"] for row in document["knobs"]}["ante"] == "25"
    assert "25 (not 0)" in run("rules", "hand,ante=25").stdout


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("chess", "there is no game 'chess'"),
        ("hand,colour=red", "there is no knob 'colour'"),
        ("hand,ante=lots", "ante='lots' will not do"),
        ("hand,ante", "should be knob=value"),
    ],
)
def test_rules_that_are_none_are_refused_without_a_traceback(name: str, says: str) -> None:
    result = run("rules", name, code=2)

    assert says in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_equity_counts_every_board() -> None:
    document = answer("equity", "AhKd", "7c7d", "--board", "KhQh2c")

    assert (document["exact"], document["boards"]) == (True, 990)
    assert [hand["wins"] for hand in document["hands"]] == [911, 79]
    told = run("equity", "AhKd", "7c7d", "--board", "KhQh2c").stdout
    assert "92.020%" in told
    assert "every one of 990 boards" in told


def test_equity_samples_when_asked_or_when_cards_are_unknown() -> None:
    asked = answer("equity", "AhKd", "7c7d", "--samples", "2000", "--seed", "3")
    again = answer("equity", "AhKd", "7c7d", "--samples", "2000", "--seed", "3")
    unknown = run("equity", "AhKd", "random", "--samples", "2000").stdout

    assert asked == again
    assert (asked["exact"], asked["boards"]) == (False, 2000)
    assert asked["hands"][0]["standard_error"] > 0
    assert "2,000 random boards, seed 0" in unknown


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["AhKd"], "2 to 9 hands"),
        (["AhKd", "AhQs"], "Ah is in hand 1 and in hand 2"),
        (["AhKd", "7c7x"], "'7x' is no card"),
        (["AhKd", "7c7d", "--board", "2c2"], "two letters each"),
        (["AhKd", "7c7d", "--samples", "0"], "--samples"),
        (["AhKd", "7c7d", "--seed", str(2**96)], "--seed is below"),
    ],
)
def test_equity_of_impossible_cards_is_refused(args: list[str], says: str) -> None:
    result = run("equity", *args, code=2)

    assert says in result.stderr
    assert "Traceback" not in result.stderr


def test_replay_verifies_real_hands() -> None:
    assert answer("replay", PLURIBUS, "--verify") == {
        "file": str(PLURIBUS),
        "games": 1000,
        "as_recorded": 1000,
        "differ": [],
    }
    assert "1,000 games: 1,000 as recorded, 0 differ" in run("replay", PLURIBUS, "--verify").stdout


def test_replay_names_each_hand_that_differs(hands: Path) -> None:
    text = hands.read_text()
    text = text.replace("10620, 9775", "10610, 9785").replace("'p1 cbr 750'", "'p1 cbr 75'")
    hands.write_text(text)

    result = run("replay", hands, "--verify", code=1)

    assert "hand [2]: finishing stacks [10620, 9775" in result.stdout
    assert "hand [3]: action" in result.stdout
    assert "raise_too_small" in result.stdout
    assert "3 games: 1 as recorded, 2 differ" in result.stdout
    assert len(answer("replay", hands, "--verify", code=1)["differ"]) == 2


def test_replay_tells_a_hand_with_names_and_cards(hands: Path) -> None:
    told = run("replay", hands, "--only", "2").stdout

    assert told.startswith("hand [2]\n")
    assert "MrPink is dealt 8d 8s" in told
    assert "Pluribus folds" in told
    (document,) = answer("replay", hands, "--only", "2")
    assert document["players"][2] == "Pluribus"
    assert document["events"]


@pytest.mark.parametrize("name", list(kinds()))
def test_replay_reads_records_as_json_lines_and_as_text(name: str, tmp_path: Path) -> None:
    record = random_record(name)
    lines, text = tmp_path / "games.jsonl", tmp_path / "game.txt"
    lines.write_bytes(write_json(record) + b"\n\n" + write_json(record) + b"\n")
    text.write_text(write_text(record))

    assert answer("replay", lines, "--verify")["as_recorded"] == 2
    assert answer("replay", text, "--verify")["as_recorded"] == 1
    assert "seat 0 " in run("replay", text).stdout


@pytest.mark.parametrize("name", list(kinds()))
def test_replay_reads_many_games_as_text(name: str, tmp_path: Path) -> None:
    text = write_text(random_record(name))
    path = tmp_path / "games.txt"
    path.write_text(f"{text}\n{text}\n{text}")
    second = len(text.splitlines()) + 2

    assert answer("replay", path, "--verify")["as_recorded"] == 3
    assert run("replay", path, "--only", "2").stdout.startswith(f"game 2 on line {second}\n")
    assert len(answer("replay", path)) == 3


def test_replay_names_each_game_of_a_text_that_differs(tmp_path: Path) -> None:
    good = write_text(random_record("uno"))
    short = "".join(good.splitlines(keepends=True)[:-1])
    path = tmp_path / "games.txt"
    path.write_text("\n".join([good, short, f"{good}0 draw\n", good.replace("\n\n0", "\n\n1", 1)]))
    size = len(good.splitlines()) + 1

    result = run("replay", path, "--verify", code=1)

    *told, total = result.stdout.splitlines()
    assert total == "4 games: 1 as recorded, 3 differ"
    assert [line.partition(":")[0] for line in told] == [
        f"game 2 on line {size + 1}",
        f"game 3 on line {2 * size}",
        f"game 4 on line {3 * size + 1}",
    ]
    assert "it is not over" in told[0]
    assert f"line {3 * size - 1}: seat 0 moves, but the game is over" in told[1]
    assert "seat 1 moves, but it is 0's turn" in told[2]
    assert len(answer("replay", path, "--verify", code=1)["differ"]) == 3
    assert "game 3 on line" in run("replay", path, code=2).stderr


def test_a_game_of_a_text_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    good = write_text(random_record("uno"))
    path = tmp_path / "games.txt"
    path.write_text(f"{good}\nGame: unno\n\n")

    for words in ([], ["--verify"]):
        told = run("replay", path, *words, code=2).stderr
        assert f"game 2 on line {len(good.splitlines()) + 2}: there is no game 'unno'" in told


@pytest.mark.parametrize("write", [write_json, write_text])
def test_replay_reads_standard_input(write: Callable[[Record], str | bytes]) -> None:
    given = write(random_record("holdem"))

    assert answer("replay", "-", "--verify", given=given)["as_recorded"] == 1
    assert "seat 0 " in run("replay", "-", given=given).stdout
    assert run("replay", "-", "--phh", given=given).stdout.startswith("[1]\n")


def test_standard_input_without_games_is_refused_by_its_name() -> None:
    for given, says in (("", "there is no hand in it"), (b"\xff\xfe", "is no text")):
        told = run("replay", "-", "--verify", code=2, given=given).stderr
        assert told.startswith("pitboss: standard input: ")
        assert says in told


@pytest.mark.parametrize("name", ["holdem", "holdem-tournament", "holdem-cash"])
def test_replay_writes_holdem_records_as_hand_histories(name: str, tmp_path: Path) -> None:
    record, histories = tmp_path / "game.jsonl", tmp_path / "hands.phhs"
    record.write_bytes(write_json(random_record(name)))

    histories.write_text(run("replay", record, "--phh").stdout)

    told = answer("replay", histories, "--verify")
    assert told["as_recorded"] == told["games"] >= 1
    assert run("replay", histories, "--phh").stdout == histories.read_text()


def test_replay_has_no_hand_histories_of_other_games(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(write_json(random_record("uno")))

    assert "only hold'em has hand histories" in run("replay", path, "--phh", code=2).stderr


def test_replay_finds_a_record_that_cannot_be_played(tmp_path: Path) -> None:
    record = random_record("holdem")
    short, wrong = tmp_path / "short.jsonl", tmp_path / "wrong.jsonl"
    record.actions.append(0)
    wrong.write_bytes(write_json(record))
    del record.actions[-2:]
    short.write_bytes(write_json(record))

    assert "game_over" in run("replay", wrong, "--verify", code=1).stdout
    assert "it is not over" in run("replay", short, "--verify", code=1).stdout
    assert "game_over" in run("replay", wrong, code=2).stderr


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe\x00", "is no text"),
        (b"", "no hand"),
        (b"{}\n", "line 1: not a record"),
        (b"Game: chess\n\n", "there is no game 'chess'"),
        (b"variant = 'NT'\n", "antes is missing"),
        (b"hello", "not TOML"),
    ],
)
@pytest.mark.parametrize("verify", [[], ["--verify"]])
def test_a_file_that_cannot_be_read_leaves_with_2(
    content: bytes, says: str, verify: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)

    result = run("replay", path, *verify, code=2)

    assert says in result.stderr
    assert str(path) in result.stderr


def test_a_file_that_is_not_there_leaves_with_2(tmp_path: Path, hands: Path) -> None:
    assert "No such file" in run("replay", tmp_path / "none.phh", code=2).stderr
    assert "there is no game 4, only 3" in run("replay", hands, "--only", "4", code=2).stderr


def test_an_event_that_is_not_known_is_told_by_its_name_and_facts() -> None:
    event = Event("sank_ship", 1, {"at": ["B4", "B5"], "last": False, "other": 0})

    told = UNO.sentence(event, ["north", "east"])

    assert told == "east: sank ship, at B4 B5, last no, other north"


@pytest.mark.slow
def test_the_demo_prints_what_its_picture_shows(tmp_path: Path) -> None:
    svg = (ROOT / "docs" / "images" / "demo.svg").read_text()
    shown = re.findall(r'clip-path="url\(#demo-line-\d+\)">([^<]*)', svg)
    picture = html.unescape(" ".join(shown)).split()

    told = run("demo", "--folder", tmp_path).stdout.replace(str(tmp_path), "pitboss-demo")

    # How long it took is the machine's affair.
    printed = ["$", "pitboss", "demo", *told.split()]
    for words in (picture, printed):
        words[words.index("seconds,") - 1] = "some"
    assert printed == picture, "python docs/images/draw.py draws it anew"
