"""An event says if it can't keep bots from telling themselves the cards."""

from pathlib import Path
from typing import Any

import pytest

from pitboss.events.entrants import Entrant, entrants_from_settings
from pitboss.events.plan import Plan
from pitboss.events.planner import make_plan
from pitboss.events.settings import EventSettings
from pitboss.narration.fairness import sharing_sentence


def program(name: str, **keys: Any) -> list[Entrant]:
    return entrants_from_settings({"cmd": f"true {name}", "name": name, **keys}, Path.cwd())


def plan(*entrants: list[Entrant], **settings: Any) -> Plan:
    every = [entrant for each in entrants for entrant in each]
    usual = {"game": "jedna", "blocks": 2, "format": "round-robin", "seed": "x"}
    return make_plan(EventSettings(**{**usual, **settings}), every)


def test_programs_without_a_sandbox_are_named() -> None:
    told = sharing_sentence(plan(program("red"), program("blue", sandbox="require")))

    assert told.startswith("red ran without a sandbox")
    assert "mirror = false" in told


def test_many_are_counted() -> None:
    told = sharing_sentence(plan(*(program(f"bot{number}") for number in range(6))))

    assert told.startswith("bot0, bot1, bot2 and 3 more ran without a sandbox")


def test_decks_that_are_played_apart_are_not_called_safe() -> None:
    told = sharing_sentence(plan(program("red"), program("blue"), mirror="apart"))

    assert "far apart" in told
    assert '"apart"' not in told


@pytest.mark.parametrize(
    "settings",
    [{"sandbox": "require"}, {"mirror": False}],
)
def test_where_nothing_can_be_shared_nothing_is_said(settings: dict[str, Any]) -> None:
    assert sharing_sentence(plan(program("red"), program("blue"), **settings)) == ""


def test_a_lone_program_has_nobody_to_gain_from() -> None:
    builtin = entrants_from_settings({"bot": "simple"}, Path.cwd())

    assert sharing_sentence(plan(program("red"), builtin)) == ""
