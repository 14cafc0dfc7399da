"""A bot with its level: what may be typed, what it means, and the one text for it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli_rig import typed

from pitboss import bots
from pitboss.bots.level import BadLevel, Level, read_level
from pitboss.bots.option import Option

OPTIONS = (
    Option(name="rollouts", meaning="games played out", usual=None, least=10, most=5000),
    Option(name="depth", meaning="turns looked ahead", usual=2, least=1, most=9),
    Option(name="goal", meaning="what counts", usual="score", words=("score", "win")),
)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("rollouts=1000", "master:rollouts=1000"),
        ("rollouts=1000,goal=win", "master:goal=win,rollouts=1000"),
        (" goal = win , rollouts = 0020", "master:goal=win,rollouts=20"),
        ("depth=2,goal=score", "master"),
    ],
)
def test_a_level_has_one_text_however_it_is_typed(typed: str, text: str) -> None:
    assert str(read_level("master", typed, OPTIONS)) == text


def test_a_bot_is_made_with_usual_values_unless_they_depend_on_the_game() -> None:
    level = read_level("master", "goal=win", OPTIONS)

    assert level == Level("master", (("goal", "win"),))
    assert level.values(OPTIONS) == {"depth": 2, "goal": "win"}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "no option ''; there are: rollouts .a whole number from 10 to 5000.*goal .score or"),
        ("1000", "no option '1000'"),
        ("speed=3", "no option 'speed=3'; there are: rollouts"),
        ("rollouts", "no option 'rollouts'"),
        ("rollouts=many", "rollouts is 'many'; a whole number from 10 to 5000 was expected: games"),
        ("rollouts=9", "rollouts is '9'; a whole number from 10 to 5000"),
        ("rollouts=5001", "from 10 to 5000"),
        ("rollouts=-20", "from 10 to 5000"),
        ("goal=lose", "goal is 'lose'; score or win was expected: what counts"),
        ("goal=win,goal=score", "says goal twice"),
    ],
)
def test_a_wrong_level_is_refused_with_what_is_possible(typed: str, told: str) -> None:
    with pytest.raises(BadLevel, match=told):
        read_level("master", typed, OPTIONS)


def test_a_bot_without_options_says_so() -> None:
    with pytest.raises(bots.UnknownBot, match="simple has no options; 'speed=3' can't be chosen"):
        bots.named("simple:speed=3")


def test_a_level_may_have_a_name_by_which_it_is_chosen_and_shown() -> None:
    quick = bots.level("master:quick")

    assert str(quick) == bots.entry("master").levels["quick"]
    assert bots.short_name(str(quick)) == "master:quick"
    assert bots.level("master:normal") == bots.level("master")
    assert bots.short_name("master:normal") == "master"
    assert bots.short_name("master:rollouts=77") == "master:rollouts=77"
    with pytest.raises(bots.UnknownBot, match="or a level by name: quick, normal, strong"):
        bots.level("master:slow")


def test_a_live_table_takes_no_level_at_which_others_would_wait_for_long() -> None:
    bots.check_live(bots.entry("master").levels["strong"])
    with pytest.raises(bots.UnknownBot, match="rollouts is at most 10000 at a live table"):
        bots.check_live("master:rollouts=10001")


@pytest.mark.parametrize(
    ("bot", "kind", "told"),
    [("counter", "holdem", "counter plays uno, not holdem; there are: random, simple, greedy")],
)
def test_a_bot_is_refused_in_a_game_that_it_does_not_play(bot: str, kind: str, told: str) -> None:
    with pytest.raises(bots.WrongGame, match=told):
        bots.check_game(bot, kind)


@pytest.mark.parametrize("name", bots.names())
def test_every_bot_says_what_it_does_and_is_made_under_its_own_name(name: str) -> None:
    bot = bots.named(name, 1)

    assert bot.name == name
    assert bot.honest is True
    assert bots.about(name)


def test_the_command_lists_every_bot_with_games_options_and_levels(tmp_path: Path) -> None:
    told = typed(tmp_path, "bots").out
    listed = {bot["name"]: bot for bot in json.loads(typed(tmp_path, "bots", "--json").out)}

    assert list(listed) == bots.names()
    assert listed["counter"]["games"] == ["uno"]
    assert "uno" not in listed["equity"]["games"]
    assert [option["name"] for option in listed["master"]["options"]] == ["rollouts", "goal"]
    assert list(listed["master"]["levels"]) == ["quick", "normal", "strong"]
    for name, bot in listed.items():
        assert name in told
        assert all(f"{name}:{option['name']}=" in told for option in bot["options"])


def test_choosing_a_bot_loads_none() -> None:
    script = (
        "import sys\n"
        "from pitboss import bots\n"
        "for name in bots.names():\n"
        "    bots.level(name), bots.about(name), bots.check_live(name)\n"
        "print([name for name in sys.modules if name.endswith('_bot')\n"
        "       or name.startswith(('pitboss.bots.uno', 'pitboss.bots.holdem'))])\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == "[]"
