"""Tournament files: what they take, what they refuse and in which words, the page about them.

`PITBOSS_WRITE_DOCS=1 pytest tests/events/test_tournament_file.py` writes its tables.
"""

import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from document import Session

from pitboss.cli import command
from pitboss.cli.tournament import OF_FILE
from pitboss.events.entrants import Entrant
from pitboss.events.plan import Plan
from pitboss.events.planner import BadPlan, make_plan
from pitboss.events.schedule import FORMATS
from pitboss.events.settings import FORMAT_NAMES, BotSettings, EventSettings
from pitboss.events.settings_reader import settings_of
from pitboss.events.tournament_file import (
    line_of,
    read_tournament,
    template,
    to_plan,
    write_tournament,
)
from pitboss.games.registry import kinds
from pitboss.store import Journal

PAGE = Path(__file__).parents[2] / "docs" / "tournaments.md"
KEYS = settings_of(EventSettings)
BOTS = '[[bot]]\nbot = "simple"\n[[bot]]\nbot = "random"\n'
FOUR = [Entrant(name="simple", bot="simple")] * 4


def plan_of_four(**settings: Any) -> Plan:
    return make_plan(EventSettings(**settings), FOUR)


def written(folder: Path, text: str) -> Path:
    path = folder / "friday.toml"
    path.write_text(text)
    return path


def test_a_file_says_all_that_a_plan_is(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        'name = "Friday"\ngame = "uno"\nseats = 3\nformat = "swiss"\ngames = 30\nrounds = 4\n'
        'seed = 7\ntimeout = 2\nbank = 1.5\nstartup = 3\npolicy = "native"\ndb = "kept.db"\n'
        'jobs = 2\n[rules]\npreset = "jedna"\nhand_size = 5\nseven_zero = true\n'
        '[[bot]]\nbot = "simple"\nname = "ours"\n[[bot]]\nbot = "random"\ncount = 3\n',
    )

    file = read_tournament(path)
    plan = to_plan(file)

    settings = file.settings
    assert (settings.name, settings.db, settings.jobs) == ("Friday", str(tmp_path / "kept.db"), 2)
    assert plan.rules == "jedna@1,hand_size=5,seven_zero=yes"
    assert (plan.game, plan.seats, plan.seed, plan.policy) == ("uno", 3, "7", "native")
    assert (plan.move, plan.bank, plan.startup) == (2.0, 1.5, 3.0)
    schedule = plan.schedule
    assert (schedule.format, schedule.blocks, schedule.rounds) == ("swiss", 10, 4)
    names = [entrant.name for entrant in plan.entrants]
    assert names == ["ours", "random", "random-2", "random-3"]


def test_what_a_file_leaves_out_is_usual(tmp_path: Path) -> None:
    file = read_tournament(written(tmp_path, f'game = "jedna"\n{BOTS}'))

    plan = to_plan(file)

    settings = file.settings
    assert (settings.name, plan.seed, settings.db, settings.jobs) == ("friday", "", "", 0)
    assert plan == make_plan(EventSettings(game="jedna"), plan.entrants)
    assert (plan.seats, plan.schedule.format, plan.rules) == (2, "match", "jedna@1")


def test_a_database_with_an_address_is_left_alone(tmp_path: Path) -> None:
    text = f'game = "jedna"\ndb = "postgresql://me@host/arena"\n{BOTS}'

    assert read_tournament(written(tmp_path, text)).settings.db == "postgresql://me@host/arena"


def test_the_usual_policy_by_name_is_the_same_event() -> None:
    usual = plan_of_four(game="jedna")

    assert plan_of_four(game="jedna", policy="jedna") == usual
    assert plan_of_four(game="jedna", policy="native") != usual


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("jedna,hand_size=5", ""),
        ("jedna", "hand_size=5"),
        ("uno", "jedna,hand_size=5"),
        ("uno", "jedna@1,hand_size=5"),
        ("jedna", " jedna , hand_size = 5 "),
    ],
)
def test_rules_can_be_written_in_several_ways(game: str, rules: str) -> None:
    assert plan_of_four(game=game, rules=rules).rules == "jedna@1,hand_size=5"


