"""The tables in docs/rules/holdem.md say what the code says."""

import re
from pathlib import Path

import pytest

from pitboss.games.holdem.notation import HAND_KEYS, SERIES_KEYS
from pitboss.games.holdem.rules import (
    CASH_PRESETS,
    HAND_PRESETS,
    TOURNAMENT_PRESETS,
    CashRules,
    HandRules,
    TournamentRules,
)
from pitboss.games.rules import knobs, write_value

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/rules/holdem.md").read_text()
SOURCE = (ROOT / "src/pitboss/games/holdem/betting.py").read_text()


def rows(section: str) -> list[list[str]]:
    """The cells of every table row in a section, without the heads."""
    text = PAGE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_knob_is_in_the_table_with_its_default_and_meaning() -> None:
    table = {row[0].strip("`"): (row[2], row[3]) for row in rows("Knobs")}

    expected = {
        name: (write_value(rules, name), knob.metadata["meaning"])
        for rules in (
            HAND_PRESETS["hand"],
            TOURNAMENT_PRESETS["algopoker"],
            CASH_PRESETS["cash"],
        )
        for name, knob in knobs(type(rules)).items()
    }
    assert table == expected


@pytest.mark.parametrize(
    ("rules", "word"), [(HandRules, "hand"), (TournamentRules, "tournament"), (CashRules, "cash")]
)
def test_every_knob_is_listed_under_its_games(
    rules: type[HandRules | TournamentRules | CashRules], word: str
) -> None:
    listed = {row[0].strip("`") for row in rows("Knobs") if row[1] == "all" or word in row[1]}

    assert listed == set(knobs(rules))


def test_every_reason_is_in_the_table_with_its_facts() -> None:
    raised = {
        reason: re.findall(r"(\w+)=", facts)
        for reason, facts in re.findall(r'IllegalAction\(\s*"(\w+)", ([^)]*)', SOURCE)
    }
    table = {row[0].strip("`"): row[1].split(", ") for row in rows("Actions")}

    assert table == raised


def test_every_key_of_a_position_is_in_the_table() -> None:
    table = {row[0].strip("`"): row[1] for row in rows("Positions")}

    assert table == HAND_KEYS | SERIES_KEYS
