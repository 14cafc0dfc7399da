"""A bot is its folder: how folders are read, which of their files count, and what else does."""

import shutil
from pathlib import Path

import msgspec
import pytest

from pitboss.events import bot_version
from pitboss.events.bot_command import BadEntrant
from pitboss.events.bot_folder import read_bot_folder
from pitboss.events.confinement import sandbox_of
from pitboss.events.entrants import Entrant, entrants_from_settings, read_entrants
from pitboss.events.plan import Confinement, Plan
from pitboss.events.planner import make_plan
from pitboss.events.settings import EventSettings
from pitboss.events.tournament_file import read_tournament, to_plan, write_tournament
from pitboss.events.warm_players import command_of


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a user stands, with a bot in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "mybot/bot.py", "import brain\n")
    write(tmp_path, "mybot/brain.py", "DEPTH = 1\n")
    return tmp_path


def write(folder: Path, name: str, text: str = "") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def read(*texts: str) -> list[Entrant]:
    return read_entrants(texts, Path())


def version(text: str) -> str:
    return read(text)[0].version


# Folders.


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    "text", ["mybot", "./mybot", "mybot/", "cmd=mybot", "cmd=../mybot folder=mybot"]
)
def test_a_folder_is_a_bot(text: str) -> None:
    (entrant,) = read(text)

    assert (entrant.name, entrant.command, entrant.folder) == ("mybot", ("./bot.py",), "mybot")
    assert entrant.whole
    assert entrant.version
    assert command_of(entrant).folder == Path("mybot")


def test_a_folder_counts_several_times_and_may_be_the_one_we_stand_in(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = read("mybot")[0]
    assert [one.name for one in read("mybot:2")] == ["mybot", "mybot-2"]

    monkeypatch.chdir(here / "mybot")

    assert msgspec.structs.replace(away, folder="") == read(".")[0]


def test_its_file_says_how_it_is_run_and_who_names_it_says_more(here: Path) -> None:
    write(
        here,
        "mybot/bot.toml",
        'game = "jedna"\nname = "Me"\ncmd = "python3 brain.py -x"\ndialect = "1"\n'
        "nursery = false\n",
    )

    (entrant,) = read("mybot")
    assert (entrant.name, entrant.wire, entrant.nursery) == ("Me", "jedna-1", False)
    assert entrant.command == ("python3", "brain.py", "-x")
    assert read_bot_folder(here / "mybot").game == "jedna"

    (other,) = read("cmd=mybot name=You timeout=2 wire=native")
    assert (other.name, other.timeout, other.wire) == ("You", 2.0, "native")


@pytest.mark.parametrize(
    ("files", "entry"),
    [
        (["bot.py", "helper.py", "test_bot.py"], "bot.py"),
        (["player.py"], "player.py"),
        (["it.rb", "helper.rb"], "it.rb"),
        (["main.js", "package.json"], "main.js"),
    ],
)
def test_without_one_the_obvious_program_is_found(here: Path, files: list[str], entry: str) -> None:
    for name in files:
        write(here, f"it/{name}")

    assert read_bot_folder(here / "it").values["cmd"] == [f"./{entry}"]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {"bot.py": "", "main.py": ""},
            r'several programs: bot.py, main.py; say in it/bot.toml .*cmd = "./bot.py"',
        ),
        ({"notes.txt": ""}, r"no bot.toml, and nothing such as bot.py.*it has notes.txt; write it"),
        ({"bot.c": "", "Makefile": ""}, r"it has Makefile, bot.c; build it first: make -C it"),
        (
            {"bot.toml": 'cmd = "./bot"', "Makefile": ""},
            "no file ./bot in it; build it first: make -C it",
        ),
        ({"bot.toml": 'cmd = "./bot.py"'}, r"it: there is no file ./bot.py in it"),
        ({"bot.toml": "cmd = ["}, "it/bot.toml is no TOML"),
        ({"bot.toml": "cmd = 3"}, "it/bot.toml: cmd is 3; a command line"),
        ({"bot.toml": "comand = 3"}, r"it/bot.toml: there is no key 'comand'.*did you mean cmd\?"),
        ({"bot.toml": "game = 3"}, "it/bot.toml: game is 3"),
        # Whoever enters a bot is not the one to say what it may use.
        ({"bot.toml": 'sandbox = "off"'}, "sandbox is not for the bot to say"),
        ({"bot.toml": "timeout = 60"}, 'timeout is not .*"cmd=it timeout=..." on the command line'),
        ({"bot.py": "", "bot.toml": 'files = "../**"'}, "files: ../.* leads out of the bot's"),
        ({"bot.py": "", "bot.toml": 'files = "*.rb"'}, r"nothing in .* is called \*.rb"),
    ],
)
def test_a_folder_that_is_no_bot_is_told_what_to_do(
    here: Path, files: dict[str, str], said: str
) -> None:
    for name, text in files.items():
        write(here, f"it/{name}", text)

    with pytest.raises(BadEntrant, match=said):
        read("it")