@pytest.mark.parametrize(
    ("entrants", "seats", "format_name", "expected"),
    [
        (2, None, None, ("match", 2)),
        (4, None, None, ("round-robin", 2)),
        (4, 4, None, ("match", 4)),
        (4, 3, None, ("round-robin", 3)),
        (3, None, "match", ("match", 3)),
        (4, None, "swiss", ("swiss", 2)),
        (4, None, "match", ("match", 4)),
    ],
)
def test_format_and_seats_have_usual_values(
    entrants: int, seats: int | None, format_name: str | None, expected: tuple[str, int]
) -> None:
    plan = make_plan(EventSettings(game="jedna", seats=seats, format=format_name), FOUR[:entrants])

    assert (plan.schedule.format, plan.seats) == expected


G = 'game = "uno"\n'
KNOCKOUT_OF_FOUR = '\nformat = "knockout"\n[[bot]]\nbot = "simple"\ncount = 4\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('game = "uno\n', r":1:12: this is no TOML: illegal character"),
        ("game = \n", r":1:8: this is no TOML: invalid value"),
        ("game = [", r":1: this is no TOML: "),
        (G, r"friday\.toml: \[\[bot\]\] is missing"),
        (BOTS, r"friday\.toml: game is missing: a game or a preset"),
        (f"{G}fromat = 1\n{BOTS}", r":2: there is no key 'fromat'.*did you mean format\?"),
        (f"{G}seats = '2'\n{BOTS}", r":2: seats is '2'; a whole number was expected"),
        (f"{G}seats = true\n{BOTS}", r":2: seats is true; a whole number was expected"),
        (f"{G}seats = 1\n{BOTS}", r":2: seats is 1; at least 2 was expected"),
        (f"{G}timeout = 'long'\n{BOTS}", r":2: timeout is 'long'; a number was expected"),
        (f"{G}timeout = 0\n{BOTS}", r":2: timeout is 0; at least 0.001 was expected"),
        (f"{G}timeout = nan\n{BOTS}", r":2: timeout is nan; at least 0.001 was expected"),
        (f"{G}bank = inf\n{BOTS}", r":2: bank is inf; "),
        (f"{G}blocks = 0\n{BOTS}", r":2: blocks is 0; at least 1 was expected"),
        (f"{G}blocks = 1.5\n{BOTS}", r":2: blocks is 1\.5; a whole number was expected"),
        (f"{G}rules = 3\n{BOTS}", r":2: rules is 3; a text or a table was expected"),
        (
            f"{G}bot = 'simple'\n",
            r":2: bot is 'simple'; .*each written \[\[bot\]\], was expected",
        ),
        (
            f"{G}bot = ['simple']\n",
            r":2: bot is \['simple'\]; .*each written \[\[bot\]\], was",
        ),
        (f"game = 'jednna'\n{BOTS}", r":1: there is no game 'jednna'.*did you mean jedna\?"),
        (f"{G}format = 'swis'\n{BOTS}", r":2: there is no format 'swis'.*did you mean swiss\?"),
        (f"{G}policy = 'jedma'\n{BOTS}", r":2: there is no policy 'jedma'.*did you mean jedna\?"),
        (f"{G}rules = 'jenda'\n{BOTS}", r":2: there is no preset 'jenda'.*did you mean jedna\?"),
        (f"{G}rules = 'hand'\n{BOTS}", r":2: there is no preset 'hand'.*of the game uno"),
        (f"{G}rules = 'official@9'\n{BOTS}", r":2: official is at version 1 here, not 9"),
        (f"{G}rules = 'official,target'\n{BOTS}", r":2: 'target' should be knob=value"),
        (
            f"game = 'jedna'\nrules = 'official'\n{BOTS}",
            r":2: the game is jedna, but the rules are official",
        ),
        (
            f"{G}[rules]\nhand_size = 5\nstackin = 'up'\n{BOTS}",
            r":4: there is no knob 'stackin'.*did you mean stacking\?",
        ),
        (
            f"{G}[rules]\nhand_size = 5\nstacking = 'sideways'\n{BOTS}",
            r":4: stacking='sideways' will not do: one of none, same, up",
        ),
        (f"{G}[rules]\nstacking = [1]\n{BOTS}", r":3: stacking is \[1\]; a text, a number, true"),
        (f"{G}games = 3\n{BOTS}", r":2: games is 3; .*so that 2 or 4 would do"),
        (f"{G}games = 1\n{BOTS}", r":2: games is 1; .*so that 2 would do"),
        (f"{G}blocks = 1\ngames = 2\n{BOTS}", r":3: give blocks or games, not both"),
        (f"{G}rounds = 3\n{BOTS}", r":2: rounds is for swiss and ladder, not for .* match"),
        (f"{G}heroes = 1\n{BOTS}", r":2: heroes is for gauntlet, not for .* match"),
        (f"{G}format = 'gauntlet'\nheroes = 2\n{BOTS}", r":3: of 2 bots at most 1 can be heroes"),
        (f"{G}seats = 11\n{BOTS}", r":2: 11 can't sit at one table: official@1 is for 2 to 10"),
        (f"game = 'uno-online'\nseats = 3\n{BOTS}", r":2: 3 can't sit .* is for 2 to 2"),
        (f"{G}format = 'match'\nseats = 3\n{BOTS}", r":4: a match at a table of 3 needs exactly 3"),
        (f"{G}seats = 3\n{BOTS}", r":3: a round-robin at tables of 3 needs at least 3 bots, not 2"),
        (
            f"{G}seats = 3{KNOCKOUT_OF_FOUR}",
            r":4: a knockout at tables of 3 needs 3, 5, 7, 9 or so on, always 2 more, not 4 bots",
        ),
        (f"{G}[[bot]]\nbot = 'simple'\n", r":2: at least 2 bots are needed, not 1"),
        (
            f"{G}[[bot]]\nbot = 'simple'\n[[bot]]\nbot = 'simpel'\n",
            r":5: bot 2: there is no bot 'simpel'.*did you mean simple\?",
        ),
        (f"{G}{BOTS}cound = 2\n", r":6: bot 2: there is no key 'cound'.*did you mean count\?"),
        (f"{G}{BOTS}timeout = 2\n", r":6: bot 2: timeout is for programs"),
        (f"{G}{BOTS}cmd = 'x'\n", r"bot 2: .*both bot and cmd"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(BadPlan) as caught:
        to_plan(read_tournament(written(tmp_path, text)))

    assert re.search(told, str(caught.value), re.DOTALL), str(caught.value)
    assert str(tmp_path / "friday.toml") in str(caught.value)


def test_a_missing_file_is_told_with_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(BadPlan, match=r"there is no file .*none\.toml; `pitboss tournament init`"):
        read_tournament(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("content", "told"), [(None, "can't be opened: Is a directory"), (b"\xff\xfe", "no UTF-8 text")]
)
def test_what_is_no_text_is_told(tmp_path: Path, content: bytes | None, told: str) -> None:
    path = tmp_path
    if content is not None:
        path = tmp_path / "x.toml"
        path.write_bytes(content)

    with pytest.raises(BadPlan, match=told):
        read_tournament(path)


def test_errors_name_the_key_for_programs() -> None:
    with pytest.raises(BadPlan) as caught:
        plan_of_four(game="uno", format="swis")

    assert caught.value.key == "format"


GAMES = [*kinds(), "jedna", "jedna,hand_size=5"]


@pytest.mark.parametrize("game", GAMES)
def test_the_template_is_a_tournament(tmp_path: Path, game: str) -> None:
    plan = to_plan(read_tournament(written(tmp_path, template(game))))

    assert plan.rules == plan_of_four(game=game).rules
    assert len(plan.entrants) == 3


@pytest.mark.parametrize("game", GAMES)
def test_the_template_explains_every_key(game: str) -> None:
    text = template(game)

    shown = re.findall(r"^(?:# )?(\w+) = ", text.partition("# [rules]")[0], re.MULTILINE)
    assert [*shown, "bot"] == list(KEYS)
    assert all(len(line) <= 100 for line in text.splitlines())


@pytest.mark.parametrize("key", [key for key in KEYS if key != "bot"])
def test_every_line_of_the_template_holds_as_it_is_shown(tmp_path: Path, key: str) -> None:
    text = template("uno")
    needed = {"rounds": "swiss", "heroes": "gauntlet", "extras": "knockout"}
    text = text.replace('"round-robin"\n', f'"{needed.get(key, "round-robin")}"\n', 1)
    if key == "games":
        text = text.replace("\nblocks = ", "\n# blocks = ")

    text = re.sub(rf"^# {key} = ", f"{key} = ", text, count=1, flags=re.MULTILINE)

    file = read_tournament(written(tmp_path, text))
    to_plan(file)
    assert key in tomllib.loads(text)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("game",), 2),
        (("rules",), 3),
        (("rules", "target"), 3),
        (("rules", "stacking"), 6),
        (("name",), 7),
        (("bot",), 10),
        (("bot", 0), 10),
        (("bot", 0, "cmd"), 11),
        (("bot", 1), 16),
        (("bot", 1, "bot"), 17),
        (("bot", 2), 20),
        (("bot", 2, "count"), 22),
        (("bot", 3), None),
        (("seats",), None),
    ],
)
def test_a_key_is_found_in_its_line(path: tuple[str | int, ...], line: int | None) -> None:
    text = (
        "# seats = 2\n"
        'game = "uno"\n'
        "rules.target = 0\n"
        "\n"
        "# [rules]\n"
        'rules.stacking = "up"\n'
        'name = """\nseats = 4\n"""\n'
        "[[bot]]\n"
        'cmd = [\n    "python3",\n    "mine.py",\n]\n'
        "\n"
        "[[ bot ]]\n"
        '"bot" = "simple"\n'
        "[other]\n"
        "bot = 1\n"
        "[[bot]]\n"
        'bot = "random"\n'
        "count = 2"
    )

    assert line_of(text, path) == line


