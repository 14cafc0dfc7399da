"""docs/explaining.md works from top to bottom, and its habits are the code's.

`PITBOSS_WRITE_DOCS=1 pytest tests/docs/test_explain_docs.py` brings it up to date.
"""

import os
from pathlib import Path

import pytest
from document import ROOT, Session

from pitboss.explain.habits import least_errors
from pitboss.games.analyst import Habit
from pitboss.games.holdem import analyst as holdem
from pitboss.games.uno import analyst as uno

PAGE = ROOT / "docs" / "explaining.md"
BEGIN = "<!-- habits, kept equal to the code by tests/docs/test_explain_docs.py -->\n"
END = "<!-- end of habits -->\n"


@pytest.mark.slow
def test_the_page_works_from_top_to_bottom(tmp_path: Path) -> None:
    assert Session(tmp_path).work_off(PAGE) >= 3


def table() -> str:
    def cell(habits: tuple[Habit, ...], at: int) -> str:
        return habits[at].title if at < len(habits) else ""

    rows = [("in UNO, it", "in hold'em, it"), ("---", "---")]
    rows += [
        (cell(uno.HABITS, at), cell(holdem.HABITS, at))
        for at in range(max(len(uno.HABITS), len(holdem.HABITS)))
    ]
    return "".join(f"| {one} | {other} |\n" for one, other in rows)


def test_the_habits_are_the_codes() -> None:
    before, begin, rest = PAGE.read_text().partition(BEGIN)
    shown, end, after = rest.partition(END)
    assert begin
    assert end

    if os.environ.get("PITBOSS_WRITE_DOCS"):
        PAGE.write_text(f"{before}{begin}\n{table()}\n{end}{after}")
    else:
        assert shown.strip() == table().strip()


def test_the_limits_that_are_named_are_the_codes() -> None:
    text = " ".join(PAGE.read_text().split())

    assert f"With 50 decisions that is {least_errors(50):.1f} standard errors" in text
    assert f"strong from {holdem._STRONG:.0%}, weak below {holdem._WEAK:.0%}" in text
    assert f"before the flop below {holdem._WEAK_BEFORE_FLOP:.0%}" in text