@pytest.mark.usefixtures("here")
def test_a_folder_takes_no_arguments() -> None:
    with pytest.raises(BadEntrant, match=r"takes no arguments: .*put the whole command into mybot"):
        read("mybot --fast")


# Versions.


def test_every_file_of_a_folder_counts_and_what_is_made_of_them_does_not(here: Path) -> None:
    first = version("mybot")
    for name in ("__pycache__/x.pyc", ".git/HEAD", "node_modules/a.js", "pitboss.db", "bot.log"):
        write(here, f"mybot/{name}", "made")
    assert version("mybot") == first

    write(here, "mybot/brain.py", "DEPTH = 2\n")
    second = version("mybot")
    write(here, "mybot/data/weights.txt", "1 2 3")
    third = version("mybot")
    shutil.move(here / "mybot/data/weights.txt", here / "mybot/data/other.txt")

    assert len({first, second, third, version("mybot")}) == 4


def test_the_same_folder_elsewhere_is_the_same_event(here: Path) -> None:
    shutil.copytree(here / "mybot", here / "far/away/mybot")
    one, two = (
        make_plan(EventSettings(game="jedna", blocks=2, seed="x"), read(path, "simple"))
        for path in ("mybot", "far/away/mybot")
    )
    assert one.id == two.id

    file = write(here, "far/again.toml", write_tournament(one, "again", here))
    assert to_plan(read_tournament(file)).id == one.id


def test_globs_choose_what_counts(here: Path) -> None:
    text = "cmd=mybot files=*.py"
    before = version(text)
    write(here, "mybot/notes.txt", "learned")
    assert version(text) == before
    write(here, "mybot/brain.py", "DEPTH = 3\n")
    assert version(text) != before

    table = {"cmd": "mybot", "files": ["*.py", "notes.txt"]}
    assert entrants_from_settings(table, here)[0].files == ("*.py", "notes.txt")


def test_a_folder_that_is_too_large_is_told_so(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_version, "MOST_FILES", 5)
    for number in range(5):
        write(here, f"mybot/{number}.txt")

    with pytest.raises(BadEntrant, match=r"mybot has more than 5 files or 64 MB.*files = \["):
        read("mybot")
    assert version("cmd=mybot files=*.py")


# Scripts that lie anywhere.


def test_a_script_is_itself_and_what_it_imports_from_beside_it(here: Path) -> None:
    write(here, "bot.py", "import os, helper\nfrom kit.deep import tool\n")
    write(here, "helper.py", "def late():\n    from later import x\n")
    write(here, "later.py")
    write(here, "kit/__init__.py")
    write(here, "kit/deep.py", "from . import base\nimport shared\n")
    write(here, "kit/base.py")
    write(here, "shared.py")
    before = version("./bot.py")

    # Another bot beside it, and anything else.
    write(here, "rival.py", "import os\n")
    write(here, "notes.txt", "notes")
    assert version("./bot.py") == before
    for name in ("helper.py", "later.py", "kit/base.py", "shared.py"):
        write(here, name, f"# {name} has changed\n" + (here / name).read_text())
        after = version("./bot.py")
        assert after != before, name
        assert version("python3 bot.py -x") == after
        before = after


def test_a_script_without_imports_is_the_same_bot_as_ever(here: Path) -> None:
    write(here, "plain.py", "print(1)\n")

    # As versions before folders counted had it.
    assert version("./plain.py") == "7ea5fab8ced6"