def test_a_key_of_a_long_file_is_found_soon() -> None:
    text = 'game = "uno"\n' + 500 * '[[bot]]\ncmd = [\n  "mine.py",\n]\n' + "count = 2\n"

    assert line_of(text, ("bot", 499, "count")) == 2002
    assert line_of(text, ("bot", 250, "cmd")) == 1003


def table(*rows: tuple[str, ...]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


TABLES = {
    "formats": table(
        ("format", "who meets whom", "its own keys"),
        ("---", "---", "---"),
        *(
            (f"`{name}`", found.meaning, ", ".join(f"`{key}`" for key in found.settings))
            for name, found in FORMATS.items()
        ),
    ),
    "keys": table(
        ("key", "meaning", "if left out"),
        ("---", "---", "---"),
        *((f"`{name}`", key.meaning, key.usual or "needed") for name, key in KEYS.items()),
    ),
    "keys of a bot": table(
        ("key", "meaning"),
        ("---", "---"),
        *((f"`{name}`", key.meaning) for name, key in settings_of(BotSettings).items()),
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_the_page_has_every_format_and_key(name: str) -> None:
    mark = f"<!-- {name}, kept equal to the code by tests/events/test_tournament_file.py -->\n"
    closing = f"<!-- end of {name} -->\n"
    before, begin, rest = PAGE.read_text().partition(mark)
    shown, end, after = rest.partition(closing)
    assert begin
    assert end

    if os.environ.get("PITBOSS_WRITE_DOCS"):
        PAGE.write_text(f"{before}{begin}\n{TABLES[name]}\n{end}{after}")
    else:
        assert shown.strip() == TABLES[name].strip()


def test_the_settings_name_every_format() -> None:
    assert list(FORMAT_NAMES) == list(FORMATS)


def test_the_examples_of_the_page_are_tournaments(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "mine.py").write_text("")
    (tmp_path / "bots" / "agent.rb").write_text("")
    examples = re.findall(r"```toml\n(.*?)```", PAGE.read_text(), re.DOTALL)

    assert len(examples) >= 3
    for example in examples:
        to_plan(read_tournament(written(tmp_path, example)))


def test_the_page_names_what_may_stand_beside_a_file() -> None:
    beside, _, rest = (
        PAGE.read_text().partition("**Beside a file**")[2].partition("Only the file decides")
    )
    refused = rest.partition("are refused")[0]
    options = {
        next(spelling for spelling in option.opts if spelling.startswith("--"))
        for option in command("tournament").params
        if option.param_type_name == "option"
    }

    assert set(re.findall(r"`(--[\w-]+)`", refused)) == set(OF_FILE.values())
    assert set(re.findall(r"`(--\w+)`", beside)) == options - set(OF_FILE.values()) - {"--help"}


@pytest.mark.slow
def test_the_commands_of_the_page_work(tmp_path: Path) -> None:
    assert Session(tmp_path).work_off(PAGE) == 3


@pytest.mark.parametrize("format_", ["match", "round-robin", "swiss", "knockout", "gauntlet"])
def test_a_written_plan_is_read_as_the_same_event(tmp_path: Path, format_: str) -> None:
    script = tmp_path / "bot.py"
    script.write_text("print('hello')")
    own = {"swiss": "rounds = 3\n", "gauntlet": "heroes = 2\n", "knockout": "extras = 1\n"}
    source = tmp_path / "cup.toml"
    source.write_text(
        f'game = "uno"\nformat = "{format_}"\nseats = {4 if format_ == "match" else 2}\n'
        f'rules = "official,target=0"\nseed = "\\"quoted\\" \U0001f0cf"\npolicy = "native"\n'
        f"timeout = 1.5\nbank = 3\n{own.get(format_, '')}"
        '[[bot]]\nbot = "simple"\ncount = 2\n[[bot]]\nbot = "random"\nname = "d\\u0069ce"\n'
        '[[bot]]\ncmd = "python3 bot.py --fast"\nwire = "native"\ntimeout = 0.5\nstartup = 2\n'
        "nursery = false\n"
    )
    plan = to_plan(read_tournament(source))
    elsewhere = tmp_path / "files" / "again.toml"
    elsewhere.parent.mkdir()

    elsewhere.write_text(write_tournament(plan, "cup", Path.cwd()))

    again = read_tournament(elsewhere)
    assert to_plan(again).id == plan.id
    assert again.settings.name == "cup"


def test_the_same_file_from_another_folder_is_the_same_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "league"
    (there / "bots").mkdir(parents=True)
    (there / "bots" / "mine.py").write_text("print('hello')\n")
    (there / "cup.toml").write_text(
        'game = "jedna"\nseed = "1"\n[[bot]]\nbot = "simple"\n'
        '[[bot]]\ncmd = "python3 mine.py"\nfolder = "bots"\n'
    )
    plans = []
    for folder in (tmp_path, there, there / "bots", Path("/")):
        monkeypatch.chdir(folder)
        plans.append(to_plan(read_tournament(there / "cup.toml")))

    assert len({plan.id for plan in plans}) == 1
    # Each says where the program is, seen from there.
    assert [plan.entrants[1].folder for plan in plans[:3]] == ["league/bots", "bots", ""]
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        begun = [
            journal.begin(plan, label="", created="2026-01-01T00:00:00Z", note={}) for plan in plans
        ]
        assert begun == [True, False, False, False]
        assert journal.event("last").plan == plans[0]


def test_a_program_without_files_is_known_by_its_folder(tmp_path: Path) -> None:
    ids = set()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / "cup.toml").write_text(
            'game = "jedna"\nseed = "1"\n[[bot]]\nbot = "simple"\n'
            f'[[bot]]\ncmd = "cat"\nfolder = "{name}"\n'
        )
        ids.add(to_plan(read_tournament(tmp_path / "cup.toml")).id)

    assert len(ids) == 2
