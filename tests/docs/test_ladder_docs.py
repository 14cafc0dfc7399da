"""docs/bots.md works from top to bottom, and its ladder is the code's.

`PITBOSS_WRITE_DOCS=1 pytest tests/docs/test_ladder_docs.py` brings it up to date.
"""

import os
from pathlib import Path

import pytest
from document import ROOT, Session

from pitboss.bots.ladder import LADDER

PAGE = ROOT / "docs" / "bots.md"
BEGIN = "<!-- ladder, kept equal to the code by tests/docs/test_ladder_docs.py -->\n"
END = "<!-- end of ladder -->\n"


@pytest.mark.slow
def test_the_page_works_from_top_to_bottom(tmp_path: Path) -> None:
    assert Session(tmp_path).work_off(PAGE) >= 5


def table() -> str:
    rows = [("bot", "what it does", "options", "time to think", "strength"), ("---",) * 5]
    rows += [
        (
            f"`{name}`",
            rung.about,
            ", ".join(f"`{option.name}`" for option in rung.options),
            rung.time,
            rung.strength,
        )
        for name, rung in LADDER.items()
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def test_the_ladder_is_the_codes() -> None:
    before, begin, rest = PAGE.read_text().partition(BEGIN)
    shown, end, after = rest.partition(END)
    assert begin
    assert end

    if os.environ.get("PITBOSS_WRITE_DOCS"):
        PAGE.write_text(f"{before}{begin}\n{table()}\n{end}{after}")
    else:
        assert shown.strip() == table().strip()