@pytest.mark.parametrize(
    ("files", "text"),
    [
        (
            {"a.js": "require('./x/x')", "x/x.js": "import y from './y.mjs'", "x/y.mjs": ""},
            "node a.js",
        ),
        ({"a.rb": "require_relative 'x'", "x.rb": "require './y/y'", "y/y.rb": ""}, "cat a.rb"),
        ({"a.sh": 'exec python3 "$HERE/x.py"\n', "x.py": "import y", "y.py": ""}, "sh a.sh"),
        ({"kit/__init__.py": "", "kit/__main__.py": "import x", "x.py": ""}, "python3 -m kit"),
        ({"kit/__main__.py": "import other", "kit/other.py": ""}, "python3 kit"),
    ],
)
def test_other_languages_are_followed_too(here: Path, files: dict[str, str], text: str) -> None:
    for name, content in files.items():
        write(here, name, content)
    before = version(f"cmd='{text}'")
    last = list(files)[-1]

    write(here, last, "changed")

    assert before != version(f"cmd='{text}'") != ""


# Names and globs.


def test_files_of_one_name_are_called_by_their_folders(here: Path) -> None:
    for name in ("red", "blue", "x/red"):
        write(here, f"{name}/agent.py")

    def names(*texts: str) -> list[str]:
        return [one.name for one in read(*texts)]

    assert names("red/agent.py", "python3 blue/agent.py -x") == ["red", "blue"]
    assert names("red/agent.py", "blue/agent.py:2") == ["red", "blue", "blue-2"]
    assert names("red/agent.py", "simple") == ["agent", "simple"]
    assert names("red/agent.py", "x/red/agent.py") == ["agent", "agent-2"]
    assert names("cmd=red/agent.py name=A", "blue/agent.py") == ["A", "agent"]


def test_stars_name_many_bots_in_order(here: Path) -> None:
    for name in ("red", "blue"):
        write(here, f"all/{name}/agent.py")
    write(here, "all/README.md")
    write(here, "all/__pycache__/x.pyc")
    table = {"cmd": "all/*", "timeout": 2}

    entrants = read_entrants([table], here)
    assert [(one.name, one.folder, one.timeout) for one in entrants] == [
        ("blue", "all/blue", 2.0),
        ("red", "all/red", 2.0),
    ]
    for command in ("all/*/agent.py", "python3 all/*/agent.py", "all/*/agent.py:1"):
        assert [one.name for one in read(command)] == ["blue", "red"]
    # It may be meant for the program.
    assert read("cat all/*")[0].command == ("cat", "all/*")
    write(here, "a[b]/bot.py")
    assert read("a[b]")[0].name == "a[b]"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"cmd": "none/*"}, r"nothing in this folder is called none/\*$"),
        ({"cmd": "all/*.md"}, r"called all/\*.md; there is all/README.md, but no folder or prog"),
        ({"cmd": "all/*", "name": "x"}, "name is for one bot"),
        ({"cmd": "all/*"}, "all/empty is a folder without a bot"),
    ],
)
def test_stars_that_name_no_bots_are_told_so(here: Path, table: dict[str, str], said: str) -> None:
    write(here, "all/README.md")
    (here / "all/empty").mkdir()

    with pytest.raises(BadEntrant, match=said):
        entrants_from_settings(table, here)


# What a bot may read.


def test_in_a_sandbox_a_bot_reads_its_folder_and_nothing_that_its_own_words_name(
    here: Path,
) -> None:
    write(here, "mybot/bot.toml", 'cmd = "python3 bot.py ../secret"')
    secret = write(here, "secret", "seed")
    write(here, "loose.py", "import helper, loose2\n")
    helper, rival = write(here, "helper.py"), write(here, "loose2.py")
    plan = Plan(
        game="uno",
        rules="jedna",
        seats=2,
        seed="x",
        entrants=tuple(read("mybot", "./loose.py", "./loose2.py")),
        confinement=Confinement(sandbox="auto"),
    )

    journal = write(here, "journal.db")
    whole, loose = (sandbox_of(plan, number, [journal, secret]) for number in (0, 1))
    if whole is None or loose is None:
        pytest.skip("no sandbox here")

    assert whole.readable == (here / "mybot",)
    assert loose.readable == (here / "loose.py", helper)
    assert rival not in loose.readable
    # With something private in it, it reads what it is made of.
    inside = sandbox_of(plan, 0, [write(here, "mybot/journal.db")])
    assert inside is not None
    assert inside.readable == tuple(
        here / "mybot" / name for name in ("bot.py", "bot.toml", "brain.py")
    )
